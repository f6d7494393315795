import { showClaims } from './claims.js';
import { overlaps } from './masks.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';

/**
 * Copies in what is free of the shared facts, and what the mind has claimed. News is only what the goals at hand depend on, or what may
 * end a trouble: so a stock that many draw from does not disturb those who want something else. True when there is any.
 */
export function seeShared(minds: Minds, slot: number): boolean {
  const { sensing, c, crowd, facts, shared, words } = minds;
  const at = slot * words;
  const from = shared.layout.privateWords;
  c.sharedSeen.data[slot] = crowd.shared.version;
  sensing.begin(slot);
  facts.data.set(crowd.shared.words(shared), at + from);
  if (minds.program.hasStock) showClaims(minds, slot);
  if ((c.flags.data[slot]! & flag.timers) !== 0) return true;
  return sensing.differs(slot) && (concerns(minds, c.wanted.data[slot]!, sensing.changed) || concerns(minds, c.pursued.data[slot]!, sensing.changed));
}

/** The shared words of a mind's row as they would be now. */
export function sharedRow(minds: Minds, slot: number): Int32Array {
  const { crowd, facts, shared, words } = minds;
  const at = slot * words + shared.layout.privateWords;
  const before = facts.data.slice(at, (slot + 1) * words);
  facts.data.set(crowd.shared.words(shared), at);
  if (minds.program.hasStock) showClaims(minds, slot);
  const now = facts.data.slice(at, (slot + 1) * words);
  facts.data.set(before, at);
  return now;
}

function concerns({ program }: Minds, goal: number, changed: Int32Array): boolean {
  return goal !== 0 && overlaps(program.goals.entry(goal - 1).relevant, changed);
}
