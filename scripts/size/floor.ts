import { nameOf, type Node, parse, walk } from '../speech/syntax.js';

/**
 * A program without what never ran: functions that nothing called go, methods too; where something still names them (a private method, a function
 * that was handed on) their bodies are emptied.
 */
export function withoutIdle(text: string, idle: readonly (readonly [number, number])[]): string {
  const starts = new Map(idle.map(([start, end]) => [start, end]));
  const cuts: { start: number; end: number; text: string }[] = [];
  walk(parse(text, 'bundle.js'), (node, above) => {
    const body = node['body'] as Node | undefined;
    const isFunction = node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
    if (!isFunction || body === undefined) return;
    const parent = above.at(-1)!;
    const holder = parent.type === 'MethodDefinition' || parent.type === 'Property' ? parent : node;
    // The engine counts a method from its name on, a function from its keyword on.
    if (!starts.has(node.start) && !starts.has(holder.start)) return;
    if (parent.type === 'MethodDefinition' && parent['kind'] === 'method' && nameOf(parent['key'])?.startsWith('#') === false) cuts.push({ start: parent.start, end: parent.end, text: '' });
    else if (node.type === 'FunctionDeclaration' && parent.type === 'Program') cuts.push({ start: node.start, end: node.end, text: '' });
    else cuts.push({ start: body.start, end: body.end, text: '{}' });
  });
  let result = '';
  let at = 0;
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (cut.start < at) continue;
    result += text.slice(at, cut.start) + cut.text;
    at = cut.end;
  }
  return result + text.slice(at);
}
