import { coreOf, crowd as makeCrowd, type Crowd } from '../crowd.js';
import { MindHandle, placeOf } from '../mind.js';
import { programOf } from '../program.js';
import type { Brain, Mind, RestorePolicy } from '../types.js';
import { addMind } from './fill-mind.js';
import type { MindSnapshot, RestoreReport } from './snapshot.js';
import { refuseUnsaved, writeMind } from './write-mind.js';

/** Everything a mind remembers as plain JSON, by name. @throws Problem inside a tick, and when its tree runs on a library that cannot save it */
export function saveMind(mind: Mind<any, any, any, any>): MindSnapshot {
  const { minds, slot } = placeOf(mind);
  minds.crowd.refuseInside('saveMind');
  refuseUnsaved(minds, slot, 'saveMind');
  return writeMind(minds, slot);
}

/** How a saved mind is taken up. */
export interface RestoreMindOptions {
  /** The crowd it goes on in; default: a crowd of its own. */
  readonly crowd?: Crowd;
  /** What to do when the brain is not the one the snapshot was taken of; default `error`. */
  readonly changed?: RestorePolicy;
  /** Hears of what was lost. */
  readonly report?: (report: RestoreReport) => void;
}

/**
 * A mind that goes on where it was saved. No enter and no exit runs, only `resume` of the states that go on.
 * @throws Problem when the snapshot is malformed, or of another brain and `changed` is `error`; then nothing is changed
 */
export function restoreMind<Body, F, A, G, V>(brain: Brain<Body, F, A, G, V>, body: Body, snapshot: MindSnapshot, options: RestoreMindOptions = {}): Mind<F, A, G, V> {
  const { crowd = makeCrowd(), changed = 'error', report } = options;
  const core = coreOf(crowd);
  core.refuseInside('restoreMind');
  const program = programOf(brain);
  const restored = core.asTick(() => addMind(core.group(program), body, snapshot, changed));
  report?.(restored.report);
  return new MindHandle<F, A, G, V>(core, program).settle(restored.slot);
}
