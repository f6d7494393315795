import { describe, didYouMean, isPlainObject } from '../../core/internal.js';
import { nodeShapes, type NodeType, type RootNode } from '../definition.js';
import { deepest, mostNodes, mostWritten } from '../limits.js';
import { aNode } from '../wording.js';
import { fieldsOf, hintForMisplaced } from './fields.js';
import { attributesOf } from './numbers.js';
import type { Report } from './report.js';
import { checkArguments, checkParams, checkTreeName, copyNumbers } from './values.js';

type Loose = Readonly<Record<string, unknown>>;

/**
 * Checks nodes one by one and copies what is right into frozen objects of our own,
 * so that a definition handed in can be changed later, or be hostile, without any effect on the tree made from it.
 */
export class NodeChecker {
  readonly #report: Report;
  readonly #above = new Set<object>();
  #count = 0;

  constructor(report: Report) {
    this.#report = report;
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
    if (depth > deepest || this.#count > mostWritten) {
      report.add('tree-too-large', depth > deepest ? `nodes are nested deeper than ${deepest}` : `a tree has more than ${mostWritten} nodes`, path, value);
      return undefined;
    }
    // What stays as it is now: getters of a hostile definition are asked once.
    const node: Loose = { ...value };
    const type = this.#type(node, path, parent);
    if (type === undefined) return undefined;
    this.#above.add(value);
    const copy: Record<string, unknown> = { type };
    this.#fields(node, copy, type, path);
    this.#attributes(node, copy, type, path);
    this.#children(node, copy, type, path, depth);
    this.#unknownProperties(node, copy, type, path);
    this.#above.delete(value);
    return Object.freeze(copy);
  }

  #type(node: Loose, path: string, parent: NodeType | undefined): NodeType | undefined {
    const type = node['type'];
    const report = this.#report;
    if (typeof type !== 'string') {
      report.add('not-a-node', `a node must have a type, not ${describe(type)}`, `${path}.type`, node);
    } else if (!Object.hasOwn(nodeShapes, type)) {
      report.add('unknown-node', `there is no node of type ${describe(type)}`, `${path}.type`, node, didYouMean(type, Object.keys(nodeShapes)));
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
    const report = this.#report;
    for (const [field, needed] of fieldsOf(type)) {
      const value = node[field];
      const site = { value, path: `${path}.${field}`, part: node, report };
      if (value === undefined) {
        if (needed) report.add('missing-part', `${aNode(type)} needs \`${field}\``, path, node);
      } else if (field === 'args') copy[field] = checkArguments(site);
      else if (field === 'params') copy[field] = checkParams(site);
      else if (field === 'call' || field === 'id' || field === 'ref') copy[field] = checkTreeName(site, `\`${field}\` of ${aNode(type)}`);
      else copy[field] = copyNumbers(value, mostNodes);
    }
  }

  #attributes(node: Loose, copy: Record<string, unknown>, type: NodeType, path: string): void {
    for (const attribute of attributesOf(type)) {
      const value = node[attribute];
      if (value !== undefined) copy[attribute] = this.#call(value, attribute, `${path}.${attribute}`, node);
    }
  }

  #call(given: unknown, attribute: string, path: string, node: object): object | undefined {
    if (!isPlainObject(given)) {
      this.#report.add('bad-value', `\`${attribute}\` must be an object with \`call\`, not ${describe(given)}`, path, node, `write ${attribute}: { call: "name" }`);
      return undefined;
    }
    const value: Loose = { ...given };
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
      const known = ['type', ...fieldsOf(type).map(([field]) => field), ...attributesOf(type), ...(nodeShapes[type] === 'leaf' ? [] : [nodeShapes[type] === 'composite' ? 'children' : 'child'])];
      if (known.includes(key)) continue;
      this.#report.add('unknown-property', `${aNode(type)} has no property ${describe(key)}`, `${path}.${key}`, node, hintForMisplaced(type, key) ?? didYouMean(key, known));
    }
  }
}
