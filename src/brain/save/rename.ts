import { checkKeys, plainObject } from '../../core/internal.js';
import type { MindSnapshot, SavedGoal, SavedStep } from './snapshot.js';

/** New names of things that a save knows by their old ones. */
export interface Rename {
  readonly actions?: Readonly<Record<string, string>>;
  /** Private and shared facts; of a family, its name. */
  readonly facts?: Readonly<Record<string, string>>;
  readonly goals?: Readonly<Record<string, string>>;
  /** Options are named like their goals: see `goals`. States by their own name below their parent. */
  readonly states?: Readonly<Record<string, string>>;
}

/** Refuses what is no renaming. @throws Problem */
export function checkRename(rename: unknown, path: string): void {
  const given = plainObject(rename, path, 'an object with actions, facts, goals or states');
  checkKeys(given, ['actions', 'facts', 'goals', 'states'], path);
  for (const [kind, names] of Object.entries(given)) plainObject(names, `${path}.${kind}`, 'an object: old name, new name');
}

const renamed = (names: Readonly<Record<string, string>> | undefined, name: string): string => (names !== undefined && Object.hasOwn(names, name) ? names[name]! : name);

/** The name of a shared cell with the name of its fact changed: `stock[stove][raw]`. */
export function renameCell(names: Readonly<Record<string, string>> | undefined, cell: string): string {
  const end = cell.indexOf('[');
  return end < 0 ? renamed(names, cell) : renamed(names, cell.slice(0, end)) + cell.slice(end);
}

/** A saved mind under the new names, the minds inside it too. */
export function renameMind(saved: MindSnapshot, rename: Rename): MindSnapshot {
  const goal = (each: SavedGoal): SavedGoal => ({ ...each, goal: renamed(rename.goals, each.goal) });
  const step = (each: SavedStep): SavedStep => ({ ...each, action: renamed(rename.actions, each.action) });
  const keys = <T>(record: Readonly<Record<string, T>>, rule: (name: string) => string): Readonly<Record<string, T>> => Object.fromEntries(Object.entries(record).map(([name, each]) => [rule(name), each]));
  const { wanted, pursued, forced, requested, plan, failed, denied, states } = saved;
  return {
    ...saved,
    facts: keys(saved.facts, (name) => renamed(rename.facts, name)),
    ...(saved.shared && { shared: keys(saved.shared, (name) => renameCell(rename.facts, name)) }),
    ...(wanted && { wanted: goal(wanted) }),
    ...(pursued && { pursued: goal(pursued) }),
    ...(forced && { forced: goal(forced) }),
    ...(requested && { requested: goal(requested) }),
    ...(plan && { plan: { ...plan, steps: plan.steps.map(step) } }),
    ...(failed && { failed: { ...failed, step: step(failed.step) } }),
    ...(denied && { denied: { ...denied, goal: goal(denied.goal) } }),
    leftOut: saved.leftOut.map((each) => ({ ...each, step: step(each.step) })),
    aside: saved.aside.map((each) => ({ ...each, goal: goal(each.goal) })),
    choice: saved.choice.option === undefined ? saved.choice : { ...saved.choice, option: renamed(rename.goals, saved.choice.option) },
    states: { ...states, root: states.root === null ? null : renamed(rename.actions, states.root), top: frame(states.top, rename, true) } as MindSnapshot['states'],
    inner: saved.inner.map((each) => ({ ...each, mind: renameMind(each.mind, rename) })),
  };
}

/** The frames of a state and those inside it; the outermost one goes by the name of its action. */
function frame(value: unknown, rename: Rename, isTop = false): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const given = value as { readonly n?: unknown; readonly k?: unknown; readonly kids?: unknown };
  if (typeof given.n !== 'string') return value;
  return {
    ...given,
    n: renamed(isTop ? rename.actions : rename.states, given.n),
    ...(given.k === undefined ? {} : { k: frame(given.k, rename) }),
    ...(Array.isArray(given.kids) ? { kids: given.kids.map((kid) => frame(kid, rename)) } : {}),
  };
}
