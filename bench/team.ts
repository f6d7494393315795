/**
 * Planning for teams: how long one plan takes and how far from the best possible it is, for growing teams and growing piles of goals.
 * No peer plans for several agents, so rows have no ratio: `n` goals, `ours` nanoseconds a goal, `quality` = makespan / lower bound (in turn: of the
 * last plan on top of those before; 1 means that nothing is faster).
 */
import { textTable } from '../src/core/internal.js';
import { smoke } from './harness.js';
import { village, villagers } from './team-village.lib.js';

const json = process.argv.includes('--json');

interface Case {
  readonly bench: string;
  readonly agents: number;
  readonly goals: number;
  readonly order: 'jointly' | 'inTurn';
  readonly expansions: number;
}

const cases: Case[] = [];
for (const agents of smoke ? [2] : [2, 5, 10, 20]) {
  for (const goals of smoke ? [1] : [1, 2, 5, 20, 100]) {
    if (goals <= 5) cases.push({ bench: 'joint', agents, goals, order: 'jointly', expansions: 300 });
    cases.push({ bench: 'at once', agents, goals, order: 'inTurn', expansions: 0 });
    if (goals <= 20) cases.push({ bench: 'in turn', agents, goals, order: 'inTurn', expansions: 300 });
  }
}
const rows = cases.map(measure);
if (!json) process.stdout.write(`\n${growth()}\n`);

interface Row extends Case {
  readonly ms: number;
  readonly quality: number;
}

function measure(each: Case): Row {
  const { bench, agents, goals, order, expansions } = each;
  const request = { agents: villagers(agents), goals: Array.from({ length: goals }, () => 'tool' as const), order, expansions, improvements: expansions === 0 ? 0 : 100 };
  const times: number[] = [];
  let plan = village.plan(request);
  for (let round = 0; round < (smoke || goals > 5 ? 1 : 3); round++) {
    const start = performance.now();
    plan = village.plan(request);
    times.push(performance.now() - start);
  }
  if (!plan.found) throw new Error(plan.explanation);
  const ms = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
  const quality = Number((plan.makespan / plan.lowerBound).toFixed(3));
  const row = { bench: `${bench} ${agents} agents`, n: goals, ours: Math.round((ms * 1e6) / goals), makespan: Number(plan.makespan.toFixed(1)), lowerBound: Number(plan.lowerBound.toFixed(1)), quality, proven: plan.proven, expansions: plan.expansions };
  if (json) process.stdout.write(`${JSON.stringify(row)}\n`);
  else process.stdout.write(`${row.bench}  n ${goals}  ours ${row.ours} ns  makespan ${row.makespan}  quality ${quality}${plan.proven ? ' (proven)' : ''}  expansions ${plan.expansions}\n`);
  return { ...each, ms, quality };
}

/** How time a goal and quality grow with agents and goals. */
function growth(): string {
  const counts = [...new Set(rows.map(({ goals }) => goals))];
  const table = [['ms a goal / quality', ...counts.map((count) => `${count} goals`)]];
  for (const bench of ['at once', 'in turn', 'joint']) {
    for (const agents of new Set(rows.map((row) => row.agents))) {
      const cells = counts.map((goals) => {
        const row = rows.find((each) => each.bench === bench && each.agents === agents && each.goals === goals);
        return row === undefined ? '-' : `${(row.ms / goals).toFixed(1)} / ${row.quality}`;
      });
      table.push([`${bench}, ${agents} agents`, ...cells]);
    }
  }
  return textTable(table);
}
