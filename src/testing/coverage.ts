import { placeOf, type Mind } from '../brain/internal.js';
import { listenToTree, treeEvent, treeStates } from '../bt/internal.js';
import { Problem } from '../core/internal.js';

/** What of a brain was used, and what never. */
export interface Covered {
  readonly seen: readonly string[];
  readonly missed: readonly string[];
}

/** What a run used of a brain. */
export interface BrainCoverage {
  /** Options that were current after some tick. */
  readonly options: Covered;
  /** Actions whose step was entered. */
  readonly actions: Covered;
  /**
   * Leaves of the tree that began, by node id. One that a guard holds back does not. A tree that runs on the real mistreevous cannot tell
   * what began: there a leaf with a guard of its own counts once it was seen running, or with a result that the guard does not give.
   */
  readonly leaves: Covered;
  /** States that were entered, by id. */
  readonly states: Covered;
  toString(): string;
}

/** Watches a run; made by {@link watchCoverage}. */
export interface CoverageWatch {
  /** To be called after each tick. */
  sample(): void;
  report(): BrainCoverage;
}

/**
 * Watches which options, actions, leaves and states the minds of one brain use, to find what no test ever reached. Minds that were despawned
 * since are no longer looked at. What a step does inside another brain's plan (`refine`) is that brain's affair.
 *
 * @throws Problem without minds, or with minds of different brains or crowds
 */
export function watchCoverage(minds: readonly Mind<any, any, any, any>[]): CoverageWatch {
  const group = minds.length === 0 ? undefined : placeOf(minds[0]!).minds;
  if (group === undefined) throw new Problem('no-minds', 'there are no minds to watch', { path: 'watchCoverage' });
  for (const mind of minds) {
    if (placeOf(mind).minds !== group) throw new Problem('mixed-minds', `mind ${mind.id} is of another brain or crowd than mind ${minds[0]!.id}`, { path: 'watchCoverage', hint: 'watch each brain by itself' });
  }
  const { program } = group;
  const { tree } = program;
  const options = new Set<string>();
  const leaves = new Set<string>();
  const states = new Set<string>();
  const slots = (): readonly number[] => minds.filter((mind) => mind.alive).map(placeOf).filter((place) => place.minds === group).map(({ slot }) => slot);
  let watched = new Set(slots());
  group.states.trace = (slot, node, event) => {
    if (event === 0 && watched.has(slot)) states.add(program.states.ids[node]!);
  };
  const leafIds = tree.ids.filter((_id, node) => tree.ends[node] === node + 1);
  /** What a leaf counts as when its guards hold it back. */
  const heldBack = tree.guards.map((guards) => new Set(guards.map(({ succeeds }) => (succeeds ? 'success' : 'failure'))));
  if (group.tree.stage !== undefined) {
    listenToTree(group.tree.stage, (slot, node, event) => {
      if (event === treeEvent.begin && tree.ends[node] === node + 1 && watched.has(slot)) leaves.add(tree.ids[node]!);
    });
  }
  return {
    sample: () => {
      watched = new Set(slots());
      for (const slot of watched) {
        const current = group.chooser.current(slot);
        if (current >= 0) options.add(program.options.names[current]!);
        treeStates(group.tree, slot).forEach((state, node) => {
          if (tree.ends[node] === node + 1 && state !== 'ready' && (state === 'running' || !heldBack[node]!.has(state))) leaves.add(tree.ids[node]!);
        });
      }
    },
    report: () => {
      const actions = program.engine.actions.map((action) => action.name);
      // The place where a step begins and its outermost state have one id.
      const stateIds = [...new Set(program.states.ids.filter((id) => id !== ''))];
      const report: BrainCoverage = {
        options: split(program.options.names, options),
        actions: split(actions, new Set(actions.filter((action) => [...states].some((id) => id === action || id.startsWith(`${action}/`))))),
        leaves: split(leafIds, leaves),
        states: split(stateIds, states),
      };
      Object.defineProperty(report, 'toString', { value: () => coverageText(report), enumerable: false });
      return report;
    },
  };
}

function split(all: readonly string[], seen: ReadonlySet<string>): Covered {
  return { seen: all.filter((name) => seen.has(name)), missed: all.filter((name) => !seen.has(name)) };
}

function coverageText(report: BrainCoverage): string {
  return (['options', 'actions', 'leaves', 'states'] as const)
    .map((what) => {
      const { seen, missed } = report[what];
      return `${what}: ${seen.length} of ${seen.length + missed.length}${missed.length === 0 ? '' : `, never ${missed.join(', ')}`}`;
    })
    .join('\n');
}
