import { checkKeys, checkName, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';
import { combine, interrupt, type Ask, type CompiledConsideration, type CompiledOption, type TargetFields } from './compiled.js';
import { curveOps } from './curve-built.js';
import { inversion } from './curve-op.js';
import type { FullOption, Option } from './options.js';
import type { OptionProgram } from './program.js';
import { scoreTable } from './score-table.js';
import type { Targeting } from './targeting.js';
import { checkPenalty, compensations, fillTuning, numberFrom, oneOfThese, type FullTuning, type Tuning } from './tuning.js';

const fullKeys = ['considerations', 'weight', 'rank', 'cooldown', 'commitment', 'interruptible', 'maintain', 'limit', 'penalty', 'compensation'];
const shapeKeys = ['of', 'min', 'max', 'curve', 'invert', 'cost'];

/** An index must fit a column of 16 bits beside the 0 that means "none". */
const mostOptions = 65534;

const noTargets: TargetFields = { targets: null, key: null, params: null, bind: null, still: null };

/** What is counted while options are compiled, one after the other. */
interface Counts {
  cooldownCells: number;
  penalties: number;
  targeting: Targeting | null;
}

/** An option as it was given, brought to one form. */
interface Form {
  readonly option: FullOption<unknown, unknown>;
  readonly fields: TargetFields;
}

/**
 * Checks options and lays them out for evaluation: once per brain.
 *
 * @param path where the options stand in the definition; begins the paths of problems, warnings and errors
 * @throws Problem for anything that could not be scored: NaN or negative numbers, unknown keys, inputs and curves that are no functions
 */
export function compileOptions<Body, Facts>(
  options: { readonly [name: string]: Option<Body, Facts> | undefined },
  tuning: Tuning = {},
  path = 'utility',
): OptionProgram<Body, Facts> {
  const full = fillTuning(tuning, `${path}.tuning`);
  const entries = Object.entries(plainObject(options, path, 'an object of options')).filter(([, option]) => option !== undefined);
  if (entries.length > mostOptions) throw new Problem('too-many-options', `${entries.length} options are too many`, { path, hint: `at most ${mostOptions}` });
  const counts: Counts = { cooldownCells: 0, penalties: 0, targeting: null };
  const compiled = entries.map(([name, option], index) => compileOption(checkName(name, path, 'option'), index, option, full, `${path}.${name}`, counts));
  const order = compiled.map((each) => each.index).sort((a, b) => compiled[b]!.rank - compiled[a]!.rank || compiled[b]!.weight - compiled[a]!.weight || a - b);
  return Object.freeze({
    names: Object.freeze(compiled.map((each) => each.name)),
    options: Object.freeze(compiled),
    order: Uint32Array.from(order),
    rankIsAsked: compiled.some((each) => each.rankOf !== null),
    hasTargets: counts.targeting !== null,
    targeting: counts.targeting,
    hasSpecial: compiled.some((each) => each.special === 1),
    indices: Uint32Array.from(compiled, (each) => each.index),
    cooldownCells: counts.cooldownCells,
    penaltyCount: counts.penalties,
    table: scoreTable(compiled),
    tuning: full,
  });
}

function compileOption(name: string, index: number, given: unknown, tuning: FullTuning, path: string, counts: Counts): CompiledOption {
  const { option, fields } = readForm(given, path, counts);
  const { rank, interruptible } = option;
  const considerations = Object.entries(plainObject(option.considerations, `${path}.considerations`, 'an object of considerations'))
    .map(([each, shaped]) => compileConsideration(checkName(each, path, 'consideration'), shaped, `${path}.${each}`))
    .sort((a, b) => a.cost - b.cost);
  const penalty = checkPenalty(option.penalty ?? 0, `${path}.penalty`);
  const { amount, over } = typeof penalty === 'number' ? { amount: penalty, over: 10 } : penalty;
  const cooldown = numberFrom(option.cooldown, 0, 0, `${path}.cooldown`);
  const cooldownCells = cooldown === 0 ? 0 : fields.targets === null ? 1 : counts.targeting!.cooldownCells;
  return Object.freeze({
    ...fields,
    name,
    path,
    index,
    weight: numberFrom(option.weight, 1, 0, `${path}.weight`),
    rank: typeof rank === 'function' ? 0 : numberFrom(rank, 0, -Infinity, `${path}.rank`),
    rankOf: typeof rank === 'function' ? (rank as Ask) : null,
    considerations: Object.freeze(considerations),
    combine: combine[oneOfThese(option.compensation, tuning.compensation, compensations, `${path}.compensation`)],
    cooldown,
    cooldownAt: cooldown > 0 ? (counts.cooldownCells += cooldownCells) - cooldownCells : -1,
    cooldownCells,
    commitment: numberFrom(option.commitment, tuning.commitment, 0, `${path}.commitment`),
    interrupt: interruptCode(interruptible, `${path}.interruptible`),
    maintain: oneOfThese(option.maintain, false, [true, false], `${path}.maintain`),
    limit: typeof option.limit === 'function' ? (option.limit as CompiledOption['limit']) : numberFrom(option.limit, Infinity, 0, `${path}.limit`),
    special: fields.targets !== null || cooldown > 0 || amount > 0 ? 1 : 0,
    penalty: amount,
    recovery: amount / over,
    penaltyAt: amount > 0 ? counts.penalties++ : -1,
  });
}

/** Brings the four forms of an option to one: a number, considerations by name, the full form, and per target. */
function readForm(given: unknown, path: string, counts: Counts): Form {
  if (typeof given === 'number') return { option: { considerations: {}, weight: given }, fields: noTargets };
  const form = plainObject(given, path, 'a number, considerations by name, { considerations, ... } or perTarget(...)');
  const targeting = form['~perTarget'] as Targeting | undefined;
  if (targeting !== undefined) {
    counts.targeting ??= targeting;
    return targeting.read(form, path, fullKeys) as unknown as Form;
  }
  if (!('considerations' in form)) return { option: { considerations: form } as FullOption<unknown, unknown>, fields: noTargets };
  checkKeys(form, fullKeys, path);
  return { option: form as unknown as FullOption<unknown, unknown>, fields: noTargets };
}

function compileConsideration(name: string, shaped: unknown, path: string): CompiledConsideration {
  if (typeof shaped === 'function') return Object.freeze({ name, path, of: shaped as Ask, min: 0, max: 1, shape: Object.freeze([]), cost: 1 });
  if (!isPlainObject(shaped)) {
    const hint = fullKeys.includes(name) ? `"${name}" stands beside "considerations": { considerations: { ... }, ${name}: ... }` : 'a constant is written () => 0.5';
    throw new Problem('not-a-function', `consideration "${name}" must be a function or { of, ... }, not ${describe(shaped)}`, { path, hint });
  }
  checkKeys(shaped, shapeKeys, path);
  if (typeof shaped['of'] !== 'function') throw new Problem('not-a-function', `consideration "${name}" needs an input function "of", not ${describe(shaped['of'])}`, { path: `${path}.of` });
  const min = numberFrom(shaped['min'], 0, -Infinity, `${path}.min`);
  const max = numberFrom(shaped['max'], 1, -Infinity, `${path}.max`);
  const curved = shaped['curve'] === undefined ? [] : curveOps(shaped['curve'], `${path}.curve`);
  const turned = oneOfThese(shaped['invert'] as boolean | undefined, false, [true, false], `${path}.invert`);
  const shape = Object.freeze([...curved, ...(turned ? [inversion] : [])]);
  return Object.freeze({ name, path, of: shaped['of'] as Ask, min, max, shape, cost: numberFrom(shaped['cost'], 1, 0, `${path}.cost`) });
}

function interruptCode(interruptible: unknown, path: string): CompiledOption['interrupt'] {
  if (interruptible === undefined || interruptible === true) return interrupt.anything;
  if (interruptible === false) return interrupt.nothing;
  if (interruptible === 'higherRank') return interrupt.higherRank;
  const hint = typeof interruptible === 'string' ? didYouMean(interruptible, ['higherRank']) : 'true, false or "higherRank"';
  throw new Problem('bad-value', `${path} cannot be ${describe(interruptible)}`, { path, hint });
}
