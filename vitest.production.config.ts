/**
 * npm run test:production: the suite on sources without sentences, as the `production` condition has them. What is thrown is told apart by code:
 * see test/spoken.ts.
 */
import { defineConfig } from 'vitest/config';
import { silentTests } from './scripts/speech/plugin.js';
import usual from './vitest.config.js';

export default defineConfig({
  ...usual,
  plugins: [silentTests()],
  test: {
    ...usual.test,
    // Pages and the command print sentences; the house looks at files.
    exclude: ['test/house/**', 'test/pages/**', 'test/cli/**', 'test/planted/**'],
    env: { GANGLION_SPEECH: 'production' },
    setupFiles: ['test/spoken.ts'],
    typecheck: { enabled: false },
    reporters: ['default', ['json', { outputFile: '.reports/vitest-production.json' }]],
  },
});
