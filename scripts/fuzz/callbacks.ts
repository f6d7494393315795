import { brain, bt, crowd, domain, flag, int, leaf, perceive, running, saveCrowd, success, type Crowd } from 'ganglion';
import type { Dice } from './mutate.js';

const words = domain({ facts: { f: flag, n: int(0, 9) }, actions: { go: { effects: { f: true } } }, goals: { g: { f: true } } });

/** The name by which a thing is taken for a promise. */
const waited = ['th', 'en'].join('');

/** Ways to misbehave in a callback, with the crowd it runs in at hand. */
const ways: readonly ((zone: Crowd, facts: unknown) => unknown)[] = [
  () => { throw new Error('thrown'); },
  () => { throw undefined; },
  async () => { throw new Error('rejected'); },
  () => ({ [waited]: () => { throw new Error(waited); } }),
  (zone) => { zone.tick(0.1); },
  (zone) => saveCrowd(zone),
  (zone) => { for (const mind of zone.minds()) mind.despawn(); },
  (zone) => { for (const mind of zone.minds()) mind.want('g'); },
  (zone) => zone.spawn(calm, {}),
  () => NaN,
  () => ({}),
  () => null,
  (_zone, facts) => { kept = facts; },
];
let kept: unknown;

const calm = brain(perceive(words, () => {}), { name: 'calm', steps: { go: () => running } });

/** One mind whose callbacks do what they should not; its neighbour, and the process, must not notice. */
export async function misbehave(dice: Dice): Promise<void> {
  const rejected: unknown[] = [];
  const hear = (reason: unknown): void => void rejected.push(reason);
  process.on('unhandledRejection', hear);
  try {
    const zone = crowd();
    const way = dice.pick(ways);
    const bad = dice.below(9);
    const at = (place: number, otherwise: unknown) => (_body: unknown, facts?: unknown): never => (place === bad ? way(zone, facts) : otherwise) as never;
    const neighbour = zone.spawn(calm, {});
    const wild = brain(perceive(words, at(0, undefined)), {
      name: 'wild',
      utility: { g: { c: at(1, 1) } },
      costs: { go: at(2, 1) },
      tree: bt('root { sequence { condition [c] action [plan] while(w) entry(e) exit(x) } }', { c: at(3, true), w: at(4, true), e: at(5, undefined), x: at(6, undefined) }),
      steps: { go: leaf({ enter: at(7, undefined), drive: at(8, success), exit: at(8, undefined) }) as never },
    });
    zone.spawn(wild, {});
    for (let tick = 0; tick < 6; tick++) {
      zone.tick(0.1);
      try {
        if (kept !== undefined) (kept as { n: number }).n = 7;
      } catch {
        // A view that was kept may refuse; it must not reach anybody.
      }
    }
    await new Promise((done) => { setTimeout(done, 0); });
    if (rejected.length > 0) throw new Error('a rejection reached the process', { cause: rejected[0] });
    if (neighbour.alive && (neighbour.facts.n !== 0 || neighbour.facts.f)) throw new Error('a neighbour believes what it never saw');
  } finally {
    kept = undefined;
    process.off('unhandledRejection', hear);
  }
}
