import type { Status } from '../core/internal.js';

/** The events of V by name; where there are none, a sentence that says so in the compiler's error. */
export type EventName<V> = [keyof V & string] extends [never] ? 'no events are declared here: a brain hears those that its perceive names under events' : keyof V & string;

/**
 * Why a state is left. A brain passes on what became of its mind's plan: it wants something else now (`goalChanged`), what it wanted holds
 * without this step (`goalReached`), the target is gone (`targetLost`), or what the step was going to take is not there any more (`refused`).
 */
export type ExitReason = 'success' | 'failure' | 'abort' | 'goalChanged' | 'goalReached' | 'targetLost' | 'refused';

/**
 * What a leaf learns besides body and params. There is one frame for a whole store, pointed at one activation after the other:
 * read it inside the callback, never keep it. (`post` and `sleep` may be taken out by destructuring.)
 */
export interface Frame<V = any, C = unknown, T = any> {
  /** Seconds since this entity was last ticked. */
  readonly dt: number;
  /** Seconds in this activation: 0 when the leaf is driven for the first time. NaN for a leaf with `timed: false`. */
  readonly elapsed: number;
  /** The leaf's own numbers, set to their initial values on every enter. */
  readonly cells: C;
  /** Names this activation: another enter, another token. Late answers compare it with `store.alive(slot, token)`. */
  readonly token: number;
  /** The row number of the entity. */
  readonly slot: number;
  /** In a brain's steps: what the pursued `perTarget` option is about; undefined without a target. */
  readonly target: T;
  /**
   * In a brain's steps: takes so much of a shared fact, now and for good, first of what the step has claimed. False, and nothing is taken, when
   * there is not so much; what the step takes is not taken again when it succeeds. @throws Problem for a fact that is not shared
   */
  take(fact: string, amount?: number): boolean;
  /** What the owner of the store set as `host`: a brain's states find the mind's crowd here. Undefined otherwise. */
  readonly host: unknown;
  /** Queues an event, ahead of those from outside. It is handled after the callback, never inside this call. */
  post(event: EventName<V>): void;
  /** This leaf need not be driven for so many seconds. Only for leaves that say `sleeps: true`. It can be left at any time. */
  sleep(seconds: number): void;
}

/** A bare function as a step: called every tick until it no longer answers `running`. */
export type Drive<Body = any, P = any, V = any> = (body: Body, params: P, frame: Frame<V>) => Status;

/** The kinds of state there are. */
export type StateKind = 'leaf' | 'sequence' | 'machine' | 'parallel' | 'steps' | 'sub';

/** A state: immutable, shared by every entity, made by `leaf`, `sequence`, `machine` and their like. */
export interface State<Body = any, P = any, V = any> {
  readonly kind: StateKind;
  /** Carries the types only; never set. */
  readonly '~state'?: (body: Body, params: P) => V;
}

/** Whatever can be done: a state, or a bare function. */
export type Step<Body = any, P = any, V = any> = Drive<Body, P, V> | State<Body, P, V>;

/** The names of a leaf's cells with their current numbers. */
export type Cells<C> = { -readonly [K in keyof C]: number };

/** The parts of a leaf. */
export interface LeafParts<Body, P, V, C> {
  /** Numbers of this leaf and their values at enter. Eight bytes an entity each, shared with the cells of sibling states. */
  readonly cells?: C;
  /** False: nobody reads `frame.elapsed`, which saves eight bytes an entity. */
  readonly timed?: boolean;
  /** True: the leaf may call `frame.sleep`, for eight bytes an entity. */
  readonly sleeps?: boolean;
  /** Called once when the leaf becomes active. */
  readonly enter?: (body: Body, params: P, frame: Frame<V, Cells<C>>) => void;
  /** Called every tick, the first time in the tick of the enter. */
  readonly drive: (body: Body, params: P, frame: Frame<V, Cells<C>>) => Status;
  /** Called exactly once for every enter, whatever ended the leaf. */
  readonly exit?: (body: Body, params: P, why: ExitReason, frame: Frame<V, Cells<C>>) => void;
  /** Called instead of enter when the leaf was restored from a save. */
  readonly resume?: (body: Body, params: P, frame: Frame<V, Cells<C>>) => void;
}

/** How a composite remembers where it was when it was interrupted: not at all, its own step, or everything below it too. */
export type History = 'none' | 'step' | 'deep';

/** Where a transition may lead besides a state: the machine itself ends. */
export type End = 'succeed' | 'fail';

/**
 * One way from state to state. It is taken when its trigger comes up and `when` (if given) is true:
 * - `event`: that event was posted; inner machines are asked first;
 * - `after`: so many seconds have gone by in the state;
 * - `done`: the state ended, with success, with failure, or either;
 * - none of these: tested every tick, outer machines first.
 */
export interface Transition<Body, P, N, V> {
  /** `'*'` is any state but the target itself. */
  readonly from: N | '*' | readonly N[];
  readonly to: N | End;
  /** Answers true or false; any other answer is reported and counts as false. */
  readonly when?: (body: Body, params: P) => boolean;
  /** The facts `when` depends on. An entity whose guards all name theirs can sleep until `store.changed(name)`. */
  readonly watch?: readonly string[];
  readonly event?: EventName<V>;
  readonly after?: number;
  readonly done?: 'success' | 'failure' | 'any';
  /** Higher goes first; equal ones in the order written. Default 0. */
  readonly priority?: number;
}

/** A step list for a `steps` state: which of its actions, with which params. */
export interface PlannedStep<N extends string = string, P = unknown> {
  readonly action: N;
  readonly params?: P;
}

/** What happened to a list of steps. */
export interface StepsStatus {
  /** Index of the current step; equal to `total` when all are done. */
  readonly step: number;
  readonly total: number;
  /** Index of the step that failed last, or -1. */
  readonly failedStep: number;
  /** `stale`: the failed step was never entered, because the precheck refused it. */
  readonly reason: 'failed' | 'stale' | undefined;
}

/** What to do with a saved row that does not fit the structure it is restored into. */
export type RestorePolicy = 'error' | 'restart' | 'nearest';

/** What a restore did. */
export interface RestoreReport {
  /** `exact`: everything found its place. `nearest`: an ancestor was kept and its first state entered. `restarted`: the root begins anew. */
  readonly outcome: 'exact' | 'nearest' | 'restarted' | 'idle';
  /** Paths of what was saved and has no place now. */
  readonly lost: readonly string[];
}
