/** The states of a node as bytes; `stateNames` of details.ts has their names in this order. */
export const ready = 0;
export const running = 1;
export const succeeded = 2;
export const failed = 3;
