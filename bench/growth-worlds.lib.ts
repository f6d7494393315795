import type { Random } from '../src/core/internal.js';

/** A domain and what is asked of it, as plain data; all seven families grow from ten facts to a thousand. */
export interface GrowthProblem {
  readonly parts: any;
  readonly requests: readonly { readonly start: any; readonly goal: any }[];
}

type Build = (facts: number, random: Random) => GrowthProblem;
const list = (count: number, name: string): string[] => Array.from({ length: count }, (_, index) => `${name}${index}`);
const flag = { kind: 'flag' };
const int = (min: number, max: number): object => ({ kind: 'int', min, max });
const oneOf = (values: readonly string[]): object => ({ kind: 'oneOf', values });
const per = (index: string, of: object): object => ({ kind: 'per', index: [index], of });
const below = (random: Random, count: number): number => Math.floor(random.next() * count);

/** Things made of things that were made before. */
const craft: Build = (facts, random) => {
  const goods = list(facts - 1, 'g');
  const places = list(Math.min(16, 2 + (facts >> 3)), 'p');
  const actions: any = { goTo: { params: { to: 'at' }, effects: { at: '$to' }, cost: 2 } };
  goods.forEach((good, number) => {
    const needs = number < 3 ? [] : [0, 1].slice(below(random, 2)).map(() => goods[Math.max(0, number - 1 - below(random, 6))]!);
    actions[`make_${good}`] = { preconditions: { at: places[below(random, places.length)], has: [...new Set(needs)].map((each) => [each, true]) }, effects: { has: [[good, true], ...(needs.length > 1 ? [[needs[0], false]] : [])] }, cost: 1 + below(random, 4) };
  });
  const wanted = list(4, 'w').map((_, number) => goods[Math.min(goods.length - 1, 6 + number * 2 + below(random, 8))]!);
  return { parts: { objects: { good: goods }, facts: { at: oneOf(places), has: per('good', flag) }, actions, goals: { none: {} } }, requests: wanted.map((good) => ({ start: {}, goal: { want: { has: [[good, true]] } } })) };
};

/** Stocks that are counted: gather, refine, build. */
const colony: Build = (facts, random) => {
  const goods = list(facts - 1, 's');
  const places = list(Math.min(12, 3 + (facts >> 4)), 'p');
  const actions: any = { goTo: { params: { to: 'at' }, effects: { at: '$to' } } };
  goods.forEach((good, number) => {
    const at = places[below(random, places.length)];
    if (number < 3) actions[`gather_${good}`] = { preconditions: { at }, effects: { stock: [[good, { add: 2, clamp: true }]] }, cost: 2 };
    else {
      const from = goods[Math.max(0, number - 1 - below(random, 5))]!;
      actions[`refine_${good}`] = { preconditions: { at, stock: [[from, { atLeast: 2 }]] }, effects: { stock: [[from, { add: -2 }], [good, { add: 1, clamp: true }]] }, cost: 1 + below(random, 3) };
    }
  });
  const wanted = list(4, 'w').map(() => goods[Math.min(goods.length - 1, 3 + below(random, 6))]!);
  return { parts: { objects: { good: goods }, facts: { at: oneOf(places), stock: per('good', int(0, 9)) }, actions, goals: { none: {} } }, requests: wanted.map((good, number) => ({ start: {}, goal: { want: { stock: [[good, { atLeast: 1 + (number & 1) }]] } } })) };
};

/** Parcels, one carrier with two hands, a road with turnings. */
const logistics: Build = (facts, random) => {
  const towns = list(Math.min(30, 3 + (facts >> 2)), 't');
  const parcels = list(facts - 2, 'x');
  const roads: any = {};
  towns.forEach((town, number) => {
    for (const other of [number - 1, Math.max(0, number - 2 - below(random, 5))]) {
      if (other < 0 || other === number) continue;
      (roads[town] ??= {})[towns[other]!] = 1 + below(random, 4);
      (roads[towns[other]!] ??= {})[town] = roads[town][towns[other]!];
    }
  });
  const actions = {
    drive: { params: { to: 'at' }, effects: { at: '$to' }, cost: { by: ['at', '$to'], table: roads } },
    load: { params: { what: 'parcel', town: 'at' }, preconditions: { at: '$town', where: [['$what', '$town']], room: { atLeast: 1 } }, effects: { where: [['$what', 'van']], room: { add: -1 } } },
    unload: { params: { what: 'parcel', town: 'at' }, preconditions: { at: '$town', where: [['$what', 'van']] }, effects: { where: [['$what', '$town']], room: { add: 1, clamp: true } } },
  };
  const start = { room: 2, where: Object.fromEntries(parcels.map((parcel) => [parcel, towns[below(random, towns.length)]])) };
  return {
    parts: { objects: { parcel: parcels }, facts: { at: oneOf(towns), room: int(0, 2), where: per('parcel', oneOf([...towns, 'van'])) }, actions, goals: { none: {} } },
    requests: [1, 2, 3, 4].map((count) => ({ start, goal: { want: { where: parcels.slice(0, count).map((parcel) => [parcel, towns[below(random, towns.length)]]) } } })),
  };
};

