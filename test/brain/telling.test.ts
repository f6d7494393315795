import { brain, bt, crowd, domain, explain, failure, flag, int, leaf, perceive, restoreCrowd, restoreMind, running, saveCrowd, saveMind, success, type Brain } from 'ganglion';
import { describe, expect, it } from 'vitest';

// What a newcomer does wrong, and where it is told: in `explain()`, which is what one prints first.
const homely = domain({
  facts: { wolf: flag, warned: flag, home: flag, water: int(0, 5) },
  actions: { ring: { effects: { warned: true } }, walk: { effects: { home: true } } },
  goals: { warn: { warned: true }, goHome: { home: true } },
});
interface Shepherd {
  wolf: boolean;
}
const noSteps = { ring: () => success, walk: () => running } as const;
const lines = (made: Brain<Shepherd, any, any, any, any>, seconds = 1, body: Shepherd = { wolf: false }): Readonly<Record<string, string>> => {
  const mind = made.spawn(body);
  for (let tick = 0; tick < seconds * 10; tick++) mind.tick(0.1);
  return Object.fromEntries([...`${explain(mind)}`.matchAll(/^(left out|\w+) +(.*)$/gm)].map(([, label, text]) => [label!, text!]));
};
const look = perceive(homely, { always: (body: Shepherd, facts) => void (facts.wolf = body.wolf) });

describe('explain tells', () => {
  it('what the mind knows, and that it has not ticked yet', () => {
    const mind = brain(look, { utility: { goHome: 1 }, steps: noSteps }).spawn({ wolf: true });
    expect(`${explain(mind)}`).toMatch(/^mind +0 \(brain\), not ticked yet\nfacts +wolf no, warned no, home no, water 0\n/);
    mind.tick(0.1);
    expect(`${explain(mind)}`).toMatch(/^mind +0 \(brain\)\nfacts +wolf yes, /);
  });

  it('which leaves ended when no branch runs, and no guard that would let its node run', () => {
    const tree = bt('root { reactiveSelector { action [plan, "warn"] while(sees) action [plan] } }', { sees: (body: Shepherd) => body.wolf });
    const made = brain(look, { utility: { goHome: 1 }, tree: tree as never, steps: { ring: () => success, walk: () => running } });
    const body = { wolf: false };
    const mind = made.spawn(body);
    mind.tick(0.1);
    expect(explain(mind).stoppedAt).toBe('action [plan, "warn"] is held back by while(sees)');
    body.wolf = true;
    for (let tick = 0; tick < 5; tick++) mind.tick(0.1);
    expect(explain(mind)).toMatchObject({ stoppedAt: undefined, branch: [], ended: [{ leaf: 'action [plan, "warn"]', result: 'success' }] });
    expect(`${explain(mind)}`).toMatch(/branch +none: action \[plan, "warn"\]: success/);
  });

  it('nothing of a guard that is not asked: a selector goes on with what it began', () => {
    const tree = (kind: 'selector' | 'reactiveSelector') => bt(`root { ${kind} { action [idle] while(sees) action [plan] } }`, { sees: (body: Shepherd) => body.wolf, idle: () => running });
    for (const kind of ['selector', 'reactiveSelector'] as const) {
      const mind = brain(look, { utility: { goHome: 1 }, tree: tree(kind) as never, steps: { ring: () => running, walk: () => running } }).spawn({ wolf: false });
      mind.tick(0.1);
      expect(explain(mind).stoppedAt).toBe('action [idle] is held back by while(sees)');
      mind.tick(0.1);
      expect(explain(mind).stoppedAt).toBe(kind === 'selector' ? undefined : 'action [idle] is held back by while(sees)');
    }
  });

  it('that milliseconds were given, also of a mind that is ticked alone', () => {
    expect(lines(brain(look, { utility: { goHome: 1 }, steps: noSteps }), 0.1)['warned']).toBeUndefined();
    const mind = brain(look, { utility: { goHome: 1 }, steps: noSteps }).spawn({ wolf: false });
    mind.tick(16);
    expect(`${explain(mind)}`).toMatch(/warned +crowd\.tick: a tick took 16 s: times are seconds, not milliseconds/);
  });

  it('that a sensor answers what it should have written', () => {
    const answering = brain(perceive(homely, { always: ((body: Shepherd) => ({ wolf: body.wolf })) as never }), { utility: { goHome: 1 }, steps: noSteps });
    expect(lines(answering)['warned']).toBe('senses.always: the sensor answered an object, which is dropped: what it sees it writes into its second argument');
    const late = brain(perceive(homely, { always: (async () => {}) as never }), { utility: { goHome: 1 }, steps: noSteps });
    expect(lines(late)['warned']).toMatch(/the sensor answered a promise: what it writes later is lost/);
    const assigning = brain(perceive(homely, { always: (body: Shepherd, facts) => Object.assign(facts, { wolf: body.wolf }) }), { utility: { goHome: 1 }, steps: noSteps });
    expect(lines(assigning)['warned']).toBeUndefined();
  });

  it('that a sensor writes a fact that is none, with the nearest name', () => {
    const misspelt = brain(perceive(homely, { always: (_body: Shepherd, facts) => { (facts as unknown as Record<string, boolean>)['wofl'] = true; } }), { utility: { goHome: 1 }, steps: noSteps });
    expect(lines(misspelt)['threw']).toBe('senses.always: a sensor writes "wofl", which is no fact of the domain; did you mean "wolf"? (10 times)');
  });

  it('whether a step that is left out failed or had no effect', () => {
    const seen = perceive(homely, { always: (_body: Shepherd, facts) => void (facts.warned = false) });
    const silent = brain(seen, { utility: { warn: 1 }, steps: { ring: () => success, walk: () => running } });
    const broken = brain(seen, { utility: { warn: 1 }, steps: { ring: () => failure, walk: () => running } });
    expect(lines(silent, 0.6)['left out']).toMatch(/^ring for another .* s: it succeeded, but the senses did not see its effect$/);
    expect(lines(broken, 0.6)['left out']).toMatch(/^ring for another .* s: it kept failing$/);
    const mind = silent.spawn({ wolf: false });
    for (let tick = 0; tick < 6; tick++) mind.tick(0.1);
    expect(explain(restoreMind(silent, { wolf: false }, JSON.parse(JSON.stringify(saveMind(mind))))).leftOut).toEqual(explain(mind).leftOut);
  });

  it('that nothing can make the mind plan: no options, or no plan leaf', () => {
    expect(lines(brain(look, { steps: noSteps }))['wants']).toBe('nothing: the brain has no options; mind.want(...) or a plan leaf with a goal makes it plan');
    const tree = bt('root { action [idle] }', { idle: () => running });
    expect(lines(brain(look, { utility: { goHome: 1 }, tree, steps: noSteps }))['plan']).toBe('none: the tree has no plan leaf');
  });
});

