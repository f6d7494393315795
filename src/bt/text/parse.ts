import { didYouMean, nearest, Problem } from '../../core/internal.js';
import { attributeNames, isReference, nodeShapes, type NodeType, type RootNode } from '../definition.js';
import { deepest, mostWritten } from '../limits.js';
import { parseArguments } from './arguments.js';
import { attributeKeywords, nodeKeywords, type AttributeName } from './keywords.js';
import { Lexer } from './lexer.js';
import { fieldsFromArguments, nameOf, valuesOf } from './node-arguments.js';
import { aNode } from '../wording.js';
import type { CallSpans, Span, TreeSpans } from './span.js';

/** What was read from a text: frozen roots whose numbers and branches are not checked yet, and where everything stands. */
export interface ParsedTree {
  readonly roots: readonly RootNode[];
  readonly spans: TreeSpans;
}

/**
 * Reads a tree's text: mistreevous's language and the nodes of ours, see the guide.
 *
 * @throws Problem `tree-syntax` or `unknown-node` with line, column and what was expected, at the first mistake
 */
export function parseTree(text: string): ParsedTree {
  return new Parser(text).tree();
}

class Parser {
  readonly #lexer: Lexer;
  readonly #nodes = new Map<object, Span>();
  readonly #calls = new Map<object, CallSpans>();

  constructor(text: string) {
    this.#lexer = new Lexer(text);
  }

