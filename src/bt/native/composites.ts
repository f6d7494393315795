import { failure, running, success, type Status } from '../../core/internal.js';
import {
  sequenceKind, selectorKind, flipKind, succeedKind, failKind, reactiveSequenceKind, reactiveSelectorKind, utilitySelectorKind, lottoKind,
  repeatKind, retryKind, repeatNowKind, retryNowKind, cooldownKind, timeLimitKind, runLimitKind, onceKind, parallelKind, raceKind, allKind,
} from '../kinds.js';
import { abortNode, amount, ask, quick, readAmount, score, settleAmount } from './calls.js';
import { failedState, isActive, readyState, runningState, succeededState } from './rows.js';
import { chance, clear, unwind, type Outcome, type Stage } from './stage.js';

// What each kind of node does with its children, whoever leads the step to it.

/** Rounds of a `repeatNow` or `retryNow` that may begin in one step: text from outside must not hang a game. */
const mostRounds = 100;

/** Begins a node with children: what happens once a run, before any child. */
export function begin(s: Stage, node: number, kind: number): Outcome {
  const { numbers } = s;
  const at = s.numberBase + s.numberAt[node]!;
  const reset = s.calls.resets[node];
  if (reset !== undefined && ask(s, node, reset)) {
    numbers[at] = 0;
    if (kind === cooldownKind) numbers[at + 1] = 0;
  }
  switch (kind) {
    case lottoKind:
      return lotto(s, node);
    case repeatKind:
    case retryKind:
    case repeatNowKind:
    case retryNowKind:
      // Running at once, not entered: a throw below must not lose the count.
      s.states[s.base + node] = runningState;
      numbers[at] = 0;
      if (!settleAmount(s, node, at + 1)) return failure;
      break;
    case cooldownKind:
      if (numbers[at + 1] === 1 && numbers[at]! < amount(s, node, at + 2)) return failure;
      if (!settleAmount(s, node, at + 2)) return failure;
      numbers[at] = 0;
      numbers[at + 1] = 1;
      break;
    case timeLimitKind:
      numbers[at] = 0;
      if (!settleAmount(s, node, at + 1) || amount(s, node, at + 1) <= 0) return failure;
      break;
    case runLimitKind:
      if (numbers[at]! >= (s.drawn[node] === 0 ? s.least[node]! : readAmount(s, node))) return failure;
      numbers[at] = numbers[at]! + 1;
      break;
    case onceKind:
      if (numbers[at] === 1) return failure;
      break;
  }
  return run(s, node, node + 1);
}

/** Runs the children of a node from `child` on. */
export function run(s: Stage, node: number, from: number): Outcome {
  const { ends } = s;
  const end = ends[node]!;
  let child = from;
  const kind = s.kinds[node]!;
  switch (kind) {
    case sequenceKind:
      for (; child < end; child = ends[child]!) {
        const outcome = s.plain[child] === 1 && s.states[s.base + child] === readyState && !s.dirty && s.trace === undefined ? quick(s, child) : s.walk.visit(s, child);
        if (outcome !== success) return outcome;
      }
      return success;
    case selectorKind:
      for (; child < end; child = ends[child]!) {
        const outcome = s.plain[child] === 1 && s.states[s.base + child] === readyState && !s.dirty && s.trace === undefined ? quick(s, child) : s.walk.visit(s, child);
        if (outcome !== failure) return outcome;
      }
      return failure;
    case reactiveSequenceKind:
      for (; child < end; child = ends[child]!) {
        const outcome = afresh(s, child);
        if (outcome !== success) return outcome;
      }
      return success;
    case reactiveSelectorKind:
      for (; child < end; child = ends[child]!) {
        const outcome = afresh(s, child);
        if (outcome !== failure) return outcome;
      }
      return failure;
    case utilitySelectorKind:
      return utility(s, node);
    case lottoKind:
      return lotto(s, node);
    case repeatKind:
    case repeatNowKind:
      return repeat(s, node, success);
    case retryKind:
    case retryNowKind:
      return repeat(s, node, failure);
    case parallelKind:
    case raceKind:
    case allKind:
      return parallel(s, node, kind);
  }
  const outcome = s.walk.visit(s, child);
  return outcome === unwind || outcome === running ? outcome : decorate(s, node, outcome);
}

/** What a single-track parent does when its running child has ended. */
export function carryOn(s: Stage, node: number, child: number, status: Status): Outcome {
  switch (s.kinds[node]!) {
    case sequenceKind:
    case reactiveSequenceKind:
      return status === success ? run(s, node, s.ends[child]!) : status;
    case selectorKind:
    case reactiveSelectorKind:
      return status === failure ? run(s, node, s.ends[child]!) : status;
    case utilitySelectorKind:
      return status === failure ? utility(s, node) : status;
    case repeatKind:
      return isLast(s, node, success, status) ? status : pause(s, node);
    case retryKind:
      return isLast(s, node, failure, status) ? status : pause(s, node);
    case repeatNowKind:
      return isLast(s, node, success, status) ? status : repeat(s, node, success);
    case retryNowKind:
      return isLast(s, node, failure, status) ? status : repeat(s, node, failure);
    default:
      return decorate(s, node, status);
  }
}

