import type { Jobs } from './jobs.js';

/** A hash over all that makes two requests equal. */
export function hashRequest(jobs: Jobs, job: number): number {
  let hash = mix(mix(jobs.task[job]!, jobs.goalNumber[job]! | 0), jobs.maxExpansions[job]! | 0);
  hash = mix(hash, jobs.maxSteps[job]! | 0);
  const start = job * jobs.stride;
  for (let word = start; word < start + jobs.stride; word++) hash = mix(hash, jobs.starts[word]!);
  if (jobs.hasCosts[job] === 1) {
    const { step } = jobs.projections[job]!;
    const costs = jobs.costs[job]!;
    // Fractions are spread over the integers; NaN and Infinity become 0, which is as good as any.
    for (let action = 0; action < step.length; action++) hash = mix(hash, (costs[step[action]!]! * 65536) | 0);
  }
  return hash;
}

/** Another job that asks the same as `job`, or -1. */
export function sameRequest(jobs: Jobs, job: number): number {
  for (let other = jobs.bucket(jobs.hash[job]!); other >= 0; other = jobs.next(other)) {
    if (other !== job && jobs.hash[other] === jobs.hash[job] && equal(jobs, job, other)) return other;
  }
  return -1;
}

function equal(jobs: Jobs, one: number, other: number): boolean {
  if (jobs.goalNumber[one] !== jobs.goalNumber[other] || jobs.task[one] !== jobs.task[other]) return false;
  if (jobs.maxSteps[one] !== jobs.maxSteps[other] || jobs.maxExpansions[one] !== jobs.maxExpansions[other]) return false;
  for (let word = 0; word < jobs.stride; word++) {
    if (jobs.starts[one * jobs.stride + word] !== jobs.starts[other * jobs.stride + word]) return false;
  }
  if (jobs.hasCosts[one] !== jobs.hasCosts[other]) return false;
  if (jobs.hasCosts[one] === 0) return true;
  const { step } = jobs.projections[one]!;
  for (let action = 0; action < step.length; action++) {
    if (!Object.is(jobs.costs[one]![step[action]!], jobs.costs[other]![step[action]!])) return false;
  }
  return true;
}

function mix(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
