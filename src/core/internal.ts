export { Columns, type Column, type ColumnKind } from './columns.js';
export { fingerprint, stableJson } from './hash.js';
export { didYouMean, editDistance, nearest } from './nearest.js';
export { checkName, describe, isPlainObject, isPromise, plainObject } from './plain.js';
export { isProblem, Problem, thrownText, type ProblemDetails } from './problem.js';
export { nextRandom, Random, seedStream } from './random.js';
export { failure, running, statusName, success, type Status } from './status.js';
export { textTable } from './text-table.js';
export { TraceRing, traceLayer, type TraceLayer, type TraceRecord } from './trace.js';
