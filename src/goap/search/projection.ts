import type { Goal, Task, Test } from '../task.js';
import { highestBits, longGroupMask, lowestBits, normalise, popcount } from './masks.js';
import { relax, type Relaxed } from './relaxed.js';
import { relevantTo } from './relevance.js';
import { Successors } from './successors.js';

/** A conditional cost on the projected words. */
export interface ProjectedCase {
  readonly when: Test;
  readonly cost: number;
}

/**
 * The part of a task that matters to one goal, in the form the search loops read: only words with a bit that matters, only
 * actions that write one, preconditions and goals in normal form (see {@link normalise}). Immutable, shared by all searches.
 */
export interface Projection {
  readonly task: Task;
  readonly goal: Goal;
  /** Words of a projected state, at least 2 (short ones are padded, so that the common sizes run one loop). */
  readonly words: number;
  /** The task's word behind each projected word, -1 for padding, and which of its bits matter. */
  readonly source: Int32Array;
  readonly bits: Int32Array;

  readonly actions: number;
  /** The task's number of each projected action, and its step. */
  readonly original: Int32Array;
  readonly step: Int32Array;
  readonly cost: Float64Array;
  readonly care: Int32Array;
  readonly value: Int32Array;
  /** Bits that end up clear, and bits that end up set. Disjoint. */
  readonly clear: Int32Array;
  readonly set: Int32Array;
  /** As in the task, five words each: word, field mask, amount (no more than the field is wide), the field's lowest and highest |amount| bits. */
  readonly shiftStart: Int32Array;
  readonly shifts: Int32Array;
  readonly wideTestStart: Int32Array;
  readonly wideTests: Uint32Array;
  readonly wideEffectStart: Int32Array;
  readonly wideEffects: Float64Array;
  readonly cases: ReadonlyMap<number, readonly ProjectedCase[]>;

  /** The goal's conjunctions, less those that contradict themselves: `conjunctions` rows of care and value, range tests in `goalWide`. */
  readonly conjunctions: number;
  readonly goalCare: Int32Array;
  readonly goalValue: Int32Array;
  readonly goalWideStart: Int32Array;
  readonly goalWide: Uint32Array;

  /** One-hot groups, those over several words word by word (then a word may have no bit set): pairs of word and mask. */
  readonly groups: Int32Array;
  /** One-hot groups of which some condition names a part only by exclusion: pairs of word and mask. Merged conditions must be normalised there. */
  readonly looseGroups: Int32Array;
  /** The same for groups over several words: pairs of first word and number of members. */
  readonly looseLongGroups: Int32Array;
  /** Bits of all other groups: there a clear bit tells nothing that the set bit does not. */
  readonly tight: Int32Array;
  /** Bits whose upper neighbour (`under`) or lower neighbour (`over`) belongs to the same thermometer. */
  readonly under: Int32Array;
  readonly over: Int32Array;
  /** True when regression applies: no range test, wide effect or cost case among what matters. */
  readonly maskable: boolean;
  /** What only some searches need, made when the first asks: see {@link relaxedOf} and {@link successorsOf}. */
  readonly made: { relaxed?: Relaxed; successors?: Successors; literals?: object; cutTask?: object; weight?: number };
}

/** The projection's relaxed form, made on first use. */
export function relaxedOf(projection: Projection): Relaxed {
  return (projection.made.relaxed ??= relax(projection));
}

/** How to find applicable actions, made on first use. */
export function successorsOf(projection: Projection): Successors {
  return (projection.made.successors ??= new Successors(projection));
}

