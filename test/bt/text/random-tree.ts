import { Random } from '../../../src/core/internal.js';
import type { Argument, Attributes, Call, ChildNode, RootNode } from '../../../src/bt/internal.js';

/** Builds random trees and writes them down as carelessly as the language allows; equal seeds give equal trees. */
export class RandomTree {
  readonly #random: Random;
  readonly #stock: boolean;

  /** @param stock only what mistreevous knows, too */
  constructor(seed: number, stock: boolean) {
    this.#random = new Random(seed, 7);
    this.#stock = stock;
  }

  /** A main root and up to two named ones, each of which only branches to those behind it. */
  roots(): RootNode[] {
    const ids = ['Rest', 'flee2', 'Hunt-it!'].slice(0, this.below(3));
    const roots = ['', ...ids].map((id, index): RootNode => {
      const child = this.node(3, ids.slice(index), false);
      return { type: 'root', ...(id !== '' && { id }), ...this.attributes(false), child };
    });
    return this.one([roots, roots.reverse()]);
  }

  below(most: number): number {
    return Math.floor(this.#random.next() * most);
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  node(levels: number, ids: readonly string[], scored: boolean): ChildNode {
    const extra = this.attributes(scored);
    const kinds = ['action', 'action', 'condition', 'wait', ...(ids.length > 0 ? ['branch'] : [])];
    if (levels > 0) kinds.push('sequence', 'selector', 'race', 'all', 'parallel', 'lotto', 'flip', 'succeed', 'fail', 'repeat', 'retry');
    if (levels > 0 && !this.#stock) kinds.push('reactiveSequence', 'reactiveSelector', 'utilitySelector', 'cooldown', 'timeLimit', 'runLimit');
    const type = this.one(kinds);
    const child = (): ChildNode => this.node(levels - 1, ids, false);
    const children = (): ChildNode[] => Array.from({ length: 1 + this.below(4) }, () => this.node(levels - 1, ids, type === 'utilitySelector'));
    switch (type) {
      case 'action':
      case 'condition':
        return { type, ...this.call(), ...extra };
      case 'wait':
        return { type, ...this.amount('duration'), ...extra };
      case 'branch':
        return { type, ref: this.one(ids), ...(extra.score && { score: extra.score }) };
      case 'repeat':
        return { type, ...this.amount('iterations'), ...extra, child: child() };
      case 'retry':
        return { type, ...this.amount('attempts'), ...extra, child: child() };
      case 'cooldown':
      case 'timeLimit':
        return { type, duration: this.below(5000), ...extra, child: child() };
      case 'runLimit':
        return { type, count: 1 + this.below(9), ...extra, child: child() };
      case 'flip':
      case 'succeed':
      case 'fail':
        return { type, ...extra, child: child() };
      case 'lotto': {
        const below = children();
        return { type, ...(this.below(2) === 0 && { weights: below.map(() => this.below(4)) }), ...extra, children: below };
      }
      case 'parallel': {
        const below = children();
        const successes = 1 + this.below(below.length);
        const thresholds = this.#stock ? {} : this.one([{}, { successes }, { successes, failures: 1 + this.below(below.length) }]);
        return { type, ...thresholds, ...extra, children: below };
      }
      default:
        return { type: type as 'sequence', ...extra, children: children() };
    }
  }

  amount(field: string): object {
    const least = this.below(50);
    return this.one([{}, { [field]: least }, { [field]: [least, least + this.below(50)] }]);
  }

  call(): Call & { readonly args: readonly Argument[] } {
    const name = this.one(['go', 'Flee', 'is_near', 'root', 'while', 'do-it!', 'x.y', 'größe', '//', 'nullish', 'action']);
    return { call: name, args: Array.from({ length: this.below(3) }, () => this.argument()) };
  }

  argument(): Argument {
    return this.one<Argument>([true, false, null, 0, -3, 2.5, 1e21, -0, Infinity, this.below(100), { $: 'mood' }, { $: '_x1' }, '', 'hey (you]', 'then { succeed', '  two  blanks ', 'one "quote', 'back\\slash', 'line\nend', 'true', '5']);
  }

  attributes(scored: boolean): Attributes {
    const found: Record<string, object> = {};
    for (const name of ['while', 'until'] as const) if (this.below(6) === 0) found[name] = { ...this.call(), succeedOnAbort: this.below(2) === 0 };
    for (const name of ['entry', 'step', 'exit'] as const) if (this.below(8) === 0) found[name] = this.call();
    if (scored) found['score'] = this.call();
    return found;
  }

  // ---- writing

  /** The tree as text, in mixed case, with blanks, line ends, comments and both kinds of brackets wherever they may stand. */
  write(roots: readonly RootNode[]): string {
    return roots.map((root) => this.writeNode(root)).join(this.gap()) + this.one(['', '\n', ' /* end */ ']);
  }

  writeNode(node: RootNode | ChildNode): string {
    const parts = [this.word(node.type), this.writeArguments(this.ownArguments(node))];
    const attributes = node as Attributes;
    const names = (['while', 'until', 'entry', 'step', 'exit', 'score'] as const).filter((name) => attributes[name] !== undefined);
    for (const name of this.below(2) === 0 ? names : names.reverse()) {
      const call = attributes[name]!;
      parts.push(this.gap(), this.word(name), this.writeArguments([call.call, ...(call.args ?? []).map((value) => this.value(value))]));
      if ('succeedOnAbort' in call && (call.succeedOnAbort === true || this.below(2) === 0)) {
        parts.push(this.gap(), this.word('then'), this.gap(), this.word(call.succeedOnAbort === true ? 'succeed' : 'fail'));
      }
    }
    const children = 'children' in node ? node.children : 'child' in node ? [node.child] : [];
    if (children.length > 0) parts.push(this.maybeGap(), '{', this.maybeGap(), children.map((child) => this.writeNode(child)).join(this.gap()), this.maybeGap(), '}');
    return parts.join('');
  }

  ownArguments(node: RootNode | ChildNode): string[] {
    const { id, ref, call, args, ...rest } = node as unknown as { id?: string; ref?: string; call?: string; args?: readonly Argument[] } & Record<string, unknown>;
    if (call !== undefined) return [call, ...args!.map((value) => this.value(value))];
    if (id !== undefined || ref !== undefined) return [id ?? ref!];
    const { duration, iterations, attempts, weights, successes, failures, count } = rest;
    return [duration, iterations, attempts, weights, successes, failures, count].flat().flatMap((each) => (each === undefined ? [] : [String(each)]));
  }

  writeArguments(args: readonly string[]): string {
    if (args.length === 0) return '';
    const [open, close] = this.one([['[', ']'], ['(', ')']] as const);
    return `${this.maybeGap()}${open}${this.maybeGap()}${args.join(`${this.maybeGap()},${this.maybeGap()}`)}${this.one(['', '', ','])}${this.maybeGap()}${close}`;
  }

  value(value: Argument): string {
    if (typeof value === 'string') return `"${value.replaceAll('"', '\\"')}"`;
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : this.one([String(value), value >= 0 ? `+${value}` : String(value)]);
    return typeof value === 'object' && value !== null ? `$${value.$}` : String(value);
  }

  word(keyword: string): string {
    return this.one([keyword, keyword, keyword.toUpperCase(), keyword.toLowerCase(), keyword[0]!.toUpperCase() + keyword.slice(1)]);
  }

  gap(): string {
    return this.one([' ', ' ', '\n', '\t', '  \r\n ', ' /* a "note" action [x] { */ ', '\n/**/\n']);
  }

  maybeGap(): string {
    return this.one(['', '', ' ', this.gap()]);
  }
}
