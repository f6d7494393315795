/**
 * A whole mind's tick at 60 Hz against Yuka's bare StateMachine and mistreevous stepping the nearest native tree;
 * bytes a mind, bytes a tick, worst tick, trace on and off, snapshot time, growth.
 */
import { crowd, type Crowd } from 'ganglion';
import { Guard, guardBrain, stockText } from './brain-guards.lib.js';
import { allocatedPerCall, compare, peer, smoke } from './harness.js';
import { yukaMonsters, type Yuka } from './hsm-peers.lib.js';

const dt = 1 / 60;
const yuka = await peer<Yuka>('yuka');
const mistreevous = await peer<{ readonly BehaviourTree: new (text: string, agent: object, options: object) => { step(): void } }>('mistreevous');

const steady = guardBrain(600);
const restless = guardBrain(60);

function crowdOf(brain: typeof steady, n: number, stepTicks: number, trace?: number): { minds: Crowd; guards: Guard[] } {
  const minds = crowd({ seed: 1, ...(trace === undefined ? {} : { trace }) });
  const guards: Guard[] = [];
  for (let index = 0; index < n; index++) {
    const guard = new Guard();
    guard.ammo = index % 6;
    guard.left = stepTicks + (index % stepTicks);
    guards.push(guard);
    minds.spawn(brain, guard);
  }
  for (let tick = 0; tick < (smoke ? 20 : 400); tick++) minds.tick(dt);
  return { minds, guards };
}

function trees(n: number): (() => void) | undefined {
  if (mistreevous === undefined) return undefined;
  const { BehaviourTree } = mistreevous;
  const agent = { isHurt: () => false, isTired: () => false, isAwake: () => true, patrol: () => 'mistreevous.running', ...Object.fromEntries(['isCornered', 'isBurning', 'isDrowning', 'isBlind', 'hasPotion', 'hasOrders'].map((name) => [name, () => false])) };
  const all = Array.from({ length: n }, () => new BehaviourTree(stockText, Object.assign(Object.create(null) as object, agent), { getDeltaTime: () => dt }));
  for (const tree of all) tree.step();
  return () => {
    for (const tree of all) tree.step();
  };
}

for (const n of smoke ? [100] : [1000, 10_000, 100_000]) {
  const { minds } = crowdOf(steady, n, 1e6);
  const bytesPerTick = allocatedPerCall(() => minds.tick(dt), Math.max(20, Math.ceil(200_000 / n)));
  const times: number[] = [];
  for (let tick = 0; tick < (smoke ? 20 : 120); tick++) {
    const from = performance.now();
    minds.tick(dt);
    times.push(performance.now() - from);
  }
  const figures = { bytesPerMind: minds.bytesPerMind(steady), bytesPerTick, worstTickMs: Math.max(...times) };
  const monsters = yuka === undefined ? undefined : yukaMonsters(yuka, n);
  compare({
    bench: 'whole mind, nothing changes',
    n,
    ours: () => minds.tick(dt),
    peers: {
      yuka: monsters,
      mistreevous: n <= 10_000 ? trees(n) : undefined,
    },
    rounds: n > 10_000 ? 5 : 15,
    figures,
  });
  if (n !== 10_000 && !smoke) continue;
  const busy = crowdOf(restless, n, 60);
  const refill = (): void => {
    for (const guard of busy.guards) if (guard.left <= 0) guard.left = 60;
    busy.minds.tick(dt);
  };
  compare({ bench: 'whole mind, a plan a second', n, ours: refill, peers: { steady: () => minds.tick(dt) }, figures: { bytesPerMind: figures.bytesPerMind, bytesPerTick: allocatedPerCall(refill, 20) } });
  const traced = crowdOf(restless, n, 60, 100_000);
  compare({
    bench: 'trace off against on',
    n,
    ours: refill,
    peers: {
      traced: () => {
        for (const guard of traced.guards) if (guard.left <= 0) guard.left = 60;
        traced.minds.tick(dt);
      },
    },
    figures: { bytesPerMind: figures.bytesPerMind, bytesPerTick },
  });
  let buffer = minds.save();
  compare({ bench: 'snapshot of the crowd', n, ours: () => (buffer = minds.save(buffer)), figures: { bytesPerMind: figures.bytesPerMind, bytesPerTick } });
  const saved = minds.save();
  compare({ bench: 'restore of the crowd', n, ours: () => minds.restore(saved), figures: { bytesPerMind: figures.bytesPerMind, bytesPerTick } });
}
