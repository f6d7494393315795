import type { Condition, Model } from './task-builder.js';

/** `count` lamps, each with a switch of its own, all wanted lit. Any order will do, so a search that proves the optimum meets most subsets: about 2^count. */
export function lamps(count: number, lit = 0): Model {
  const each = Array.from({ length: count }, (_, lamp) => lamp);
  return {
    facts: each.map(() => ({ kind: 'flag' })),
    actions: each.map((fact) => ({ needs: [], does: [{ fact, set: 1 }], cost: 1 + (fact % 3) / 4 })),
    goal: [each.map((fact): Condition => ({ fact, op: '=', value: 1 }))],
    start: each.map((fact) => (fact < lit ? 1 : 0)),
  };
}

/** One coin buys a sword or a shield, and both are wanted. Each can be had, so nothing short of trying all shows that there is no plan. */
export function oneCoin(distractions = 0): Model {
  const [coin, sword, shield] = [0, 1, 2];
  const more = Array.from({ length: distractions }, (_, index) => 3 + index);
  return {
    facts: [coin, sword, shield, ...more].map(() => ({ kind: 'flag' })),
    actions: [
      { needs: [{ fact: coin, op: '=', value: 1 }], does: [{ fact: coin, set: 0 }, { fact: sword, set: 1 }], cost: 1 },
      { needs: [{ fact: coin, op: '=', value: 1 }], does: [{ fact: coin, set: 0 }, { fact: shield, set: 1 }], cost: 1 },
      // A bank gives the coin back for the sword: the search must not run in circles.
      { needs: [{ fact: sword, op: '=', value: 1 }], does: [{ fact: sword, set: 0 }, { fact: coin, set: 1 }], cost: 0 },
      ...more.map((fact) => ({ needs: [{ fact: sword, op: '=' as const, value: 1 }], does: [{ fact, set: 1 }], cost: 1 })),
    ],
    goal: [[sword, shield, ...more].map((fact): Condition => ({ fact, op: '=', value: 1 }))],
    start: [1, 0, 0, ...more.map(() => 0)],
  };
}

/** Gold is earned piece by piece: a wide int that has to come up to `wanted`. */
export function mine(wanted: number, most = 1_000_000): Model {
  return {
    facts: [{ kind: 'int', max: most, wide: true }],
    actions: [
      { needs: [], does: [{ fact: 0, add: 7 }], cost: 2 },
      { needs: [], does: [{ fact: 0, add: 1 }], cost: 1 },
    ],
    goal: [[{ fact: 0, op: '>=', value: wanted }]],
    start: [0],
  };
}

/**
 * Cells on a ring; each action pushes one cell up and its right neighbour down (units are only moved, never made), and all are wanted at
 * places whose sum is wrong by one. Each wish can come true by itself; few states can be reached, but partial states are many.
 */
export function entangled(count: number): Model {
  const cells = Array.from({ length: count }, (_, cell) => cell);
  return {
    facts: cells.map(() => ({ kind: 'int', max: 3 })),
    actions: cells.map((cell) => ({ needs: [], does: [{ fact: cell, add: 1 }, { fact: (cell + 1) % count, add: -1 }], cost: 1 })),
    goal: [cells.map((cell): Condition => ({ fact: cell, op: '>=', value: cell === 0 ? 3 : 1 }))],
    start: cells.map((cell) => (cell < 2 ? 1 : 0)),
  };
}
