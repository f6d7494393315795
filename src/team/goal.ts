import { checkKeys, describe, didYouMean, plainObject, Problem } from '../core/internal.js';
import { type Change, type ConditionPart, type EffectPart, groundCondition, groundEffects, type Layout, type Param, parseCondition, parseEffects } from '../facts/internal.js';
import { makeOps } from './ops.js';
import { callText, parseParams } from './params.js';
import type { GroundGoal } from './program.js';

/** A goal taken apart, params not yet filled in. */
export interface ParsedGoal {
  readonly name: string;
  readonly params: readonly Param[];
  readonly want: readonly ConditionPart[];
  readonly take: readonly EffectPart[];
}

const partNames = ['params', 'want', 'take'];

/** Checks a goal: its parts, or a plain condition. @throws Problem with the path of the mistake */
export function parseGoal(name: string, value: unknown, layout: Layout, path: string): ParsedGoal {
  const goal = plainObject(value, path, 'a goal: a condition, or { want, take }');
  const asParts = Object.keys(goal).some((key) => partNames.includes(key));
  const clash = partNames.find((key) => layout.facts.has(key));
  if (asParts && clash !== undefined) throw new Problem('bad-name', `goals cannot be told apart from conditions, because a fact is named "${clash}"`, { path, hint: 'rename the fact' });
  if (!asParts) return { name, params: [], want: parseCondition(goal, layout, [], path), take: [] };
  checkKeys(goal, partNames, path);
  const params = parseParams(goal['params'], layout, `${path}.params`);
  const want = parseCondition(goal['want'] ?? {}, layout, params, `${path}.want`);
  const take = parseEffects(goal['take'] ?? {}, layout, params, `${path}.take`);
  for (const part of take) {
    const change = part.change;
    if (part.fact.of.kind !== 'int' || !('set' in change) || (typeof change.set === 'number' && change.set < 1)) {
      throw new Problem('bad-amount', `"take" names amounts of ints, 1 or more; it is about "${part.fact.name}"`, { path: `${path}.take` });
    }
  }
  return { name, params, want, take };
}

/** What was asked for, as a ground goal. `asked` is a name, `{ goal, params }`, or `{ want, take }`. @throws Problem */
export function groundGoal(asked: unknown, goals: ReadonlyMap<string, ParsedGoal>, layout: Layout, path: string): GroundGoal {
  if (typeof asked === 'string') return fill(named(asked, goals, path), {}, path);
  const parts = plainObject(asked, path, 'a goal: a name, { goal, params } or { want, take }');
  if (!Object.hasOwn(parts, 'goal')) {
    checkKeys(parts, ['want', 'take'], path);
    return fill(parseGoal('goal', { want: {}, ...parts }, layout, path), {}, path);
  }
  checkKeys(parts, ['goal', 'params'], path);
  return fill(named(parts['goal'], goals, `${path}.goal`), plainObject(parts['params'] ?? {}, `${path}.params`), `${path}.params`);
}

function named(name: unknown, goals: ReadonlyMap<string, ParsedGoal>, path: string): ParsedGoal {
  const goal = typeof name === 'string' ? goals.get(name) : undefined;
  if (goal === undefined) throw new Problem('unknown-goal', `there is no goal ${describe(name)}`, { path, hint: didYouMean(String(name), goals.keys()) });
  return goal;
}

function fill(goal: ParsedGoal, given: Readonly<Record<string, unknown>>, path: string): GroundGoal {
  checkKeys(given, goal.params.map(({ name }) => name), path);
  const binding = goal.params.map(({ name, set, members }) => {
    const at = members.indexOf(given[name] as string);
    if (at < 0) throw new Problem('unknown-member', `param "${name}" is a ${set}, not ${describe(given[name])}`, { path: `${path}.${name}`, hint: didYouMean(String(given[name]), members) });
    return at;
  });
  const box = groundCondition(goal.want, binding);
  const taken = groundEffects(goal.take, binding);
  if ('twice' in taken) throw new Problem('twice', `the goal takes ${taken.twice.text} twice`, { path });
  if ('gap' in taken) throw new Problem('no-amount', `the goal takes no amount of ${taken.gap.text} that it can have`, { path });
  const changes: Change[] = taken.changes.map((change) => ({ cell: change.cell, add: 'set' in change ? -change.set : change.add, clamp: false }));
  const ops = box === undefined ? undefined : makeOps(box, changes, 1, path);
  if (ops === undefined) throw new Problem('never', `goal "${goal.name}" contradicts itself`, { path });
  const chosen = Object.fromEntries(goal.params.map(({ name }) => [name, given[name] as string]));
  return { name: goal.name, text: callText(goal.name, chosen), ops, holds: [] };
}
