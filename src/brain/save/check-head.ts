import { describe, isPlainObject } from '../../core/internal.js';
import { bad } from './bad-save.js';
import { checkTroubles } from './check-snapshot.js';
import type { SavedHead } from './crowd-buffer.js';

const most = 0x1000000;
const count = (value: unknown, below: number = most): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < below;
const time = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < Infinity;
const list = (value: unknown, fits: (each: unknown) => boolean): value is readonly unknown[] => Array.isArray(value) && value.every(fits);
const key = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value);
const simple = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'string' || Number.isFinite(value);

/** True for each number below `slots` at most once. */
const distinct = (value: unknown, slots: number): boolean => list(value, (each) => count(each, slots)) && new Set(value).size === value.length;

/** A list of [slot, value], each slot once. */
const bySlot = (value: unknown, slots: number, fits: (each: unknown) => boolean): boolean =>
  list(value, (each) => Array.isArray(each) && each.length === 2 && count(each[0], slots) && fits(each[1])) && new Set((value as unknown[][]).map(([slot]) => slot)).size === value.length;

const notice = (value: unknown): boolean => isPlainObject(value) && typeof value['event'] === 'string' && (value['ref'] === undefined || count(value['ref'], Number.MAX_SAFE_INTEGER));
const setting = (value: unknown): boolean => value === null || Number.isSafeInteger(value);

/**
 * The head of a saved crowd, seen to have the form of one, its numbers bounded by what they may name.
 * @param columnBytes bytes that follow the head: every slot takes some of them
 * @throws Problem `bad-save` with the path of what is wrong
 */
export function checkHead(value: unknown, columnBytes: number): SavedHead {
  const fail = (path: string, found: unknown): never => {
    throw bad(`cannot have ${describe(found)} at ${path}`, undefined, `restoreCrowd.${path}`);
  };
  if (!isPlainObject(value)) return fail('head', value);
  const { groups, settings } = value;
  if (!isPlainObject(settings) || !Object.values(settings).every(setting)) fail('settings', settings);
  for (const name of ['tick', 'spawned', 'sharedVersion']) if (!count(value[name], Number.MAX_SAFE_INTEGER)) fail(name, value[name]);
  for (const name of ['time', 'sinceDetail']) if (!time(value[name])) fail(name, value[name]);
  if (!isPlainObject(value['shared']) || !Object.values(value['shared']).every(simple)) fail('shared', value['shared']);
  if (!Array.isArray(groups)) return fail('groups', groups);
  let bytes = 0;
  groups.forEach((group: unknown, index) => {
    const path = `groups[${index}]`;
    if (!isPlainObject(group)) return fail(path, group);
    const check = (name: string, fits: boolean): void => void (fits || fail(`${path}.${name}`, group[name]));
    for (const name of ['brain', 'fingerprint', 'layout']) check(name, typeof group[name] === 'string');
    check('bytes', count(group['bytes'], columnBytes + 1) && group['bytes'] % 8 === 0);
    // A slot takes more than eight bytes.
    check('slots', count(group['slots'], (group['bytes'] as number) / 8 + 1));
    const slots = group['slots'] as number;
    check('free', distinct(group['free'], slots));
    check('keys', keysFit(group['keys']));
    check('lists', isPlainObject(group['lists']) && Object.values(group['lists']).every((each) => isPlainObject(each) && Object.entries(each).every(([slot, params]) => count(Number(slot), slots) && Array.isArray(params))));
    check('notices', bySlot(group['notices'], slots, (each) => list(each, notice)));
    check('troubles', bySlot(group['troubles'], slots, isPlainObject));
    (group['troubles'] as readonly (readonly unknown[])[]).forEach(([, troubles], at) => checkTroubles(troubles, `restoreCrowd.${path}.troubles[${at}]`));
    check('names', bySlot(group['names'], slots, key));
    bytes += group['bytes'] as number;
    return undefined;
  });
  for (const name of ['claimants', 'line']) if (!list(value[name], (place) => Array.isArray(place) && place.length === 2 && count(place[0], groups.length) && count(place[1], (groups as { slots: number }[])[place[0]]!.slots))) fail(name, value[name]);
  if (bytes !== columnBytes) fail('groups', groups);
  if (!distinct(value['order'], groups.length) || (value['order'] as unknown[]).length !== groups.length) fail('order', value['order']);
  return value as unknown as SavedHead;
}

/** What a chooser keeps of its targets. */
function keysFit(value: unknown): boolean {
  return isPlainObject(value) && count(value['nameless'], 0x40000000) && list(value['keys'], (each) => typeof each === 'string' || Number.isFinite(each)) && new Set(value['keys'] as unknown[]).size === (value['keys'] as unknown[]).length;
}