/** Visits a child whose result of an earlier step no longer counts. */
function afresh(s: Stage, child: number): Outcome {
  const state = s.states[s.base + child]!;
  if (state === succeededState || state === failedState) clear(s, child);
  return s.walk.visit(s, child);
}

/** A decorator's status from its child's. */
function decorate(s: Stage, node: number, status: Status): Status {
  switch (s.kinds[node]!) {
    case flipKind:
      return status === success ? failure : success;
    case succeedKind:
      return success;
    case failKind:
      return failure;
    case cooldownKind:
      // Only a success has to cool down.
      if (status !== success) s.numbers[s.numberBase + s.numberAt[node]! + 1] = 0;
      return status;
    case onceKind:
      s.numbers[s.numberBase + s.numberAt[node]!] = 1;
      return status;
    default:
      return status;
  }
}

/** Runs the child of a repeat (`counted` success) or retry (`counted` failure): the next round waits for the next step, or for the hundredth. */
function repeat(s: Stage, node: number, counted: Status): Outcome {
  const at = s.numberBase + s.numberAt[node]!;
  const rounds = s.kinds[node]! >= repeatNowKind ? mostRounds : 1;
  if (amount(s, node, at + 1) === 0) return counted;
  for (let round = 0; round < rounds; round++) {
    const outcome = afresh(s, node + 1);
    if (outcome === running || outcome === unwind || isLast(s, node, counted, outcome)) return outcome;
  }
  return pause(s, node);
}

/** Counts a round that has ended. True when it was the last, and the node ends as it did. */
function isLast(s: Stage, node: number, counted: Status, status: Status): boolean {
  if (status !== counted) return true;
  const at = s.numberBase + s.numberAt[node]!;
  const count = s.numbers[at]! + 1;
  s.numbers[at] = count;
  const most = amount(s, node, at + 1);
  return most >= 0 && count >= most;
}

/** Running with no child running: the next step resumes here. */
function pause(s: Stage, node: number): Status {
  s.rows.cursor.data[s.slot] = node;
  return running;
}

function lotto(s: Stage, node: number): Outcome {
  const { ends, states, base } = s;
  const end = ends[node]!;
  const weights = s.program.weights[node];
  let total = 0;
  for (let child = node + 1, index = 0; child < end; child = ends[child]!, index++) {
    // A child that is not ready was drawn before.
    if (states[base + child] !== readyState) return s.walk.visit(s, child);
    total += weights?.[index] ?? 1;
  }
  let ticket = Math.floor(chance(s) * total);
  for (let child = node + 1, index = 0; child < end; child = ends[child]!, index++) {
    ticket -= weights?.[index] ?? 1;
    if (ticket < 0) return s.walk.visit(s, child);
  }
  return failure;
}

/** Runs the child wanted most; when it fails, the one wanted most of those not tried yet, by fresh scores. */
function utility(s: Stage, node: number): Outcome {
  const { ends, states, base } = s;
  const end = ends[node]!;
  for (;;) {
    let best = -1;
    let bestScore = 0;
    for (let child = node + 1; child < end; child = ends[child]!) {
      const state = states[base + child]!;
      if (state === failedState) continue;
      if (state !== readyState) return s.walk.visit(s, child);
      const scored = score(s, child);
      if (scored <= bestScore) continue;
      best = child;
      bestScore = scored;
    }
    if (best === -1) return failure;
    const outcome = s.walk.visit(s, best);
    if (outcome !== failure) return outcome;
  }
}

/** Visits every child that has not ended, then decides; what still runs after a decision is aborted. */
function parallel(s: Stage, node: number, kind: number): Outcome {
  const { ends, states, base } = s;
  const end = ends[node]!;
  let children = 0;
  let succeeded = 0;
  let failed = 0;
  for (let child = node + 1; child < end; child = ends[child]!) {
    const outcome = s.walk.visit(s, child);
    if (outcome === unwind) return unwind;
    children++;
    if (outcome === success) succeeded++;
    else if (outcome === failure) failed++;
  }
  const status = decide(s, node, kind, children, succeeded, failed);
  if (status === running) return pause(s, node);
  for (let child = node + 1; child < end; child = ends[child]!) if (isActive(states[base + child]!)) abortNode(s, child);
  return status;
}

function decide(s: Stage, node: number, kind: number, children: number, succeeded: number, failed: number): Status {
  const ended = succeeded + failed === children;
  if (kind === raceKind) return succeeded > 0 ? success : ended ? failure : running;
  if (kind === allKind) return !ended ? running : succeeded > 0 ? success : failure;
  if (failed >= s.most[node]!) return failure;
  return succeeded >= s.least[node]! ? success : running;
}
