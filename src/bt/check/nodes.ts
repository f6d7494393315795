import { describe, didYouMean, isPlainObject } from '../../core/internal.js';
import { nodeShapes, type NodeType, type RootNode } from '../definition.js';
import { deepest, mostNodes } from '../limits.js';
import { nodeKeywords } from '../text/keywords.js';
import { aNode } from '../wording.js';
import type { CallSpans, Span, TreeSpans } from '../text/span.js';
import { attributesOf, fieldRules, hintForMisplaced } from './fields.js';
import type { Report } from './report.js';
import { checkArguments, checkTreeName } from './values.js';

type Loose = Readonly<Record<string, unknown>>;

/**
 * Checks nodes one by one and copies what is right into frozen objects of our own,
 * so that a definition handed in can be changed later, or be hostile, without any effect on the tree made from it.
 */
export class NodeChecker {
  readonly #report: Report;
  readonly #from: TreeSpans | undefined;
  readonly #nodes = new Map<object, Span>();
  readonly #calls = new Map<object, CallSpans>();
  readonly #above = new Set<object>();
  #count = 0;

  /** @param spans where the parts to check stand in a text, when they come from one */
  constructor(report: Report, spans: TreeSpans | undefined) {
    this.#report = report;
    this.#from = spans;
  }

  /** Where the copies stand, when it was known of the originals. */
  get spans(): TreeSpans | undefined {
    return this.#from && { nodes: this.#nodes, calls: this.#calls };
  }

  /** Checks a root and everything below it; undefined when not even its type is right. */
  root(value: unknown, path: string): RootNode | undefined {
    return this.#node(value, path, 0, undefined) as RootNode | undefined;
  }

