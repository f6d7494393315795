import { running, type Status } from '../core/internal.js';
import type { Want } from '../goap/internal.js';
import { leaf, type Frame, type State } from '../hsm/internal.js';
import { countDown } from './troubles.js';
import { flag } from './mind-columns.js';
import type { Minds } from './minds.js';
import { abortPlanLeaf, runPlanLeaf } from './plan-leaf.js';
import { marksRefined, programOf } from './program.js';
import { sense } from './tick.js';
import type { Brain, Performer } from './types.js';

/** The one node of an inner mind, which has no tree: its plan slot belongs to the step that refines. */
const innerNode = 0;

interface InnerCells {
  /** Slot of the inner mind + 1. */
  inner: number;
}

/**
 * A step that is a plan of its own: another brain's plan for the same body, made when the step is reached. Hierarchical planning:
 * the outer plan says "have an ingot", this says how. It succeeds when the goal holds for the inner brain, and fails when that has no plan or gives up.
 *
 * The inner brain senses, plans and performs; its options and its tree are not asked. Nesting cannot run in circles, since a brain
 * must exist before another can name it.
 *
 * @throws Problem when there is no such goal
 */
export function refine<Body, F, A, G, V>(part: Performer<Body, F, A, G, V>, goal: Want<NoInfer<G>>): State<Body, unknown, V> {
  const program = programOf(part as Brain<Body>);
  const number = program.goals.number(goal, 'refine');
  return leaf<Body, unknown, V, { readonly inner: number }>({
    cells: { inner: 0 },
    enter: marksRefined((body: Body, _params: unknown, frame: Frame<V, InnerCells>) => begin(frame.host as Minds, frame, body), program),
    drive: (_body, _params, frame) => tickInner((frame.host as Minds).crowd.group(program), frame.cells.inner - 1, number, frame.dt),
    exit: (_body, _params, _why, frame) => {
      const minds = (frame.host as Minds).crowd.group(program);
      abortPlanLeaf(minds, frame.cells.inner - 1, innerNode);
      minds.freeInner(frame.cells.inner - 1);
    },
    resume: (body, _params, frame) => {
      const host = frame.host as Minds;
      const old = frame.cells.inner - 1;
      const { restoring } = host.crowd;
      // Raw columns come back with their inner minds in place.
      if (restoring === undefined) return;
      begin(host, frame, body);
      restoring.fillInner(host.crowd.group(program), frame.cells.inner - 1, old);
    },
  });

  function begin(host: Minds, frame: Frame<V, InnerCells>, body: Body): void {
    frame.cells.inner = host.crowd.group(program).spawnInner(host, frame.slot, body, number) + 1;
  }
}

/** One tick of an inner mind: it senses, and makes its one goal true. */
function tickInner(minds: Minds, slot: number, goal: number, dt: number): Status {
  if (slot < 0) return running;
  minds.view.point(minds.facts.data, slot * minds.words);
  sense(minds, slot, minds.bodies[slot], dt);
  if ((minds.c.flags.data[slot]! & flag.timers) !== 0) countDown(minds, slot, dt);
  return runPlanLeaf(minds, slot, innerNode, goal + 1, dt);
}
