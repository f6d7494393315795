import type { Goal, Task, Test } from '../task.js';
import { longGroupMask } from './masks.js';

/** What of a task can matter to one goal. */
export interface Relevance {
  /** Bits of the state that matter, one mask a word of the task. */
  readonly bits: Int32Array;
  /** 1 for each ground action that writes a bit that matters. */
  readonly actions: Uint8Array;
}

/**
 * Finds the bits and actions that can matter to a goal, backwards from the goal: an action matters when it writes a bit that
 * matters, and then all that it reads matters too. Whole cells are taken, never a part of one.
 *
 * What is left out never changes what is kept, so a search on the kept part alone finds the same optimal cost in a smaller space.
 */
export function relevantTo(task: Task, goal: Goal): Relevance {
  const bits = new Int32Array(task.words);
  const actions = new Uint8Array(task.actions);
  for (const test of goal.any) readTest(test, bits);
  for (let grown = true; grown; ) {
    grown = false;
    wholeCells(task, bits);
    for (let action = 0; action < task.actions; action++) {
      if (actions[action] === 1 || !writes(task, action, bits)) continue;
      actions[action] = 1;
      grown = true;
      reads(task, action, bits);
    }
  }
  return { bits, actions };
}

function readTest(test: Test, bits: Int32Array): void {
  for (let word = 0; word < test.care.length; word++) bits[word] = bits[word]! | test.care[word]!;
  for (let index = 0; index < test.wide.length; index += 3) bits[test.wide[index]!] = -1;
}

function reads(task: Task, action: number, bits: Int32Array): void {
  const { words, care, wideTestStart, wideTests, wideEffectStart, wideEffects } = task;
  for (let word = 0; word < words; word++) bits[word] = bits[word]! | care[action * words + word]!;
  for (let index = wideTestStart[action]! * 3; index < wideTestStart[action + 1]! * 3; index += 3) bits[wideTests[index]!] = -1;
  // An add that may not leave its range is a condition too. (Shifts need no such line: their bounds stand in `care`.)
  for (let index = wideEffectStart[action]! * 4; index < wideEffectStart[action + 1]! * 4; index += 4) {
    if (wideEffects[index + 1] === 1) bits[wideEffects[index]!] = -1;
  }
  for (const each of task.cases.get(action) ?? []) readTest(each.when, bits);
}

function writes(task: Task, action: number, bits: Int32Array): boolean {
  const { words, clear, set, shiftStart, shifts, wideEffectStart, wideEffects } = task;
  for (let word = 0; word < words; word++) {
    if (((clear[action * words + word]! | set[action * words + word]!) & bits[word]!) !== 0) return true;
  }
  for (let index = shiftStart[action]! * 4; index < shiftStart[action + 1]! * 4; index += 4) {
    if ((shifts[index + 1]! & bits[shifts[index]!]!) !== 0) return true;
  }
  for (let index = wideEffectStart[action]! * 4; index < wideEffectStart[action + 1]! * 4; index += 4) {
    if (bits[wideEffects[index]!] !== 0) return true;
  }
  return false;
}

function wholeCells(task: Task, bits: Int32Array): void {
  const { groups, longGroups = [], thermometers } = task;
  for (let index = 0; index < groups.length; index += 2) {
    if ((bits[groups[index]!]! & groups[index + 1]!) !== 0) bits[groups[index]!]! |= groups[index + 1]!;
  }
  for (let index = 0; index < longGroups.length; index += 2) {
    const first = longGroups[index]!;
    const words = (longGroups[index + 1]! + 31) >>> 5;
    if (!bits.subarray(first, first + words).some((mask) => mask !== 0)) continue;
    for (let word = 0; word < words; word++) bits[first + word] = longGroupMask(longGroups[index + 1]!, word);
  }
  for (let index = 0; index < thermometers.length; index += 3) {
    if ((bits[thermometers[index]!]! & thermometers[index + 1]!) !== 0) bits[thermometers[index]!]! |= thermometers[index + 1]!;
  }
}
