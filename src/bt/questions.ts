import { branchKind, conditionKind, reactiveDuty, reactiveSequenceKind, sequenceKind } from './kinds.js';

/**
 * The conditions that a child of a reactive node asks before it does anything, in order: itself, or those that lead a sequence
 * (of sequences). Where a node on the way has a guard or a step hook, they end.
 *
 * @param hooked nodes whose hooks tell whether they were begun, where that is not for the questions to decide
 */
export function questionsOf(kinds: ArrayLike<number>, ends: ArrayLike<number>, duties: ArrayLike<number>, child: number, hooked?: (node: number) => boolean): readonly number[] {
  const questions: number[] = [];
  /** True when there is nothing in the node but questions. */
  const collect = (node: number): boolean => {
    if (hooked?.(node) === true || (node !== child && (duties[node]! & ~reactiveDuty) !== 0)) return false;
    if (kinds[node] === conditionKind) return questions.push(node) > 0;
    if (kinds[node] !== sequenceKind && kinds[node] !== branchKind && kinds[node] !== reactiveSequenceKind) return false;
    for (let below = node + 1; below < ends[node]!; below = ends[below]!) if (!collect(below)) return false;
    return true;
  };
  collect(child);
  return questions;
}
