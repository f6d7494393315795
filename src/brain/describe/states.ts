import type { StateProgram } from '../../hsm/internal.js';
import type { DescribedState, DescribedTransition } from './types.js';

/** Kinds by the number that the tables hold; the last is the node that every root starts at, which is no state. */
const kinds: readonly DescribedState['kind'][] = ['leaf', 'sequence', 'machine', 'parallel', 'steps', ''];
/** Numbers below are results and not states. */
const firstState = 4;

/** Every state by its number. */
export function describeStates({ ids, names, tables }: StateProgram): readonly DescribedState[] {
  return Array.from(tables.kind, (kind, node) => {
    const name = node < firstState ? '' : kinds[kind]!;
    return { id: name === '' ? '' : ids[node]!, name: name === '' ? '' : names[node]!, kind: name, parent: tables.parent[node]!, lane: tables.lane[node]!, top: tables.top[node] === 1 };
  });
}

export function describeTransitions({ ids, events, tables }: StateProgram): readonly DescribedTransition[] {
  return Array.from(tables.target, (target, way) => ({
    machine: ids[tables.machineOf[way]!]!,
    to: target >= firstState ? ids[target]! : target === 1 ? 'success' : 'failure',
    event: tables.event[way]! < 0 ? undefined : events[tables.event[way]!],
    after: tables.after[way]! < 0 ? undefined : tables.after[way],
    when: tables.when[way]?.name || undefined,
  }));
}
