import { brain, bt, crowd, domain, explain, flag, int, leaf, perceive, refine, restoreCrowd, restoreMind, running, saveCrowd, saveMind, success, swap, type Mind } from 'ganglion';
import { mistreevousRuntime } from 'ganglion/mistreevous';
import { BehaviourTree } from 'mistreevous';
import { describe, expect, it, vi } from 'vitest';

const fetching = domain({
  facts: { water: flag, atWell: flag, thirst: int(0, 3) },
  actions: {
    walk: { effects: { atWell: true } },
    draw: { preconditions: { atWell: true }, effects: { water: true } },
  },
  goals: { drink: { water: true } },
});
interface Villager {
  fire: boolean;
  atWell: boolean;
  water: boolean;
  log: string[];
}
const villager = (): Villager => ({ fire: false, atWell: false, water: false, log: [] });
const senses = perceive(fetching, (body: Villager, facts) => {
  facts.atWell = body.atWell;
  facts.water = body.water;
});
const step = (name: 'walk' | 'draw', done: (body: Villager) => void) =>
  leaf({
    cells: { left: 2 },
    enter: (body: Villager) => void body.log.push(name),
    drive: (body, _params, { cells }) => (cells.left-- > 0 ? running : (done(body), success)),
    exit: (body, _params, why) => void body.log.push(`${name} ${why}`),
  });
const parts = {
  utility: { drink: 1 },
  tree: bt('root { selector { action [plan] while(safe) action [flee] } }', {
    safe: (body: Villager) => !body.fire,
    flee: (body: Villager) => (body.log.push('flee'), success),
  }),
  steps: {
    walk: step('walk', (body) => { body.atWell = true; }),
    draw: step('draw', (body) => { body.water = true; }),
  },
} as const;
const own = brain(senses, parts);
const stock = brain(senses, { ...parts, runtime: mistreevousRuntime });

/** What a villager does: a fire breaks out in the fifth tick and is over in the seventh. */
function life(mind: Mind<any, any, any, any>, body: Villager, ticks = 30): readonly string[] {
  for (let tick = 0; tick < ticks; tick++) {
    body.fire = tick >= 4 && tick < 6;
    mind.tick(0.25);
  }
  return body.log;
}

describe('a brain whose tree runs on mistreevous itself', () => {
  it('plans, performs, is interrupted and cleans up as on our own interpreter', () => {
    const [body, other] = [villager(), villager()];
    const steps = vi.spyOn(BehaviourTree.prototype, 'step');
    const log = life(stock.spawn(body), body);
    expect(steps).toHaveBeenCalledTimes(30);
    steps.mockRestore();
    expect(log).toEqual(life(own.spawn(other), other));
    expect(log.slice(0, 8)).toEqual(['walk', 'walk success', 'draw', 'draw abort', 'flee', 'flee', 'draw', 'draw success']);
  });

  it('explains itself, and aborts its step when it is despawned', () => {
    const body = villager();
    const mind = stock.spawn(body);
    mind.tick(0.25);
    expect(explain(mind).branch).toEqual(['root', 'selector', 'action [plan]']);
    mind.despawn();
    expect(body.log).toEqual(['walk', 'walk abort']);
  });

  it('serves many minds in one crowd with others, each with a tree of its own', () => {
    const many = crowd();
    const bodies = Array.from({ length: 6 }, villager);
    bodies.forEach((body, index) => many.spawn(index % 2 === 0 ? stock : own, body));
    for (let tick = 0; tick < 30; tick++) {
      bodies.forEach((body, index) => (body.fire = tick === index));
      many.tick(0.25);
    }
    for (let index = 0; index < 6; index++) expect(bodies[index]!.log.at(-1)).toMatch(/draw success|flee/);
    expect(many.errors).toEqual([]);
  });

  it('says at once what mistreevous does not know of a tree', () => {
    const reactive = bt('root { reactiveSelector { condition [safe] action [plan] } }', { safe: (body: Villager) => !body.fire });
    expect(() => brain(senses, { ...parts, tree: reactive, runtime: mistreevousRuntime })).toThrow(/mistreevous does not know this tree: .*reactiveSelector/);
    expect(() => brain(senses, { ...parts, runtime: 'mistreevous' as never })).toThrow(/import { mistreevousRuntime } from 'ganglion\/mistreevous'/);
  });

  it('cannot be saved, and says so instead of losing where the tree was', () => {
    const many = crowd();
    const mind = many.spawn(stock, villager());
    many.tick(0.25);
    expect(() => saveMind(mind)).toThrow(/the tree of brain "brain" runs on a library that cannot save it/);
    expect(() => saveCrowd(many)).toThrow(/leave `runtime` out/);
    mind.despawn();
    expect(saveCrowd(many).byteLength).toBeGreaterThan(0);
  });

  it('can be swapped for one on our own interpreter in a live crowd: the step goes on or is cleaned up', () => {
    const many = crowd();
    const body = villager();
    const mind = many.spawn(stock, body);
    for (let tick = 0; tick < 5; tick++) many.tick(0.25);
    expect(swap(many, stock, own).minds).toBe(1);
    for (let tick = 0; tick < 12; tick++) many.tick(0.25);
    expect(body.water).toBe(true);
    expect(mind.alive).toBe(true);
    const [enters, exits] = [/^(walk|draw)$/, /^(walk|draw) /].map((kind) => body.log.filter((line) => kind.test(line)).length);
    expect(enters).toBe(exits);
    expect(saveMind(mind).brain).toBe('brain');
  });
});