  #node(value: unknown, path: string, depth: number, parent: NodeType | undefined): object | undefined {
    const report = this.#report;
    if (report.full) return undefined;
    if (!isPlainObject(value)) {
      report.add('not-a-node', `a node must be an object with a type, not ${describe(value)}`, path, undefined);
      return undefined;
    }
    if (this.#above.has(value)) {
      report.add('tree-cycle', 'a node contains itself', path, value);
      return undefined;
    }
    this.#count++;
    if (depth > deepest || this.#count > mostNodes) {
      report.add('tree-too-large', depth > deepest ? `nodes are nested deeper than ${deepest}` : `a tree has more than ${mostNodes} nodes`, path, value);
      return undefined;
    }
    const node = this.#readOnce(value);
    const type = this.#type(node, path, parent);
    if (type === undefined) return undefined;
    this.#above.add(value);
    const copy: Record<string, unknown> = { type };
    this.#fields(node, copy, type, path);
    this.#attributes(node, copy, type, path, parent);
    this.#children(node, copy, type, path, depth);
    this.#unknownProperties(node, copy, type, path);
    this.#above.delete(value);
    this.#keepPlace(value, copy);
    return Object.freeze(copy);
  }

  /** An object whose properties stay as they are now: getters of a hostile definition are asked once. What came from our reader needs no such care. */
  #readOnce(value: Loose): Loose {
    return this.#from === undefined ? { ...value } : value;
  }

  #type(node: Loose, path: string, parent: NodeType | undefined): NodeType | undefined {
    const type = node['type'];
    const report = this.#report;
    if (typeof type !== 'string') {
      report.add('not-a-node', `a node must have a type, not ${describe(type)}`, `${path}.type`, node);
    } else if (!Object.hasOwn(nodeShapes, type)) {
      report.add('unknown-node', `there is no node of type ${describe(type)}`, `${path}.type`, node, didYouMean(type, nodeKeywords.values()));
    } else if (type === 'root' && parent !== undefined) {
      report.add('bad-root', 'a root cannot stand inside another node', path, node, 'give it an id, put it beside this root and use a branch');
    } else if (type !== 'root' && parent === undefined) {
      report.add('bad-root', `a tree starts with a node of type "root", not "${type}"`, path, node, 'write { type: "root", child: ... }');
    } else {
      return type as NodeType;
    }
    return undefined;
  }

  #fields(node: Loose, copy: Record<string, unknown>, type: NodeType, path: string): void {
    const fields = fieldRules(type);
    for (const field of Object.keys(fields)) {
      const rule = fields[field]!;
      const value = node[field];
      if (value !== undefined) copy[field] = rule.copy({ value, path: `${path}.${field}`, part: node, report: this.#report }, `\`${field}\` of ${aNode(type)}`);
      else if (rule.needed) this.#report.add('missing-part', `${aNode(type)} needs \`${field}\``, path, node);
    }
  }

  #attributes(node: Loose, copy: Record<string, unknown>, type: NodeType, path: string, parent: NodeType | undefined): void {
    for (const attribute of attributesOf(type)) {
      const value = node[attribute];
      if (value !== undefined) copy[attribute] = this.#call(value, attribute, `${path}.${attribute}`, node);
    }
    const scored = copy['score'] !== undefined;
    if (parent === 'utilitySelector' && node['score'] === undefined) this.#report.add('missing-part', 'each node of a utilitySelector needs a score', path, node, 'write score(howMuch) behind it');
    else if (scored && parent !== 'utilitySelector') this.#report.add('misplaced-score', 'only the nodes of a utilitySelector have a score', `${path}.score`, node['score'] as object);
  }

  #call(given: unknown, attribute: string, path: string, node: object): object | undefined {
    if (!isPlainObject(given)) {
      this.#report.add('bad-value', `\`${attribute}\` must be an object with \`call\`, not ${describe(given)}`, path, node, `write ${attribute}: { call: "name" }`);
      return undefined;
    }
    const value = this.#readOnce(given);
    const report = this.#report;
    const copy: Record<string, unknown> = { call: checkTreeName({ value: value['call'], path: `${path}.call`, part: value, report }, `\`call\` of \`${attribute}\``) };
    if (value['args'] !== undefined) copy['args'] = checkArguments({ value: value['args'], path: `${path}.args`, part: value, report });
    const isGuard = attribute === 'while' || attribute === 'until';
    const outcome = isGuard ? value['succeedOnAbort'] : undefined;
    if (outcome !== undefined) {
      copy['succeedOnAbort'] = outcome;
      if (typeof outcome !== 'boolean') report.add('bad-value', `\`succeedOnAbort\` must be true or false, not ${describe(outcome)}`, `${path}.succeedOnAbort`, value);
    }
    const known = isGuard ? ['call', 'args', 'succeedOnAbort'] : ['call', 'args'];
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue;
      // mistreevous takes `then` here without a word and goes on to ignore it.
      const hint = isGuard && key === 'then' ? 'write succeedOnAbort: true for "succeed"' : didYouMean(key, known);
      report.add('unknown-property', `\`${attribute}\` has no property ${describe(key)}`, `${path}.${key}`, value, hint);
    }
    this.#keepPlace(given, copy);
    return Object.freeze(copy);
  }

  #children(node: Loose, copy: Record<string, unknown>, type: NodeType, path: string, depth: number): void {
    if (nodeShapes[type] === 'decorator') {
      if (node['child'] === undefined || node['child'] === null) this.#report.add('missing-part', `${aNode(type)} needs a \`child\``, path, node);
      else copy['child'] = this.#node(node['child'], `${path}.child`, depth + 1, type);
    } else if (nodeShapes[type] === 'composite') {
      const children = node['children'];
      if (!Array.isArray(children) || children.length === 0) {
        this.#report.add('missing-part', `${aNode(type)} needs \`children\`, a list of at least one node, not ${describe(children)}`, path, node);
        return;
      }
      const copies: (object | undefined)[] = [];
      // By index, so that the holes of a sparse list are seen; the report is full long before a hostile length is walked.
      for (let index = 0; index < children.length && !this.#report.full; index++) {
        copies.push(this.#node(children[index], `${path}.children.${index}`, depth + 1, type));
      }
      copy['children'] = Object.freeze(copies);
    }
  }

  #unknownProperties(node: Loose, copy: Loose, type: NodeType, path: string): void {
    for (const key of Object.keys(node)) {
      if (Object.hasOwn(copy, key) || node[key] === undefined) continue;
      const known = ['type', ...Object.keys(fieldRules(type)), ...attributesOf(type), ...(nodeShapes[type] === 'leaf' ? [] : [nodeShapes[type] === 'composite' ? 'children' : 'child'])];
      if (known.includes(key)) continue;
      this.#report.add('unknown-property', `${aNode(type)} has no property ${describe(key)}`, `${path}.${key}`, node, hintForMisplaced(type, key) ?? didYouMean(key, known));
    }
  }

  #keepPlace(from: object, to: object): void {
    const span = this.#from?.nodes.get(from);
    const call = this.#from?.calls.get(from);
    if (span !== undefined) this.#nodes.set(to, span);
    if (call !== undefined) this.#calls.set(to, call);
  }
}
