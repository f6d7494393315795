/**
 * The one place of the library that asks the host for chance and for the time: a drop-in for mistreevous must do what it does
 * for a user who gives neither `random` nor `getDeltaTime`. Everything else draws from seeded streams and is handed its time.
 * See docs/decisions/0040-exact-reading-asks-the-host.md.
 */

/** A number in [0, 1). */
export function hostRandom(): number {
  // oxlint-disable-next-line eslint/no-restricted-properties -- see above
  return Math.random();
}

/** Milliseconds since 1970. */
export function hostMilliseconds(): number {
  // oxlint-disable-next-line eslint/no-restricted-globals -- see above
  return Date.now();
}
