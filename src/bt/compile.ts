import { fingerprint, stableJson } from '../core/internal.js';
import { checkRoots } from './check/roots.js';
import { Report } from './check/report.js';
import { rootsOf, type TreeDefinition } from './definition.js';
import {
  cooldownKind, guardDuty, lottoKind, onceKind, reactiveDuty, reactiveSelectorKind, reactiveSequenceKind, repeatKind, retryNowKind, runLimitKind, stepDuty,
  timeLimitDuty, timeLimitKind, waitKind,
} from './kinds.js';
import { layOut } from './layout.js';
import type { ProgramCall, TreeProgram, TreeShape } from './program.js';
import { questionsOf } from './questions.js';

/** What {@link compileTree} may be told. */
export interface CompileOptions {
  /** Names that the brain provides rather than the tree's leaves; its own five unless given. */
  readonly builtIns?: readonly string[];
}

/**
 * Compiles a definition into the one program that all entities share, for the native reading.
 * Values in it are taken as they are: `checkTree` looks at them, and so does `bt`.
 *
 * @throws Problem when there is no main root, a branch names no root, branches go in a circle, or the whole is too deep or too large
 */
export function compileTree(definition: TreeDefinition, options: CompileOptions = {}): TreeProgram {
  const roots = rootsOf(definition);
  const report = new Report(undefined);
  checkRoots(roots, report);
  if (report.problems[0] !== undefined) throw report.problems[0];
  const named = new Map(roots.map((root) => [root.id, root]));
  const shape = layOut(roots, (ref) => named.get(ref)!, 'native');
  return {
    ...shape,
    ...nativeTables(shape),
    definition: roots,
    builtIns: options.builtIns ?? ['plan', 'goalIs', 'holds', 'planning', 'interruptible'],
    hash: fingerprint(stableJson(roots)),
  };
}

/** The tables that only the native interpreter reads. */
function nativeTables(shape: TreeShape): Pick<TreeProgram, 'allCalls' | 'numberAt' | 'passedAt' | 'numbers' | 'cooldowns' | 'random' | 'checkpoints' | 'duties'> {
  const { size, kinds, parents, guards, drawn } = shape;
  const numberAt = new Int32Array(size).fill(-1);
  const passedAt = new Int32Array(size).fill(-1);
  const duties = Uint8Array.from(kinds, (kind, node) =>
    (guards[node]!.length > 0 ? guardDuty : 0) |
    (shape.steps[node] === undefined ? 0 : stepDuty) |
    (kind === reactiveSequenceKind || kind === reactiveSelectorKind ? reactiveDuty : 0) |
    (kind === timeLimitKind ? timeLimitDuty : 0));
  const checkpoints: Uint32Array[] = [];
  const cooldowns: number[] = [];
  const allCalls: ProgramCall[] = [];
  let numbers = 0;
  let random = false;
  for (let node = 0; node < size; node++) {
    const kind = kinds[node]!;
    const parent = parents[node]!;
    const width = numbersOf(kind, drawn[node]! > 0);
    if (width > 0) numberAt[node] = numbers;
    numbers += width;
    // The last child has nobody below it whom it could keep from working.
    if (kinds[parent] === reactiveSelectorKind && shape.ends[node]! < shape.ends[parent]! && (guards[node]!.length > 0 || questionsOf(kinds, shape.ends, duties, node).length > 0)) {
      if (width === 0) numberAt[node] = numbers;
      passedAt[node] = numbers++;
    }
    if (kind === cooldownKind) cooldowns.push(node);
    random ||= drawn[node]! > 0 || kind === lottoKind;
    const above = checkpoints[parent] ?? new Uint32Array(0);
    checkpoints.push(duties[node] === 0 ? above : Uint32Array.of(...above, node));
    for (const each of guards[node]!) allCalls.push(each.call);
    for (const list of [shape.entries, shape.steps, shape.calls, shape.exits, shape.scores, shape.resets]) {
      const call = list[node];
      if (call !== undefined) allCalls.push(call);
    }
  }
  return { allCalls, numberAt, passedAt, numbers, cooldowns, random, checkpoints, duties };
}

/** Numbers a row keeps for a node: a count or elapsed milliseconds (of a cooldown, whether its clock runs behind them), then the drawn amount. */
function numbersOf(kind: number, drawn: boolean): number {
  const more = drawn ? 1 : 0;
  if ((kind >= repeatKind && kind <= retryNowKind) || kind === waitKind || kind === timeLimitKind) return 1 + more;
  if (kind === cooldownKind) return 2 + more;
  return kind === runLimitKind || kind === onceKind ? 1 : 0;
}
