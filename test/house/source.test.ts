import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deepestFolder } from '../../scripts/lint-config.js';
import { inRoot } from '../../scripts/paths.js';

/** What lint has no rule for. */
const files = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts')).sort();
const engine = files.filter((path) => !path.startsWith('cli/'));
const lines = new Map(files.map((path) => [path, readFileSync(inRoot(`src/${path}`), 'utf8').split('\n')]));

/** Every line of these files that the pattern finds, as `file:line text`. */
function found(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) => lines.get(path)!.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])));
}

describe('the sources', () => {
  it('are all here', () => {
    expect(engine.length).toBeGreaterThan(30);
  });

  it('keep no state at module level, for two copies of the package may live in one process; what follows from an object may be remembered by it (WeakMap)', () => {
    expect(found(engine, /^(export )?(let|var) /)).toEqual([]);
    expect(found(engine, /^(export )?const \w+(: (?!Readonly)[^=]+)? = new (Map|Set|Random|Columns)(<[^(]*>)?\(\)/)).toEqual([]);
  });

  it('recognise their own objects by tags, not by class: instanceof is for what the language brings', () => {
    expect(found(engine, /\binstanceof (?!(Error|Promise|Map|Set|ArrayBuffer|Int32Array|Uint8Array|Uint16Array|Uint32Array|Float32Array|Float64Array)\b)[\w.]+/)).toEqual([]);
  });

  it('silence no checker without saying why', () => {
    expect(found(files, /@ts-(ignore|nocheck)/)).toEqual([]);
    expect(found(files, /@ts-expect-error\s*$/)).toEqual([]);
    expect(found(files, /(oxlint|eslint)-disable(?!.* -- \S)/)).toEqual([]);
  });

  it('stay small: half of the files under 170 lines, none above 600', () => {
    const sizes = engine.map((path) => lines.get(path)!.length).sort((a, b) => a - b);
    expect(sizes[sizes.length >> 1]).toBeLessThan(170);
    expect(sizes.at(-1)).toBeLessThanOrEqual(600);
  });

  it('are no deeper than the layer rules reach', () => {
    expect(files.filter((path) => path.split('/').length > deepestFolder + 2)).toEqual([]);
  });
});
