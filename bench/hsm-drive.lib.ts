/** Ten thousand monsters on one structure beside their peers: what the benches `hsm` and `hsm-generated` have in common. */
import { hsm, leaf, machine, once, running, sequence, success, type HsmOptions, type Store } from 'ganglion/hsm';
import { allocatedPerCall, collectionsIn, compare, peer, smoke } from './harness.js';
import { wholeLinkedMonsters, xstateAssignMonsters, yukaEntities, type XStateWithAssign, type YukaWithEntities } from './hsm-fair-peers.lib.js';
import { actionsSoFar, flatYukaMonsters, isHurt, linkedMonsters, nextTick, restartWorld, seesEnemy, world, xstateMonsters, yukaMonsters } from './hsm-peers.lib.js';

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
type Make = (n: number) => () => void;

function oursWith(options: HsmOptions): (n: number) => Store<number> {
  const structure = hsm(monster, options);
  return (n) => {
    const store = structure.store(n);
    for (let index = 0; index < n; index++) store.spawn(index);
    return store;
  };
}

function tickOurs(store: Store<number>): () => void {
  return () => {
    nextTick();
    store.tick(1 / 60);
  };
}

const yuka = await peer<YukaWithEntities>('yuka');
const xstate = await peer<XStateWithAssign>('xstate');
const quick: Readonly<Record<string, Make | undefined>> = {
  yuka: yuka && ((n) => yukaMonsters(yuka, n)),
  'yuka flat': yuka && ((n) => flatYukaMonsters(yuka, n)),
  'yuka entity': yuka && ((n) => yukaEntities(yuka, n)),
  linked: linkedMonsters,
  'linked whole': wholeLinkedMonsters,
};
const slow: Readonly<Record<string, Make | undefined>> = {
  xstate: xstate && ((n) => xstateMonsters(xstate, n)),
  'xstate assign': xstate && ((n) => xstateAssignMonsters(xstate, n)),
};

function actionsOf(tick: () => void): string {
  restartWorld();
  for (let count = 0; count < 300; count++) tick();
  return actionsSoFar();
}

/** Compares ours, with these choices, with all peers; they must count the same actions. `bench` names the rows. */
export async function compareMonsters(bench: string, options: HsmOptions): Promise<void> {
  const make = oursWith(options);
  const wanted = actionsOf(tickOurs(make(97)));
  for (const [name, makePeer] of Object.entries({ ...quick, ...slow })) {
    const got = makePeer === undefined ? wanted : actionsOf(makePeer(97));
    if (wanted !== got) throw new Error(`${name} does other work: ${got}, ours ${wanted}`);
  }
  for (const n of smoke ? [100, 1000] : [1_000, 10_000, 100_000, 1_000_000]) {
    const store = make(n);
    const ours = tickOurs(store);
    if (n <= 10_000) for (let count = 0; count < 200; count++) ours();
    const figures = { bytesPerEntity: store.bytesPerEntity, bytesPerTick: allocatedPerCall(ours, n > 100_000 ? 5 : n > 10_000 ? 20 : 200), worstTickMs: worstTick(ours, n > 100_000 ? 20 : 100) };
    const peers = Object.fromEntries(Object.entries(n > 100_000 ? {} : quick).map(([name, makePeer]) => [name, makePeer?.(n)]));
    const peerFigures = n === 100_000 ? await collected(peers) : {};
    const collections = n === 100_000 ? (await collectionsIn(ours, 40)).collections : undefined;
    compare({ bench, n, ours, peers, rounds: n > 10_000 ? 9 : 15, figures: { ...figures, ...(collections === undefined ? {} : { collections }) }, peerFigures });
    if (n > 100_000) continue;
    for (const [name, makePeer] of Object.entries(slow)) compare({ bench, n, ours, peers: { [name]: makePeer?.(n) }, rounds: n > 10_000 ? 3 : 5 });
  }
}

/** For each contestant the collections in 40 ticks, the milliseconds for which they stopped it, and the longest stop. */
async function collected(contestants: Readonly<Record<string, (() => void) | undefined>>): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
  const found: Record<string, Readonly<Record<string, number>>> = {};
  for (const [name, tick] of Object.entries(contestants)) {
    if (tick === undefined) continue;
    for (let count = 0; count < 10; count++) tick();
    const { collections, collectedMs, longestMs } = await collectionsIn(tick, 40);
    found[name] = { peerCollections: collections, peerCollectedMs: collectedMs, peerLongestMs: longestMs };
  }
  return found;
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
