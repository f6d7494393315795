import { describe, isPlainObject, plainObject, Problem } from '../../core/internal.js';
import { savedFlags } from './write-mind.js';
import { snapshotFormat, type MindSnapshot } from './snapshot.js';

type Fields = Readonly<Record<string, unknown>>;
/** Refuses a value that cannot stand at a path. */
type Check = (value: unknown, path: string) => void;

/** Minds inside minds inside minds: more than this is no plan of anybody. */
const deepest = 16;

const text: Check = (value, path) => {
  if (typeof value !== 'string') throw bad(path, value, 'a text');
};
const whole = (least: number, most: number): Check => (value, path) => {
  if (!(Number.isInteger(value) && (value as number) >= least && (value as number) <= most)) throw bad(path, value, `a whole number from ${least} to ${most}`);
};
const amount: Check = (value, path) => {
  if (!(typeof value === 'number' && value >= 0 && value < Infinity)) throw bad(path, value, 'a number of 0 or more');
};
const finite: Check = (value, path) => {
  if (!Number.isFinite(value)) throw bad(path, value, 'a number');
};
const yes: Check = (value, path) => {
  if (value !== true) throw bad(path, value, 'true, or left out');
};
const object: Check = (value, path) => {
  if (!isPlainObject(value)) throw bad(path, value, 'an object');
};
const key: Check = (value, path) => {
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) throw bad(path, value, 'a text or a whole number');
};
const plainValue: Check = (value, path) => {
  if (typeof value !== 'boolean' && typeof value !== 'number' && typeof value !== 'string') throw bad(path, value, 'a value of a fact');
};
const listOf = (check: Check, most = 0xffff): Check => (value, path) => {
  if (!Array.isArray(value) || value.length > most) throw bad(path, value, 'a list');
  value.forEach((each, index) => check(each, `${path}[${index}]`));
};
const tuple = (...checks: readonly Check[]): Check => (value, path) => {
  if (!Array.isArray(value) || value.length !== checks.length) throw bad(path, value, `a list of ${checks.length} numbers`);
  checks.forEach((check, index) => check(value[index], `${path}[${index}]`));
};
const recordOf = (check: Check): Check => (value, path) => {
  object(value, path);
  for (const [name, each] of Object.entries(value as Fields)) check(each, `${path}.${name}`);
};
const fields = (checks: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check => (value, path) => {
  object(value, path);
  const given = value as Fields;
  for (const [name, check] of Object.entries(checks)) check(given[name], `${path}.${name}`);
  for (const [name, check] of Object.entries(optional)) if (given[name] !== undefined) check(given[name], `${path}.${name}`);
};

const byte = whole(0, 255);
const word = whole(0, 0xffff_ffff);
const goal = fields({ goal: text }, { params: recordOf(key) });
const step = fields({ action: text, params: recordOf(key) });
const flagName: Check = (value, path) => {
  if (!(savedFlags as readonly unknown[]).includes(value)) throw bad(path, value, `one of ${savedFlags.join(', ')}`);
};

const targetKey: Check = (value, path) => {
  if (typeof value !== 'string' && !Number.isFinite(value)) throw bad(path, value, 'the key of a target');
};
const troubles = {
  leftOut: listOf(fields({ step, seconds: amount, level: whole(0, 6) }, { denied: yes })),
  aside: listOf(fields({ goal, why: whole(1, 9), level: whole(0, 4) }, { seconds: amount })),
  letBe: listOf(fields({ option: text, target: targetKey, why: whole(1, 9), seconds: amount, level: whole(0, 4) })),
};
const net = recordOf(finite);
const places = tuple(text, text);
const bound: Check = (value, path) => {
  fields({ option: text })(value, path);
  if ((value as Fields)['target'] !== null) targetKey((value as Fields)['target'], `${path}.target`);
};

/** What stands beside the columns of a mind in a saved crowd. @throws Problem `bad-snapshot` */
export const checkTroubles: Check = fields(troubles, { bound, net, places });

const snapshot = fields(
  {
    brain: text,
    fingerprint: text,
    layout: text,
    spawn: word,
    seat: word,
    random: word,
    request: whole(0, 0xffff),
    need: whole(0, 9),
    attempts: byte,
    detail: tuple(whole(1, 0xffff), whole(0, 0xffff), amount),
    since: tuple(amount, amount),
    flags: listOf(flagName),
    facts: object,
    senses: recordOf(finite),
    choice: object,
    tree: object,
    states: object,
    ...troubles,
    notices: listOf(fields({ event: text })),
    inner: listOf(fields({ brain: text, slot: word, mind: object })),
  },
  {
    wanted: goal,
    pursued: goal,
    forced: goal,
    requested: goal,
    owner: text,
    bound,
    net,
    places,
    key,
    sharedSeen: text,
    shared: recordOf(plainValue),
    plan: fields({ steps: listOf(step, 255), actions: listOf(word, 255), at: byte, cost: amount, madeFor: whole(0, 9) }),
    failed: fields({ step, times: byte }),
    denied: fields({ outcome: whole(1, 4), goal }),
    desk: object,
  },
);

/**
 * A snapshot, seen to have the form of one, the minds inside it too. Whether its names mean something is for the brain to say.
 * @throws Problem `bad-snapshot` with the path of the first thing that is wrong
 */
export function readSnapshot(value: unknown, path = 'snapshot'): MindSnapshot {
  return readInner(value, path, 0);
}

function readInner(value: unknown, path: string, depth: number): MindSnapshot {
  const given = plainObject(value, path, 'what saveMind(mind) gives');
  if (given['format'] !== snapshotFormat) throw bad(`${path}.format`, given['format'], isPlainObject(given['mind']) && depth === 0 ? 'the snapshot stands under "mind": hand in that' : `this version reads format ${snapshotFormat}`);
  if (depth > deepest) throw bad(path, value, `minds inside minds, ${deepest} deep at most`);
  snapshot(given, path);
  const { plan, inner } = given as unknown as MindSnapshot;
  if (plan !== undefined && (plan.steps.length !== plan.actions.length || plan.at > plan.steps.length)) throw bad(`${path}.plan`, plan, 'as many actions as steps, and a place among them');
  inner.forEach((each, index) => readInner(each.mind, `${path}.inner[${index}].mind`, depth + 1));
  return value as MindSnapshot;
}

function bad(path: string, value: unknown, hint: string): Problem {
  return new Problem('bad-snapshot', `${path} cannot be ${describe(value)}`, { path, hint });
}
