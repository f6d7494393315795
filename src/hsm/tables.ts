import { isTop, pathInLane, type Blueprint, type Built } from './built.js';
import { cellView, emptyStage } from './cell-view.js';
import type { LeafState } from './definition.js';
import type { Layout } from './layout.js';
import { failed, firstNode, nodeKind, succeeded, type Tables } from './program.js';
import { quickLeaves } from './quick.js';
import { flatten, listWays, type Ways } from './ways.js';

/** Turns a blueprint and its layout into the interpreter's tables. */
export function buildTables(blueprint: Blueprint, layout: Layout): Tables {
  const { roots, nodes } = blueprint;
  const count = firstNode + nodes.length + roots.length;
  const ways = listWays(blueprint);
  const byte = (): Uint8Array => new Uint8Array(count);
  const short = (): Uint16Array => new Uint16Array(count);
  const [kind, top, skipFailures, any, deep, restless] = [byte(), byte(), byte(), byte(), byte(), byte()];
  const [parent, index, root, rounds, initial, stepsAbove, maxSteps] = [short(), short(), short(), short(), short(), short(), short()];
  const watches = new Uint32Array(count);
  const kids: number[][] = Array.from({ length: count }, () => []);
  const clocks: number[][] = Array.from({ length: count }, () => []);
  const leaves: (LeafState | undefined)[] = Array.from({ length: count });
  const cells: Tables['cells'][number][] = Array.from({ length: count }, () => []);
  const [numberFrom, numberTo] = [short(), short()];
  const initialNumbers = new Uint32Array(count);
  const firstNumbers: number[] = [];
  const precheck: Tables['precheck'][number][] = Array.from({ length: count });

  for (const node of nodes) {
    const { number, definition } = node;
    kind[number] = nodeKind[definition.kind];
    parent[number] = node.parent?.number ?? 0;
    index[number] = node.index;
    root[number] = node.root;
    top[number] = isTop(node) ? 1 : 0;
    kids[number] = node.kids.map((kid) => kid.number);
    clocks[number] = clocksOver(node, layout);
    stepsAbove[number] = stepsOver(node);
    watches[number] = ways.watchBits[number]!;
    restless[number] = ways.restless[number] ? 1 : 0;
    if (definition.kind === 'leaf') {
      leaves[number] = definition;
      cells[number] = definition.cells;
      const own = [layout.clock[number]!, layout.sleep[number]!].filter((place) => place !== -1);
      initialNumbers[number] = firstNumbers.length;
      firstNumbers.push(...own.map(() => 0), ...definition.cells.map((cell) => cell.initial));
      const from = own[0] ?? Math.max(0, layout.cellAt[number]!);
      numberFrom[number] = from;
      numberTo[number] = from + own.length + definition.cells.length;
    } else if (definition.kind === 'sequence') {
      rounds[number] = definition.rounds;
      skipFailures[number] = definition.skipFailures ? 1 : 0;
    } else if (definition.kind === 'machine') {
      initial[number] = node.kids.find((kid) => kid.name === definition.initial)!.number;
      deep[number] = definition.history === 'deep' ? 1 : 0;
    } else if (definition.kind === 'parallel') {
      any[number] = definition.until === 'any' ? 1 : 0;
    } else {
      maxSteps[number] = definition.maxSteps;
      precheck[number] = definition.precheck;
    }
  }
  const start = new Uint16Array(roots.length);
  roots.forEach((built, rootIndex) => {
    const number = firstNode + nodes.length + rootIndex;
    start[rootIndex] = number;
    kind[number] = nodeKind.start;
    top[number] = 1;
    root[number] = rootIndex;
    kids[number] = [built.number];
  });
  const stage = emptyStage();
  const cellViews = cells.map((names) => cellView(names, stage));
  const quick = quickLeaves(nodes, count, layout, ways, clocks, cellViews);
  const [kidStart, kidList] = flatten(kids);
  const [clockStart, clockList] = flatten(clocks);
  return Object.freeze({
    kind, parent, index, root, top, skipFailures, any, deep, restless, quick, rounds, initial, stepsAbove, maxSteps, watches, cells, precheck, start, numberFrom, numberTo, initialNumbers,
    firstNumbers: Float64Array.from(firstNumbers),
    stage,
    cellViews,
    ...layout,
    kidStart, kids: kidList,
    clockStart, clocks: clockList,
    ...wayTables(ways),
    enter: leaves.map((leaf) => leaf?.enter),
    drive: leaves.map((leaf) => leaf?.drive),
    exit: leaves.map((leaf) => leaf?.exit),
    resume: leaves.map((leaf) => leaf?.resume),
    undo: leaves.map((leaf) => leaf?.undo),
    hasHistory: layout.history.some((place) => place !== -1),
    hasUndo: leaves.some((leaf) => leaf?.undo !== undefined),
    canSleep: layout.sleep.some((place) => place !== -1),
    hasLists: layout.list.some((place) => place !== -1),
  });
}

function wayTables(ways: Ways): Pick<Tables, 'checkStart' | 'checks' | 'eventStart' | 'eventChecks' | 'doneStart' | 'doneChecks' | 'machineOf' | 'target' | 'event' | 'after' | 'results' | 'when'> {
  const [checkStart, checks] = flatten(ways.checks);
  const [eventStart, eventChecks] = flatten(ways.events);
  const [doneStart, doneChecks] = flatten(ways.done);
  const { list } = ways;
  return {
    checkStart, checks, eventStart, eventChecks, doneStart, doneChecks,
    machineOf: Uint16Array.from(list, (way) => way.machine.number),
    target: Uint16Array.from(list, (way) => way.target?.number ?? (way.data.to === 'succeed' ? succeeded : failed)),
    event: Int16Array.from(list, (way) => way.event),
    after: Float64Array.from(list, (way) => way.data.after ?? -1),
    results: Uint8Array.from(list, (way) => (way.data.done === 'success' ? 1 : way.data.done === 'failure' ? 2 : 3)),
    when: list.map((way) => way.data.when),
  };
}

/** The clocks that run while the node is its lane's current one: its own, those of the machines above it in the lane, and the root's. */
function clocksOver(node: Built, layout: Layout): number[] {
  const places = pathInLane(node).map((each) => layout.clock[each.number]!).filter((place) => place !== -1);
  if (layout.lane[node.number] === 0 && layout.rootClock[node.root] !== -1) places.push(layout.rootClock[node.root]!);
  return places;
}

function stepsOver(node: Built): number {
  for (let at = node.parent; at !== undefined; at = at.parent) if (at.definition.kind === 'steps') return at.number;
  return 0;
}
