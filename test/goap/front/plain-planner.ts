/**
 * A planner that shares nothing with the library: it reads a domain's JSON, keeps states as plain objects, fills in params by
 * replacing texts, and tries everything in order of cost.
 */
type State = Record<string, any>;
type Parts = Record<string, any>;

export interface PlainStep {
  readonly action: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Steps of all actions whose params pass `where` and which write no cell twice. */
export function plainSteps(parts: Parts): PlainStep[] {
  const steps: PlainStep[] = [];
  for (const [action, body] of Object.entries<any>(parts['actions'])) {
    for (const params of bindings(parts, body.params)) {
      if (!Object.entries<any>(body.where).every(([name, test]) => wherePasses(params[name]!, fill(test, params)))) continue;
      const cells = effectsOf(body, params).map(([path]) => path.join('/'));
      if (new Set(cells).size === cells.length) steps.push({ action, params });
    }
  }
  return steps;
}

export function bindings(parts: Parts, params: Record<string, string>): Record<string, string>[] {
  let all: Record<string, string>[] = [{}];
  for (const [name, set] of Object.entries(params)) {
    const members: string[] = parts['objects'][set] ?? { ...parts['facts'], ...parts['shared'] }[set].values;
    all = all.flatMap((binding) => members.map((member) => ({ ...binding, [name]: member })));
  }
  return all;
}

/** The state after a step and what it costs, or undefined when it cannot be taken. */
export function takeStep(parts: Parts, state: State, { action, params }: PlainStep): { state: State; cost: number } | undefined {
  const body = parts['actions'][action];
  if (!holds(body.preconditions, params, state)) return undefined;
  const cost = costOf(body.cost, params, state);
  if (cost === undefined) return undefined;
  const next = copy(state);
  for (const [path, change] of effectsOf(body, params)) {
    const before = path.reduce((node: any, name) => node[name], state);
    let after: unknown = change;
    if (typeof change === 'object') {
      const { min, max } = simpleOf(parts, path[0]!);
      const sum = before + change.add;
      if ((sum < min || sum > max) && change.clamp !== true) return undefined;
      after = Math.min(max, Math.max(min, sum));
    }
    path.slice(0, -1).reduce((node: any, name) => node[name], next)[path.at(-1)!] = after;
  }
  return { state: next, cost };
}

export function holds(condition: Record<string, any>, params: Record<string, string>, state: State): boolean {
  return Object.entries(condition).every(([fact, said]) => {
    const rows: any[] = Array.isArray(said) ? said : [[said]];
    return rows.every((row) => {
      const filled = fill(row, params);
      const value = filled.slice(0, -1).reduce((node: any, name: string) => node[name], state[fact]);
      return passes(value, filled.at(-1));
    });
  });
}

/** The cheapest cost from a state to one where `done` says yes, or undefined when there is none. */
export function plainCost(parts: Parts, start: State, done: (state: State) => boolean): number | undefined {
  const steps = plainSteps(parts);
  const open = new Map<string, number>([[JSON.stringify(start), 0]]);
  const closed = new Set<string>();
  for (;;) {
    let text: string | undefined;
    let cost = Infinity;
    for (const [each, reached] of open) if (reached < cost) [text, cost] = [each, reached];
    if (text === undefined) return undefined;
    open.delete(text);
    closed.add(text);
    const state = JSON.parse(text) as State;
    if (done(state)) return cost;
    for (const step of steps) {
      const taken = takeStep(parts, state, step);
      if (taken === undefined) continue;
      const next = JSON.stringify(taken.state);
      if (!closed.has(next) && cost + taken.cost < (open.get(next) ?? Infinity)) open.set(next, cost + taken.cost);
    }
  }
}

function effectsOf(body: any, params: Record<string, string>): [path: string[], change: any][] {
  return Object.entries<any>(body.effects).flatMap(([fact, said]) => {
    const rows: any[] = Array.isArray(said) ? said : [[said]];
    return rows.map((row): [string[], any] => {
      const filled = fill(row, params);
      return [[fact, ...filled.slice(0, -1)], filled.at(-1)];
    });
  });
}

function costOf(cost: any, params: Record<string, string>, state: State): number | undefined {
  if (typeof cost === 'number') return cost;
  if (Array.isArray(cost)) return cost.find((each) => each.when === undefined || holds(each.when, params, state)).cost;
  return cost.by.reduce((node: any, key: string) => node?.[key.startsWith('$') ? params[key.slice(1)]! : state[key]], cost.table);
}

function passes(value: unknown, test: any): boolean {
  if (typeof test !== 'object') return value === test;
  const not: unknown[] = test.not === undefined ? [] : [test.not].flat();
  return !not.includes(value) && (test.in === undefined || test.in.includes(value)) && (value as number) >= (test.atLeast ?? value) && (value as number) <= (test.atMost ?? value);
}

function wherePasses(member: string, test: any): boolean {
  return typeof test === 'string' ? member === test : member !== test.not;
}

/** Puts members in the place of params, everywhere in a piece of JSON. */
function fill(piece: any, params: Record<string, string>): any {
  if (typeof piece === 'string') return piece.startsWith('$') ? params[piece.slice(1)] : piece;
  if (Array.isArray(piece)) return piece.map((each) => fill(each, params));
  if (typeof piece !== 'object') return piece;
  return Object.fromEntries(Object.entries(piece).map(([key, each]) => [key, fill(each, params)]));
}

/** A state is values and nested objects of values, so this is all the copying there is. */
function copy(state: State): State {
  return Object.fromEntries(Object.entries(state).map(([name, each]) => [name, typeof each === 'object' ? copy(each) : each]));
}

function simpleOf(parts: Parts, fact: string): any {
  const kind = parts['facts'][fact] ?? parts['shared'][fact];
  return kind.kind === 'per' ? kind.of : kind;
}
