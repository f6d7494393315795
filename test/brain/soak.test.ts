import { brain, bt, crowd, domain, flag, int, leaf, oneOf, perceive, restoreCrowd, running, saveCrowd, success, type Brain, type Crowd, type Mind } from 'ganglion';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { makeSmithBrain, meltingBrain, smith, type Smith } from './smithy.js';

/** `GANGLION_SOAK=minds,seconds,dt`: 10000,3600,10 is an hour in the life of a town, in coarse ticks. */
const [minds, seconds, dt] = (process.env['GANGLION_SOAK'] ?? '150,240,0.25').split(',').map(Number) as [number, number, number];
const isLong = process.env['GANGLION_SOAK'] !== undefined;

let state = 1;
function roll(sides: number): number {
  state = (Math.imul(state ^ (state >>> 13), 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 4294967296) * sides);
}

let injected = 0;
/** Throws once in a few thousand calls. */
function risk(): void {
  if (roll(4000) !== 0) return;
  injected++;
  throw new Error('injected');
}

interface Townsman {
  at: 'post' | 'armory' | 'gate';
  ammo: number;
  intruder: boolean;
  afraid: boolean;
  /** Steps done, and states that are entered now. */
  done: number;
  open: number;
}

const guarding = domain({
  facts: { at: oneOf('post', 'armory', 'gate'), ammo: int(0, 6), intruder: flag },
  actions: {
    goTo: { params: { place: 'at' }, effects: { at: '$place' }, cost: 3 },
    load: { preconditions: { at: 'armory' }, effects: { ammo: 6 } },
    shoot: { preconditions: { at: 'gate', ammo: { atLeast: 1 } }, effects: { intruder: false, ammo: { add: -1 } } },
  },
  goals: { repel: { intruder: false }, rearm: { ammo: 6 }, standGuard: { at: 'post' } },
});

/** A step that takes a while, then changes the body. */
function step(duration: number, act: (body: Townsman, params: any) => void) {
  return leaf({
    cells: { left: 0 },
    enter: (body: Townsman, _params: any, frame) => { body.open++; frame.cells.left = duration; risk(); },
    drive: (body, params, frame) => {
      frame.cells.left -= frame.dt;
      if (frame.cells.left > 0) return running;
      risk();
      act(body, params);
      body.done++;
      return success;
    },
    exit: (body) => { body.open--; risk(); },
  });
}

const guardBrain = brain(
  perceive(guarding, { always: (body: Townsman, facts) => { risk(); facts.at = body.at; facts.intruder = body.intruder; }, timed: { pouch: { every: 0.5, writes: ['ammo'], read: (body, facts) => { risk(); facts.ammo = body.ammo; } } } }),
  {
    name: 'guard',
    utility: { repel: { seen: (body) => { risk(); return body.intruder ? 1 : 0; } }, rearm: { empty: (_body, facts) => 0.8 * (1 - facts.ammo / 6) }, standGuard: 0.1 },
    tree: bt('root { reactiveSelector { action [cower] while(isAfraid)  action [plan] } }', { isAfraid: (body: Townsman) => { risk(); return body.afraid; }, cower: () => running }),
    steps: {
      goTo: step(1, (body, { place }) => { body.at = place; }),
      load: step(1.5, (body) => { body.ammo = 6; }),
      shoot: step(0.5, (body) => { body.ammo--; body.intruder = false; }),
    },
  },
);

const smithBrain = makeSmithBrain();

type Citizen = { readonly kind: 'guard'; readonly body: Townsman; mind: Mind<any, any, any, any>; age: number } | { readonly kind: 'smith'; readonly body: Smith; mind: Mind<any, any, any, any>; age: number };

function newCitizen(many: Crowd, kind: Citizen['kind']): Citizen {
  if (kind === 'smith') {
    const body = smith();
    return { kind: 'smith', body, mind: many.spawn(smithBrain, body, { every: 1 + roll(3) }), age: 0 };
  }
  const body: Townsman = { at: 'post', ammo: roll(7), intruder: false, afraid: false, done: 0, open: 0 };
  return { kind: 'guard', body, mind: many.spawn(guardBrain as Brain<Townsman, any, any, any, any>, body, { every: 1 + roll(3) }), age: 0 };
}

