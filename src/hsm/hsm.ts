import { checkKeys } from '../core/internal.js';
import { compileStates, type CompileOptions } from './compile.js';
import { Store, type StoreOptions } from './lone-store.js';
import type { StateProgram } from './program.js';
import type { Step } from './types.js';

/** Choices of a lone structure. */
export interface HsmOptions extends CompileOptions {
  /** The name of the outermost state, first in every path. Default `root`. */
  readonly name?: string;
}

/** A compiled structure: immutable, shared by any number of stores. Can be built into another one with `sub`. */
export interface Structure<Body = any, V = any> {
  /** What it was made of. */
  readonly root: Step<Body, undefined, V>;
  readonly program: StateProgram;
  /** Tells structures apart: saves of equal ones fit each other. */
  readonly hash: string;
  /** Bytes of columns an entity takes. */
  readonly rowBytes: number;
  /** Room for entities that run on this structure; grows by itself beyond `capacity`. */
  store(capacity?: number, options?: StoreOptions): Store<Body, V>;
}

/** Compiles a structure for use without a brain. Throws a Problem when it is not sound. */
export function hsm<Body = unknown, V = any>(root: Step<Body, undefined, V>, options: HsmOptions = {}): Structure<Body, V> {
  checkKeys(options as Record<string, unknown>, ['name', 'clocks', 'queue', 'codegen'], 'hsm');
  const { name = 'root' } = options;
  const program = compileStates({ [name]: root as Step }, options);
  return Object.freeze({
    root,
    program,
    hash: program.hash,
    rowBytes: program.rowBytes,
    store: (capacity = 0, storeOptions: StoreOptions = {}) => new Store<Body, V>(program, capacity, storeOptions),
  });
}
