// What other layers may look into: the testing helpers and the command.
export { believe } from './believe.js';
export { brain } from './brain.js';
export { coreOf, crowd, type Crowd } from './crowd.js';
export { placeOf } from './mind.js';
export type { Minds } from './minds.js';
export { perceive } from './perceive.js';
export { programOf } from './program.js';
export { readSnapshot } from './save/check-snapshot.js';
export { traceEvent } from './trace-events.js';
export type { Brain, BrainParts, Decide, Mind, Replan, Senses } from './types.js';
export { explain } from './why/explain.js';
export { snapshotText } from './why/snapshot-text.js';
export { trace } from './why/trace.js';
export { traceText } from './why/trace-text.js';
