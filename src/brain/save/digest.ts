import { fingerprint } from '../../core/internal.js';
import { coreOf, type Crowd } from '../crowd.js';
import { headOf } from './crowd-buffer.js';

/**
 * A fingerprint of everything that decides how a crowd goes on: two crowds that run alike have the same one after every tick, so peers can
 * compare it. The numbers of minds are not in it: they are names, and after a rollback new minds get others.
 */
export function digest(crowd: Crowd): string {
  const core = coreOf(crowd);
  core.refuseInside('digest');
  const sums: string[] = [JSON.stringify(headOf(core))];
  for (const minds of core.groups) {
    for (const column of minds.columns.all) {
      if (column === minds.c.id) continue;
      const { buffer, BYTES_PER_ELEMENT } = column.data;
      sums.push(sumOf(new Uint8Array(buffer, 0, minds.slots * column.width * BYTES_PER_ELEMENT)));
    }
  }
  return fingerprint(sums.join(' '));
}

function sumOf(bytes: Uint8Array): string {
  let one = 0x811c9dc5;
  let two = 0x050c5d1f;
  for (let at = 0; at < bytes.length; at++) {
    one = Math.imul(one ^ bytes[at]!, 0x01000193);
    two = Math.imul(two ^ bytes[at]! ^ (at & 0xff), 0x01000193);
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`;
}
