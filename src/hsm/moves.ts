import { failure, running, success, type Status } from '../core/internal.js';
import type { Calls } from './calls.js';
import { faulty, firstNode, idle, listMark, nodeKind, nodeMask, succeeded, type QuickLeaf, type Tables } from './program.js';
import { exitReasons, stateEvent, type Rows } from './rows.js';
import { childTowards } from './towards.js';
import type { ExitReason } from './types.js';

/** Numbers of the reasons, see `exitReasons`; success and failure have the numbers of their statuses. */
const abort = 0;

/** Entering, leaving and completing states of the entity that is being worked on. Leaves are driven elsewhere. */
export class Moves {
  readonly #rows: Rows;
  readonly #calls: Calls;
  readonly #tables: Tables;

  constructor(rows: Rows, calls: Calls) {
    this.#rows = rows;
    this.#calls = calls;
    this.#tables = rows.tables;
  }

  /** Enters a node and the default below it, outermost first. The lane then stands on a leaf, a parallel, or a step list with nothing to do. */
  enter(top: number): void {
    const rows = this.#rows;
    const { kind } = this.#tables;
    if (kind[top] === nodeKind.leaf) return this.#enterLeaf(top);
    const { counter, clock, initial, kids, kidStart, history } = this.#tables;
    for (let node = top; ; ) {
      if (kind[node] === nodeKind.leaf) return this.#enterLeaf(node);
      rows.trace?.(rows.slot, node, stateEvent.enter, 0);
      switch (kind[node]) {
        case nodeKind.parallel:
          rows.state[rows.at + this.#tables.lane[node]!] = node;
          for (let kid = kidStart[node]!; kid < kidStart[node + 1]!; kid++) this.enter(kids[kid]!);
          return;
        case nodeKind.steps:
          rows.state[rows.at + counter[node]!] = 0;
          rows.markList(node, 0, listMark.open);
          node = this.nextInList(node);
          if (node === 0) return;
          continue;
      }
      if (clock[node] !== -1) rows.numbers[rows.base + clock[node]!] = 0;
      const remembered = history[node] === -1 ? 0 : rows.state[rows.at + history[node]!]!;
      if (remembered !== 0) {
        this.#recall(node);
        const child = childTowards(this.#tables, node, remembered & nodeMask);
        if (this.#tables.deep[node] === 1) return this.#enterAlong(child, remembered);
        node = child;
      } else {
        if (counter[node] !== -1) rows.state[rows.at + counter[node]!] = 0;
        node = kind[node] === nodeKind.machine ? initial[node]! : kids[kidStart[node]!]!;
      }
    }
  }

  /** Leaves everything in a lane below `stop` (0: the whole lane), deepest first. The caller says what the lane holds then. */
  unwind(lane: number, stop: number, why: number): void {
    const { kind, parent, top, index } = this.#tables;
    let node = this.#rows.current(lane);
    if (node < firstNode || kind[node] === nodeKind.start) return;
    if (this.#tables.hasHistory) this.#remember(node, stop);
    for (let child = 0; node !== stop; child = index[node]!, node = parent[node]!) {
      if (kind[node] === nodeKind.parallel) this.#unwindKids(node, why);
      this.#exit(node, child, why);
      if (top[node] === 1) return;
    }
  }

  /**
   * A node has ended: leaves it and carries the result upwards until something goes on or the lane is done.
   * Returns running when something was entered.
   */
  settle(ended: number, outcome: Status): Status {
    const rows = this.#rows;
    const { kind, parent, top, index, kids, kidStart } = this.#tables;
    let node = ended;
    let result = outcome;
    if (kind[node] === nodeKind.parallel) this.#unwindKids(node, abort);
    this.#exit(node, 0, result);
    while (top[node] === 0) {
      const above = parent[node]!;
      switch (kind[above]) {
        case nodeKind.machine: {
          const way = this.#wayOut(node, result);
          if (way === -1) break;
          const { target } = this.#tables;
          rows.trace?.(rows.slot, above, stateEvent.transition, target[way]!);
          if (target[way]! >= firstNode) return this.#enterState(above, target[way]!);
          result = target[way]! as Status;
          break;
        }
        case nodeKind.sequence: {
          const { counter, rounds } = this.#tables;
          if (result === failure && this.#tables.skipFailures[above] === 0) {
            rows.trace?.(rows.slot, above, stateEvent.failedStep, index[node]!);
            break;
          }
          let next = kidStart[above]! + index[node]! + 1;
          if (next === kidStart[above + 1]! && (rounds[above] === 0 || (counter[above] !== -1 && ++rows.state[rows.at + counter[above]!]! < rounds[above]!))) next = kidStart[above]!;
          if (next < kidStart[above + 1]!) {
            this.enter(kids[next]!);
            return running;
          }
          result = success;
          break;
        }
        case nodeKind.steps: {
          const { counter } = this.#tables;
          const step = rows.state[rows.at + counter[above]!]!;
          if (result === failure) {
            rows.markList(above, step + 1, listMark.open);
            rows.trace?.(rows.slot, above, stateEvent.failedStep, step);
            break;
          }
          rows.state[rows.at + counter[above]!] = step + 1;
          if (step + 1 < rows.listLength(above)) {
            const next = this.nextInList(above);
            if (next !== 0) this.enter(next);
            return running;
          }
          rows.markList(above, 0, listMark.done);
          break;
        }
      }
      this.#exit(above, index[node]!, result);
      node = above;
    }
    rows.state[rows.at + this.#tables.lane[node]!] = result;
    return result;
  }

  /** From a quick leaf to the quick leaf that follows it: what {@link settle} would do, without the callbacks that are not there. */
  stepTo({ node, initial, from }: QuickLeaf, before: number): void {
    const { state, numbers, at, base, trace, slot } = this.#rows;
    if (trace !== undefined) {
      trace(slot, before, stateEvent.exit, success);
      trace(slot, node, stateEvent.enter, 0);
    }
    state[at] = node;
    state[at + 1]!++;
    for (let cell = 0; cell < initial.length; cell++) numbers[base + from + cell] = initial[cell]!;
  }

  /** Takes a transition of an active machine. */
  take(way: number): void {
    const { machineOf, target, lane } = this.#tables;
    const machine = machineOf[way]!;
    const rows = this.#rows;
    rows.trace?.(rows.slot, machine, stateEvent.transition, target[way]!);
    this.unwind(lane[machine]!, machine, abort);
    if (target[way]! >= firstNode) this.#enterState(machine, target[way]!);
    else this.settle(machine, target[way]! as Status);
  }

  /**
   * The child to enter for the current step of a list, or 0 when there is none: then the lane stands on the list itself,
   * which is done, or, when the precheck refused the step, marked as faulty.
   */
  nextInList(steps: number): number {
    const rows = this.#rows;
    const step = rows.state[rows.at + this.#tables.counter[steps]!]!;
    const place = rows.at + this.#tables.lane[steps]!;
    if (step >= rows.listLength(steps)) {
      rows.state[place] = steps;
      return 0;
    }
    const kid = rows.listKid(steps, step);
    if (this.#calls.precheck(steps, kid, rows.listParams[steps]![rows.slot]?.[step])) return kid;
    rows.state[place] = steps | faulty;
    rows.markList(steps, step + 1, listMark.stale);
    rows.trace?.(rows.slot, steps, stateEvent.stale, step);
    return 0;
  }

  /** Enters a leaf. If that throws, the lane stands on the leaf as faulty. */
  #enterLeaf(node: number): void {
    const rows = this.#rows;
    const { state, numbers, at, base } = rows;
    const { lane, numberFrom, numberTo, initialNumbers, enter } = this.#tables;
    const place = at + lane[node]!;
    if (rows.trace !== undefined) rows.trace(rows.slot, node, stateEvent.enter, 0);
    state[place] = node;
    const token = ++state[at + 1]!;
    state[place + 1] = token;
    // Clock, sleep and cells lie side by side, and so do the values they begin with.
    for (let number = numberFrom[node]!, end = numberTo[node]!, first = initialNumbers[node]!; number < end; number++, first++) numbers[base + number] = this.#tables.firstNumbers[first]!;
    if (enter[node] !== undefined && !this.#calls.enter(node)) state[place] = node | faulty;
  }

  /** Every activation of an entity gets a token of its own, whatever lane it is in. */
  giveToken(leaf: number): void {
    const { state, at } = this.#rows;
    const token = ++state[at + 1]!;
    state[at + this.#tables.lane[leaf]! + 1] = token;
  }

  #enterState(machine: number, state: number): Status {
    const { clock } = this.#tables;
    if (clock[machine] !== -1) this.#rows.numbers[this.#rows.base + clock[machine]!] = 0;
    this.enter(state);
    return running;
  }

  /** Enters `from` and the way down to `target`, as it was before an interruption: rounds, steps and finished parallel children stay. */
  #enterAlong(from: number, target: number): void {
    const rows = this.#rows;
    const { kind, clock, kids, kidStart, lane } = this.#tables;
    for (let node = from; ; node = childTowards(this.#tables, node, target)) {
      if (kind[node] === nodeKind.leaf) return this.#enterLeaf(node);
      rows.trace?.(rows.slot, node, stateEvent.enter, 0);
      if (kind[node] === nodeKind.parallel) {
        rows.state[rows.at + lane[node]!] = node;
        for (let at = kidStart[node]!; at < kidStart[node + 1]!; at++) {
          const kid = kids[at]!;
          const current = rows.current(lane[kid]!);
          if (current >= firstNode) this.#enterAlong(kid, current);
        }
        return;
      }
      if (clock[node] !== -1) rows.numbers[rows.base + clock[node]!] = 0;
      if (node === target) {
        const next = this.nextInList(node);
        if (next !== 0) this.enter(next);
        return;
      }
    }
  }

  /** Leaves one node: `child` is the place of the child it was in, for what must be taken back. */
  #exit(node: number, child: number, why: number): void {
    const rows = this.#rows;
    const { exit, history } = this.#tables;
    if (exit[node] !== undefined) this.#calls.exit(node, why);
    if (rows.trace !== undefined) rows.trace(rows.slot, node, stateEvent.exit, why);
    // Only an interruption is remembered: what has ended begins anew.
    if (history[node] !== -1 && (why === success || why === failure)) rows.state[rows.at + history[node]!] = 0;
    if (this.#tables.hasUndo && why !== success) this.#undo(node, child);
  }

  /** Takes back the finished `once` steps of a sequence (those before `child`) or of a parallel, last first. */
  #undo(node: number, child: number): void {
    const { kind, kids, kidStart, undo, lane } = this.#tables;
    const { state, at } = this.#rows;
    const first = kidStart[node]!;
    if (kind[node] === nodeKind.sequence) {
      for (let place = first + child - 1; place >= first; place--) if (undo[kids[place]!] !== undefined) this.#calls.undo(kids[place]!);
    } else if (kind[node] === nodeKind.parallel) {
      for (let place = kidStart[node + 1]! - 1; place >= first; place--) {
        const kid = kids[place]!;
        if (undo[kid] !== undefined && state[at + lane[kid]!] === succeeded) this.#calls.undo(kid);
      }
    }
  }

  #unwindKids(parallel: number, why: number): void {
    const { kids, kidStart, lane } = this.#tables;
    const rows = this.#rows;
    for (let place = kidStart[parallel + 1]! - 1; place >= kidStart[parallel]!; place--) {
      const own = lane[kids[place]!]!;
      if (rows.current(own) < firstNode) continue;
      this.unwind(own, 0, why);
      rows.state[rows.at + own] = idle;
    }
  }

  /** The first transition that answers the end of a machine's state, or -1. */
  #wayOut(state: number, result: Status): number {
    const { doneStart, doneChecks, results } = this.#tables;
    for (let at = doneStart[state]!; at < doneStart[state + 1]!; at++) {
      const way = doneChecks[at]!;
      if ((results[way]! & result) !== 0 && this.#calls.guard(way)) return way;
    }
    return -1;
  }

  /** Before an interruption: every composite on the way up to `stop` that keeps a history notes where it was. */
  #remember(from: number, stop: number): void {
    const { state, at } = this.#rows;
    const { history, parent, top, deep, regionAt, regionSize } = this.#tables;
    for (let node = from, child = 0; node !== stop; child = node, node = parent[node]!) {
      const place = history[node]!;
      if (place !== -1 && child !== 0) {
        state[at + place] = deep[node] === 1 ? from : child;
        state.copyWithin(at + place + 1, at + regionAt[node]!, at + regionAt[node]! + regionSize[node]!);
      }
      if (top[node] === 1) return;
    }
  }

  #recall(node: number): void {
    const { state, at } = this.#rows;
    const place = at + this.#tables.history[node]! + 1;
    state.copyWithin(at + this.#tables.regionAt[node]!, place, place + this.#tables.regionSize[node]!);
  }
}

/** The number of an exit reason. */
export function reasonNumber(why: ExitReason): number {
  return exitReasons.indexOf(why);
}
