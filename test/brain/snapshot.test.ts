import { crowd, restoreCrowd, restoreMind, saveCrowd, saveMind, type Crowd, type CrowdOptions, type Mind, type MindSnapshot } from 'ganglion';
import { describe, expect, it } from 'vitest';
import { happen, makeSmithBrain, meltingBrain, smith, type Smith } from './smithy.js';

const smithBrain = makeSmithBrain();
interface Workshop {
  many: Crowd;
  smiths: { mind: Mind<any, any, any, any>; body: Smith }[];
}

/** Few expansions, so that searches take several ticks and are saved half done. */
const setting: CrowdOptions = { expansionsPerTick: 3, seed: 5 };

function workshop(count: number, options: CrowdOptions = setting, made = smithBrain): Workshop {
  const many = crowd(options);
  return { many, smiths: Array.from({ length: count }, () => { const body = smith(); return { body, mind: many.spawn(made, body) }; }) };
}

function tick(shop: Workshop, number: number): void {
  happen(number, shop.many, shop.smiths);
  shop.many.tick(0.1);
}

/** All that can be seen of a workshop, but for `resume`, which only the restored one calls. */
function seen({ many, smiths }: Workshop): unknown {
  return JSON.parse(JSON.stringify({
    minds: smiths.map(({ mind }) => (mind.alive ? plain(saveMind(mind)) : 'gone')),
    bodies: smiths.map(({ body }) => ({ ...body, log: body.log.filter((line) => !line.startsWith('resume')) })),
    shared: [many.get('ore'), many.get('open')],
    searches: many.searches,
  }));
}

/** A snapshot without what depends on which brains the crowd met first. */
function plain(saved: MindSnapshot): unknown {
  const { desk, ...mind } = saved;
  if (desk === undefined) return mind;
  const { tasks, service, ...rest } = desk;
  return { ...mind, desk: { ...rest, service: { ...service, jobs: service.jobs.map((job) => ({ ...job, task: tasks[job.task] })).sort((one, other) => one.sequence - other.sequence) } } };
}

const copy = (body: Smith): Smith => structuredClone(body);

/** What the workshop looks like after each tick. */
function history(count: number, ticks: number, options?: CrowdOptions): unknown[] {
  const shop = workshop(count, options);
  const states = [seen(shop)];
  for (let number = 1; number <= ticks; number++) {
    tick(shop, number);
    states.push(seen(shop));
  }
  return states;
}

/** Lets a workshop go on from a tick and holds it against the history that was never saved. */
function goesOn(shop: Workshop, from: number, ticks: number, states: readonly unknown[]): void {
  for (let number = from + 1; number <= Math.min(from + ticks, states.length - 1); number++) {
    tick(shop, number);
    expect(seen(shop), `saved at tick ${from}, tick ${number}`).toEqual(states[number]);
  }
}

const length = 140;
/** How far a restored workshop is followed, and how often one is restored; all the way with GANGLION_FUZZ. */
const thorough = process.env['GANGLION_FUZZ'] !== undefined;
const ahead = thorough ? 25 : 6;
const stride = thorough ? 1 : 4;

describe('a mind saved as JSON', () => {
  const states = history(1, length);

  it('was saved in every situation that matters', () => {
    const all = states.map((state) => (state as { minds: MindSnapshot[] }).minds[0]!);
    expect(all.some((mind) => mind.requested !== undefined)).toBe(true);
    expect(all.some((mind) => mind.inner.length > 0)).toBe(true);
    expect(all.some((mind) => mind.inner.some((inner) => inner.mind.requested !== undefined))).toBe(true);
    expect(all.some((mind) => mind.inner.some((inner) => inner.mind.plan !== undefined))).toBe(true);
    expect(all.some((mind) => mind.choice.target !== undefined && (mind.choice.cooldowns ?? []).length > 0)).toBe(true);
    expect(all.some((mind) => JSON.stringify(mind.states).includes('sleep'))).toBe(true);
    expect(all.some((mind) => mind.aside.length + mind.letBe.length > 0)).toBe(true);
    expect(all.some((mind) => mind.forced !== undefined)).toBe(true);
  });

  it('goes on from any tick as if it had not been saved', () => {
    const shop = workshop(1);
    for (let number = 1; number < length; number++) {
      tick(shop, number);
      const { mind, body } = shop.smiths[0]!;
      const saved = JSON.parse(JSON.stringify(saveMind(mind))) as MindSnapshot;
      const again = crowd(setting);
      const own = copy(body);
      const restored = restoreMind(smithBrain, own, saved, { crowd: again, report: (report) => expect(report).toEqual({ outcome: 'exact', lost: [] }) });
      goesOn({ many: again, smiths: [{ mind: restored, body: own }] }, number, ahead, states);
    }
  });

  it('goes on though it is saved and restored after every single tick', () => {
    let shop = workshop(1);
    for (let number = 1; number < length; number++) {
      goesOn(shop, number - 1, 1, states);
      const { mind, body } = shop.smiths[0]!;
      const again = crowd(setting);
      shop = { many: again, smiths: [{ mind: restoreMind(smithBrain, body, saveMind(mind), { crowd: again }), body }] };
    }
  });
});

describe('a crowd saved as a buffer', () => {
  const options = { ...setting };
  const states = history(3, length, options);

  it('goes on from any tick as if it had not been saved, in another crowd', () => {
    const shop = workshop(3, options);
    for (let number = 1; number < length; number++) {
      tick(shop, number);
      if (number % stride !== 0) continue;
      const buffer = saveCrowd(shop.many);
      const bodies = new Map(shop.smiths.map(({ mind, body }) => [mind.id, copy(body)]));
      const again = crowd(options);
      restoreCrowd(buffer, { crowd: again, bodyOf: (id) => bodies.get(id), brains: [smithBrain, meltingBrain] });
      expect(new Uint8Array(saveCrowd(again))).toEqual(new Uint8Array(buffer));
      const smiths = [...bodies].map(([id, body]) => ({ mind: again.mind(id)!, body }));
      goesOn({ many: again, smiths }, number, ahead, states);
    }
  });

  it('is rolled back and simulated again to the same bits, from any tick', () => {
    const shop = workshop(3, options);
    for (let number = 1; number < length; number++) {
      tick(shop, number);
      expect(seen(shop)).toEqual(states[number]);
      if (number % stride !== 0) continue;
      const buffer = saveCrowd(shop.many);
      const bodies = shop.smiths.map(({ body }) => copy(body));
      goesOn(shop, number, ahead, states);
      shop.smiths.forEach(({ body }, index) => Object.assign(body, bodies[index]));
      restoreCrowd(buffer, { crowd: shop.many });
      expect(seen(shop)).toEqual(states[number]);
    }
  });
});
