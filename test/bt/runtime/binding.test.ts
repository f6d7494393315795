import { BehaviourTree as Stock } from 'mistreevous';
import { describe, expect, test } from 'vitest';
import { BehaviourTree as Ours, State } from '../../../src/mistreevous/facade.js';

const { RUNNING, SUCCEEDED } = State;

/** More guards than there are spots for names of their own in the code that calls an agent. */
const many = Array.from({ length: 40 }, (_, index) => `stays${index}`);
const nested = (names: readonly string[]): string => names.reduceRight((inner, name) => `sequence while(${name}) { ${inner} }`, 'action [work]');

// Each story holds of mistreevous too: it is where the right values come from.
describe.each([['ours', Ours], ['mistreevous', Stock as unknown as typeof Ours]] as const)('%s', (_name, BehaviourTree) => {
  test('a guard that is replaced between two questions of one step is asked in its new form', () => {
    const asked: string[] = [];
    const agent = {
      outer: (): boolean => {
        asked.push('outer');
        agent.inner = (): boolean => {
          asked.push('new inner');
          return true;
        };
        return true;
      },
      inner: (): boolean => {
        asked.push('old inner');
        return true;
      },
      work: () => RUNNING,
    };
    const tree = new BehaviourTree('root { sequence while(outer) { action [work] while(inner) } }', agent);
    tree.step();
    // The sequence asks its guard, then the action asks both: the new one was there by then.
    expect(asked).toEqual(['outer', 'outer', 'new inner']);
  });

  test('each of forty guards on the way is asked by its own name, first step and resumed ones alike', () => {
    const asked: string[] = [];
    const agent: Record<string, () => unknown> = { work: () => RUNNING };
    for (const name of many) {
      agent[name] = (): boolean => {
        asked.push(name);
        return true;
      };
    }
    const tree = new BehaviourTree(`root { ${nested(many)} }`, agent);
    // Each node asks all guards above it and its own; the action asks all once more.
    const inTurn = [...many.map((_, index) => many.slice(0, index + 1)), many].flat();
    for (let step = 0; step < 3; step++) {
      tree.step();
      expect(asked.splice(0)).toEqual(inTurn);
    }
    agent['stays37'] = (): boolean => false;
    tree.step();
    expect(tree.getTreeNodeDetails().state).toBe(State.FAILED);
  });

  test('agents of different make can share a definition: own functions, methods of a class, an inherited one, a getter', () => {
    class Soldier {
      readonly log: string[] = [];
      ready(): boolean {
        return this.log.push('ready') > 0;
      }
      march(): State {
        this.log.push('march');
        return SUCCEEDED;
      }
    }
    class Sergeant extends Soldier {
      override march(): State {
        this.log.push('lead');
        return SUCCEEDED;
      }
    }
    const plain = {
      log: [] as string[],
      ready(): boolean {
        return this.log.push('ready') > 0;
      },
      march(): State {
        this.log.push('stroll');
        return SUCCEEDED;
      },
    };
    const looks: string[] = [];
    const lazy = {
      log: [] as string[],
      get ready(): () => boolean {
        looks.push('ready');
        return () => lazy.log.push('ready') > 0;
      },
      march: (): State => {
        lazy.log.push('drift');
        return SUCCEEDED;
      },
    };
    for (const [agent, verb] of [[new Soldier(), 'march'], [new Sergeant(), 'lead'], [plain, 'stroll'], [lazy, 'drift']] as const) {
      const tree = new BehaviourTree('root { sequence { condition [ready] action [march] while(ready) } }', agent);
      tree.step();
      expect(agent.log).toEqual(['ready', 'ready', verb]);
    }
    // A name is looked up once a call, as mistreevous does.
    expect(looks).toEqual(['ready', 'ready']);
  });

  test('a function that is taken away gives way to the registered one, and is back as soon as it is back', () => {
    const heard: string[] = [];
    BehaviourTree.register('alarm', (agent: { name: string }, ...rest: unknown[]) => heard.push(`all hear of ${agent.name}: ${rest.join()}`) > 0);
    try {
      const agent: { name: string; alarm?: (...rest: unknown[]) => boolean; work: () => State } = { name: 'Ann', alarm: (...rest) => heard.push(`Ann: ${rest.join()}`) > 0, work: () => RUNNING };
      const tree = new BehaviourTree('root { action [work] while(alarm) step(alarm, "bell") }', agent);
      const own = agent.alarm!;
      tree.step();
      delete agent.alarm;
      tree.step();
      agent.alarm = own;
      tree.step();
      expect(heard).toEqual(['Ann: ', 'Ann: bell', 'all hear of Ann: ', 'all hear of Ann: bell', 'Ann: ', 'Ann: bell']);
    } finally {
      BehaviourTree.unregisterAll();
    }
  });

  test('a call gets exactly the arguments of its text, and no more', () => {
    const counts: number[] = [];
    const note = function (): State {
      counts.push(arguments.length);
      return SUCCEEDED;
    };
    const agent = { note, mood: 'calm' };
    const tree = new BehaviourTree('root exit(note, null) { sequence exit(note) { action [note] action [note, 1] action [note, $mood] action [note, 1, $mood] } }', agent);
    tree.step();
    expect(counts).toEqual([0, 1, 1, 2, 1, 2]);
  });
});
