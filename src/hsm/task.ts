import { checkKeys, describe, failure, Problem, running, success, type Status } from '../core/internal.js';
import type { FrameView } from './frame.js';
import { leafState, type AnyExit, type AnyHook } from './definition.js';
import { TaskCancel, type TaskSignal } from './task-signal.js';
import type { State } from './types.js';

/** One call of a task's function, from enter to exit. */
export interface TaskRun {
  outcome: Status;
  /** What the promise was rejected with, in a box: anything can be thrown. */
  thrown: { readonly error: unknown } | undefined;
  readonly cancel: () => void;
}

/** Choices of a task. */
export interface TaskOptions {
  /** What becomes of a task that was running when its entity was saved: its function is called again (default), or it fails. */
  readonly afterRestore?: 'again' | 'fail';
}

/**
 * Awaits an asynchronous function: running until its promise settles, then a success, unless it resolves to `failure` or `false`.
 * A rejection is a failure and is reported like any throw. When the state is left earlier, `signal` is aborted and a late answer counts for nothing.
 */
export function task<Body = unknown, P = unknown, V = any>(work: (body: Body, params: P, signal: TaskSignal) => Promise<unknown>, options: TaskOptions = {}): State<Body, P, V> {
  if (typeof work !== 'function') throw new Problem('not-a-function', `task takes a function, not ${describe(work)}`, { path: 'task' });
  checkKeys(options as Record<string, unknown>, ['afterRestore'], 'task');
  const { afterRestore = 'again' } = options;
  if (afterRestore !== 'again' && afterRestore !== 'fail') throw new Problem('bad-policy', `afterRestore is "again" or "fail", not ${describe(afterRestore)}`, { path: 'task.afterRestore' });

  const start: AnyHook = (body, params, frame) => {
    const { tasks, lane, slot } = frame as FrameView;
    const cancel = new TaskCancel();
    const run: TaskRun = { outcome: running, thrown: undefined, cancel: () => cancel.abort() };
    (tasks[lane] ??= [])[slot] = run;
    Promise.resolve(work(body as Body, params as P, cancel.signal)).then(
      (answer) => (run.outcome = answer === failure || answer === false ? failure : success),
      (error: unknown) => {
        run.outcome = failure;
        run.thrown = { error };
      },
    );
  };
  const stop: AnyExit = (_body, _params, _why, frame) => {
    const { tasks, lane, slot } = frame as FrameView;
    const run = tasks[lane]?.[slot];
    if (run === undefined) return;
    tasks[lane]![slot] = undefined;
    if (run.outcome === running) run.cancel();
  };
  return leafState({
    timed: false,
    enter: start,
    drive: (_body, _params, frame) => {
      const { tasks, lane, slot } = frame as FrameView;
      const run = tasks[lane]?.[slot];
      if (run?.thrown !== undefined) throw run.thrown.error;
      return run === undefined ? failure : run.outcome;
    },
    exit: stop,
    resume: afterRestore === 'again' ? start : undefined,
  });
}
