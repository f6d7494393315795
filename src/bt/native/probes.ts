import { failure, success, type Status } from '../../core/internal.js';
import { conditionKind, guardDuty, reactiveSelectorKind, reactiveSequenceKind, selectorKind, sequenceKind } from '../kinds.js';
import type { TreeProgram } from '../program.js';
import type { BoundCall, BoundCalls } from './bind.js';

/**
 * How a child of a reactive node is looked at again, step after step. Most of them end at the first thing they ask, so that is asked
 * before anything is begun: the child's guard, or the condition it starts with.
 */
export interface Probe {
  readonly child: number;
  /** Its next sibling. */
  readonly next: number;
  /** What is asked first; undefined where the child cannot tell before it has begun. */
  readonly call: BoundCall | undefined;
  /** The node that asks: the child itself for a guard, else the condition. */
  readonly asks: number;
  readonly isGuard: boolean;
  /** The answer at which the child ends, and what it then counts as. */
  readonly endsAt: boolean;
  readonly status: Status;
  /** Its first child is visited before any other, so that one tells whether anything below has to be made ready. */
  readonly inOrder: boolean;
}

/** The probes of each reactive node's children, by node. Made anew when a node is substituted, since kinds and duties are others then. */
export function probesOf(program: TreeProgram, kinds: Uint8Array, duties: Uint8Array, calls: BoundCalls): readonly (readonly Probe[] | undefined)[] {
  const { size, ends } = program;
  const tests = firstTests(kinds, duties, calls);
  const probes: (readonly Probe[] | undefined)[] = [];
  for (let node = 0; node < size; node++) {
    if (kinds[node] !== reactiveSelectorKind && kinds[node] !== reactiveSequenceKind) {
      probes.push(undefined);
      continue;
    }
    const ofChildren: Probe[] = [];
    for (let child = node + 1; child < ends[node]!; child = ends[child]!) ofChildren.push(probeOf(program, kinds, duties, calls, tests, child));
    probes.push(ofChildren);
  }
  return probes;
}

function probeOf(program: TreeProgram, kinds: Uint8Array, duties: Uint8Array, calls: BoundCalls, tests: Int32Array, child: number): Probe {
  const next = program.ends[child]!;
  const [guard, second] = program.guards[child]!;
  const inOrder = kinds[child] === sequenceKind || kinds[child] === selectorKind;
  if ((duties[child]! & guardDuty) !== 0) {
    const call = second === undefined ? calls.guards[child]![0] : undefined;
    return { child, next, call, asks: child, isGuard: true, endsAt: guard!.until, status: guard!.succeeds ? success : failure, inOrder };
  }
  const test = tests[child]!;
  // A condition by itself also ends when it says yes, but then nothing has been saved by asking first.
  return { child, next, call: test < 0 ? undefined : calls.leaves[test], asks: test, isGuard: false, endsAt: false, status: failure, inOrder };
}

/**
 * For each node the condition that is asked first when it begins, and whose no makes it fail at once: the node itself, or the first leaf
 * of a sequence (of sequences) where nothing on the way has a guard or a hook. -1 where there is no such condition.
 */
function firstTests(kinds: Uint8Array, duties: Uint8Array, calls: BoundCalls): Int32Array {
  const tests = new Int32Array(kinds.length).fill(-1);
  for (let node = kinds.length - 1; node >= 0; node--) {
    if (duties[node] !== 0 || calls.entries[node] !== undefined || calls.exits[node] !== undefined) continue;
    if (kinds[node] === conditionKind) tests[node] = node;
    else if (kinds[node] === sequenceKind) tests[node] = tests[node + 1]!;
  }
  return tests;
}
