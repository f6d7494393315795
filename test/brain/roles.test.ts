import { brain, crowd, domain, explain, flag, leaf, per, perceive, perTarget, restoreMind, running, saveMind, success } from 'ganglion';
import { describe, expect, it } from 'vitest';

interface Enemy {
  readonly id: string;
  threat: number;
  near: boolean;
}
interface Hunter {
  enemies: Enemy[];
  target: Enemy | undefined;
  log: string[];
}

const hunting = domain({
  facts: { targetNear: flag, targetDown: flag },
  actions: { approach: { effects: { targetNear: true } }, strike: { preconditions: { targetNear: true }, effects: { targetDown: true } } },
  goals: { fight: { targetDown: true } },
});
const hunter = brain(
  perceive(hunting, (body: Hunter, facts) => {
    facts.targetNear = body.target?.near ?? false;
    facts.targetDown = false;
  }),
  {
    utility: { fight: perTarget((body) => body.enemies, { considerations: { threat: (_body, _facts, enemy) => enemy.threat }, bind: (body, enemy) => { body.target = enemy; body.log.push(`target ${enemy?.id ?? 'none'}`); } }) },
    steps: {
      approach: leaf({ enter: (body) => void body.log.push(`approach ${body.target?.id}`), drive: () => running, exit: (body, _params, why) => void body.log.push(`left by ${why}`) }),
      strike: () => running,
    },
    decide: { every: 0, momentum: 1.2 },
  },
);
const enemies = (): Enemy[] => [{ id: 'wolf', threat: 0.5, near: false }, { id: 'bear', threat: 0.4, near: false }];

describe('a role: the target that an option chose', () => {
  it('is told to the body, where senses and steps find it', () => {
    const body: Hunter = { enemies: enemies(), target: undefined, log: [] };
    hunter.spawn(body).tick(0.1);
    expect(body.log).toEqual(['target wolf', 'approach wolf']);
  });

  it('that changes breaks the plan, even where the new plan begins with the same step', () => {
    const body: Hunter = { enemies: enemies(), target: undefined, log: [] };
    const mind = hunter.spawn(body);
    mind.tick(0.1);
    body.enemies[1]!.threat = 0.9;
    mind.tick(0.1);
    expect(body.log).toEqual(['target wolf', 'approach wolf', 'left by goalChanged', 'target none', 'target bear', 'approach bear']);
  });

  it('is kept while another target is only a little better', () => {
    const body: Hunter = { enemies: enemies(), target: undefined, log: [] };
    const mind = hunter.spawn(body);
    mind.tick(0.1);
    body.enemies[1]!.threat = 0.55;
    mind.tick(0.1);
    expect(body.target?.id).toBe('wolf');
  });

  it('that is lost ends the step, which is told so, and is given up after that', () => {
    const body: Hunter = { enemies: enemies(), target: undefined, log: [] };
    const mind = hunter.spawn(body);
    mind.tick(0.1);
    body.enemies.length = 0;
    mind.tick(0.1);
    expect(body.log).toEqual(['target wolf', 'approach wolf', 'left by targetLost', 'target none']);
    expect(mind.goal).toBeUndefined();
  });

  it('is told again after a restore, with the object of now', () => {
    const body: Hunter = { enemies: enemies(), target: undefined, log: [] };
    const mind = hunter.spawn(body);
    mind.tick(0.1);
    const later: Hunter = { enemies: enemies(), target: undefined, log: [] };
    const restored = restoreMind(hunter, later, JSON.parse(JSON.stringify(saveMind(mind))));
    restored.tick(0.1);
    expect(later.target).toBe(later.enemies[0]);
    expect(later.log).toEqual(['target wolf']);
  });

  it('whose bind throws costs an error record and no more', () => {
    const clumsy = brain(perceive(hunting, (_body: Hunter) => {}), { utility: { fight: perTarget((body) => body.enemies, { considerations: {}, bind: () => { throw new Error('slippery'); } }) }, steps: { approach: () => running, strike: () => running } });
    const many = crowd();
    const mind = many.spawn(clumsy, { enemies: enemies(), target: undefined, log: [] });
    many.tick(0.1);
    expect(mind.goal?.name).toBe('fight');
    expect(many.errors.map(({ path, text }) => [path, text])).toEqual([['brain.utility.fight.bind', 'slippery']]);
  });
});

describe('an option with a goal for each target', () => {
  const walls = ['north', 'south', 'west'] as const;
  const repairing = domain({
    objects: { wall: walls },
    facts: { whole: per(['wall'], flag), reachable: per(['wall'], flag) },
    actions: { mend: { params: { wall: 'wall' }, preconditions: { reachable: [['$wall', true]] }, effects: { whole: [['$wall', true]] } } },
    goals: { repair: { params: { wall: 'wall' }, want: { whole: [['$wall', true]] } } },
  });
  interface Mason {
    whole: Set<string>;
    reachable: Set<string>;
    log: string[];
  }
  const urgency = { north: 0.9, south: 0.6, west: 0.3 };
  const mason = brain(
    perceive(repairing, (body: Mason, facts) => {
      for (const wall of walls) {
        facts.whole[wall] = body.whole.has(wall);
        facts.reachable[wall] = body.reachable.has(wall);
      }
    }),
    {
      utility: { repair: perTarget(() => walls, { considerations: { urgency: (_body, _facts, wall) => urgency[wall] }, params: (wall) => ({ wall }) }) },
      steps: { mend: leaf({ enter: (body: Mason, { wall }) => void body.log.push(wall), drive: (body, { wall }) => (body.whole.add(wall), success) }) },
      decide: { every: 0 },
    },
  );

  it('passes over the target whose goal holds already, and takes the best of the others', () => {
    const body: Mason = { whole: new Set(['north']), reachable: new Set(walls), log: [] };
    const mind = mason.spawn(body);
    mind.tick(0.1);
    expect(mind.goal).toEqual({ name: 'repair', params: { wall: 'south' } });
    expect(explain(mind).options.options.map(({ target, standing, why }) => [target, standing, why])).toEqual([
      ['south', 'current', 'current'],
      ['north', 'ruledOut', 'its goal holds already'],
      ['west', 'counts', ''],
    ]);
  });

  it('goes on with the next target when one is done, and wants nothing when all are', () => {
    const body: Mason = { whole: new Set(), reachable: new Set(walls), log: [] };
    const mind = mason.spawn(body);
    for (let tick = 0; tick < 6; tick++) mind.tick(0.1);
    expect(body.log).toEqual(['north', 'south', 'west']);
    expect(mind.goal).toBeUndefined();
  });

  it('sets one target aside when it cannot be reached, and turns to the next', () => {
    const body: Mason = { whole: new Set(), reachable: new Set(['west']), log: [] };
    const mind = mason.spawn(body);
    for (let tick = 0; tick < 4; tick++) mind.tick(0.1);
    expect(body.log).toEqual(['west']);
    expect(`${explain(mind).options}`).toMatch(/north.*its goal is set aside: it cannot be reached/);
    body.reachable.add('south');
    for (let tick = 0; tick < 4; tick++) mind.tick(0.1);
    expect(body.log).toEqual(['west', 'south']);
  });
});
