import type { Agent } from './lookup.js';

// Every call of the agent has to look its function up anew, since a user may replace it at any time. The engine makes `agent[name]`
// as cheap as a field, and can run the function in place, where one spot in the code always sees the same name. So the names in use are
// spread over spots that are all alike but in that: each case below is written out for a name of its own.

/** How many names have a spot to themselves; all further ones share the last. */
export const ownSites: number = 16;

/** Stands for "the agent has no such function": a value that no user function can return. */
export const notOwn: unique symbol = Symbol('not its own');

/** Calls the agent's own function of this name without arguments, or answers {@link notOwn}. */
export function callOwn(agent: Agent, name: string, site: number): unknown {
  switch (site) {
    case 0: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 1: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 2: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 3: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 4: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 5: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 6: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 7: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 8: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 9: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 10: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 11: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 12: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 13: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 14: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    case 15: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
    default: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent) : notOwn;
    }
  }
}

/** The same with one argument. */
export function callOwnWith(agent: Agent, name: string, site: number, argument: unknown): unknown {
  switch (site) {
    case 0: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 1: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 2: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 3: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 4: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 5: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 6: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 7: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 8: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 9: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 10: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 11: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 12: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 13: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 14: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    case 15: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
    default: {
      const own: unknown = agent[name];
      return typeof own === 'function' ? own.call(agent, argument) : notOwn;
    }
  }
}
