/**
 * Runs utility cases: curves, sanitising, compensation, selection and early-out. Everything is decided by the same chooser that brains use. A key or mode this does not know is a failed case, never a skipped one.
 */
import { Columns, describe, isPlainObject, thrownText } from '../../src/core/internal.js';
import { chance, type ChoiceExplanation, Chooser, type Compensation, compileOptions, curve, type CurveData, explainChoice, type Option, perTarget, rank, restoreChoice, targetKey, type Tuning } from '../../src/utility/internal.js';
import type { CaseResults } from '../cases.js';

/** A number, or one that JSON cannot hold. */
type Written = number | 'NaN' | 'Infinity' | '-Infinity';
type Options = Record<string, Option<null, null>>;

interface CurveCases {
  readonly id: string;
  readonly cases: readonly { readonly params: object; readonly x: Written; readonly y: number }[];
}

interface Selection {
  readonly id: string;
  readonly options: readonly (readonly [id: string, score: Written, rank?: number])[];
  readonly mode?: string;
  readonly expect: string | null;
  readonly minScore?: number;
  readonly current?: string | null;
  readonly momentum?: number;
  readonly switchMargin?: number;
  readonly ticksInCurrent?: number;
  readonly minTicks?: number;
  readonly n?: number;
  readonly percent?: number;
  readonly r?: number;
}

interface EarlyOut {
  readonly id: string;
  readonly options: readonly { readonly id: string; readonly weight?: number; readonly scores: readonly Written[] }[];
  readonly compensation: Compensation;
  readonly evaluated: number;
  readonly expect: string | null;
  readonly best: number;
  readonly current?: string | null;
  readonly momentum?: number;
}

const allowedError = 1e-12;
const compensations: readonly Compensation[] = ['none', 'finalProduct', 'perConsideration', 'geometricMean'];

/** The sections of a file: how each of its cases is named and checked. A check returns what is wrong. */
const sections: Readonly<Record<string, (each: never, index: number) => readonly (readonly [name: string, check: () => readonly string[]])[]>> = {
  curves: ({ id, cases }: CurveCases) => cases.map((each, index) => [`curve ${id} ${index}`, () => (onlyKeys(each, ['params', 'x', 'y']), checkCurve(id, each))]),
  sanitise: (each: { readonly raw: Written; readonly y: number }) => [[`sanitise ${each.raw}`, () => (onlyKeys(each, ['raw', 'y']), checkSanitised(number(each.raw), each.y))]],
  compensation: (each: { readonly scores: readonly number[] }, index) => [[`compensation ${index}`, () => checkCompensation(each)]],
  selection: (each: Selection) => [[`selection ${each.id}`, () => checkSelection(each)]],
  earlyOut: (each: EarlyOut) => [[`earlyOut ${each.id}`, () => checkEarlyOut(each)]],
};

/** Keys of a file that are no cases. */
const remarks = ['schema', 'notes'];

export function runCases(data: unknown): CaseResults {
  if (!isPlainObject(data)) throw new Error(`a file of utility cases is an object of sections, not ${describe(data)}`);
  const messages: string[] = [];
  let passed = 0;
  let failed = 0;
  for (const [section, cases] of Object.entries(data)) {
    if (remarks.includes(section)) continue;
    const checks = sections[section];
    if (checks === undefined || !Array.isArray(cases)) throw new Error(`"${section}" is no section of utility cases`);
    for (const [name, check] of cases.flatMap((each, index) => checks(each as never, index))) {
      const wrong = attempt(check);
      messages.push(...wrong.map((text) => `${name}: ${text}`));
      if (wrong.length === 0) passed++;
      else failed++;
    }
  }
  if (passed + failed === 0) throw new Error('there are no cases in it');
  return { passed, failed, messages };
}

function attempt(check: () => readonly string[]): readonly string[] {
  try {
    return check();
  } catch (error) {
    return [thrownText(error)];
  }
}

/** A curve as it is called, and as a consideration sees it. */
function checkCurve(id: string, { params, x, y }: CurveCases['cases'][number]): readonly string[] {
  const data = { kind: id, ...params } as CurveData;
  const asked = number(x);
  // A curve is asked about numbers; that an input of NaN scores 0 whatever the curve is the consideration's business.
  const called = asked === asked ? curve(data)(asked) : 0;
  const considered = rank({ it: { input: { of: () => asked, curve: curve(data) } } }, null, null)[0]!.score;
  return [...unlike('called', called, y), ...unlike('considered', considered, y)];
}

function checkSanitised(raw: number, y: number): readonly string[] {
  const fromInput = rank({ it: { input: () => raw } }, null, null)[0]!.score;
  const fromCurve = rank({ it: { input: { of: () => 0.5, curve: () => raw } } }, null, null)[0]!.score;
  return [...unlike('as an input', fromInput, y), ...unlike('from a curve', fromCurve, y)];
}

function checkCompensation(each: { readonly scores: readonly number[]; readonly integerDivisionBug?: number } & { readonly [K in Compensation]?: number }): readonly string[] {
  onlyKeys(each, ['scores', 'integerDivisionBug', ...compensations]);
  return compensations.flatMap((compensation) => {
    const expected = each[compensation];
    if (expected === undefined) return [];
    const considerations = Object.fromEntries(each.scores.map((score, index) => [`c${index}`, () => score]));
    const it = { considerations, compensation };
    // A decision shows no score, but must fall between constants just below and just above it.
    const decided = [expected - allowedError, expected + allowedError].map((mark) => decide(chooserOf({ mark: Math.max(0, mark), it }, {})));
    const wrong = decided[0] === 'it' && decided[1] === 'mark' ? [] : [`${compensation} is decided as another score than ${expected}`];
    return [...unlike(compensation, rank({ it }, null, null)[0]!.score, expected), ...wrong];
  });
}

