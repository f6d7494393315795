/** A lifted task as plain data, its PDDL text, and the most naive planner there is: every binding, every state, cheapest first. */
export interface NaiveLiteral {
  readonly predicate: string;
  readonly terms: readonly string[];
  readonly negated: boolean;
}

export interface NaiveAction {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly type: string }[];
  readonly needs: readonly NaiveLiteral[];
  readonly does: readonly NaiveLiteral[];
  readonly when?: { readonly condition: readonly NaiveLiteral[]; readonly does: readonly NaiveLiteral[] };
  readonly cost: number;
}

export interface NaiveTask {
  readonly objects: readonly { readonly name: string; readonly type: string }[];
  readonly predicates: readonly { readonly name: string; readonly types: readonly string[] }[];
  readonly actions: readonly NaiveAction[];
  readonly init: readonly NaiveLiteral[];
  readonly goal: readonly NaiveLiteral[];
}

const literalText = ({ predicate, terms, negated }: NaiveLiteral): string => (negated ? `(not (${[predicate, ...terms].join(' ')}))` : `(${[predicate, ...terms].join(' ')})`);

export function pddlOf(task: NaiveTask): { domain: string; problem: string } {
  const action = ({ name, params, needs, does, when, cost }: NaiveAction): string => `
  (:action ${name}
    :parameters (${params.map((each) => `${each.name} - ${each.type}`).join(' ')})
    :precondition (and ${needs.map(literalText).join(' ')})
    :effect (and ${does.map(literalText).join(' ')} ${when === undefined ? '' : `(when (and ${when.condition.map(literalText).join(' ')}) (and ${when.does.map(literalText).join(' ')}))`} (increase (total-cost) ${cost})))`;
  return {
    domain: `(define (domain d) (:requirements :typing :action-costs :negative-preconditions :equality :conditional-effects)
  (:types t u)
  (:predicates ${task.predicates.map(({ name, types }) => `(${name} ${types.map((type, at) => `?x${at} - ${type}`).join(' ')})`).join(' ')})
  (:functions (total-cost) - number)${task.actions.map(action).join('')})`,
    problem: `(define (problem p) (:domain d)
  (:objects ${task.objects.map((each) => `${each.name} - ${each.type}`).join(' ')})
  (:init ${task.init.map(literalText).join(' ')} (= (total-cost) 0))
  (:goal (and ${task.goal.map(literalText).join(' ')}))
  (:metric minimize (total-cost)))`,
  };
}

interface GroundNaive {
  readonly text: string;
  readonly action: NaiveAction;
  readonly binding: ReadonlyMap<string, string>;
}

function groundAll({ objects, actions }: NaiveTask): GroundNaive[] {
  return actions.flatMap((action) => {
    let bindings: ReadonlyMap<string, string>[] = [new Map()];
    for (const { name, type } of action.params) bindings = bindings.flatMap((binding) => objects.filter((each) => each.type === type).map((each) => new Map([...binding, [name, each.name]])));
    return bindings.map((binding) => ({ text: action.params.length === 0 ? action.name : `${action.name}(${action.params.map((each) => binding.get(each.name)!).join(', ')})`, action, binding }));
  });
}

const atomOf = ({ predicate, terms }: NaiveLiteral, binding: ReadonlyMap<string, string>): string => [predicate, ...terms.map((term) => binding.get(term) ?? term)].join(' ');

function holds(literals: readonly NaiveLiteral[], state: ReadonlySet<string>, binding: ReadonlyMap<string, string>): boolean {
  return literals.every((each) => {
    if (each.predicate === '=') return ((binding.get(each.terms[0]!) ?? each.terms[0]) === (binding.get(each.terms[1]!) ?? each.terms[1])) !== each.negated;
    return state.has(atomOf(each, binding)) !== each.negated;
  });
}

function after({ action, binding }: GroundNaive, state: ReadonlySet<string>): Set<string> {
  const effects = [...action.does, ...(action.when !== undefined && holds(action.when.condition, state, binding) ? action.when.does : [])];
  const next = new Set(state);
  for (const each of effects) if (each.negated) next.delete(atomOf(each, binding));
  for (const each of effects) if (!each.negated) next.add(atomOf(each, binding));
  return next;
}

