import { checkKeys, checkName, describe, didYouMean, isPlainObject, plainObject, Problem } from '../core/internal.js';
import type { Layout } from '../facts/internal.js';
import { engineOf, type AnyDomain, type Domain } from '../goap/internal.js';
import { makeHandle, openHandle } from './handles.js';
import type { Read, Sensor, Sensors } from './sensors.js';
import type { Senses } from './types.js';

/** What the compiler says a body is when nobody wrote its type. */
type NoBodyType = 'write the type of the body: perceive(domain, (guard: Guard, facts) => ...)';

/** A body that no sensor looks at may be anything. */
type Told<Body> = [Body] extends [NoBodyType] ? unknown : Body;

/**
 * Binds sensors to a domain and a body type. A function is one sensor of all facts that looks at every tick; the object form has
 * sensors that look always, from time to time, and on an event.
 *
 * The body's type is written once, at the first parameter of the function or of `always`; everything else follows from it.
 *
 * @throws Problem for a sensor that is no function, a period that is no time, or an unknown fact in `writes`
 */
export function perceive<Body = NoBodyType, F = unknown, A = unknown, G = unknown, V = {}>(domain: Domain<F, A, G>, look: Read<Body, F> | Sensors<Body, F, V>): Senses<Told<Body>, F, A, G, V> {
  const { layout } = engineOf(domain as AnyDomain);
  const sensors = Object.freeze(typeof look === 'function' ? [sensor('always', 'senses', look, 0, undefined, false, layout)] : readSensors(look, layout));
  return makeHandle({ domain }, { sensors });
}

/** The compiled sensors of what `perceive` made. @throws Problem `not-senses` */
export function sensorsOf(senses: Senses<any, any, any, any, any>): readonly Sensor[] {
  const sensors = openHandle(senses)?.['sensors'] as readonly Sensor[] | undefined;
  if (sensors === undefined) throw new Problem('not-senses', 'a brain is made of senses', { path: 'brain', hint: 'brain(perceive(domain, ...), { ... })' });
  return sensors;
}

function readSensors(value: unknown, layout: Layout): readonly Sensor[] {
  const given = plainObject(value, 'senses', 'a function, or an object with always, timed and events');
  checkKeys(given, ['always', 'timed', 'events'], 'senses');
  const sensors: Sensor[] = [];
  if (isPlainObject(given['always'])) {
    checkKeys(given['always'], ['writes', 'settle', 'read'], 'senses.always');
    const { read, writes, settle } = given['always'];
    sensors.push(sensor('always', 'senses.always', read, 0, writes, false, layout, settle));
  } else if (given['always'] !== undefined) sensors.push(sensor('always', 'senses.always', given['always'], 0, undefined, false, layout));
  for (const [name, timed] of Object.entries(plainObject(given['timed'] ?? {}, 'senses.timed'))) {
    const path = `senses.timed.${checkName(name, 'senses.timed', 'sensor')}`;
    const parts = plainObject(timed, path, 'an object with every and read');
    checkKeys(parts, ['every', 'writes', 'settle', 'while', 'read'], path);
    const { every, writes, read, settle } = parts;
    if (typeof every !== 'number' || !(every > 0) || every === Infinity) {
      throw new Problem('bad-period', `sensor "${name}": \`every\` must be a number of seconds above 0, not ${describe(every)}`, { path: `${path}.every`, hint: 'use "always" for every tick' });
    }
    sensors.push(sensor(name, path, read, every, writes, readWhile(parts['while'], writes, path), layout, settle));
  }
  for (const [name, event] of Object.entries(plainObject(given['events'] ?? {}, 'senses.events'))) {
    const path = `senses.events.${checkName(name, 'senses.events', 'event')}`;
    if (isPlainObject(event)) checkKeys(event, ['writes', 'read'], path);
    const [read, writes] = isPlainObject(event) ? [event['read'], event['writes']] : [event, undefined];
    sensors.push(sensor(name, path, read, Infinity, writes, false, layout));
  }
  return sensors;
}

function readWhile(value: unknown, writes: unknown, path: string): boolean {
  if (value === undefined || value === 'always') return false;
  if (value !== 'planned') throw new Problem('bad-value', `a sensor cannot look while ${describe(value)}`, { path: `${path}.while`, hint: '"always" or "planned"' });
  if (writes === undefined) throw new Problem('no-writes', 'a sensor that looks while it is needed must say which facts it writes', { path, hint: 'add writes: [...]' });
  return true;
}

function sensor(name: string, path: string, read: unknown, every: number, writes: unknown, planned: boolean, layout: Layout, settle?: unknown): Sensor {
  if (typeof read !== 'function') throw new Problem('not-a-function', `sensor "${name}": \`read\` must be a function, not ${describe(read)}`, { path, hint: 'give a function (body, facts) => { ... }' });
  return Object.freeze({ name, path, read: read as Sensor['read'], every, owns: writes === undefined ? privateBits(layout) : ownedBits(writes, `${path}.writes`, layout), planned, settle: settle === undefined ? [] : readSettle(settle, `${path}.settle`, layout) });
}

/** Facts that settle, cell by cell. */
function readSettle(value: unknown, path: string, layout: Layout): Sensor['settle'] {
  const isTime = (each: unknown): each is number => typeof each === 'number' && each >= 0 && each < Infinity;
  return Object.entries(plainObject(value, path, 'an object of facts, each with seconds or [on, off]')).flatMap(([name, given]) => {
    const fact = layout.facts.get(name);
    if (fact === undefined) throw new Problem('unknown-fact', `there is no fact ${describe(name)}`, { path, hint: didYouMean(name, layout.facts.keys()) });
    if (fact.cells[0]!.shared) throw new Problem('shared-in-senses', `a sensor cannot write "${name}", which is shared`, { path });
    const times: readonly unknown[] = Array.isArray(given) && fact.of.kind === 'flag' && given.length === 2 ? given : [given, given];
    if (!times.every(isTime)) throw new Problem('bad-time', `"${name}" cannot settle in ${describe(given)}`, { path: `${path}.${name}`, hint: fact.of.kind === 'flag' ? 'seconds, or [on, off] in seconds' : 'a number of seconds; [on, off] is for flags' });
    return fact.cells.map((cell) => ({ cell, on: times[0] as number, off: times[1] as number }));
  });
}

/** What a sensor owns that does not say what it writes: all but the shared facts; null where there are none. */
function privateBits({ words, privateWords }: Layout): Int32Array | null {
  return words === privateWords ? null : new Int32Array(words).fill(-1, 0, privateWords);
}

function ownedBits(writes: unknown, path: string, layout: Layout): Int32Array {
  if (!Array.isArray(writes) || writes.length === 0) throw new Problem('bad-writes', `"writes" is a list of facts, not ${describe(writes)}`, { path });
  const bits = new Int32Array(layout.words);
  for (const name of writes as readonly unknown[]) {
    const fact = typeof name === 'string' ? layout.facts.get(name) : undefined;
    if (fact === undefined) throw new Problem('unknown-fact', `there is no fact ${describe(name)}`, { path, hint: didYouMean(String(name), layout.facts.keys()) });
    if (fact.cells[0]?.shared === true) throw new Problem('shared-in-senses', `a sensor cannot write "${fact.name}", which is shared`, { path, hint: 'the game sets it with crowd.set, a step changes it by its effects' });
    fact.mask.forEach((mask, word) => (bits[word]! |= mask));
  }
  return bits;
}
