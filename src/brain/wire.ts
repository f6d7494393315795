import { hearRejection, isPromise, nextRandom } from '../core/internal.js';
import { StateStore } from '../hsm/internal.js';
import { Chooser } from '../utility/internal.js';
import { planLeaves, readName } from './built-in-leaves.js';
import type { CrowdCore } from './crowd-core.js';
import { isTargetOut } from './deciding.js';
import { Minds, type Engines } from './minds.js';
import { Overdue } from './overdue.js';
import { tellOthers } from './places.js';
import type { BrainProgram } from './program.js';
import { Sensing } from './sensing.js';
import { answerText, warningText } from './sensor-warnings.js';

/** The group of a brain's minds in a crowd, its layers tied to each other and to the crowd. */
export function makeGroup(program: BrainProgram, crowd: CrowdCore): Minds {
  const minds = new Minds(program, crowd, { planLength: program.planLength, actions: program.engine.task.actions, targets: program.options.hasTargets ? 1 : 0 }, engines);
  tellOthers(minds);
  minds.overdue = new Overdue();
  return minds;
}

function engines(minds: Minds): Engines {
  const { c, columns, crowd, program } = minds;
  const onError = (slot: number, path: string, error: unknown): void => crowd.report(c.id.data[slot]!, path, error);
  const warn = (slot: number, path: string, what: string, text: string): void => crowd.warn(c.id.data[slot]!, program.name, path, what, text);
  /** A promise that a callback answered where nobody waits: the mind it was may be gone, and another one in its place, when it is rejected. */
  const onPromise = (slot: number, path: string, promise: PromiseLike<unknown>): void => {
    const id = c.id.data[slot]!;
    hearRejection(promise, (reason) => crowd.report(id, path, reason));
  };
  const random = (slot: number): number => nextRandom(c.random.data, slot);
  return {
    sensing: new Sensing<unknown>(program.engine.layout, program.sensors, minds.facts, columns, {
      onError,
      onWarning: (slot, path, fact, kind, value) => warn(slot, path, `${fact} ${kind}`, warningText(fact, kind, value)),
      onAnswer: (slot, path, answer) => {
        if (isPromise(answer)) onPromise(slot, path, answer);
        warn(slot, path, 'answer', answerText(answer));
      },
    }),
    chooser: new Chooser<unknown, unknown>(program.options, { columns, onError, random, isOut: (slot, option, target) => isTargetOut(minds, slot, option, target), onWarning: (slot, path, value, text) => {
      if (isPromise(value)) onPromise(slot, path, value);
      warn(slot, path, '', text);
    } }),
    tree: program.runtime(program.tree, program.leaves, { columns, builtIns: planLeaves(minds), random, ...(program.ownsParams ? { read: (slot: number, body: unknown, name: string) => readName(minds, slot, body, name) } : {}), onError: (slot, path, error) => onError(slot, `brain.tree.${path}`, error), onPromise: (slot, path, promise) => onPromise(slot, `brain.tree.${path}`, promise) }),
    states: new StateStore<unknown>(program.states, { columns, host: minds, onError: (slot, path, error) => onError(slot, `brain.steps.${path}`, error), onPromise: (slot, path, promise) => onPromise(slot, `brain.steps.${path}`, promise) }),
  };
}
