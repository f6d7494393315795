import type { CrowdCore } from '../crowd-core.js';
import { coreOf, type Crowd } from '../crowd.js';
import { describeProgram } from './describe.js';
import { CrowdView } from './view.js';

/** A running crowd seen in the same way as `peek` shows a saved one. A view: look at it before the crowd's next tick, do not keep it. */
export function look(crowd: Crowd): CrowdView {
  return viewCore(coreOf(crowd));
}

function viewCore(core: CrowdCore): CrowdView {
  const groups = core.groups.map((minds) => ({
    brain: describeProgram(minds.program),
    slots: minds.slots,
    columns: new Map(minds.columns.all.map(({ name, data }) => [name, data])),
    keys: minds.keys,
  }));
  return new CrowdView(core.tick, core.time, groups);
}
