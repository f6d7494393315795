import { defineConfig } from 'vitest/config';
import { entries, specifier } from './scripts/layers.js';
import { inRoot } from './scripts/paths.js';

export default defineConfig({
  resolve: {
    // Tests and examples import the package by its public names; here those names are the sources, so no build is needed.
    alias: entries.map((entry) => ({ find: new RegExp(`^${specifier(entry)}$`), replacement: inRoot(entry.source) })),
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
