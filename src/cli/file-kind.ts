import { isPlainObject, Problem } from '../core/index.js';

/** What a JSON file holds, as its keys tell. */
export type FileKind = 'snapshot' | 'problem' | 'domain' | 'tree';

/** What each kind is called, and the command that is of use for it. */
const kinds: Readonly<Record<FileKind, readonly [name: string, use: string]>> = {
  snapshot: ['a saved mind', 'ganglion explain'],
  problem: ['a problem', 'ganglion plan'],
  domain: ['a domain', 'ganglion check'],
  tree: ['a tree', 'ganglion check'],
};

/** What a JSON value is meant to be, or undefined when nothing tells. */
export function kindOf(value: unknown): FileKind | undefined {
  if (Array.isArray(value)) return 'tree';
  if (!isPlainObject(value)) return undefined;
  // First, since a snapshot has facts too.
  if (Object.hasOwn(value, 'format')) return 'snapshot';
  if (Object.hasOwn(value, 'domain')) return 'problem';
  if (Object.hasOwn(value, 'facts') || Object.hasOwn(value, 'actions')) return 'domain';
  return Object.hasOwn(value, 'type') ? 'tree' : undefined;
}

/** Refuses a file that is plainly of another kind. @throws Problem `other-kind` */
export function refuseOthers(value: unknown, wanted: FileKind): void {
  const kind = kindOf(value);
  if (kind === undefined || kind === wanted) return;
  const [name, use] = kinds[kind];
  throw new Problem('other-kind', `this is ${name}, not ${kinds[wanted][0]}`, { hint: `${use} is for it` });
}
