/** The best (option, target) pairs found in a decision, best first. Reused by all decisions. */
export class Candidates {
  count = 0;
  readonly options: number[] = [];
  readonly targets: unknown[] = [];
  /** Of equal scores the lower tie comes first, then the one that was offered first. */
  readonly ties: number[] = [];
  scores: Float64Array = new Float64Array(8);
  readonly #capacity: number;

  /** @param capacity pairs to keep; Infinity keeps all */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get full(): boolean {
    return this.count === this.#capacity;
  }

  /** Adds a pair, whose score stands in `scores[at]` of `from`, if it is among the best. */
  offer(option: number, target: unknown, tie: number, from: Float64Array, at: number): void {
    const score = from[at]!;
    let place = this.count;
    while (place > 0 && (score > this.scores[place - 1]! || (score === this.scores[place - 1]! && tie < this.ties[place - 1]!))) place--;
    if (place >= this.#capacity) return;
    if (!this.full) this.count++;
    if (this.count > this.scores.length) {
      const larger = new Float64Array(this.scores.length * 2);
      larger.set(this.scores);
      this.scores = larger;
    }
    const { options, targets, ties, scores } = this;
    for (let to = this.count - 1; to > place; to--) {
      options[to] = options[to - 1]!;
      targets[to] = targets[to - 1];
      ties[to] = ties[to - 1]!;
      scores[to] = scores[to - 1]!;
    }
    options[place] = option;
    targets[place] = target;
    ties[place] = tie;
    scores[place] = score;
  }

  /** Forgets all pairs, so that no target is kept alive. */
  clear(): void {
    for (let at = 0; at < this.count; at++) this.targets[at] = undefined;
    this.count = 0;
  }

  /** How many pairs score at least this part of the best. */
  within(part: number): number {
    let count = 0;
    while (count < this.count && this.scores[count]! >= this.scores[0]! * part) count++;
    return count;
  }

  /** Place of a pair, or -1. */
  placeOf(option: number, target: unknown): number {
    for (let at = 0; at < this.count; at++) if (this.options[at] === option && this.targets[at] === target) return at;
    return -1;
  }

  /** One of the first `count` pairs by chance, weighted by score. @param chance in [0, 1) */
  draw(count: number, chance: number): number {
    let sum = 0;
    for (let at = 0; at < count; at++) sum += this.scores[at]!;
    let left = chance * sum;
    for (let at = 0; at < count - 1; at++) {
      left -= this.scores[at]!;
      if (left < 0) return at;
    }
    return count - 1; // also where rounding left a rest
  }
}
