import { beforeAll, describe, expect, it } from 'vitest';
import { plan } from 'ganglion/goap';
import { Guard, guardBrain, guarding, play } from '../../examples/guard.js';

describe('the guard example', () => {
  const lines: string[] = [];
  let guard = new Guard();
  beforeAll(() => {
    guard = play((line) => lines.push(line)).guard;
  });

  it('fetches ammo before it faces the intruder', () => {
    const answer = plan(guarding, { intruder: true }, 'repel');
    expect(answer.found && answer.steps.map((step) => step.action)).toEqual(['goTo', 'load', 'goTo', 'shoot']);
    expect(lines.find((line) => line.includes('plans'))).toContain('wants repel (seen 1.00, brave 1.00); plans goTo(armory), load, goTo(gate), shoot for 8; now goTo(armory)');
  });

  it('repels, loads again and goes back to its post, in this order', () => {
    const wishes = lines.flatMap((line) => /wants (\w+)/.exec(line)?.[1] ?? []);
    const goals = wishes.filter((goal, index) => goal !== wishes[index - 1]);
    expect(goals).toEqual(['nothing', 'repel', 'rearm', 'standGuard', 'nothing', 'repel', 'rearm', 'standGuard', 'nothing']);
  });

  it('runs while it is hurt, and plans afresh when the wound is dressed', () => {
    const hurt = lines.findIndex((line) => line.includes('A second intruder'));
    expect(lines[hurt + 1]).toContain('does action [flee]');
    const dressed = lines.findIndex((line) => line.includes('The wound is dressed'));
    expect(lines[dressed + 1]).toContain('plans goTo(gate), shoot for 4');
  });

  it('says what is so when no branch runs: a goal reached, a place to stay at', () => {
    expect(lines.join('\n')).not.toContain('does nothing');
    const idle = lines.filter((line) => / has reached it| stands | stays /.test(line)).map((line) => line.replace(/^.*?(wants \w+).*; /, '$1: '));
    const round = ['wants repel: has reached it, and will look for something else', 'wants rearm: has reached it, and will look for something else', 'wants standGuard: has reached it, and will look for something else', 'wants nothing: stands at the post'];
    expect(idle).toEqual(['wants nothing: stands at the post', ...round, 'wants repel: stays where it fled to, at -4 m', ...round]);
  });

  it('ends at its post with its ammo full and nobody in sight', () => {
    expect(guard).toMatchObject({ ammo: 6, seesIntruder: false, health: 1 });
    expect(guard.position).toBeCloseTo(0, 9);
  });

  it('stops on the road when it is called off', () => {
    const other = new Guard();
    other.ammo = 0;
    other.seesIntruder = true;
    const mind = guardBrain.spawn(other);
    for (let frame = 0; frame < 20; frame++) {
      mind.tick(0.05);
      other.move(0.05);
    }
    expect(mind.path).toEqual(['goTo']);
    mind.despawn();
    expect(other.target).toBe(other.position);
    expect(other.position).toBeCloseTo(2, 5);
  });
});
