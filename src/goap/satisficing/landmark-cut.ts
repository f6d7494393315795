import { Heap } from '../search/heap.js';
import type { Projection } from '../search/projection.js';
import { holds, literalsOf, type Literals } from './literals.js';

/** Costs that differ by less count as equal: what is left of fractions that were taken away bit by bit. */
const grain = 1e-9;

/** The delete relaxation with one literal that always holds and one that stands for the goal, and who makes each literal true. Immutable. */
interface CutTask {
  readonly literals: Literals;
  readonly count: number;
  /** Always holds; what operators need that need nothing else. */
  readonly always: number;
  readonly goal: number;
  readonly needStart: Int32Array;
  readonly needs: Int32Array;
  readonly needCount: Int32Array;
  readonly giveStart: Int32Array;
  readonly gives: Int32Array;
  readonly userStart: Int32Array;
  readonly users: Int32Array;
  readonly giverStart: Int32Array;
  readonly givers: Int32Array;
  /** Several operators may be one action, of which only one cost can be counted: the first operator of the same action. */
  readonly owner: Int32Array;
}

function cutTaskOf(projection: Projection): CutTask {
  return (projection.made.cutTask ??= build(literalsOf(projection))) as CutTask;
}

function build(literals: Literals): CutTask {
  const { operators, firstGoal, needStart, needs, giveStart, gives, moveStart, moves } = literals;
  const always = literals.count;
  const goal = always + 1;
  const count = goal + 1;
  const needed: number[][] = [];
  const given: number[][] = [];
  for (let operator = 0; operator < operators; operator++) {
    const own = Array.from(needs.subarray(needStart[operator], needStart[operator + 1]));
    needed.push(own.length === 0 ? [always] : own);
    const list = new Set(operator >= firstGoal ? [goal] : gives.subarray(giveStart[operator], giveStart[operator + 1]));
    // A threshold may need its action many times; counting it once keeps the bound below the true cost.
    for (let index = moveStart[operator]!; index < moveStart[operator + 1]!; index += 2) list.add(moves[index]!);
    given.push([...list]);
  }
  const users: number[][] = Array.from({ length: count }, () => []);
  const givers: number[][] = Array.from({ length: count }, () => []);
  needed.forEach((list, operator) => list.forEach((literal) => users[literal]!.push(operator)));
  given.forEach((list, operator) => list.forEach((literal) => givers[literal]!.push(operator)));
  const [needStarts, needList] = flat(needed);
  const [giveStarts, giveList] = flat(given);
  const [userStart, userList] = flat(users);
  const [giverStart, giverList] = flat(givers);
  return {
    literals,
    count,
    always,
    goal,
    needStart: needStarts,
    needs: needList,
    needCount: Int32Array.from(needed, (list) => list.length),
    giveStart: giveStarts,
    gives: giveList,
    userStart,
    users: userList,
    giverStart,
    givers: giverList,
    owner: literals.action.map((action, operator) => (action < 0 ? operator : literals.main[action]!)),
  };
}

function flat(lists: readonly (readonly number[])[]): [start: Int32Array, all: Int32Array] {
  const start = new Int32Array(lists.length + 1);
  lists.forEach((list, index) => (start[index + 1] = start[index]! + list.length));
  return [start, Int32Array.from(lists.flat())];
}

/** Zones of a cut: literals from which the goal costs nothing more, and literals reached from the state on this side of them. */
const zone = { goal: 1, before: 2 } as const;

/**
 * LM-cut: a lower bound from disjoint landmarks. As long as the goal costs something by hmax, some set of actions that every plan must cross is cut, their least
 * cost is counted and taken from each of them. Never more than the true rest, mostly close to it; not consistent, so that states must be opened again.
 * (M. Helmert and C. Domshlak, "Landmarks, critical paths and abstractions: what's the difference anyway?", 2009.)
 */
export class LandmarkCut {
  #task!: CutTask;
  #base: Float64Array = new Float64Array(0);
  #left: Float64Array = new Float64Array(0);
  #missing: Int32Array = new Int32Array(0);
  /** The dearest need of each operator, -1 where it cannot be applied, and what that costs. */
  #supporter: Int32Array = new Int32Array(0);
  #supportCost: Float64Array = new Float64Array(0);
  #cost: Float64Array = new Float64Array(0);
  #zone: Uint8Array = new Uint8Array(0);
  #stack: Int32Array = new Int32Array(0);
  /** The literals that hold in the state at hand, and how many. */
  #start: Int32Array = new Int32Array(0);
  #started = 0;
  #cut: Int32Array = new Int32Array(0);
  #inCut: Uint8Array = new Uint8Array(0);
  readonly #heap = new Heap();
  /** False when costs have fractions: then the bound leaves room for what rounding took. */
  #whole = true;

