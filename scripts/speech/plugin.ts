/** The transform of `silence.ts` as a plugin: for the build (esbuild) and for tests under the `production` manner (Vite). */
import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vite';
import { inRoot, root } from '../paths.js';
import { Silence } from './silence.js';

/** The sources that speak to users: all but the command, whose sentences are its work. */
export function spokenSources(): ReadonlyMap<string, string> {
  const paths = readdirSync(inRoot('src'), { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && !path.startsWith('cli')).sort();
  return new Map(paths.map((path) => [`src/${path}`, readFileSync(inRoot(`src/${path}`), 'utf8')]));
}

export function silent(): Plugin {
  return {
    name: 'silent',
    setup: (build) => {
      const silence = new Silence(spokenSources());
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const file = path.slice(root.length);
        return silence.speakers.sources.has(file) ? { contents: silence.file(file), loader: 'ts' } : undefined;
      });
    },
  };
}

export function silentTests(): VitePlugin {
  let silence: Silence | undefined;
  return {
    name: 'silent',
    enforce: 'pre',
    transform: (_code, id) => {
      const file = id.startsWith(root) ? id.slice(root.length) : '';
      if (!/^src\/(?!cli\/).*\.ts$/.test(file)) return undefined;
      silence ??= new Silence(spokenSources());
      const code = silence.file(file);
      // The tests are told which texts are no sentences.
      return { code: file === 'src/core/problem.ts' ? code.replace('this.code = code;', 'this.code = code; globalThis.ganglionSaid?.(this.message);') : code, map: null };
    },
  };
}
