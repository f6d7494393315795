import { restoreTreeRow, saveTreeRow, treeStates } from '../../src/bt/internal.js';
import { failure, running, success } from '../../src/core/internal.js';
import type { compileTree, LeafRecord, RootNode, TreeStore } from '../../src/bt/internal.js';
import { Dice, randomTree, wholeKit, type Loose } from '../conformance/trees.js';
import { Model, type Surroundings } from './bt.model.js';

/** What is under test: ours, or with a bug planted in it. */
export interface Library {
  readonly compileTree: typeof compileTree;
  readonly TreeStore: typeof TreeStore;
}

/**
 * A world whose functions answer by script: the n-th call with the same arguments gets the same answer, whoever calls.
 * Guards change their minds from one call to the next, so one question too many or too few shows at once.
 */
class World {
  readonly log: string[] = [];
  readonly body: Record<string, unknown> = { mood: 'calm' };
  readonly #counts = new Map<string, number>();
  readonly #draws: Dice;
  readonly #seed: number;
  readonly #throws: number;

  constructor(seed: number, throws: number) {
    this.#seed = seed;
    this.#throws = throws;
    this.#draws = new Dice(seed, 5);
  }

  random(): number {
    this.log.push('random');
    return this.#draws.next();
  }

  called(name: string, args: readonly unknown[]): unknown {
    this.log.push(`${name} ${JSON.stringify(args)}`);
    const role = /^[a-z]+/.exec(name)![0];
    const key = `${name} ${String(args[role === 'exit' ? 1 : 0])}`;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    const dice = new Dice(this.#seed * 31 + [...key].reduce((sum, letter) => Math.imul(sum, 33) + letter.charCodeAt(0), 7), count);
    if (dice.chance(this.#throws)) throw new Error(`thrown by ${key}`);
    if (role === 'action') return dice.pick(['success', 'success', 'failure', 'running', 'running']);
    if (role === 'score') return dice.pick([0, 0.5, 0.5, 1, 2, Number.NEGATIVE_INFINITY]);
    if (role === 'condition') return dice.chance(0.6);
    return dice.chance(0.88) === (role === 'while');
  }

  failed(error: unknown): void {
    this.log.push(`error ${(error as Error).message}`);
  }
}

/** One tree and its world, driven by the model or by the store. */
interface Driven {
  readonly world: World;
  readonly step: (dt: number) => string;
  readonly abort: () => void;
  readonly states: () => string;
}

function modelled(roots: readonly Loose[], seed: number, throws: number): Driven {
  const world = new World(seed, throws);
  const given = (args: readonly unknown[]): readonly unknown[] => args.map((each) => (typeof each === 'object' && each !== null ? world.body[(each as { $: string }).$] : each));
  const surroundings: Surroundings = {
    call: (_role, name, args, ending) => world.called(name, ending === undefined ? given(args) : [{ succeeded: ending === 'success', aborted: ending === 'aborted' }, ...given(args)]),
    random: () => world.random(),
    failed: (error) => world.failed(error),
  };
  const model = new Model(roots, surroundings);
  return { world, step: (dt) => model.step(dt), abort: () => model.abort(), states: () => model.states.join(' ') };
}

const slots = 3;

/** The store with our entity in the middle slot: its neighbours must not notice. `restore` goes through a saved row at every step. */
function stored(library: Library, roots: readonly Loose[], seed: number, throws: number, restores: boolean): Driven & { readonly neighbours: () => string } {
  const world = new World(seed, throws);
  const statuses: Readonly<Record<string, number>> = { running, success, failure };
  const names = ['running', 'success', 'failure'];
  const program = library.compileTree(roots as unknown as RootNode[]);
  const functions: LeafRecord<unknown, null> = Object.fromEntries(
    program.allCalls.map(({ name }) => [name, (_body: unknown, _facts: null, ...args: unknown[]): unknown => {
      const answer = world.called(name, args);
      return typeof answer === 'string' ? statuses[answer] : answer;
    }]),
  );
  const make = (): TreeStore<unknown, null> => {
    const made = new library.TreeStore<unknown, null>(program, functions, { onError: (_slot, _path, error) => world.failed(error), random: () => world.random() });
    made.columns.grow(slots);
    return made;
  };
  let store = make();
  return {
    world,
    step: (dt) => {
      const status = names[store.step(1, world.body, null, dt)]!;
      if (restores) {
        const saved: unknown = JSON.parse(JSON.stringify(saveTreeRow(store.stage, 1)));
        store = make();
        restoreTreeRow(store.stage, 1, saved);
      }
      return status;
    },
    abort: () => store.abort(1, world.body, null),
    states: () => treeStates(store, 1).join(' '),
    neighbours: () => [...treeStates(store, 0), ...treeStates(store, 2)].join(' '),
  };
}

/**
 * Runs a random tree on the model and on the store, step by step, and tells the first difference in calls, answers, draws, errors or states.
 *
 * @param throws how often a function throws
 * @param restores whether the row goes through JSON and into a new store after every step
 */
export function difference(library: Library, seed: number, throws: number, restores: boolean): string | undefined {
  const roots = randomTree(seed, wholeKit);
  const model = modelled(roots, seed, throws);
  const store = stored(library, roots, seed, throws, restores);
  const dice = new Dice(seed, 3);
  for (let step = 0; step < 25; step++) {
    if (dice.chance(0.05)) {
      model.abort();
      store.abort();
    }
    const dt = dice.below(4) * 0.25;
    const seen = [model, store].map((each) => [each.step(dt), each.states(), ...each.world.log.splice(0)].join('\n'));
    if (seen[0] !== seen[1]) return `step ${step} of tree ${seed}: ${JSON.stringify(roots)}\nmodel: ${seen[0]}\nstore: ${seen[1]}`;
  }
  const neighbours = store.neighbours();
  return /running|success|failure/.test(neighbours) ? `tree ${seed}: other rows were touched: ${neighbours}` : undefined;
}
