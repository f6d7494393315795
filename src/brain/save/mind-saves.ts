import { checkKeys, describe, Problem } from '../../core/internal.js';
import type { Place } from '../crowd-core.js';
import { coreOf, crowd as makeCrowd, type Crowd } from '../crowd.js';
import { MindHandle, placeOf } from '../mind.js';
import { programOf } from '../program.js';
import type { Brain, Mind, RestorePolicy } from '../types.js';
import { addMinds, checkPolicy } from './add-minds.js';
import { saveDesk } from './desk.js';
import { readSnapshot } from './check-snapshot.js';
import { Losses } from './losses.js';
import { checkRename, renameMind, type Rename } from './rename.js';
import type { MindSnapshot, RestoreReport } from './snapshot.js';
import { refuseUnsaved, seatsOf, writeMind } from './write-mind.js';

/** Everything a mind remembers as plain JSON, by name. @throws Problem inside a tick, and when its tree runs on a library that cannot save it */
export function saveMind(mind: Mind<any, any, any, any>): MindSnapshot {
  return save(placeOf(mind), 'saveMind');
}

function save({ minds, slot }: Place, what: string): MindSnapshot {
  minds.crowd.refuseInside(what);
  refuseUnsaved(minds, slot, what);
  const desk = saveDesk(minds.crowd.desk, new Set(seatsOf(minds, slot)));
  const waits = desk.service.jobs.length + desk.service.answers.length > 0;
  const alone = minds.crowd.living === 1;
  return { ...writeMind(minds, slot, alone), ...(waits || alone ? { desk } : {}) };
}

/**
 * A mind leaves for another crowd or process: it is saved and gone from here, without exits and without `undo`, since what it does goes on there.
 * @throws Problem as {@link saveMind} does; the mind then stays
 */
export function release(mind: Mind<any, any, any, any>): MindSnapshot {
  const place = placeOf(mind);
  const saved = save(place, 'release');
  place.minds.drop(place.slot);
  return saved;
}

/** How a saved mind is taken up. */
export interface RestoreMindOptions {
  /** The crowd it goes on in; default: a crowd of its own. */
  readonly crowd?: Crowd;
  /** What to do when the brain is not the one the snapshot was taken of; default `error`, or `nearest` with `rename`. */
  readonly changed?: RestorePolicy;
  /** New names of what the snapshot knows by old ones. */
  readonly rename?: Rename;
  /** Whether the crowd's shared facts stay or are set to the saved ones; default: they stay where the crowd ever had a mind or a `set`. */
  readonly shared?: 'keep' | 'take';
  /** Hears of what was lost. */
  readonly report?: (report: RestoreReport) => void;
}

/**
 * A mind that goes on where it was saved. No enter and no exit runs, only `resume` of the states that go on.
 * @throws Problem when the snapshot is malformed, or of another brain and `changed` is `error`; then nothing is changed
 */
export function restoreMind<Body, F, A, G, V>(brain: Brain<Body, F, A, G, V>, body: Body, snapshot: MindSnapshot, options: RestoreMindOptions = {}): Mind<F, A, G, V> {
  checkKeys(options as Readonly<Record<string, unknown>>, ['crowd', 'changed', 'rename', 'shared', 'report'], 'restoreMind');
  const { crowd = makeCrowd(), rename, report } = options;
  const core = coreOf(crowd);
  core.refuseInside('restoreMind');
  const program = programOf(brain);
  const policy = checkPolicy(options.changed ?? (rename === undefined ? 'error' : 'nearest'), 'restoreMind.changed');
  const shared = options.shared ?? (core.used ? 'keep' : 'take');
  if (shared !== 'keep' && shared !== 'take') throw new Problem('bad-value', `shared facts are kept or taken, not ${describe(shared)}`, { path: 'restoreMind.shared', hint: '"keep" or "take"' });
  if (rename !== undefined) checkRename(rename, 'restoreMind.rename');
  const given = readSnapshot(snapshot);
  const saved = rename === undefined ? given : renameMind(given, rename);
  const losses = new Losses();
  const [place] = core.asTick(() => addMinds(core, [{ program, body, saved }], { policy, losses, shared: shared === 'take' ? saved.shared : undefined, desk: saved.desk }));
  report?.({ outcome: place!.outcome, lost: losses.list });
  return new MindHandle<F, A, G, V>(core, program).settle(place!.slot);
}
