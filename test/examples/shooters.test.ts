import { beforeAll, describe, expect, it } from 'vitest';
import { plan } from 'ganglion/goap';
import { play, shooting } from '../../examples/shooters.js';

describe('the shooters example', () => {
  const lines: string[] = [];
  let story: ReturnType<typeof play>;
  beforeAll(() => {
    story = play((line) => lines.push(line));
  });

  it('aims and attacks while healthy, each in its own way', () => {
    expect(story.done['archer']!.slice(0, 3)).toEqual(['aim', 'attack', 'waits']);
    expect(story.done['gunner']!.slice(0, 3)).toEqual(['aim', 'attack', 'waits']);
    const [archer, gunner] = story.enemies;
    expect(archer!.shots.every((shot) => shot.startsWith('an arrow'))).toBe(true);
    expect(gunner!.shots.slice(0, 3).every((shot) => shot.startsWith('a bullet'))).toBe(true);
  });

  it('falls back with hasty shots when hurt, in the middle of aiming', () => {
    const gunner = story.done['gunner']!;
    const retreat = gunner.indexOf('retreat');
    expect(gunner[retreat - 1]).toBe('aim');
    expect(story.enemies[1]!.shots).toContain('a hasty shot misses');
    // Hurt is private: the archer, who is well, never falls back.
    expect(story.done['archer']).not.toContain('retreat');
  });

  it('chases the weak player: one shared fact, heard by both in the same tick', () => {
    const chases = lines.filter((line) => line.includes('chase'));
    expect(chases).toHaveLength(2);
    expect(chases[0]!.slice(0, 7)).toBe(chases[1]!.slice(0, 7));
    expect(lines.filter((line) => !line.includes('weak')).some((line) => line.includes('chase'))).toBe(false);
  });

  it('plans the same for both: there is one domain', () => {
    expect(plan(shooting, {}, 'hunt').found).toBe(false);
    const hunt = plan(shooting, { playerWeak: true }, 'hunt');
    expect(hunt.found && hunt.steps.map((step) => step.action)).toEqual(['chase']);
    const engage = plan(shooting, {}, 'engage');
    expect(engage.found && engage.steps.map((step) => step.action)).toEqual(['aim', 'attack']);
  });

  it('ends with the player down', () => expect(story.player.hull).toBeLessThanOrEqual(0));
});
