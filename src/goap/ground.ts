import { describe, Problem } from '../core/internal.js';
import { type Binding, type Box, type Change, groundBoxes, groundEffects, intersectBoxes, type Param, valueOfParam } from '../facts/internal.js';
import { costCases, type CostPiece, costPieces } from './cost.js';
import type { ParsedAction } from './parse.js';
import { whereHolds } from './where.js';

/** Most combinations of params that one action may have, before `where` and contradictions thin them out. */
const mostBindings = 200_000;
/** Most steps in a domain. */
const mostSteps = 50_000;

/** An action with its params filled in, as performers get it. */
export interface Step {
  readonly action: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** `goTo(armory)`; beside the data, not among it. */
  readonly text?: string;
}

/** One way in which a step applies: several where its cost depends on the state. */
export interface GroundAction {
  /** Number of the step. */
  readonly step: number;
  readonly applies: Box;
  readonly changes: readonly Change[];
  readonly cost: number;
  /** Only for cost lists with too many pieces; `cost` is the smallest then. */
  readonly cases: readonly CostPiece[];
}

/** Why a step was left out. */
export type DropReason = 'where' | 'contradiction' | 'writes one cell twice' | 'no amount' | 'no cost' | 'changes nothing';

/** What became of one action. */
export interface GroundedAction {
  readonly action: string;
  /** Combinations of params. */
  readonly combinations: number;
  /** Steps that are left. */
  readonly steps: number;
  /** Ground actions those steps need: more where a cost or an `in` splits a step. */
  readonly grounded: number;
  /** Steps left out by reason, with an example each. */
  readonly dropped: readonly { readonly reason: DropReason; readonly count: number; readonly example: string }[];
}

/** All steps of a domain, what they do, and what was left out. */
export interface Grounding {
  readonly steps: readonly Step[];
  /** Number of the action of each step. */
  readonly actionOf: readonly number[];
  readonly actions: readonly GroundAction[];
  readonly report: readonly GroundedAction[];
}

/**
 * Fills in the params of all actions. What can never be of use is left out and reported: combinations that `where` forbids, preconditions that
 * contradict themselves, cells written twice, gaps in cost tables, and steps that change nothing.
 * @throws Problem `too-many-steps` naming the action and the number
 */
export function ground(parsed: readonly ParsedAction[], path: string): Grounding {
  const steps: Step[] = [];
  const actionOf: number[] = [];
  const actions: GroundAction[] = [];
  const report: GroundedAction[] = [];
  parsed.forEach((action, number) => {
    const place = `${path}.${action.name}`;
    const combinations = countBindings(action, place);
    const dropped = new Map<DropReason, { count: number; example: string }>();
    const before = { steps: steps.length, actions: actions.length };
    for (let each = 0; each < combinations; each++) {
      const binding = bindingOf(action.params, each);
      const variants = groundStep(action, binding, steps.length, place);
      if (typeof variants === 'string') {
        const known = dropped.get(variants);
        if (known === undefined) dropped.set(variants, { count: 1, example: textOfStep(stepOf(action, binding)) });
        else known.count++;
        continue;
      }
      if (steps.length === mostSteps) {
        throw new Problem('too-many-steps', `with action "${action.name}" (${combinations} combinations of params) the domain has more than ${mostSteps} steps`, { path: place, hint: 'use fewer params, smaller sets, or "where"' });
      }
      steps.push(stepOf(action, binding));
      actionOf.push(number);
      actions.push(...variants);
    }
    report.push({
      action: action.name,
      combinations,
      steps: steps.length - before.steps,
      grounded: actions.length - before.actions,
      dropped: Array.from(dropped, ([reason, rest]) => ({ reason, ...rest })),
    });
  });
  return { steps, actionOf, actions, report };
}

/** `goTo(armory)`. */
export function textOfStep({ action, params }: Step): string {
  const members = Object.values(params);
  return members.length === 0 ? action : `${action}(${members.join(', ')})`;
}

/** The members with the given number, the last param counting fastest. */
export function bindingOf(params: readonly Param[], number: number): Binding {
  const binding: number[] = new Array<number>(params.length).fill(0);
  let rest = number;
  for (let at = params.length - 1; at >= 0; at--) {
    const count = params[at]!.members.length;
    binding[at] = rest % count;
    rest = Math.floor(rest / count);
  }
  return binding;
}

