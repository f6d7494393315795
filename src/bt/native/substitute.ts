import { Problem, type Status } from '../../core/internal.js';
import { actionKind, guardDuty, stepDuty } from '../kinds.js';
import { plainCall, type LeafFunction } from './bind.js';
import { probesOf } from './probes.js';
import { isActive } from './rows.js';
import type { Stage, TreeTrace } from './stage.js';

/** The number of the node with this id. @throws Problem when there is none */
export function treeNode({ ids }: { readonly ids: readonly string[] }, id: string): number {
  const node = ids.indexOf(id);
  if (node === -1) throw new Problem('unknown-node', `there is no node "${id}"`, { path: id });
  return node;
}

/** Sets who is told of what begins, ends and is aborted. A tree that is listened to runs without its short cuts. */
export function listenToTree(s: Stage, trace: TreeTrace | undefined): void {
  s.trace = trace;
}

/**
 * For tests: puts something else in the place of a node and everything below it, for all entities. A status answers at once,
 * a function is called as an action; undefined brings back what was there. Guards and hooks of the node stay.
 *
 * @throws Problem when there is no such node, an entity is in it just now, or inside a step
 */
export function substituteNode(s: Stage, id: string, replacement: Status | LeafFunction<any, any> | undefined): void {
  const { program, size, ends } = s;
  const node = treeNode(program, id);
  if (s.busy) throw new Problem('inside-step', 'a node was substituted inside a step of its tree', { path: id, hint: 'do it between two steps' });
  const states = s.rows.states.data;
  for (let at = node; at < states.length; at += size) {
    if (states.subarray(at, at + ends[node]! - node).some(isActive)) throw new Problem('node-in-use', `node "${id}" runs in slot ${(at - node) / size}`, { path: id, hint: 'abort it first' });
  }
  const gone = replacement === undefined;
  s.kinds[node] = gone ? program.kinds[node]! : actionKind;
  // Guards and hooks of the node stay; what it did to its children is gone with them.
  s.duties[node] = gone ? program.duties[node]! : program.duties[node]! & (guardDuty | stepDuty);
  s.calls.leaves[node] = gone ? s.originals[node] : plainCall(typeof replacement === 'function' ? replacement : (): unknown => replacement);
  s.probes = probesOf(program, s.kinds, s.duties, s.calls);
}
