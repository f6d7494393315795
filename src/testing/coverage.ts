import { placeOf, type Mind } from '../brain/index.js';

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
  /** Leaves of the tree that were reached, by node id. */
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

/** Watches which options, actions, leaves and states the minds of one brain use, to find what no test ever reached. */
export function watchCoverage(minds: readonly Mind<any, any, any, any>[]): CoverageWatch {
  const places = minds.map(placeOf);
  const group = places[0]!.minds;
  const { program } = group;
  const options = new Set<string>();
  const leaves = new Set<string>();
  const states = new Set<string>();
  group.states.trace = (_slot, node, event) => {
    if (event === 0) states.add(program.states.ids[node]!);
  };
  const leafIds = program.tree.ids.filter((_id, node) => program.tree.ends[node] === node + 1);
  return {
    sample: () => {
      for (const { slot } of places) {
        const current = group.chooser.current(slot);
        if (current >= 0) options.add(program.options.names[current]!);
        group.tree.states(slot).forEach((state, node) => {
          if (state !== 'ready' && program.tree.ends[node] === node + 1) leaves.add(program.tree.ids[node]!);
        });
      }
    },
    report: () => {
      const actions = program.engine.actions.map((action) => action.name);
      const stateIds = program.states.ids.filter((id) => id !== '');
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
