import type { Task } from '../task.js';

/** How many bits of a word are set. */
export function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of the lowest set bit; the word must not be 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** The lowest `count` bits of a field given as a mask without gaps. */
export function lowestBits(mask: number, count: number): number {
  let rest = mask;
  for (let taken = 0; taken < count && rest !== 0; taken++) rest &= rest - 1;
  return mask & ~rest;
}

/** The highest `count` bits of a field given as a mask without gaps. */
export function highestBits(mask: number, count: number): number {
  return mask & ~lowestBits(mask, Math.max(0, popcount(mask) - count));
}

const none = new Int32Array(0);

/**
 * Brings a conjunction to the one form that all equal conjunctions share, by adding every bit it implies:
 * a member of a one-hot group excludes the others, all members but one excluded leave that one, and in a thermometer
 * a set bit sets those below and a clear bit clears those above. Two conjunctions in this form contradict each other
 * exactly where they disagree on a bit (but for groups left with no member, which the caller of a merge checks).
 *
 * Changes `care` and `value` from `at` on; returns false when no state can satisfy the conjunction.
 */
export function normalise(task: Task, care: Int32Array, value: Int32Array, at: number): boolean {
  const { groups, longGroups = none, thermometers } = task;
  for (let index = 0; index < groups.length; index += 2) {
    const word = at + groups[index]!;
    if (!normaliseGroup(care, word, value, word, groups[index + 1]!)) return false;
  }
  for (let index = 0; index < longGroups.length; index += 2) {
    const word = at + longGroups[index]!;
    if (!normaliseLongGroup(care, word, value, word, longGroups[index + 1]!)) return false;
  }
  for (let index = 0; index < thermometers.length; index += 3) {
    const word = at + thermometers[index]!;
    const mask = thermometers[index + 1]!;
    let set = care[word]! & value[word]! & mask;
    let clear = care[word]! & ~value[word]! & mask;
    if (set !== 0) set = lowestBits(mask, 32 - Math.clz32(set) - lowestBit(mask));
    if (clear !== 0) clear = mask & ~lowestBits(mask, lowestBit(clear) - lowestBit(mask));
    if ((set & clear) !== 0) return false;
    care[word] = care[word]! | set | clear;
    value[word] = value[word]! | set;
  }
  return true;
}

/** The group rule of {@link normalise} for one group of the condition in `care[careAt]` and `value[valueAt]`. */
export function normaliseGroup(care: Int32Array, careAt: number, value: Int32Array, valueAt: number, mask: number): boolean {
  const cared = care[careAt]! & mask;
  if (cared === 0) return true;
  let member = cared & value[valueAt]!;
  if (member === 0) {
    const open = mask & ~cared;
    if (open === 0) return false;
    if ((open & (open - 1)) !== 0) return true;
    member = open;
  } else if ((member & (member - 1)) !== 0) return false;
  care[careAt] = care[careAt]! | mask;
  value[valueAt] = value[valueAt]! | member;
  return true;
}

/** Which bits of its `index`-th word a group of that many members takes. */
export function longGroupMask(members: number, index: number): number {
  const left = members - index * 32;
  return left >= 32 ? -1 : (1 << left) - 1;
}

/** The group rule of {@link normalise} for a group that starts in the given words and goes on over the next ones. */
export function normaliseLongGroup(care: Int32Array, careAt: number, value: Int32Array, valueAt: number, members: number): boolean {
  const words = (members + 31) >>> 5;
  let cared = 0;
  let set = 0;
  let open = 0;
  let lastOpen = 0;
  for (let word = 0; word < words; word++) {
    const mask = longGroupMask(members, word);
    const known = care[careAt + word]! & mask;
    cared |= known;
    set += popcount(known & value[valueAt + word]!);
    open += popcount(mask & ~known);
    if ((mask & ~known) !== 0) lastOpen = word;
  }
  if (cared === 0) return true;
  if (set > 1 || (set === 0 && open === 0)) return false;
  if (set === 0) {
    if (open > 1) return true;
    value[valueAt + lastOpen] = value[valueAt + lastOpen]! | (longGroupMask(members, lastOpen) & ~care[careAt + lastOpen]!);
  }
  for (let word = 0; word < words; word++) care[careAt + word] = care[careAt + word]! | longGroupMask(members, word);
  return true;
}
