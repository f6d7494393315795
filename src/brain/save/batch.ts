import { checkKeys, describe, Problem } from '../../core/internal.js';
import { coreOf, type Crowd } from '../crowd.js';
import { MindHandle } from '../mind.js';
import { programOf } from '../program.js';
import type { Brain, Mind, RestorePolicy } from '../types.js';
import { addMinds, checkPolicy } from './add-minds.js';
import type { BodyOf } from './bodies.js';
import { Losses } from './losses.js';
import { newcomers, readMinds, renamedShared, writeMinds, type KeyOf, type SavedMinds } from './minds-json.js';
import { checkRename, type Rename } from './rename.js';
import type { RestoreReport } from './snapshot.js';

/**
 * Takes minds out of a crowd, to go on in another one: without exits and without `undo`, with the searches they wait for, and with the
 * shared facts once for all of them.
 * @param ids numbers of minds
 * @throws Problem for a number that no mind has, and for one that cannot be saved; then all stay
 */
export function extract(crowd: Crowd, ids: Iterable<number>, options: { readonly keyOf?: KeyOf } = {}): SavedMinds {
  checkKeys(options, ['keyOf'], 'extract');
  const core = coreOf(crowd);
  core.refuseInside('extract');
  const places = [...new Set(ids)].map((id) => {
    const place = core.find(id);
    if (place === undefined) throw new Problem('no-mind', `this crowd has no mind ${describe(id)}`, { path: 'extract' });
    return place;
  });
  const saved: SavedMinds = { format: 'ganglion.minds/1', ...writeMinds(core, places, options.keyOf, 'extract') };
  for (const { minds, slot } of places) minds.drop(slot);
  return saved;
}

/** How minds are taken in. */
export interface InsertOptions {
  /** Brains that have no minds there yet. */
  readonly brains?: readonly Brain<any>[];
  /** The body of a mind by its key, or by the number it had. */
  readonly bodyOf: BodyOf;
  readonly changed?: RestorePolicy;
  readonly rename?: Rename;
  /** Whether the crowd's shared facts stay or are set to the saved ones; default: they stay where the crowd ever had a mind or a `set`. */
  readonly shared?: 'keep' | 'take';
}

/** Takes in minds that {@link extract} took out elsewhere: all or none. Their numbers are new. @throws Problem; then nothing is changed */
export function insert(crowd: Crowd, saved: SavedMinds, options: InsertOptions): { readonly minds: readonly Mind<any, any, any, any>[]; readonly report: RestoreReport } {
  checkKeys(options as unknown as Readonly<Record<string, unknown>>, ['brains', 'bodyOf', 'changed', 'rename', 'shared'], 'insert');
  const { brains = [], bodyOf, rename } = options;
  if (typeof bodyOf !== 'function') throw new Problem('not-a-function', `insert asks bodyOf for bodies, and that is ${describe(bodyOf)}`, { path: 'insert.bodyOf' });
  const core = coreOf(crowd);
  core.refuseInside('insert');
  const policy = checkPolicy(options.changed ?? (rename === undefined ? 'error' : 'nearest'), 'insert.changed');
  if (rename !== undefined) checkRename(rename, 'insert.rename');
  const read = readMinds(saved, 'ganglion.minds/1', 'insert');
  const losses = new Losses();
  const takes = (options.shared ?? (core.used ? 'keep' : 'take')) === 'take';
  const places = core.asTick(() => addMinds(core, newcomers(read, core, brains.map(programOf), bodyOf, rename, false, 'insert'), { policy, losses, shared: takes ? renamedShared(read.shared, rename) : undefined, desk: read.desk }));
  return {
    minds: places.map(({ minds, slot }) => new MindHandle<any, any, any, any>(core, minds.program).settle(slot)),
    report: { outcome: outcomeOf(places.map(({ outcome }) => outcome), losses), lost: losses.list },
  };
}

/** What became of all of them. */
export function outcomeOf(outcomes: readonly RestoreReport['outcome'][], losses: Losses): RestoreReport['outcome'] {
  if (outcomes.includes('restarted')) return 'restarted';
  return losses.list.length > 0 || outcomes.includes('nearest') ? 'nearest' : 'exact';
}
