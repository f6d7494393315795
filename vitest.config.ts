import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // Tests and examples import the package by its public names; here those names are the sources, so no build is needed.
    alias: [
      { find: /^ganglion$/, replacement: source('index.ts') },
      { find: /^ganglion\/(\w+)$/, replacement: `${source('')}$1/index.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    typecheck: { enabled: true, checker: 'tsc', include: ['test/**/*.test-d.ts'], tsconfig: './tsconfig.test.json' },
    coverage: { provider: 'v8', include: ['src/**'], reporter: ['text-summary', 'html'] },
    reporters: ['default', ['json', { outputFile: '.reports/vitest.json' }]],
  },
});
