/**
 * Ten thousand monsters on one structure: patrol (move 5 ticks, idle 3, forever), combat while an enemy is seen, flight when hurt, with one cry.
 * The enemy is seen in 30 of 97 ticks, each monster in its own phase; from the 20th of them on the monster is hurt.
 * Beside it: Yuka's StateMachine with shared state objects, XState actors that are sent an event a tick, and linked continuation objects,
 * which are what the article behind this layer builds, put right. All of them count the same actions, and that is checked first.
 */
import { failure, hsm, leaf, machine, once, running, sequence, success, type Store } from 'ganglion/hsm';
import { allocatedPerCall, compare, peer, smoke } from './harness.js';
import { countActions, linkedMonsters, Monster, world, xstateMonsters, yukaMonsters, type XState, type Yuka } from './hsm-peers.lib.js';

const monster = machine({
  states: {
    patrol: sequence({
      loop: 'forever',
      steps: {
        move: leaf({ cells: { ticks: 0 }, timed: false, drive: (body: Monster, _params, { cells }) => (cells.ticks++ < 5 ? (body.moves++, running) : success) }),
        idle: leaf({ cells: { ticks: 0 }, timed: false, drive: (body: Monster, _params, { cells }) => (cells.ticks++ < 3 ? (body.idles++, running) : success) }),
      },
    }),
    combat: leaf({ timed: false, drive: (body: Monster) => (body.blows++, running) }),
    flee: sequence(
      once((body: Monster) => body.cries++),
      leaf({ timed: false, drive: (body: Monster) => (body.runs++, running) }),
    ),
  },
  transitions: [
    { from: 'patrol', to: 'combat', when: (body) => body.seesEnemy() },
    { from: 'combat', to: 'flee', when: (body) => body.isHurt(), priority: 1 },
    { from: ['combat', 'flee'], to: 'patrol', when: (body) => !body.seesEnemy() },
  ],
});
const structure = hsm(monster);

function ourMonsters(n: number): { readonly bodies: readonly Monster[]; readonly store: Store<Monster>; readonly tick: () => void } {
  const store = structure.store(n);
  const bodies = Array.from({ length: n }, (_, index) => new Monster(index));
  for (const body of bodies) store.spawn(body);
  return { bodies, store, tick: () => (world.tick++, store.tick(1 / 60)) };
}

const yuka = await peer<Yuka>('yuka');
const xstate = await peer<XState>('xstate');

function check(name: string, make: ((n: number) => { readonly bodies: readonly Monster[]; readonly tick: () => void }) | undefined): void {
  if (make === undefined) return;
  const [wanted, got] = [ourMonsters(97), make(97)].map(({ bodies, tick }) => {
    world.tick = 0;
    for (let count = 0; count < 300; count++) tick();
    return countActions(bodies);
  });
  if (wanted !== got) throw new Error(`${name} does other work: ${got}, ours ${wanted}`);
}
const makeYuka = yuka === undefined ? undefined : (n: number) => yukaMonsters(yuka, n);
const makeXState = xstate === undefined ? undefined : (n: number) => xstateMonsters(xstate, n);
check('linked', linkedMonsters);
check('yuka', makeYuka);
check('xstate', makeXState);

for (const n of smoke ? [100, 1000] : [1_000, 10_000, 100_000, 1_000_000]) {
  const ours = ourMonsters(n);
  for (let count = 0; count < 200 && n <= 10_000; count++) ours.tick();
  const figures = { bytesPerEntity: ours.store.bytesPerEntity, bytesPerTick: allocatedPerCall(ours.tick, n > 100_000 ? 5 : n > 10_000 ? 20 : 200), worstTickMs: worstTick(ours.tick, n > 100_000 ? 20 : 100) };
  const fast = n > 100_000 ? {} : { yuka: makeYuka?.(n).tick, linked: linkedMonsters(n).tick };
  compare({ bench: 'drive', n, ours: ours.tick, peers: fast, rounds: n > 10_000 ? 9 : 15, figures });
  if (n <= 100_000) compare({ bench: 'drive', n, ours: ours.tick, peers: { xstate: makeXState?.(n).tick }, rounds: n > 10_000 ? 3 : 5 });
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
