import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type * as Hsm from '../../src/hsm/internal.js';
import { runCases } from '../../scripts/cases/hsm.js';
import { makeFunction } from './make-function.js';

/** How many ticks were driven by both. */
const counts = vi.hoisted(() => ({ ticks: 0 }));

// The runner of the cases reads a trace, and traced entities are always interpreted. So each of its stores gets a companion on generated code
// that is told all the same and must have the same row after each tick. (The callbacks of the cases keep nothing outside their cells.)
vi.mock('../../src/hsm/internal.js', async (original) => {
  const hsm = await original<typeof Hsm>();
  const { Columns } = await import('../../src/core/internal.js');
  type Store = InstanceType<typeof hsm.StateStore>;
  const compileStates: typeof hsm.compileStates = (roots, options) => hsm.compileStates(roots, { ...options, codegen: hsm.codegen(makeFunction) });
  class Accompanied extends hsm.StateStore {
    readonly companion: Store;
    constructor(...[program, options]: ConstructorParameters<typeof hsm.StateStore>) {
      super(program, options);
      const { maxStepsPerTick } = options ?? {};
      this.companion = new hsm.StateStore(program, { columns: new Columns(64), ...(maxStepsPerTick === undefined ? {} : { maxStepsPerTick }) });
    }
    override begin(...given: Parameters<Store['begin']>): void {
      super.begin(...given);
      this.companion.begin(...given);
    }
    override post(...given: Parameters<Store['post']>): boolean {
      this.companion.post(...given);
      return super.post(...given);
    }
    override abort(...given: Parameters<Store['abort']>): void {
      super.abort(...given);
      this.companion.abort(...given);
    }
    override drive(...[slot, body, params, dt]: Parameters<Store['drive']>): ReturnType<Store['drive']> {
      const status = super.drive(slot, body, params, dt);
      const words = new Uint32Array(2);
      words[slot >> 5] = 1 << (slot & 31);
      const bodies: unknown[] = [];
      bodies[slot] = body;
      this.companion.driveAll(words, bodies, params, dt);
      expect((words[slot >> 5]! & (1 << (slot & 31))) !== 0).toBe(status === 0);
      expect(hsm.saveRow(this.companion, slot)).toEqual(hsm.saveRow(this, slot));
      counts.ticks++;
      return status;
    }
  }
  const companionOf = (store: Store): Store => (store as Accompanied).companion;
  const giveSteps: typeof hsm.giveSteps = (store, ...given) => {
    hsm.giveSteps(store, ...given);
    hsm.giveSteps(companionOf(store), ...given);
  };
  const restoreRow: typeof hsm.restoreRow = (store, ...given) => {
    const report = hsm.restoreRow(store, ...given);
    hsm.restoreRow(companionOf(store), ...given);
    return report;
  };
  return { ...hsm, compileStates, giveSteps, restoreRow, StateStore: Accompanied };
});

describe('the acceptance cases on generated code', () => {
  it.each([['hsm', 18], ['hsm-more', 12]])('of %s.json leave the same rows', (name, count) => {
    const before = counts.ticks;
    const file = JSON.parse(readFileSync(new URL(`../cases/${name}.json`, import.meta.url), 'utf8')) as object;
    expect(runCases(file)).toEqual({ passed: count, failed: 0, messages: [] });
    expect(counts.ticks - before).toBeGreaterThan(count);
  });
});
