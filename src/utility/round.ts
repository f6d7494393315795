/** What is known while one decision is made; what options or the tuning bring along work on it. */
export interface Round {
  slot: number;
  body: unknown;
  facts: unknown;
  /** For each option 0 when it is ruled out from outside; null allows all. */
  allowed: Uint8Array | null;
  /** Sets aside what holds the current option. */
  force: boolean;
  /** The current option, or -1, and its target as it is now. */
  current: number;
  target: unknown;
  /** The current pair is not vetoed, and good enough. */
  stands: boolean;
  /** Only a higher rank may displace it. */
  locked: boolean;
  /** Target of the pair that displaces it. */
  challenger: unknown;
}
