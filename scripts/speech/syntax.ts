/** What we read of a syntax tree: TypeScript in the ESTree form, with places in the text. */
import { parseAst } from 'vite';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A place in a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export function parse(source: string, path: string): Node {
  return parseAst(source, { lang: path.endsWith('.ts') ? 'ts' : 'js' }, path) as unknown as Node;
}

/** The parts of a node that are nodes themselves, in the order of the text. */
export function parts(node: Node): Node[] {
  const found: Node[] = [];
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(each)) found.push(each);
  }
  return found;
}

/** Every node from here down, with the nodes it stands in (nearest last). */
export function walk(node: Node, visit: (node: Node, above: readonly Node[]) => void, above: Node[] = []): void {
  visit(node, above);
  above.push(node);
  for (const part of parts(node)) walk(part, visit, above);
  above.pop();
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';
}

/** The text of a string literal, and undefined for anything else. */
export function literal(node: Node | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

/** The name of an identifier, of a `#private` one with its mark, and undefined for anything else. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return node['name'] as string;
  return node.type === 'PrivateIdentifier' ? `#${node['name'] as string}` : undefined;
}

/** The parameter's name, whether or not it has a default. */
export function parameterName(node: Node): string | undefined {
  return nameOf(node.type === 'AssignmentPattern' ? node['left'] : node);
}

/** An expression without what only TypeScript reads: `x!`, `x as T`, `(x)`. */
export function bare(node: Node): Node {
  const wrapped = ['TSNonNullExpression', 'TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression', 'ChainExpression'].includes(node.type);
  return wrapped ? bare(node['expression'] as Node) : node;
}

/** True when the identifier is read as a variable: it is no name of a property, and no part of a type. */
export function isReference(node: Node, above: readonly Node[]): boolean {
  if (node.type !== 'Identifier') return false;
  const parent = above.at(-1);
  if (parent === undefined) return true;
  if (parent.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true;
  if (parent.type === 'Property') return parent['value'] === node || parent['computed'] === true;
  return !above.some(({ type }) => type.startsWith('TS') && !/^TS(NonNull|As|Satisfies)Expression$/.test(type));
}

export function inside(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
