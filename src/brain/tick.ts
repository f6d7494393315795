import { traceLayer } from '../core/internal.js';
import { decide } from './deciding.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { factsChanged } from './news.js';
import { seeShared } from './see-shared.js';
import { traceEvent } from './trace-events.js';
import { countDown } from './troubles.js';

/**
 * One tick of one mind: sense, decide, strategy. Planning and performing happen inside the strategy's plan leaf (`plan-leaf.ts`).
 *
 * @param dt seconds since the mind's last tick
 */
export function tickMind(minds: Minds, slot: number, dt: number): void {
  const body = minds.bodies[slot];
  const flags = minds.c.flags.data;
  minds.view.point(minds.facts.data, slot * minds.words);
  sense(minds, slot, body, dt);
  if ((flags[slot]! & flag.timers) !== 0) countDown(minds, slot, dt);
  const since = minds.c.sinceDecide.data;
  since[slot] = since[slot]! + dt;
  if ((flags[slot]! & flag.decide) !== 0 || since[slot] >= minds.program.decideEvery) {
    decide(minds, slot, body);
  }
  minds.tree.step(slot, body, minds.view.view, dt);
}

/** Brings the facts up to date: shared ones from the crowd, events, then the sensors that are due. */
export function sense(minds: Minds, slot: number, body: unknown, dt: number): void {
  const { sensing, c, crowd, shared } = minds;
  // Most ticks nothing is due: then nothing is copied and nothing compared.
  let begun = false;
  if (shared.words.length > 0 && c.sharedSeen.data[slot] !== crowd.shared.version) begun = seeShared(minds, slot);
  if ((c.flags.data[slot]! & flag.events) !== 0) {
    if (!begun) sensing.begin(slot);
    begun = true;
    hear(minds, slot, body);
  }
  if (!sensing.look(slot, body, dt, begun, sensing.hasPlanned ? needed(minds, slot) : null) && !begun) return;
  if (sensing.differs(slot)) factsChanged(minds, slot, sensing.changed);
}

function hear(minds: Minds, slot: number, body: unknown): void {
  const { c, notices, sensing, states } = minds;
  const heard = notices.get(slot) ?? [];
  notices.delete(slot);
  c.flags.data[slot] = (c.flags.data[slot]! & ~flag.events) | flag.decide;
  for (const { event, data } of heard) {
    minds.note(slot, traceLayer.sense, minds.program.eventNames.indexOf(event), traceEvent.heard, 0, 0);
    sensing.hear(slot, body, event, data);
    states.post(slot, event);
    for (const inner of minds.innerOf(slot)) tell(inner.minds, inner.slot, event, data);
  }
}

/** Events that can wait for one mind. */
const mostNotices = 1024;

/** Queues an event for a mind's next tick. */
export function tell(minds: Minds, slot: number, event: string, data: unknown): void {
  const waiting = minds.notices.get(slot);
  if (waiting === undefined) minds.notices.set(slot, [{ event, data }]);
  else {
    if (waiting.length >= mostNotices) {
      waiting.shift();
      minds.crowd.warn(minds.c.id.data[slot]!, minds.program.name, 'mind.notify', 'full', `more than ${mostNotices} events wait for a mind that does not tick: the oldest are forgotten`);
    }
    waiting.push({ event, data });
  }
  minds.c.flags.data[slot]! |= flag.events;
}

/** Bits that the goal at hand depends on; null when there is none, so that nothing is held back from a mind without a goal. */
function needed(minds: Minds, slot: number): Int32Array | null {
  const goal = minds.c.wanted.data[slot]!;
  return goal === 0 ? null : minds.program.goals.entry(goal - 1).relevant;
}
