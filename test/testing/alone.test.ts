import { brain, bt, domain, failure, flag, hsm, int, machine, once, oneOf, perceive, plan, running, sequence, success, wait } from 'ganglion';
import { team } from 'ganglion/team';
import { alone, matchers } from 'ganglion/testing';
import { describe, expect, it } from 'vitest';

class Guard {
  at: 'post' | 'gate' = 'post';
  ammo = 0;
  hurt = false;
  intruder = true;
}

const guarding = domain({
  facts: { at: oneOf('post', 'gate'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false } },
});

const guardBrain = brain(
  perceive(guarding, {
    always: (guard: Guard, facts) => {
      facts.at = guard.at;
      facts.ammo = guard.ammo;
    },
    timed: { eyes: { every: 0.5, writes: ['intruder'], read: (guard: Guard, facts) => void (facts.intruder = guard.intruder) } },
    events: { alarm: (_guard: Guard, facts) => void (facts.intruder = true) },
  }),
  {
    utility: { repel: 1 },
    tree: bt('root { selector { action [flee] while(isHurt)  action [plan] while(holds, "intruder", "is", true)  action [rest] } }', { isHurt: (guard: Guard) => guard.hurt, flee: () => running, rest: () => success }),
    steps: {
      goTo: sequence(wait(2), once((guard: Guard, { place }) => void (guard.at = place))),
      shoot: () => failure,
    },
  },
);

describe('a step alone', () => {
  it('is driven with params that were made up', () => {
    const guard = new Guard();
    const goTo = alone(guardBrain, guard).step('goTo', { place: 'gate' });
    expect([goTo.tick(10), guard.at, goTo.states.length > 0]).toEqual(['running', 'post', true]);
    expect([goTo.tick(20), guard.at, `${goTo}`]).toEqual(['success', 'gate', 'goTo: success']);
  });

  it('says what it threw, and which actions there are', () => {
    const { step } = alone(guardBrain, null as unknown as Guard);
    const goTo = step('goTo', { place: 'gate' });
    expect(goTo.tick(30)).toBe('failure');
    expect(goTo.errors[0]).toMatch(/^goTo.*: /);
    expect(() => step('goto' as 'goTo')).toThrow(/no action "goto"; did you mean "goTo"\?/);
  });
});

describe('the tree alone', () => {
  it('has plan leaves that follow a script, and facts that were made up', () => {
    const strategy = alone(guardBrain, new Guard()).tree({ facts: { intruder: true }, plan: ['running', 'failure'] });
    expect([strategy.tick(), strategy.tick(), strategy.plan.calls]).toEqual(['running', 'success', 2]);
    expect(alone(guardBrain, new Guard()).tree({ facts: { intruder: false } }).tick()).toBe('success');
  });

  it('asks the body as ever, and prints as a picture', () => {
    const guard = new Guard();
    guard.hurt = true;
    const strategy = alone(guardBrain, guard).tree();
    expect([strategy.tick(), strategy.plan.calls]).toEqual(['running', 0]);
    expect(`${strategy}`).toMatch(/flee.*running/);
  });
});

describe('a sensor alone', () => {
  it('tells what it made of the body, and what could not be stored', () => {
    const guard = new Guard();
    guard.ammo = 9;
    const { sense } = alone(guardBrain, guard);
    expect(sense('always')).toEqual({ facts: { at: 'post', ammo: 6, intruder: false }, warnings: ['ammo clamped'] });
    expect(sense('eyes', { ammo: 2 })).toEqual({ facts: { at: 'post', ammo: 2, intruder: true }, warnings: [] });
    expect(sense('alarm', { at: 'gate' }, { loud: true }).facts).toEqual({ at: 'gate', ammo: 0, intruder: true });
    expect(() => sense('ears')).toThrow(/no sensor "ears"/);
  });

  it('tells of facts that are another sensor\'s', () => {
    const nosy = brain(perceive(guarding, { timed: { eyes: { every: 1, writes: ['intruder'], read: (_guard: Guard, facts) => void Object.assign(facts, { ammo: 3, intruder: true }) } } }), { utility: { repel: 1 }, steps: { goTo: () => running, shoot: () => running } });
    expect(alone(nosy, new Guard()).sense('eyes').warnings).toEqual(['ammo notOwned']);
  });
});

describe('matchers', () => {
  it('know where a machine is', () => {
    const lamp = hsm(machine({ states: { off: () => running, on: () => running }, transitions: [{ from: 'off', to: 'on', event: 'switch' }] }), { name: 'lamp' }).store();
    const id = lamp.spawn(null);
    lamp.tick(0.1);
    expect([matchers.toBeIn([lamp, id], 'off').pass, matchers.toBeIn([lamp, id], 'on').pass]).toEqual([true, false]);
    expect(matchers.toBeIn([lamp, id], 'on').message()).toMatch(/^the machine should be in on; it is in off\n\nlamp > off$/);
  });

  it('know a plan by its steps, and why there is none', () => {
    const found = plan(guarding, { ammo: 1, intruder: true }, 'repel');
    expect(matchers.toHaveSteps(found, ['goTo(gate)', 'shoot']).pass).toBe(true);
    expect(matchers.toHaveSteps(found, ['shoot']).message()).toMatch(/^the plan should be shoot; it is goTo\(gate\), shoot\n\n/);
    expect(matchers.toHaveNoPlan(plan(guarding, { intruder: true }, 'repel'), 'unreachable').pass).toBe(true);
    expect(matchers.toHaveNoPlan(found).pass).toBe(false);
  });

  it('know what a crew is at', () => {
    const crew = team({ objects: { store: ['shed'] }, facts: {}, jobs: { tidy: { params: { store: 'store' }, at: '$store', duration: 5, effects: {} } }, goals: {}, travel: () => 2 } as never).crew({ agents: [{ name: 'ann', place: 'shed' }] } as never);
    expect(matchers.toBeAt(crew, 'ann', 'idle').pass).toBe(true);
    expect(matchers.toBeAt(crew, 'ann', 'work', 'tidy').message()).toMatch(/^ann should be at work of tidy; it is at idle/);
  });
});

describe('a step of a plan', () => {
  it('prints as what it is, beside its data', () => {
    const found = plan(guarding, { ammo: 1, intruder: true }, 'repel');
    const steps = found.found ? found.steps : [];
    expect([steps.map(String), steps.map(({ text }) => text)]).toEqual([['goTo(gate)', 'shoot'], ['goTo(gate)', 'shoot']]);
    expect(steps).toEqual([{ action: 'goTo', params: { place: 'gate' } }, { action: 'shoot', params: {} }]);
    expect(JSON.stringify(steps[1])).toBe('{"action":"shoot","params":{}}');
  });
});
