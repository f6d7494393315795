import { expect, test } from 'vitest';
import { runCases } from '../../scripts/cases/goap.js';
import { Dice } from '../facts/random-facts.js';

/** Random cases; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 200 * Number(process.env['GANGLION_FUZZ'] ?? 1);
/** States after which brute force gives a case up: with free numbers there may be no end of them. */
const mostStates = 1500;

type Value = boolean | number | string;
type Comparison = [string, string, Value];
type State = Record<string, Value>;
interface Action {
  name: string;
  cost: number;
  pre: Comparison[];
  eff: [string, string, Value][];
  costWhen: { when: Comparison[]; cost: number }[];
}

const compare: Record<string, (one: Value, other: Value) => boolean> = {
  '==': (one, other) => one === other,
  '!=': (one, other) => one !== other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};
const kinds: Record<string, { type: string; values?: string[] }> = { n: { type: 'int' }, m: { type: 'int' }, b: { type: 'bool' }, e: { type: 'enum', values: ['x', 'y', 'z'] } };

function randomValue(dice: Dice, name: string): Value {
  if (name === 'b') return dice.chance(0.5);
  return name === 'e' ? dice.pick(['x', 'y', 'z']) : dice.between(-8, 12);
}

function comparisons(dice: Dice, most: number): Comparison[] {
  return Array.from({ length: dice.below(most + 1) }, (): Comparison => {
    const name = dice.pick(['n', 'n', 'm', 'b', 'e']);
    const operator = dice.pick(name === 'n' || name === 'm' ? Object.keys(compare) : ['==', '!=']);
    return [name, operator, randomValue(dice, name)];
  });
}

function randomCase(seed: number): { start: State; actions: Action[]; goal: Comparison[] } {
  const dice = new Dice(seed);
  const cost = (): number => dice.pick([1, 1, 2, 2.5, 7]);
  const actions = Array.from({ length: dice.between(1, 6) }, (_, number): Action => {
    const names = dice.some(['n', 'm', 'b', 'e']).slice(0, 2);
    const eff = names.map((name): [string, string, Value] => ((name === 'n' || name === 'm') && dice.chance(0.7) ? [name, 'add', dice.pick([-7, -3, -1, 1, 1, 2, 5])] : [name, 'set', randomValue(dice, name)]));
    const costWhen = dice.chance(0.3) ? Array.from({ length: dice.between(1, 2) }, () => ({ when: comparisons(dice, 2), cost: cost() })) : [];
    return { name: `a${number}`, cost: cost(), pre: comparisons(dice, 3), eff, costWhen };
  });
  const start = Object.fromEntries(Object.keys(kinds).map((name) => [name, randomValue(dice, name)]));
  return { start, actions, goal: [...comparisons(dice, 1), [dice.pick(['n', 'm']), dice.pick(Object.keys(compare)), dice.between(-15, 20)]] };
}

/** The optimal cost by trying everything in order of cost; null when there is no plan, undefined when there is no end. */
function bruteForce({ start, actions, goal }: ReturnType<typeof randomCase>): number | null | undefined {
  const holds = (state: State, list: readonly Comparison[]): boolean => list.every(([name, operator, value]) => compare[operator]!(state[name]!, value));
  const open = new Map<string, number>([[JSON.stringify(start), 0]]);
  const closed = new Set<string>();
  while (closed.size < mostStates) {
    let text: string | undefined;
    let cost = Infinity;
    for (const [each, reached] of open) if (reached < cost) [text, cost] = [each, reached];
    if (text === undefined) return null;
    open.delete(text);
    closed.add(text);
    const state: State = JSON.parse(text);
    if (holds(state, goal)) return cost;
    for (const action of actions) {
      if (!holds(state, action.pre)) continue;
      const next = { ...state };
      for (const [name, how, value] of action.eff) next[name] = how === 'set' ? value : (state[name] as number) + (value as number);
      const key = JSON.stringify(next);
      const sum = cost + (action.costWhen.find((each) => holds(state, each.when))?.cost ?? action.cost);
      if (!closed.has(key) && sum < (open.get(key) ?? Infinity)) open.set(key, sum);
    }
  }
  return undefined;
}

test('finite limits for free numbers change no answer', () => {
  const counts = { plans: 0, none: 0 };
  for (let seed = 0; seed < runs; seed++) {
    const each = randomCase(seed);
    const best = bruteForce(each);
    if (best === undefined) continue;
    counts[best === null ? 'none' : 'plans']++;
    const data = { cases: [{ id: `seed ${seed}`, vars: kinds, ...each, expected: best === null ? null : { cost: best } }] };
    expect(runCases(data, []).messages).toEqual([]);
  }
  expect(counts.plans).toBeGreaterThan(runs / 10);
  expect(counts.none).toBeGreaterThan(runs / 20);
});
