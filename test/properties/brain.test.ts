import { crowd, explain, restoreCrowd, restoreMind, saveCrowd, saveMind, swap, trace, type Brain, type Crowd, type CrowdOptions, type MindSnapshot } from 'ganglion';
import { describe, expect, it } from 'vitest';
import { placeOf, traceEvent, traceText } from '../../src/brain/internal.js';
import { flag } from '../../src/brain/mind-columns.js';
import { Dice, happen, randomBrain, wanderer, type Player, type Wanderer } from './brain.model.js';

/** Random brains a property; more with GANGLION_FUZZ. */
const rounds = Number(process.env['GANGLION_FUZZ'] ?? 5);
const seeds = Array.from({ length: rounds }, (_, index) => index + 1);
const ticks = 60;
const budget = 25;

interface Stage {
  many: Crowd;
  players: Player[];
  brain: Brain<Wanderer, any, any, any, any>;
}

function stage(seed: number, minds: number, options: CrowdOptions = {}): Stage {
  const dice = new Dice(seed + 77);
  const made = randomBrain(seed);
  const many = crowd({ seed, expansionsPerTick: budget, ...options });
  trace(many, 4000);
  return { many, brain: made, players: Array.from({ length: minds }, () => { const body = wanderer(dice); return { body, mind: many.spawn(made, body) }; }) };
}

/** What the trace of the last tick says, in words; births and deaths are told by the one who asked for them. */
function told({ many, players }: Stage): readonly string[] {
  const group = placeOf(players.find(({ mind }) => mind.alive)!.mind).minds;
  return [...trace(many).records()]
    .filter((record) => record.tick === many.ticks && record.event !== traceEvent.spawned && record.event !== traceEvent.despawned && record.event !== traceEvent.error)
    .map((record) => `${record.mind} ${record.event} ${record.node} ${record.a} ${record.b} ${record.mind < 0 || record.layer >= 4 ? '' : traceText(group, record)}`);
}

/** All that can be seen of a stage after a tick. */
function seen(on: Stage): unknown {
  return JSON.parse(JSON.stringify({
    told: told(on),
    minds: on.players.map(({ mind }) => plain(saveMind(mind))),
    bodies: on.players.map(({ body }) => ({ ...body, log: body.log.filter((line) => !line.startsWith('resume')) })),
    searches: on.many.searches,
    spent: on.many.expansions,
  }));
}

/** A snapshot without mere places: seat at the planner's desk, slots of minds inside steps, numbers of tasks. */
function plain({ seat: _seat, inner, states, desk: _desk, ...saved }: MindSnapshot): object {
  return { ...saved, states: JSON.stringify(states).replace(/"inner":\d+/g, ''), inner: inner.map((each) => plain(each.mind)) };
}

function play(on: Stage, seed: number, from: number, each: (tick: number) => void): void {
  for (let tick = from + 1; tick <= ticks; tick++) {
    happen(seed, tick, on.many, on.players);
    on.many.tick(0.1);
    each(tick);
  }
}

function history(seed: number, minds: number, options?: CrowdOptions): readonly unknown[] {
  const on = stage(seed, minds, options);
  const states: unknown[] = [];
  play(on, seed, 0, () => states.push(seen(on)));
  expect(on.many.errors, `seed ${seed}`).toEqual([]);
  return states;
}

const rationed: CrowdOptions = { expansionsPerTick: 7 };

