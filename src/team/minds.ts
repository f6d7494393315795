import { failure, running, success, type Status } from '../core/internal.js';
import { type Frame, machine, once, sequence, type State, type Step, type Transition } from '../hsm/internal.js';
import type { Crew, WorkOrder } from './crew/types.js';
import type { Team } from './team.js';
import { instant } from './time.js';

/** How one kind of order is performed: a state, or a function that is called every tick with the order until it no longer answers `running`. */
export type OrderStep<Body, J> = State<Body> | ((body: Body, order: WorkOrder<J>, frame: Frame) => Status);

/** How a mind finds its orders, and how it performs them. */
export interface CrewWork<Body, F, J, G> {
  /** The crew that the body belongs to; it must be one that performs `reported`. */
  readonly crew: (body: Body) => Crew<F, J, G>;
  /** The body's name in the crew. */
  readonly agent: (body: Body) => string;
  /** Walks to `order.to`. Left out, the time that the walk takes by plan goes by. */
  readonly travel?: OrderStep<Body, J>;
  /** Does the job. Left out, the time that it takes by plan goes by. A helper goes through the same step; the leader's end counts. */
  readonly jobs?: { readonly [K in keyof J]?: OrderStep<Body, J> };
}

/**
 * A step for a brain's plan that carries out what a crew has queued for the mind's body: it walks, waits and works as ordered, reports arrival,
 * end and failure to the crew, and succeeds when there is nothing left to do. Being aborted in the middle of a job is a failure of that job;
 * being aborted on the way is none, the walk is taken up again later.
 *
 * Tick the minds first and the crew after them, so that an order given is an order acted on in the next frame.
 */
export function crewWork<Body, F, J, G>(team: Team<F, J, G>, parts: CrewWork<Body, F, J, G>): State<Body> {
  const orderOf = (body: Body): WorkOrder<J> => parts.crew(body).order(parts.agent(body));
  const step = (given: OrderStep<Body, J> | undefined): Step<Body> => {
    if (given === undefined) return (body, _params, frame) => (frame.elapsed >= orderOf(body).lasts - instant ? success : running);
    return typeof given === 'function' ? (body, _params, frame) => given(body, orderOf(body), frame) : given;
  };
  const states: Record<string, Step<Body>> = {
    wait: () => running,
    travel: sequence<Body, unknown, any>(step(parts.travel), once((body) => arrived(body))),
    lost: sequence<Body, unknown, any>(once((body) => failed(body, 'found no way')), () => failure),
  };
  const isAt = new Map<string, (body: Body) => boolean>([
    ['wait', (body) => orderOf(body).phase === 'wait'],
    ['travel', (body) => orderOf(body).phase === 'travel'],
  ]);
  for (const job of team.jobs) {
    const name = `job ${job}`;
    const isOrdered = (body: Body): boolean => {
      const order = orderOf(body);
      return order.phase === 'work' && order.job === job;
    };
    isAt.set(name, isOrdered);
    // Whatever ends the step without success, the crew must hear of it; the undo of a first step that does nothing is the place for that.
    const watch = once<Body, unknown, any>(() => undefined, { undo: (body) => isOrdered(body) && failed(body, 'could not finish it') });
    states[name] = sequence<Body, unknown, any>(watch, step(parts.jobs?.[job]), once((body) => done(body)));
  }

  function arrived(body: Body): void {
    if (orderOf(body).phase === 'travel') parts.crew(body).arrived(parts.agent(body));
  }
  function done(body: Body): void {
    const { phase, leads } = orderOf(body);
    if (phase === 'work' && leads) parts.crew(body).done(parts.agent(body));
  }
  function failed(body: Body, why: string): void {
    parts.crew(body).failed(parts.agent(body), why);
  }

  const transitions: Transition<Body, unknown, string, any>[] = [{ from: 'travel', to: 'lost', done: 'failure', priority: 1 }];
  for (const [to, when] of isAt) {
    transitions.push({ from: '*', to, when }, { from: '*', to, done: 'any', when });
    // The next order may be of the same kind; then the same state is entered anew.
    if (to !== 'wait') transitions.push({ from: to, to, done: 'any', when });
  }
  const isIdle = (body: Body): boolean => orderOf(body).phase === 'idle';
  transitions.push({ from: '*', to: 'succeed', when: isIdle }, { from: '*', to: 'succeed', done: 'any', when: isIdle });
  return machine<Body, unknown, any, string>({ states, initial: 'wait', transitions });
}
