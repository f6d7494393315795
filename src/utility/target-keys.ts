import type { CompiledOption } from './compiled.js';
import { noTarget, unknownTarget, type SavedKeys, type TargetKey } from './targeting.js';

/** Codes of keys, as they stand in columns. Codes from `named` on number the keys in the table; those from `nameless` on number objects without a key. */
const named = 0x8000_0000;
const nameless = 0xc000_0000;

/**
 * Turns the keys of targets into 32-bit codes for columns. A whole number from 0 to 2^31 - 2 (an entity id) is its own code;
 * other keys get a number when one is taken for the first time, so the table grows with the targets taken, not with those looked at.
 * A target without any key is known by its identity, as long as it lives.
 */
export class TargetKeys {
  readonly #keys: TargetKey[] = [];
  readonly #codes: Map<TargetKey, number> = new Map();
  readonly #nameless: WeakMap<object, number> = new WeakMap();
  #namelessCount = 0;

  /** The code of a target, `unknownTarget` when it has none yet. */
  find(option: CompiledOption, target: unknown): number {
    const key = keyOf(option, target);
    if (typeof key === 'number' && key >= 0 && key < named - 1 && Math.floor(key) === key) return key + 1;
    if (key === undefined) return (isObject(target) ? this.#nameless.get(target) : undefined) ?? unknownTarget;
    return this.#codes.get(key) ?? unknownTarget;
  }

  /** The code of a target that is taken: it gets one if it has none. */
  intern(option: CompiledOption, target: unknown): number {
    const known = this.find(option, target);
    if (known !== unknownTarget) return known;
    const key = keyOf(option, target);
    if (key !== undefined) return this.#add(key);
    if (!isObject(target) || this.#namelessCount >= unknownTarget - nameless) return unknownTarget;
    const code = nameless + this.#namelessCount++;
    this.#nameless.set(target, code);
    return code;
  }

  /** The key behind a code; undefined for no target and for one without a key. */
  keyFor(code: number): TargetKey | undefined {
    if (code === noTarget || code >= nameless) return undefined;
    return code < named ? code - 1 : this.#keys[code - named];
  }

  /** The code for a key, as in {@link intern}. */
  codeFor(key: TargetKey): number {
    if (typeof key === 'number' && key >= 0 && key < named - 1 && Math.floor(key) === key) return key + 1;
    return this.#codes.get(key) ?? this.#add(key);
  }

  save(): SavedKeys {
    return { keys: [...this.#keys], nameless: this.#namelessCount };
  }

  /** Gives codes the meaning they had when they were saved. Objects without a key are not met again. */
  restore(saved: SavedKeys): void {
    this.#keys.length = 0;
    this.#codes.clear();
    for (const key of saved.keys) this.#add(key);
    this.#namelessCount = Math.max(this.#namelessCount, saved.nameless);
  }

  #add(key: TargetKey): number {
    const code = named + this.#keys.length;
    if (code >= nameless) return unknownTarget;
    this.#keys.push(key);
    this.#codes.set(key, code);
    return code;
  }
}

/** The key of a target; undefined when it has none. May throw what the user's `key` throws. */
export function keyOf(option: CompiledOption, target: unknown): TargetKey | undefined {
  const key = option.key !== null ? option.key(target) : isObject(target) ? (target as { readonly id?: unknown }).id : target;
  return typeof key === 'string' || (typeof key === 'number' && Number.isFinite(key)) ? key : undefined;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