function checkSelection(each: Selection): readonly string[] {
  onlyKeys(each, ['id', 'why', 'options', 'mode', 'expect', 'minScore', 'current', 'momentum', 'switchMargin', 'ticksInCurrent', 'minTicks', 'n', 'percent', 'r']);
  const tuning: Tuning = {
    pick: pickOf(each),
    momentum: each.momentum ?? 1,
    margin: each.switchMargin ?? 0,
    commitment: each.minTicks ?? 0,
    minScore: each.minScore ?? 0,
  };
  const options = selectionOptions(each);
  const chooser = chooserOf(options, tuning, each.r);
  if (typeof each.current === 'string') restoreChoice(chooser, 0, { ...pairOf(each.current), held: each.ticksInCurrent ?? 0 });
  const chosen = decide(chooser);
  return chosen === each.expect ? [] : [`chose ${chosen}, not ${each.expect}`];
}

function checkEarlyOut(each: EarlyOut): readonly string[] {
  onlyKeys(each, ['id', 'why', 'options', 'compensation', 'sortByWeight', 'evaluated', 'expect', 'best', 'current', 'momentum']);
  const options: Options = {};
  for (const option of each.options) {
    onlyKeys(option, ['id', 'weight', 'scores']);
    const considerations = Object.fromEntries(option.scores.map((score, index) => [`c${index}`, () => number(score)]));
    options[option.id] = { considerations, weight: option.weight ?? 1 };
  }
  const chooser = chooserOf(options, { compensation: each.compensation, momentum: each.momentum ?? 1 });
  if (typeof each.current === 'string') restoreChoice(chooser, 0, pairOf(each.current));
  const chosen = decide(chooser);
  const wrong = chosen === each.expect ? [] : [`chose ${chosen}, not ${each.expect}`];
  if (chooser.asked !== each.evaluated) wrong.push(`asked ${chooser.asked} considerations, not ${each.evaluated}`);
  // An explanation asks everything: what was left out could not have won.
  return [...wrong, ...unlike('best', bestOf(explainChoice(chooser, 0, null, null)), each.best)];
}

function bestOf({ options }: ChoiceExplanation): number {
  return options.reduce((best, { base }) => Math.max(best, base), 0);
}

function pickOf({ mode = 'highest', n, percent }: Selection): Tuning['pick'] & {} {
  if (mode === 'highest' || mode === 'dual') return 'highest';
  if (mode === 'weightedTopN' && n !== undefined) return chance({ top: n });
  if (mode === 'weightedTopPercent' && percent !== undefined) return chance({ withinPercent: percent });
  throw new Error(`there is no mode "${mode}", or it lacks its n or percent`);
}

/** `attack@t1` and `attack@t2` are one option with two targets; a plain name is an option of its own. */
function selectionOptions({ options }: Selection): Options {
  const made: Options = {};
  for (const [id, score, rankOfIt = 0] of options) {
    const { option, target } = pairOf(id);
    const scaled = (written: Written): { readonly of: () => number; readonly max: number } => ({ of: () => number(written), max: mostOf([number(written)]) });
    if (target === undefined) {
      const { of, max } = scaled(score);
      made[option] = { considerations: { score: { of, max } }, weight: max, rank: rankOfIt };
      continue;
    }
    if (option in made) continue;
    const scores = new Map(options.filter(([each]) => pairOf(each).option === option).map(([each, its]) => [pairOf(each).target!, number(its)]));
    const max = mostOf([...scores.values()]);
    made[option] = perTarget(() => [...scores.keys()], { considerations: { score: { of: (_body: null, _facts: null, each) => scores.get(each)!, max } }, weight: max, rank: rankOfIt });
  }
  return made;
}

/** Scores above 1 are weights: curves end at 1. */
function mostOf(scores: readonly number[]): number {
  return Math.max(1, ...scores.filter(Number.isFinite));
}

function pairOf(id: string): { readonly option: string; readonly target?: string } {
  const [option = '', target] = id.split('@');
  return { option, ...(target !== undefined && { target }) };
}

function chooserOf(options: Options, tuning: Tuning, r?: number): Chooser<null, null> {
  const random = (): number => {
    if (r === undefined) throw new Error('a number is drawn, but the case has no r');
    return r;
  };
  return new Chooser(compileOptions<null, null>(options, tuning), { columns: new Columns(1), random });
}

function decide(chooser: Chooser<null, null>): string | null {
  const index = chooser.decide(0, null, null, 0, null);
  const target = targetKey(chooser, 0);
  return index < 0 ? null : `${chooser.program.names[index]}${target === undefined ? '' : `@${target}`}`;
}

function unlike(what: string, got: number, expected: number): readonly string[] {
  return Math.abs(got - expected) <= allowedError ? [] : [`${what} ${got}, not ${expected}`];
}

function number(written: Written): number {
  return Number(written);
}

function onlyKeys(each: object, known: readonly string[]): void {
  const unknown = Object.keys(each).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`does not know what ${unknown.join(', ')} means`);
}
