/**
 * Seven families of domains that grow from 10 facts to a thousand: how long a first plan takes (CPU time, `improve: 0`), what half of the usual effort saves
 * of its cost, and how many requests end in `budget`.
 */
import { plan, readDomain } from 'ganglion/goap';
import { Random } from '../src/core/internal.js';
import { families } from './growth-worlds.lib.js';
import { smoke } from './harness.js';

const sizes = smoke ? [10] : [10, 20, 50, 100, 200];
/** Above, a domain of crates has too many steps. */
const mostCrates = 50;

for (const [family, build] of Object.entries(families)) {
  for (const facts of sizes) {
    if (family === 'crates' && facts > mostCrates) continue;
    const times: number[] = [];
    const ratios: number[] = [];
    let budget = 0;
    for (const seed of smoke ? [1] : [1, 2]) {
      const { parts, requests } = build(facts, new Random(seed, 0));
      const domain = readDomain(parts);
      for (const { start, goal } of requests) {
        const before = process.cpuUsage();
        const first = plan(domain, start, goal, { improve: 0 });
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1000);
        if (!first.found) budget += first.reason === 'budget' ? 1 : 0;
        else ratios.push(first.bound > 0 ? first.cost / first.bound : 1);
      }
    }
    times.sort((one, other) => one - other);
    const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    console.log(JSON.stringify({ bench: 'growth', family, facts, requests: times.length, p50ms: at(0.5), p90ms: at(0.9), maxms: at(1), budget, costToBound: ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length }));
  }
}