  tree(): ParsedTree {
    const roots: object[] = [];
    if (this.#lexer.is('end')) throw this.#wrong('the tree is empty', 'write root { ... }');
    while (!this.#lexer.is('end')) {
      if (this.#nodeType() !== 'root') throw this.#wrong(`expected \`root\` but found ${this.#lexer.shown}`, 'a tree is one or more root { ... }');
      roots.push(this.#node('root', 0));
    }
    return { roots: Object.freeze(roots) as readonly RootNode[], spans: { nodes: this.#nodes, calls: this.#calls } };
  }

  /** The node whose keyword the lexer stands on. */
  #node(type: NodeType, depth: number): object {
    const lexer = this.#lexer;
    if (depth > deepest) throw this.#wrong(`nodes are nested deeper than ${deepest}`, 'the limit keeps every walk over a tree safe');
    if (this.#nodes.size >= mostWritten) throw this.#wrong(`a tree has more than ${mostWritten} nodes`);
    const keyword = lexer.span;
    lexer.next();
    const args = parseArguments(lexer);
    const node: Record<string, unknown> = { type, ...fieldsFromArguments(type, keyword, args) };
    if (type === 'root' && args.length > 0 && lexer.is('(')) node['params'] = this.#params();
    if (args.length > 0) {
      const named = args[0]!.name !== undefined;
      this.#calls.set(node, { name: named ? args[0]!.span : keyword, args: args.slice(named ? 1 : 0).map(({ span }) => span) });
    }
    this.#attributes(node);
    if (nodeShapes[type] === 'composite') node['children'] = Object.freeze(this.#children(type, depth));
    else if (nodeShapes[type] === 'decorator') node['child'] = this.#children(type, depth)[0];
    this.#nodes.set(node, { ...keyword, end: lexer.lastEnd });
    return Object.freeze(node);
  }

  /** The params of a root: `root [walk] ($place, $speed) { ... }`. */
  #params(): readonly string[] {
    const params: string[] = [];
    for (const { value, span } of parseArguments(this.#lexer)) {
      const name = isReference(value) ? value.$ : undefined;
      if (name === undefined || params.includes(name)) throw new Problem('tree-syntax', 'the params of a root are different names behind $', { line: span.line, column: span.column, hint: 'write root [walk] ($place, $speed) { ... }' });
      params.push(name);
    }
    return Object.freeze(params);
  }

  /** What stands in braces after a composite or decorator: at least one node, and one only in a decorator. */
  #children(type: NodeType, depth: number): readonly object[] {
    const lexer = this.#lexer;
    const opening = lexer.span;
    if (!lexer.is('{')) throw this.#wrong(`expected \`{\` with the nodes of this ${type} but found ${lexer.shown}`, this.#hintForAttribute());
    lexer.next();
    const children: object[] = [];
    while (!lexer.is('}')) {
      if (lexer.is('end')) throw this.#wrong(`expected \`}\` but found ${lexer.shown}`, `the ${type} opened at line ${opening.line}, column ${opening.column}`);
      const childType = this.#nodeType();
      if (childType === 'root') throw this.#wrong('a root cannot stand inside another node', 'give it a name beside this root and write branch [name] here');
      if (children.length > 0 && nodeShapes[type] === 'decorator') throw this.#wrong(`${aNode(type)} holds one node only`, 'put several into a sequence or selector');
      children.push(this.#node(childType, depth + 1));
    }
    if (children.length === 0) throw this.#wrong(`${aNode(type)} needs a node between its braces`);
    lexer.next();
    return children;
  }

  /** Reads `while(...)`, `entry(...)` and their like into the node, in any order, each at most once. */
  #attributes(node: Record<string, unknown>): void {
    const lexer = this.#lexer;
    for (let name = this.#attribute(); name !== undefined; name = this.#attribute()) {
      const keyword = lexer.span;
      if (Object.hasOwn(node, name)) throw this.#wrong(`this node has \`${name}\` twice`, 'ask both in one function');
      if (node['type'] === 'branch' && name !== 'score') throw this.#wrong('a branch carries no guards or callbacks', 'write them on the root that it names');
      lexer.next();
      const args = parseArguments(lexer);
      const call: Record<string, unknown> = {
        call: nameOf(args[0], keyword, `${name} takes the name of a function, then its arguments: ${name}(isNear, 3)`),
        args: valuesOf(args, 1),
      };
      if (name === 'while' || name === 'until') call['succeedOnAbort'] = this.#thenSucceed();
      node[name] = Object.freeze(call);
      this.#calls.set(call, { name: args[0]!.span, args: args.slice(1).map(({ span }) => span) });
    }
  }

  /** Reads `then succeed` or `then fail` behind a guard; without it a node ended by the guard fails. */
  #thenSucceed(): boolean {
    const lexer = this.#lexer;
    if (!lexer.is('word') || lexer.value.toLowerCase() !== 'then') return false;
    lexer.next();
    const outcome = lexer.is('word') ? lexer.value.toLowerCase() : '';
    if (outcome !== 'succeed' && outcome !== 'fail') throw this.#wrong(`expected \`succeed\` or \`fail\` after \`then\` but found ${lexer.shown}`);
    lexer.next();
    return outcome === 'succeed';
  }

  #attribute(): AttributeName | undefined {
    return this.#lexer.is('word') ? attributeKeywords.get(this.#lexer.value.toLowerCase()) : undefined;
  }

  /** The type of the node whose keyword should stand here. */
  #nodeType(): NodeType {
    const lexer = this.#lexer;
    if (!lexer.is('word')) throw this.#wrong(`expected a node but found ${lexer.shown}`);
    const type = nodeKeywords.get(lexer.value.toLowerCase());
    if (type !== undefined) return type;
    throw new Problem('unknown-node', `expected a node but found ${lexer.shown}`, { line: lexer.line, column: lexer.column, hint: hintForNode(lexer.value, lexer.calls) });
  }

  /** What was probably meant by a word that stands where `{` should. */
  #hintForAttribute(): string | undefined {
    if (!this.#lexer.is('word')) return undefined;
    const close = nearest(this.#lexer.value, attributeKeywords.keys());
    return close === undefined ? undefined : `did you mean "${close}"?`;
  }

  #wrong(what: string, hint?: string): Problem {
    const { line, column } = this.#lexer;
    return new Problem('tree-syntax', what, hint === undefined ? { line, column } : { line, column, hint });
  }
}

function hintForNode(word: string, calls: boolean): string {
  if (word.startsWith('//')) return 'comments are written /* like this */';
  if (attributeKeywords.has(word.toLowerCase())) return `\`${word}(...)\` stands before the braces of its node`;
  if (word.toLowerCase() === 'then') return '`then` follows while(...) or until(...)';
  const attribute = calls ? nearest(word, attributeNames) : undefined;
  if (attribute !== undefined) return `did you mean "${attribute}"?`;
  const types = [...nodeKeywords.values()];
  const close = nearest(word, types);
  return close === undefined ? `a function is called by action [${word.slice(0, 40)}] or condition [${word.slice(0, 40)}]` : didYouMean(word, types);
}
