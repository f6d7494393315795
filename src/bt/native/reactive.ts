import { failure, success, type Status } from '../../core/internal.js';
import { reactiveSelectorKind } from '../kinds.js';
import { abortNode, ask, passes } from './calls.js';
import { run } from './composites.js';
import type { Probe } from './probes.js';
import { failedState, readyState, succeededState } from './rows.js';
import { clear, treeEvent, unwind, type Outcome, type Stage } from './stage.js';

/** A reactive node's earlier children have not decided it: its running child goes on. */
export const undecided = 4;
/** A child that was asked first may begin. */
const agreed = 5;

/** For how long a branch that failed in the step in which it pushed another aside is passed over, in milliseconds. */
const passedOver = 1000;

/**
 * Lets the children before the running one decide a reactive node.
 *
 * In a selector a child that asks before it begins is let in as states are: once all it asks agrees, the running child is aborted with its
 * exits, and then the new one begins. When that fails in the same step, the rest of the selector has its turn, and it is passed over until
 * its questions have said no, or for a second. Any other child is stepped first, and the running one is aborted when it goes on.
 */
export function preempt(s: Stage, node: number, at: number): Outcome | typeof undecided {
  const isSelector = s.kinds[node] === reactiveSelectorKind;
  const passing: Status = isSelector ? failure : success;
  const probes = s.probes[node]!;
  for (let index = 0; ; index++) {
    const probe = probes[index]!;
    if (at < probe.next) return undecided;
    if (s.dirty && s.walk.mustUnwind(s, node)) return unwind;
    const { child, passedAt } = probe;
    let outcome: Outcome;
    if (!probe.guarded && probe.questions.length === 0) {
      clear(s, child);
      outcome = s.walk.start(s, child);
    } else {
      const passed = passedAt < 0 ? -1 : s.numberBase + passedAt;
      const ended = consult(s, probe);
      if (ended !== agreed) {
        if (passed >= 0) s.numbers[passed] = 0;
        outcome = ended;
      } else if (!isSelector) {
        outcome = letIn(s, probe);
      } else if (s.numbers[passed]! > 0 && (s.numbers[passed] = Math.max(0, s.numbers[passed]! - s.dt * 1000)) > 0) {
        outcome = failure;
      } else {
        leaveRunning(s, probe, at);
        const entered = letIn(s, probe);
        if (entered !== failure) return entered;
        s.numbers[passed] = passedOver;
        return run(s, node, probe.next);
      }
    }
    if (outcome === passing) continue;
    if (outcome !== unwind) leaveRunning(s, probe, at);
    return outcome;
  }
}

/** What a child that is asked first counts as when it says no; `agreed` when it may begin, which it has not yet. */
function consult(s: Stage, probe: Probe): Status | typeof agreed {
  if (probe.guarded) {
    const stopped = guardOf(s, probe);
    if (stopped !== agreed) return stopped;
  }
  const { questions, calls } = probe;
  for (let index = 0; index < questions.length; index++) {
    const question = questions[index]!;
    if (ask(s, question, calls[index]!)) continue;
    // It said no the last time too: then everything about it is as it was left.
    if (s.states[s.base + question] !== failedState || s.trace !== undefined) refuse(s, probe, index);
    return failure;
  }
  return agreed;
}

function guardOf(s: Stage, { child, guard, endsAt, status, inOrder }: Probe): Status | typeof agreed {
  const { states, base } = s;
  if (guard === undefined || s.trace !== undefined) {
    if (passes(s, child)) return agreed;
    clear(s, child);
    states[base + child] = s.verdict + 1;
    return s.verdict;
  }
  if (ask(s, child, guard) !== endsAt) return agreed;
  if (!inOrder || states[base + child + 1] !== readyState) clear(s, child);
  states[base + child] = status + 1;
  s.rows.guard.data[s.slot] = child + 1;
  return status;
}

/** Leaves a child as it is when one of its questions has said no. */
function refuse(s: Stage, { child, questions }: Probe, index: number): void {
  const { states, base } = s;
  const question = questions[index]!;
  clear(s, child);
  for (let before = 0; before < index; before++) states[base + questions[before]!] = succeededState;
  for (let above = question; above !== child; above = s.parents[above]!) states[base + above] = failedState;
  states[base + child] = failedState;
  // Where all agree, the child that begins tells of them.
  for (let told = 0; s.trace !== undefined && told <= index; told++) {
    s.trace(s.slot, questions[told]!, treeEvent.begin, 0);
    s.trace(s.slot, questions[told]!, treeEvent.end, told < index ? success : failure);
  }
}

/** Begins a child that was asked already. */
function letIn(s: Stage, { child, questions }: Probe): Outcome {
  clear(s, child);
  s.answered = questions.length === 0 ? -1 : questions[questions.length - 1]!;
  const outcome = s.walk.admit(s, child);
  s.answered = -1;
  return outcome;
}

/** Aborts the child that runs behind another. */
function leaveRunning(s: Stage, probe: Probe, at: number): void {
  let old = probe.next;
  while (s.ends[old]! <= at) old = s.ends[old]!;
  abortNode(s, old);
}
