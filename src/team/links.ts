import type { Op, Work } from './program.js';

/** Work on the time line, as far as links are concerned. */
export interface Linkable {
  readonly work: Pick<Work, 'ops' | 'holds'>;
  readonly start: number;
  readonly end: number;
  /** It has begun: what it takes is gone from the values. */
  readonly begun: boolean;
}

/** Who waits for whom. Numbers are places in the list that was linked. */
export interface Links {
  /** What must have ended before this begins. */
  readonly after: readonly number[];
  /** What must have begun before this begins: it looks at something that this one changes, or makes room for it. */
  readonly behind: readonly number[];
  /** Whose results it uses; part of `after` and `behind`. */
  readonly uses: readonly number[];
}

/** A cell while the list is gone through in order of time. */
interface CellState {
  /** Who made the units at hand, oldest first; -1 for what was there from the start. */
  readonly units: number[];
  /** Most that can be there once all under way has ended. */
  high: number;
  /** Who set it last; -1 when it is as it was. */
  setter: number;
  /** Who has done anything with it since then. */
  users: number[];
}

/** What it takes to keep the order of a list of works when times turn out otherwise than planned. The list is in order of precedence. */
export function link(works: readonly Linkable[], values: readonly number[]): readonly Links[] {
  const links = works.map(() => ({ after: new Set<number>(), behind: new Set<number>(), uses: new Set<number>() }));
  const cells = new Map<number, CellState>();
  const stationLast = new Map<number, number>();
  for (const { at, begins, ends } of inOrder(works)) {
    const { work, begun } = works[at]!;
    if (begins) {
      for (const station of work.holds) {
        const last = stationLast.get(station);
        if (last !== undefined) links[at]!.after.add(last);
        stationLast.set(station, at);
      }
    }
    for (const op of work.ops) {
      const state = stateOf(op, cells, values);
      if (begins) begin(at, op, state, works, links[at]!, begun);
      if (ends) end(at, op, state);
    }
  }
  return links.map(({ after, behind, uses }) => {
    for (const each of after) behind.delete(each);
    return { after: [...after], behind: [...behind], uses: [...uses] };
  });
}

/** Goes through beginnings and ends in order of time: ends first, and what lasts no time in one. */
function* inOrder(works: readonly Linkable[]): Generator<{ readonly at: number; readonly begins: boolean; readonly ends: boolean }> {
  const moments = works.flatMap(({ start, end }, at) => (start === end ? [{ time: start, late: 1, at, begins: true, ends: true }] : [
    { time: start, late: 1, at, begins: true, ends: false },
    { time: end, late: 0, at, begins: false, ends: true },
  ]));
  yield* moments.sort((a, b) => a.time - b.time || a.late - b.late || a.at - b.at);
}

function stateOf(op: Op, cells: Map<number, CellState>, values: readonly number[]): CellState {
  let state = cells.get(op.cell);
  if (state === undefined) {
    state = { units: new Array<number>(Math.max(0, Math.min(values[op.cell]! - op.min, mostUnits))).fill(-1), high: values[op.cell]!, setter: -1, users: [] };
    cells.set(op.cell, state);
  }
  return state;
}

/** Units at hand that are told apart: more than any list of jobs can use up. */
const mostUnits = 4096;

interface Growing {
  readonly after: Set<number>;
  readonly behind: Set<number>;
  readonly uses: Set<number>;
}

function begin(at: number, op: Op, state: CellState, works: readonly Linkable[], { after, behind, uses }: Growing, begun: boolean): void {
  const { cell, min, max, allowed, take, give, set } = op;
  const opOf = (other: number): Op => works[other]!.work.ops.find((each) => each.cell === cell)!;
  if (state.setter >= 0) {
    after.add(state.setter);
    if (allowed !== undefined || take > 0 || give > 0) uses.add(state.setter);
  }
  const seen = Math.max(take, allowed === undefined ? 0 : allowed[0]! - min);
  if (!begun) {
    for (const maker of state.units.slice(0, seen)) {
      if (maker < 0) continue;
      after.add(maker);
      uses.add(maker);
    }
  }
  // Less was wanted, or room: those who took must have taken.
  const low = allowed !== undefined && allowed[allowed.length - 1]! < max;
  let takenBefore = 0;
  for (const user of state.users) takenBefore += works[user]!.begun ? 0 : opOf(user).take;
  const tight = give > 0 && state.high + takenBefore + give > max;
  for (const user of state.users) {
    const theirs = opOf(user);
    if (user !== at && theirs.take > 0 && (low || tight)) {
      behind.add(user);
      uses.add(user);
    }
    // Who looked at the level must have looked before it changes.
    if (user !== at && theirs.allowed !== undefined && (take > 0 || give > 0 || set !== undefined)) behind.add(user);
    if (user !== at && set !== undefined) after.add(user);
  }
  if (!begun) {
    state.units.splice(0, take);
    state.high -= take;
  }
  state.high += give;
  state.users.push(at);
}

function end(at: number, { min, give, set }: Op, state: CellState): void {
  for (let unit = 0; unit < give; unit++) state.units.push(at);
  if (set === undefined) return;
  state.units.length = 0;
  for (let unit = 0; unit < Math.min(set - min, mostUnits); unit++) state.units.push(at);
  state.high = set;
  state.setter = at;
  state.users = [];
}

/** Which goals each work serves: its own, and those of all that use its results. Users stand behind what they use. */
export function served(uses: readonly (readonly number[])[], goals: readonly number[]): readonly ReadonlySet<number>[] {
  const serves = goals.map((goal) => new Set(goal < 0 ? [] : [goal]));
  // A work may use one that stands behind it only when both begin at the same moment; going round until nothing changes covers that.
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = uses.length - 1; at >= 0; at--) {
      for (const used of uses[at]!) {
        for (const goal of serves[at]!) {
          if (serves[used]!.has(goal)) continue;
          serves[used]!.add(goal);
          changed = true;
        }
      }
    }
  }
  return serves;
}
