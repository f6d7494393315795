import { coreOf, type Crowd } from '../crowd.js';

/** Who goes along with a crowd. */
export interface Follower {
  /** Asked before each tick: false, and the crowd stands still for this one. */
  readonly gate?: () => boolean;
  /** Told after each tick. */
  readonly ticked?: () => void;
}

/**
 * Goes along with a running crowd, tick by tick; any number may. What a follower throws is thrown by `crowd.tick`.
 * @returns a function that ends it
 */
export function follow(crowd: Crowd, follower: Follower): () => void {
  const { followers } = coreOf(crowd);
  // Each has an entry of its own, so that one follower may follow twice.
  const entry = { ...follower };
  followers.push(entry);
  return () => {
    const at = followers.indexOf(entry);
    if (at >= 0) followers.splice(at, 1);
  };
}
