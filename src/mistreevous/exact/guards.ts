import { callByName, thrownBy, type ExactGuard } from './calls.js';
import type { Agent, Lookup } from './lookup.js';
import { notOwn } from './sites.js';

/** A run of guards that is being asked. */
export interface Asking {
  /** Steps and resets of the tree so far: tells whether a function of the agent has stepped or reset the tree. */
  activity: number;
  /** What the guard answered at which the asking ended. */
  answer: unknown;
}

/**
 * Asks guards one after another for as long as each lets its node go on and none has stepped or reset the tree.
 * The loop of the whole reading that runs most often, so the spots of sites.ts stand in it and not in a function of their own.
 *
 * @returns the index of the guard with which it ended, whose answer is then `asking.answer`; the number of guards when all have passed
 */
export function askInTurn(asking: Asking, agent: Agent, lookup: Lookup, guards: readonly ExactGuard[], from: number): number {
  const { activity } = asking;
  let index = from;
  try {
    for (; index < guards.length; index++) {
      const guard = guards[index]!;
      const { name } = guard;
      let answer: unknown;
      if (guard.passing === 0) {
        switch (guard.site) {
          case 0: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 1: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 2: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 3: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 4: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 5: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 6: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 7: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 8: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 9: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 10: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 11: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 12: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 13: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 14: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          case 15: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
            break;
          }
          default: {
            const own: unknown = agent[name];
            answer = typeof own === 'function' ? own.call(agent) : notOwn;
          }
        }
        if (answer === notOwn) answer = callByName(agent, lookup, guard.call);
      } else {
        answer = callByName(agent, lookup, guard.call);
      }
      if (answer === !guard.until && asking.activity === activity) continue;
      asking.answer = answer;
      return index;
    }
    return index;
  } catch (error) {
    throw thrownBy(`guard condition function '${guards[index]!.name}'`, error);
  }
}
