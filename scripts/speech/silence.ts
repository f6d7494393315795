/**
 * The `production` manner of speaking: sentences and hints go; the code, the path, line and column stay, and so do the values that a sentence
 * would have named, as a list.
 *
 *     throw new Problem('unknown-fact', `action "${name}" needs fact ${describe(fact)}`, { path, hint: didYouMean(fact, names) })
 *     throw new Problem('unknown-fact', [name, fact], { path })
 */
import { hints, type Saying, Speakers } from './speakers.js';
import { bare, inside, isReference, literal, nameOf, type Node, type Range, walk } from './syntax.js';

interface Edit extends Range {
  readonly text: string;
}

export class Silence {
  readonly speakers: Speakers;

  /** @param texts every source file, by its path */
  constructor(texts: ReadonlyMap<string, string>) {
    this.speakers = new Speakers(texts);
  }

  /** The file without its sentences. Lines stay where they are. */
  file(path: string): string {
    const { text, program } = this.speakers.sources.get(path)!;
    const edits: Edit[] = [];
    const spoken: Range[] = [];
    for (const saying of this.speakers.sayings(path)) {
      if (spoken.some((range) => inside(saying.call, range))) continue;
      spoken.push(...this.speakers.spoken(saying));
      edits.push(...this.#edits(saying, text));
    }
    for (const speaker of this.speakers.speaking) if (speaker.path === path) edits.push(...withoutDefaults(speaker.node, speaker.spoken));
    edits.push(...idle(program, [...spoken, ...edits]));
    return apply(text, edits);
  }

  #edits(saying: Saying, text: string): Edit[] {
    const { args, speaker } = saying;
    if (speaker !== undefined) {
      let last = args.length;
      const edits: Edit[] = [];
      for (let index = args.length - 1; index >= 0; index--) {
        if (!speaker.spoken.has(index)) continue;
        const arg = args[index]!;
        const kept = speaker.spoken.get(index) === 'hint' ? '' : listed(arg, text);
        // What is left out at the end is simply not handed in.
        if (kept === '' && index === last - 1) {
          last = index;
          edits.push({ start: index === 0 ? arg.start : args[index - 1]!.end, end: arg.end, text: '' });
        } else edits.push({ start: arg.start, end: arg.end, text: kept === '' ? 'undefined' : kept });
      }
      return edits;
    }
    const [, sentence, details] = args;
    if (sentence === undefined) return [];
    const kept = listed(sentence, text);
    const edits: Edit[] = [{ start: sentence.start, end: sentence.end, text: kept === '' ? 'undefined' : kept }];
    if (details !== undefined) for (const range of hints(details)) edits.push({ start: range.start, end: afterComma(text, range.end), text: '' });
    return edits;
  }
}

/** The list of values in a sentence, as code; empty when there are none. */
function listed(sentence: Node, text: string): string {
  const values = [...new Set(valuesOf(sentence, text))];
  return values.length === 0 ? '' : `[${values.join(', ')}]`;
}

/** The values that a sentence names, as code. Only what can be read without doing anything: names, members, what a describing function is given. */
function valuesOf(node: Node, text: string): string[] {
  const value = bare(node);
  const source = text.slice(node.start, node.end);
  switch (value.type) {
    case 'TemplateLiteral':
      return (value['expressions'] as Node[]).flatMap((each) => valuesOf(each, text));
    case 'ConditionalExpression': {
      const [yes, no] = [listed(value['consequent'] as Node, text), listed(value['alternate'] as Node, text)];
      if (yes === '' && no === '') return [];
      const test = value['test'] as Node;
      return isPlain(test) ? [`${text.slice(test.start, test.end)} ? ${yes === '' ? '[]' : yes} : ${no === '' ? '[]' : no}`] : [];
    }
    case 'BinaryExpression':
      if (value['operator'] === '+') return [value['left'] as Node, value['right'] as Node].flatMap((each) => valuesOf(each, text));
      return isPlain(value) ? [source] : [];
    case 'LogicalExpression':
      if (literal(bare(value['right'] as Node)) !== undefined) return valuesOf(value['left'] as Node, text);
      return isPlain(value) ? [source] : [];
    case 'CallExpression': {
      const callee = value['callee'] as Node;
      const from = callee.type === 'MemberExpression' ? valuesOf(callee['object'] as Node, text) : [];
      return [...from, ...(value['arguments'] as Node[]).flatMap((each) => (literal(each) === undefined ? valuesOf(each, text) : []))];
    }
    case 'ThisExpression':
    case 'Literal':
      return [];
    case 'Identifier':
      return source === 'undefined' ? [] : [source];
    default:
      return isPlain(value) ? [source] : [];
  }
}

