import { ForwardSearch, RegressionSearch, type SearchResult } from '../goap/index.js';
import type { Minds } from './minds.js';

/** A search that a mind waits for. */
interface Waiting {
  readonly slot: number;
  readonly goal: number;
  readonly start: Int32Array;
  readonly stepCost: Float64Array | undefined;
}

/** An answer that a mind has not looked at yet. */
export interface Answer {
  readonly goal: number;
  readonly result: SearchResult;
}

/** The searches that the minds of one brain asked for, served in turn within the crowd's budget of expansions. */
export class Requests {
  readonly #minds: Minds;
  readonly #waiting = new Map<number, Waiting>();
  readonly #answers = new Map<number, Answer>();
  readonly #regression = new RegressionSearch();
  readonly #forward = new ForwardSearch();
  #running: Waiting | undefined;

  constructor(minds: Minds) {
    this.#minds = minds;
  }

  /** Asks for a plan from the mind's facts of now; an earlier request of the slot is forgotten. */
  ask(slot: number, goal: number, stepCost: Float64Array | undefined): void {
    const { facts, words } = this.#minds;
    this.cancel(slot);
    this.#waiting.set(slot, { slot, goal, start: facts.data.slice(slot * words, (slot + 1) * words), stepCost });
  }

  cancel(slot: number): void {
    this.#waiting.delete(slot);
    this.#answers.delete(slot);
    if (this.#running?.slot === slot) this.#running = undefined;
  }

  /** The slot's answer, which is then forgotten; undefined while the search goes on. */
  take(slot: number): Answer | undefined {
    const answer = this.#answers.get(slot);
    if (answer !== undefined) this.#answers.delete(slot);
    return answer;
  }

  /** Spends up to so many expansions; returns how many were left over. */
  advance(expansions: number): number {
    const { program } = this.#minds;
    let left = expansions;
    while (left > 0) {
      if (this.#running === undefined) {
        const first: Waiting | undefined = this.#waiting.values().next().value;
        if (first === undefined) return left;
        this.#running = first;
        const entry = program.goals.entry(first.goal);
        const options = { maxExpansions: program.maxExpansions, ...(first.stepCost === undefined ? {} : { stepCost: first.stepCost }), ...(program.maxSteps === Infinity ? {} : { maxSteps: program.maxSteps }) };
        this.#search(first).begin(entry.projection, first.start, 0, options);
      }
      const running = this.#running;
      const search = this.#search(running);
      const outcome = search.advance(left);
      if (outcome === 'running') return 0;
      const result = search.result();
      left -= Math.max(1, result.expansions);
      this.#waiting.delete(running.slot);
      this.#answers.set(running.slot, { goal: running.goal, result });
      this.#running = undefined;
    }
    return 0;
  }

  #search(request: Waiting): RegressionSearch | ForwardSearch {
    return this.#minds.program.goals.entry(request.goal).projection.maskable ? this.#regression : this.#forward;
  }
}