/** Projects a task on what matters to a goal. Takes time in proportion to the task; callers keep the result. */
export function project(task: Task, goal: Goal): Projection {
  const relevance = relevantTo(task, goal);
  const source = chooseWords(relevance.bits);
  const words = source.length;
  const bits = pick(relevance.bits, 0, source);
  const place = new Map<number, number>();
  source.forEach((word, index) => place.set(word, index));

  const kept: number[] = [];
  const cares: number[] = [];
  const values: number[] = [];
  const care = new Int32Array(task.words);
  const value = new Int32Array(task.words);
  for (let action = 0; action < task.actions; action++) {
    if (relevance.actions[action] === 0) continue;
    const from = action * task.words;
    care.set(task.care.subarray(from, from + task.words));
    value.set(task.value.subarray(from, from + task.words));
    if (!normalise(task, care, value, 0)) continue;
    kept.push(action);
    cares.push(...pick(care, 0, source));
    values.push(...pick(value, 0, source));
  }
  const actions = kept.length;
  const set = new Int32Array(actions * words);
  const clear = new Int32Array(actions * words);
  const shiftStart = new Int32Array(actions + 1);
  const wideTestStart = new Int32Array(actions + 1);
  const wideEffectStart = new Int32Array(actions + 1);
  const shifts: number[] = [];
  const wideTests: number[] = [];
  const wideEffects: number[] = [];
  const cases = new Map<number, readonly ProjectedCase[]>();
  kept.forEach((action, index) => {
    for (let word = 0; word < words; word++) {
      const from = source[word]!;
      if (from < 0) continue;
      const sets = task.set[action * task.words + from]! & bits[word]!;
      set[index * words + word] = sets;
      clear[index * words + word] = task.clear[action * task.words + from]! & bits[word]! & ~sets;
    }
    for (let at = task.shiftStart[action]! * 4; at < task.shiftStart[action + 1]! * 4; at += 4) {
      const word = place.get(task.shifts[at]!);
      const mask = task.shifts[at + 1]!;
      if (word === undefined || (bits[word]! & mask) === 0) continue;
      const width = popcount(mask);
      const amount = Math.max(-width, Math.min(width, task.shifts[at + 2]!));
      shifts.push(word, mask, amount, lowestBits(mask, Math.abs(amount)), highestBits(mask, Math.abs(amount)));
    }
    for (let at = task.wideTestStart[action]! * 3; at < task.wideTestStart[action + 1]! * 3; at += 3) {
      wideTests.push(place.get(task.wideTests[at]!)!, task.wideTests[at + 1]!, task.wideTests[at + 2]!);
    }
    for (let at = task.wideEffectStart[action]! * 4; at < task.wideEffectStart[action + 1]! * 4; at += 4) {
      const word = place.get(task.wideEffects[at]!);
      if (word !== undefined) wideEffects.push(word, task.wideEffects[at + 1]!, task.wideEffects[at + 2]!, task.wideEffects[at + 3]!);
    }
    shiftStart[index + 1] = shifts.length / 5;
    wideTestStart[index + 1] = wideTests.length / 3;
    wideEffectStart[index + 1] = wideEffects.length / 4;
    const own = task.cases.get(action);
    if (own !== undefined) cases.set(index, own.map((each) => ({ when: projectTest(each.when, source, place), cost: each.cost })));
  });

  const roots = projectGoal(task, goal, source, place);
  const fields = projectFields(task, place, bits, [cares, roots.goalCare]);
  return {
    task,
    goal,
    words,
    source,
    bits,
    actions,
    original: Int32Array.from(kept),
    step: Int32Array.from(kept, (action) => task.step[action]!),
    cost: Float64Array.from(kept, (action) => task.cost[action]!),
    care: Int32Array.from(cares),
    value: Int32Array.from(values),
    clear,
    set,
    shiftStart,
    shifts: Int32Array.from(shifts),
    wideTestStart,
    wideTests: Uint32Array.from(wideTests),
    wideEffectStart,
    wideEffects: Float64Array.from(wideEffects),
    cases,
    ...roots,
    ...fields,
    maskable: wideTests.length === 0 && wideEffects.length === 0 && cases.size === 0 && roots.goalWide.length === 0,
    made: {},
  };
}

/** Copies the part of a packed state that matters to `to[at ...]`. */
export function projectState(projection: Projection, words: Int32Array, offset: number, to: Int32Array, at: number): void {
  const { source, bits } = projection;
  for (let word = 0; word < source.length; word++) {
    const from = source[word]!;
    to[at + word] = from < 0 ? 0 : words[offset + from]! & bits[word]!;
  }
}

function chooseWords(bits: Int32Array): Int32Array {
  const chosen: number[] = [];
  bits.forEach((mask, word) => mask !== 0 && chosen.push(word));
  while (chosen.length < 2) chosen.push(-1);
  return Int32Array.from(chosen);
}

