/** The leaves a brain provides: their names mean the same in every tree and cannot be taken by a leaf of the tree's own. */
export type BuiltIn = 'plan' | 'goalIs' | 'holds' | 'planning' | 'interruptible';

/** Whether a built-in stands in an `action`, or as a test in a `condition` or guard. */
export const builtIns: Readonly<Record<BuiltIn, 'action' | 'test'>> = {
  plan: 'action',
  goalIs: 'test',
  holds: 'test',
  planning: 'test',
  interruptible: 'test',
};

/** How `holds, "fact", "op", value` compares a fact with its value. */
export type HoldsOp = 'is' | 'not' | 'atLeast' | 'atMost';

/** Every comparison of `holds`. */
export const holdsOps: readonly HoldsOp[] = ['is', 'not', 'atLeast', 'atMost'];

/** True for the name of a leaf that a brain provides. */
export function isBuiltIn(name: string): name is BuiltIn {
  return Object.hasOwn(builtIns, name);
}
