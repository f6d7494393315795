export { failure, running, success, type Status } from '../core/index.js';
export type { StateErrorHandler } from './calls.js';
export { leaf, once, parallel, repeat, sequence, steps, sub, until, wait, type SequenceParts, type StepsParts } from './combinators.js';
export { compileStates, type CompileOptions } from './compile.js';
export { machine, type MachineParts } from './machine.js';
export type { StateProgram } from './program.js';
export { exitReasons, stateEvent, type StateTrace } from './rows.js';
export { StateStore, type StateStoreOptions } from './store.js';
export type { Cells, Drive, End, ExitReason, Frame, History, LeafParts, PlannedStep, RestorePolicy, RestoreReport, State, StateKind, Step, StepsStatus, Transition } from './types.js';
