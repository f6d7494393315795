// What other layers, and tests that look inside, may import of this one.
export * from './index.js';
export type { StateErrorHandler } from './calls.js';
export { compileStates, type CompileOptions } from './compile.js';
export type { StateProgram } from './program.js';
export { exitReasons, stateEvent } from './rows.js';
export type { SavedRow } from './save.js';
export { giveSteps, readSteps } from './store-lists.js';
export { isSoundRow, listParams, putListParams, restoreRow, resumeRow, saveRow, type ListParams } from './store-save.js';
export { StateStore } from './store.js';
export type { Drive, PlannedStep, RestorePolicy, StepsStatus } from './types.js';
