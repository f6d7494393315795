/**
 * A whole mind's tick at 60 Hz against Yuka's bare StateMachine and mistreevous stepping the nearest native tree;
 * bytes a mind, bytes a tick, worst tick, trace on and off, snapshot time, growth.
 */
import { crowd, restoreCrowd, saveCrowd, trace, type Crowd } from 'ganglion';
import { traceEvent } from '../src/brain/internal.js';
import { Guard, guardBrain, stockText } from './brain-guards.lib.js';
import { allocatedPerCall, compare, peer, smoke } from './harness.js';
import { yukaEntities, type YukaWithEntities } from './hsm-fair-peers.lib.js';
import { yukaMonsters } from './hsm-peers.lib.js';

const dt = 1 / 60;
const yuka = await peer<YukaWithEntities>('yuka');
const mistreevous = await peer<{ readonly BehaviourTree: new (text: string, agent: object, options: object) => { step(): void } }>('mistreevous');

const endless = 1e9;
const steady = guardBrain(endless);
// Two steps of half a second: a plan a second.
const restless = guardBrain(30);

function crowdOf(brain: typeof steady, n: number, stepTicks: number, records?: number): Crowd {
  const minds = crowd({ seed: 1 });
  if (records !== undefined) trace(minds, records);
  for (let index = 0; index < n; index++) {
    const guard = new Guard();
    guard.left = stepTicks + (index % stepTicks);
    minds.spawn(brain, guard);
  }
  for (let tick = 0; tick < (smoke ? 20 : Math.min(800, 4e7 / n)); tick++) minds.tick(dt);
  return minds;
}

/** Plans that the minds of a traced crowd adopt in one second; a bench of planning must not measure idling. */
function plansPerSecond(traced: Crowd): number {
  const from = trace(traced).written;
  for (let tick = 0; tick < 60; tick++) traced.tick(dt);
  let plans = 0;
  for (const record of trace(traced).records()) if (record.id >= from && record.event === traceEvent.planAdopted) plans++;
  if (plans === 0) throw new Error('the busy minds adopt no plans');
  return plans;
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

for (const n of smoke ? [100] : [1000, 10_000, 100_000, 1_000_000]) {
  const minds = crowdOf(steady, n, endless);
  const bytesPerTick = allocatedPerCall(() => minds.tick(dt), Math.max(4, Math.ceil(200_000 / n)));
  const times: number[] = [];
  for (let tick = 0; tick < (smoke ? 20 : Math.min(120, 2e7 / n)); tick++) {
    const from = performance.now();
    minds.tick(dt);
    times.push(performance.now() - from);
  }
  const figures = { bytesPerMind: minds.bytesPerMind(steady), bytesPerTick, worstTickMs: Number(Math.max(...times).toPrecision(3)) };
  compare({
    bench: 'whole mind, nothing changes',
    n,
    ours: () => minds.tick(dt),
    peers: {
      yuka: n <= 100_000 && yuka !== undefined ? yukaMonsters(yuka, n) : undefined,
      'yuka entity': n <= 100_000 && yuka !== undefined ? yukaEntities(yuka, n) : undefined,
      mistreevous: n <= 10_000 ? trees(n) : undefined,
    },
    rounds: n > 10_000 ? 5 : 15,
    figures,
  });
  if (n !== 10_000 && !smoke) continue;
  const busy = crowdOf(restless, n, 30);
  const tickBusy = (): void => busy.tick(dt);
  const traced = crowdOf(restless, n, 30, 10 * n);
  const { bytesPerMind } = figures;
  compare({ bench: 'whole mind, a plan a second', n, ours: tickBusy, peers: { steady: () => minds.tick(dt) }, figures: { bytesPerMind, bytesPerTick: allocatedPerCall(tickBusy, 20), plansPerSecond: plansPerSecond(traced) / n } });
  // A second of ticks at a time, since a tick of another crowd in between leaves nothing of this one in the processor's caches; and two
  // crowds of each kind, since where its bodies happen to lie moves one by more than the trace costs.
  const second = (...crowds: Crowd[]) => (): void => {
    for (const each of crowds) for (let tick = 0; tick < 60; tick++) each.tick(dt);
  };
  const [quiet, busy2] = [crowdOf(steady, n, endless), crowdOf(restless, n, 30)];
  const [tracedQuiet, tracedQuiet2, traced2] = [crowdOf(steady, n, endless, 10 * n), crowdOf(steady, n, endless, 10 * n), crowdOf(restless, n, 30, 10 * n)];
  compare({ bench: 'nothing changes, trace off against on', n: 2 * n, repeats: 60, ours: second(minds, quiet), peers: { traced: second(tracedQuiet, tracedQuiet2) } });
  compare({ bench: 'a plan a second, trace off against on', n: 2 * n, repeats: 60, ours: second(busy, busy2), peers: { traced: second(traced, traced2) } });
  let buffer = saveCrowd(minds);
  compare({ bench: 'snapshot of the crowd', n, ours: () => (buffer = saveCrowd(minds, { into: buffer })), figures: { bytesPerMind } });
  const saved = saveCrowd(minds);
  compare({ bench: 'restore of the crowd', n, ours: () => restoreCrowd(saved, { crowd: minds }), figures: { bytesPerMind } });
}
