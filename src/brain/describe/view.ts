import { readCell } from '../../facts/internal.js';
import { flag } from '../mind-columns.js';
import { replanTexts } from '../why/texts.js';
import type { BrainDescription, DescribedState } from './types.js';

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** The minds of one brain: columns by name, live or looked into where they are saved. */
export interface MindGroup {
  readonly brain: BrainDescription;
  readonly slots: number;
  readonly columns: ReadonlyMap<string, Numbers>;
  /** The game's own names for minds, by slot. */
  readonly keys: ReadonlyMap<number, string | number>;
}

export type NodeState = 'ready' | 'running' | 'success' | 'failure';

/** What one mind was at, read from its columns alone. */
export interface Moment {
  readonly id: number;
  readonly key: string | number | undefined;
  /** Number of its brain in the view. */
  readonly brain: number;
  readonly goal: string | undefined;
  /** `want` asked for the goal. */
  readonly forced: boolean;
  readonly facts: Readonly<Record<string, boolean | number | string>>;
  /** By number of the tree's node. */
  readonly nodes: readonly NodeState[];
  readonly plan:
    | {
        readonly goal: string;
        readonly steps: readonly string[];
        readonly at: number;
        readonly cost: number;
        readonly from: 'policy' | 'search';
        readonly because: string;
      }
    | undefined;
  /** The step that is performed. */
  readonly step: string | undefined;
  /** Ids of the states that are entered. */
  readonly states: readonly string[];
  /** A search was asked for and has not been answered. */
  readonly planning: boolean;
}

/** Numbers a mind takes in {@link CrowdView.rows}: id, brain, goal + 1, step (-1 for none), place in the plan * 256 + its length, marks. */
export const rowWidth = 6;
/** The marks of a row. */
export const rowMark = { planning: 1, forced: 2 } as const;

/** A crowd as it is or was: data only, nothing of the game runs. */
export class CrowdView {
  readonly tick: number;
  readonly time: number;
  readonly groups: readonly MindGroup[];
  #places: Map<number, readonly [group: number, slot: number]> | undefined;

  constructor(tick: number, time: number, groups: readonly MindGroup[]) {
    this.tick = tick;
    this.time = time;
    this.groups = groups;
  }

  get brains(): readonly BrainDescription[] {
    return this.groups.map(({ brain }) => brain);
  }

  /** All minds in short: {@link rowWidth} numbers each. */
  rows(): Int32Array {
    const out = new Int32Array(this.groups.reduce((sum, { slots }) => sum + slots, 0) * rowWidth);
    let at = 0;
    this.groups.forEach((group, number) => {
      const [flags, id, wanted, forced, plan, planAt, planLength] = ['flags', 'id', 'wanted', 'forced', 'plan', 'planAt', 'planLength'].map((name) => column(group, `mind.${name}`)) as [Numbers, Numbers, Numbers, Numbers, Numbers, Numbers, Numbers];
      const width = widthOf(group.brain, 'mind.plan');
      for (let slot = 0; slot < group.slots; slot++) {
        if (!isMind(flags[slot]!)) continue;
        out[at] = id[slot]!;
        out[at + 1] = number;
        out[at + 2] = wanted[slot]!;
        out[at + 3] = (flags[slot]! & flag.performing) === 0 ? -1 : group.brain.ways[plan[slot * width + planAt[slot]!]!]!;
        out[at + 4] = planAt[slot]! * 256 + planLength[slot]!;
        out[at + 5] = ((flags[slot]! & flag.waiting) === 0 ? 0 : rowMark.planning) | (forced[slot] === 0 ? 0 : rowMark.forced);
        at += rowWidth;
      }
    });
    return out.subarray(0, at);
  }

