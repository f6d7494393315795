/**
 * npm run check:surface: how many names users can import, over all entries, and whether each is used in code that runs: on pages, in examples or
 * in the programs of bench/bundles. Members of exported objects count, those of `curves` aside.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { textTable } from '../src/core/internal.js';
import { entries, specifier } from './layers.js';
import { pages, snippets } from './pages.js';
import { inRoot, stop } from './paths.js';
import { literal, nameOf, type Node, parse } from './speech/syntax.js';

/** Most distinct names over all entries: as many as there are today, and never more again. The aim is 200; whoever takes names away lowers this. */
export const mostNames = 272;
/** Values that no page and no example shows: as many as there are today, and never more again. The aim is none. */
export const mostUnshown = 47;
/** Curves are one idea with many shapes. */
const families = ['curves'];

/** The names that a file exports, as `name`, or as `type name`. */
function exportsOf(file: string): string[] {
  const { body } = parse(readFileSync(inRoot(file), 'utf8'), file) as unknown as { body: readonly Node[] };
  return body.flatMap((statement) => {
    const from = literal(statement['source'] as Node | undefined);
    if (statement.type === 'ExportAllDeclaration') {
      const name = nameOf(statement['exported']);
      return name === undefined ? exportsOf(join(dirname(file), from!.replace(/\.js$/, '.ts'))) : [name];
    }
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const declared = statement['declaration'] as Node | null;
    if (declared?.type === 'VariableDeclaration') return (declared['declarations'] as readonly Node[]).map((each) => nameOf(each['id'])!);
    if (declared) return [`${declared.type.startsWith('TS') ? 'type ' : ''}${nameOf(declared['id'])!}`];
    return (statement['specifiers'] as readonly Node[]).map((each) => `${statement['exportKind'] === 'type' || each['exportKind'] === 'type' ? 'type ' : ''}${nameOf(each['exported'])!}`);
  });
}

/** Every word of code that runs. */
function usedWords(): ReadonlySet<string> {
  const codes = [
    ...pages().flatMap((page) => snippets(page).map(({ code }) => code)),
    ...['examples', 'bench/bundles'].flatMap((folder) => readdirSync(inRoot(folder)).filter((file) => file.endsWith('.ts')).map((file) => readFileSync(inRoot(`${folder}/${file}`), 'utf8'))),
  ];
  return new Set(codes.flatMap((code) => code.match(/[A-Za-z_$][\w$]*/g) ?? []));
}

export interface Surface {
  readonly perEntry: readonly { readonly entry: string; readonly values: number; readonly types: number }[];
  readonly names: readonly string[];
  readonly unused: readonly string[];
}

export async function surface(): Promise<Surface> {
  const names = new Set<string>();
  const perEntry = [];
  for (const entry of entries) {
    const found = exportsOf(entry.source);
    const module = (await import(inRoot(entry.source))) as Readonly<Record<string, unknown>>;
    for (const each of found) {
      names.add(each);
      const value = module[each];
      // Members of an object that is handed out as a shelf of functions and values.
      if (typeof value === 'object' && value !== null && !families.includes(each) && !Array.isArray(value)) for (const member of Object.keys(value)) names.add(`${each}.${member}`);
    }
    const types = found.filter((each) => each.startsWith('type ')).length;
    perEntry.push({ entry: specifier(entry), values: found.length - types, types });
  }
  const used = usedWords();
  const unused = [...names].filter((name) => !used.has(name.replace(/^type |^.*\./, ''))).sort();
  return { perEntry, names: [...names].sort(), unused };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { perEntry, names, unused } = await surface();
  const rows = perEntry.map(({ entry, values, types }) => [entry, String(values), String(types), String(values + types)]);
  process.stdout.write(`${textTable([['entry', 'values', 'types', 'names'], ...rows])}\n${names.length} distinct names, ${mostNames} at most\n`);
  const values = unused.filter((name) => !name.startsWith('type '));
  const types = unused.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length));
  // A type is mostly inferred: it is told of, and no fault.
  if (types.length > 0) process.stdout.write(`types that no code names (${types.length}): ${types.join(', ')}\n`);
  if (values.length > 0) process.stdout.write(`in no code that runs (${values.length}): ${values.join(', ')}\n`);
  if (names.length > mostNames) stop(`${names.length} names are more than ${mostNames}`, 1);
  if (values.length > mostUnshown) stop('show on a page or in an example what these are for, or do not export them', 1);
}
