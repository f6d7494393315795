import { crowd } from 'ganglion';
import { scenario } from 'ganglion/testing';
import { describe, expect, it } from 'vitest';
import { guardBrain, mood } from './guard-domain.js';

describe('explain', () => {
  it('says which guard holds a branch back', () => {
    const stage = scenario(guardBrain, { body: mood({ rearm: 1 }), facts: { open: true }, steps: { goTo: ['running'] } });
    stage.tick();
    expect(stage.mind.explain().stoppedAt).toBe('action [flee] is held back by while(isHurt)');
  });

  it('names what callbacks threw, each kind once with its number, so that a silent NPC is not a riddle', () => {
    const stage = scenario(guardBrain, { body: mood({ rearm: 1 }), facts: { open: true, at: 'armory' }, steps: { load: ['throw', 'throw', 'success'] } });
    stage.tick(2);
    const explanation = stage.mind.explain();
    expect(explanation.errors).toEqual([{ path: 'brain.steps.load.drive', text: 'this leaf throws, as its script says', times: 2 }]);
    expect(explanation.toString()).toMatch(/^threw +brain\.steps\.load\.drive: this leaf throws, as its script says \(2 times\)$/m);
  });

  it('walks back from what is done to what led to it', () => {
    const stage = scenario(guardBrain, { body: mood({ repel: 1 }), facts: { intruder: true, ammo: 2, open: true }, steps: { goTo: ['running'] } });
    stage.tick();
    const { causes } = stage.mind.explain();
    expect(causes.map((record) => record.cause)).toEqual([...causes.slice(1).map((record) => record.id), -1]);
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
