import type { Status } from '../core/index.js';

/** One call of a task's function, from enter to exit. */
export interface TaskRun {
  outcome: Status;
  readonly cancel: () => void;
}
