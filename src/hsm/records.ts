import type { StateProgram } from './program.js';
import { exitReasons, stateEvent } from './rows.js';

/** Names one entity of one store. The id of a despawned entity is never given out again (for 32,767 reuses of its row). */
export type EntityId = number & { readonly '~entity'?: never };

/** One thing that happened, for people and tests. */
export interface StateRecord {
  /** Number of the tick, from 1; 0 before the first. */
  readonly tick: number;
  readonly entity: EntityId;
  readonly type: keyof typeof stateEvent;
  /** Stable id of the state. */
  readonly node: string;
  /** Status of a drive, reason of an exit, target of a transition, index of a failed step, name of a lost event. */
  readonly detail: string;
}

/** Turns the numbers that a trace function is told into records. */
export function recordMaker({ ids, events }: StateProgram): (tick: number, entity: EntityId, node: number, event: number, detail: number) => StateRecord {
  const types = Object.keys(stateEvent) as (keyof typeof stateEvent)[];
  const byNumber = new Map(types.map((type) => [stateEvent[type] as number, type]));
  const details: { readonly [type: string]: (detail: number) => string } = {
    drive: (detail) => ['running', 'success', 'failure', 'throw'][detail]!,
    exit: (detail) => exitReasons[detail]!,
    transition: (detail) => ids[detail] || ['', 'succeed', 'fail'][detail]!,
    failedStep: String,
    stale: String,
    overflow: (detail) => events[detail]!,
  };
  return (tick, entity, node, event, detail) => {
    const type = byNumber.get(event)!;
    return { tick, entity, type, node: ids[node]!, detail: details[type]?.(detail) ?? '' };
  };
}
