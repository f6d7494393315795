import { checkKeys, describe, plainObject, Problem } from '../../core/internal.js';
import { startState } from '../../facts/internal.js';
import type { Compiled } from '../compile.js';
import { CrewHandle } from './crew.js';
import { restoreState } from './restore.js';
import type { CrewSettings, CrewState } from './state.js';
import type { CrewHooks, CrewOptions } from './types.js';

const keys = ['agents', 'facts', 'perform', 'queue', 'expansions', 'improvements', 'jointly', 'walkEarly', 'aging', 'retries', 'seed', 'onError', 'onJob', 'onGoal'];

/** A new crew. @throws Problem when the options are wrong */
export function startCrew({ program, goals }: Compiled, options: CrewOptions<any, any> = {}): CrewHandle {
  checkKeys(plainObject(options, 'crew', 'an object of options'), keys, 'crew');
  const state: CrewState = {
    program,
    settings: settingsOf(options),
    clock: 0,
    words: startState(options.facts ?? {}, program.layout, 'crew.facts'),
    members: new Map(),
    tasks: new Map(),
    goals: new Map(),
    line: [],
    nextTask: 0,
    nextGoal: 1,
    changed: false,
    telling: false,
    ...hooksOf(options),
  };
  const crew = new CrewHandle(state, goals);
  const { agents = [] } = options;
  if (!Array.isArray(agents)) throw new Problem('wrong-type', `agents are a list, not ${describe(agents)}`, { path: 'crew.agents' });
  for (const agent of agents) crew.join(agent);
  return crew;
}

/** A crew that goes on where a save was made. @throws Problem when the save is malformed or of another team */
export function restoreCrew(compiled: Compiled, save: unknown, hooks: CrewHooks<any> = {}): CrewHandle {
  checkKeys(plainObject(hooks, 'hooks', 'an object of hooks'), ['onError', 'onJob', 'onGoal'], 'hooks');
  return new CrewHandle(restoreState(compiled, save, hooksOf(hooks)), compiled.goals);
}

function hooksOf({ onError, onJob, onGoal }: CrewHooks<any>): Pick<CrewState, 'onError' | 'onJob' | 'onGoal'> {
  return { onError: onError ?? (() => undefined), onJob: onJob ?? (() => undefined), onGoal: onGoal ?? (() => undefined) };
}

function settingsOf(options: CrewOptions<any, any>): CrewSettings {
  const { perform = 'byTime', queue = 3, expansions = 300, improvements = 100, jointly = 3, walkEarly = true, aging = 60, retries = 8, seed = 1 } = options;
  if (perform !== 'byTime' && perform !== 'reported') throw new Problem('bad-option', `"perform" is "byTime" or "reported", not ${describe(perform)}`, { path: 'crew.perform' });
  if (typeof walkEarly !== 'boolean') throw new Problem('bad-option', `"walkEarly" is true or false, not ${describe(walkEarly)}`, { path: 'crew.walkEarly' });
  const counts = { queue: [queue, 1], expansions: [expansions, 0], improvements: [improvements, 0], jointly: [jointly, 1], retries: [retries, 0] } as const;
  for (const [name, [value, least]] of Object.entries(counts)) if (!Number.isSafeInteger(value) || value < least) throw new Problem('bad-option', `"${name}" is a whole number from ${least} on, not ${describe(value)}`, { path: `crew.${name}` });
  if (typeof aging !== 'number' || !(aging > 0)) throw new Problem('bad-option', `"aging" is a number of seconds above 0, not ${describe(aging)}`, { path: 'crew.aging' });
  if (typeof seed !== 'number' || !Number.isFinite(seed)) throw new Problem('bad-option', `"seed" is a number, not ${describe(seed)}`, { path: 'crew.seed' });
  return { perform, queue, expansions, improvements, jointly: Math.min(jointly, 30), walkEarly, aging: Math.min(aging, Number.MAX_SAFE_INTEGER), retries, seed };
}
