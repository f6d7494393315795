import type { RootNode } from '../../src/bt/internal.js';
import type { Random } from '../../src/core/internal.js';
import type { RandomTree } from '../bt/text/random-tree.js';

/** Values to put where they do not belong. */
const odd: readonly unknown[] = [undefined, null, true, '', 'sequence', 'root', -1, 0, 1.5, 3, [], [1, 2], [3, 1], {}, { call: 'x' }, { call: '' }];

/** Changes one place of a definition: a property replaced, removed or added, or a node put where another stood. */
export function spoiltDefinition(roots: readonly RootNode[], random: Random): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(roots));
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push({ holder: value as Record<string, unknown>, key });
      collect(inner);
    }
  };
  collect(copy);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
  const { holder, key } = pick(places);
  const kind = random.next();
  if (kind < 0.5) holder[key] = pick(odd);
  else if (kind < 0.65 && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind < 0.65) delete holder[key];
  else if (kind < 0.8) holder[pick(['while', 'child', 'children', 'args', 'ref', 'duration', 'then', 'weights'])] = pick(odd);
  else holder[key] = JSON.parse(JSON.stringify(pick(places).holder));
  return copy;
}

/** A careless text of a random tree with one word, bracket or blank removed, or replaced by another of its own. */
export function spoiltText(tree: RandomTree, random: Random): string {
  const words = tree.write(tree.roots()).split(/(?<=[\s{}[\](),])|(?=[\s{}[\](),])/);
  const at = (): number => Math.floor(random.next() * words.length);
  if (random.next() < 0.5) words.splice(at(), 1);
  else words.splice(at(), 1, words[at()]!);
  return words.join('');
}
