import type { CostCase, Goal, Task, Test } from '../../../src/goap/task.js';

/** Planning problems as plain objects, and their translation into packed tasks: the searches' own tests need no front end. */
export type Kind = { readonly kind: 'flag' } | { readonly kind: 'oneOf'; readonly size: number } | { readonly kind: 'int'; readonly max: number; readonly wide?: boolean };

/** `fact op value` over plain numbers (flags are 0 or 1). */
export interface Condition {
  readonly fact: number;
  readonly op: '=' | '!=' | '>=' | '<=';
  readonly value: number;
}

export interface Effect {
  readonly fact: number;
  readonly set?: number;
  readonly add?: number;
  readonly clamp?: boolean;
}

export interface ModelAction {
  readonly needs: readonly Condition[];
  readonly does: readonly Effect[];
  readonly cost: number;
  readonly cases?: readonly { readonly when: readonly Condition[]; readonly cost: number }[];
}

export interface Model {
  readonly facts: readonly Kind[];
  readonly actions: readonly ModelAction[];
  readonly goal: readonly (readonly Condition[])[];
  readonly start: readonly number[];
}

interface Place {
  readonly word: number;
  readonly low: number;
  readonly width: number;
}

export interface Built {
  readonly task: Task;
  readonly goal: Goal;
  readonly start: Int32Array;
  pack(state: readonly number[]): Int32Array;
}

export function build(model: Model): Built {
  const places = layOut(model.facts);
  const words = Math.max(1, ...places.map((place) => place.word + Math.max(1, Math.ceil((place.low + place.width) / 32))));
  const rows = model.actions.map((action) => compileAction(model, places, words, action));
  const flat = (pick: (row: (typeof rows)[number]) => ArrayLike<number>): number[] => rows.flatMap((row) => Array.from(pick(row)));
  const starts = (size: number, pick: (row: (typeof rows)[number]) => ArrayLike<number>): Int32Array => {
    const out = [0];
    for (const row of rows) out.push(out.at(-1)! + pick(row).length / size);
    return Int32Array.from(out);
  };
  const groups: number[] = [];
  const longGroups: number[] = [];
  const thermometers: number[] = [];
  model.facts.forEach((kind, fact) => {
    const { word, low, width } = places[fact]!;
    const mask = fieldMask(low, width);
    if (kind.kind === 'oneOf' && width > 32) longGroups.push(word, width);
    else if (kind.kind === 'oneOf') groups.push(word, mask);
    if (kind.kind === 'int' && kind.wide !== true && width > 0) thermometers.push(word, mask, low);
  });
  const cases = new Map<number, readonly CostCase[]>();
  model.actions.forEach((action, index) => {
    if (action.cases === undefined) return;
    cases.set(index, action.cases.map((each) => ({ when: compileTest(model, places, words, each.when), cost: each.cost })));
  });
  const cost = model.actions.map((action) => Math.min(action.cost, ...(action.cases ?? []).map((each) => each.cost)));
  const positive = cost.filter((each) => each > 0);
  const task: Task = {
    words,
    actions: rows.length,
    step: Int32Array.from(rows.keys()),
    care: Int32Array.from(flat((row) => row.test.care)),
    value: Int32Array.from(flat((row) => row.test.value)),
    clear: Int32Array.from(flat((row) => row.clear)),
    set: Int32Array.from(flat((row) => row.set)),
    // The task's cost is a lower bound over the cases; where none holds the model's own cost applies, as a last case that always does.
    cost: Float64Array.from(cost),
    cheapest: positive.length === 0 ? 0 : Math.min(...positive),
    shiftStart: starts(4, (row) => row.shifts),
    shifts: Int32Array.from(flat((row) => row.shifts)),
    wideTestStart: starts(3, (row) => row.test.wide),
    wideTests: Uint32Array.from(flat((row) => row.test.wide)),
    wideEffectStart: starts(4, (row) => row.wideEffects),
    wideEffects: Float64Array.from(flat((row) => row.wideEffects)),
    cases: new Map([...cases].map(([index, list]) => [index, [...list, { when: compileTest(model, places, words, []), cost: model.actions[index]!.cost }]])),
    groups: Int32Array.from(groups),
    longGroups: Int32Array.from(longGroups),
    thermometers: Int32Array.from(thermometers),
    maskable: cases.size === 0 && rows.every((row) => row.wideEffects.length === 0 && row.test.wide.length === 0),
    literal: (word, bit, wanted) => `${wanted ? '' : 'not '}w${word}b${bit}`,
    stepText: (step) => `a${step}`,
  };
  const pack = (state: readonly number[]): Int32Array => {
    const packed = new Int32Array(words);
    state.forEach((value, fact) => {
      const { word, low, width } = places[fact]!;
      const kind = model.facts[fact]!;
      if (width > 32 && kind.kind === 'oneOf') packed[word + (value >> 5)] = 1 << (value & 31);
      else packed[word] = packed[word]! | bitsOf(kind, value, low, width);
    });
    return packed;
  };
  return { task, goal: { text: 'goal', any: model.goal.map((test) => compileTest(model, places, words, test)) }, start: pack(model.start), pack };
}

