import { checkKeys, checkName, describe, didYouMean, plainObject, Problem } from '../core/internal.js';
import { type Binding, type Change, groundCondition, groundEffects, type Param, parseCondition, parseEffects } from '../facts/internal.js';
import { parseWhere, whereHolds } from '../goap/internal.js';
import { transferSeconds, workSeconds } from './duration.js';
import { type Names, numberIn, unknownPlace } from './names.js';
import { makeOps } from './ops.js';
import { bindings, callText, filled, parseParams } from './params.js';
import type { GroundJob, JobHead } from './program.js';

type Data = Readonly<Record<string, unknown>>;
type PlaceRef = (params: Readonly<Record<string, string>>) => string;

const keys = ['params', 'where', 'preconditions', 'effects', 'at', 'duration', 'from', 'to', 'pick', 'drop', 'capacity', 'holds', 'helpers', 'says'];

/** Checks a job and fills in its params; `first` is the number of its first ground job. @throws Problem with the path of the mistake */
export function compileJob(name: string, value: unknown, number: number, first: number, names: Names, path: string): { readonly head: JobHead; readonly jobs: readonly GroundJob[] } {
  checkName(name, path, 'job');
  const job = plainObject(value, path, 'a job: an object with effects');
  checkKeys(job, keys, path);
  const { layout } = names;
  const params = parseParams(job['params'], layout, `${path}.params`);
  const where = parseWhere(job['where'], params, `${path}.where`);
  const preconditions = parseCondition(job['preconditions'] ?? {}, layout, params, `${path}.preconditions`);
  const effects = parseEffects(job['effects'], layout, params, `${path}.effects`);
  const place = parsePlaces(job, params, names, path);
  const holds = parseHolds(job['holds'], place, params, names, `${path}.holds`);
  const helpers = whole(job['helpers'] ?? 0, 0, `${path}.helpers`);
  const capacity = whole(job['capacity'] ?? 1, 1, `${path}.capacity`);
  const seconds = place.transfer ? transferSeconds(job, path) : workSeconds(job['duration'] ?? 0, `${path}.duration`);
  const says = parseSays(job['says'], params, `${path}.says`);
  const jobs: GroundJob[] = [];
  for (const binding of bindings(params)) {
    if (!whereHolds(where, params, binding)) continue;
    const chosen = filled(params, binding);
    const [from, to] = [place.from?.(chosen), place.to?.(chosen)];
    if (place.transfer && from === to) continue;
    const box = groundCondition(preconditions, binding);
    const changes = changesOf(effects, binding, path);
    if (box === undefined) continue;
    for (let times = 1; times <= capacity; times++) {
      const ops = makeOps(box, changes, times, path);
      if (ops === undefined) break;
      jobs.push({
        index: first + jobs.length,
        job: number,
        text: times === 1 ? callText(name, chosen) : `${callText(name, chosen)} x${times}`,
        params: chosen,
        says: says(chosen) ?? `works at ${callText(name, chosen)}`,
        ops,
        holds: [...new Set(holds.map((each) => numberIn(names.stations, each(chosen))))],
        place: from === undefined ? -1 : numberIn(names.places, from),
        target: to === undefined ? -1 : numberIn(names.places, to),
        helpers,
        times,
        seconds: (agent) => seconds(agent, chosen),
      });
    }
  }
  if (jobs.length === 0) throw new Problem('never', `job "${name}" can never be done`, { path, hint: 'its "where" or preconditions leave no params' });
  return { head: { name, transfer: place.transfer }, jobs };
}

interface Places {
  readonly transfer: boolean;
  readonly from: PlaceRef | undefined;
  readonly to: PlaceRef | undefined;
}

function parsePlaces(job: Data, params: readonly Param[], names: Names, path: string): Places {
  const [at, from, to] = [job['at'], job['from'], job['to']];
  const transfer = from !== undefined || to !== undefined;
  if (!transfer) {
    for (const key of ['pick', 'drop', 'capacity']) if (job[key] !== undefined) throw new Problem('not-a-transfer', `"${key}" belongs to transfers`, { path: `${path}.${key}`, hint: 'a transfer has "from" and "to"' });
    const place = at === undefined ? undefined : parsePlace(at, params, names, `${path}.at`);
    return { transfer, from: place, to: place };
  }
  if (at !== undefined) throw new Problem('two-places', 'a job has either "at" or "from" and "to"', { path });
  if (from === undefined || to === undefined) throw new Problem('half-a-transfer', 'a transfer needs both "from" and "to"', { path });
  if (job['duration'] !== undefined) throw new Problem('transfer-duration', 'a transfer takes its way, "pick" and "drop"', { path: `${path}.duration` });
  return { transfer, from: parsePlace(from, params, names, `${path}.from`), to: parsePlace(to, params, names, `${path}.to`) };
}

function parsePlace(value: unknown, params: readonly Param[], names: Names, path: string): PlaceRef {
  if (typeof value === 'string' && value.startsWith('$')) {
    const param = params.find((each) => each.name === value.slice(1));
    if (param === undefined) throw new Problem('unknown-param', `there is no param ${describe(value)}`, { path });
    const stranger = param.members.find((member) => !names.members.has(member));
    if (stranger !== undefined) throw unknownPlace(stranger, names.members, path);
    return (chosen) => chosen[param.name]!;
  }
  if (typeof value !== 'string' || !names.members.has(value)) throw unknownPlace(value, names.members, path);
  return () => value;
}

function parseHolds(value: unknown, place: Places, params: readonly Param[], names: Names, path: string): readonly PlaceRef[] {
  if (value === undefined) return place.transfer || place.from === undefined ? [] : [place.from];
  if (!Array.isArray(value)) throw new Problem('wrong-type', `"holds" is a list of places and locks, not ${describe(value)}`, { path });
  const withLocks: Names = { ...names, members: new Set([...names.members, ...names.locks]) };
  return (value as readonly unknown[]).map((each, at) => parsePlace(each, params, withLocks, `${path}[${at}]`));
}

/** A text with `$param` in it, as a function of the params. */
function parseSays(value: unknown, params: readonly Param[], path: string): (chosen: Readonly<Record<string, string>>) => string | undefined {
  if (value === undefined) return () => undefined;
  if (typeof value !== 'string' || value === '') throw new Problem('wrong-type', `"says" is a text, not ${describe(value)}`, { path });
  for (const [, name] of value.matchAll(/\$(\w+)/g)) {
    if (!params.some((param) => param.name === name)) throw new Problem('unknown-param', `there is no param "$${name!}"`, { path, hint: didYouMean(name!, params.map((param) => param.name)) });
  }
  return (chosen) => value.replace(/\$(\w+)/g, (_, name: string) => chosen[name]!);
}

function changesOf(effects: ReturnType<typeof parseEffects>, binding: Binding, path: string): readonly Change[] {
  const grounded = groundEffects(effects, binding);
  if ('twice' in grounded) throw new Problem('twice', `the effects change ${grounded.twice.text} twice`, { path: `${path}.effects`, hint: 'restrict the params with "where"' });
  if ('gap' in grounded) throw new Problem('no-amount', `the effects have no value for ${grounded.gap.text} that it can have`, { path: `${path}.effects`, hint: 'restrict the params with "where"' });
  return grounded.changes;
}

function whole(value: unknown, least: number, path: string): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= 64) return value as number;
  throw new Problem('out-of-range', `${describe(value)} is no whole number from ${least} to 64`, { path });
}
