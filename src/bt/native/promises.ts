/** One promise that an action waits for. The object is the run's token: a promise of an aborted run finds another token, or none. */
export interface Pending {
  settled: boolean;
  /** What it resolved to. */
  value: unknown;
  /** Why it was rejected, when `rejected`. */
  rejected: boolean;
}

/**
 * Promises that running actions wait for, by slot and node. They cannot stand in a column; a row that was restored and says
 * "waiting" finds nothing here, and its action is called again.
 */
export class Promises {
  readonly #pending = new Map<number, Pending>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** Starts to wait for a promise. */
  wait(slot: number, node: number, promise: PromiseLike<unknown>): void {
    const token: Pending = { settled: false, value: undefined, rejected: false };
    const settle = (rejected: boolean, value: unknown): void => {
      token.settled = true;
      token.rejected = rejected;
      token.value = value;
    };
    this.#pending.set(slot * this.#size + node, token);
    promise.then((value) => settle(false, value), (reason: unknown) => settle(true, reason));
  }

  /** What is known of the promise that a node waits for. */
  get(slot: number, node: number): Pending | undefined {
    return this.#pending.get(slot * this.#size + node);
  }

  /** Stops waiting: whatever the promise says later decides nothing. */
  forget(slot: number, node: number): void {
    this.#pending.delete(slot * this.#size + node);
  }

  /** Stops waiting for everything of one slot. */
  forgetSlot(slot: number): void {
    if (this.#pending.size === 0) return;
    for (let node = 0; node < this.#size; node++) this.forget(slot, node);
  }
}
