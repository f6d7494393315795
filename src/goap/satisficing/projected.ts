import { overruled } from '../search/costs.js';
import type { Projection } from '../search/projection.js';
import { testHolds } from '../search/simulate.js';

/** True when the projected action can be taken in the state at `words[at]`; an add that would leave its range shows only in {@link applyTo}. */
export function canTake(projection: Projection, words: Int32Array, at: number, action: number): boolean {
  const { words: width, care, value, wideTestStart, wideTests } = projection;
  for (let word = 0, row = action * width; word < width; word++, row++) {
    if ((words[at + word]! & care[row]!) !== value[row]!) return false;
  }
  for (let test = wideTestStart[action]! * 3; test < wideTestStart[action + 1]! * 3; test += 3) {
    const stored = words[at + wideTests[test]!]! >>> 0;
    if (stored < wideTests[test + 1]! || stored > wideTests[test + 2]!) return false;
  }
  return true;
}

/** Writes the state after an action to `words[to]`; false when an add would leave its range, so that the action cannot be taken. */
export function applyTo(projection: Projection, words: Int32Array, from: number, to: number, action: number): boolean {
  const { words: width, clear, set, shiftStart, shifts, wideEffectStart, wideEffects } = projection;
  for (let word = 0, row = action * width; word < width; word++, row++) words[to + word] = (words[from + word]! & ~clear[row]!) | set[row]!;
  for (let shift = shiftStart[action]! * 5; shift < shiftStart[action + 1]! * 5; shift += 5) {
    const word = shifts[shift]!;
    const mask = shifts[shift + 1]!;
    const amount = shifts[shift + 2]!;
    const field = words[from + word]! & mask;
    const moved = amount > 0 ? ((field << amount) & mask) | shifts[shift + 3]! : (field >>> -amount) & mask;
    words[to + word] = (words[to + word]! & ~mask) | moved;
  }
  for (let effect = wideEffectStart[action]! * 4; effect < wideEffectStart[action + 1]! * 4; effect += 4) {
    const word = to + wideEffects[effect]!;
    const kind = wideEffects[effect + 1]!;
    const after = kind === 0 ? wideEffects[effect + 2]! : (words[word]! >>> 0) + wideEffects[effect + 2]!;
    const highest = wideEffects[effect + 3]!;
    if (kind === 1 && (after < 0 || after > highest)) return false;
    words[word] = Math.max(0, Math.min(highest, after));
  }
  return true;
}

/** What an action costs in the state before it. */
export function priceIn(projection: Projection, costs: Float64Array, stepCost: Float64Array | undefined, words: Int32Array, at: number, action: number): number {
  const own = projection.cases.size === 0 ? undefined : projection.cases.get(action);
  if (own !== undefined && !overruled(projection, stepCost, action)) {
    for (let index = 0; index < own.length; index++) if (testHolds(own[index]!.when, words, at)) return own[index]!.cost;
  }
  return costs[action]!;
}

/** True when some conjunction of the goal holds in the state at `words[at]`. */
export function goalReached(projection: Projection, words: Int32Array, at: number): boolean {
  const { conjunctions, words: width, goalCare, goalValue, goalWideStart, goalWide } = projection;
  next: for (let index = 0; index < conjunctions; index++) {
    for (let word = 0, row = index * width; word < width; word++, row++) {
      if ((words[at + word]! & goalCare[row]!) !== goalValue[row]!) continue next;
    }
    for (let test = goalWideStart[index]! * 3; test < goalWideStart[index + 1]! * 3; test += 3) {
      const stored = words[at + goalWide[test]!]! >>> 0;
      if (stored < goalWide[test + 1]! || stored > goalWide[test + 2]!) continue next;
    }
    return true;
  }
  return false;
}
