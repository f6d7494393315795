import { describe, isPlainObject, Problem } from '../core/internal.js';
import type { Drive, ExitReason, Frame, History, State, Step } from './types.js';

/** A callback once its types are gone: the compiled program keeps them in plain lists. */
export type AnyDrive = Drive<unknown, unknown, unknown>;
export type AnyHook = (body: unknown, params: unknown, frame: Frame) => void;
export type AnyExit = (body: unknown, params: unknown, why: ExitReason, frame: Frame) => void;
export type AnyGuard = (body: unknown, params: unknown) => boolean;
export type AnyPrecheck = (body: unknown, action: string, params: unknown) => boolean;

export interface LeafState extends State {
  readonly kind: 'leaf';
  readonly cells: readonly { readonly name: string; readonly initial: number }[];
  readonly timed: boolean;
  readonly sleeps: boolean;
  readonly enter: AnyHook | undefined;
  readonly drive: AnyDrive;
  readonly exit: AnyExit | undefined;
  readonly resume: AnyHook | undefined;
  /** Takes back what a finished `once` did. */
  readonly undo: ((body: unknown, params: unknown) => void) | undefined;
}

/** A child and the name it has there. */
export interface NamedStep {
  readonly name: string;
  readonly step: Step;
}

export interface SequenceState extends State {
  readonly kind: 'sequence';
  readonly kids: readonly NamedStep[];
  /** Rounds to make; 0 is forever. */
  readonly rounds: number;
  readonly skipFailures: boolean;
  readonly history: boolean;
}

export interface TransitionData {
  readonly from: readonly string[] | undefined;
  readonly to: string;
  readonly when: AnyGuard | undefined;
  readonly watch: readonly string[] | undefined;
  readonly event: string | undefined;
  readonly after: number | undefined;
  readonly done: 'success' | 'failure' | 'any' | undefined;
  readonly priority: number;
}

export interface MachineState extends State {
  readonly kind: 'machine';
  readonly kids: readonly NamedStep[];
  readonly initial: string;
  readonly transitions: readonly TransitionData[];
  readonly history: History;
}

export interface ParallelState extends State {
  readonly kind: 'parallel';
  readonly kids: readonly NamedStep[];
  readonly until: 'all' | 'any';
}

export interface StepsState extends State {
  readonly kind: 'steps';
  readonly kids: readonly NamedStep[];
  readonly maxSteps: number;
  readonly precheck: AnyPrecheck | undefined;
}

export interface SubState extends State {
  readonly kind: 'sub';
  readonly root: Step;
}

export type Definition = LeafState | SequenceState | MachineState | ParallelState | StepsState | SubState;

const kinds: ReadonlySet<unknown> = new Set(['leaf', 'sequence', 'machine', 'parallel', 'steps', 'sub']);

/** The data behind a step; a bare function becomes a leaf. */
export function definitionOf(step: Step, path: string): Definition {
  if (typeof step === 'function') return leafState({ drive: step as AnyDrive });
  if (!isPlainObject(step) || !kinds.has(step['kind'])) {
    throw new Problem('not-a-step', `${path} must be a function or a state, not ${describe(step)}`, { path, hint: 'make states with leaf, sequence, machine, ...' });
  }
  return step as unknown as Definition;
}

/** A leaf with everything left out filled in. */
export function leafState(parts: Partial<LeafState> & { readonly drive: AnyDrive }): LeafState {
  return Object.freeze({
    kind: 'leaf',
    cells: parts.cells ?? [],
    timed: parts.timed ?? true,
    sleeps: parts.sleeps ?? false,
    enter: parts.enter,
    drive: parts.drive,
    exit: parts.exit,
    resume: parts.resume,
    undo: parts.undo,
  });
}
