import { checkKeys, checkName, describe, fingerprint, plainObject, Problem, stableJson } from '../core/internal.js';
import { checkSchema, checkSets, makeLayout, type Layout } from '../facts/internal.js';
import { compileJob } from './compile-job.js';
import { parseGoal, type ParsedGoal } from './goal.js';
import type { Names } from './names.js';
import type { GroundJob, JobHead, Program } from './program.js';
import type { Travel } from './types.js';

/** Most jobs with params filled in. */
const mostJobs = 20_000;

/** A program and the goals it has names for. */
export interface Compiled {
  readonly program: Program;
  readonly goals: ReadonlyMap<string, ParsedGoal>;
}

/** Checks what `team(...)` was given and fills in all params. @throws Problem with the path of the first mistake */
export function compileTeam(value: unknown, path: string): Compiled {
  const parts = plainObject(value, path, 'an object with facts, jobs and goals');
  checkKeys(parts, ['objects', 'facts', 'travel', 'locks', 'jobs', 'goals'], path);
  const objects = checkSets(parts['objects'] ?? {}, `${path}.objects`);
  const facts = checkSchema(parts['facts'], objects, `${path}.facts`);
  for (const name of Object.keys(objects)) {
    if (Object.hasOwn(facts, name)) throw new Problem('duplicate-name', `"${name}" is an object set and a fact`, { path: `${path}.objects.${name}` });
  }
  const layout = makeLayout(facts, {}, objects, path);
  const names: Names = { layout, members: new Set(Object.values(objects).flat()), locks: parseLocks(parts['locks'], objects, `${path}.locks`), places: [], stations: [] };
  const heads: JobHead[] = [];
  const jobs: GroundJob[] = [];
  for (const [name, job] of Object.entries(plainObject(parts['jobs'], `${path}.jobs`, 'an object of jobs'))) {
    const compiled = compileJob(name, job, heads.length, jobs.length, names, `${path}.jobs.${name}`);
    heads.push(compiled.head);
    jobs.push(...compiled.jobs);
    if (jobs.length > mostJobs) throw new Problem('too-many-jobs', `with all params filled in there are more than ${mostJobs} jobs`, { path: `${path}.jobs.${name}`, hint: 'restrict params with "where", or use smaller object sets' });
  }
  const goals = new Map<string, ParsedGoal>();
  for (const [name, goal] of Object.entries(plainObject(parts['goals'] ?? {}, `${path}.goals`, 'an object of goals'))) {
    checkName(name, `${path}.goals`, 'goal');
    goals.set(name, parseGoal(name, goal, layout, `${path}.goals.${name}`));
  }
  const meaning = stableJson({ objects, facts, jobs: parts['jobs'], locks: parts['locks'] ?? [], goals: parts['goals'] ?? {} });
  const program: Program = { layout, heads, jobs, places: names.places, stations: names.stations, travel: parseTravel(parts['travel'], `${path}.travel`), fingerprint: fingerprint(meaning) };
  return { program, goals };
}

function parseLocks(value: unknown, objects: Layout['sets'], path: string): ReadonlySet<string> {
  if (value === undefined) return new Set();
  if (!Array.isArray(value)) throw new Problem('wrong-type', `locks are a list of names, not ${describe(value)}`, { path });
  const locks = new Set<string>();
  for (const lock of value as readonly unknown[]) {
    if (typeof lock !== 'string') throw new Problem('wrong-type', `a lock is a name, not ${describe(lock)}`, { path });
    checkName(lock, path, 'lock');
    if (locks.has(lock) || Object.values(objects).some((members) => members.includes(lock))) throw new Problem('duplicate-name', `"${lock}" is named twice`, { path, hint: 'objects can be held without being locks' });
    locks.add(lock);
  }
  return locks;
}

function parseTravel(value: unknown, path: string): Travel | undefined {
  if (value === undefined || typeof value === 'function') return value as Travel | undefined;
  for (const [from, row] of Object.entries(plainObject(value, path, 'a function or a table of distances'))) {
    for (const [to, distance] of Object.entries(plainObject(row, `${path}.${from}`, 'an object of distances'))) {
      if (typeof distance !== 'number' || !(distance >= 0)) throw new Problem('bad-distance', `${describe(distance)} is no distance`, { path: `${path}.${from}.${to}`, hint: '0 or more' });
    }
  }
  return value as Travel;
}
