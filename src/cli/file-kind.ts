import { isPlainObject, Problem } from '../core/internal.js';

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

/** A saved mind that stands inside a file of the game's own, under a key. */
export interface Nested {
  readonly key: string;
  readonly snapshot: unknown;
}

/** The saved mind in a value like `{ mind, body }`, when it is of no kind itself and holds exactly one. */
export function snapshotUnder(value: unknown): Nested | undefined {
  if (!isPlainObject(value) || kindOf(value) !== undefined) return undefined;
  const [first, ...others] = Object.entries(value).filter(([, part]) => kindOf(part) === 'snapshot');
  return first === undefined || others.length > 0 ? undefined : { key: first[0], snapshot: first[1] };
}

/** Refuses a file that is plainly of another kind. @throws Problem `other-kind` */
export function refuseOthers(value: unknown, wanted: FileKind): void {
  const kind = kindOf(value);
  if (kind === undefined || kind === wanted) return;
  const [name, use] = kinds[kind];
  throw new Problem('other-kind', `this is ${name}, not ${kinds[wanted][0]}`, { hint: `${use} is for it` });
}
