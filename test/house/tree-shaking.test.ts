import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/paths.js';

/** Bundles what a user writes; returns the size of the result and the sources that ended up in it. */
async function bundle(code: string): Promise<{ bytes: number; sources: string[] }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: inRoot(''), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    absWorkingDir: inRoot(''),
    logLevel: 'error',
    tsconfig: inRoot('tsconfig.test.json'),
  });
  const [output] = Object.values(metafile.outputs);
  const sources = Object.entries(output!.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { bytes: outputFiles[0]!.contents.length, sources };
}

/** Layers that a bundle holds code of. */
function layersIn(sources: readonly string[]): string[] {
  return [...new Set(sources.flatMap((path) => /^src\/(\w+)\//.exec(path)?.[1] ?? []))].sort();
}

describe('what a user does not import', () => {
  it('does not come along: one class of the whole index is 3 kB, what it says of a bad seed included', async () => {
    const { bytes, sources } = await bundle("import { Random } from 'ganglion';\nconsole.log(new Random(1).next());\n");
    expect(layersIn(sources)).toEqual(['core']);
    expect(sources.length).toBeLessThan(8);
    expect(bytes).toBeLessThan(3000);
  });

  it('does not come along: nothing at all when the package is only imported', async () => {
    expect((await bundle("import 'ganglion';\n")).sources).toEqual([]);
  });

  it.each([
    ['utility', ['core', 'utility']],
    ['hsm', ['core', 'hsm']],
    ['goap', ['core', 'facts', 'goap']],
    ['bt', ['bt', 'core']],
  ])('does not come along: ganglion/%s alone holds only %j', async (layer, expected) => {
    const { sources } = await bundle(`import * as layer from 'ganglion/${layer}';\nconsole.log(layer);\n`);
    for (const name of layersIn(sources)) expect(expected).toContain(name);
  });

  it('does not come along: mistreevous stays out of planning, scoring and driving states', async () => {
    const { sources } = await bundle("import * as goap from 'ganglion/goap';\nimport * as hsm from 'ganglion/hsm';\nimport * as utility from 'ganglion/utility';\nconsole.log(goap, hsm, utility);\n");
    expect(sources.filter((path) => path.includes('mistreevous'))).toEqual([]);
  });
});
