import { describe, expect, it } from 'vitest';
import { village, villagers } from '../../bench/team-village.lib.js';
import { flag, int, oneOf, per } from '../../src/facts/internal.js';
import { type Agent, team } from '../../src/team/index.js';

/** Places on a line, named by where they are. */
const line = (_agent: Agent, from: string, to: string): number => Math.abs(Number(from.slice(1)) - Number(to.slice(1)));

describe('different skills', () => {
  const forge = team({
    objects: { place: ['x2'] },
    facts: { swords: int(0, 9) },
    travel: line,
    jobs: { forge: { at: 'x2', duration: { skill: 'smith', table: [20, 8, 5] }, effects: { swords: { add: 1 } } } },
    goals: { sword: { take: { swords: 1 } } },
  });
  const master = { name: 'master', place: 'x2', skills: { smith: 3 } };
  const novice = { name: 'novice', place: 'x2', skills: { smith: 1 } };

  it('waiting for the busy master beats letting the novice start now', () => {
    // The master is busy until 5; its second sword is there at 10, the novice's would be at 20.
    const crew = forge.crew({ agents: [master, novice], jointly: 1 });
    crew.want('sword');
    crew.want('sword');
    crew.tick(0);
    expect(crew.jobs.map(({ agent, start, end }) => [agent, start, end])).toEqual([['master', 0, 5], ['master', 5, 10]]);
  });

  it('a level above the table counts as the last one, and fractions are rounded down', () => {
    const at = (smith: number): unknown => forge.plan({ agents: [{ name: 'a', place: 'x2', skills: { smith } }], goals: ['sword'] });
    expect(at(9)).toMatchObject({ makespan: 5 });
    expect(at(2.9)).toMatchObject({ makespan: 8 });
    expect(at(0.5)).toMatchObject({ found: false, reason: 'unreachable' });
  });
});

describe('a shared lock', () => {
  const parts = {
    objects: { bench: ['x0', 'x9'] },
    facts: { made: per(['bench'], int(0, 1)) },
    travel: line,
    locks: ['saw'],
  } as const;
  const agents = [{ name: 'a', place: 'x0' }, { name: 'b', place: 'x9' }];
  const goals = [{ want: { made: [['x0', 1], ['x9', 1]] } }] as const;

  it('makes two workers at two benches take turns', () => {
    const shop = team({ ...parts, jobs: { cut: { params: { at: 'bench' }, at: '$at', duration: 3, holds: ['$at', 'saw'], effects: { made: [['$at', { add: 1 }]] } } } });
    expect(shop.plan({ agents, goals })).toMatchObject({ makespan: 6, proven: true });
  });

  it('without it they work side by side', () => {
    const shop = team({ ...parts, jobs: { cut: { params: { at: 'bench' }, at: '$at', duration: 3, effects: { made: [['$at', { add: 1 }]] } } } });
    expect(shop.plan({ agents, goals })).toMatchObject({ makespan: 3, proven: true });
  });
});

describe('hand-over through a store', () => {
  it('one brings it half way, the other takes it on', () => {
    // A wall at the middle: the left one cannot go right, the right one cannot go left.
    const relay = team({
      objects: { place: ['x0', 'x5', 'x10'] },
      facts: { box: per(['place'], int(0, 9)) },
      travel: ({ name }, from, to) => ((name === 'left' ? to === 'x10' : to === 'x0') ? Infinity : Math.abs(Number(from.slice(1)) - Number(to.slice(1)))),
      jobs: { carry: { params: { from: 'place', to: 'place' }, from: '$from', to: '$to', pick: 1, drop: 1, effects: { box: [['$from', { add: -1 }], ['$to', { add: 1 }]] } } },
    });
    const agents = [{ name: 'left', place: 'x0' }, { name: 'right', place: 'x10', speed: 2 }];
    const plan = relay.plan({ agents, start: { box: { x0: 1 } }, goals: [{ want: { box: [['x10', 1]] } }] });
    // 1 + 5 + 1 to the middle, where the right one waits already; 1 + 2.5 + 1 from there.
    expect(plan).toMatchObject({ makespan: 11.5, proven: true, jobs: [{ agent: 'left', after: [] }, { agent: 'right', after: [0] }] });
  });

  it('a larger capacity saves a way', () => {
    const carriers = (capacity: number): unknown => team({
      objects: { place: ['x0', 'x4'] },
      facts: { box: per(['place'], int(0, 9)) },
      travel: line,
      jobs: { carry: { params: { from: 'place', to: 'place' }, from: '$from', to: '$to', capacity, effects: { box: [['$from', { add: -1 }], ['$to', { add: 1 }]] } } },
    }).plan({ agents: [{ name: 'a', place: 'x0' }], start: { box: { x0: 3 } }, goals: [{ want: { box: [['x4', 3]] } }] });
    expect(carriers(1)).toMatchObject({ makespan: 20, proven: true });
    expect(carriers(2)).toMatchObject({ makespan: 12, proven: true });
    expect(carriers(3)).toMatchObject({ makespan: 4, proven: true });
  });
});