/** The cost of the best plan; undefined when there is none, and `'large'` when there are too many states to say. */
export function naiveCost(task: NaiveTask, mostStates = 3000): number | undefined | 'large' {
  const all = groundAll(task);
  const none = new Map<string, string>();
  const start = new Set(task.init.map((each) => atomOf(each, none)));
  const best = new Map<string, number>();
  const keyOf = (state: ReadonlySet<string>): string => [...state].sort().join(',');
  let open: { state: ReadonlySet<string>; cost: number }[] = [{ state: start, cost: 0 }];
  best.set(keyOf(start), 0);
  while (open.length > 0) {
    const least = Math.min(...open.map((each) => each.cost));
    const now = open.filter((each) => each.cost === least);
    open = open.filter((each) => each.cost !== least);
    for (const { state, cost } of now) {
      if (best.get(keyOf(state))! < cost) continue;
      if (holds(task.goal, state, none)) return cost;
      for (const each of all) {
        if (!holds(each.action.needs, state, each.binding)) continue;
        const next = after(each, state);
        const key = keyOf(next);
        const price = cost + each.action.cost;
        if ((best.get(key) ?? Infinity) <= price) continue;
        best.set(key, price);
        if (best.size > mostStates) return 'large';
        open.push({ state: next, cost: price });
      }
    }
  }
  return undefined;
}

/** Plays steps by their texts; the cost, or undefined where one cannot be taken or the goal is missed. */
export function playedCost(task: NaiveTask, steps: readonly string[]): number | undefined {
  const all = new Map(groundAll(task).map((each) => [each.text, each]));
  let state: ReadonlySet<string> = new Set(task.init.map((each) => atomOf(each, new Map())));
  let cost = 0;
  for (const text of steps) {
    const step = all.get(text);
    if (step === undefined || !holds(step.action.needs, state, step.binding)) return undefined;
    state = after(step, state);
    cost += step.action.cost;
  }
  return holds(task.goal, state, new Map()) ? cost : undefined;
}

/** A small random task with a bit of everything. */
export function randomTask(seed: number): NaiveTask {
  let state = (seed * 2654435761) >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const types = ['t', 'u'];
  const objects = [...Array.from({ length: 1 + below(3) }, (_, at) => ({ name: `t${at}`, type: 't' })), ...Array.from({ length: 1 + below(2) }, (_, at) => ({ name: `u${at}`, type: 'u' }))];
  const predicates = Array.from({ length: 2 + below(3) }, (_, at) => ({ name: `p${at}`, types: Array.from({ length: below(3) }, () => types[below(2)]!) }));
  const termFor = (type: string, params: NaiveAction['params']): string | undefined => {
    const fitting = params.filter((each) => each.type === type);
    return fitting.length === 0 ? undefined : fitting[below(fitting.length)]!.name;
  };
  const literal = (params: NaiveAction['params'], negative: number): NaiveLiteral[] => {
    const { name, types: wanted } = predicates[below(predicates.length)]!;
    const terms = wanted.map((type) => termFor(type, params));
    return terms.includes(undefined) ? [] : [{ predicate: name, terms: terms as string[], negated: below(100) < negative }];
  };
  const some = (count: number, params: NaiveAction['params'], negative: number): NaiveLiteral[] => Array.from({ length: count }, () => literal(params, negative)).flat();
  const actions = Array.from({ length: 2 + below(4) }, (_, at): NaiveAction => {
    const params = Array.from({ length: below(4) }, (_, place) => ({ name: `?a${place}`, type: types[below(2)]! }));
    const same = params.filter((each) => each.type === 't').map((each) => each.name);
    const differ: NaiveLiteral[] = same.length >= 2 && below(2) === 0 ? [{ predicate: '=', terms: [same[0]!, same[1]!], negated: below(4) > 0 }] : [];
    const when = below(3) === 0 ? { when: { condition: some(1 + below(2), params, 40), does: some(1, params, 40) } } : {};
    return { name: `act${at}`, params, needs: [...some(below(3), params, 30), ...differ], does: some(1 + below(3), params, 40), cost: below(6), ...when };
  });
  const things = objects.map((each) => ({ name: each.name, type: each.type }));
  return { objects, predicates, actions, init: some(1 + below(5), things, 0), goal: some(1 + below(3), things, 20) };
}
