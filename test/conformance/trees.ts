import { Random } from '../../src/core/internal.js';

/** Numbers drawn from a seed, with the few forms that making trees and agents needs. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number, stream = 0) {
    this.#random = new Random(seed, stream);
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.#random.next() * count);
  }

  chance(probability: number): boolean {
    return this.#random.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  next(): number {
    return this.#random.next();
  }
}

/** What a random tree may be made of. */
export interface Kit {
  readonly decorators: readonly string[];
  readonly composites: readonly string[];
  /** Whether lottos may have weights of 0. */
  readonly zeroWeights: boolean;
  /** Whether roots named by branches may carry attributes. */
  readonly subtreeAttributes: boolean;
  /** Whether a parallel may say how many successes and failures it takes. */
  readonly thresholds: boolean;
}

/** Everything that mistreevous knows. */
export const stockKit: Kit = {
  decorators: ['repeat', 'retry', 'flip', 'succeed', 'fail'],
  composites: ['sequence', 'selector', 'lotto', 'parallel', 'race', 'all'],
  zeroWeights: true,
  subtreeAttributes: true,
  thresholds: false,
};

/** Everything that our language knows. */
export const wholeKit: Kit = {
  decorators: [...stockKit.decorators, 'cooldown', 'timeLimit', 'runLimit'],
  composites: [...stockKit.composites, 'parallel', 'reactiveSelector', 'reactiveSelector', 'reactiveSequence', 'reactiveSequence', 'utilitySelector'],
  zeroWeights: true,
  subtreeAttributes: true,
  thresholds: true,
};

/** A definition as loosely typed data: it goes to two libraries. */
export type Loose = Record<string, unknown>;

/**
 * A random tree as a JSON definition. Every call has a name or an argument of its own, so that a call that comes in the wrong place
 * or order can be told from every other.
 */
export function randomTree(seed: number, kit: Kit = stockKit): Loose[] {
  return new TreeMaker(seed, kit).roots();
}

class TreeMaker {
  readonly #dice: Dice;
  readonly #kit: Kit;
  #calls = 0;

  constructor(seed: number, kit: Kit) {
    this.#dice = new Dice(seed, 1);
    this.#kit = kit;
  }

  roots(): Loose[] {
    const subtrees = this.#dice.chance(0.35) ? ['first', 'second'] : [];
    const main = { type: 'root', ...this.#attributes(), child: this.#node(1 + this.#dice.below(4), subtrees) };
    // The second subtree has no branches, so they cannot go in a circle.
    const others = subtrees.map((id, index) => ({
      type: 'root',
      id,
      ...(this.#kit.subtreeAttributes ? this.#attributes() : {}),
      child: this.#node(this.#dice.below(3), subtrees.slice(index + 1)),
    }));
    return [...others, main];
  }

  #node(depth: number, subtrees: readonly string[]): Loose {
    if (subtrees.length > 0 && this.#dice.chance(0.15)) return { type: 'branch', ref: this.#dice.pick(subtrees) };
    if (depth <= 0 || this.#dice.chance(0.15)) return { ...this.#leaf(), ...this.#attributes() };
    const attributes = this.#attributes();
    if (this.#kit.decorators.length > 0 && this.#dice.chance(0.3)) {
      const type = this.#dice.pick(this.#kit.decorators);
      return { type, ...this.#amountOf(type), ...attributes, child: this.#node(depth - 1, subtrees) };
    }
    const type = this.#dice.pick(this.#kit.composites);
    // What stands before others in a reactive node mostly begins with a question.
    const asks = type.startsWith('reactive');
    const children = Array.from({ length: 1 + this.#dice.below(4) }, () => (asks && this.#dice.chance(0.4) ? this.#asking(depth, subtrees) : this.#node(depth - 1, subtrees)));
    if (type === 'utilitySelector') for (const child of children) child['score'] = this.#call('score');
    return { type, ...this.#amountOf(type, children.length), ...attributes, children };
  }

  /** A sequence, perhaps of a sequence, that begins with a condition, with nothing that stands in the way of asking it first. */
  #asking(depth: number, subtrees: readonly string[]): Loose {
    const first = this.#dice.chance(0.5) ? this.#asking(0, []) : { type: 'condition', ...this.#call('condition') };
    return { type: 'sequence', children: [first, this.#node(depth - 1, subtrees)] };
  }

  #leaf(): Loose {
    const kind = this.#dice.pick(['action', 'action', 'action', 'condition', 'wait']);
    return kind === 'wait' ? { type: 'wait', ...this.#amount('duration', 4, 500) } : { type: kind, ...this.#call(kind) };
  }

  #amountOf(type: string, children = 0): Loose {
    switch (type) {
      case 'repeat':
        return this.#amount('iterations', 4, 1);
      case 'retry':
        return this.#amount('attempts', 4, 1);
      case 'cooldown':
      case 'timeLimit':
        return { duration: this.#dice.below(5) * 500 };
      case 'runLimit':
        return { count: 1 + this.#dice.below(4) };
      case 'lotto':
        return this.#dice.chance(0.5) ? { weights: Array.from({ length: children }, () => this.#dice.below(4) + (this.#kit.zeroWeights ? 0 : 1)) } : {};
      case 'parallel':
        return this.#kit.thresholds ? { ...this.#threshold('successes', children), ...this.#threshold('failures', children) } : {};
      default:
        return {};
    }
  }

  #threshold(name: string, children: number): Loose {
    return this.#dice.chance(0.6) ? { [name]: 1 + this.#dice.below(children) } : {};
  }

  /** Nothing, a number, or a range, of `steps` values `size` apart. */
  #amount(name: string, steps: number, size: number): Loose {
    const least = this.#dice.below(steps) * size;
    const shape = this.#dice.below(4);
    if (shape === 0) return {};
    return { [name]: shape === 1 ? [least, least + this.#dice.below(steps) * size] : least };
  }

  #attributes(): Loose {
    const attributes: Loose = {};
    for (const guard of ['while', 'until']) {
      if (this.#dice.chance(0.15)) attributes[guard] = { ...this.#call(guard), ...(this.#dice.chance(0.5) ? { succeedOnAbort: this.#dice.chance(0.6) } : {}) };
    }
    for (const hook of ['entry', 'step', 'exit']) if (this.#dice.chance(0.2)) attributes[hook] = this.#call(hook);
    return attributes;
  }

  /** A call that no other call of the tree looks like; now and then with an argument read from the agent. */
  #call(prefix: string): Loose {
    const number = this.#calls++;
    const args: unknown[] = [`${prefix}${number}`, this.#dice.pick([null, true, 7, 'text'])];
    if (this.#dice.chance(0.2)) args.push({ $: this.#dice.pick(['mood', 'absent']) });
    // A tenth of the calls share a name, which only their arguments tell apart.
    return { call: this.#dice.chance(0.1) ? `${prefix}Shared` : `${prefix}${number}`, args: this.#dice.chance(0.9) ? args : args.slice(0, 1) };
  }
}
