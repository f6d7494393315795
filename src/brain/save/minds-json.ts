import { describe, isPlainObject, plainObject, Problem } from '../../core/internal.js';
import type { CrowdCore, Place } from '../crowd-core.js';
import type { BrainProgram } from '../program.js';
import type { MindKey } from '../types.js';
import type { Newcomer } from './add-minds.js';
import { readSnapshot } from './check-snapshot.js';
import { saveDesk, type SavedDesk } from './desk.js';
import { layoutOf } from './layout.js';
import { checkBody, type BodyOf } from './bodies.js';
import { renameCell, renameMind, type Rename } from './rename.js';
import type { MindSnapshot } from './snapshot.js';
import { refuseUnsaved, seatsOf, writeMind } from './write-mind.js';

/** A mind among others that were saved together. */
export interface SavedMember {
  readonly id: number;
  /** What `keyOf` said of its body. */
  readonly key?: MindKey;
  readonly mind: MindSnapshot;
}

/** Minds of one crowd as plain JSON, with what they share once. */
export interface SavedMinds {
  readonly format: 'ganglion.minds/1' | 'ganglion.crowd/1';
  readonly minds: readonly SavedMember[];
  readonly shared: Readonly<Record<string, boolean | number | string>>;
  /** What they wait for. */
  readonly desk: SavedDesk;
}

/** Names a body, so that it is found again. */
export type KeyOf = (body: never) => MindKey;

/** The minds at these places. @throws Problem for one that cannot be saved, and for a key that is none */
export function writeMinds(core: CrowdCore, places: readonly Place[], keyOf: KeyOf | undefined, what: string): Omit<SavedMinds, 'format'> {
  const known = new Set<MindKey>();
  const minds = places.map(({ minds: group, slot }): SavedMember => {
    refuseUnsaved(group, slot, what);
    const member = { id: group.c.id.data[slot]!, mind: writeMind(group, slot, false) };
    if (keyOf === undefined) return member;
    const key: unknown = keyOf(group.bodies[slot] as never);
    if (typeof key !== 'string' && !Number.isSafeInteger(key)) throw new Problem('bad-key', `keyOf answers a text or a whole number, not ${describe(key)}`, { path: `${what}.keyOf` });
    if (known.has(key as MindKey)) throw new Problem('bad-key', `keyOf gives two minds the key ${describe(key)}`, { path: `${what}.keyOf` });
    known.add(key as MindKey);
    return { ...member, key: key as MindKey };
  });
  const seats = new Set(places.flatMap(({ minds: group, slot }) => seatsOf(group, slot)));
  return { minds, shared: Object.fromEntries(core.shared.entries()), desk: saveDesk(core.desk, seats) };
}

/** What was saved together, seen to have the form of it. @throws Problem `bad-snapshot` */
export function readMinds(value: unknown, format: SavedMinds['format'], what: string): SavedMinds {
  const given = plainObject(value, what, `a save of format ${format}`);
  const fail = (name: string, found: unknown, hint: string): never => {
    throw new Problem('bad-snapshot', `${what}.${name} cannot be ${describe(found)}`, { path: `${what}.${name}`, hint });
  };
  if (given['format'] !== format) fail('format', given['format'], `this reads "${format}"`);
  const { minds, shared } = given;
  if (!Array.isArray(minds)) return fail('minds', minds, 'a list');
  if (!isPlainObject(shared)) fail('shared', shared, 'an object of shared facts');
  const ids = new Set<unknown>();
  minds.forEach((member: unknown, index) => {
    const path = `minds[${index}]`;
    if (!isPlainObject(member)) return fail(path, member, 'an object with id and mind');
    const { id, key } = member;
    if (!Number.isInteger(id) || (id as number) < 0 || (id as number) > 0xffff_fffe || ids.has(id)) fail(`${path}.id`, id, 'a number of its own');
    if (key !== undefined && typeof key !== 'string' && !Number.isSafeInteger(key)) fail(`${path}.key`, key, 'a text or a whole number');
    ids.add(id);
    readSnapshot(member['mind'], `${what}.${path}.mind`);
    return undefined;
  });
  return value as SavedMinds;
}

/** The saved minds with their brains and bodies, under their new names. @throws Problem for a brain or a body that is not known */
export function newcomers({ minds }: SavedMinds, core: CrowdCore, brains: readonly BrainProgram[], bodyOf: BodyOf, rename: Rename | undefined, keepsId: boolean, what: string): readonly Newcomer[] {
  const known = [...new Set([...core.groups.map(({ program }) => program), ...brains])];
  return minds.map(({ id, key, mind }) => {
    const program = programOf(mind, known, what);
    const name = key ?? mind.key ?? id;
    return { program, body: checkBody(bodyOf(name as never, mind.brain, id), name, mind.brain), saved: rename === undefined ? mind : renameMind(mind, rename), ...(keepsId ? { id } : {}) };
  });
}

/** Shared facts under their new names. */
export function renamedShared(shared: SavedMinds['shared'], rename: Rename | undefined): SavedMinds['shared'] {
  return rename === undefined ? shared : Object.fromEntries(Object.entries(shared).map(([cell, value]) => [renameCell(rename.facts, cell), value]));
}

function programOf(mind: MindSnapshot, known: readonly BrainProgram[], what: string): BrainProgram {
  const namesakes = known.filter(({ name }) => name === mind.brain);
  const same = namesakes.filter((each) => layoutOf(each) === mind.layout);
  const alike = same.filter((each) => each.fingerprint === mind.fingerprint);
  const fit = alike.length > 0 ? alike : same.length > 0 ? same : namesakes;
  if (fit.length === 0) throw new Problem('unknown-brain', `there are saved minds of brain "${mind.brain}", which this crowd does not know`, { path: `${what}.brains`, hint: 'hand it in: { brains: [brain] }' });
  if (fit.length > 1) throw new Problem('ambiguous-brain', `${fit.length} brains are named "${mind.brain}" and look alike: which one has the saved minds is not to be told`, { path: `${what}.brains`, hint: 'give each brain a name of its own' });
  return fit[0]!;
}
