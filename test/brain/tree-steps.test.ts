import { expect, test } from 'vitest';
import { brain, bt, crowd, domain, explain, flag, oneOf, perceive, restoreCrowd, restoreMind, running, saveCrowd, saveMind, success, type MindError } from 'ganglion';

// A miner digs by a tree of its own: it fetches its lamp by a plan inside the step, then works until there is ore.

const mine = domain({
  facts: { ore: flag, lamp: flag, at: oneOf('home', 'pit') },
  actions: { fetchLamp: { effects: { lamp: true } }, dig: { params: { place: 'at' }, effects: { ore: true, at: '$place' } } },
  goals: { haveOre: { ore: true, at: 'pit' }, haveLamp: { lamp: true } },
});

class Miner {
  ore = false;
  lamp = false;
  at: 'home' | 'pit' = 'home';
  blows = 0;
  readonly log: string[] = [];
}

const miner = brain(
  perceive(mine, (body: Miner, facts) => {
    facts.ore = body.ore;
    facts.lamp = body.lamp;
    facts.at = body.at;
  }),
  {
    name: 'miner',
    utility: { haveOre: 1 },
    steps: {
      fetchLamp: (body) => {
        body.log.push('fetch lamp');
        body.lamp = true;
        return success;
      },
      dig: bt('root { sequence { action [plan, "haveLamp"] action [walk, $place] action [hit] exit(rest) } }', {
        walk: (body: Miner, _facts, place: 'pit') => {
          body.log.push(`walk to the ${place}`);
          body.at = place;
          return success;
        },
        hit: (body: Miner) => {
          body.log.push('hit');
          if (++body.blows < 3) return running;
          body.ore = true;
          return success;
        },
        rest: (body: Miner, _facts, { aborted }) => body.log.push(aborted ? 'broken off' : 'rest'),
      }),
    },
  },
);

test('a step may be a tree: it plans on its own, knows the params of the step, and ends as its tree does', () => {
  const body = new Miner();
  const world = crowd();
  const mind = world.spawn(miner, body);
  for (let tick = 0; tick < 5; tick++) world.tick(0.1);
  expect(body.log).toEqual(['fetch lamp', 'walk to the pit', 'hit', 'hit', 'hit', 'rest']);
  expect(body.ore).toBe(true);
  expect(`${explain(mind)}`).toContain('haveOre');
});

test('a mind that leaves the step leaves its tree: exits run once', () => {
  const body = new Miner();
  const world = crowd();
  const mind = world.spawn(miner, body);
  world.tick(0.1);
  mind.despawn();
  world.tick(0.1);
  expect(body.log).toEqual(['fetch lamp', 'walk to the pit', 'hit', 'broken off']);
});

test('saved in the middle of the tree, alone or with its crowd, it goes on there', () => {
  const body = new Miner();
  const world = crowd();
  const mind = world.spawn(miner, body);
  world.tick(0.1);
  world.tick(0.1);
  const alone: unknown = JSON.parse(JSON.stringify(saveMind(mind)));
  const all = saveCrowd(world);
  const twins = [Object.assign(new Miner(), { ...body, log: [] }), Object.assign(new Miner(), { ...body, log: [] })] as const;
  let outcome = '';
  const again = restoreMind(miner, twins[0], alone as never, { report: (report) => (outcome = report.outcome) });
  expect(outcome).toBe('exact');
  for (let tick = 0; tick < 3; tick++) again.tick(0.1);
  const { crowd: other } = restoreCrowd(all, { brains: [miner], bodyOf: () => twins[1] });
  for (let tick = 0; tick < 3; tick++) other.tick(0.1);
  expect(twins.map(({ log }) => log)).toEqual([['hit', 'rest'], ['hit', 'rest']]);
});

test('a tree that needs its own step ends at a bound, as a failure', () => {
  const loop = domain({ facts: { done: flag }, actions: { work: { effects: { done: true } } }, goals: { end: { done: true } } });
  const errors: MindError[] = [];
  const world = crowd({ onError: (error) => errors.push(error) });
  world.spawn(brain(perceive(loop, () => {}), { utility: { end: 1 }, steps: { work: bt('root { action [plan, "end"] }', {}) } }), {});
  expect(() => world.tick(0.1)).not.toThrow();
});

test('a step that plans says what for', () => {
  const d = domain({ facts: { done: flag }, actions: { work: { effects: { done: true } } }, goals: { end: { done: true } } });
  expect(() => brain(perceive(d, () => {}), { steps: { work: bt('root { action [plan] }', {}) } })).toThrow('the tree of step "work" plans, but does not say what for; write action [plan, "goal"] (brain.steps.work)');
});

const places = ['home', 'mill', 'well'] as const;
const errands = domain({
  facts: { at: oneOf(...places) },
  actions: { goTo: { params: { place: 'at' }, effects: { at: '$place' } } },
  goals: { be: { params: { place: 'at' }, want: { at: '$place' } } },
});
class Boy {
  at: (typeof places)[number] = 'home';
  errand: string = 'well';
}
const errandsOf = (text: string): { boy: Boy; tick: () => Boy['at']; errors: string[] } => {
  const boy = new Boy();
  const errors: string[] = [];
  const world = crowd({ onError: ({ path, error }) => errors.push(`${path}: ${String(error)}`) });
  const made = brain(perceive(errands, (body: Boy, facts) => { facts.at = body.at; }), {
    tree: bt(text, {}) as never,
    steps: { goTo: (body, { place }) => { body.at = place; return success; } },
  });
  world.spawn(made, boy);
  return { boy, errors, tick: () => (world.tick(0.1), boy.at) };
};

test('a plan leaf gives its goal params: in the text, through a root with params, or from the body', () => {
  expect(errandsOf('root { action [plan, "be", "mill"] }').tick()).toBe('mill');
  const round = errandsOf('root { sequence { branch [go, "mill"] branch [go, "well"] branch [go, $errand] } } root [go] ($where) { action [plan, "be", $where] }');
  round.boy.errand = 'home';
  const visited = [round.tick(), round.tick(), round.tick()];
  expect(visited.at(-1)).toBe('home');
  const { boy, tick } = errandsOf('root { action [plan, "be", $errand] }');
  expect(tick()).toBe('well');
  boy.errand = 'mill';
  expect([tick(), tick()]).toContain('mill');
});

test('a param of the body that is none is an error of the leaf, and a mistake in the text is told with its place', () => {
  const { boy, tick, errors } = errandsOf('root { action [plan, "be", $errand] }');
  boy.errand = 'moon';
  expect(tick()).toBe('home');
  expect(errors[0]).toContain('"moon" is no place of goal "be"');
  expect(() => errandsOf('root { action [plan, "be", "mil"] }')).toThrow('"mil" is no place of goal "be"; did you mean "mill"?');
  expect(() => errandsOf('root { action [plan, "be"] }')).toThrow('goal "be" needs params; write action [plan, "be", $place]');
  expect(() => errandsOf('root { action [plan, "be", "mill", "well"] }')).toThrow('goal "be" takes 1 params, and is given 2');
});
