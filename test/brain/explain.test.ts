import { brain, crowd, domain, explain, flag, perceive, restoreMind, saveMind, sequence, wait } from 'ganglion';
import { scenario } from 'ganglion/testing';
import { describe, expect, it } from 'vitest';
import { guardBrain, mood } from './guard-domain.js';

describe('explain', () => {
  it('says which guard holds a branch back', () => {
    const stage = scenario(guardBrain, { body: mood({ rearm: 1 }), facts: { open: true }, steps: { goTo: ['running'] } });
    stage.tick();
    expect(explain(stage.mind).stoppedAt).toBe('action [flee] is held back by while(isHurt)');
  });

  it('names what callbacks threw, each kind once with its number, so that a silent NPC is not a riddle', () => {
    const stage = scenario(guardBrain, { body: mood({ rearm: 1 }), facts: { open: true, at: 'armory' }, steps: { load: ['throw', 'throw', 'success'] } });
    stage.tick(2);
    const explanation = explain(stage.mind);
    expect(explanation.errors).toEqual([{ path: 'brain.steps.load.drive', text: 'this leaf throws, as its script says', times: 2 }]);
    expect(explanation.toString()).toMatch(/^threw +brain\.steps\.load\.drive: this leaf throws, as its script says \(2 times\)$/m);
  });

  it('walks back from what is done to what led to it', () => {
    const stage = scenario(guardBrain, { body: mood({ repel: 1 }), facts: { intruder: true, ammo: 2, open: true }, steps: { goTo: ['running'] } });
    stage.tick();
    const { causes } = explain(stage.mind);
    expect(causes.map((record) => record.cause)).toEqual([...causes.slice(1).map((record) => record.id), -1]);
  });
});

describe('the seconds of a step', () => {
  const cooking = domain({ facts: { fed: flag }, actions: { cook: { effects: { fed: true } } }, goals: { eat: { fed: true } } });

  it('count from when the step began, through all its states, and after a save', () => {
    const cook = brain(perceive(cooking, { always: (_body: object) => {} }), { utility: { eat: 1 }, steps: { cook: sequence(wait(1), wait(1), wait(5)) } });
    const mind = cook.spawn({});
    const times: (number | undefined)[] = [];
    for (let tick = 0; tick < 6; tick++) {
      mind.tick(0.5);
      times.push(explain(mind).step?.seconds);
    }
    expect(times).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
    expect(explain(mind).step?.path).toEqual(['cook', '2']);
    expect(`${explain(mind)}`).toMatch(/step +cook for 2.5 s, in cook > 2/);
    expect(explain(restoreMind(cook, {}, saveMind(mind))).step?.seconds).toBe(2.5);
  });
});

describe('a tick of many seconds', () => {
  it('is warned of once: somebody passes milliseconds', () => {
    const many = crowd();
    many.tick(16);
    many.tick(17);
    expect(many.warnings.map(({ text }) => text)).toEqual(['a tick took 16 s: times are seconds, not milliseconds']);
  });
});