function layOut(facts: readonly Kind[]): readonly Place[] {
  let word = 0;
  let low = 0;
  return facts.map((kind) => {
    const wide = kind.kind === 'int' && kind.wide === true;
    const width = kind.kind === 'flag' ? 1 : kind.kind === 'oneOf' ? kind.size : wide ? 32 : kind.max;
    if (low > 0 && (low + width > 32 || wide)) {
      word++;
      low = 0;
    }
    const place = { word, low, width };
    word += (low + width) >> 5;
    low = (low + width) & 31;
    // What is longer than a word shares its last word with nobody.
    if (width > 32 && low > 0) {
      word++;
      low = 0;
    }
    return place;
  });
}

function fieldMask(low: number, width: number): number {
  return width >= 32 ? -1 : ((2 ** width - 1) << low) | 0;
}

function bitsOf(kind: Kind, value: number, low: number, width: number): number {
  if (kind.kind === 'flag') return value << low;
  if (kind.kind === 'oneOf') return 1 << (low + value);
  if (kind.wide === true) return value | 0;
  return value === 0 ? 0 : fieldMask(low, value) & fieldMask(low, width);
}

interface MutableTest {
  readonly care: Int32Array;
  readonly value: Int32Array;
  readonly wide: Uint32Array;
}

function compileTest(model: Model, places: readonly Place[], words: number, conditions: readonly Condition[]): Test & MutableTest {
  const care = new Int32Array(words);
  const value = new Int32Array(words);
  const wide: number[] = [];
  const need = (word: number, bit: number, wanted: boolean): void => {
    const mask = 1 << bit;
    // A bit wanted both ways: ask for an impossible value outside of care, which no state has.
    if ((care[word]! & mask) !== 0 && ((value[word]! & mask) !== 0) !== wanted) throw new Error('contradiction: the generator must not make these');
    care[word] = care[word]! | mask;
    if (wanted) value[word] = value[word]! | mask;
  };
  for (const { fact, op, value: wanted } of conditions) {
    const kind = model.facts[fact]!;
    const { word, low, width } = places[fact]!;
    if (kind.kind === 'int' && kind.wide === true) {
      if (op === '!=') throw new Error('no != on wide ints');
      wide.push(word, op === '<=' ? 0 : wanted, op === '>=' ? kind.max : wanted);
    } else if (kind.kind === 'int') {
      if (op === '!=') throw new Error('no != on ints');
      if (op !== '<=' && wanted > 0) need(word, low + wanted - 1, true);
      if (op !== '>=' && wanted < width) need(word, low + wanted, false);
    } else if (kind.kind === 'oneOf') need(word + ((low + wanted) >> 5), (low + wanted) & 31, op !== '!=');
    else need(word, low, (wanted === 1) === (op !== '!='));
  }
  return { care, value, wide: Uint32Array.from(wide) };
}

interface Row {
  readonly test: Test;
  readonly clear: Int32Array;
  readonly set: Int32Array;
  readonly shifts: readonly number[];
  readonly wideEffects: readonly number[];
}

function compileAction(model: Model, places: readonly Place[], words: number, action: ModelAction): Row {
  const clear = new Int32Array(words);
  const set = new Int32Array(words);
  const shifts: number[] = [];
  const wideEffects: number[] = [];
  const bounds: Condition[] = [];
  for (const effect of action.does) {
    const kind = model.facts[effect.fact]!;
    const { word, low, width } = places[effect.fact]!;
    const wide = kind.kind === 'int' && kind.wide === true;
    if (effect.add !== undefined) {
      if (kind.kind !== 'int') throw new Error('add on a fact that is no int');
      if (wide) wideEffects.push(word, effect.clamp === true ? 2 : 1, effect.add, kind.max);
      else {
        shifts.push(word, fieldMask(low, width), effect.add, effect.clamp === true ? 1 : 0);
        if (effect.clamp !== true) bounds.push({ fact: effect.fact, op: effect.add > 0 ? '<=' : '>=', value: effect.add > 0 ? kind.max - effect.add : -effect.add });
      }
    } else if (wide) wideEffects.push(word, 0, effect.set!, kind.max);
    else if (kind.kind === 'oneOf' && width > 32) {
      for (let part = 0; part < width; part += 32) clear[word + (part >> 5)] = fieldMask(0, width - part);
      set[word + (effect.set! >> 5)] = 1 << (effect.set! & 31);
    } else {
      clear[word] = clear[word]! | fieldMask(low, width);
      set[word] = set[word]! | bitsOf(kind, effect.set!, low, width);
    }
  }
  return { test: compileTest(model, places, words, [...action.needs, ...bounds]), clear, set, shifts, wideEffects };
}
