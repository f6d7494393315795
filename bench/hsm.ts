/**
 * Ten thousand monsters on one structure: patrol (move 5 ticks, idle 3, forever), combat while an enemy is seen, flight when hurt, with one cry.
 * The enemy is seen in 30 of 97 ticks, each monster in its own phase; from the 20th of them on the monster is hurt.
 * Beside it: Yuka's StateMachine with shared state objects (one machine for each level, and, as `yuka flat`, the whole monster flattened by hand
 * into one machine), XState actors that are sent an event a tick, and linked continuation objects, which are what the article behind this layer
 * builds, put right. All of them count the same actions, and that is checked first.
 */
import { failure, hsm, leaf, machine, once, running, sequence, success, type Store } from 'ganglion/hsm';
import { allocatedPerCall, compare, peer, smoke } from './harness.js';
import { actionsSoFar, flatYukaMonsters, isHurt, linkedMonsters, nextTick, restartWorld, seesEnemy, world, xstateMonsters, yukaMonsters, type XState, type Yuka } from './hsm-peers.lib.js';

const monster = machine({
  states: {
    patrol: sequence({
      loop: 'forever',
      steps: {
        move: leaf({ cells: { ticks: 0 }, timed: false, drive: (_monster: number, _params, { cells }) => (cells.ticks++ < 5 ? (world.moves++, running) : success) }),
        idle: leaf({ cells: { ticks: 0 }, timed: false, drive: (_monster: number, _params, { cells }) => (cells.ticks++ < 3 ? (world.idles++, running) : success) }),
      },
    }),
    combat: leaf({ timed: false, drive: (_monster: number) => (world.blows++, running) }),
    flee: sequence(
      once((_monster: number) => world.cries++),
      leaf({ timed: false, drive: (_monster: number) => (world.runs++, running) }),
    ),
  },
  transitions: [
    { from: 'patrol', to: 'combat', when: seesEnemy },
    { from: 'combat', to: 'flee', when: isHurt, priority: 1 },
    { from: ['combat', 'flee'], to: 'patrol', when: (monster) => !seesEnemy(monster) },
  ],
});
const structure = hsm(monster);

function ourMonsters(n: number): Store<number> {
  const store = structure.store(n);
  for (let index = 0; index < n; index++) store.spawn(index);
  return store;
}

function tickOurs(store: Store<number>): () => void {
  return () => {
    nextTick();
    store.tick(1 / 60);
  };
}

const yuka = await peer<Yuka>('yuka');
const xstate = await peer<XState>('xstate');
const makeYuka = yuka === undefined ? undefined : (n: number) => yukaMonsters(yuka, n);
const makeFlatYuka = yuka === undefined ? undefined : (n: number) => flatYukaMonsters(yuka, n);
const makeXState = xstate === undefined ? undefined : (n: number) => xstateMonsters(xstate, n);

function actionsOf(tick: () => void): string {
  restartWorld();
  for (let count = 0; count < 300; count++) tick();
  return actionsSoFar();
}
for (const [name, make] of Object.entries({ linked: linkedMonsters, yuka: makeYuka, 'yuka flat': makeFlatYuka, xstate: makeXState })) {
  if (make === undefined) continue;
  const [wanted, got] = [actionsOf(tickOurs(ourMonsters(97))), actionsOf(make(97))];
  if (wanted !== got) throw new Error(`${name} does other work: ${got}, ours ${wanted}`);
}

for (const n of smoke ? [100, 1000] : [1_000, 10_000, 100_000, 1_000_000]) {
  const store = ourMonsters(n);
  const ours = tickOurs(store);
  if (n <= 10_000) for (let count = 0; count < 200; count++) ours();
  const figures = { bytesPerEntity: store.bytesPerEntity, bytesPerTick: allocatedPerCall(ours, n > 100_000 ? 5 : n > 10_000 ? 20 : 200), worstTickMs: worstTick(ours, n > 100_000 ? 20 : 100) };
  const fast = n > 100_000 ? {} : { yuka: makeYuka?.(n), 'yuka flat': makeFlatYuka?.(n), linked: linkedMonsters(n) };
  compare({ bench: 'drive', n, ours: ours, peers: fast, rounds: n > 10_000 ? 9 : 15, figures });
  if (n <= 100_000) compare({ bench: 'drive', n, ours: ours, peers: { xstate: makeXState?.(n) }, rounds: n > 10_000 ? 3 : 5 });
}

sleepers(smoke ? 1000 : 100_000);

/** Entities that all wait: what those who have nothing to do cost. */
function sleepers(n: number): void {
  const store = hsm(leaf({ sleeps: true, timed: false, drive: (_body: null, _params, frame) => (frame.sleep(1e9), running) })).store(n);
  for (let index = 0; index < n; index++) store.spawn(null);
  store.tick(1);
  compare({ bench: 'asleep', n, ours: () => store.tick(1 / 60), figures: { bytesPerTick: allocatedPerCall(() => store.tick(1 / 60)) } });
  if (store.errorCount > 0 || store.tick(0) !== 0) throw new Error(`${failure}: the sleepers are awake`);
}

function worstTick(tick: () => void, count: number): number {
  let worst = 0;
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    tick();
    worst = Math.max(worst, performance.now() - start);
  }
  return Number(worst.toPrecision(3));
}
