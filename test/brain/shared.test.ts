import { brain, crowd, domain, flag, int, perceive, running, success, trace } from 'ganglion';
import { describe, expect, it } from 'vitest';

// A barrel of apples that everybody eats from: the crowd owns it.
const eating = domain({
  facts: { fed: flag },
  shared: { apples: int(0, 9), open: flag },
  actions: { eat: { preconditions: { apples: { atLeast: 1 } }, effects: { fed: true, apples: { add: -1 } } }, unlock: { effects: { open: true } } },
  goals: { fill: { fed: true }, unlocked: { open: true } },
});
interface Eater {
  hungry: boolean;
}
const eater = brain(perceive(eating, { always: (_body: Eater) => {} }), {
  name: 'eater',
  utility: { fill: { hunger: (body) => (body.hungry ? 1 : 0) } },
  steps: { eat: () => success, unlock: () => success },
});

function party(apples: number, guests: number) {
  const many = crowd();
  trace(many, 1000);
  const minds = Array.from({ length: guests }, () => many.spawn(eater, { hungry: true }));
  many.set('apples', apples);
  return { many, minds };
}

describe('shared facts', () => {
  it('are read by all minds as they were at the start of the tick, and change at its end', () => {
    const { many, minds } = party(9, 3);
    many.tick(0.1);
    expect(many.get('apples')).toBe(6);
    many.tick(0.1);
    expect(minds.map((mind) => mind.facts.apples)).toEqual([6, 6, 6]);
    expect(minds.every((mind) => mind.facts.fed)).toBe(true);
  });

  it('that two minds take the last of go to the first; the other learns that its step failed', () => {
    const { many, minds } = party(1, 2);
    many.tick(0.1);
    expect(many.get('apples')).toBe(0);
    many.tick(0.1);
    expect(minds.map((mind) => mind.facts.apples)).toEqual([0, 0]);
  });

  it('added to by many are summed, and what would leave the range is refused, one by one in mind order', () => {
    const { many } = party(3, 5);
    many.tick(0.1);
    expect(many.get('apples')).toBe(0);
  });

  it('are not for sensors to write: that is undone, and said once', () => {
    const setting = brain(perceive(eating, (body: { open: boolean }, facts) => { facts.open = body.open; }), { name: 'setter', steps: { eat: () => running, unlock: () => running } });
    const many = crowd();
    many.spawn(setting, { open: true });
    many.spawn(setting, { open: true });
    many.tick(0.1);
    many.tick(0.1);
    expect(many.get('open')).toBe(false);
    expect(many.warnings.map(({ text }) => text)).toEqual(['open is shared, and sensors do not write shared facts: it was left alone; the game sets it with crowd.set, a step changes it by its effects']);
  });

  it('make a goal possible for everybody when they change from outside', () => {
    const { many, minds } = party(0, 2);
    many.tick(0.1);
    expect(minds.map((mind) => mind.facts.fed)).toEqual([false, false]);
    many.set('apples', 2);
    many.tick(0.1);
    expect(minds.map((mind) => mind.facts.fed)).toEqual([true, true]);
  });

  it('are refused when they do not exist, or cannot have the value, or are declared differently by two brains', () => {
    const { many } = party(1, 1);
    expect(() => many.set('aples', 1)).toThrow('the crowd has no shared fact "aples"; did you mean "apples"?');
    expect(() => many.set('apples', 10)).toThrow('shared fact apples is int(0, 9) and cannot be 10');
    expect(() => many.set('apples', true)).toThrow('cannot be true');
    const other = domain({ facts: { x: flag }, shared: { apples: flag }, actions: {}, goals: {} });
    expect(() => many.spawn(brain(perceive(other, (_body: object, facts) => { facts.x = true; }), { steps: {} }), {})).toThrow('shared fact apples is int(0, 9) in one brain of the crowd and flag in another');
  });

  it('set inside a tick change when the tick is over', () => {
    const many = crowd();
    const seen: unknown[] = [];
    const meddling = brain(perceive(eating, (_body: object) => { many.set('apples', 5); seen.push(many.get('apples')); }), { steps: { eat: () => running, unlock: () => running } });
    many.spawn(meddling, {});
    many.tick(0.1);
    expect(seen).toEqual([0]);
    expect(many.get('apples')).toBe(5);
  });
});
