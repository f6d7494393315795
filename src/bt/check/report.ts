import { Problem } from '../../core/internal.js';
import type { Span, TreeSpans } from '../text/span.js';

/** Most problems of one tree that are told; a broken export would otherwise give thousands. */
const most = 20;

/** Collects what is wrong with a tree, each with its path and, when the tree was read from text, line and column. */
export class Report {
  readonly problems: Problem[] = [];
  readonly #spans: TreeSpans | undefined;

  constructor(spans: TreeSpans | undefined) {
    this.#spans = spans;
  }

  /** True when it is no use to look for more. */
  get full(): boolean {
    return this.problems.length >= most;
  }

  /**
   * @param path dotted path of the part that is wrong
   * @param part the object of the definition that it belongs to, for its place in the text
   * @param argument number of the argument in that part's text, when one argument is what is wrong
   */
  add(code: string, what: string, path: string, part: object | undefined, hint?: string, argument?: number): void {
    if (this.full) return;
    const span = this.#placeOf(part, argument);
    this.problems.push(new Problem(code, what, { path, ...(span && { line: span.line, column: span.column }), ...(hint !== undefined && { hint }) }));
  }

  #placeOf(part: object | undefined, argument: number | undefined): Span | undefined {
    if (this.#spans === undefined || part === undefined) return undefined;
    const call = this.#spans.calls.get(part);
    if (call === undefined) return this.#spans.nodes.get(part);
    return argument === undefined ? call.name : (call.args[argument] ?? call.name);
  }
}
