import { checkSeconds, failure, running, type Status, success } from '../../core/internal.js';
import { waitKind, lottoKind, onceKind, parallelKind, guardDuty, stepDuty, reactiveDuty, timeLimitDuty } from '../kinds.js';
import { abortNode, amount, drive, hook, passes, settle } from './calls.js';
import { begin, carryOn, run } from './composites.js';
import { preempt, undecided } from './reactive.js';
import { enteredState, failedState, isActive, nowhere, readyState, runningState, succeededState } from './rows.js';
import { clear, treeEvent, unwind, type Outcome, type Stage, type Walk } from './stage.js';

// The native reading of one tree, for all its entities.
//
// A step does not walk the tree. It goes down the way to the running leaf (the row's cursor), stopping only at nodes that have
// something to do there: guards, step hooks, reactive nodes, time limits. Then it drives the leaf, and when that ends goes upward,
// each parent carrying on from its next child. Inside a parallel every running child is resumed in the same manner.
//
// A guard is asked once a step. It is asked again before a further node is visited when an action has been called since,
// because an action may change the world.

/** One step of one entity; time in seconds. A tree that had ended starts afresh. */
export function step(s: Stage, slot: number, body: unknown, facts: unknown, dt: number): Status {
  checkSeconds(dt, 'step');
  if (s.busy) return stepInside(s, slot, body, facts, dt);
  enter(s, slot, body, facts, dt);
  s.rows.guard.data[slot] = 0;
  if (s.cooldowns.length > 0) runClocks(s);
  const root = s.states[s.base]!;
  if (root === succeededState || root === failedState) clear(s, 0);
  // At the root nothing is above to unwind to, so the outcome is a status.
  const status = (root === runningState ? resume(s, 0, cursor(s)) : start(s, 0)) as Status;
  s.busy = false;
  return status;
}

/** Stops whatever runs: each exit and each abort once, children first. The row is ready afterwards; cooldowns and run counts stay. */
export function abort(s: Stage, slot: number, body: unknown, facts: unknown): void {
  if (s.busy) {
    abortInside(s, slot, body, facts);
    return;
  }
  enter(s, slot, body, facts, 0);
  if (isActive(s.states[s.base]!)) abortNode(s, 0);
  else clear(s, 0);
  s.busy = false;
}

function enter(s: Stage, slot: number, body: unknown, facts: unknown, dt: number): void {
  s.busy = true;
  s.dirty = false;
  s.slot = slot;
  s.base = slot * s.size;
  s.numberBase = slot * s.width;
  s.states = s.rows.states.data;
  s.numbers = s.rows.numbers.data;
  s.body = body;
  s.facts = facts;
  s.dt = dt;
}

// A leaf may step another entity of the same tree; what the outer step knows is set aside meanwhile. These stand apart from
// `step` and `abort` because a closure there would make every step allocate room for what it captures.

function stepInside(s: Stage, slot: number, body: unknown, facts: unknown, dt: number): Status {
  return aside(s, () => step(s, slot, body, facts, dt));
}

function abortInside(s: Stage, slot: number, body: unknown, facts: unknown): void {
  aside(s, () => abort(s, slot, body, facts));
}

function aside<T>(s: Stage, inner: () => T): T {
  const { slot, base, numberBase, body, facts, dt, dirty, verdict, unwindTo, answered } = s;
  s.busy = false;
  s.answered = -1;
  try {
    return inner();
  } finally {
    Object.assign(s, { slot, base, numberBase, body, facts, dt, dirty, verdict, unwindTo, answered, busy: true });
  }
}

function runClocks(s: Stage): void {
  for (const node of s.cooldowns) {
    const at = s.numberBase + s.numberAt[node]!;
    if (s.numbers[at + 1] === 1) s.numbers[at] = s.numbers[at]! + s.dt * 1000;
  }
}

function cursor(s: Stage): number {
  const known = s.rows.cursor.data[s.slot]!;
  return known === nowhere ? locate(s, 0) : known;
}

/** The node to resume below a running node: follows running children down to a leaf, a parallel, or a node between two children. */
function locate(s: Stage, top: number): number {
  const { kinds, ends, states, base } = s;
  let node = top;
  for (;;) {
    if (kinds[node]! >= parallelKind) return node;
    const end = ends[node]!;
    let child = node + 1;
    while (child < end && !isActive(states[base + child]!)) child = ends[child]!;
    if (child >= end) return node;
    node = child;
  }
}

