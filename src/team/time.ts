/** Parts of a second that times are rounded to. A power of two, so that adding and comparing times is exact for the first 97 days. */
const parts = 2 ** 30;

/** A duration or moment in seconds, rounded to the grid on which sums are exact: equal times compare as equal. Infinity stays. */
export function exactly(seconds: number): number {
  return Math.round(seconds * parts) / parts;
}

/** Shortest difference of times that matters when a clock made of frame times is compared with a plan. */
export const instant: number = 1e-6;
