import { brain, bt, crowd, domain, explain, flag, int, leaf, machine, oneOf, perceive, restoreCrowd, restoreMind, running, saveCrowd, saveMind, sequence, success, swap, trace, wait, type Brain, type Crowd, type Mind, type MindSnapshot, type RestoreReport } from 'ganglion';
import { describe, expect, it } from 'vitest';
import { happen, makeSmithBrain, smith, smithSteps, type Smith } from './smithy.js';

// A brain of one version is saved, a brain of the next version takes it up.
interface Hand {
  wish: string;
  log: string[];
}
const hand = (): Hand => ({ wish: 'clean', log: [] });

interface Version {
  readonly facts?: Record<string, unknown>;
  readonly actions?: Record<string, unknown>;
  readonly goals?: Record<string, unknown>;
  readonly tree?: string;
  readonly steps?: Record<string, unknown>;
}

const stepOf = (name: string) => leaf({ enter: (body: Hand) => void body.log.push(`enter ${name}`), drive: () => running, exit: (body, _params, why) => void body.log.push(`exit ${name} ${why}`), resume: (body) => void body.log.push(`resume ${name}`) });

function version({ facts = { at: oneOf('yard', 'barn'), dirt: int(0, 9), wet: flag }, actions = { go: { params: { to: 'at' }, effects: { at: '$to' } }, sweep: { preconditions: { at: 'barn' }, effects: { dirt: 0 } }, mop: { effects: { wet: true } } }, goals = { clean: { dirt: 0 }, damp: { wet: true } }, tree = 'root { sequence { action [greet]  action [plan] } }', steps = { go: stepOf('go'), sweep: sequence(stepOf('fetch'), stepOf('stroke')), mop: stepOf('mop') } }: Version = {}): Brain<Hand, any, any, any, any> {
  const made = domain({ facts, actions, goals } as never);
  const names = Object.keys(goals);
  return brain(perceive(made, { always: (_body: Hand) => {}, events: { spill: (_body: Hand, believed: any) => { if ('dirt' in believed) believed.dirt = 5; } } } as never), {
    name: 'hand',
    utility: Object.fromEntries(names.map((name) => [name, { wish: (body: Hand) => (body.wish === name ? 1 : 0.1) }])),
    tree: bt(tree, { greet: () => success }),
    decide: { every: 0 },
    steps,
  } as never) as never;
}

/** A mind of the first version on its way to the barn, with its log emptied. */
function saved(): MindSnapshot {
  const body = hand();
  const mind = version().spawn(body);
  mind.notify('spill' as never);
  mind.tick(0.1);
  expect(mind.path).toEqual(['go']);
  return JSON.parse(JSON.stringify(saveMind(mind))) as MindSnapshot;
}

/** Losses in short. */
function told({ lost }: RestoreReport): string[] {
  return lost.map(({ kind, name }) => `${kind} ${name}`);
}

const { at, dirt, wet } = { at: oneOf('yard', 'barn'), dirt: int(0, 9), wet: flag };
const actions = { go: { params: { to: 'at' }, effects: { at: '$to' } }, sweep: { preconditions: { at: 'barn' }, effects: { dirt: 0 } }, mop: { effects: { wet: true } } };

