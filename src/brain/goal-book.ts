import { Problem } from '../core/internal.js';
import { valueOfParam } from '../facts/internal.js';
import { goalHolds, policyOf, projectionOf, type DomainEngine, type Goal, type PolicyTable, type Projection } from '../goap/internal.js';

/** Most ground goals a brain numbers: a mind keeps a goal in 16 bits. */
const mostGoals = 65_000;

/** What is known of one ground goal; made when the goal is first asked for. */
export interface GoalEntry {
  readonly goal: Goal;
  /** The part of the domain that matters to it. */
  readonly projection: Projection;
  /** What to do from every state; undefined where such a table cannot be made or would be too large. */
  readonly policy: PolicyTable | undefined;
  /** Bits that decide whether and how it can be reached, one mask a word. */
  readonly relevant: Int32Array;
  /** Steps that may be part of a plan for it, 1 each. */
  readonly steps: Uint8Array;
}

/**
 * Numbers every ground goal of a domain, so that a mind keeps a goal as a number and a snapshot as a name: goals in the order of
 * declaration, params counted like the hands of a clock, the last fastest. Shared by all minds of a brain.
 */
export class GoalBook {
  readonly count: number;
  readonly #engine: DomainEngine;
  /** Number of the first ground goal of each goal; one more at the end. */
  readonly #first: readonly number[];
  readonly #entries: (GoalEntry | undefined)[] = [];

  /** @throws Problem `too-many-goals` */
  constructor(engine: DomainEngine) {
    this.#engine = engine;
    const first = [0];
    for (const { params } of engine.goals) first.push(first[first.length - 1]! + params.reduce((product, param) => product * param.members.length, 1));
    this.#first = first;
    this.count = first[first.length - 1]!;
    if (this.count > mostGoals) throw new Problem('too-many-goals', `the domain's goals with all their params are ${this.count}`, { path: 'domain.goals', hint: `a brain takes ${mostGoals} at most` });
  }

  /** Number of the goal that a request means. @throws Problem when there is no such goal or its params are wrong */
  number(want: unknown, path: string): number {
    const { goals } = this.#engine;
    // The engine knows how to say what is wrong with a request; it also remembers the goal.
    this.#engine.goal(want, path);
    const name = typeof want === 'string' ? want : (want as { readonly goal: string }).goal;
    const index = goals.findIndex((goal) => goal.name === name);
    if (index < 0) throw new Problem('unknown-goal', 'a mind pursues named goals only', { path, hint: 'give the condition a name in domain.goals' });
    const params = typeof want === 'string' ? {} : ((want as { readonly params?: Readonly<Record<string, string | number>> }).params ?? {});
    return this.ground(index, goals[index]!.params.map(({ name }) => String(params[name])));
  }

  /** The number of a goal with these members for its params, all of which must be. */
  ground(index: number, members: readonly string[]): number {
    let number = 0;
    this.#engine.goals[index]!.params.forEach((param, at) => (number = number * param.members.length + param.members.indexOf(members[at]!)));
    return this.#first[index]! + number;
  }

  /** The number of a goal without params, or of the first binding of one with params. */
  firstOf(index: number): number {
    return this.#first[index]!;
  }

  /** Which goal of the domain a ground goal belongs to. */
  indexOf(number: number): number {
    let index = 0;
    while (this.#first[index + 1]! <= number) index++;
    return index;
  }

  name(number: number): string {
    return this.#engine.goals[this.indexOf(number)]!.name;
  }

  /** Members by param name; empty for a goal without params. */
  params(number: number): Readonly<Record<string, string | number>> {
    const index = this.indexOf(number);
    const binding = this.#binding(index, number);
    return Object.fromEntries(this.#engine.goals[index]!.params.map((param, at) => [param.name, valueOfParam(param, binding[at]!)]));
  }

  /** `repel`, or `tidy(axe, shelf)`. */
  text(number: number): string {
    return this.entry(number).goal.text;
  }

  /** The ground goal of this text, `repel` or `tidy(axe, shelf)`; undefined when there is none. */
  byText(text: string): Goal | undefined {
    // Names may hold any sign: texts are compared, never taken apart.
    for (let index = 0; index < this.#engine.goals.length; index++) {
      const { name, params } = this.#engine.goals[index]!;
      if (params.length === 0 ? text !== name : !text.startsWith(`${name}(`)) continue;
      for (let number = this.#first[index]!; number < this.#first[index + 1]!; number++) {
        const members = this.#binding(index, number).map((member, at) => params[at]!.members[member]!);
        if (members.length === 0 || text === `${name}(${members.join(', ')})`) return this.entry(number).goal;
      }
    }
    return undefined;
  }

  entry(number: number): GoalEntry {
    return (this.#entries[number] ??= this.#make(number));
  }

  /** True when the goal holds in the state at `words[offset]`. */
  holds(number: number, words: Int32Array, offset: number): boolean {
    return goalHolds(this.entry(number).goal, words, offset);
  }

  #make(number: number): GoalEntry {
    const { task, goals, steps } = this.#engine;
    const index = this.indexOf(number);
    const goal = this.#engine.namedGoal(goals[index]!.name, this.#binding(index, number));
    const projection = projectionOf(task, goal);
    const table = policyOf(task, goal);
    const relevant = new Int32Array(task.words);
    projection.source.forEach((word, at) => {
      if (word >= 0) relevant[word]! |= projection.bits[at]!;
    });
    const used = new Uint8Array(steps.length);
    for (let action = 0; action < projection.actions; action++) used[projection.step[action]!] = 1;
    return { goal, projection, policy: table?.complete === true ? table : undefined, relevant, steps: used };
  }

  #binding(index: number, number: number): readonly number[] {
    const { params } = this.#engine.goals[index]!;
    const binding = new Array<number>(params.length);
    let rest = number - this.#first[index]!;
    for (let at = params.length - 1; at >= 0; at--) {
      const { length } = params[at]!.members;
      binding[at] = rest % length;
      rest = Math.floor(rest / length);
    }
    return binding;
  }
}
