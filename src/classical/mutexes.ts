import type { GroundLiteral } from './ground.js';

/** Pair checks beyond this many take longer than most searches. */
const mostChecks = 40_000_000;

/** A ground action as the search will see it: no conditional effects any more. */
export interface PlainAction {
  readonly needs: readonly GroundLiteral[];
  readonly adds: readonly number[];
  readonly deletes: readonly number[];
}

/**
 * Pairs of atoms that can never hold together, by the fixpoint h2: a pair is reached from the start, or by an action whose preconditions are reached pair by
 * pair. (P. Haslum and H. Geffner, "Admissible heuristics for optimal planning", 2000.) Undefined where working that out would take too long.
 */
export function mutexPairs(atoms: number, initial: readonly number[], actions: readonly PlainAction[]): ((one: number, other: number) => boolean) | undefined {
  if (atoms * actions.length * 6 > mostChecks) return undefined;
  const reached = new Uint8Array(atoms * atoms);
  for (const one of initial) for (const other of initial) reached[one * atoms + other] = 1;
  const mark = (one: number, other: number): boolean => {
    if (reached[one * atoms + other] === 1) return false;
    reached[one * atoms + other] = 1;
    reached[other * atoms + one] = 1;
    return true;
  };
  const rows = actions.map((action) => ({
    needs: action.needs.filter((each) => !each.negated).map((each) => each.atom),
    adds: action.adds,
    gone: new Set([...action.deletes, ...action.adds]),
  }));
  for (let changed = true; changed; ) {
    changed = false;
    for (const { needs, adds, gone } of rows) {
      if (!needs.every((one) => needs.every((other) => reached[one * atoms + other] === 1))) continue;
      for (const one of adds) for (const other of adds) if (mark(one, other)) changed = true;
      for (let other = 0; other < atoms; other++) {
        if (reached[other * atoms + other] === 0 || gone.has(other) || adds.every((one) => reached[one * atoms + other] === 1)) continue;
        if (!needs.every((need) => reached[need * atoms + other] === 1)) continue;
        for (const one of adds) if (mark(one, other)) changed = true;
      }
    }
  }
  return (one, other) => reached[one * atoms + other] === 0;
}
