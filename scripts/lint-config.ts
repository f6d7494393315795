/**
 * npm run lint:config: writes .oxlintrc.json. The file is generated so that the layers' arrows stand in one table only;
 * a test compares the committed file with what this makes.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { layers } from './layers.js';
import { inRoot } from './paths.js';

/** What engine code must not touch: time, chance, output and the host. The brain is handed its clock (`dt`), seed and budget. */
const hostGlobals = [
  'Date', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'queueMicrotask', 'requestAnimationFrame',
  'console', 'process', 'Buffer', 'require', 'window', 'document', 'navigator', 'self', 'fetch', 'crypto', 'structuredClone',
  'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry', 'Intl',
];

/** Rules of the categories below that are turned off, each with the reason. */
const off = {
  // Packed states, tables and parsed JSON are read through assertions on purpose.
  'typescript/no-unsafe-type-assertion': 'off',
  // Isolated declarations want `const success: 1 = 1`.
  'typescript/prefer-as-const': 'off',
  // tsc does it: noImplicitReturns.
  'typescript/consistent-return': 'off',
  // A helper that closes over nothing may still stand where it is used.
  'unicorn/consistent-function-scoping': 'off',
  // toSorted and toReversed are newer than the ES2022 that the package promises.
  'unicorn/no-array-sort': 'off',
  'unicorn/no-array-reverse': 'off',
  // new Array(n) says how much room is wanted.
  'unicorn/no-new-array': 'off',
  // Clear in cold code; hot code allocates nothing at all, which benches measure.
  'oxc/no-map-spread': 'off',
  // A callback's return type is a claim; Number(...) at the border makes it true.
  'typescript/no-unnecessary-type-conversion': 'off',
  // Type arguments that could be left out may still tell the reader something.
  'typescript/no-unnecessary-type-arguments': 'off',
  // Options are records of functions; none of them reads `this`.
  'typescript/unbound-method': 'off',
  // There are no enums here (erasableSyntaxOnly).
  'typescript/no-unsafe-enum-assignment': 'off',
  // Sizes that stay as they are may bound a loop.
  'eslint/no-unmodified-loop-condition': 'off',
  // A list of four names is faster to scan than to hash.
  'unicorn/prefer-set-has': 'off',
  // filter, then map, then flatten reads in the order it happens.
  'unicorn/prefer-array-flat-map': 'off',
  // Scripts and tests do one thing after another on purpose.
  'eslint/no-await-in-loop': 'off',
  // Shadowing a name in a small arrow function is no bug; unused and undeclared names are caught by tsc.
  'eslint/no-shadow': 'off',
  // Registering matchers and the like: an import for its effect is legitimate in tests and in the command.
  'import/no-unassigned-import': 'off',
  'import/no-named-as-default-member': 'off',
} as const;

export function lintConfig(): object {
  return {
    $schema: './node_modules/oxlint/configuration_schema.json',
    plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise'],
    categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
    rules: {
      ...off,
      'typescript/no-floating-promises': 'error',
      'typescript/no-misused-promises': 'error',
      'typescript/consistent-type-imports': 'error',
      'import/no-cycle': 'error',
      'eslint/eqeqeq': 'error',
      'eslint/no-var': 'error',
      'eslint/prefer-const': 'error',
      'eslint/no-eval': 'error',
      'eslint/no-new-func': 'error',
      'eslint/no-extend-native': 'error',
      'eslint/no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
    },
    overrides: [
      {
        files: ['src/**'],
        excludeFiles: ['src/cli/**', 'src/inspect/node/**'],
        rules: {
          'eslint/no-restricted-globals': ['error', ...hostGlobals.map((name) => ({ name, message: 'the engine has no clock, chance, output or host of its own' }))],
          'eslint/no-restricted-properties': ['error', { object: 'Math', property: 'random', message: 'draw from a seeded stream: core/random.ts' }],
          'import/no-default-export': 'error',
          'import/no-dynamic-require': 'error',
        },
      },
      ...Object.keys(layers).flatMap(layerOverrides),
      // Tests break rules on purpose to see what happens.
      {
        files: ['test/**'],
        rules: Object.fromEntries(
          [
            'typescript/no-extraneous-class', 'typescript/no-base-to-string', 'typescript/restrict-template-expressions', 'typescript/no-misused-spread',
            'typescript/no-unnecessary-type-assertion', 'typescript/no-unnecessary-boolean-literal-compare', 'typescript/require-array-sort-compare',
            'oxc/no-accumulating-spread', 'unicorn/no-thenable', 'eslint/no-new',
          ].map((rule) => [rule, 'off']),
        ),
      },
    ],
    // The page is a package of its own, checked by its own tsc: its dependencies are not installed here.
    ignorePatterns: ['page/**', 'test/browser/**', 'dist/**', '.tsup/**', 'coverage/**', 'bench/.out/**', '.reports/**'],
  };
}

/** Folders a layer may have below it: `src/bt/text/` is one deep. A test holds the sources to it. */
export const deepestFolder = 1;

/**
 * What files of one layer may import: their own layer and the ones below it. The rule compares the text of the import,
 * so files one folder deeper need a pattern of their own.
 */
function layerOverrides(layer: string): object[] {
  const allowed = layers[layer] ?? [];
  const fixed: object[] = [{ group: ['ganglion', 'ganglion/*'], message: 'inside the package, import by relative path' }];
  const noNode = { group: ['node:*'], message: 'only src/cli and src/inspect/node may use Node' };
  if (layer !== 'cli') fixed.push(noNode);
  if (layer !== 'mistreevous') fixed.push({ group: ['mistreevous'], message: 'only the layer of that name knows mistreevous' });
  const message = `${layer} may import ${allowed.length === 0 ? 'no other layer' : `only ${allowed.join(', ')}`} (docs/architecture.md)`;

  const rules = (up: string, node = false): object => {
    const others = { group: [`${up}*`, `${up}*/**`, ...allowed.flatMap((name) => [`!${up}${name}`, `!${up}${name}/**`])], message };
    return { 'eslint/no-restricted-imports': ['error', { patterns: [others, ...(node ? fixed.filter((each) => each !== noNode) : fixed)] }] };
  };
  return [
    { files: [`src/${layer}/*.ts`], rules: rules('../') },
    { files: [`src/${layer}/*/*.ts`], rules: rules('../../') },
    ...(layer === 'inspect' ? [{ files: ['src/inspect/node/*.ts'], rules: rules('../../', true) }] : []),
  ];
}

export function lintConfigText(): string {
  return `${JSON.stringify(lintConfig(), null, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(inRoot('.oxlintrc.json'), lintConfigText());
