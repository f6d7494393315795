import { overruled } from './costs.js';
import { EagerSearch } from './eager.js';
import { Fixpoint } from './fixpoint.js';
import type { SearchOptions } from './outcome.js';
import { projectState, relaxedOf, successorsOf, type Projection } from './projection.js';
import { testHolds } from './simulate.js';
import { WideBound } from './wide-bound.js';

/** `auto` pays for hmax from this many actions on (below, blind search is done before the bounds are worked out) ... */
const hmaxFrom = 16;
/** ... up to this many relaxed operators, above which a bound takes as long as a thousand blind expansions. */
const hmaxUpTo = 1024;
/** Relaxed operators that can be gone through in the time of a plain expansion. */
const operatorsAnExpansion = 16;
/** Masks that can be gone through in that time. */
const masksAnExpansion = 4096;

function paysForHmax(projection: Projection): boolean {
  // Where the goal is only about ranges of wide ints, hmax sees nothing of it.
  return projection.actions >= hmaxFrom && projection.goalCare.some((mask) => mask !== 0) && relaxedOf(projection).operators <= hmaxUpTo;
}

/** How many plain expansions one expansion of a forward search takes as long as, with the bounds that `auto` chooses. */
export function forwardWeight(projection: Projection): number {
  return (projection.made.weight ??= paysForHmax(projection) ? 1 + Math.floor(relaxedOf(projection).operators / operatorsAnExpansion) : 1 + Math.floor((projection.actions * projection.words) / masksAnExpansion));
}

/** A* over packed states from the start: the search that can do everything a task can say (wide ints, conditional costs included). Bounds are 0 or hmax. */
export class ForwardSearch extends EagerSearch {
  readonly #fixpoint = new Fixpoint();
  readonly #wide = new WideBound();
  #candidates: Int32Array = new Int32Array(64);
  #stepCost: Float64Array | undefined;
  #informed = false;

  constructor() {
    super(1);
  }

  protected open(words: Int32Array, offset: number, { heuristic = 'auto', stepCost }: SearchOptions): void {
    const { arena, costs } = this;
    const projection = this.projection!;
    this.#stepCost = stepCost;
    if (this.#candidates.length < projection.actions) this.#candidates = new Int32Array(projection.actions);
    this.#informed = heuristic === 'hmax' || (heuristic === 'auto' && paysForHmax(projection));
    projectState(projection, words, offset, arena.keys, 0);
    if (this.holds(0)) {
      this.end('satisfied', 0, 0);
      return;
    }
    this.#wide.begin(projection, costs);
    // Even a blind search looks once whether the goal can be reached at all.
    if (Math.max(this.#fixpoint.run(relaxedOf(projection), costs, arena.keys, 0, true), this.#wide.of(arena.keys, 0)) === Infinity) {
      this.end('unreachable', Infinity, Infinity);
      return;
    }
    arena.find(0);
    arena.insert(-1, -1, 0, 0, this.#restOf(0));
  }

  protected holds(at: number): boolean {
    const { conjunctions, words, goalCare, goalValue, goalWideStart, goalWide } = this.projection!;
    const keys = this.arena.keys;
    next: for (let index = 0; index < conjunctions; index++) {
      for (let word = 0, row = index * words; word < words; word++, row++) {
        if ((keys[at + word]! & goalCare[row]!) !== goalValue[row]!) continue next;
      }
      for (let test = goalWideStart[index]! * 3; test < goalWideStart[index + 1]! * 3; test += 3) {
        const stored = keys[at + goalWide[test]!]! >>> 0;
        if (stored < goalWide[test + 1]! || stored > goalWide[test + 2]!) continue next;
      }
      return true;
    }
    return false;
  }

  #restOf(at: number): number {
    const { keys } = this.arena;
    const wide = this.#wide.of(keys, at);
    return this.#informed && wide !== Infinity ? Math.max(wide, this.#fixpoint.run(relaxedOf(this.projection!), this.costs, keys, at, true)) : wide;
  }

  protected expand(node: number): void {
    this.order?.push(node);
    const projection = this.projection!;
    const arena = this.arena;
    arena.reserve(arena.count + projection.actions + 1);
    const { keys, width } = arena;
    const { clear, set, shiftStart, shifts, wideEffectStart, wideEffects, cases } = projection;
    const { costs } = this;
    const candidates = this.#candidates;
    const from = node * width;
    const base = arena.cost[node]!;
    const steps = this.limited ? arena.steps[node]! + 1 : 0;
    const lastStep = this.limited && steps >= this.maxSteps;
    if (this.limited && steps > this.maxSteps) return;
    const found = successorsOf(projection).applicable(keys, from, candidates);
    next: for (let index = 0; index < found; index++) {
      const action = candidates[index]!;
      let price = costs[action]!;
      if (price === Infinity) continue;
      const to = arena.count * width;
      for (let word = 0, row = action * width; word < width; word++, row++) keys[to + word] = (keys[from + word]! & ~clear[row]!) | set[row]!;
      for (let shift = shiftStart[action]! * 5; shift < shiftStart[action + 1]! * 5; shift += 5) {
        const word = shifts[shift]!;
        const mask = shifts[shift + 1]!;
        const amount = shifts[shift + 2]!;
        const field = keys[from + word]! & mask;
        const moved = amount > 0 ? ((field << amount) & mask) | shifts[shift + 3]! : (field >>> -amount) & mask;
        keys[to + word] = (keys[to + word]! & ~mask) | moved;
      }
      for (let effect = wideEffectStart[action]! * 4; effect < wideEffectStart[action + 1]! * 4; effect += 4) {
        const word = to + wideEffects[effect]!;
        const kind = wideEffects[effect + 1]!;
        const after = kind === 0 ? wideEffects[effect + 2]! : (keys[word]! >>> 0) + wideEffects[effect + 2]!;
        const highest = wideEffects[effect + 3]!;
        if (kind === 1 && (after < 0 || after > highest)) continue next;
        keys[word] = Math.max(0, Math.min(highest, after));
      }
      if (cases.size > 0) {
        const own = cases.get(action);
        if (own !== undefined && !overruled(projection, this.#stepCost, action)) {
          for (let index = 0; index < own.length; index++) {
            if (!testHolds(own[index]!.when, keys, from)) continue;
            price = own[index]!.cost;
            break;
          }
        }
      }
      if (lastStep && !this.holds(to)) continue;
      const known = arena.find(to);
      if (known >= 0) arena.revisit(known, node, action, base + price, steps);
      // A dead end (rest Infinity) is kept too, so that its bound is worked out only once.
      else arena.insert(node, action, base + price, steps, this.#restOf(to));
    }
  }
}