describe('a swap while a step is performed', () => {
  const swaps = { 'from our own to the real library': [own, stock], 'from the real library to our own': [stock, own], 'from one brain on the real library to another': [stock, brain(senses, { ...parts, runtime: mistreevousRuntime })] } as const;

  it.each(Object.entries(swaps))('%s ends the step with its exits: one mind for one body, before and after', (_name, [from, to]) => {
    const many = crowd();
    const body = villager();
    const mind = many.spawn(from, body);
    many.tick(0.25);
    expect(swap(many, from, to)).toMatchObject({ minds: 1, restartedSteps: 1 });
    expect(body.log).toEqual(['walk', 'walk abort']);
    // The tree starts over, and takes another branch at that.
    body.fire = true;
    many.tick(0.25);
    expect([body.log.at(-1), many.size, mind.path]).toEqual(['flee', 1, []]);
    mind.despawn();
    expect(many.size).toBe(0);
    expect(body.log.filter((line) => line === 'walk').length).toBe(body.log.filter((line) => line.startsWith('walk ')).length);
  });

  it('a mind saved on our own interpreter goes on from the start of its tree on the real library', () => {
    const body = villager();
    const mind = own.spawn(body);
    mind.tick(0.25);
    const saved = saveMind(mind);
    expect(() => restoreMind(stock, villager(), saved)).toThrow(/another brain or another version/);
    const later = villager();
    const restored = restoreMind(stock, later, saved, { changed: 'nearest' });
    for (let tick = 0; tick < 8; tick++) restored.tick(0.25);
    expect(later.log.slice(0, 2)).toEqual(['walk', 'walk success']);
    expect(restoreMind(stock, villager(), saved, { changed: 'restart' }).goal).toBeUndefined();
  });
});

it('a brain on the real library that only performs steps of another brain can be saved: its tree is never asked', () => {
  const thirsty = domain({ facts: { drunk: flag }, actions: { fetch: { effects: { drunk: true } } }, goals: { rest: { drunk: true } } });
  const outer = brain(perceive(thirsty, { always: (_body: Villager) => {} }), { utility: { rest: 1 }, steps: { fetch: refine(stock, 'drink') } });
  const many = crowd();
  const body = villager();
  const mind = many.spawn(outer, body);
  many.tick(0.25);
  expect(body.log).toEqual(['walk']);
  const later = villager();
  const restored = restoreMind(outer, later, saveMind(mind));
  restoreCrowd(saveCrowd(many), { crowd: many });
  for (let tick = 0; tick < 8; tick++) {
    many.tick(0.25);
    restored.tick(0.25);
  }
  expect(body.log).toEqual(['walk', 'walk success', 'draw', 'draw success']);
  expect(later.log).toEqual(body.log.slice(1));
});
