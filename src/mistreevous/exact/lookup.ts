import type { RootNode } from '../../bt/internal.js';
import { ownSites } from './sites.js';

/** What trees run on: an object whose methods are called by name. */
export type Agent = Record<string, unknown>;

/** A function registered for all trees: it gets the agent first. */
export type GlobalFunction = (agent: any, ...args: any[]) => unknown;

/**
 * Functions and subtrees registered for all trees. Plain objects, as in mistreevous: a name that every object has, such as
 * `toString`, counts as registered there too.
 */
export class Lookup {
  #functions: Record<string, GlobalFunction> = {};
  #subtrees: Record<string, RootNode> = {};
  readonly #sites: Map<string, number> = new Map();

  /** The place of sites.ts at which a name is looked up: first come, first served, and the last one for all that come too late. */
  siteOf(name: string): number {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    if (this.#sites.size >= ownSites) return ownSites;
    const site = this.#sites.size;
    this.#sites.set(name, site);
    return site;
  }

  functionNamed(name: string): GlobalFunction | undefined {
    const found: unknown = this.#functions[name];
    return typeof found === 'function' ? (found as GlobalFunction) : undefined;
  }

  setFunction(name: string, value: GlobalFunction): void {
    this.#functions[name] = value;
  }

  get subtrees(): readonly (readonly [string, RootNode])[] {
    return Object.entries(this.#subtrees);
  }

  setSubtree(name: string, value: RootNode): void {
    this.#subtrees[name] = value;
  }

  remove(name: string): void {
    delete this.#functions[name];
    delete this.#subtrees[name];
  }

  clear(): void {
    this.#functions = {};
    this.#subtrees = {};
  }
}
