import { expect, describe, it } from 'vitest';
import { Random } from '../../src/core/internal.js';
import { isSoundRow, restoreRow, saveRow } from '../../src/hsm/internal.js';
import { factNames, livelier, Ours, randomSpec, randomStimuli, type Spec } from '../hsm/reference.js';
import { codegen } from 'ganglion/hsm';
import { makeFunction } from '../hsm/make-function.js';

/** Random structures tried; more with GANGLION_FUZZ=20000. */
const tries = Number(process.env['GANGLION_FUZZ'] ?? 150);
const ticks = 14;
const entities = 40;

/** Generated code runs only where nobody traces, so that what leaves noted themselves is compared, and whole rows. */
function untraced(spec: Spec, generated: boolean): Ours {
  return new Ours(spec, entities, generated ? { codegen: codegen(makeFunction) } : {}).untraced();
}

/** From now on a guard that reads this fact of this entity throws. */
function curse(ours: Ours, slot: number, fact: string): void {
  Object.defineProperty(ours.bodies[slot]!.facts, fact, {
    configurable: true,
    enumerable: true,
    set() {
      // Stimuli go on to be given.
    },
    get() {
      throw new Error(`${fact} cannot be seen`);
    },
  });
}

describe('random structures as generated code', () => {
  it('do what the interpreter does one by one with a trace: saves, restores, aborts, events and throws in between', () => {
    let swept = 0;
    let thrown = 0;
    for (let seed = 0; seed < tries; seed++) {
      const random = new Random(seed, 11);
      const chance = (share: number): boolean => random.next() < share;
      const pick = (count: number): number => Math.floor(random.next() * count);
      // Shallow ones stand on leaves with generated code most of the time, deep ones seldom.
      const spec = livelier(randomSpec(random, 1 + (seed % 3)), random);
      const slow = new Ours(spec, entities);
      let fast = untraced(spec, true);
      const stimuli = fast.bodies.map(() => randomStimuli(random, ticks));
      const note = `seed ${seed}`;
      for (let tick = 0; tick < ticks; tick++) {
        const words = new Uint32Array(2);
        if (chance(0.1)) {
          const [slot, fact] = [pick(entities), factNames[pick(3)]!];
          for (const ours of [slow, fast]) curse(ours, slot, fact);
        }
        fast.bodies.forEach((body, slot) => {
          if (fast.store.active(slot) === -1) return;
          if (chance(0.03)) {
            for (const ours of [slow, fast]) ours.store.abort(slot, ours.bodies[slot]!, undefined);
            return;
          }
          // Some are left out of a tick.
          if (chance(0.1)) return;
          words[slot >> 5]! |= 1 << (slot & 31);
          Object.assign(body.facts, stimuli[slot]![tick]!.facts);
          for (const event of stimuli[slot]![tick]!.events) fast.store.post(slot, event);
        });
        const given = words.slice();
        const running = fast.store.driveAll(words, fast.bodies, undefined, 1);
        let count = 0;
        for (let slot = 0; slot < entities; slot++) {
          if ((given[slot >> 5]! & (1 << (slot & 31))) === 0) continue;
          count++;
          slow.tick(slot, stimuli[slot]![tick]!);
          expect((words[slot >> 5]! & (1 << (slot & 31))) !== 0, note).toBe(slow.store.active(slot) !== -1);
        }
        expect(running, note).toBe(count);
        swept += count;
        for (let slot = 0; slot < entities; slot++) {
          expect(fast.bodies[slot]!.notes, note).toEqual(slow.bodies[slot]!.notes);
          if (slot % 7 === tick % 7) expect(saveRow(fast.store, slot), note).toEqual(saveRow(slow.store, slot));
        }
        expect(fast.errors, note).toEqual(slow.errors);
        if (chance(0.1)) fast = moved(fast, spec, chance(0.5));
      }
      expect(fast.errors.filter((error) => error.includes('cells'))).toEqual([]);
      thrown += fast.errors.length;
      leaveEachOnce(fast, note);
    }
    expect(swept).toBeGreaterThan(tries * 100);
    expect(thrown).toBeGreaterThan(tries);
  });
});

/** All entities in a new store, by way of their saves; the new one is generated or interpreted. */
function moved(before: Ours, spec: Spec, generated: boolean): Ours {
  const next = untraced(spec, generated);
  next.errors.push(...before.errors);
  before.bodies.forEach((body, slot) => {
    next.bodies[slot] = body;
    const row = saveRow(before.store, slot);
    const noted = body.notes.length;
    restoreRow(next.store, slot, JSON.parse(JSON.stringify(row)), 'error', body, undefined);
    expect(body.notes).toHaveLength(noted);
    expect(saveRow(next.store, slot)).toEqual(row);
    expect(isSoundRow(next.store, slot)).toBe(true);
  });
  return next;
}

/** After an abort, every leaf that notes its enters has noted as many exits. */
function leaveEachOnce(ours: Ours, note: string): void {
  ours.bodies.forEach((body, slot) => {
    ours.store.abort(slot, body, undefined);
    const open = new Map<string, number>();
    for (const each of body.notes) {
      const name = each.slice(1).split(':')[0]!;
      if (each.startsWith('+')) open.set(name, (open.get(name) ?? 0) + 1);
      if (each.startsWith('-')) open.set(name, (open.get(name) ?? 0) - 1);
      expect(open.get(name) ?? 0, note).toBeOneOf([0, 1]);
    }
    expect([...open.values()].every((count) => count === 0), note).toBe(true);
  });
}
