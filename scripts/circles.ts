/**
 * npm run check:circles: files of src that import each other in a ring, types included. A ring of more than three fails: nobody can read one of
 * its files without the others.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot, stop } from './paths.js';
import { literal, type Node, parse } from './speech/syntax.js';

/** Most files that may lie in one ring: as many as today's largest has, and never more again. The aim is 3; whoever shortens it lowers this. */
export const longestCircle = 17;

/** Every file of src and the files of src that it imports, by value or type. */
export function imports(): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts')).sort();
  return new Map(files.map((path) => {
    const { body } = parse(readFileSync(inRoot(`src/${path}`), 'utf8'), path) as unknown as { body: readonly Node[] };
    const named = body.flatMap((statement) => literal(statement['source'] as Node | undefined) ?? []).filter((from) => from.startsWith('.'));
    return [path, [...new Set(named.map((from) => join(dirname(path), from).replace(/\.js$/, '.ts')))].filter((file) => files.includes(file))];
  }));
}

/** The rings: groups of files in which each reaches each, largest first (Tarjan's strongly connected components). */
export function circles(graph: ReadonlyMap<string, readonly string[]> = imports()): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file)!);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) {
        visit(next);
        low.set(file, Math.min(low.get(file)!, low.get(next)!));
      } else if (stack.includes(next)) low.set(file, Math.min(low.get(file)!, order.get(next)!));
    }
    if (low.get(file) !== order.get(file)) return;
    const ring = stack.splice(stack.indexOf(file));
    if (ring.length > 1) found.push(ring.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found.sort((a, b) => b.length - a.length);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rings = circles();
  for (const ring of rings) process.stdout.write(`${ring.length}: ${ring.join(' ')}\n`);
  process.stdout.write(`${rings.length} rings of files; the largest has ${rings[0]?.length ?? 0}\n`);
  if ((rings[0]?.length ?? 0) > longestCircle) stop(`a ring of more than ${longestCircle} files: let one side be told by the other, or move what both need`, 1);
}