  /** One mind in full; undefined when it was not alive. */
  mind(id: number): Moment | undefined {
    this.#places ??= placesOf(this.groups);
    const [number, slot] = this.#places.get(id) ?? [-1, -1];
    const group = this.groups[number];
    if (group === undefined) return undefined;
    const { brain } = group;
    const read = (name: string): number => column(group, `mind.${name}`)[slot]!;
    const flags = read('flags');
    const [wanted, length, at] = [read('wanted'), read('planLength'), read('planAt')];
    const planWidth = widthOf(brain, 'mind.plan');
    const ways = column(group, 'mind.plan').subarray(slot * planWidth, slot * planWidth + length);
    const steps = Array.from(ways, (way) => brain.steps[brain.ways[way]!]?.text ?? `step ${way}`);
    const performing = (flags & flag.performing) !== 0;
    return {
      id,
      key: group.keys.get(slot),
      brain: number,
      goal: wanted === 0 ? undefined : goalText(brain, wanted - 1),
      forced: wanted !== 0 && read('forced') === wanted,
      facts: factsOf(group, slot),
      nodes: nodesOf(group, slot),
      plan: length === 0 ? undefined : { goal: goalText(brain, read('pursued') - 1), steps, at, cost: read('planCost'), from: (flags & flag.policy) === 0 ? 'search' : 'policy', because: replanTexts[read('madeFor')] ?? '' },
      step: performing ? steps[at] : undefined,
      states: performing ? statesOf(group, slot) : [],
      planning: (flags & flag.waiting) !== 0,
    };
  }
}

/** The text of a ground goal. */
export function goalText({ goals }: BrainDescription, number: number): string {
  return goals[number] ?? `goal ${number}`;
}

function isMind(flags: number): boolean {
  return (flags & (flag.alive | flag.inner)) === flag.alive;
}

function placesOf(groups: readonly MindGroup[]): Map<number, readonly [number, number]> {
  const places = new Map<number, readonly [number, number]>();
  groups.forEach((group, number) => {
    const [flags, id] = [column(group, 'mind.flags'), column(group, 'mind.id')];
    for (let slot = 0; slot < group.slots; slot++) if (isMind(flags[slot]!)) places.set(id[slot]!, [number, slot]);
  });
  return places;
}

const nothing = new Uint8Array();

function column({ columns }: MindGroup, name: string): Numbers {
  return columns.get(name) ?? nothing;
}

function widthOf({ columns }: BrainDescription, name: string): number {
  return columns.find((each) => each.name === name)?.width ?? 0;
}

function factsOf(group: MindGroup, slot: number): Moment['facts'] {
  const { facts, words } = group.brain;
  const data = column(group, 'facts') as Int32Array;
  return Object.fromEntries(
    facts.map((cell) => {
      const value = readCell(cell, data, slot * words);
      return [cell.text, cell.kind === 'flag' ? value === 1 : cell.kind === 'oneOf' ? (cell.values[value] ?? '') : value];
    }),
  );
}

/** As the rows of a tree say them: states above 3 are those of nodes that run. */
const nodeStates: readonly NodeState[] = ['ready', 'running', 'success', 'failure', 'running', 'running'];

function nodesOf(group: MindGroup, slot: number): readonly NodeState[] {
  const { length } = group.brain.tree;
  const states = column(group, 'tree.states');
  return Array.from({ length }, (_, node) => nodeStates[states[slot * length + node] ?? 0] ?? 'ready');
}

/** Bits of a lane's number that say which state is current there. */
const stateBits = 0x7fff;

/** Every state that is entered: the current one of each region, and those above it as far as the region goes, when what holds the region is entered too. */
function statesOf(group: MindGroup, slot: number): readonly string[] {
  const { states } = group.brain;
  const width = widthOf(group.brain, 'hsm.state');
  const row = column(group, 'hsm.state').subarray(slot * width, (slot + 1) * width);
  const entered = new Set<number>();
  // Parents come before their children, so whatever holds a region has been looked at.
  for (let number = 0; number < states.length; number++) {
    if (states[number]!.id !== '' && isEntered(states, row, entered, number)) entered.add(number);
  }
  return [...entered].map((number) => states[number]!.id);
}

function isEntered(states: readonly DescribedState[], row: Numbers, entered: ReadonlySet<number>, number: number): boolean {
  const { lane, parent } = states[number]!;
  if (parent !== 0 && !entered.has(parent)) return false;
  let at = (row[lane] ?? 0) & stateBits;
  if ((states[at]?.id ?? '') === '') return false;
  while (at !== number && !states[at]!.top) at = states[at]!.parent;
  return at === number;
}
