// The whole library under one name. Each layer is also a subpath of its own: `ganglion/goap`, `ganglion/bt`, ...
export { failure, isProblem, Problem, Random, running, success, TraceRing, type Status } from './core/internal.js';
export { flag, int, oneOf, per } from './facts/internal.js';
export { actions, domain, domainText, plan, readDomain, vocabulary, type Domain, type Found, type NoPlan, type PlanResult, type StepOf, type Want } from './goap/index.js';
export { bt, tree, treeOf, type Tree } from './bt/internal.js';
export { hsm, leaf, machine, once, parallel, repeat, sequence, steps, sub, task, until, wait, type ExitReason, type Frame, type State, type Step } from './hsm/index.js';
export { chance, curve, curvePicture, curves, levels, perTarget, rank, type Curve, type Ranked } from './utility/internal.js';
export { ask, brain, crowd, describe, digest, explain, extract, follow, insert, look, peek, perceive, pursuing, refine, release, restoreCrowd, restoreMind, saveCrowd, saveMind, swap, trace, type Brain, type BrainDescription, type Crowd, type CrowdOptions, type CrowdView, type Explanation, type Follower, type Mind, type MindError, type MindSnapshot, type Moment, type RestoreReport, type Senses } from './brain/index.js';