it('explain reports nothing: also where it asks costs that throw', () => {
  const heard: string[] = [];
  const many = crowd({ onError: ({ path }) => void heard.push(path) });
  const costly = brain(look, { utility: { goHome: 1 }, costs: { walk: () => { throw new Error('no road'); }, ring: () => Infinity }, steps: noSteps });
  const unreachable = brain(look, { name: 'other', utility: { goHome: 1 }, costs: { walk: () => Infinity, ring: () => { throw new Error('no bell'); } }, steps: noSteps });
  const minds = [many.spawn(costly, { wolf: false }), many.spawn(unreachable, { wolf: false })];
  for (let tick = 0; tick < 5; tick++) many.tick(0.1);
  const before = heard.length;
  for (const mind of minds) expect(`${explain(mind)}`).toMatch(/wants/);
  expect(heard.length).toBe(before);
  expect(many.errors.length).toBe(before);
});

describe('a saved crowd', () => {
  const made = brain(look, { name: 'shepherd', utility: { goHome: 1 }, steps: { ring: leaf({ drive: () => running }), walk: leaf({ drive: () => running }) } });

  it('is restored from the bytes of a file, also where they are a part of a larger buffer', () => {
    const many = crowd();
    many.spawn(made, { wolf: false });
    many.tick(0.1);
    const saved = new Uint8Array(saveCrowd(many));
    const pool = new Uint8Array(saved.length + 24);
    pool.set(saved, 16);
    const later = crowd();
    restoreCrowd(pool.subarray(16, 16 + saved.length), { crowd: later, bodyOf: () => ({ wolf: false }), brains: [made] });
    expect(later.mind(0)!.goal?.name).toBe('goHome');
    restoreCrowd(Buffer.from(saved), { crowd: later });
    expect(later.size).toBe(1);
  });

  it('is refused when a body is not known, and nothing is changed', () => {
    const many = crowd();
    many.spawn(made, { wolf: false });
    const later = crowd();
    expect(() => restoreCrowd(saveCrowd(many), { crowd: later, bodyOf: () => undefined, brains: [made] })).toThrow('bodyOf knows no body of mind 0, of brain "shepherd"; answer the body that this mind had (restoreCrowd)');
    expect(later.size).toBe(0);
  });

  it('that could not be restored leaves nothing of what bodyOf asked for', () => {
    const many = crowd();
    many.spawn(made, { wolf: false });
    many.spawn(made, { wolf: false });
    const later = crowd();
    const bodyOf = (id: number): object => {
      if (id === 1) throw new Error('no such file');
      later.spawn(made, { wolf: false });
      return { wolf: false };
    };
    expect(() => restoreCrowd(saveCrowd(many), { crowd: later, bodyOf, brains: [made] })).toThrow('no such file');
    later.tick(0.1);
    expect(later.size).toBe(0);
    expect(() => restoreCrowd(new Uint8Array(0), { crowd: later, bodyOf: () => ({}), brains: [made] })).toThrow('it is a view of nothing');
  });
});