/** What a citizen has done since it was last asked, and what it has open. */
function account(citizen: Citizen): { done: number; open: number } {
  if (citizen.kind === 'guard') {
    const { done, open } = citizen.body;
    citizen.body.done = 0;
    return { done, open };
  }
  const { log } = citizen.body;
  const count = (word: string): number => log.filter((line) => line.startsWith(word)).length;
  const open = count('enter') - count('exit');
  const done = log.length;
  // The log is folded, or it would be the one thing that grows.
  citizen.body.log = Array.from({ length: open }, () => 'enter folded');
  return { done, open };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function memory(): { heap: number; columns: number } {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed / 1e6, columns: arrayBuffers / 1e6 };
}

describe(`${minds} minds for ${seconds} s at ${dt} s a tick`, () => {
  it('live through faults, births, deaths and rollbacks: memory is flat, no other error comes up, everybody goes on acting', { timeout: 3_600_000 }, () => {
    let foreign: unknown;
    let heard = 0;
    const many = crowd({ seed: 9, expansionsPerTick: 60 * minds, onError: ({ error, path }) => { heard++; if ((error as Error).message !== 'injected') foreign ??= [path, error]; } });
    const town = Array.from({ length: minds }, (_, number) => newCitizen(many, number % 8 === 0 ? 'smith' : 'guard'));
    many.set('ore', 50);
    const ticks = Math.round(seconds / dt);
    const quarter = Math.floor(ticks / 4);
    let early: ReturnType<typeof memory> | undefined;
    let [idle, worst, spent, called] = [0, 0, 0, 0];
    const begun = performance.now();
    for (let tick = 1; tick <= ticks; tick++) {
      // Something happens to everybody, one after the other, each twentieth tick.
      for (let count = Math.ceil(minds / 20); count > 0; count--) {
        const { kind, body, mind } = town[called++ % minds]!;
        if (kind === 'guard') {
          (body as Townsman).intruder = true;
          (body as Townsman).afraid = !(body as Townsman).afraid && roll(10) === 0;
        } else if (roll(2) === 0) (mind as { notify(event: string, data: unknown): void }).notify('order', ['ann', 'bob', 'cid'][roll(3)]);
        else (body as Smith).tired = true;
      }
      if (tick % 10 === 0) many.set('ore', roll(51));
      if (tick % 4 === 0) {
        const place = roll(minds);
        const gone = town[place]!;
        gone.mind.despawn();
        expect(account(gone).open).toBe(0);
        town[place] = newCitizen(many, gone.kind);
      }
      const before = performance.now();
      many.tick(dt);
      worst = Math.max(worst, performance.now() - before);
      spent += many.expansions;
      if (tick % 500 === 0) restoreCrowd(saveCrowd(many), { crowd: many });
      if (tick % quarter === 0) {
        if (tick === quarter * 2) early = memory();
        for (const citizen of town) {
          const { done } = account(citizen);
          if (done === 0 && citizen.age > 0) idle++;
          citizen.age++;
        }
      }
    }
    const took = (performance.now() - begun) / 1000;
    const late = memory();
    if (isLong) console.log({ minds, ticks, seconds: took, perMindTick: `${((took * 1e6) / (minds * ticks)).toFixed(2)} us`, worstTick: `${worst.toFixed(1)} ms`, injected, expansionsPerTick: Math.round(spent / ticks), early, late, bytesPerGuard: many.bytesPerMind(guardBrain), bytesPerSmith: many.bytesPerMind(smithBrain) + many.bytesPerMind(meltingBrain) });
    expect(foreign).toBeUndefined();
    expect(injected).toBeGreaterThan(isLong ? 1000 : 5);
    // Every injected fault was heard, and nothing else.
    expect(heard).toBe(injected);
    expect(many.size).toBe(minds);
    expect(idle).toBe(0);
    // A tenth, and what the test itself keeps.
    expect(late.heap).toBeLessThan(early!.heap * 1.1 + 4);
    expect(late.columns).toBeLessThan(early!.columns * 1.1 + 4);
    for (const citizen of town) {
      citizen.mind.despawn();
      expect(account(citizen).open).toBe(0);
    }
    expect([many.size, many.searches]).toEqual([0, 0]);
  });
});