describe('a snapshot of another version of its brain', () => {
  const renamed = version({ facts: { at, muck: dirt, wet }, actions: { ...actions, sweep: { preconditions: { at: 'barn' }, effects: { muck: 0 } } }, goals: { clean: { muck: 0 }, damp: { wet: true } } });
  const versions: readonly (readonly [what: string, made: Brain<Hand, any, any, any, any>, lost: readonly string[]])[] = [
    ['a fact was renamed', renamed, ['fact dirt']],
    ['a range is narrower than the value', version({ facts: { at, dirt: int(0, 3), wet } }), ['fact dirt']],
    ['a goal vanished', version({ goals: { damp: { wet: true } } }), ['goal clean']],
    ['an action of the plan vanished', version({ actions: { go: actions.go, mop: actions.mop, wipe: { effects: { dirt: 0 } } }, steps: { go: stepOf('go'), mop: stepOf('mop'), wipe: stepOf('wipe') } }), ['step sweep']],
    ['an action that nobody planned vanished', version({ actions: { go: actions.go, sweep: actions.sweep }, goals: { clean: { dirt: 0 } }, steps: { go: stepOf('go'), sweep: stepOf('sweep') } }), []],
    ['the tree is another one', version({ tree: 'root { selector { flip { action [greet] }  action [plan] } }' }), ['node root/sequence', 'node root/sequence/greet', 'node root/sequence/plan']],
    ['the states of the step at hand are others', version({ steps: { go: machine({ initial: 'walk', states: { walk: stepOf('walk') } }), sweep: stepOf('sweep'), mop: stepOf('mop') } }), ['state go']],
    ['the states of another step are others', version({ steps: { go: stepOf('go'), sweep: wait(1), mop: stepOf('mop') } }), []],
  ];

  it.each(versions)('is refused by "error" when %s, and leaves no trace', (_what, made) => {
    const many = crowd();
    const before = many.spawn(made, hand());
    const bytes = saveCrowd(many);
    expect(() => restoreMind(made, hand(), saved(), { crowd: many })).toThrow('this snapshot is of another brain or another version of "hand"');
    expect(new Uint8Array(saveCrowd(many))).toEqual(new Uint8Array(bytes));
    before.despawn();
  });

  it.each(versions)('starts afresh by "restart" when %s, and knows what it can still know', (_what, made, lost) => {
    const many = crowd();
    const body = hand();
    let report: RestoreReport | undefined;
    const mind = restoreMind(made, body, saved(), { crowd: many, changed: 'restart', report: (each) => { report = each; } });
    expect([report!.outcome, told(report!)]).toEqual(['restarted', lost.filter((line) => line.startsWith('fact'))]);
    expect(body.log).toEqual([]);
    expect([mind.goal, mind.plan]).toEqual([undefined, undefined]);
    if (!lost.includes('fact dirt')) expect(mind.facts['dirt']).toBe(5);
    many.tick(0.1);
    expect(many.errors).toEqual([]);
  });

  it.each(versions)('keeps by "nearest" what can be matched, when %s, and lists exactly what cannot', (_what, made, lost) => {
    const many = crowd();
    const body = hand();
    let report: RestoreReport | undefined;
    const mind = restoreMind(made, body, saved(), { crowd: many, changed: 'nearest', report: (each) => { report = each; } });
    expect(told(report!).filter((line) => !line.startsWith('choice')).sort()).toEqual([...lost].sort());
    expect(report!.outcome).toBe('nearest');
    // Nothing is entered and nothing exited by the restore itself, unless a state is new below one that goes on.
    expect(body.log.filter((line) => line.startsWith('exit'))).toEqual([]);
    many.tick(0.1);
    many.tick(0.1);
    expect(many.errors).toEqual([]);
    const plan = explain(mind);
    expect(plan.facts['at']).toBe('yard');
    mind.despawn();
    const count = (word: string): number => body.log.filter((line) => line.startsWith(word)).length;
    expect(count('enter') + count('resume')).toBe(count('exit'));
  });

  it('of a brain that is the same goes on without a word, whoever made it', () => {
    const many = crowd();
    const body = hand();
    restoreMind(version(), body, saved(), { crowd: many, report: (report) => expect(report).toEqual({ outcome: 'exact', lost: [] }) });
    expect(body.log).toEqual(['resume go']);
  });

  it('is taken by a policy that exists', () => {
    expect(() => restoreMind(version(), hand(), saved(), { changed: 'closest' as never })).toThrow('a restore policy is "error", "restart" or "nearest", not "closest"');
  });
});

