/**
 * Proofs of planning-competition instances: what each search does alone, and both in turns as `solveClassical` runs them. Read from ../shared/ipc, where
 * Fast Downward's figures on another machine are recorded (skipped where that is not there). Seconds are CPU; a search is given up after `most` of them.
 */
import { readFileSync } from 'node:fs';
import { compileClassical, readPddl, solveClassical, type ClassicalTask } from 'ganglion/classical';
import { LandmarkSearch } from '../src/goap/satisficing/landmark-search.js';
import { ForwardSearch } from '../src/goap/search/forward.js';
import { project } from '../src/goap/search/projection.js';
import { hasFile, inRoot } from '../scripts/paths.js';
import { smoke } from './harness.js';

interface Recorded {
  readonly expanded?: number;
  readonly searchCpuS?: number;
}

interface Instance {
  readonly id: string;
  readonly domain: string;
  readonly problem: string;
  readonly solvable: boolean;
  readonly fd: Readonly<Record<string, Recorded | undefined>>;
}

const folder = '../shared/ipc';
const most = smoke ? 0.2 : 10;
const json = process.argv.includes('--json');

if (hasFile(`${folder}/index.json`)) {
  const { instances } = JSON.parse(read('index.json')) as { readonly instances: readonly Instance[] };
  for (const instance of instances.filter((each) => each.solvable).slice(0, smoke ? 2 : undefined)) {
    const task = compileClassical(readPddl(read(instance.domain), read(instance.problem)));
    row(instance, 'lmcut', alone(task, new LandmarkSearch(), {}));
    row(instance, 'blind', alone(task, new ForwardSearch(), { heuristic: 'blind' }));
    const seconds = cpu();
    const both = solveClassical(task, { onProgress: () => seconds() < most });
    row(instance, 'both', { done: both.found, expansions: both.expansions, seconds: seconds() });
  }
} else process.stderr.write('classical: skipped, there are no instances beside the project\n');

function read(path: string): string {
  return readFileSync(inRoot(`${folder}/${path}`), 'utf8');
}

function cpu(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
}

interface Run {
  readonly done: boolean;
  readonly expansions: number;
  readonly seconds: number;
}

function alone({ task, goal, start }: ClassicalTask, search: LandmarkSearch | ForwardSearch, options: object): Run {
  const seconds = cpu();
  search.begin(project(task, goal), start, 0, { maxNodes: 3_000_000, maxExpansions: Infinity, ...options });
  while (search.outcome === 'running' && seconds() < most) search.advance(200);
  return { done: search.outcome === 'found', expansions: search.expansions, seconds: seconds() };
}

function row({ id, fd }: Instance, search: string, { done, expansions, seconds }: Run): void {
  const peer = fd[search];
  const figures = { done, expansions, seconds: Number(seconds.toFixed(3)), perSecond: Math.round(expansions / Math.max(seconds, 0.001)), recorded: peer?.searchCpuS, recordedExpansions: peer?.expanded };
  if (json) process.stdout.write(`${JSON.stringify({ bench: `${id} ${search}`, ...figures })}\n`);
  else process.stdout.write(`${id.padEnd(44)} ${search.padEnd(6)} ${done ? '' : 'not '}proven, ${expansions} expansions in ${seconds.toFixed(2)} s${peer?.searchCpuS === undefined ? '' : `; Fast Downward ${peer.expanded} in ${peer.searchCpuS.toFixed(2)} s`}\n`);
}
