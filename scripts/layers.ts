import { hasFile } from './paths.js';

/**
 * The layers and what each may import: the arrows of docs/architecture.md, written once. Lint rules are made from this table.
 * Layers import each other through `<layer>/internal.ts`; `<layer>/index.ts` holds what users may name.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  core: [],
  facts: ['core'],
  utility: ['core'],
  hsm: ['core'],
  bt: ['core'],
  goap: ['core', 'facts'],
  classical: ['core', 'facts', 'goap'],
  brain: ['core', 'facts', 'utility', 'hsm', 'bt', 'goap'],
  team: ['core', 'facts', 'goap', 'hsm', 'brain'],
  mistreevous: ['core', 'bt', 'brain'],
  inspect: ['core', 'brain'],
  testing: ['core', 'facts', 'utility', 'hsm', 'bt', 'goap', 'brain', 'team', 'mistreevous'],
  cli: ['core', 'facts', 'utility', 'hsm', 'bt', 'goap', 'classical', 'brain', 'team', 'mistreevous', 'inspect'],
};

/** What users import, by its name behind `ganglion/`; the root entry's is empty. */
export interface Entry {
  readonly name: string;
  readonly source: string;
  /** Runs anywhere. Entries for one engine or environment are ES modules only, and not part of the script-tag file. */
  readonly neutral: boolean;
}

/**
 * The public entries, apart from the layers: `core`, `facts` and `brain` are none, what users need of them is in the root entry.
 * Build, package exports (`npm run exports`), API pages and the checks of the package are made from this table.
 */
const table: readonly Entry[] = [
  neutral('', 'index'),
  neutral('utility'),
  neutral('goap'),
  neutral('hsm'),
  neutral('bt'),
  neutral('team'),
  neutral('mistreevous'),
  neutral('testing'),
  neutral('classical'),
  { name: 'inspect', source: 'src/inspect/index.ts', neutral: false },
  { name: 'inspect/node', source: 'src/inspect/node/index.ts', neutral: false },
];

/** The public entries that exist. */
export const entries: readonly Entry[] = table.filter(({ source }) => hasFile(source));

/** What a user writes behind `from`. */
export function specifier({ name }: Entry): string {
  return name === '' ? 'ganglion' : `ganglion/${name}`;
}

/** Where the built file of an entry lies below each folder of `dist`, without its ending. */
export function builtAs({ source }: Entry): string {
  return source.slice('src/'.length, -'.ts'.length);
}

function neutral(name: string, file = `${name}/index`): Entry {
  return { name, source: `src/${file}.ts`, neutral: true };
}
