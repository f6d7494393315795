import { beforeAll, describe, expect, it } from 'vitest';
import { life, Monster, play, player } from '../../examples/monsters.js';

describe('the monsters example', () => {
  const lines: string[] = [];
  let run: ReturnType<typeof play>;
  beforeAll(() => {
    run = play((line) => lines.push(line), undefined, 400, 20);
  });

  it('has every monster in one of three states, second by second', () => {
    expect(run.census).toHaveLength(20);
    for (const { patrol, fight, flee } of run.census) expect(patrol + fight + flee).toBe(400);
    expect(run.census.some(({ fight }) => fight > 0) && run.census.some(({ flee }) => flee > 0)).toBe(true);
  });

  it('lets each one say its line once for its one flight, after three blows, and go home healed', () => {
    for (const monster of run.monsters) {
      expect(monster.said).toEqual(['I shall be back!']);
      expect(monster.blows).toBe(3);
      expect(monster.health).toBe(1);
    }
    expect(run.census.at(-1)).toEqual({ patrol: 400, fight: 0, flee: 0 });
  });

  it('keeps a monster in a few bytes and says what it measured', () => {
    expect(run.bytesPerMonster).toBeLessThan(64);
    expect(lines.some((line) => /^one tick of all 400 takes \d+\.\d\d ms, and \d+\.\d\d ms or less in nine ticks of ten/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe('the first to flee did so after 3 blows, and called "I shall be back!" as it ran');
  });

  it('walks, turns, slacks and walks on, and sees the player while it slacks', () => {
    player.x = 1000;
    const store = life.store();
    const monster = new Monster(0);
    const id = store.spawn(monster);
    const stays = (seconds: number): string => {
      for (let tick = 0; tick < seconds * 10; tick++) store.tick(0.1);
      return store.path(id).join('/');
    };
    expect(stays(1)).toBe('monster/patrol/walk');
    expect(stays(1)).toBe('monster/patrol/slack');
    expect(monster.x).toBe(3);
    expect(stays(1.5)).toBe('monster/patrol/walk');
    expect(stays(3)).toBe('monster/patrol/slack');
    player.x = monster.x + 5;
    expect(stays(0.1)).toBe('monster/fight');
  });
});
