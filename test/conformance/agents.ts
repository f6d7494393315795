import { State } from 'mistreevous';
import { Dice, type Loose } from './trees.js';

/** How often things happen that a well-behaved agent does not do. */
export interface Temper {
  readonly throws: number;
  readonly nonsense: number;
  readonly promises: number;
  /** A function that steps its own tree, or resets it. */
  readonly reenters: number;
  /** Functions that are registered for all trees rather than the agent's own, or missing altogether. */
  readonly registered: number;
  readonly missing: number;
}

/** Everything that 4.3.1 can be led into. */
export const wild: Temper = { throws: 0.02, nonsense: 0.01, promises: 0.1, reenters: 0.015, registered: 0.15, missing: 0.01 };
export const calm: Temper = { throws: 0, nonsense: 0, promises: 0.1, reenters: 0, registered: 0.1, missing: 0 };

interface Promised {
  readonly key: string;
  readonly settle: (outcome: string) => void;
}

/**
 * An agent that answers by script: the n-th call of a function gets the same answer in every run with the same seed, whoever calls.
 * Two trees that make the same calls in the same order therefore see the same world, and the first difference shows in the log.
 */
export class ScriptedAgent {
  readonly log: string[] = [];
  readonly registered = new Map<string, (agent: unknown, ...args: unknown[]) => unknown>();
  readonly agent: Record<string, unknown> = { mood: 'calm' };
  /** The newest promise of each call; older ones never settle, see the test of stale promises. */
  readonly #promised = new Map<string, Promised>();
  readonly #counts = new Map<string, number>();
  readonly #seed: number;
  readonly #temper: Temper;
  #inside = 0;
  /** Set to the tree under test, for functions that step or reset it. */
  step: () => void = () => undefined;
  reset: () => void = () => undefined;

  constructor(seed: number, temper: Temper, roots: readonly Loose[]) {
    this.#seed = seed;
    this.#temper = temper;
    const dice = new Dice(seed, 2);
    for (const [name, role] of callsOf(roots)) {
      if (dice.chance(temper.missing)) continue;
      if (dice.chance(temper.registered)) this.registered.set(name, (agent, ...args) => this.#called(role, name, args, agent === this.agent ? 'registered' : 'registered, wrong agent'));
      else this.#define(role, name, 'own');
    }
  }

  /** Replaces some functions by others, as a user may at any time: names are looked up at each call. */
  rebind(dice: Dice): void {
    this.agent['mood'] = dice.pick(['calm', 'angry', 3]);
    for (const name of Object.keys(this.agent)) {
      if (name === 'mood' || !dice.chance(0.1)) continue;
      const role = roleOf(name);
      this.#define(role, name, 'replaced');
    }
  }

  /** Settles some of the promises that were handed out. */
  settle(dice: Dice): void {
    for (const [key, promised] of this.#promised) {
      if (!dice.chance(0.4)) continue;
      this.#promised.delete(key);
      promised.settle(dice.pick([State.SUCCEEDED, State.SUCCEEDED, State.FAILED, this.#temper.nonsense > 0 ? 'nonsense' : State.FAILED, this.#temper.throws > 0 ? 'reject' : State.FAILED]));
    }
  }

  #define(role: string, name: string, version: string): void {
    const called = this.#called.bind(this);
    this.agent[name] = function (this: unknown, ...args: unknown[]) {
      return called(role, name, args, version);
    };
  }

  #called(role: string, name: string, args: readonly unknown[], version: string): unknown {
    this.log.push(`${version} ${name}(${JSON.stringify(args)})`);
    const key = `${name}:${String(args[role === 'exit' ? 1 : 0])}`;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    // A stream of its own for each call keeps one answer from depending on the calls between.
    const dice = new Dice(this.#seed ^ hash(key), count);
    const temper = this.#temper;
    if (dice.chance(temper.throws)) throw this.#error(dice, key);
    if (this.#inside < 2 && dice.chance(temper.reenters)) this.#reenter(dice);
    if (role === 'action') return this.#act(dice, key);
    if (role === 'entry' || role === 'step' || role === 'exit') return dice.chance(0.5) ? undefined : 'ignored';
    if (dice.chance(temper.nonsense)) return dice.pick([undefined, 1, 'true', null, Promise.resolve(true)]);
    if (role === 'condition') return dice.chance(0.6);
    return dice.chance(0.85) === (role === 'while');
  }

  #act(dice: Dice, key: string): unknown {
    const temper = this.#temper;
    if (dice.chance(temper.nonsense)) return dice.pick([null, 0, 'nonsense', true, { then: () => undefined }]);
    if (dice.chance(temper.promises)) return this.#promise(key);
    return dice.pick([State.SUCCEEDED, State.SUCCEEDED, State.FAILED, State.RUNNING, undefined]);
  }

  #reenter(dice: Dice): void {
    this.#inside++;
    try {
      if (dice.chance(0.8)) this.step();
      else this.reset();
    } finally {
      this.#inside--;
    }
  }

  #promise(key: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#promised.set(key, { key, settle: (outcome) => (outcome === 'reject' ? reject(this.#error(new Dice(1), key)) : resolve(outcome)) });
    });
  }

  #error(dice: Dice, key: string): unknown {
    if (dice.chance(0.3)) return `text thrown by ${key}`;
    const error = new Error(`thrown by ${key}`);
    // The library passes the stack on; a real one names its files.
    error.stack = `stack of ${key}`;
    return error;
  }
}

/** What each function of a tree is called as. */
function callsOf(roots: readonly Loose[]): ReadonlyMap<string, string> {
  const calls = new Map<string, string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      const { call } = value as Loose;
      if (typeof call === 'string') calls.set(call, roleOf(call));
      Object.values(value).forEach(visit);
    }
  };
  visit(roots);
  return calls;
}

/** The generator begins every name with what it is used as. */
function roleOf(name: string): string {
  return /^[a-z]+/.exec(name)![0];
}

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value;
}
