import { families } from './bench/growth-worlds.lib.js';
import { Random } from './src/core/internal.js';
import { readDomain, plan } from './src/goap/internal.js';
const sizes = (process.argv[3] ?? '10,20,50,100,200').split(',').map(Number);
for (const [name, build] of Object.entries(families)) {
  if (process.argv[2] && process.argv[2] !== 'all' && !process.argv[2]!.split(',').includes(name)) continue;
  for (const facts of sizes) {
    if (name === 'crates' && facts > 50) continue;
    const ms: number[] = []; let b = 0, none = 0, opt = 0; const rungs: any = {}; let first = 0; let exps = 0;
    for (const seed of [1, 2]) {
      const t0 = performance.now();
      const { parts, requests } = build(facts, new Random(seed, 0));
      const d = readDomain(parts); first = Math.max(first, performance.now() - t0);
      for (const { start, goal } of requests) {
        const c = process.cpuUsage();
        const r: any = plan(d, start, goal, {});
        const u = process.cpuUsage(c); const t = (u.user + u.system) / 1000;
        ms.push(t); if (!r.found) { if (r.reason === 'budget') b++; else none++; } else if (r.optimal) opt++;
        rungs[r.rung] = (rungs[r.rung] ?? 0) + 1; exps += r.expansions;
      }
    }
    ms.sort((x, y) => x - y);
    console.log(name.padEnd(10), String(facts).padStart(5), 'domain', first.toFixed(0).padStart(4), 'p50', ms[ms.length >> 1]!.toFixed(1), 'max', ms.at(-1)!.toFixed(1), 'budget', b, 'none', none, 'optimal', opt, JSON.stringify(rungs), exps);
  }
}
