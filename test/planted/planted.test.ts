import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/paths.js';
import { faults, planted } from './plant.js';

const folder = inRoot('.reports/planted');

describe('the planted faults', () => {
  it('are thirty, each with an answer of its own', () => {
    expect(faults).toHaveLength(30);
    for (const key of ['id', 'answer'] as const) expect(new Set(faults.map((fault) => fault[key])).size).toBe(30);
  });

  it('are found by no one at definition: a spoilt brain is defined like a sound one', async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const fault of faults) {
      const file = `${folder}/${fault.id}.ts`;
      writeFileSync(file, planted(fault));
      const defined = (await import(/* @vite-ignore */ file)) as Record<string, unknown>;
      expect(Object.keys(defined).length, fault.id).toBeGreaterThan(1);
    }
  });
});
