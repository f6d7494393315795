import { checkKeys, describe, isPlainObject, plainObject, Problem } from '../core/internal.js';
import { type Amount, amountAt, isAmount, parseAmount } from './amounts.js';
import { type Cell, readCell, writeCell } from './cell.js';
import { cellAt, factNamed, rowsOf, simpleNumber } from './conditions.js';
import type { LaidFact, Layout } from './layout.js';
import { type Binding, type Param, parseRef, type Ref, resolve } from './params.js';


/** One change of one fact, params not yet filled in. */
export interface EffectPart {
  readonly fact: LaidFact;
  readonly index: readonly Ref[];
  readonly change: { readonly set: Amount } | { readonly member: Ref } | { readonly add: Amount; readonly clamp: boolean };
}

/** One change of one cell: to a value, or by an amount. An amount that leaves the range is refused, or cut when `clamp` is set. */
export type Change = { readonly cell: Cell; readonly set: number } | { readonly cell: Cell; readonly add: number; readonly clamp: boolean };

/**
 * Checks effects and takes them apart; what they mean for given params, {@link groundEffects} says.
 * @throws Problem with the path of the mistake
 */
export function parseEffects(value: unknown, layout: Layout, params: readonly Param[], path: string): readonly EffectPart[] {
  const parts: EffectPart[] = [];
  for (const [name, wanted] of Object.entries(plainObject(value, path, 'an object of facts'))) {
    const fact = factNamed(name, layout, path);
    for (const row of rowsOf(wanted, fact, params, `${path}.${name}`)) parts.push({ fact, index: row.index, change: parseChange(row.value, fact, params, row.path) });
  }
  return parts;
}

/** The effects with their params filled in; or the cell that would be written twice, or has no value for these params. */
export function groundEffects(parts: readonly EffectPart[], binding: Binding): { readonly changes: readonly Change[] } | { readonly twice: Cell } | { readonly gap: Cell } {
  const changes: Change[] = [];
  for (const { fact, index, change } of parts) {
    const cell = cellAt(fact, index, binding);
    if (changes.some((each) => each.cell === cell)) return { twice: cell };
    if ('member' in change) changes.push({ cell, set: resolve(change.member, binding) });
    else if ('set' in change) {
      const set = amountAt(change.set, binding);
      if (!(set >= cell.min && set <= cell.max)) return { gap: cell };
      changes.push({ cell, set });
    } else {
      const add = amountAt(change.add, binding);
      if (!Number.isSafeInteger(add)) return { gap: cell };
      changes.push({ cell, add, clamp: change.clamp });
    }
  }
  return { changes };
}

/** Carries out changes on a state; all read the state before. False, and nothing changed, when an amount would leave its range. */
export function applyEffects(changes: readonly Change[], words: Int32Array, offset: number): boolean {
  for (const change of changes) {
    if ('set' in change || change.clamp) continue;
    const value = readCell(change.cell, words, offset) + change.add;
    if (value < change.cell.min || value > change.cell.max) return false;
  }
  for (const change of changes) {
    const { cell } = change;
    // Every cell is written once, so reading one's own cell reads the state before.
    if ('set' in change) writeCell(cell, words, offset, change.set);
    else writeCell(cell, words, offset, Math.min(cell.max, Math.max(cell.min, readCell(cell, words, offset) + change.add)));
  }
  return true;
}

/** `ammo + 1`, `at = gate`, `not intruder`: a change as text. */
export function changeText(change: Change): string {
  const { cell } = change;
  if ('add' in change) return `${cell.text} ${change.add < 0 ? '-' : '+'} ${Math.abs(change.add)}`;
  if (cell.kind === 'flag') return change.set === 1 ? cell.text : `not ${cell.text}`;
  return `${cell.text} = ${cell.kind === 'oneOf' ? cell.values[change.set] : change.set}`;
}

function parseChange(value: unknown, fact: LaidFact, params: readonly Param[], path: string): EffectPart['change'] {
  const { of, name } = fact;
  if (of.kind === 'int' && isAmount(value)) return { set: parseAmount(value, params, path) };
  if (isPlainObject(value)) {
    if (of.kind !== 'int') throw new Problem('wrong-type', `an effect on "${name}" is a value, not an object`, { path, hint: '{ add } works on ints only' });
    checkKeys(value, ['add', 'clamp'], path);
    const { add, clamp = false } = value as { add?: unknown; clamp?: unknown };
    if (isAmount(add)) {
      if (typeof clamp !== 'boolean') throw new Problem('wrong-type', `"clamp" is true or false, not ${describe(clamp)}`, { path });
      return { add: parseAmount(add, params, `${path}.add`), clamp };
    }
    if (!Number.isSafeInteger(add)) throw new Problem('wrong-type', `"add" takes a whole number, not ${describe(add)}`, { path });
    if (typeof clamp !== 'boolean') throw new Problem('wrong-type', `"clamp" is true or false, not ${describe(clamp)}`, { path });
    if (!clamp && Math.abs(add as number) > of.max - of.min) {
      throw new Problem('out-of-range', `adding ${describe(add)} to "${name}" always leaves its range ${of.min} to ${of.max}`, { path, hint: 'a wider range, or clamp: true' });
    }
    return { add: add as number, clamp };
  }
  return of.kind === 'oneOf' ? { member: parseRef(value, fact.values, `fact "${name}"`, params, path) } : { set: simpleNumber(value, fact, path) };
}
