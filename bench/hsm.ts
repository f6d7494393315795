/**
 * Ten thousand monsters on one structure: patrol (move 5 ticks, idle 3, forever), combat while an enemy is seen, flight when hurt, with one cry.
 * The enemy is seen in 30 of 97 ticks, each monster in its own phase; from the 20th of them on the monster is hurt.
 * Beside it: Yuka's StateMachine with shared state objects (one machine for each level, and, as `yuka flat`, the whole monster flattened by hand
 * into one machine), XState actors that are sent an event a tick, and linked continuation objects, which are what the article behind this layer
 * builds, put right. Those are as lean as can be; `linked whole`, `yuka entity` and `xstate assign` are written as documented or do as much as ours
 * (hsm-fair-peers.lib.ts says what). All of them count the same actions, and that is checked first.
 * Rows named `drive` are the interpreter, the default; those named `drive generated` have `codegen`. The peers are the same.
 */
import { failure, hsm, leaf, machine, once, running, sequence, success, type Store } from 'ganglion/hsm';
import { allocatedPerCall, compare, peer, smoke } from './harness.js';
import { wholeLinkedMonsters, xstateAssignMonsters, yukaEntities, type XStateWithAssign, type YukaWithEntities } from './hsm-fair-peers.lib.js';
import { actionsSoFar, flatYukaMonsters, isHurt, linkedMonsters, nextTick, restartWorld, seesEnemy, world, xstateMonsters, yukaMonsters } from './hsm-peers.lib.js';

const monster = () => machine({
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
/** Two structures, and a monster for each: the functions of one must not have been watched by the engine while they ran in the other. */
const structures = {
  drive: hsm(monster()),
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the library makes no functions from text; here its user does
  'drive generated': hsm(monster(), { codegen: (parameters, text) => new Function(...parameters, text) }),
};
type Manner = keyof typeof structures;
const manners = Object.keys(structures) as Manner[];

function ourMonsters(manner: Manner, n: number): Store<number> {
  const store = structures[manner].store(n);
  for (let index = 0; index < n; index++) store.spawn(index);
  return store;
}

function tickOurs(store: Store<number>): () => void {
  return () => {
    nextTick();
    store.tick(1 / 60);
  };
}

const yuka = await peer<YukaWithEntities>('yuka');
const xstate = await peer<XStateWithAssign>('xstate');
type Make = ((n: number) => () => void) | undefined;
const quick: Readonly<Record<string, Make>> = {
  yuka: yuka && ((n) => yukaMonsters(yuka, n)),
  'yuka flat': yuka && ((n) => flatYukaMonsters(yuka, n)),
  'yuka entity': yuka && ((n) => yukaEntities(yuka, n)),
  linked: linkedMonsters,
  'linked whole': wholeLinkedMonsters,
};
const slow: Readonly<Record<string, Make>> = {
  xstate: xstate && ((n) => xstateMonsters(xstate, n)),
  'xstate assign': xstate && ((n) => xstateAssignMonsters(xstate, n)),
};

function actionsOf(tick: () => void): string {
  restartWorld();
  for (let count = 0; count < 300; count++) tick();
  return actionsSoFar();
}
const wanted = actionsOf(tickOurs(ourMonsters('drive', 97)));
const others: Readonly<Record<string, Make>> = { 'drive generated': (n) => tickOurs(ourMonsters('drive generated', n)), ...quick, ...slow };
for (const [name, make] of Object.entries(others)) {
  const got = make === undefined ? wanted : actionsOf(make(97));
  if (wanted !== got) throw new Error(`${name} does other work: ${got}, ours ${wanted}`);
}

for (const n of smoke ? [100, 1000] : [1_000, 10_000, 100_000, 1_000_000]) {
  const peers = Object.fromEntries(Object.entries(n > 100_000 ? {} : quick).map(([name, make]) => [name, make?.(n)]));
  const ours = manners.map((manner) => [manner, ourMonsters(manner, n)] as const);
  for (const [manner, store] of ours) {
    const tick = tickOurs(store);
    if (n <= 10_000) for (let count = 0; count < 200; count++) tick();
    const figures = { bytesPerEntity: store.bytesPerEntity, bytesPerTick: allocatedPerCall(tick, n > 100_000 ? 5 : n > 10_000 ? 20 : 200), worstTickMs: worstTick(tick, n > 100_000 ? 20 : 100) };
    compare({ bench: manner, n, ours: tick, peers, rounds: n > 10_000 ? 9 : 15, figures });
  }
  if (n > 100_000) continue;
  for (const [name, make] of Object.entries(slow)) {
    const theirs = make?.(n);
    for (const [manner, store] of ours) compare({ bench: manner, n, ours: tickOurs(store), peers: { [name]: theirs }, rounds: n > 10_000 ? 3 : 5 });
  }
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