  /** Prepares for a request with these costs of projected actions. */
  begin(projection: Projection, costs: Float64Array): void {
    const task = cutTaskOf(projection);
    this.#task = task;
    const { operators, action } = task.literals;
    if (this.#base.length < operators) {
      this.#base = new Float64Array(operators);
      this.#left = new Float64Array(operators);
      this.#missing = new Int32Array(operators);
      this.#supporter = new Int32Array(operators);
      this.#supportCost = new Float64Array(operators);
      this.#cut = new Int32Array(operators);
      this.#inCut = new Uint8Array(operators);
    }
    if (this.#cost.length < task.count) {
      this.#cost = new Float64Array(task.count);
      this.#zone = new Uint8Array(task.count);
      this.#stack = new Int32Array(task.count);
      this.#start = new Int32Array(task.count);
    }
    this.#whole = true;
    for (let operator = 0; operator < operators; operator++) {
      const own = action[operator]! < 0 ? 0 : costs[action[operator]!]!;
      this.#base[operator] = own;
      if (own !== Infinity && own !== Math.floor(own)) this.#whole = false;
    }
  }

  /** The bound for the projected state at `words[at]`; Infinity when the goal cannot be reached from it. */
  of(words: Int32Array, at: number): number {
    const { goal } = this.#task;
    const cost = this.#cost;
    this.#left.set(this.#base);
    this.#explore(words, at);
    if (cost[goal] === Infinity) return Infinity;
    let total = 0;
    while (cost[goal]! > 0) {
      this.#zone.fill(0);
      this.#markGoalZone();
      const size = this.#collectCut();
      let least = Infinity;
      for (let index = 0; index < size; index++) least = Math.min(least, this.#left[this.#cut[index]!]!);
      total += least;
      for (let index = 0; index < size; index++) {
        const owner = this.#cut[index]!;
        const left = this.#left[owner]! - least;
        this.#left[owner] = left < grain ? 0 : left;
      }
      this.#settleAgain(size);
      if (cost[goal]! < grain) break;
    }
    return this.#whole ? total : total * (1 - grain);
  }

  /** hmax costs of all literals, and the supporter of every operator. What costs nothing goes over a stack; only the rest needs the queue's order. */
  #explore(words: Int32Array, at: number): void {
    const { count, always, userStart, users, needCount, giveStart, gives, literals, owner } = this.#task;
    const { word, mask, want, side } = literals;
    const cost = this.#cost;
    const heap = this.#heap;
    const missing = this.#missing;
    const supporter = this.#supporter;
    const supportCost = this.#supportCost;
    const left = this.#left;
    const stack = this.#stack;
    const start = this.#start;
    missing.set(needCount);
    supporter.fill(-1, 0, literals.operators);
    heap.clear();
    let top = 0;
    cost.fill(Infinity, 0, count);
    for (let literal = 0; literal < always; literal++) {
      if (side[literal] === 0 ? (words[at + word[literal]!]! & mask[literal]!) !== want[literal]! : !holds(literals, literal, words, at)) continue;
      cost[literal] = 0;
      stack[top++] = literal;
    }
    cost[always] = 0;
    stack[top++] = always;
    for (let index = 0; index < top; index++) start[index] = stack[index]!;
    this.#started = top;
    for (;;) {
      let literal: number;
      let key = 0;
      if (top > 0) literal = stack[--top]!;
      else if (heap.size > 0) {
        key = heap.keys[0]!;
        literal = heap.pop();
        if (key > cost[literal]!) continue;
      } else return;
      for (let user = userStart[literal]!; user < userStart[literal + 1]!; user++) {
        const operator = users[user]!;
        if (--missing[operator]! !== 0) continue;
        supporter[operator] = literal;
        supportCost[operator] = key;
        const reached = key + left[owner[operator]!]!;
        for (let index = giveStart[operator]!; index < giveStart[operator + 1]!; index++) {
          const given = gives[index]!;
          if (reached >= cost[given]!) continue;
          cost[given] = reached;
          if (reached === 0) stack[top++] = given;
          else heap.push(reached, 0, given);
        }
      }
    }
  }

