import { checkKeys, describe, isPlainObject, Problem } from '../core/internal.js';
import type { Agent, Duration } from './types.js';

type Data = Readonly<Record<string, unknown>>;

/** The seconds of work as a function of the agent; infinite when it cannot. @throws Problem with the path of the mistake */
export function workSeconds(value: unknown, path: string): (agent: Agent, params: Readonly<Record<string, string>>) => number {
  if (typeof value === 'function') return value as Exclude<Duration<Readonly<Record<string, string>>>, number | object>;
  if (typeof value === 'number') {
    const seconds = nonNegative(value, path);
    return () => seconds;
  }
  if (!isPlainObject(value)) throw new Problem('bad-duration', `a duration is seconds, { base, skill }, { skill, table } or a function, not ${describe(value)}`, { path });
  checkKeys(value, ['base', 'skill', 'table'], path);
  const skill = value['skill'];
  if (typeof skill !== 'string' || skill === '') throw new Problem('bad-duration', `"skill" is a name, not ${describe(skill)}`, { path: `${path}.skill` });
  const level = (agent: Agent): number => (agent.skills !== undefined && Object.hasOwn(agent.skills, skill) ? agent.skills[skill]! : 0);
  if (value['table'] === undefined) {
    const base = nonNegative(value['base'], `${path}.base`);
    return (agent) => (level(agent) > 0 ? base / level(agent) : Infinity);
  }
  const table = value['table'];
  if (value['base'] !== undefined) throw new Problem('bad-duration', 'a duration has either "base" or "table"', { path });
  if (!Array.isArray(table) || table.length === 0) throw new Problem('bad-duration', `"table" is a list of seconds by level, not ${describe(table)}`, { path: `${path}.table` });
  const seconds = (table as readonly unknown[]).map((each, at) => nonNegative(each, `${path}.table[${at}]`));
  return (agent) => (level(agent) >= 1 ? seconds[Math.min(seconds.length, Math.floor(level(agent))) - 1]! : Infinity);
}

/** The seconds to take up and put down; the way between is added per agent. @throws Problem with the path of the mistake */
export function transferSeconds(job: Data, path: string): () => number {
  const seconds = nonNegative(job['pick'] ?? 0, `${path}.pick`) + nonNegative(job['drop'] ?? 0, `${path}.drop`);
  return () => seconds;
}

function nonNegative(value: unknown, path: string): number {
  if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return value;
  throw new Problem('bad-duration', `${describe(value)} is no number of seconds`, { path, hint: '0 or more, and finite' });
}
