import { failure, success, type Status } from '../../core/internal.js';
import { guardDuty, reactiveDuty, reactiveSelectorKind, selectorKind, sequenceKind, stepDuty } from '../kinds.js';
import type { TreeProgram } from '../program.js';
import { questionsOf } from '../questions.js';
import type { BoundCall, BoundCalls } from './bind.js';

/**
 * How a child of a reactive node is looked at again, step after step. Most of them end at the first thing they ask, so that is asked
 * before anything is begun: the child's guards, then the conditions it leads with.
 */
export interface Probe {
  readonly child: number;
  /** Its next sibling. */
  readonly next: number;
  /** The child's guard when it has just one; of two, `passes` asks both. */
  readonly guard: BoundCall | undefined;
  readonly guarded: boolean;
  /** The answer of the guard at which the child ends, and what it then counts as. */
  readonly endsAt: boolean;
  readonly status: Status;
  /** The conditions it leads with. */
  readonly questions: readonly number[];
  /** What they call. */
  readonly calls: readonly BoundCall[];
  /** Its first child is visited before any other, so that one tells whether anything below has to be made ready. */
  readonly inOrder: boolean;
  /** Where its milliseconds of being passed over stand; -1 for none. */
  readonly passedAt: number;
}

/** The probes of each reactive node's children, by node. Made anew when a node is substituted, since kinds and duties are others then. */
export function probesOf(program: TreeProgram, kinds: Uint8Array, duties: Uint8Array, calls: BoundCalls): readonly (readonly Probe[] | undefined)[] {
  const { ends } = program;
  const hooked = (node: number): boolean => (duties[node]! & stepDuty) !== 0 || calls.entries[node] !== undefined || calls.exits[node] !== undefined;
  return Array.from(duties, (duty, node) => {
    if ((duty & reactiveDuty) === 0) return undefined;
    const probes: Probe[] = [];
    for (let child = node + 1; child < ends[node]!; child = ends[child]!) {
      const [guard, second] = program.guards[child]!;
      const questions = questionsOf(kinds, ends, duties, child, kinds[node] === reactiveSelectorKind ? undefined : hooked);
      probes.push({
        child,
        next: ends[child]!,
        guard: second === undefined ? calls.guards[child]![0] : undefined,
        guarded: (duties[child]! & guardDuty) !== 0,
        endsAt: guard?.until ?? false,
        status: guard?.succeeds ? success : failure,
        questions,
        calls: questions.map((question) => calls.leaves[question]!),
        inOrder: kinds[child] === sequenceKind || kinds[child] === selectorKind,
        passedAt: program.passedAt[child]!,
      });
    }
    return probes;
  });
}
