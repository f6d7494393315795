import { build } from 'esbuild';
import { getQuickJS, type QuickJSContext } from 'quickjs-emscripten';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/paths.js';

/** A JavaScript engine with nothing around it: what embeds in a game written in another language looks like this. */
let engine: QuickJSContext;

/** Bundles this code with the layers it imports, runs it in the bare engine and returns what it assigned to `answer`. */
async function run(code: string): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: inRoot(''), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
    tsconfig: inRoot('tsconfig.test.json'),
  });
  const result = engine.evalCode(outputFiles[0]!.text);
  if (result.error) throw new Error(JSON.stringify(engine.dump(result.error)));
  result.value.dispose();
  return engine.getProp(engine.global, 'answer').consume((value) => engine.dump(value) as unknown);
}

beforeAll(async () => {
  engine = (await getQuickJS()).newContext();
});

describe('in a bare engine (QuickJS)', () => {
  it('has none of what a host brings', () => {
    const missing = ['console', 'setTimeout', 'performance', 'process', 'structuredClone', 'queueMicrotask', 'crypto', 'fetch'];
    const kinds = engine.unwrapResult(engine.evalCode(`[${missing.map((name) => `typeof ${name}`).join()}].join()`)).consume((value) => engine.dump(value) as string);
    expect(new Set(kinds.split(','))).toEqual(new Set(['undefined']));
  });

  it('draws the same seeded numbers as here', async () => {
    const { Random } = await import('../../src/core/internal.js');
    const here = new Random(7);
    const there = await run(`import { Random } from 'ganglion'; const random = new Random(7); globalThis.answer = [random.next(), random.next(), random.next()];`);
    expect(there).toEqual([here.next(), here.next(), here.next()]);
  });

  it('plays the guard through all four layers, line by line as here', async () => {
    const { play } = await import('../../examples/guard.js');
    const here: string[] = [];
    play((line) => void here.push(line));
    const there = await run("import { play } from './examples/guard.js'; const lines: string[] = []; play((line) => void lines.push(line)); (globalThis as { answer?: unknown }).answer = lines;");
    expect(here.length).toBeGreaterThan(10);
    expect(there).toEqual(here);
  });
});
