/** What a save can name that is not there any more, or cannot be as it was. */
export type LossKind = 'action' | 'brain' | 'choice' | 'event' | 'fact' | 'goal' | 'node' | 'plan' | 'search' | 'sensor' | 'setting' | 'shared' | 'state' | 'step' | 'target';

/** One thing that was saved and has no place now. */
export interface Loss {
  readonly kind: LossKind;
  /** Whose it was: the name of a brain with the number or key of the mind, or `crowd`. */
  readonly where: string;
  readonly name: string;
  /** What was saved of it, where that is more than its name. */
  readonly was?: unknown;
}

/** Collects losses, each kind and name once a place. */
export class Losses {
  readonly list: Loss[] = [];
  readonly #known = new Set<string>();

  lose(where: string, kind: LossKind, name: string, was?: unknown): void {
    const key = `${where}\n${kind}\n${name}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.list.push(was === undefined ? { kind, where, name } : { kind, where, name, was });
  }
}