function pick(words: Int32Array, at: number, source: Int32Array): Int32Array {
  return source.map((word) => (word < 0 ? 0 : words[at + word]!));
}

function projectTest(test: Test, source: Int32Array, place: ReadonlyMap<number, number>): Test {
  const wide = new Uint32Array(test.wide);
  for (let index = 0; index < wide.length; index += 3) wide[index] = place.get(wide[index]!)!;
  return { care: pick(test.care, 0, source), value: pick(test.value, 0, source), wide };
}

type ProjectedGoal = Pick<Projection, 'conjunctions' | 'goalCare' | 'goalValue' | 'goalWideStart' | 'goalWide'>;

function projectGoal(task: Task, goal: Goal, source: Int32Array, place: ReadonlyMap<number, number>): ProjectedGoal {
  const cares: number[] = [];
  const values: number[] = [];
  const wides: number[] = [];
  const starts = [0];
  for (const test of goal.any) {
    const care = new Int32Array(test.care);
    const value = new Int32Array(test.value);
    if (!normalise(task, care, value, 0)) continue;
    cares.push(...pick(care, 0, source));
    values.push(...pick(value, 0, source));
    for (let index = 0; index < test.wide.length; index += 3) {
      wides.push(place.get(test.wide[index]!)!, test.wide[index + 1]!, test.wide[index + 2]!);
    }
    starts.push(wides.length / 3);
  }
  return {
    conjunctions: starts.length - 1,
    goalCare: Int32Array.from(cares),
    goalValue: Int32Array.from(values),
    goalWideStart: Int32Array.from(starts),
    goalWide: Uint32Array.from(wides),
  };
}

type ProjectedFields = Pick<Projection, 'groups' | 'looseGroups' | 'looseLongGroups' | 'tight' | 'under' | 'over'>;

function projectFields(task: Task, place: ReadonlyMap<number, number>, bits: Int32Array, conditions: readonly ArrayLike<number>[]): ProjectedFields {
  const words = bits.length;
  const tight = new Int32Array(words);
  const under = new Int32Array(words);
  const over = new Int32Array(words);
  const groups: number[] = [];
  const loose: number[] = [];
  const looseLong: number[] = [];
  for (let index = 0; index < task.groups.length; index += 2) {
    const word = place.get(task.groups[index]!);
    const mask = task.groups[index + 1]!;
    if (word === undefined || (bits[word]! & mask) === 0) continue;
    groups.push(word, mask);
    if (partly(conditions, words, word, mask)) loose.push(word, mask);
    else tight[word] = tight[word]! | mask;
  }
  const longGroups = task.longGroups ?? [];
  for (let index = 0; index < longGroups.length; index += 2) {
    const first = place.get(longGroups[index]!);
    const members = longGroups[index + 1]!;
    if (first === undefined) continue;
    // Whole cells matter or do not, so the words of the group stand side by side here too.
    const parts = Array.from({ length: (members + 31) >>> 5 }, (_, word) => longGroupMask(members, word));
    parts.forEach((mask, word) => groups.push(first + word, mask));
    if (parts.some((mask, word) => partly(conditions, words, first + word, mask))) looseLong.push(first, members);
    else parts.forEach((mask, word) => (tight[first + word] = mask));
  }
  for (let index = 0; index < task.thermometers.length; index += 3) {
    const word = place.get(task.thermometers[index]!);
    const mask = task.thermometers[index + 1]!;
    if (word === undefined || (bits[word]! & mask) === 0) continue;
    under[word] = under[word]! | (mask & ~highestBits(mask, 1));
    over[word] = over[word]! | (mask & ~lowestBits(mask, 1));
  }
  return { groups: Int32Array.from(groups), looseGroups: Int32Array.from(loose), looseLongGroups: Int32Array.from(looseLong), tight, under, over };
}

/** True when some condition cares for a part of the mask only. */
function partly(conditions: readonly ArrayLike<number>[], words: number, word: number, mask: number): boolean {
  for (const cares of conditions) {
    for (let at = word; at < cares.length; at += words) {
      const cared = cares[at]! & mask;
      if (cared !== 0 && cared !== mask) return true;
    }
  }
  return false;
}
