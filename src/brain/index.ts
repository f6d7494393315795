// What the root entry takes; other layers look into `internal.ts`.
export { brain } from './brain.js';
export { crowd, type Crowd, type CrowdOptions } from './crowd.js';
export { perceive } from './perceive.js';
export { refine } from './refine.js';
export { ask } from './why/asking.js';
export { explain, type Explanation } from './why/explain.js';
export { trace } from './why/trace.js';
export { restoreCrowd, saveCrowd } from './save/crowd-saves.js';
export { release, restoreMind, saveMind } from './save/mind-saves.js';
export { swap } from './save/swap.js';
export type { MindError, MindWarning } from './crowd-core.js';
export type { MindSnapshot, RestoreReport } from './save/snapshot.js';
export type { Brain, Mind, Senses } from './types.js';
