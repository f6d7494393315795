import { boxHolds, boxTests, type Box, type Cell, type Constraint, constraintText, readCell } from '../facts/internal.js';
import type { DomainEngine } from './engine.js';
import type { GroundAction } from './ground.js';
import { planAtOnce } from './search/once.js';
import { applyAction } from './search/simulate.js';
import type { Goal, RequestOptions } from './task.js';

/** Expansions for each amount that is tried. */
const expansionsEach = 5_000;

/** A goal for one request. */
export function goalOf(engine: DomainEngine, wanted: Box): Goal {
  return { text: wanted.map(constraintText).join(', '), wanted: [wanted], any: boxTests(wanted, engine.layout.words, 'goal') };
}

/** How far a number can be brought from a start, and the state when it is there. */
export interface Extreme {
  readonly value: number;
  readonly state: Int32Array;
  /** False when a search gave up, so that more may be possible. */
  readonly sure: boolean;
}

/** The most (or least, where `up` is false) that an int can come to. Halves what is left, since whoever has more has less as well. */
export function extreme(engine: DomainEngine, cell: Cell, up: boolean, start: Int32Array, options: RequestOptions): Extreme {
  let value = readCell(cell, start, 0);
  let state = start;
  let sure = true;
  let beyond = up ? cell.max + 1 : cell.min - 1;
  while (Math.abs(beyond - value) > 1) {
    const middle = up ? Math.ceil((value + beyond) / 2) : Math.floor((value + beyond) / 2);
    const goal = goalOf(engine, [{ cell, allowed: up ? [middle, cell.max] : [cell.min, middle] }]);
    const { outcome, actions } = planAtOnce(engine.task, goal, start, 0, { ...options, maxExpansions: expansionsEach, improve: 0 });
    if (outcome !== 'found') {
      beyond = middle;
      sure &&= outcome !== 'budget';
      continue;
    }
    state = start.slice();
    for (const action of actions) applyAction(engine.task, action, state, 0);
    value = readCell(cell, state, 0);
  }
  return { value, state, sure };
}

/**
 * `gold = 10 is out of reach: the best that can be had is gold = 3, then smelt needs ore >= 2 and nothing adds ore`; undefined where it is no shortage: the
 * amount can be had, or nobody knows.
 */
export function shortage(engine: DomainEngine, constraint: Constraint, start: Int32Array, options: RequestOptions): string | undefined {
  const { cell, allowed } = constraint;
  const value = readCell(cell, start, 0);
  if (cell.kind !== 'int' || (value > allowed[0]! && value < allowed.at(-1)!)) return undefined;
  const up = value < allowed[0]!;
  const best = extreme(engine, cell, up, start, options);
  if (!best.sure || (up ? best.value >= allowed[0]! : best.value <= allowed.at(-1)!)) return undefined;
  const far = `${constraintText(constraint)} is out of reach: the ${up ? 'best that can be had' : 'least it can come to'} is ${cell.text} = ${best.value}`;
  const makers = engine.ground.filter(({ step, changes }) => options.stepCost?.[step] !== Infinity && changes.some((change) => change.cell === cell && ('add' in change ? change.add > 0 === up : true)));
  const lacks = makers.map((maker) => ({ maker, lacks: maker.applies.filter((each) => !boxHolds([each], best.state, 0)) })).filter((each) => each.lacks.length > 0);
  const closest = lacks.reduce<(typeof lacks)[number] | undefined>((least, each) => (least === undefined || each.lacks.length < least.lacks.length ? each : least), undefined);
  if (closest === undefined) return far;
  const needs = closest.lacks.map((each) => `${constraintText(each)}${dryText(engine, each, best.state)}`);
  return `${far}, then ${engine.task.stepText(closest.maker.step)} needs ${needs.join(' and ')}`;
}

/** `, and nothing adds ore`, where no action brings it any nearer. */
function dryText(engine: DomainEngine, { cell, allowed }: Constraint, state: Int32Array): string {
  const value = readCell(cell, state, 0);
  const more = cell.kind === 'int' && value < allowed[0]!;
  const helps = ({ changes }: GroundAction): boolean => changes.some((change) => change.cell === cell && (cell.kind !== 'int' || ('add' in change ? change.add > 0 === more : change.set > value === more)));
  if (engine.ground.some(helps)) return '';
  return cell.kind === 'int' ? ` and nothing ${more ? 'adds' : 'takes'} ${cell.text}` : ', which nothing makes true';
}
