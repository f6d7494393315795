import { checkKeys, describe, didYouMean, fingerprint, isPlainObject, Problem } from '../core/internal.js';
import { type Binding, type ConditionPart, constraintText, groundBoxes, type Layout, parseEither, valueOfParam } from '../facts/internal.js';
import { compileTask, goalTests } from './compile.js';
import { frozenCopy } from './copy.js';
import { bindingOf, ground, type GroundAction, type GroundedAction, type Step, textOfStep } from './ground.js';
import { type ParsedAction, type ParsedDomain, type ParsedGoal, parseDomain } from './parse.js';
import type { Goal, Task } from './task.js';
import type { DomainParts } from './types.js';

/** Most goals with params that an engine remembers; more are ground anew each time. */
const mostGoals = 4096;

/**
 * What brains and searches work with: the compiled domain. One a domain, shared by all minds.
 * Everything is immutable but the memory of goals that were asked for.
 */
export class DomainEngine {
  readonly parts: DomainParts;
  readonly fingerprint: string;
  readonly layout: Layout;
  readonly task: Task;
  /** Actions in the order of declaration. */
  readonly actions: readonly ParsedAction[];
  /** All steps, frozen; a step's number is its place here, and what `task.step` holds. */
  readonly steps: readonly Step[];
  /** Number of each step's action. */
  readonly actionOf: Int32Array;
  readonly goals: readonly ParsedGoal[];
  /** The ground actions as values of cells, for explanations; searches read `task`. */
  readonly ground: readonly GroundAction[];
  /** What was grounded, what was left out, and why. */
  readonly report: readonly GroundedAction[];
  readonly #path: string;
  readonly #steps: ReadonlyMap<string, number>;
  readonly #asked = new Map<string, Goal>();
  readonly #named = new WeakSet<Goal>();

  /** @throws Problem with the path of the first mistake */
  constructor(value: unknown, path = 'domain') {
    const parsed: ParsedDomain = parseDomain(value, path);
    const grounding = ground(parsed.actions, `${path}.actions`);
    this.parts = parsed.parts;
    this.fingerprint = fingerprint(JSON.stringify(parsed.parts));
    this.layout = parsed.layout;
    this.actions = parsed.actions;
    this.goals = parsed.goals;
    this.steps = Object.freeze(grounding.steps);
    this.actionOf = Int32Array.from(grounding.actionOf);
    this.ground = Object.freeze(grounding.actions);
    this.report = Object.freeze(grounding.report);
    this.task = compileTask(grounding, parsed.layout, `${path}.actions`);
    this.#path = path;
    this.#steps = new Map(grounding.steps.map((step, number) => [textOfStep(step), number]));
    // Goals without params are ground now, so that one that contradicts itself is refused when it is defined.
    for (const { name, params } of parsed.goals) if (params.length === 0) this.namedGoal(name, []);
  }

  /** Number of a step, or -1 when there is none: params may be wrong, or it was left out. */
  stepNumber(step: Step): number {
    return this.#steps.get(textOfStep(step)) ?? -1;
  }

  /**
   * The goal that a request means: a name, `{ goal, params }` or `{ want: condition }`. Named goals are the same object each time,
   * so that searches can keep what they know about one.
   * @throws Problem when there is no such goal, params are wrong, or the condition is
   */
  goal(want: unknown, path = 'goal'): Goal {
    if (typeof want === 'string') return this.#find(want, undefined, path);
    if (!isPlainObject(want)) throw new Problem('wrong-type', `a goal cannot be ${describe(want)}`, { path, hint: 'use a name, { goal, params } or { want }' });
    if (!Object.hasOwn(want, 'want')) {
      checkKeys(want, ['goal', 'params'], path);
      return this.#find(want['goal'], want['params'], path);
    }
    checkKeys(want, ['want'], path);
    const parts = parseEither(frozenCopy(want['want'], `${path}.want`), this.layout, [], `${path}.want`);
    return this.#ground('', parts, [], `${path}.want`);
  }

  /** A goal of the domain with the given members for its params, by number. */
  namedGoal(name: string, binding: Binding): Goal {
    const key = `${name}(${binding.join()})`;
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    const { params, want } = this.goals.find((each) => each.name === name)!;
    const members = params.map((param, at) => valueOfParam(param, binding[at]!));
    const text = members.length === 0 ? name : `${name}(${members.join(', ')})`;
    const goal = this.#ground(text, want, binding, `${this.#path}.goals.${name}`);
    if (params.length === 0 || this.#asked.size < mostGoals) this.#asked.set(key, goal);
    this.#named.add(goal);
    return goal;
  }

  /** The goal with the given combination of its params, counted with the last param fastest. */
  numberedGoal(name: string, combination: number): Goal {
    return this.namedGoal(name, bindingOf(this.goals.find((each) => each.name === name)!.params, combination));
  }

  /** True for a goal of the domain, false for one made up on the spot. */
  isNamed(goal: Goal): boolean {
    return this.#named.has(goal);
  }

  #find(name: unknown, params: unknown, path: string): Goal {
    const goal = this.goals.find((each) => each.name === name);
    if (goal === undefined) throw new Problem('unknown-goal', `there is no goal ${describe(name)}`, { path, hint: didYouMean(typeof name === 'string' ? name : '', this.goals.map((each) => each.name)) });
    const given = params === undefined ? {} : params;
    if (!isPlainObject(given)) throw new Problem('wrong-type', `the params of a goal cannot be ${describe(given)}`, { path: `${path}.params` });
    checkKeys(given, goal.params.map((param) => param.name), `${path}.params`);
    const binding = goal.params.map((param) => {
      const member = given[param.name];
      const number = typeof member === (param.counts === true ? 'number' : 'string') ? param.members.indexOf(String(member)) : -1;
      if (number >= 0) return number;
      throw new Problem('wrong-param', `goal "${goal.name}" needs param "${param.name}", one of "${param.set}", not ${describe(member)}`, { path: `${path}.params`, hint: didYouMean(typeof member === 'string' ? member : '', param.members) });
    });
    return this.namedGoal(goal.name, binding);
  }

  #ground(name: string, want: readonly (readonly ConditionPart[])[], binding: Binding, path: string): Goal {
    const boxes = want.flatMap((each) => groundBoxes(each, binding, path));
    if (boxes.length === 0 && binding.length === 0) throw new Problem('never', 'this condition contradicts itself', { path });
    const text = boxes.length === 0 ? 'what contradicts itself' : boxes.map((box) => box.map(constraintText).join(', ')).join(' or ');
    return Object.freeze({ text: name === '' ? text : name, wanted: Object.freeze(boxes), any: boxes.flatMap((box) => goalTests(box, this.layout, path)) });
  }
}