describe('a brain swapped in a live crowd', () => {
  function busy(): { many: Crowd; old: Brain<Hand, any, any, any, any>; bodies: Hand[]; minds: Mind<any, any, any, any>[] } {
    const many = crowd();
    trace(many, 1000);
    const old = version();
    const bodies = [hand(), hand(), hand()];
    const minds = bodies.map((body) => many.spawn(old, body));
    for (const mind of minds) mind.notify('spill' as never);
    many.tick(0.1);
    return { many, old, bodies, minds };
  }

  it('for one without the action at hand: its exit runs once, the goal is planned for anew, handles stay good', () => {
    const { many, old, bodies, minds } = busy();
    const ids = minds.map((mind) => mind.id);
    const fresh = version({ actions: { sweep: { effects: { dirt: 0 } }, mop: actions.mop }, steps: { sweep: stepOf('sweep'), mop: stepOf('mop') } });
    const report = swap(many, old, fresh);
    expect({ ...report, lost: [...report.lost] }).toEqual({ minds: 3, restartedSteps: 3, lost: [{ kind: 'step', where: 'hand', name: 'go(barn)', minds: 3 }] });
    expect(bodies.map((body) => body.log)).toEqual([0, 1, 2].map(() => ['enter go', 'exit go abort']));
    expect(minds.map((mind) => [mind.alive, mind.id])).toEqual(ids.map((id) => [true, id]));
    expect(many.size).toBe(3);
    many.tick(0.1);
    expect(minds.map((mind) => [mind.path, mind.goal?.name, mind.facts['dirt']])).toEqual([0, 1, 2].map(() => [['sweep'], 'clean', 5]));
    for (const mind of minds) mind.despawn();
    expect(bodies.map((body) => body.log.slice(2))).toEqual([0, 1, 2].map(() => ['enter sweep', 'exit sweep abort']));
    expect(many.size).toBe(0);
    expect(many.errors).toEqual([]);
  });

  it('for one whose states are others below the step at hand begins that step anew', () => {
    const { many, old, bodies } = busy();
    const report = swap(many, old, version({ steps: { go: machine({ initial: 'walk', states: { walk: stepOf('walk') } }), sweep: stepOf('sweep'), mop: stepOf('mop') } }));
    expect(report.restartedSteps).toBe(3);
    many.tick(0.1);
    expect(bodies[0]!.log).toEqual(['enter go', 'exit go abort', 'enter walk']);
  });

  it('for one that is the same, or itself, changes nothing but to resume', () => {
    const { many, old, bodies, minds } = busy();
    expect(swap(many, old, old)).toEqual({ minds: 0, restartedSteps: 0, lost: [] });
    const before = minds.map((mind) => saveMind(mind));
    const report = swap(many, old, version());
    expect({ ...report, lost: [...report.lost] }).toEqual({ minds: 3, restartedSteps: 0, lost: [] });
    expect(minds.map((mind) => saveMind(mind))).toEqual(before);
    expect(bodies[0]!.log).toEqual(['enter go', 'resume go']);
    // What was swapped can be saved and restored like any other.
    const bytes = saveCrowd(many);
    many.tick(0.1);
    restoreCrowd(bytes, { crowd: many });
    expect(minds.map((mind) => saveMind(mind))).toEqual(before);
  });

  it('at every tick of a day makes no difference: searches, plans inside steps, targets and all', () => {
    const run = (swaps: boolean): unknown => {
      const many = crowd({ expansionsPerTick: 3, seed: 5 });
      let current = makeSmithBrain();
      const smiths = [smith(), smith(), smith()].map((body) => ({ body, mind: many.spawn(current, body) }));
      const log: unknown[] = [];
      for (let tick = 1; tick <= 120; tick++) {
        happen(tick, many, smiths);
        many.tick(0.1);
        if (swaps && tick % 3 === 0) {
          const next = makeSmithBrain();
          expect(swap(many, current, next)).toMatchObject({ minds: 3, restartedSteps: 0 });
          current = next;
        }
        log.push(smiths.map(({ mind, body }) => [without(saveMind(mind)), { ...body, log: body.log.filter((line) => !line.startsWith('resume')) }]));
      }
      expect(many.errors).toEqual([]);
      return JSON.parse(JSON.stringify(log));
    };
    expect(run(true)).toEqual(run(false));
  });

  it('ticks in the place of the old one, also after a save: who depends on it through shared facts notices nothing', () => {
    const log: string[] = [];
    const named = (name: string) => brain(perceive(domain({ facts: { up: flag }, actions: { rise: { effects: { up: true } } }, goals: { stand: { up: true } } }), { always: () => void log.push(name) }), { name, utility: { stand: 1 }, steps: { rise: () => running } });
    const [first, second, third, fresh] = ['first', 'second', 'third', 'fresh'].map(named) as [ReturnType<typeof named>, ReturnType<typeof named>, ReturnType<typeof named>, ReturnType<typeof named>];
    const many = crowd();
    for (const each of [first, second, third]) many.spawn(each, {});
    const before = saveCrowd(many);
    swap(many, first, fresh);
    const ticked = (of: Crowd): string => {
      of.tick(0.1);
      return log.splice(0).join(' ');
    };
    expect(ticked(many)).toBe('fresh second third');
    const elsewhere = crowd();
    restoreCrowd(saveCrowd(many), { crowd: elsewhere, bodyOf: () => ({}), brains: [second, third, fresh] });
    // The second tick begins with the second brain.
    expect(ticked(elsewhere)).toBe('second third fresh');
    // Back to the time before the swap: the old brain is in its place again, and the same swap has the same effect.
    restoreCrowd(before, { crowd: many, brains: [first] });
    expect(ticked(many)).toBe('first second third');
    swap(many, first, fresh);
    expect(ticked(many)).toBe('second third fresh');
  });

  it('with another plan inside the step at hand ends that one first', () => {
    const many = crowd({ seed: 5 });
    const old = makeSmithBrain();
    const body = smith();
    const mind = many.spawn(old, body);
    mind.want('stock' as never);
    for (let tick = 0; tick < 60 && mind.path[0] !== 'makeIngot'; tick++) many.tick(0.1);
    many.tick(0.1);
    const open = (which: Smith): number => which.log.filter((line) => line.startsWith('enter')).length - which.log.filter((line) => line.startsWith('exit')).length;
    expect(open(body)).toBe(1);
    swap(many, old, makeSmithBrain({ steps: { ...smithSteps, makeIngot: wait(1) } }));
    expect(open(body)).toBe(0);
    for (let tick = 0; tick < 60; tick++) many.tick(0.1);
    expect(many.errors).toEqual([]);
    mind.despawn();
    expect(open(body)).toBe(0);
  });
});

/** Seats at the planner's desk and slots of minds inside steps are mere places: which one a mind has says nothing. */
function without({ seat: _seat, inner, states, ...saved }: MindSnapshot): unknown {
  return { ...saved, states: JSON.stringify(states).replace(/"inner":\d+/, ''), inner: inner.map((each) => ({ brain: each.brain, mind: without(each.mind) })) };
}
