import { explain, restoreCrowd, saveCrowd } from 'ganglion';
import { describe, expect, it } from 'vitest';
import { brain, crowd, perceive, type Mind } from '../../src/brain/internal.js';
import { flag } from '../../src/facts/internal.js';
import { domain } from '../../src/goap/index.js';
import { leaf } from '../../src/hsm/internal.js';
import { failure, running, success } from '../../src/core/internal.js';
import { crewWork } from '../../src/team/index.js';
import { ann, bob, kitchen } from './kitchen.js';

type Kitchen = ReturnType<typeof kitchen.crew>;

/** A cook's body: it knows its crew, and writes down what it does. */
interface Cook {
  readonly name: string;
  readonly crew: Kitchen;
  readonly diary: string[];
  burnt: boolean;
  called: boolean;
}

const serving = domain({
  facts: { ordered: flag, called: flag },
  actions: { work: { preconditions: { ordered: true }, effects: { ordered: false } }, answer: { effects: { called: false } } },
  goals: { serve: { ordered: false }, answer: { called: false } },
});

const cookBrain = brain(
  perceive(serving, (cook: Cook, facts) => {
    facts.ordered = cook.crew.order(cook.name).phase !== 'idle';
    facts.called = cook.called;
  }),
  {
    utility: { serve: 0.5, answer: { called: (cook) => (cook.called ? 1 : 0) } },
    steps: {
      work: crewWork(kitchen, {
        crew: (cook: Cook) => cook.crew,
        agent: (cook) => cook.name,
        jobs: {
          collect: leaf<Cook>({
            enter: (cook) => cook.diary.push('reaches up'),
            drive: (cook, _params, { elapsed }) => (elapsed >= cook.crew.order(cook.name).lasts - 1e-6 ? success : running),
            exit: (cook, _params, why) => cook.diary.push(`lets go: ${why}`),
          }),
          cook: (cook, order, { elapsed }) => {
            if (cook.burnt) return failure;
            return elapsed >= order.lasts - 1e-6 ? success : running;
          },
        },
      }),
      answer: (cook) => {
        cook.called = false;
        cook.diary.push('answers');
        return success;
      },
    },
  },
);

function cooks(crew: Kitchen): { readonly bodies: Record<string, Cook>; readonly minds: ReturnType<typeof crowd>; readonly explain: (name: string) => string } {
  const minds = crowd({ seed: 1 });
  const bodies: Record<string, Cook> = {};
  const handles = new Map<string, Mind<any, any, any, any>>();
  // Bob first: who waits for another's end acts in the same frame when its mind comes later.
  for (const name of ['Bob', 'Ann']) {
    bodies[name] = { name, crew, diary: [], burnt: false, called: false };
    handles.set(name, minds.spawn(cookBrain, bodies[name]));
  }
  return { bodies, minds, explain: (name) => `${explain(handles.get(name)!)}` };
}

describe('orders performed by minds', () => {
  it('roast an apple in the planned 9 s at 0.1 s a frame', () => {
    const crew = kitchen.crew({ agents: [ann, bob], perform: 'reported' });
    const { minds, bodies } = cooks(crew);
    const order = crew.want('roastApple');
    crew.tick(0);
    for (let frame = 0; frame < 120; frame++) {
      minds.tick(0.1);
      crew.tick(0.1);
    }
    expect(crew.goal(order)).toMatchObject({ status: 'reached', at: expect.closeTo(9, 5) });
    expect(bodies['Bob']!.diary).toEqual(['reaches up', 'lets go: success']);
  });

  it('report a failure: the goal returns to the pool and is planned again', () => {
    const crew = kitchen.crew({ agents: [ann, bob], perform: 'reported' });
    const { minds, bodies } = cooks(crew);
    const order = crew.want('roastApple');
    crew.tick(0);
    bodies['Ann']!.burnt = true;
    let reason = '';
    for (let frame = 0; frame < 400; frame++) {
      minds.tick(0.1);
      const { status, reason: why } = crew.goal(order);
      if (status === 'waiting' && reason === '') {
        reason = why;
        // What cooking took is back in the cooker.
        expect(crew.facts.stock.cooker).toMatchObject({ raw: 1, roast: 0 });
        bodies['Ann']!.burnt = false;
      }
      crew.tick(0.1);
    }
    expect(reason).toBe('cook failed: could not finish it');
    expect(crew.goal(order).status).toBe('reached');
  });

  it('are dropped when something more important comes up, and the crew hears of it', () => {
    const crew = kitchen.crew({ agents: [ann, bob], perform: 'reported' });
    const { minds, bodies } = cooks(crew);
    const order = crew.want('roastApple');
    crew.tick(0);
    for (let frame = 0; frame < 400; frame++) {
      // Called on the way (nothing is lost), and then while at work (the job fails).
      if (frame === 10 || frame === 40) bodies['Bob']!.called = true;
      minds.tick(0.1);
      if (frame === 12) expect(crew.goal(order).status).toBe('planned');
      crew.tick(0.1);
    }
    expect(bodies['Bob']!.diary.filter((line) => line === 'answers')).toHaveLength(2);
    expect(bodies['Bob']!.diary).toContain('lets go: goalChanged');
    expect(crew.goal(order).status).toBe('reached');
  });

  it('explain themselves down to the order', () => {
    const crew = kitchen.crew({ agents: [ann, bob], perform: 'reported' });
    const { minds, explain } = cooks(crew);
    crew.want('roastApple');
    crew.tick(0);
    for (let frame = 0; frame < 30; frame++) {
      minds.tick(0.1);
      crew.tick(0.1);
    }
    expect(explain('Bob')).toContain('job collect');
    expect(crew.order('Bob').why).toMatch(/^works at collect for roastApple #1, 3\.\d s to go$/);
  });

  it('go on where crew and crowd were saved, whenever that was', () => {
    for (const pause of [3, 25, 47, 63, 75]) {
      const crew = kitchen.crew({ agents: [ann, bob], perform: 'reported' });
      const { minds, bodies } = cooks(crew);
      const order = crew.want('roastApple');
      crew.tick(0);
      for (let frame = 0; frame < pause; frame++) {
        minds.tick(0.1);
        crew.tick(0.1);
      }
      const saved = { crew: JSON.stringify(crew.save()), minds: saveCrowd(minds) };
      const later = kitchen.restore(JSON.parse(saved.crew));
      const again = crowd({ seed: 1 });
      const names = ['Bob', 'Ann'];
      restoreCrowd(saved.minds, { crowd: again, bodyOf: (id) => ({ ...bodies[names[id]!]!, crew: later, diary: [] }), brains: [cookBrain] });
      for (let frame = pause; frame < 120; frame++) {
        again.tick(0.1);
        later.tick(0.1);
      }
      expect(later.goal(order), `paused at frame ${pause}`).toMatchObject({ status: 'reached', at: expect.closeTo(9, 5) });
    }
  });
});