describe('a job that needs help', () => {
  const yard = team({
    objects: { place: ['x0', 'x6'] },
    facts: { beam: int(0, 9), nails: int(0, 9) },
    travel: line,
    jobs: {
      lift: { at: 'x6', duration: { base: 4, skill: 'lift' }, helpers: 1, effects: { beam: { add: 1 } } },
      nails: { at: 'x0', duration: 5, effects: { nails: { add: 1 } } },
    },
  });

  it('waits until everyone is there and takes the time of who leads', () => {
    const agents = [{ name: 'strong', place: 'x0', speed: 1, skills: { lift: 4 } }, { name: 'weak', place: 'x0', speed: 2, skills: { lift: 1 } }];
    // Both walk to 6; the strong one is there at 6 and leads: 1 s.
    expect(yard.plan({ agents, goals: [{ want: { beam: 1 } }] })).toMatchObject({ makespan: 7, proven: true, jobs: [{ agent: 'strong', helpers: ['weak'] }] });
  });

  it('binds the helper for as long as it lasts', () => {
    const agents = [{ name: 'a', place: 'x6', skills: { lift: 1 } }, { name: 'b', place: 'x6', skills: { lift: 1 } }];
    // Lift first (0 to 4), then one of them makes nails (walks 6, works 5): 15. Nails first would need both ways.
    expect(yard.plan({ agents, goals: [{ want: { beam: 1, nails: 1 } }] })).toMatchObject({ makespan: 15, proven: true });
  });

  it('cannot be done alone', () => {
    const plan = yard.plan({ agents: [{ name: 'a', place: 'x6', skills: { lift: 1 } }], goals: [{ want: { beam: 1 } }] });
    expect(`${plan}`).toBe('no plan (unreachable): beam = 1; lift needs 2 agents, one of whom can lead it');
  });
});

describe('facts that are set', () => {
  it('are neither old nor new while the job lasts', () => {
    const gate = team({
      objects: { place: ['x0', 'x1'] },
      facts: { gate: oneOf('shut', 'open'), inside: int(0, 2), lit: flag },
      travel: line,
      jobs: {
        open: { at: 'x0', duration: 3, preconditions: { gate: 'shut' }, effects: { gate: 'open' } },
        enter: { at: 'x1', duration: 1, holds: [], preconditions: { gate: 'open' }, effects: { inside: { add: 1 } } },
        light: { at: 'x0', duration: 2, preconditions: { lit: false }, effects: { lit: true } },
      },
    });
    const agents = [{ name: 'a', place: 'x0' }, { name: 'b', place: 'x1' }];
    expect(gate.plan({ agents, goals: [{ want: { inside: 1 } }] })).toMatchObject({ makespan: 4, proven: true });
    // Opening and lighting share the place x0: 3, then 2; entering takes place meanwhile.
    expect(gate.plan({ agents, goals: [{ want: { inside: 1, lit: true } }] })).toMatchObject({ makespan: 5, proven: true });
    // What holds already is a plan without jobs.
    expect(gate.plan({ agents, start: { lit: true }, goals: [{ want: { lit: true } }] })).toMatchObject({ found: true, makespan: 0, jobs: [] });
  });
});

describe('many orders in turn', () => {
  it('each plan keeps what the plans before it count on, also where equal units leave it open which plan uses whose', () => {
    const plan = village.plan({ agents: villagers(5), goals: Array.from({ length: 8 }, () => 'tool' as const), order: 'inTurn', expansions: 300, improvements: 100 });
    expect(plan.found && plan.jobs.length).toBe(8 * 6);
  });
});
