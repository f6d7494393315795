import { hasFile } from './paths.js';

/**
 * The layers and what each may import: the arrows of docs/architecture.md, written once.
 * Lint rules, build entries, the package's exports and the size budget are all made from this table.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  core: [],
  facts: ['core'],
  utility: ['core'],
  hsm: ['core'],
  bt: ['core'],
  mistreevous: ['core', 'bt'],
  goap: ['core', 'facts'],
  brain: ['core', 'facts', 'utility', 'hsm', 'bt', 'goap'],
  team: ['core', 'facts', 'goap', 'hsm', 'brain'],
  testing: ['core', 'facts', 'utility', 'hsm', 'bt', 'goap', 'brain', 'team'],
  cli: ['core', 'facts', 'utility', 'hsm', 'bt', 'goap', 'brain', 'team'],
};

/** Layers that nobody imports by name: the command, and those whose few public names the others hand on. */
const inner = ['core', 'facts', 'cli'];

/** Layers that users import as `ganglion/<layer>`. */
export const publicLayers: readonly string[] = Object.keys(layers).filter((layer) => !inner.includes(layer));

/** What users can import: the whole index and every public layer that exists, entry name -> source file. */
export function entries(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of ['index', ...publicLayers.map((layer) => `${layer}/index`)]) {
    if (hasFile(`src/${name}.ts`)) found[name] = `src/${name}.ts`;
  }
  return found;
}
