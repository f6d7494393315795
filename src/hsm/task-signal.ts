/** The part of an AbortSignal that every place this library runs in can offer. */
export interface PlainSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The platform's own AbortSignal where its types are known, so that it can be handed to `fetch` and the like. */
export type TaskSignal = typeof globalThis extends { AbortSignal: { readonly prototype: infer Signal } } ? Signal : PlainSignal;

interface Controller {
  readonly signal: unknown;
  abort(): void;
}

/** Aborts a signal: the platform's if there is one, else a plain one (bare JavaScript engines have none). */
export class TaskCancel {
  readonly #controller: Controller;

  constructor() {
    const { AbortController: Native } = globalThis as { readonly AbortController?: new () => Controller };
    this.#controller = Native === undefined ? new PlainController() : new Native();
  }

  get signal(): TaskSignal {
    return this.#controller.signal as TaskSignal;
  }

  abort(): void {
    this.#controller.abort();
  }
}

class PlainController implements Controller {
  readonly #listeners = new Set<() => void>();
  #aborted = false;
  readonly signal: PlainSignal;

  constructor() {
    const isAborted = (): boolean => this.#aborted;
    this.signal = {
      get aborted() {
        return isAborted();
      },
      addEventListener: (_type, listener) => void this.#listeners.add(listener),
      removeEventListener: (_type, listener) => void this.#listeners.delete(listener),
    };
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
