import { brain, crowd, domain, explain, flag, int, leaf, perceive, refine, running, success, swap, trace, type Brain, type Mind } from 'ganglion';
import { describe, expect, it } from 'vitest';
import { believe, placeOf, traceText } from '../../src/brain/internal.js';

// Numbers too wide for a policy table, so that every plan is searched for; with one expansion a tick an answer takes many ticks.
const baking = domain({
  facts: { flour: int(0, 50), dough: int(0, 50), bread: int(0, 50), mill: flag, shop: flag },
  actions: {
    grind: { preconditions: { mill: true }, effects: { flour: { add: 1 } }, cost: 4 },
    buy: { preconditions: { shop: true }, effects: { bread: { add: 1 } }, cost: 1 },
    knead: { preconditions: { flour: { atLeast: 1 } }, effects: { flour: { add: -1 }, dough: { add: 1 } }, cost: 4 },
    bake: { preconditions: { dough: { atLeast: 1 } }, effects: { dough: { add: -1 }, bread: { add: 1 } }, cost: 4 },
  },
  goals: { eat: { bread: { atLeast: 1 } } },
});
interface Baker {
  mill: boolean;
  shop: boolean;
  log: string[];
}
const stepOf = (name: string) => leaf({ enter: (body: Baker) => void body.log.push(name), drive: () => running, exit: (body, _params, why) => void body.log.push(`${name} ${why}`) });

function bakery(replan: 'never' | 'onBroken' | 'onChange' | { every: number }, expansionsPerTick: number) {
  const many = crowd({ expansionsPerTick });
  trace(many, 1000);
  const made = brain(perceive(baking, { always: (body: Baker, facts) => { facts.mill = body.mill; facts.shop = body.shop; } }), {
    utility: { eat: 1 },
    replan,
    steps: { grind: stepOf('grind'), buy: stepOf('buy'), knead: stepOf('knead'), bake: stepOf('bake') },
  });
  const body: Baker = { mill: true, shop: false, log: [] };
  const mind = many.spawn(made, body);
  return { many, body, mind };
}

function ticks(many: { tick(dt: number): void }, count: number): void {
  for (let tick = 0; tick < count; tick++) many.tick(0.1);
}

describe('a plan that is searched for over many ticks', () => {
  it('and is for the better replaces the one at hand when it comes, however long that takes', () => {
    const { many, body, mind } = bakery('onChange', 1);
    ticks(many, 200);
    expect(body.log).toEqual(['grind']);
    body.shop = true;
    many.tick(0.1);
    // The old plan goes on meanwhile.
    ticks(many, 5);
    expect(explain(mind).planning).toBe(true);
    expect(body.log).toEqual(['grind']);
    ticks(many, 200);
    expect(body.log).toEqual(['grind', 'grind abort', 'buy']);
    expect(explain(mind).planning).toBe(false);
  });

  it('from time to time, and found no better, leaves the step at hand alone', () => {
    const { many, body, mind } = bakery({ every: 2 }, 5);
    ticks(many, 300);
    expect(body.log).toEqual(['grind']);
    expect(mind.plan!.steps.map((step) => step.action)).toEqual(['grind', 'knead', 'bake']);
    body.shop = true;
    ticks(many, 100);
    expect(body.log).toEqual(['grind', 'grind abort', 'buy']);
  });

  it('because the one at hand broke is waited for; the broken one only finishes its step', () => {
    const { many, body, mind } = bakery('onBroken', 1);
    ticks(many, 200);
    const { minds, slot } = placeOf(mind);
    // The mill stops, and the shop opens: grinding makes no flour any more.
    believe(minds, slot, () => {});
    body.mill = false;
    body.shop = true;
    ticks(many, 300);
    expect(body.log).toEqual(['grind', 'grind abort', 'buy']);
    expect(many.errors).toEqual([]);
  });

  it('for the better, and not found, does not give up the one at hand', () => {
    const { many, body, mind } = bakery('onChange', 1);
    ticks(many, 200);
    body.shop = true;
    ticks(many, 3);
    body.shop = false;
    ticks(many, 300);
    expect(body.log).toEqual(['grind']);
    expect(mind.goal?.name).toBe('eat');
    expect(explain(mind).aside).toEqual([]);
  });
});

// One sack of grain for two: the second to take it is refused at the end of the tick.
const granary = domain({
  facts: { sack: flag, milled: flag, washed: flag },
  shared: { grain: int(0, 9) },
  actions: {
    take: { preconditions: { grain: { atLeast: 1 } }, effects: { sack: true, grain: { add: -1 } } },
    mill: { preconditions: { sack: true }, effects: { milled: true } },
    wash: { effects: { washed: true } },
  },
  goals: { flour: { milled: true }, clean: { washed: true }, own: { sack: true } },
});

