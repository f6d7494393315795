export { watchCoverage, type BrainCoverage, type Covered, type CoverageWatch } from './coverage.js';
export { firstDifference, recordRun } from './golden.js';
export { mindMatchers, type MindMatchers, type Verdict } from './matchers.js';
export { pace, type PaceOptions, type Ticked } from './pace.js';
export { scenario, type Scenario, type ScenarioParts } from './scenario.js';
export { scripted, type Cue, type Scripted } from './scripted.js';
