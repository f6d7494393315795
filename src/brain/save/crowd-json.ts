import { describe, isPlainObject, Problem } from '../../core/internal.js';
import type { CrowdCore } from '../crowd-core.js';
import type { BrainProgram } from '../program.js';
import type { RestorePolicy } from '../types.js';
import { addMinds } from './add-minds.js';
import { outcomeOf } from './batch.js';
import type { BodyOf } from './bodies.js';
import { savedSettings, type SavedHead } from './crowd-buffer.js';
import type { Losses } from './losses.js';
import { newcomers, readMinds, renamedShared, writeMinds, type KeyOf, type SavedMinds } from './minds-json.js';
import { takeSettings } from './place-crowd.js';
import type { Rename } from './rename.js';
import type { RestoreReport } from './snapshot.js';

/** A whole crowd as plain JSON, everything by name: it outlives changes of its brains. Bodies are not in it. */
export interface SavedCrowd extends SavedMinds {
  readonly format: 'ganglion.crowd/1';
  readonly settings: SavedHead['settings'];
  readonly tick: number;
  readonly time: number;
  readonly spawned: number;
  readonly sinceDetail: number;
}

export function writeCrowdJson(core: CrowdCore, keyOf: KeyOf | undefined): SavedCrowd {
  const places = core.order.flatMap((minds) => [...minds.alive()].map((slot) => ({ minds, slot })));
  const { tick, time, spawned, sinceDetail, settings } = core;
  return { format: 'ganglion.crowd/1', settings: savedSettings(settings), tick, time, spawned, sinceDetail, ...writeMinds(core, places, keyOf, 'saveCrowd') };
}

/** A crowd's JSON, seen to have the form of it. @throws Problem `bad-snapshot` */
export function readCrowdJson(value: unknown): SavedCrowd {
  const saved = readMinds(value, 'ganglion.crowd/1', 'restoreCrowd') as SavedCrowd;
  const fail = (name: keyof SavedCrowd, hint: string): never => {
    throw new Problem('bad-snapshot', `restoreCrowd.${name} cannot be ${describe(saved[name])}`, { path: `restoreCrowd.${name}`, hint });
  };
  if (!isPlainObject(saved.settings) || !Object.values(saved.settings).every((each) => each === null || Number.isSafeInteger(each))) fail('settings', 'whole numbers');
  for (const name of ['tick', 'spawned'] as const) if (!Number.isSafeInteger(saved[name]) || saved[name] < 0) fail(name, 'a whole number of 0 or more');
  for (const name of ['time', 'sinceDetail'] as const) if (!(typeof saved[name] === 'number' && saved[name] >= 0 && saved[name] < Infinity)) fail(name, 'a number of seconds');
  return saved;
}

/** The saved minds take the place of those that live in the crowd. @throws Problem; then nothing is changed */
export function placeCrowdJson(core: CrowdCore, saved: SavedCrowd, brains: readonly BrainProgram[], bodyOf: BodyOf, policy: RestorePolicy, rename: Rename | undefined, losses: Losses): RestoreReport['outcome'] {
  const before = core.groups.flatMap((minds) => [...minds.alive()].map((slot) => ({ minds, slot })));
  const coming = newcomers(saved, core, brains, bodyOf, rename, true, 'restoreCrowd');
  const places = addMinds(core, coming, { policy, losses, shared: renamedShared(saved.shared, rename), desk: saved.desk });
  // From here on nothing can fail.
  for (const { minds, slot } of before) minds.drop(slot);
  takeSettings(core, saved.settings, losses);
  core.tick = saved.tick;
  core.time = saved.time;
  core.spawned = saved.spawned;
  core.sinceDetail = saved.sinceDetail;
  core.nextId = Math.max(core.nextId, saved.spawned);
  core.used = true;
  core.resettle();
  return outcomeOf(places.map(({ outcome }) => outcome), losses);
}
