/**
 * Ten thousand monsters on one structure: patrol (move 5 ticks, idle 3, forever), combat while an enemy is seen, flight when hurt, with one cry.
 * The enemy is seen in 30 of 97 ticks, each monster in its own phase; from the 20th of them on the monster is hurt.
 * Beside it: Yuka's StateMachine with shared state objects (one machine for each level, and, as `yuka flat`, the whole monster flattened by hand
 * into one machine), XState actors that are sent an event a tick, and linked continuation objects, which are what the article behind this layer
 * builds, put right. Those are as lean as can be; `linked whole`, `yuka entity` and `xstate assign` are written as documented or do as much as ours
 * (hsm-fair-peers.lib.ts says what). All of them count the same actions, and that is checked first.
 * This is the default; the bench `hsm-generated` is the same with `codegen`. They are two since one process would show the engine more of the
 * monsters' functions than a game with one structure does.
 */
import { failure, hsm, leaf, running } from 'ganglion/hsm';
import { allocatedPerCall, compare, smoke } from './harness.js';
import { compareMonsters } from './hsm-drive.lib.js';

await compareMonsters('drive', {});
sleepers(smoke ? 1000 : 100_000);

/** Entities that all wait: what those who have nothing to do cost. */
function sleepers(n: number): void {
  const store = hsm(leaf({ sleeps: true, timed: false, drive: (_body: null, _params, frame) => (frame.sleep(1e9), running) })).store(n);
  for (let index = 0; index < n; index++) store.spawn(null);
  store.tick(1);
  compare({ bench: 'asleep', n, ours: () => store.tick(1 / 60), figures: { bytesPerTick: allocatedPerCall(() => store.tick(1 / 60)) } });
  if (store.errorCount > 0 || store.tick(0) !== 0) throw new Error(`${failure}: the sleepers are awake`);
}
