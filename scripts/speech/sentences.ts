/** Every sentence an error can say, as a shape: what changes from case to case stands in braces. */
import type { Saying, Speaker, Speakers } from './speakers.js';
import { bare, inside, literal, nameOf, type Node, walk } from './syntax.js';

export interface Sentence {
  readonly code: string;
  readonly path: string;
  readonly sentence: string;
  /** What to do; empty when the sentence says it all. */
  readonly hint: string;
}

/** A piece of text, or a parameter of the function it stands in, by number. */
type Piece = string | number;

interface Shape {
  readonly code: readonly Piece[];
  readonly sentence: readonly Piece[];
  readonly hint: readonly Piece[];
}

/** The constants of a file that hold a text or a number. */
type Constants = ReadonlyMap<string, Node>;

export function sentencesOf(speakers: Speakers): Sentence[] {
  const found: Sentence[] = [];
  const calls = new Map<Speaker, { saying: Saying; path: string }[]>();
  const paths = [...speakers.sources.keys()];
  const constants = new Map([...speakers.sources.values()].map(({ path, program }) => [path, constantsOf(program)]));
  for (const path of paths) {
    for (const saying of speakers.sayings(path)) if (saying.speaker !== undefined) calls.set(saying.speaker, [...(calls.get(saying.speaker) ?? []), { saying, path }]);
  }

  const tell = (shape: Shape, path: string, within: Speaker | undefined, seen: readonly Speaker[]): void => {
    const open = [...shape.code, ...shape.sentence, ...shape.hint].some((piece) => typeof piece === 'number');
    if (!open || within === undefined) {
      const [code, sentence, hint] = [shape.code, shape.sentence, shape.hint].map((pieces) => pieces.map((piece) => (typeof piece === 'number' ? (within?.parameters[piece] ?? '') : piece)).join(''));
      if (/^[a-z][a-z-]*$/.test(code!)) found.push({ code: code!, path, sentence: sentence!.trim(), hint: hint!.trim() });
      return;
    }
    if (seen.includes(within)) return;
    for (const { saying, path: from } of calls.get(within) ?? []) {
      const outer = around(speakers, from, saying.call);
      const fill = (pieces: readonly Piece[]): Piece[] => pieces.flatMap((piece) => {
        if (typeof piece === 'string') return [piece];
        const arg = saying.args[piece];
        return arg === undefined ? [] : shapeOf(arg, constants.get(from)!, outer);
      });
      tell({ code: fill(shape.code), sentence: fill(shape.sentence), hint: fill(shape.hint) }, from, outer, [...seen, within]);
    }
  };

  for (const path of paths) {
    const known = constants.get(path)!;
    for (const { call, args, speaker } of speakers.sayings(path)) {
      if (speaker !== undefined) continue;
      const within = around(speakers, path, call);
      const [code, sentence, details] = args;
      if (code === undefined || sentence === undefined) continue;
      tell({ code: shapeOf(code, known, within), sentence: shapeOf(sentence, known, within), hint: details === undefined ? [] : hintOf(details, known, within) }, path, within, []);
    }
  }
  return found;
}

/** The innermost function that takes a part of what is said inside it. */
function around(speakers: Speakers, path: string, call: Node): Speaker | undefined {
  const outer = speakers.speaking.filter((each) => each.path === path && inside(call, each.node));
  return outer.toSorted((a, b) => b.node.start - a.node.start)[0];
}

function constantsOf(program: Node): Constants {
  const found = new Map<string, Node>();
  for (const statement of program['body'] as readonly Node[]) {
    const declaration = (statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement) as Node | null;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const each of declaration['declarations'] as readonly Node[]) {
      const value = each['init'] as Node | null;
      const name = nameOf(each['id']);
      if (name !== undefined && (value?.type === 'Literal' || value?.type === 'TemplateLiteral')) found.set(name, value);
    }
  }
  return found;
}

function hintOf(details: Node, known: Constants, within: Speaker | undefined): Piece[] {
  let found: Node | undefined;
  walk(details, (node) => {
    if (node.type === 'Property' && nameOf(node['key']) === 'hint') found ??= node['value'] as Node;
  });
  return found === undefined ? [] : shapeOf(found, known, within);
}

/** An expression of a sentence as text: what is worked out when it is said stands in braces, by the name it has in the code. */
function shapeOf(node: Node, known: Constants, within: Speaker | undefined): Piece[] {
  const value = bare(node);
  const inner = (each: Node): Piece[] => shapeOf(each, known, within);
  switch (value.type) {
    case 'Literal':
      return [literal(value) ?? String(value['value'])];
    case 'TemplateLiteral': {
      const quasis = value['quasis'] as readonly Node[];
      const expressions = value['expressions'] as readonly Node[];
      return quasis.flatMap((quasi, index) => [(quasi['value'] as { cooked: string }).cooked, ...(expressions[index] === undefined ? [] : inner(expressions[index]))]);
    }
    case 'ConditionalExpression': {
      const [yes, no] = [inner(value['consequent'] as Node), inner(value['alternate'] as Node)];
      if (no.join('') === '' || no.join('') === '{undefined}') return yes;
      return yes.join('') === '' || yes.join('') === '{undefined}' ? no : [...yes, ' / ', ...no];
    }
    case 'BinaryExpression':
      return value['operator'] === '+' ? [...inner(value['left'] as Node), ...inner(value['right'] as Node)] : ['{number}'];
    case 'LogicalExpression':
      return inner(value['left'] as Node);
    case 'Identifier': {
      const name = nameOf(value)!;
      const parameter = within?.parameters.indexOf(name) ?? -1;
      if (parameter >= 0 && (within!.spoken.has(parameter) || within!.code === parameter)) return [parameter];
      const constant = known.get(name);
      return constant === undefined ? [name === 'undefined' ? '' : `{${name}}`] : inner(constant);
    }
    case 'MemberExpression':
      return value['computed'] === true ? inner(value['object'] as Node) : [`{${nameOf(value['property']) ?? 'value'}}`.replace('#', '')];
    case 'CallExpression': {
      const callee = nameOf(value['callee']);
      if (callee === 'didYouMean') return ['did you mean ...? / known: ...'];
      const [first] = value['arguments'] as readonly Node[];
      if (callee === undefined) return inner((value['callee'] as Node)['object'] as Node ?? value);
      return first === undefined || first.type === 'ArrowFunctionExpression' ? [`{${callee}}`] : inner(first);
    }
    default:
      return ['{...}'];
  }
}
