import type { Cell } from './cell.js';
import { complement, contains, intersect, type Ranges } from './ranges.js';
import { readCell } from './cell.js';

/** Which values one cell may have. */
export interface Constraint {
  readonly cell: Cell;
  readonly allowed: Ranges;
}

/** A conjunction: every cell is named once at most, cells that may have any value are left out. Empty means "always". */
export type Box = readonly Constraint[];

/** What both boxes allow, or undefined when nothing is left. */
export function intersectBoxes(one: Box, other: Box): Box | undefined {
  const both = [...one];
  for (const constraint of other) {
    const at = both.findIndex((each) => each.cell === constraint.cell);
    if (at < 0) {
      both.push(constraint);
      continue;
    }
    const allowed = intersect(both[at]!.allowed, constraint.allowed);
    if (allowed.length === 0) return undefined;
    both[at] = { cell: constraint.cell, allowed };
  }
  return both;
}

/** What `one` allows and `other` does not, as boxes that do not overlap. */
export function subtractBox(one: Box, other: Box): readonly Box[] {
  const pieces: Box[] = [];
  let rest: Box = one;
  for (const constraint of other) {
    const outside: Box = [{ cell: constraint.cell, allowed: complement(constraint.allowed, constraint.cell.min, constraint.cell.max) }];
    const piece = outside[0]!.allowed.length === 0 ? undefined : intersectBoxes(rest, outside);
    if (piece !== undefined) pieces.push(piece);
    const inside = intersectBoxes(rest, [constraint]);
    if (inside === undefined) break;
    rest = inside;
  }
  return pieces;
}

/** True when every constraint holds in the state. For rare questions; searches use {@link testHolds}. */
export function boxHolds(box: Box, words: Int32Array, offset: number): boolean {
  return box.every(({ cell, allowed }) => contains(allowed, readCell(cell, words, offset)));
}

/** `ammo >= 1`, `at = gate`, `not intruder`: a constraint as text. */
export function constraintText({ cell, allowed }: Constraint): string {
  const [low, high] = [allowed[0]!, allowed[allowed.length - 1]!];
  if (cell.kind === 'flag') return low === 1 ? cell.text : `not ${cell.text}`;
  const name = (value: number): string => (cell.kind === 'oneOf' ? cell.values[value]! : String(value));
  if (allowed.length === 2) {
    if (low === high) return `${cell.text} = ${name(low)}`;
    if (cell.kind === 'int') {
      if (high === cell.max) return `${cell.text} >= ${low}`;
      return low === cell.min ? `${cell.text} <= ${high}` : `${cell.text} in ${low}..${high}`;
    }
  }
  const outside = complement(allowed, cell.min, cell.max);
  if (outside.length === 2 && outside[0] === outside[1]) return `${cell.text} != ${name(outside[0]!)}`;
  const parts: string[] = [];
  for (let at = 0; at < allowed.length; at += 2) {
    if (cell.kind === 'int') parts.push(allowed[at] === allowed[at + 1] ? String(allowed[at]) : `${allowed[at]}..${allowed[at + 1]}`);
    else for (let value = allowed[at]!; value <= allowed[at + 1]!; value++) parts.push(name(value));
  }
  return `${cell.text} in ${parts.join(', ')}`;
}