function countBindings({ name, params }: ParsedAction, path: string): number {
  const count = params.reduce((product, param) => product * param.members.length, 1);
  if (count <= mostBindings) return count;
  const factors = params.map((param) => param.members.length).join(' x ');
  throw new Problem('too-many-steps', `action ${describe(name)} has ${count} combinations of params (${factors})`, { path, hint: `at most ${mostBindings}; use fewer params or smaller sets` });
}

/** A step prints as what it is. These are no data: neither JSON nor a comparison sees them. */
const printed: PropertyDescriptorMap = {
  text: {
    get(this: Step) {
      return textOfStep(this);
    },
  },
  toString: {
    value(this: Step) {
      return textOfStep(this);
    },
  },
};

function stepOf({ name, params }: ParsedAction, binding: Binding): Step {
  const chosen: Record<string, string | number> = {};
  params.forEach((param, at) => (chosen[param.name] = valueOfParam(param, binding[at]!)));
  return Object.freeze(Object.defineProperties({ action: name, params: Object.freeze(chosen) }, printed));
}

function groundStep(action: ParsedAction, binding: Binding, step: number, path: string): readonly GroundAction[] | DropReason {
  if (!whereHolds(action.where, action.params, binding)) return 'where';
  const conditions = action.preconditions.flatMap((each) => groundBoxes(each, binding, `${path}.preconditions`));
  if (conditions.length === 0) return 'contradiction';
  const effects = groundEffects(action.effects, binding);
  if ('twice' in effects) return 'writes one cell twice';
  if ('gap' in effects) return 'no amount';
  const variants: GroundAction[] = [];
  let why: DropReason = 'contradiction';
  for (const condition of conditions) {
    const applies = withRoom(condition, effects.changes);
    const found = applies === undefined ? 'contradiction' : variantsOf(action, binding, step, applies, effects.changes);
    if (typeof found === 'string') why = found;
    else variants.push(...found);
  }
  return variants.length === 0 ? why : variants;
}

/** The step where one condition holds, by what it costs there. */
function variantsOf(action: ParsedAction, binding: Binding, step: number, applies: Box, all: readonly Change[]): readonly GroundAction[] | DropReason {
  if (usefulChanges(all, applies).length === 0) return 'changes nothing';
  const pieces = costPieces(action.cost, applies, binding);
  if (pieces === undefined) {
    const cases = costCases(action.cost, applies, binding);
    const cheapest = Math.min(...cases.map((each) => each.cost));
    return [{ step, applies, changes: usefulChanges(all, applies), cost: cheapest, cases }];
  }
  if (pieces.length === 0) return 'no cost';
  const variants: GroundAction[] = [];
  for (const { box, cost } of pieces) {
    // A piece may know more than the whole step, so that there a change turns out to be none.
    const changes = usefulChanges(all, box);
    if (changes.length > 0) variants.push({ step, applies: box, changes, cost, cases: [] });
  }
  return variants.length === 0 ? 'changes nothing' : variants;
}

/** An amount that would leave its range makes the action inapplicable: that is a condition like any other. */
function withRoom(condition: Box, changes: readonly Change[]): Box | undefined {
  let box: Box | undefined = condition;
  for (const change of changes) {
    if (box === undefined || 'set' in change || change.clamp || change.add === 0) continue;
    const { min, max } = change.cell;
    box = intersectBoxes(box, [{ cell: change.cell, allowed: change.add > 0 ? [min, max - change.add] : [min - change.add, max] }]);
  }
  return box;
}

/** The changes that change something where the box holds; an amount added to a known value is the sum. */
function usefulChanges(changes: readonly Change[], box: Box): readonly Change[] {
  const useful: Change[] = [];
  for (const change of changes) {
    const { cell } = change;
    if (cell.min === cell.max || ('add' in change && change.add === 0)) continue;
    const allowed = box.find((each) => each.cell === cell)?.allowed;
    const known = allowed !== undefined && allowed.length === 2 && allowed[0] === allowed[1] ? allowed[0] : undefined;
    if (known === undefined) {
      useful.push(change);
      continue;
    }
    const set = 'set' in change ? change.set : Math.min(cell.max, Math.max(cell.min, known + change.add));
    if (set !== known) useful.push({ cell, set });
  }
  return useful;
}
