export type { Reason } from './assess.js';
export { Chooser, type ChooserParts } from './chooser.js';
export { compileOptions } from './compile.js';
export { curveKinds, type CurveData, type CurveKind, type CurveParams } from './curve-kinds.js';
export { curvePicture } from './curve-picture.js';
export {
  bell, compose, curve, exponential, invert, linear, logarithmic, logistic, logit, piecewise, power, sine, smootherstep, smoothstep, table, threshold, tunableSigmoid,
  type BuiltCurve, type Curve, type CurveFunction,
} from './curves.js';
export type { ChoiceExplanation, ExplainedOption, Standing } from './explain.js';
export { levels, type LevelOf } from './levels.js';
export type { SavedChoice } from './memory.js';
export { perTarget, type Considerations, type FullOption, type Input, type Option, type OptionTuning, type PerTarget, type Shaped, type TargetConsiderations, type TargetInput, type TargetOption } from './options.js';
export type { CompiledOption, OptionProgram } from './program.js';
export { rank, type Ranked, type RankedList } from './rank.js';
export type { OnError, OnWarning } from './scorer.js';
export type { SavedKeys, TargetKey } from './target-keys.js';
export type { Compensation, Penalty, Pick, Tuning } from './tuning.js';