describe('random brains in random worlds', () => {
  it('do what they do: they want, plan, act, fail, are surprised, search and refine', () => {
    const events = new Set<number>();
    let [searched, inside] = [0, 0];
    for (let seed = 1; seed <= 25; seed++) {
      const on = stage(seed, 3);
      play(on, seed, 0, () => {
        for (const record of trace(on.many).records()) events.add(record.event);
        searched += on.many.expansions;
        inside += on.players.filter(({ mind }) => placeOf(mind).minds.innerOf(placeOf(mind).slot).length > 0).length;
      });
    }
    for (const name of ['wanted', 'setAside', 'backAgain', 'leafAborted', 'planRequested', 'planAdopted', 'noPlan', 'planBroken', 'goalReached', 'stepDone', 'stepFailed', 'stepAborted', 'surprised', 'depressed'] as const) {
      expect(events.has(traceEvent[name]), name).toBe(true);
    }
    expect(searched).toBeGreaterThan(100);
    expect(inside).toBeGreaterThan(10);
  });

  it('begin no step that is left out of plans', () => {
    let leftOut = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const on = stage(seed, 3);
      let out: ReadonlyMap<number, readonly string[]> = new Map();
      play(on, seed, 0, (tick) => {
        for (const record of trace(on.many).records()) {
          if (record.tick !== tick || record.event !== traceEvent.stepBegun) continue;
          const player = on.players.find(({ mind }) => mind.id === record.mind);
          if (player === undefined) continue;
          const begun = traceText(placeOf(player.mind).minds, record);
          for (const step of out.get(record.mind) ?? []) expect(begun.includes(`${step} `) || begun.endsWith(step), `seed ${seed}, tick ${tick}: ${begun}`).toBe(false);
        }
        // What is left out for longer than the next tick takes.
        out = new Map(on.players.map(({ mind }) => [mind.id, explain(mind).leftOut.filter(({ seconds }) => seconds > 1).map(({ step }) => step)]));
        for (const steps of out.values()) leftOut += steps.length;
      });
    }
    expect(leftOut).toBeGreaterThan(100);
  });

  it('run the same twice with one seed', () => {
    for (const seed of seeds) expect(history(seed, 3, rationed)).toEqual(history(seed, 3, rationed));
  });

  it('go on from JSON, from a buffer in place or elsewhere, and in an equal brain, as if nothing had been saved', () => {
    for (const seed of seeds) {
      const alone = history(seed, 1);
      let on = stage(seed, 1);
      const dice = new Dice(seed + 5);
      play(on, seed, 0, (tick) => {
        expect(seen(on), `JSON, seed ${seed}, tick ${tick}`).toEqual(alone[tick - 1]);
        if (!dice.chance(25)) return;
        const [{ mind, body }] = on.players as [Player];
        const again = fresh(on.many, {});
        Object.assign(on, { many: again, players: [{ body, mind: restoreMind(on.brain, body, JSON.parse(JSON.stringify(saveMind(mind))) as MindSnapshot, { crowd: again }) }] });
      });
      const together = history(seed, 3, rationed);
      on = stage(seed, 3, rationed);
      play(on, seed, 0, (tick) => {
        expect(seen(on), `buffer or swap, seed ${seed}, tick ${tick}`).toEqual(together[tick - 1]);
        const how = dice.roll(12);
        if (how === 0) restoreCrowd(saveCrowd(on.many), { crowd: on.many });
        if (how === 1) {
          const next = randomBrain(seed);
          expect(swap(on.many, on.brain, next)).toEqual({ minds: 3, restartedSteps: 0, lost: [] });
          on.brain = next;
        }
        if (how === 2) {
          const bodies = new Map(on.players.map(({ mind, body }) => [mind.id, body]));
          const elsewhere = crowd({ seed, expansionsPerTick: budget, ...rationed });
          trace(elsewhere, 4000);
          // A swap leaves nothing of the old brain behind: today's is all that the other crowd must know.
          restoreCrowd(saveCrowd(on.many), { crowd: elsewhere, bodyOf: (id) => bodies.get(id), brains: [on.brain] });
          on.many = elsewhere;
          on.players = [...bodies].map(([id, body]) => ({ body, mind: elsewhere.mind(id)! }));
        }
      });
    }
  });

  it('enter and leave every state equally often, whenever they are despawned', () => {
    for (const seed of seeds) {
      const on = stage(seed, 4);
      const dice = new Dice(seed + 9);
      play(on, seed, 0, () => {
        const victim = dice.pick(on.players);
        if (dice.chance(20)) victim.mind.despawn();
        if (dice.chance(15)) {
          const body = wanderer(dice);
          on.players.push({ body, mind: on.many.spawn(on.brain, body) });
        }
        for (const { mind, body } of on.players) if (!mind.alive) expect(open(body), `seed ${seed}`).toBe(0);
      });
      for (const { mind } of on.players) mind.despawn();
      expect(on.players.map(({ body }) => open(body))).toEqual(on.players.map(() => 0));
      expect([on.many.size, on.many.searches]).toEqual([0, 0]);
      expect(on.many.errors, `seed ${seed}`).toEqual([]);
    }
  });

  it('decide the same in whatever order they are spawned, each with a seed of its own', () => {
    for (const seed of seeds) {
      const run = (order: readonly number[]): unknown => {
        const made = randomBrain(seed, { alone: true });
        const many = crowd({ expansionsPerTick: 1_000_000 });
        const players: (Player & { done: string[] })[] = [];
        for (const number of order) {
          const body = wanderer(new Dice(number + 1));
          players[number] = { body, mind: many.spawn(made, body, { seed: number }), done: [] };
        }
        for (let tick = 1; tick <= ticks; tick++) {
          happen(seed, tick, many, players);
          many.tick(0.1);
          for (const { mind, done } of players) done.push(JSON.stringify([mind.goal, mind.plan, mind.path, mind.facts]));
        }
        return players.map(({ body, done }) => [body, done]);
      };
      expect(run([3, 0, 2, 1, 4]), `seed ${seed}`).toEqual(run([0, 1, 2, 3, 4]));
    }
  });

  it('keep within the budget at every tick, and nobody waits for ever', () => {
    for (const seed of seeds) {
      const on = stage(seed, 6, { ...rationed, expansionsPerTick: 20 });
      const since = on.players.map(() => ({ request: -1, ticks: 0 }));
      play(on, seed, 0, (tick) => {
        expect(on.many.expansions, `seed ${seed}, tick ${tick}`).toBeLessThanOrEqual(20);
        on.players.forEach(({ mind }, index) => {
          const { minds: { c }, slot } = placeOf(mind);
          const waits = (c.flags.data[slot]! & flag.waiting) !== 0;
          const one = since[index]!;
          one.ticks = waits && one.request === c.request.data[slot] ? one.ticks + 1 : 0;
          one.request = c.request.data[slot]!;
          // Six minds and what is inside their steps, 300 expansions a search at most, 20 a tick; ticked every third tick at worst.
          expect(one.ticks, `seed ${seed}, tick ${tick}`).toBeLessThan((12 * 308) / 20 + 3);
        });
      });
    }
  });
});

/** A crowd like the one before, at the same tick, so that traces can be held against each other. */
function fresh(before: Crowd, options: CrowdOptions): Crowd {
  const many = crowd({ expansionsPerTick: budget, ...options });
  trace(many, 4000);
  for (let tick = 0; tick < before.ticks; tick++) many.tick(0);
  return many;
}

function open(body: Wanderer): number {
  const count = (word: string): number => body.log.filter((line) => line.startsWith(word)).length;
  return count('enter') - count('exit');
}
