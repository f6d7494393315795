import { failure, fingerprint, Problem, type Status } from '../core/internal.js';
import { compileTree, type Tree } from '../bt/internal.js';
import { leaf, type Frame, type State } from '../hsm/internal.js';
import { compileOptions } from '../utility/internal.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import type { BrainProgram } from './program.js';
import { sense } from './tick.js';
import { readPlanCalls } from './tree-names.js';
import { countDown } from './troubles.js';

/** How many steps that are trees may stand inside each other: a plan inside one can need that very step again. */
const deepestStep = 8;

/** A step that is a tree, while its brain is made: the program of the minds that run it is known when the brain's own is. */
export interface TreeStep {
  readonly tree: Tree<any, any, any>;
  readonly state: State<any, any, any>;
  program: BrainProgram | undefined;
}

interface Cells {
  /** Slot of the inner mind + 1; 0 when the trees are nested too deep. */
  inner: number;
}

/** True for what `bt` and `treeOf` make. */
export function isTree(value: unknown): value is Tree<any, any, any> {
  return typeof value === 'object' && value !== null && 'definition' in value && 'leaves' in value && 'spans' in value;
}

/**
 * A step that is a tree of its own: it runs on an inner mind of the same brain, which plans and performs for the goals that the tree names.
 * The step ends as its tree does.
 */
export function treeStep(tree: Tree<any, any, any>): TreeStep {
  const made: TreeStep = {
    tree,
    program: undefined,
    state: leaf<unknown, Readonly<Record<string, string>>, any, { readonly inner: number }>({
      cells: { inner: 0 },
      enter: (body, params, frame) => begin(frame.host as Minds, frame, body, params),
      drive: (_body, _params, frame) => (frame.cells.inner === 0 ? failure : tickTree(group(frame), frame.cells.inner - 1, frame.dt)),
      exit: (_body, _params, _why, frame) => {
        if (frame.cells.inner === 0) return;
        const minds = group(frame);
        const slot = frame.cells.inner - 1;
        minds.view.point(minds.facts.data, slot * minds.words);
        minds.tree.abort(slot, minds.bodies[slot], minds.view.view);
        minds.stepParams.delete(slot);
        minds.freeInner(slot);
      },
      resume: (body, params, frame) => {
        const host = frame.host as Minds;
        const old = frame.cells.inner - 1;
        const { restoring } = host.crowd;
        // Raw columns come back with their inner minds in place.
        if (restoring === undefined) group(frame).stepParams.set(old, params);
        else {
          begin(host, frame, body, params);
          if (frame.cells.inner > 0) restoring.fillInner(group(frame), frame.cells.inner - 1, old);
        }
      },
    }),
  };
  return made;

  function group(frame: Frame<any, Cells>): Minds {
    return (frame.host as Minds).crowd.group(made.program!);
  }

  function begin(host: Minds, frame: Frame<any, Cells>, body: unknown, params: Readonly<Record<string, string>>): void {
    frame.cells.inner = 0;
    if (depthOf(host, frame.slot) >= deepestStep) return;
    const minds = group(frame);
    const slot = minds.spawnInner(host, frame.slot, body, -1);
    minds.stepParams.set(slot, params);
    frame.cells.inner = slot + 1;
  }
}

/** The program of the minds that run a step's tree: the brain's own, but for the tree, and with nothing to want by itself. */
export function stepProgram(host: BrainProgram, action: string, { tree }: TreeStep): BrainProgram {
  const compiled = compileTree(tree.definition);
  const planCalls = readPlanCalls(compiled, tree as Tree<never, never, never>, host.engine, host.goals);
  const bare = compiled.allCalls.find(({ name, role, node }) => name === 'plan' && role === 'action' && planCalls.goalAt[node] === 0 && planCalls.goalOf[node] === undefined);
  if (bare !== undefined) throw new Problem('bare-plan', `the tree of step "${action}" plans, but does not say what for`, { path: `brain.steps.${action}`, hint: 'write action [plan, "goal"]' });
  return Object.freeze({
    ...host,
    name: `${host.name}/${action}`,
    fingerprint: fingerprint(`${host.fingerprint} ${compiled.hash}`),
    options: compileOptions({}, {}, 'brain.utility'),
    goalOf: new Int32Array(0),
    tree: compiled,
    leaves: tree.leaves,
    planCalls,
    inner: [],
    ownsParams: true,
  });
}

/** One tick of the inner mind of a step's tree. */
function tickTree(minds: Minds, slot: number, dt: number): Status {
  minds.view.point(minds.facts.data, slot * minds.words);
  sense(minds, slot, minds.bodies[slot], dt);
  if ((minds.c.flags.data[slot]! & flag.timers) !== 0) countDown(minds, slot, dt);
  return minds.tree.step(slot, minds.bodies[slot], minds.view.view, dt);
}

/** How many minds stand around this one. */
function depthOf(minds: Minds, slot: number): number {
  let depth = 0;
  let at = { minds, slot };
  while ((at.minds.c.flags.data[at.slot]! & flag.inner) !== 0) {
    const { c, crowd } = at.minds;
    at = { minds: crowd.groups[c.outerGroup.data[at.slot]! - 1]!, slot: c.outerSlot.data[at.slot]! - 1 };
    depth++;
  }
  return depth;
}
