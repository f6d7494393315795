import { brain, crowd, domain, explain, failure, flag, leaf, per, perceive, perTarget, restoreCrowd, restoreMind, running, saveCrowd, saveMind, success, type Mind } from 'ganglion';
import { describe, expect, it } from 'vitest';

interface Mason {
  open: Set<string>;
  log: string[];
}

/** Masons who want to mend so many walls, the first one most; which can be reached is seen. */
function masons(count: number) {
  const walls = Array.from({ length: count }, (_, number) => `w${number}`);
  const repairing = domain({
    objects: { wall: walls },
    facts: { whole: per(['wall'], flag), open: per(['wall'], flag) },
    actions: { mend: { params: { wall: 'wall' }, preconditions: { open: [['$wall', true]] }, effects: { whole: [['$wall', true]] } } },
    goals: { repair: { params: { wall: 'wall' }, want: { whole: [['$wall', true]] } } },
  });
  return brain(
    perceive(repairing, (body: Mason, facts) => {
      for (const wall of walls) {
        facts.whole[wall] = false;
        facts.open[wall] = body.open.has(wall);
      }
    }),
    {
      utility: { repair: perTarget(() => walls, { considerations: { urgency: (_body, _facts, wall) => 1 - walls.indexOf(wall) / 1000 }, params: (wall) => ({ wall }) }) },
      steps: { mend: leaf({ enter: (body: Mason, { wall }) => void body.log.push(wall), drive: () => running }) },
      decide: { every: 0.1, momentum: 1 },
    },
  );
}
const mason = (...open: string[]): Mason => ({ open: new Set(open), log: [] });
function ticks(mind: Mind<any, any, any, any>, count: number): void {
  for (let tick = 0; tick < count; tick++) mind.tick(0.1);
}

describe('goals that cannot be reached', () => {
  it.each([3, 8, 40, 200])('never keep the last of %i from its turn', (count) => {
    const body = mason(`w${count - 1}`);
    const mind = masons(count).spawn(body);
    ticks(mind, count + 2);
    expect(body.log).toEqual([`w${count - 1}`]);
    expect(explain(mind).aside.length).toBe(count - 1);
  });

  it('come back when a fact they depend on changes, also those for which there is only a mark', () => {
    const body = mason('w39');
    const mind = masons(40).spawn(body);
    ticks(mind, 60);
    body.open.add('w20');
    ticks(mind, 3);
    expect(body.log).toEqual(['w39', 'w20']);
    expect(`${explain(mind).options}`).toMatch(/w19 .*its goal is set aside: it cannot be reached/);
  });

  it('stay set aside through a save and a rollback', () => {
    const made = masons(40);
    const many = crowd();
    const body = mason('w39');
    const mind = many.spawn(made, body);
    for (let tick = 0; tick < 60; tick++) many.tick(0.1);
    const aside = explain(mind).aside;
    const restored = restoreMind(made, mason('w39'), JSON.parse(JSON.stringify(saveMind(mind))));
    expect(explain(restored).aside).toEqual(aside);
    restoreCrowd(saveCrowd(many), { crowd: many });
    expect(explain(mind).aside).toEqual(aside);
    body.open.add('w5');
    for (let tick = 0; tick < 3; tick++) many.tick(0.1);
    expect(body.log.at(-1)).toBe('w5');
  });

  it('are as many as the options of a brain may be', () => {
    const names = Array.from({ length: 30 }, (_, number) => `g${number}`);
    const wishes = domain({
      facts: Object.fromEntries(names.flatMap((name) => [[name, flag], [`may${name}`, flag]])),
      actions: Object.fromEntries(names.map((name) => [name, { preconditions: { [`may${name}`]: true }, effects: { [name]: true } }])),
      goals: Object.fromEntries(names.map((name) => [name, { [name]: true }])),
    } as never);
    const wisher = brain(perceive(wishes as any, { always: (_body: object, facts: any) => { facts.mayg29 = true; } }), {
      utility: Object.fromEntries(names.map((name, number) => [name, 1 - number / 100])),
      steps: Object.fromEntries(names.map((name) => [name, () => running])),
      decide: { every: 0.1 },
    } as any);
    const mind = wisher.spawn({});
    ticks(mind, 40);
    expect(mind.goal?.name).toBe('g29');
  });
});

describe('goals that keep failing', () => {
  const walls = Array.from({ length: 40 }, (_, number) => `w${number}`);
  const mending = domain({
    objects: { wall: walls },
    facts: { whole: per(['wall'], flag) },
    actions: { mend: { params: { wall: 'wall' }, effects: { whole: [['$wall', true]] } } },
    goals: { repair: { params: { wall: 'wall' }, want: { whole: [['$wall', true]] } } },
  });
  const luckless = (works: string) => brain(perceive(mending, { always: (_body: { tried: Set<string> }) => {} }), {
    utility: { repair: perTarget(() => walls, { considerations: { urgency: (_body, _facts, wall) => 1 - walls.indexOf(wall) / 1000 }, params: (wall) => ({ wall }) }) },
    steps: { mend: (body, { wall }) => (body.tried.add(wall), wall === works ? success : failure) },
  });

  it.each(['w4', 'w39'])('leave their turn to the others: %s is mended at last', (works) => {
    const body = { tried: new Set<string>() };
    const mind = luckless(works).spawn(body);
    for (let tick = 0; tick < 600 && !body.tried.has(works); tick++) mind.tick(0.1);
    expect(body.tried.has(works)).toBe(true);
    for (let tick = 0; tick < 5; tick++) mind.tick(0.1);
    expect(mind.facts.whole[works]).toBe(true);
  });

  it('come back after a while, and go on so through saves of every kind', () => {
    const run = (save: 'never' | 'json' | 'bytes'): readonly string[] => {
      const made = luckless('none');
      const many = crowd({ seed: 3 });
      let body = { tried: new Set<string>() };
      let mind: Mind<any, any, any, any> = many.spawn(made, body);
      let on = many;
      const log: string[] = [];
      for (let tick = 0; tick < 900; tick++) {
        on.tick(0.1);
        log.push(`${[...body.tried].join()} ${mind.goal?.params['wall'] ?? 'none'} ${explain(mind).aside.map(({ goal, seconds }) => `${goal} ${seconds?.toFixed(3) ?? '-'}`).join()}`);
        body.tried.clear();
        if (save === 'bytes' && tick % 7 === 0) restoreCrowd(saveCrowd(on), { crowd: on });
        if (save === 'json' && tick % 7 === 0) {
          const again = crowd({ seed: 3 });
          body = { tried: new Set<string>() };
          mind = restoreMind(made, body, JSON.parse(JSON.stringify(saveMind(mind))), { crowd: again });
          on = again;
        }
      }
      return log;
    };
    const went = run('never');
    expect(went.filter((line) => line.startsWith('w0')).length).toBeGreaterThan(3);
    expect(run('bytes')).toEqual(went);
    expect(run('json')).toEqual(went);
  });
});

it('a mind does not pay for goals that nothing can make it want', () => {
  const names = Array.from({ length: 30 }, (_, number) => `n${number}`);
  const wide = domain({
    objects: { one: names, two: names.map((name) => `m${name}`) },
    facts: { done: flag, met: per(['one', 'two'], flag) },
    actions: { work: { effects: { done: true } } },
    goals: { x: { done: true }, meet: { params: { one: 'one', two: 'two' }, want: { met: [['$one', '$two', true]] } } },
  });
  const made = brain(perceive(wide, { always: (_body: object) => {} }), { utility: { x: 1 }, steps: { work: () => running } });
  expect(crowd().bytesPerMind(made)).toBeLessThan(400);
});
