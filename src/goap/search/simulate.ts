import type { CostCase, Goal, Task, Test } from '../task.js';

/** True when a packed state satisfies a conjunction. The state starts at `words[offset]`. */
export function testHolds(test: Test, words: Int32Array, offset: number): boolean {
  const { care, value, wide } = test;
  for (let word = 0; word < care.length; word++) {
    if ((words[offset + word]! & care[word]!) !== value[word]!) return false;
  }
  for (let index = 0; index < wide.length; index += 3) {
    const stored = words[offset + wide[index]!]! >>> 0;
    if (stored < wide[index + 1]! || stored > wide[index + 2]!) return false;
  }
  return true;
}

/** True when a packed state satisfies a goal. */
export function goalHolds(goal: Goal, words: Int32Array, offset: number): boolean {
  const { any } = goal;
  for (let index = 0; index < any.length; index++) {
    if (testHolds(any[index]!, words, offset)) return true;
  }
  return false;
}

/** True when a ground action can be taken in the state at `words[offset]`. */
export function applicable(task: Task, action: number, words: Int32Array, offset: number): boolean {
  const { care, value, wideTestStart, wideTests, wideEffectStart, wideEffects } = task;
  const width = task.words;
  const masks = action * width;
  for (let word = 0; word < width; word++) {
    if ((words[offset + word]! & care[masks + word]!) !== value[masks + word]!) return false;
  }
  for (let index = wideTestStart[action]! * 3; index < wideTestStart[action + 1]! * 3; index += 3) {
    const stored = words[offset + wideTests[index]!]! >>> 0;
    if (stored < wideTests[index + 1]! || stored > wideTests[index + 2]!) return false;
  }
  for (let index = wideEffectStart[action]! * 4; index < wideEffectStart[action + 1]! * 4; index += 4) {
    if (wideEffects[index + 1] !== 1) continue;
    const after = (words[offset + wideEffects[index]!]! >>> 0) + wideEffects[index + 2]!;
    if (after < 0 || after > wideEffects[index + 3]!) return false;
  }
  return true;
}

/** Carries out a ground action on the state at `words[offset]`, in place. The action must be applicable. */
export function applyAction(task: Task, action: number, words: Int32Array, offset: number): void {
  const { clear, set, shiftStart, shifts, wideEffectStart, wideEffects } = task;
  const width = task.words;
  const masks = action * width;
  // No two effects of one action write the same cell, so each may read what the ones before it left.
  for (let word = 0; word < width; word++) {
    words[offset + word] = (words[offset + word]! & ~clear[masks + word]!) | set[masks + word]!;
  }
  for (let index = shiftStart[action]! * 4; index < shiftStart[action + 1]! * 4; index += 4) {
    const word = offset + shifts[index]!;
    const mask = shifts[index + 1]!;
    words[word] = (words[word]! & ~mask) | shifted(words[word]!, mask, shifts[index + 2]!);
  }
  for (let index = wideEffectStart[action]! * 4; index < wideEffectStart[action + 1]! * 4; index += 4) {
    const word = offset + wideEffects[index]!;
    const amount = wideEffects[index + 2]!;
    words[word] = wideEffects[index + 1] === 0 ? amount : Math.max(0, Math.min(wideEffects[index + 3]!, (words[word]! >>> 0) + amount));
  }
}

/** A thermometer field moved up or down by `amount`; what leaves the field at either end is cut off, which is saturation. */
function shifted(word: number, mask: number, amount: number): number {
  let field = word & mask;
  // One step at a time costs at most 31 rounds and needs no table; games add 1 or 2.
  const lowest = mask & -mask;
  for (let left = amount; left > 0 && field !== mask; left--) field = ((field << 1) | lowest) & mask;
  for (let left = amount; left < 0 && field !== 0; left++) field = (field >>> 1) & mask;
  return field;
}

/** The cost of a ground action in the state before it: the first case that holds, else the action's own cost. */
export function actionCost(task: Task, action: number, words: Int32Array, offset: number): number {
  const cases: readonly CostCase[] | undefined = task.cases.get(action);
  if (cases !== undefined) {
    for (let index = 0; index < cases.length; index++) {
      if (testHolds(cases[index]!.when, words, offset)) return cases[index]!.cost;
    }
  }
  return task.cost[action]!;
}

/**
 * "Is the rest of this plan still good?": plays `count` ground actions from `actions[from]` on the state at `words[offset]`.
 * True when each is applicable in turn and the goal holds at the end. The state is left alone; `scratch` needs `task.words` elements.
 */
export function simulate(
  task: Task,
  actions: Int32Array,
  from: number,
  count: number,
  words: Int32Array,
  offset: number,
  goal: Goal,
  scratch: Int32Array,
): boolean {
  for (let word = 0; word < task.words; word++) scratch[word] = words[offset + word]!;
  for (let index = from; index < from + count; index++) {
    if (!applicable(task, actions[index]!, scratch, 0)) return false;
    applyAction(task, actions[index]!, scratch, 0);
  }
  return goalHolds(goal, scratch, 0);
}
