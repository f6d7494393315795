import { Problem } from '../core/internal.js';
import { boxTests, type Box, type Cell, cellMask, type Change, type Layout, type Test } from '../facts/internal.js';
import { type Grounding, textOfStep } from './ground.js';
import type { CostCase, Task } from './task.js';

/** Most words that the four mask arrays of a task take each. */
const mostMaskWords = 8_000_000;

/** One row of the task: a conjunction under which changes happen at a cost. */
interface Row {
  readonly step: number;
  readonly test: Test;
  readonly changes: readonly Change[];
  readonly cost: number;
  readonly cases: readonly CostCase[];
}

/**
 * Turns the ground actions of a domain into flat arrays.
 * @throws Problem `too-many-actions` when they would take too much memory, `too-many-alternatives` for conditions with too many cases
 */
export function compileTask(grounding: Grounding, layout: Layout, path: string): Task {
  const { words } = layout;
  const rows: Row[] = [];
  for (const { step, applies, changes, cost, cases } of grounding.actions) {
    const place = `${path}.${grounding.steps[step]!.action}`;
    const costs = cases.flatMap((each) => boxTests(each.box, words, place).map((when) => ({ when, cost: each.cost })));
    for (const test of boxTests(applies, words, place)) rows.push({ step, test, changes, cost, cases: costs });
    if (rows.length * words > mostMaskWords) {
      throw new Problem('too-many-actions', `with "${textOfStep(grounding.steps[step]!)}" the domain has ${rows.length} ground actions of ${words} words`, { path: place, hint: 'use fewer params, smaller sets, or fewer facts' });
    }
  }
  const masks = fillMasks(rows, words);
  const wide = fillWide(rows);
  const cost = Float64Array.from(rows, (row) => row.cost);
  const cases = new Map<number, readonly CostCase[]>();
  rows.forEach((row, action) => {
    if (row.cases.length > 0) cases.set(action, row.cases);
  });
  const literals = new Literals(layout.cells);
  return {
    words,
    actions: rows.length,
    step: Int32Array.from(rows, (row) => row.step),
    ...masks,
    ...wide,
    cost,
    cheapest: cost.reduce((least, each) => (each > 0 && (least === 0 || each < least) ? each : least), 0),
    cases,
    groups: Int32Array.from(layout.cells.filter((cell) => cell.coding === 'oneHot' && cell.bits <= 32).flatMap((cell) => [cell.word, cellMask(cell)])),
    longGroups: Int32Array.from(layout.cells.filter((cell) => cell.coding === 'oneHot' && cell.bits > 32).flatMap((cell) => [cell.word, cell.bits])),
    thermometers: Int32Array.from(layout.cells.filter((cell) => cell.coding === 'thermometer' && cell.bits > 0).flatMap((cell) => [cell.word, cellMask(cell), cell.shift])),
    maskable: wide.wideTests.length === 0 && wide.wideEffects.length === 0 && cases.size === 0,
    literal: (word, bit, wanted) => literals.text(word, bit, wanted),
    stepText: (step) => textOfStep(grounding.steps[step]!),
  };
}

function fillMasks(rows: readonly Row[], words: number): Pick<Task, 'care' | 'value' | 'clear' | 'set' | 'shiftStart' | 'shifts'> {
  const care = new Int32Array(rows.length * words);
  const value = new Int32Array(rows.length * words);
  const clear = new Int32Array(rows.length * words);
  const set = new Int32Array(rows.length * words);
  const shiftStart = new Int32Array(rows.length + 1);
  const shifts: number[] = [];
  rows.forEach(({ test, changes }, action) => {
    const at = action * words;
    care.set(test.care, at);
    value.set(test.value, at);
    for (const change of changes) {
      const { cell } = change;
      if (cell.coding === 'wide') continue;
      if ('add' in change) shifts.push(cell.word, cellMask(cell), change.add, change.clamp ? 1 : 0);
      else assign(cell, change.set, clear, set, at);
    }
    shiftStart[action + 1] = shifts.length / 4;
  });
  return { care, value, clear, set, shiftStart, shifts: Int32Array.from(shifts) };
}

function assign(cell: Cell, value: number, clear: Int32Array, set: Int32Array, at: number): void {
  for (let bit = 0; bit < cell.bits; bit++) {
    const place = cell.shift + bit;
    const on = cell.coding === 'thermometer' ? bit < value - cell.min : cell.coding === 'oneHot' ? bit === value : value === 1;
    // What is set is not cleared too: that keeps both arrays free of bits that cancel out.
    const array = on ? set : clear;
    array[at + cell.word + (place >>> 5)]! |= 1 << (place & 31);
  }
}

function fillWide(rows: readonly Row[]): Pick<Task, 'wideTestStart' | 'wideTests' | 'wideEffectStart' | 'wideEffects'> {
  const wideTestStart = new Int32Array(rows.length + 1);
  const wideEffectStart = new Int32Array(rows.length + 1);
  const tests: number[] = [];
  const effects: number[] = [];
  rows.forEach(({ test, changes }, action) => {
    tests.push(...test.wide);
    wideTestStart[action + 1] = tests.length / 3;
    for (const change of changes) {
      const { cell } = change;
      if (cell.coding !== 'wide') continue;
      if ('set' in change) effects.push(cell.word, 0, change.set - cell.min, cell.max - cell.min);
      else effects.push(cell.word, change.clamp ? 2 : 1, change.add, cell.max - cell.min);
    }
    wideEffectStart[action + 1] = effects.length / 4;
  });
  return { wideTestStart, wideTests: Uint32Array.from(tests), wideEffectStart, wideEffects: Float64Array.from(effects) };
}

/** Names bits for explanations. Looked up by walking, since explanations are rare and cells are few. */
class Literals {
  readonly #cells: readonly Cell[];

  constructor(cells: readonly Cell[]) {
    this.#cells = cells;
  }

  text(word: number, bit: number, wanted: boolean): string {
    for (const cell of this.#cells) {
      const at = (word - cell.word) * 32 + bit - cell.shift;
      if (at < 0 || at >= cell.bits || cell.coding === 'wide') continue;
      if (cell.coding === 'flag') return wanted ? cell.text : `not ${cell.text}`;
      if (cell.coding === 'oneHot') return `${cell.text} ${wanted ? '=' : '!='} ${cell.values[at]}`;
      return wanted ? `${cell.text} >= ${cell.min + at + 1}` : `${cell.text} <= ${cell.min + at}`;
    }
    return `bit ${bit} of word ${word}`;
  }
}

/** A condition as a goal's tests. */
export function goalTests(box: Box | undefined, layout: Layout, path: string): readonly Test[] {
  return box === undefined ? [] : boxTests(box, layout.words, path);
}
