export { alone, type Alone } from './alone.js';
export { watchCoverage, type BrainCoverage } from './coverage.js';
export { firstDifference, recordRun } from './golden.js';
export { matchers, type GanglionMatchers, type Verdict } from './matchers.js';
export { pace, type PaceOptions } from './pace.js';
export { scenario, type Scenario, type ScenarioParts } from './scenario.js';
export { scripted, type Cue, type Scripted } from './scripted.js';
