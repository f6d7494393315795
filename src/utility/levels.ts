import { describe, plainObject, Problem } from '../core/internal.js';

/** Finds the level of a number; hand in the level that held before, so that it is not left for a trifle. */
export type LevelOf<Name extends string> = (x: number, previous?: Name) => Name;

/**
 * Turns a number into a named level, with hysteresis:
 *
 * ```ts
 * const condition = levels({ dying: 0, hurt: 0.25, fine: 0.6 }, { gap: 0.05 });
 * facts.condition = condition(guard.health, facts.condition);
 * ```
 *
 * A level is entered at its number and left only `gap` below it, so a value that trembles around a number does not flicker.
 * The lowest level also holds for everything below its number. Nothing is remembered here: the previous level is the caller's,
 * usually the very fact that is being written. Without one the plain numbers decide; NaN keeps the previous level (else the lowest).
 *
 * @param table name -> the number at which the level begins, in any unit and order
 * @throws Problem `bad-levels` for an empty table, equal or non-finite numbers, a negative gap
 */
export function levels<const Name extends string>(table: Readonly<Record<Name, number>>, { gap = 0 }: { readonly gap?: number } = {}): LevelOf<Name> {
  const entries = Object.entries<unknown>(plainObject(table, 'levels', 'an object of name: number'));
  if (entries.length === 0) throw new Problem('bad-levels', 'levels needs at least one name', { path: 'levels' });
  if (!(gap >= 0 && gap < Infinity)) throw new Problem('bad-levels', `the gap must be a number of at least 0, not ${describe(gap)}`, { path: 'levels.gap' });
  for (const [name, from] of entries) {
    if (typeof from !== 'number' || !Number.isFinite(from)) throw new Problem('bad-levels', `level "${name}" must begin at a finite number, not ${describe(from)}`, { path: `levels.${name}` });
  }
  entries.sort((one, other) => (one[1] as number) - (other[1] as number));
  const names = entries.map(([name]) => name as Name);
  const from = Float64Array.from(entries, ([, number]) => number as number);
  for (let at = 1; at < from.length; at++) {
    if (from[at] === from[at - 1]) throw new Problem('bad-levels', `levels "${names[at - 1]}" and "${names[at]}" begin at the same number`, { path: `levels.${names[at]}` });
  }
  return (x, previous) => {
    const before = previous === undefined ? -1 : names.indexOf(previous);
    // Without a level that held before, start from the top without a gap: the walk down then applies the plain numbers.
    let at = before < 0 ? names.length - 1 : before;
    const slack = before < 0 ? 0 : gap;
    if (x !== x) return names[Math.max(before, 0)]!;
    while (at + 1 < names.length && x >= from[at + 1]!) at++;
    while (at > 0 && x < from[at]! - slack) at--;
    return names[at]!;
  };
}
