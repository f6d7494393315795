export { brain } from './brain.js';
export { crowd, type Crowd, type CrowdOptions } from './crowd.js';
export type { MindError, MindWarning } from './crowd-core.js';
export type { AsideGoal, ExplainedStep, Explanation } from './explain.js';
export { refine } from './refine.js';
export { perceive } from './perceive.js';
export type { EventSensor, Read, Sensors, TimedSensor } from './sensors.js';
export { traceEvent } from './trace-events.js';
export type { Brain, BrainParts, Decide, Mind, Performer, Replan, RestorePolicy, Senses, SpawnOptions, Steps } from './types.js';
