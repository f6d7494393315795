import { describe, expect, it } from 'vitest';
import { Random } from '../../src/core/internal.js';
import { isSoundRow, restoreRow, saveRow } from '../../src/hsm/internal.js';
import { livelier, Ours, randomSpec, randomStimuli } from '../hsm/reference.js';
import { Oracle } from '../hsm/oracle.js';

/** Random structures tried by each property; more with GANGLION_FUZZ=20000. */
const tries = Number(process.env['GANGLION_FUZZ'] ?? 120);
const ticks = 14;

/** One random world for each seed, named in the failure. */
function forSeeds(check: (random: Random) => void): void {
  for (let seed = 0; seed < tries; seed++) {
    try {
      check(new Random(seed, 7));
    } catch (error) {
      throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
}

describe('random structures', () => {
  it('leave the trace that the written-out semantics leave', () => {
    let entered = 0;
    forSeeds((random) => {
      const spec = randomSpec(random);
      const stimuli = randomStimuli(random, ticks);
      const ours = new Ours(spec);
      const oracle = new Oracle(spec);
      for (const stimulus of stimuli) {
        const trace = ours.tick(0, stimulus);
        expect(trace, JSON.stringify(spec)).toEqual(oracle.tick(stimulus));
        entered += trace.length;
      }
      expect(ours.store.ended(0) ?? 'running').toBe({ R: 'running', S: 'success', F: 'failure' }[oracle.result]);
      expect(ours.errors.filter((error) => error.includes('cells'))).toEqual([]);
    });
    expect(entered).toBeGreaterThan(tries * 10);
  });

  it('go on after a save and restore between any two ticks as if nothing had been', () => {
    forSeeds((random) => {
      const spec = randomSpec(random);
      const plain = new Ours(spec);
      let saved = new Ours(spec);
      for (const stimulus of randomStimuli(random, ticks)) {
        expect(saved.tick(0, stimulus)).toEqual(plain.tick(0, stimulus));
        const row = saveRow(saved.store, 0);
        const next = new Ours(spec);
        Object.assign(next.bodies[0]!.facts, saved.bodies[0]!.facts);
        const report = restoreRow(next.store, 0, JSON.parse(JSON.stringify(row)), 'error', next.bodies[0]!, undefined);
        expect(report.lost).toEqual([]);
        expect(next.traces[0]).toEqual([]);
        expect(saveRow(next.store, 0)).toEqual(row);
        expect(isSoundRow(next.store, 0)).toBe(true);
        expect(next.store.path(0)).toEqual(saved.store.path(0));
        saved = next;
      }
    });
  });

  it('leave every state exactly once for each time it was entered, whatever ends them', () => {
    forSeeds((random) => {
      const spec = randomSpec(random);
      const ours = new Ours(spec);
      const oracle = new Oracle(spec);
      const balance = new Map<string, number>();
      const count = (trace: readonly string[]): void => {
        for (const each of trace) {
          const name = each.slice(1).split(':')[0]!;
          if (each.startsWith('+')) balance.set(name, (balance.get(name) ?? 0) + 1);
          if (each.startsWith('-')) balance.set(name, (balance.get(name) ?? 0) - 1);
          expect(balance.get(name) ?? 0).toBeOneOf([0, 1]);
        }
      };
      const until = Math.floor(random.next() * ticks);
      for (const stimulus of randomStimuli(random, until)) {
        count(ours.tick(0, stimulus));
        oracle.tick(stimulus);
      }
      ours.traces[0]!.length = 0;
      ours.store.abort(0, ours.bodies[0]!, undefined);
      expect(ours.traces[0]).toEqual(oracle.abort());
      count(ours.traces[0]!);
      expect([...balance.values()].every((open) => open === 0)).toBe(true);
      ours.traces[0]!.length = 0;
      ours.store.abort(0, ours.bodies[0]!, undefined);
      expect(ours.traces[0]).toEqual([]);
    });
  });

  it('do the same in the fast loop over many as one by one with a trace', () => {
    forSeeds((random) => {
      const spec = livelier(randomSpec(random, 2), random);
      const count = 40;
      const slow = new Ours(spec, count);
      const fast = new Ours(spec, count).untraced();
      const stimuli = fast.bodies.map(() => randomStimuli(random, ticks));
      const awake = new Uint32Array([0xffff_ffff, 0xff]);
      for (let tick = 0; tick < ticks; tick++) {
        const running = fast.bodies.filter((_, slot) => slow.store.active(slot) !== -1).length;
        fast.bodies.forEach((body, slot) => {
          Object.assign(body.facts, stimuli[slot]![tick]!.facts);
          for (const event of stimuli[slot]![tick]!.events) fast.store.post(slot, event);
          slow.tick(slot, stimuli[slot]![tick]!);
        });
        expect(fast.store.driveAll(awake, fast.bodies, undefined, 1)).toBe(running);
        expect(fast.bodies).toEqual(slow.bodies);
        for (let slot = 0; slot < count; slot += 7) expect(saveRow(fast.store, slot)).toEqual(saveRow(slow.store, slot));
      }
      expect(fast.errors).toEqual(slow.errors);
    });
  });

  it('never mix the rows of entities: many interleaved are each as if alone', () => {
    forSeeds((random) => {
      const spec = randomSpec(random, 2);
      const many = new Ours(spec, 4);
      const alone = Array.from({ length: 4 }, () => new Ours(spec));
      const stimuli = alone.map(() => randomStimuli(random, ticks));
      for (let tick = 0; tick < ticks; tick++) {
        alone.forEach((one, slot) => {
          if (random.next() < 0.3) return;
          expect(many.tick(slot, stimuli[slot]![tick]!)).toEqual(one.tick(0, stimuli[slot]![tick]!));
          expect(saveRow(many.store, slot)).toEqual(saveRow(one.store, 0));
        });
      }
      expect(many.errors.filter((error) => error.includes('cells'))).toEqual([]);
    });
  });
});
