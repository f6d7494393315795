import type { Built } from './built.js';
import type { LeafState } from './definition.js';
import type { Layout } from './layout.js';
import type { QuickLeaf } from './program.js';
import type { Way, Ways } from './ways.js';

/** The quick leaves of a program, by node number: those in the root's lane that cannot sleep and take the root's params. */
export function quickLeaves(nodes: readonly Built[], count: number, layout: Layout, ways: Ways, clocks: readonly (readonly number[])[], views: readonly object[]): readonly (QuickLeaf | undefined)[] {
  const quick: (Writable<QuickLeaf> | undefined)[] = Array.from({ length: count });
  for (const node of nodes) {
    const { number, definition } = node;
    if (definition.kind !== 'leaf' || definition.sleeps || layout.lane[number] !== 0 || isInSteps(node)) continue;
    const checks = ways.checks[number]!.map((way) => ways.list[way]!);
    const clock = layout.clock[number]!;
    const guards = checks.map(({ data }) => data.when ?? always);
    quick[number] = {
      node: number,
      drive: definition.drive,
      view: views[number]!,
      cellAt: layout.cellAt[number]!,
      ownClock: clock,
      clocks: clocks[number]!,
      guards,
      clock: clocks[number]![0] ?? -1,
      guard: guards[0],
      secondGuard: guards[1],
      count: guards.length,
      dues: duesOf(checks, layout),
      initial: [...(clock === -1 ? [] : [0]), ...definition.cells.map((cell) => cell.initial)],
      from: clock === -1 ? Math.max(0, layout.cellAt[number]!) : clock,
      next: undefined,
    };
  }
  for (const { number, definition, parent, index } of nodes) {
    const leaf = quick[number];
    if (leaf === undefined || parent?.definition.kind !== 'sequence' || (definition as LeafState).exit !== undefined) continue;
    const next = parent.kids[index + 1] ?? (parent.definition.rounds === 0 ? parent.kids[0] : undefined);
    if (next !== undefined && (next.definition as Partial<LeafState>).enter === undefined) leaf.next = quick[next.number];
  }
  return quick;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function duesOf(checks: readonly Way[], layout: Layout): readonly number[] | undefined {
  if (checks.every(({ data }) => data.after === undefined)) return undefined;
  return checks.flatMap(({ data, machine }) => (data.after === undefined ? [0, -1] : [layout.clock[machine.number]!, data.after]));
}

function isInSteps(node: Built): boolean {
  for (let above = node.parent; above !== undefined; above = above.parent) if (above.definition.kind === 'steps') return true;
  return false;
}

function always(): boolean {
  return true;
}