function start(s: Stage, node: number): Outcome {
  if (s.dirty && mustUnwind(s, s.parents[node]!)) return unwind;
  if ((s.duties[node]! & guardDuty) !== 0 && !passes(s, node)) {
    // Never begun: no entry and no exit.
    s.states[s.base + node] = s.verdict + 1;
    return s.verdict;
  }
  return admit(s, node);
}

function admit(s: Stage, node: number): Outcome {
  const at = s.base + node;
  const duties = s.duties[node]!;
  s.states[at] = enteredState;
  if (s.trace !== undefined) s.trace(s.slot, node, treeEvent.begin, 0);
  const entry = s.calls.entries[node];
  if (entry !== undefined) hook(s, node, entry);
  if ((duties & stepDuty) !== 0) hook(s, node, s.calls.steps[node]!);
  const kind = s.kinds[node]!;
  const status = kind <= waitKind ? drive(s, node) : kind >= lottoKind && kind <= onceKind ? begin(s, node, kind) : run(s, node, node + 1);
  if (status === running) {
    if (s.states[at] === enteredState) s.states[at] = runningState;
    return running;
  }
  if (status === unwind) return s.unwindTo === node ? stop(s, node) : unwind;
  settle(s, node, status);
  return status;
}

/** Goes on with a running node: `at` is the node to resume within its subtree. */
function resume(s: Stage, top: number, at: number): Outcome {
  if (s.dirty && mustUnwind(s, s.parents[top]!)) return unwind;
  const points = s.checkpoints[at]!;
  for (let index = 0; index < points.length; index++) {
    const node = points[index]!;
    if (node < top) continue;
    const duties = s.duties[node]!;
    if ((duties & guardDuty) !== 0 && !passes(s, node)) return climb(s, node, stop(s, node), top);
    if ((duties & stepDuty) !== 0) hook(s, node, s.calls.steps[node]!);
    if ((duties & timeLimitDuty) !== 0 && isOver(s, node)) {
      if (isActive(s.states[s.base + node + 1]!)) abortNode(s, node + 1);
      return finish(s, node, failure, top);
    }
    if ((duties & reactiveDuty) !== 0 && node !== at) {
      const outcome = preempt(s, node, at);
      if (outcome !== undecided) return finish(s, node, outcome, top);
      if (s.dirty && mustUnwind(s, node)) return finish(s, node, unwind, top);
    }
  }
  return finish(s, at, s.kinds[at]! <= waitKind ? drive(s, at) : run(s, at, at + 1), top);
}

/** Takes the outcome of a node that was running upward as far as it goes. */
function finish(s: Stage, node: number, outcome: Outcome, top: number): Outcome {
  if (outcome === running) return running;
  if (outcome === unwind) return s.unwindTo < top ? unwind : climb(s, s.unwindTo, stop(s, s.unwindTo), top);
  settle(s, node, outcome);
  return climb(s, node, outcome, top);
}

/** From a node that has ended up to `top`: each parent carries on behind the child that ended. */
function climb(s: Stage, node: number, status: Status, top: number): Outcome {
  let child = node;
  let ended = status;
  while (child !== top) {
    const parent = s.parents[child]!;
    const outcome = carryOn(s, parent, child, ended);
    if (outcome === running || outcome === unwind) return finish(s, parent, outcome, top);
    settle(s, parent, outcome);
    child = parent;
    ended = outcome;
  }
  return ended;
}

function visit(s: Stage, child: number): Outcome {
  switch (s.states[s.base + child]!) {
    case readyState:
      return start(s, child);
    case succeededState:
      return success;
    case failedState:
      return failure;
    default:
      return resume(s, child, locate(s, child));
  }
}

function isOver(s: Stage, node: number): boolean {
  const at = s.numberBase + s.numberAt[node]!;
  const elapsed = s.numbers[at]! + s.dt * 1000;
  s.numbers[at] = elapsed;
  return elapsed >= amount(s, node, at + 1);
}

function mustUnwind(s: Stage, node: number): boolean {
  s.dirty = false;
  const path = s.guardPaths[node];
  if (path === undefined) return false;
  let asked = -1;
  for (let index = 0; index < path.length; index++) {
    const owner = path[index]!.node;
    // `passes` asks both guards of a node at once.
    if (owner === asked) continue;
    asked = owner;
    if (passes(s, owner)) continue;
    s.unwindTo = owner;
    return true;
  }
  return false;
}

/** A node stopped by its guard: aborted, then counted as the guard says. */
function stop(s: Stage, node: number): Status {
  const { verdict } = s;
  abortNode(s, node);
  s.states[s.base + node] = verdict + 1;
  return verdict;
}

/** The walk that a stage is given. */
export const walk: Walk = { visit, start, admit, mustUnwind };
