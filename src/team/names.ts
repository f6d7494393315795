import { describe, didYouMean, Problem } from '../core/internal.js';
import type { Layout } from '../facts/internal.js';

/** The names a job may use, and the lists of places and stations that jobs fill. */
export interface Names {
  readonly layout: Layout;
  /** Members of all object sets. */
  readonly members: ReadonlySet<string>;
  readonly locks: ReadonlySet<string>;
  readonly places: string[];
  readonly stations: string[];
}

/** The number of a name in a growing list. */
export function numberIn(list: string[], name: string): number {
  const at = list.indexOf(name);
  return at < 0 ? list.push(name) - 1 : at;
}

/** An error about a name that must be a member of an object set (or a lock). */
export function unknownPlace(name: unknown, known: Iterable<string>, path: string): Problem {
  return new Problem('unknown-place', `${describe(name)} is no member of an object set`, { path, hint: didYouMean(String(name), known) });
}