  #reach(operator: number, reached: number): void {
    const { giveStart, gives } = this.#task;
    const cost = this.#cost;
    for (let index = giveStart[operator]!; index < giveStart[operator + 1]!; index++) {
      const literal = gives[index]!;
      if (reached >= cost[literal]!) continue;
      cost[literal] = reached;
      this.#heap.push(reached, 0, literal);
    }
  }

  /** Marks the literals from which free operators lead to the goal by their dearest needs. */
  #markGoalZone(): void {
    const { goal, giverStart, givers, owner } = this.#task;
    const marks = this.#zone;
    const stack = this.#stack;
    const left = this.#left;
    const supporters = this.#supporter;
    let top = 0;
    stack[top++] = goal;
    marks[goal] = zone.goal;
    while (top > 0) {
      const literal = stack[--top]!;
      for (let index = giverStart[literal]!; index < giverStart[literal + 1]!; index++) {
        const operator = givers[index]!;
        const supporter = supporters[operator]!;
        if (supporter < 0 || left[owner[operator]!] !== 0 || marks[supporter] === zone.goal) continue;
        marks[supporter] = zone.goal;
        stack[top++] = supporter;
      }
    }
  }

  /** Goes forward from what holds, as far as the goal's zone; the owners of the operators that enter it are the cut. Returns how many there are. */
  #collectCut(): number {
    const { userStart, users, giveStart, gives, owner } = this.#task;
    const marks = this.#zone;
    const stack = this.#stack;
    const supporter = this.#supporter;
    const cut = this.#cut;
    const inCut = this.#inCut;
    let top = 0;
    let size = 0;
    for (let index = 0; index < this.#started; index++) {
      const literal = this.#start[index]!;
      marks[literal] = zone.before;
      stack[top++] = literal;
    }
    while (top > 0) {
      const literal = stack[--top]!;
      next: for (let user = userStart[literal]!; user < userStart[literal + 1]!; user++) {
        const operator = users[user]!;
        if (supporter[operator] !== literal) continue;
        const from = giveStart[operator]!;
        const to = giveStart[operator + 1]!;
        for (let index = from; index < to; index++) {
          if (marks[gives[index]!] !== zone.goal) continue;
          const own = owner[operator]!;
          if (inCut[own] === 0) {
            inCut[own] = 1;
            cut[size++] = own;
          }
          continue next;
        }
        for (let index = from; index < to; index++) {
          const given = gives[index]!;
          if (marks[given] === zone.before) continue;
          marks[given] = zone.before;
          stack[top++] = given;
        }
      }
    }
    return size;
  }

  /** Brings the costs up to date after the operators of the cut became cheaper. */
  #settleAgain(size: number): void {
    const { userStart, users, needStart, needs, owner, literals } = this.#task;
    const cost = this.#cost;
    const heap = this.#heap;
    const supporter = this.#supporter;
    const supportCost = this.#supportCost;
    heap.clear();
    for (let index = 0; index < size; index++) {
      const own = this.#cut[index]!;
      this.#inCut[own] = 0;
      for (let operator = own; operator < literals.operators && owner[operator] === own; operator++) {
        if (this.#supporter[operator]! >= 0) this.#reach(operator, this.#supportCost[operator]! + this.#left[own]!);
      }
    }
    while (heap.size > 0) {
      const key = heap.keys[0]!;
      const literal = heap.pop();
      if (key > cost[literal]!) continue;
      for (let user = userStart[literal]!; user < userStart[literal + 1]!; user++) {
        const operator = users[user]!;
        if (supporter[operator] !== literal || supportCost[operator]! <= key) continue;
        let dearest = literal;
        for (let index = needStart[operator]!; index < needStart[operator + 1]!; index++) if (cost[needs[index]!]! > cost[dearest]!) dearest = needs[index]!;
        const before = supportCost[operator]!;
        supporter[operator] = dearest;
        supportCost[operator] = cost[dearest]!;
        if (cost[dearest]! < before) this.#reach(operator, cost[dearest]! + this.#left[owner[operator]!]!);
      }
    }
  }
}
