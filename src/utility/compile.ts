import { checkName, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';
import { inversion } from './curve-kinds.js';
import type { CurveOp } from './curve-ops.js';
import { curveOps, table, type Curve } from './curves.js';
import type { FullOption, Option, TargetDefinition, TargetOption } from './options.js';
import { combine, interrupt, type Ask, type CompiledConsideration, type CompiledOption, type OptionProgram } from './program.js';
import { scoreTable } from './score-table.js';
import { checkKeys, checkPenalty, compensations, fillTuning, numberFrom, oneOfThese, type FullTuning, type Tuning } from './tuning.js';

const fullKeys = ['considerations', 'weight', 'rank', 'cooldown', 'commitment', 'interruptible', 'maintain', 'limit', 'penalty', 'compensation'];
const targetKeys = [...fullKeys, 'key', 'params', 'bind', 'still'];
const shapeKeys = ['of', 'min', 'max', 'curve', 'invert', 'cost'];

/** An index must fit a column of 16 bits beside the 0 that means "none". */
const mostOptions = 65534;

/** How many of its targets an option with targets keeps cooling down; the one that has cooled longest is forgotten for a newer one. */
const targetsRemembered = 4;

/** Any full option, of one target or none, as the checks see it. */
type AnyOption = FullOption<unknown, unknown> | TargetOption<unknown, unknown, unknown, unknown>;

/** What is counted while options are compiled, one after the other. */
interface Counts {
  cooldownCells: number;
  penalties: number;
}

/**
 * Checks options and lays them out for evaluation: once per brain.
 *
 * @param path where the options stand in the definition; begins the paths of problems, warnings and errors
 * @throws Problem for anything that could not be scored: NaN or negative numbers, unknown keys, unknown curves, inputs that are no functions
 */
export function compileOptions<Body, Facts>(
  options: { readonly [name: string]: Option<Body, Facts> | undefined },
  tuning: Tuning = {},
  path = 'utility',
): OptionProgram<Body, Facts> {
  const full = fillTuning(tuning, `${path}.tuning`);
  const entries = Object.entries(plainObject(options, path, 'an object of options')).filter(([, option]) => option !== undefined);
  if (entries.length > mostOptions) throw new Problem('too-many-options', `${entries.length} options are too many`, { path, hint: `at most ${mostOptions}` });
  const counts: Counts = { cooldownCells: 0, penalties: 0 };
  const compiled = entries.map(([name, option], index) => compileOption(checkName(name, path, 'option'), index, option, full, `${path}.${name}`, counts));
  const order = compiled.map((each) => each.index).sort((a, b) => compiled[b]!.rank - compiled[a]!.rank || compiled[b]!.weight - compiled[a]!.weight || a - b);
  return Object.freeze({
    names: Object.freeze(compiled.map((each) => each.name)),
    options: Object.freeze(compiled),
    order: Uint32Array.from(order),
    rankIsAsked: compiled.some((each) => each.rankOf !== null),
    hasSpecial: compiled.some((each) => each.special === 1),
    indices: Uint32Array.from(compiled, (each) => each.index),
    hasTargets: compiled.some((each) => each.targets !== null),
    cooldownCells: counts.cooldownCells,
    targetsCool: compiled.some((each) => each.targets !== null && each.cooldown > 0),
    penaltyCount: counts.penalties,
    table: scoreTable(compiled),
    tuning: full,
  });
}

function compileOption(name: string, index: number, given: unknown, tuning: FullTuning, path: string, counts: Counts): CompiledOption {
  const { option, targets } = readForm(given, path);
  const { rank, interruptible } = option;
  const named = Object.entries(plainObject(option.considerations, `${path}.considerations`, 'an object of considerations'));
  const considerations = named
    .map(([each, shaped]) => compileConsideration(checkName(each, path, 'consideration'), shaped, tuning, `${path}.${each}`))
    .sort((a, b) => a.cost - b.cost);
  const { amount, over } = penaltyParts(option.penalty === undefined ? tuning.repetitionPenalty : checkPenalty(option.penalty, `${path}.penalty`));
  const cooldown = numberFrom(option.cooldown, 0, 0, `${path}.cooldown`);
  const cooldownCells = cooldown === 0 ? 0 : targets === null ? 1 : targetsRemembered;
  return Object.freeze({
    name,
    path,
    index,
    weight: numberFrom(option.weight, 1, 0, `${path}.weight`),
    rank: typeof rank === 'function' ? 0 : numberFrom(rank, 0, -Infinity, `${path}.rank`),
    rankOf: typeof rank === 'function' ? (rank as Ask) : null,
    considerations: Object.freeze(considerations),
    combine: combine[oneOfThese(option.compensation, tuning.compensation, compensations, `${path}.compensation`)],
    targets,
    key: targets === null ? null : optionalFunction((option as TargetOption<unknown, unknown, unknown>).key, `${path}.key`),
    params: targets === null ? null : optionalFunction((option as TargetOption<unknown, unknown, unknown>).params, `${path}.params`),
    bind: targets === null ? null : optionalFunction((option as TargetOption<unknown, unknown, unknown>).bind, `${path}.bind`),
    still: targets === null ? null : (optionalFunction((option as TargetOption<unknown, unknown, unknown>).still, `${path}.still`) as CompiledOption['still']),
    limit: typeof option.limit === 'function' ? (option.limit as (facts: unknown, target: unknown) => unknown) : numberFrom(option.limit, Infinity, 0, `${path}.limit`),
    cooldown,
    cooldownAt: cooldown > 0 ? (counts.cooldownCells += cooldownCells) - cooldownCells : -1,
    cooldownCells,
    commitment: numberFrom(option.commitment, tuning.commitment, 0, `${path}.commitment`),
    interrupt: interruptCode(interruptible, path),
    maintain: oneOfThese(option.maintain, false, [true, false], `${path}.maintain`),
    special: targets !== null || cooldown > 0 || amount > 0 ? 1 : 0,
    penalty: amount,
    recovery: amount / over,
    penaltyAt: amount > 0 ? counts.penalties++ : -1,
  });
}

/** Brings the four forms of an option to one: a number, considerations by name, the full form, and per target. */
function readForm(given: unknown, path: string): { readonly option: AnyOption; readonly targets: CompiledOption['targets'] } {
  if (typeof given === 'number') return { option: { considerations: {}, weight: given }, targets: null };
  const form = plainObject(given, path, 'a number, considerations by name, { considerations, ... } or perTarget(...)');
  if (form['~perTarget'] === true) {
    const { targets, option } = form as unknown as TargetDefinition;
    if (typeof targets !== 'function') throw new Problem('not-a-function', `perTarget needs a function that lists the targets, not ${describe(targets)}`, { path: `${path}.targets` });
    const full = plainObject(option, path, '{ considerations, ... } for each target');
    checkKeys(full, targetKeys, path, 'a perTarget option');
    return { option: full as unknown as AnyOption, targets: targets as CompiledOption['targets'] };
  }
  if (!('considerations' in form)) return { option: { considerations: form } as AnyOption, targets: null };
  checkKeys(form, fullKeys, path, 'an option with "considerations"');
  return { option: form as unknown as AnyOption, targets: null };
}

function compileConsideration(name: string, shaped: unknown, tuning: FullTuning, path: string): CompiledConsideration {
  if (typeof shaped === 'function') return Object.freeze({ name, path, of: shaped as Ask, min: 0, max: 1, shape: Object.freeze([]), cost: 1 });
  if (!isPlainObject(shaped)) {
    const hint = fullKeys.includes(name) ? `"${name}" stands beside "considerations": { considerations: { ... }, ${name}: ... }` : 'a constant is written () => 0.5';
    throw new Problem('not-a-function', `consideration "${name}" must be a function or { of, ... }, not ${describe(shaped)}`, { path, hint });
  }
  checkKeys(shaped, shapeKeys, path, `consideration "${name}"`);
  if (typeof shaped['of'] !== 'function') throw new Problem('not-a-function', `consideration "${name}" needs an input function "of", not ${describe(shaped['of'])}`, { path: `${path}.of` });
  const min = numberFrom(shaped['min'], 0, -Infinity, `${path}.min`);
  const max = numberFrom(shaped['max'], 1, -Infinity, `${path}.max`);
  const curved = shaped['curve'] === undefined ? [] : compileCurve(shaped['curve'] as Curve, tuning, `${path}.curve`);
  const turned = oneOfThese(shaped['invert'] as boolean | undefined, false, [true, false], `${path}.invert`);
  const shape = Object.freeze([...curved, ...(turned ? [inversion] : [])]);
  return Object.freeze({ name, path, of: shaped['of'] as Ask, min, max, shape, cost: numberFrom(shaped['cost'], 1, 0, `${path}.cost`) });
}

function compileCurve(given: Curve, tuning: FullTuning, path: string): readonly CurveOp[] {
  const ops = curveOps(given, path);
  return tuning.curves === 'table' ? curveOps(table(given), path) : ops;
}

function interruptCode(interruptible: unknown, path: string): CompiledOption['interrupt'] {
  if (interruptible === undefined || interruptible === true) return interrupt.anything;
  if (interruptible === false) return interrupt.nothing;
  if (interruptible === 'higherRank') return interrupt.higherRank;
  const hint = typeof interruptible === 'string' ? didYouMean(interruptible, ['higherRank']) : 'true, false or "higherRank"';
  throw new Problem('bad-value', `${path}.interruptible cannot be ${describe(interruptible)}`, { path: `${path}.interruptible`, hint });
}

function penaltyParts(penalty: number | { readonly amount: number; readonly over: number }): { readonly amount: number; readonly over: number } {
  return typeof penalty === 'number' ? { amount: penalty, over: 10 } : penalty;
}

function optionalFunction(value: unknown, path: string): ((target: unknown) => unknown) | null {
  if (value === undefined) return null;
  if (typeof value === 'function') return value as (target: unknown) => unknown;
  throw new Problem('not-a-function', `${path} must be a function of the target, not ${describe(value)}`, { path });
}