describe('taking more of a shared fact than there is', () => {
  function mill(goals: readonly string[]): { many: ReturnType<typeof crowd>; minds: Mind<any, any, any, any>[]; logs: string[][]; told: (index: number) => readonly string[] } {
    const many = crowd();
    trace(many, 1000);
    const stepOf = (name: string, drive: () => 0 | 1) => leaf({ enter: (log: string[]) => void log.push(name), drive, exit: (log, _params, why) => void log.push(`${name} ${why}`) });
    const made: Brain<string[], any, any, any, any> = brain(perceive(granary, { always: (_log: string[]) => {} }), { steps: { take: stepOf('take', () => success), mill: stepOf('mill', () => running), wash: stepOf('wash', () => running) } });
    const logs: string[][] = goals.map(() => []);
    const minds = logs.map((log) => many.spawn(made, log));
    many.set('grain', 1);
    minds.forEach((mind, index) => mind.want(goals[index] as never));
    return { many, minds, logs, told: (index) => [...trace(many).records(minds[index]!.id)].map((record) => traceText(placeOf(minds[index]!).minds, record)) };
  }

  it('is never made: the second one has no plan, and nobody mills what is not there', () => {
    const { many, logs, told } = mill(['flour', 'flour']);
    ticks(many, 2);
    expect(many.get('grain')).toBe(0);
    expect(logs).toEqual([['take', 'take success', 'mill'], []]);
    expect(told(1).filter((line) => line.includes('failed'))).toEqual([]);
  });

  it('keeps nobody from another goal', () => {
    const { many, minds, logs, told } = mill(['own', 'own']);
    ticks(many, 1);
    minds[1]!.want('clean' as never);
    ticks(many, 3);
    expect(logs[1]).toEqual(['wash']);
    expect(told(1).filter((line) => line.includes('failed'))).toEqual([]);
  });

  it('is not made by a mind inside a step either', () => {
    const inner = brain(perceive(granary, { always: (_log: string[]) => {} }), { name: 'inner', steps: { take: () => success, mill: () => success, wash: () => success } });
    const outerDomain = domain({ facts: { fed: flag, rested: flag }, actions: { feed: { effects: { fed: true } }, rest: { preconditions: { fed: true }, effects: { rested: true } } }, goals: { well: { rested: true } } });
    const outer = brain(perceive(outerDomain, { always: (_log: string[]) => {} }), {
      name: 'outer',
      utility: { well: 1 },
      steps: { feed: refine(inner, 'own'), rest: leaf({ enter: (log: string[]) => void log.push('rest'), drive: () => running, exit: (log, _params, why) => void log.push(`rest ${why}`) }) },
    });
    const many = crowd();
    trace(many, 1000);
    const logs: string[][] = [[], []];
    for (const log of logs) many.spawn(outer, log);
    many.set('grain', 1);
    ticks(many, 2);
    expect(many.get('grain')).toBe(0);
    expect(logs).toEqual([['rest'], []]);
    expect(many.errors).toEqual([]);
  });
});

it('after a swap to an equal brain, who asks the same as somebody before it shares that search', () => {
  const made = () => brain(perceive(domain({
    facts: { flour: int(0, 50), bread: int(0, 50) },
    actions: { grind: { effects: { flour: { add: 1 } } }, bake: { preconditions: { flour: { atLeast: 1 } }, effects: { flour: { add: -1 }, bread: { add: 1 } } } },
    goals: { eat: { bread: { atLeast: 3 } } },
  }), { always: (_body: { hungry: boolean }) => {} }), { utility: { eat: { hungry: (body: { hungry: boolean }) => (body.hungry ? 1 : 0) } }, decide: { every: 0.1 }, steps: { grind: () => running, bake: () => running } });
  const [old, fresh] = [made(), made()];
  const many = crowd({ expansionsPerTick: 1 });
  const bodies = [{ hungry: true }, { hungry: false }];
  const minds = bodies.map((body) => many.spawn(old, body));
  ticks(many, 2);
  expect(many.searches).toBe(1);
  swap(many, old, fresh);
  bodies[1]!.hungry = true;
  ticks(many, 2);
  expect(many.searches).toBe(1);
  ticks(many, 200);
  expect(minds.map((mind) => mind.plan?.steps.length)).toEqual([6, 6]);
});
