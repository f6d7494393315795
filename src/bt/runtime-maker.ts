import type { LeafRecord } from './native/bind.js';
import type { TreeStoreOptions } from './native/store.js';
import type { TreeProgram } from './program.js';
import type { TreeRuntime } from './runtime.js';

/** Makes what runs a tree for the minds of one brain: see `mistreevousRuntime`. */
export type RuntimeMaker = (program: TreeProgram, leaves: LeafRecord<any, any>, options: TreeStoreOptions) => TreeRuntime<any, any>;
