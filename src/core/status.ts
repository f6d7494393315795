/**
 * What a leaf or a state answers when it is driven: still at it, done, or unable to.
 * Plain numbers, so that a table interpreter can keep them in a byte.
 */
export type Status = 0 | 1 | 2;

/** Not finished: drive me again next tick. */
export const running: 0 = 0;
/** Finished, and what was wanted is true now. */
export const success: 1 = 1;
/** Finished without reaching what was wanted. */
export const failure: 2 = 2;

const names = ['running', 'success', 'failure'] as const;

/** The name of a status, for texts. */
export function statusName(status: Status): 'running' | 'success' | 'failure' {
  return names[status];
}
