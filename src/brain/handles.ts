import { Problem } from '../core/internal.js';

/** Under this key a handle keeps what only this copy of the package may look into. */
export const inside: unique symbol = Symbol('ganglion.inside');

/** A mark on handles that every copy of the package knows: one of them can then say that a handle is another one's. */
export const marked: unique symbol = Symbol.for('ganglion.handle') as typeof marked;

/** What a handle keeps inside; undefined for what is none. @throws Problem `other-copy` for one that another copy of the package made */
export function openHandle(handle: unknown): Readonly<Record<string, unknown>> | undefined {
  const given = handle as { readonly [inside]?: Readonly<Record<string, unknown>>; readonly [marked]?: true } | null | undefined;
  const found = given?.[inside];
  if (found === undefined && given?.[marked] === true) {
    throw new Problem('other-copy', 'this was made by another copy of the package', { hint: 'load it one way only: the ES module (import) or CommonJS (require), from one place' });
  }
  return found;
}

/** Makes a handle of a plain object: whoever prints or spreads it does not see what is inside. */
export function makeHandle<Handle extends object>(handle: Handle, within: object): Handle {
  Object.defineProperty(handle, inside, { value: within });
  Object.defineProperty(handle, marked, { value: true });
  return Object.freeze(handle);
}
