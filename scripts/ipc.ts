/**
 * npm run ipc [-- part of a name]: plans every planning-competition instance under ../shared/ipc (skipped where that is not there) and compares costs.
 * Per instance: CPU seconds of the first plan and its cost, then of the proof; every known optimum must be met within 10 s of CPU, every first plan within 0.5 s.
 */
import { readFileSync } from 'node:fs';
import { compileClassical, readPddl, solveClassical, type ClassicalTask } from '../src/classical/index.js';
import { textTable } from '../src/core/internal.js';
import { hasFile, inRoot, stop } from './paths.js';

interface Instance {
  readonly id: string;
  readonly domain: string;
  readonly problem: string;
  readonly solvable: boolean;
  readonly optimalCost?: number;
}

const folder = '../shared/ipc';
/** Seconds of CPU. */
const [mostForProof, mostForFirst] = [10, 0.5];

if (!hasFile(`${folder}/index.json`)) {
  process.stdout.write('ipc: skipped, there are no instances beside the project\n');
  process.exit(0);
}
const read = (path: string): string => readFileSync(inRoot(`${folder}/${path}`), 'utf8');
const { instances } = JSON.parse(read('index.json')) as { readonly instances: readonly Instance[] };
const chosen = instances.filter((each) => each.id.includes(process.argv[2] ?? ''));

const rows: string[][] = [];
let missed = 0;
for (const instance of chosen) {
  const grounding = cpu();
  const task = compileClassical(readPddl(read(instance.domain), read(instance.problem)));
  const ground = grounding();
  const first = firstPlan(task);
  const proof = prove(task);
  const right = instance.solvable ? proof.cost === instance.optimalCost : proof.cost === undefined;
  const quick = !instance.solvable || (first.seconds <= mostForFirst && first.cost !== undefined);
  if (!right || !quick) missed++;
  rows.push([instance.id, ground.toFixed(2), `${first.cost ?? 'none'}`, first.seconds.toFixed(3), `${proof.cost ?? proof.reason}`, `${instance.optimalCost ?? 'none'}`, proof.seconds.toFixed(2), `${proof.expansions}`, right ? (quick ? 'ok' : 'slow first plan') : 'MISSED']);
  process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
}
process.stdout.write(`${textTable([['instance', 'ground s', 'first', 's', 'proven', 'known', 's', 'expansions', ''], ...rows])}\n${chosen.length - missed} of ${chosen.length}\n`);
if (missed > 0) stop(`${missed} instances were missed`, 1);

function cpu(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
}

function firstPlan(task: ClassicalTask): { cost: number | undefined; seconds: number } {
  const seconds = cpu();
  let took: number | undefined;
  const result = solveClassical(task, {
    search: 'anytime',
    onProgress: ({ plans }) => {
      if (plans > 0) took ??= seconds();
      return took === undefined && seconds() < mostForProof;
    },
  });
  return { cost: result.found ? result.cost : undefined, seconds: took ?? seconds() };
}

function prove(task: ClassicalTask): { cost: number | undefined; reason: string; seconds: number; expansions: number } {
  const seconds = cpu();
  const result = solveClassical(task, { onProgress: () => seconds() < mostForProof });
  return { cost: result.found ? result.cost : undefined, reason: result.found ? '' : result.reason, seconds: seconds(), expansions: result.expansions };
}