/** Rooms in a line with side rooms, doors that are locked, keys that lie somewhere behind. */
const stealth: Build = (facts, random) => {
  const doors = list(Math.max(3, (facts >> 1) - 1), 'd');
  const rooms = list(doors.length + 1, 'r');
  const actions: any = {};
  const start: any = { at: rooms[0], key: {}, open: {} };
  doors.forEach((door, number) => {
    const from = rooms[Math.max(0, number - below(random, 3))]!;
    const to = rooms[number + 1]!;
    actions[`through_${door}`] = { preconditions: { at: from, open: [[door, true]] }, effects: { at: to } };
    actions[`back_${door}`] = { preconditions: { at: to, open: [[door, true]] }, effects: { at: from } };
    actions[`unlock_${door}`] = { preconditions: { at: from, key: [[door, true]] }, effects: { open: [[door, true]] }, cost: 2 };
    const keeper = rooms[Math.max(0, number - below(random, 4))]!;
    actions[`take_${door}`] = { preconditions: { at: keeper, guarded: [[door, false]] }, effects: { key: [[door, true]] } };
    if (number % 3 === 1) actions[`distract_${door}`] = { preconditions: { at: keeper }, effects: { guarded: [[door, false]] }, cost: 3 };
    start.open[door] = random.next() < 0.5;
  });
  start.guarded = Object.fromEntries(doors.map((door, number) => [door, number % 3 === 1]));
  return {
    parts: { objects: { door: doors }, facts: { at: oneOf(rooms), key: per('door', flag), open: per('door', flag), guarded: per('door', flag) }, actions, goals: { none: {} } },
    requests: [0.25, 0.4, 0.6, 1].map((share) => ({ start, goal: { want: { at: rooms[Math.max(1, Math.floor((rooms.length - 1) * share))] } } })),
  };
};

/** Tasks that ask for two of the tasks before them, some of which exclude each other. */
const quest: Build = (facts, random) => {
  const tasks = list(facts - 2, 'q');
  const actions: any = {};
  tasks.forEach((task, number) => {
    const needs = number < 4 ? [] : [below(random, 4), 4 + below(random, 4)].map((back) => tasks[Math.max(0, number - 1 - back)]!);
    actions[`do_${task}`] = { preconditions: { done: [...new Set(needs)].map((each) => [each, true]), energy: { atLeast: 1 } }, effects: { done: [[task, true]], energy: { add: -1 } }, cost: 1 + below(random, 5) };
  });
  actions.rest = { effects: { energy: 9 }, cost: 3 };
  return {
    parts: { objects: { task: tasks }, facts: { energy: int(0, 9), mood: oneOf(['calm', 'angry']), done: per('task', flag) }, actions, goals: { none: {} } },
    requests: [6, 9, 12, 16].map((number) => ({ start: { energy: 2 }, goal: { want: { done: [[tasks[Math.min(tasks.length - 1, number + below(random, 4))], true]] } } })),
  };
};

/** Crates to be stacked; two facts a crate. */
const crates: Build = (facts, random) => {
  const all = list(facts >> 1, 'c');
  const actions: any = {};
  for (const crate of all) {
    const other = { in: all.filter((each) => each !== crate) };
    actions[`down_${crate}`] = { params: { from: 'crate' }, where: { from: other }, preconditions: { on: [[crate, '$from']], clear: [[crate, true]] }, effects: { on: [[crate, 'floor']], clear: [['$from', true]] } };
    actions[`up_${crate}`] = { params: { to: 'crate' }, where: { to: other }, preconditions: { on: [[crate, 'floor']], clear: [[crate, true], ['$to', true]] }, effects: { on: [[crate, '$to']], clear: [['$to', false]] } };
    actions[`over_${crate}`] = { params: { from: 'crate', to: 'crate' }, where: { from: other, to: { ...other } }, preconditions: { on: [[crate, '$from']], clear: [[crate, true], ['$to', true]] }, effects: { on: [[crate, '$to']], clear: [['$from', true], ['$to', false]] } };
  }
  const stacked = (): any => {
    const [on, clear]: [any, any] = [{}, {}];
    const tops: string[] = [];
    for (const crate of all.toSorted(() => random.next() - 0.5)) {
      const place = below(random, tops.length + 1);
      on[crate] = place === tops.length ? 'floor' : tops[place];
      tops[place] = crate;
      clear[crate] = true;
      if (on[crate] !== 'floor') clear[on[crate]] = false;
    }
    return { on, clear };
  };
  return {
    parts: { objects: { crate: all }, facts: { on: per('crate', oneOf(['floor', ...all])), clear: per('crate', flag) }, actions, goals: { none: {} } },
    requests: [1, 2, 3, 4].map(() => ({ start: stacked(), goal: { want: { on: Object.entries(stacked().on) } } })),
  };
};

/** Buying and selling; wide numbers. */
const trade: Build = (facts, random) => {
  const goods = list(facts - 2, 'g');
  const towns = list(Math.min(16, 3 + (facts >> 2)), 't');
  const actions: any = { goTo: { params: { to: 'at' }, effects: { at: '$to' }, cost: 3 }, work: { preconditions: { at: towns[0] }, effects: { gold: { add: 20, clamp: true } }, cost: 4 } };
  for (const good of goods) {
    const price = 10 + below(random, 40);
    actions[`buy_${good}`] = { preconditions: { at: towns[below(random, towns.length)] }, effects: { gold: { add: -price }, cargo: [[good, { add: 5 }]] } };
    actions[`sell_${good}`] = { preconditions: { at: towns[below(random, towns.length)] }, effects: { gold: { add: Math.round(price * 1.5) }, cargo: [[good, { add: -5 }]] } };
  }
  return {
    parts: { objects: { good: goods }, facts: { at: oneOf(towns), gold: int(0, 5000), cargo: per('good', int(0, 50)) }, actions, goals: { none: {} } },
    requests: [80, 110, 150, 240].map((gold) => ({ start: { at: towns[1], gold: 50 }, goal: { want: { gold: { atLeast: gold } } } })),
  };
};

export const families: Readonly<Record<string, Build>> = { craft, colony, logistics, stealth, quest, crates, trade };
