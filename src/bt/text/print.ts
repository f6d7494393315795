import { describe, Problem } from '../../core/internal.js';
import { amountField, attributeNames, childrenOf, rootsOf, type Amount, type AnyNode, type Argument, type Attributes, type Call, type Guard, type Quantity, type TreeDefinition } from '../definition.js';
import { rootPath, walkTree } from '../walk.js';
import { isName, isProperty } from './arguments.js';

/**
 * The text of a definition, two blanks a level: reading it gives the same tree.
 *
 * @throws Problem `unwritable` when a name is no single word, or a string has a backslash right before a quote or its end:
 * data can hold those, text cannot say them
 */
export function treeText(definition: TreeDefinition): string {
  const roots = rootsOf(definition);
  roots.forEach((root, index) => walkTree(root, rootPath(roots, index), checkWritable));
  return printTree(definition);
}

/** Like {@link treeText}, for people to read: what no text can say is shown nearly. */
export function printTree(definition: TreeDefinition): string {
  const lines: string[] = [];
  const add = (node: AnyNode, indent: string): void => {
    const below = childrenOf(node);
    const head = indent + nodeHead(node);
    if (below.length === 0) {
      lines.push(head);
      return;
    }
    lines.push(`${head} {`);
    for (const child of below) add(child, `${indent}  `);
    lines.push(`${indent}}`);
  };
  for (const root of rootsOf(definition)) add(root, '');
  return lines.join('\n');
}

/** A node's keyword and arguments: `action [flee, "home"]`. */
export function nodeOpening(node: AnyNode): string {
  const args = argumentsOf(node);
  const params = node.type === 'root' && node.params !== undefined ? ` (${node.params.map((name) => `$${name}`).join(', ')})` : '';
  return args.length === 0 ? node.type : `${node.type} [${args.join(', ')}]${params}`;
}

function nodeHead(node: AnyNode): string {
  const attributes: Attributes = node;
  let head = nodeOpening(node);
  for (const name of attributeNames) {
    const call = attributes[name];
    if (call === undefined) continue;
    head += ` ${name}(${callText(call)})`;
    if ((call as Guard).succeedOnAbort === true) head += ' then succeed';
  }
  return head;
}

/** A call as it stands between brackets: `shout, "hey", 3`. */
export function callText({ call, args = [] }: Call): string {
  return [call, ...args.map(argumentText)].join(', ');
}

function argumentText(value: Argument): string {
  if (typeof value === 'string') return `"${value.replaceAll('"', '\\"')}"`;
  if (typeof value === 'object' && value !== null) return `$${value.$}`;
  return Object.is(value, -0) ? '-0' : String(value);
}

function argumentsOf(node: AnyNode): readonly (string | number)[] {
  switch (node.type) {
    case 'root':
      return node.id === undefined ? [] : [node.id];
    case 'branch':
      return [node.ref, ...(node.args ?? []).map(argumentText)];
    case 'action':
    case 'condition':
      return [callText(node)];
    case 'lotto':
      return node.weights ?? [];
    case 'parallel':
      // Text has no way to give the failures alone; all children is what no successes mean.
      return node.failures === undefined ? listed(node.successes) : [node.successes ?? -1, node.failures];
  }
  const field = amountField(node.type);
  return field === undefined ? [] : listed((node as unknown as Readonly<Record<string, Amount | undefined>>)[field]);
}

function listed(amount: Amount | undefined): readonly string[] {
  return amount === undefined ? [] : (Array.isArray(amount) ? amount : [amount as Quantity]).map(argumentText);
}

function checkWritable(node: AnyNode, path: string): void {
  if (node.type === 'root' && node.id !== undefined) checkName(node.id, `${path}.id`);
  if (node.type === 'branch') checkCall({ call: node.ref, args: node.args ?? [] }, path);
  if (node.type === 'action' || node.type === 'condition') checkCall(node, path);
  const attributes: Attributes = node;
  for (const name of attributeNames) {
    const call = attributes[name];
    if (call !== undefined) checkCall(call, `${path}.${name}`);
  }
}

function checkCall({ call, args = [] }: Call, path: string): void {
  checkName(call, `${path}.call`);
  args.forEach((value, index) => {
    const at = `${path}.args.${index}`;
    if (typeof value === 'object' && value !== null && !isProperty(value.$)) throw unwritable(value.$, at);
    if (typeof value === 'string' && /(?<!\\)(?:\\\\)*\\(?:"|$)/.test(value)) throw unwritable(value, at);
  });
}

function checkName(name: string, path: string): void {
  if (!isName(name)) throw unwritable(name, path);
}

function unwritable(value: string, path: string): Problem {
  return new Problem('unwritable', `text cannot say ${describe(value)}`, { path, hint: 'keep this tree as data' });
}
