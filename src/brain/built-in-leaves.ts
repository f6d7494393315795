import { anyHolds } from '../facts/internal.js';
import type { BuiltInLeaf } from '../bt/internal.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { abortPlanLeaf, isLocked, runPlanLeaf } from './plan-leaf.js';

/** The leaves that a brain provides to its tree; one set a group of minds, called by slot. */
export function planLeaves(minds: Minds): Readonly<Record<string, BuiltInLeaf>> {
  const { program, c } = minds;
  const { goalAt, goalOf, goalIs, holds } = program.planCalls;
  return {
    plan: {
      step: (slot, _args, dt, node, body) => {
        let goal = goalAt[node]!;
        try {
          goal = goalOf[node]?.((name) => readName(minds, slot, body, name)) ?? goal;
        } catch (error) {
          // A param that is none: what the leaf was doing ends with it.
          abortPlanLeaf(minds, slot, node);
          throw error;
        }
        return runPlanLeaf(minds, slot, node, goal, dt);
      },
      abort: (slot, node) => abortPlanLeaf(minds, slot, node),
    },
    goalIs: {
      test: (slot, args, body) => {
        const wanted = c.wanted.data[slot]!;
        return wanted !== 0 && goalIs.get(args)!(wanted - 1, (name) => readName(minds, slot, body, name));
      },
    },
    holds: { test: (slot, args) => anyHolds(holds.get(args)!, minds.facts.data, slot * minds.words) },
    planning: { test: (slot) => (c.flags.data[slot]! & flag.waiting) !== 0 },
    interruptible: { test: (slot) => !isLocked(minds, slot) },
  };
}

/** What `$name` in the text of a tree stands for: a param of the step whose tree it is, else a property of the body. */
export function readName(minds: Minds, slot: number, body: unknown, name: string): unknown {
  return minds.stepParams.get(slot)?.[name] ?? (body as Readonly<Record<string, unknown>>)[name];
}