/** True for an expression that only reads. */
function isPlain(node: Node): boolean {
  const value = bare(node);
  switch (value.type) {
    case 'Identifier':
    case 'Literal':
    case 'ThisExpression':
      return true;
    case 'MemberExpression':
      return isPlain(value['object'] as Node) && (value['computed'] !== true || isPlain(value['property'] as Node));
    case 'UnaryExpression':
      return value['operator'] !== 'delete' && isPlain(value['argument'] as Node);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isPlain(value['left'] as Node) && isPlain(value['right'] as Node);
    default:
      return false;
  }
}

/** `hint = table[name]` in a speaker's parameters: nobody hands it in any more, nor looks it up. */
function withoutDefaults(speaker: Node, spoken: ReadonlyMap<number, unknown>): Edit[] {
  return (speaker['params'] as Node[]).flatMap((each, index) => {
    if (!spoken.has(index) || each.type !== 'AssignmentPattern') return [];
    return [{ start: (each['left'] as Node).end, end: each.end, text: '' }];
  });
}

/** Constants that nothing but a sentence read, and private methods that nothing but a sentence called. */
function idle(program: Node, gone: readonly Range[]): Edit[] {
  const reads: { name: string; node: Node }[] = [];
  const owned: { name: string; node: Node; scope: Node }[] = [];
  walk(program, (node, above) => {
    const parent = above.at(-1);
    if (node.type === 'VariableDeclaration' && node['kind'] === 'const' && parent?.type === 'BlockStatement') {
      const [only, ...more] = node['declarations'] as Node[];
      const name = nameOf(only!['id']);
      if (name !== undefined && more.length === 0) owned.push({ name, node, scope: parent });
    }
    const name = nameOf(node);
    if (node.type === 'MethodDefinition' && node['kind'] === 'method' && nameOf(node['key'])?.startsWith('#') === true) owned.push({ name: nameOf(node['key'])!, node, scope: parent! });
    if (node.type === 'PrivateIdentifier' && parent?.type !== 'MethodDefinition') reads.push({ name: name!, node });
    else if (isReference(node, above) && !(parent?.type === 'VariableDeclarator' && parent['id'] === node)) reads.push({ name: name!, node });
  });
  return owned.flatMap(({ name, node, scope }) => {
    const found = reads.filter((read) => read.name === name && inside(read.node, scope) && !inside(read.node, node));
    const unsaid = found.length > 0 && found.every((read) => gone.some((range) => inside(read.node, range)) && !isKept(read.node, gone));
    return unsaid ? [{ start: node.start, end: node.end, text: '' }] : [];
  });
}

/** True when the read stands in a list of values that stays. */
function isKept(read: Node, gone: readonly Range[]): boolean {
  return gone.some((range) => inside(read, range) && 'text' in range && new RegExp(`\\b${String(read['name'])}\\b`).test((range as Edit).text));
}

function afterComma(text: string, end: number): number {
  return end + (/^\s*,/.exec(text.slice(end))?.[0].length ?? 0);
}

/** Line breaks are kept, so that a stack trace names the line of the source. */
function apply(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (edit.start < at) continue;
    const lines = text.slice(edit.start, edit.end).split('\n').length - edit.text.split('\n').length;
    result += text.slice(at, edit.start) + edit.text + '\n'.repeat(Math.max(0, lines));
    at = edit.end;
  }
  return result + text.slice(at);
}
