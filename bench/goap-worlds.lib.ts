/**
 * Random crafting worlds for the planning benches: places to walk between (one fact, one-hot), tools and goods to gather and craft (flags),
 * goods used up by crafting, costs 1 to 5, one or two goods wanted. Plain data, so that ours and the peers get the very same world.
 */
import { Random } from '../src/core/internal.js';

/** An action of a world: where it happens, which goods it needs, uses up and yields, and where it leads. */
export interface WorldAction {
  readonly name: string;
  readonly at: number;
  readonly to: number;
  readonly needs: readonly number[];
  readonly uses: readonly number[];
  readonly yields: number;
  readonly cost: number;
}

export interface World {
  readonly places: number;
  readonly goods: number;
  readonly actions: readonly WorldAction[];
  readonly wanted: readonly number[];
}

/** Bits and actions of the four sizes that are measured. */
export const sizes = [
  { facts: 12, actions: 24 },
  { facts: 22, actions: 42 },
  { facts: 38, actions: 65 },
  { facts: 56, actions: 68 },
] as const;

/** A world with that many facts (places + goods) and actions; the same seed gives the same world. */
export function makeWorld(facts: number, count: number, seed: number): World {
  const random = new Random(seed, facts);
  const below = (limit: number): number => Math.floor(random.next() * limit);
  const places = Math.max(3, Math.round(facts / 4));
  const goods = facts - places;
  const actions: WorldAction[] = [];
  const walk = (at: number, to: number): void => {
    actions.push({ name: `walk_${at}_${to}`, at, to, needs: [], uses: [], yields: -1, cost: 1 + below(5) });
  };
  // A ring of roads and, where there is room, a few short cuts.
  for (let at = 0; at < places; at++) walk(at, (at + 1) % places);
  for (let more = Math.max(0, Math.min(places, count - goods - places - 2)); more > 0; more--) walk(below(places), below(places));
  const make = (good: number): void => {
    const at = below(places);
    const needs: number[] = [];
    // Goods come in four tiers, each made of one to three goods of the tier below; the first is gathered.
    const tier = Math.floor((good * 4) / goods);
    const first = Math.ceil(((tier - 1) * goods) / 4);
    const last = Math.ceil((tier * goods) / 4);
    for (let left = tier === 0 ? 0 : 1 + below(3); left > 0; left--) {
      const need = first + below(last - first);
      if (!needs.includes(need)) needs.push(need);
    }
    const uses = needs.filter(() => random.next() < 0.6);
    actions.push({ name: `make_${good}_${actions.length}`, at, to: at, needs, uses, yields: good, cost: 1 + below(5) });
  };
  for (let good = 0; good < goods; good++) make(good);
  while (actions.length < count) make(below(goods));
  const wanted = [goods - 1 - below(Math.ceil(goods / 3))];
  if (random.next() < 0.6) wanted.push(below(goods));
  return { places, goods, actions: actions.slice(0, Math.max(count, places + goods)), wanted: [...new Set(wanted)] };
}

/** The world as the parts of a domain with one goal, `wanted`. */
export function domainOf(world: World): Record<string, unknown> {
  const facts: Record<string, unknown> = { at: { kind: 'oneOf', values: Array.from({ length: world.places }, (_, place) => `p${place}`) } };
  for (let good = 0; good < world.goods; good++) facts[`g${good}`] = { kind: 'flag' };
  const actions: Record<string, unknown> = {};
  for (const { name, at, to, needs, uses, yields, cost } of world.actions) {
    const preconditions: Record<string, unknown> = { at: `p${at}` };
    const effects: Record<string, unknown> = {};
    for (const need of needs) preconditions[`g${need}`] = true;
    for (const use of uses) effects[`g${use}`] = false;
    if (to !== at || yields < 0) effects['at'] = `p${to}`;
    if (yields >= 0) effects[`g${yields}`] = true;
    actions[name] = { preconditions, effects, cost };
  }
  return { facts, actions, goals: { wanted: Object.fromEntries(world.wanted.map((good) => [`g${good}`, true])) } };
}
