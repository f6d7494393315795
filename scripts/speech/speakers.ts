/**
 * Who speaks: where the sources make a `Problem`, directly or through a function that takes a part of its sentence.
 * Such functions are found, not listed: a parameter that goes nowhere but into a sentence or hint is a sentence wherever it is handed in.
 */
import { inside, isReference, literal, nameOf, type Node, parameterName, parse, type Range, walk } from './syntax.js';

/** A file of the sources, read. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: Node;
}

/** A function of ours that makes Problems: which of its parameters are spoken, and which one is the code. */
export interface Speaker {
  readonly path: string;
  readonly name: string;
  /** The class that it is a method of. */
  readonly owner: string | undefined;
  readonly exported: boolean;
  readonly node: Node;
  readonly parameters: readonly string[];
  /** Every read of each parameter. */
  readonly uses: readonly (readonly Node[])[];
  /** The parameters that are spoken: a part of the sentence, or of the hint. */
  readonly spoken: Map<number, 'sentence' | 'hint'>;
  /** Which parameter is the code; -1 when it stands in the function. */
  code: number;
}

/** A call or `new`, and the function of ours that it may name. */
interface Call {
  readonly call: Node;
  readonly args: readonly Node[];
  readonly speaker: Speaker | undefined;
  readonly above: readonly Node[];
}

/** A part of a text that only a reader of sentences needs. */
export interface Spoken extends Range {
  readonly as: 'sentence' | 'hint';
}

/** One place that makes a Problem: `new Problem(code, sentence, details)` or a call of a speaker. */
export interface Saying {
  readonly call: Node;
  readonly args: readonly Node[];
  /** Undefined for `new Problem`. */
  readonly speaker: Speaker | undefined;
  readonly above: readonly Node[];
}

export class Speakers {
  readonly sources: ReadonlyMap<string, Source>;
  readonly #all: Speaker[] = [];
  readonly #imports = new Map<string, ReadonlyMap<string, string>>();
  readonly #calls = new Map<string, readonly Call[]>();

  constructor(texts: ReadonlyMap<string, string>) {
    this.sources = new Map([...texts].map(([path, text]) => [path, { path, text, program: parse(text, path) }]));
    for (const source of this.sources.values()) {
      this.#imports.set(source.path, importsOf(source));
      this.#all.push(...functionsOf(source));
    }
    for (const path of this.sources.keys()) this.#calls.set(path, this.#callsOf(path));
    while (this.#learn()) { /* one more function may have become known as a speaker */ }
  }

  /** Every function that speaks. */
  get speaking(): readonly Speaker[] {
    return this.#all.filter(({ spoken }) => spoken.size > 0);
  }

  /** Every place in a file that makes a Problem. */
  sayings(path: string): readonly Saying[] {
    return this.#calls.get(path)!.filter(({ speaker }) => speaker === undefined || speaker.spoken.size > 0 || speaker.code >= 0);
  }

  /** The parts of a saying that only a reader of sentences needs. */
  spoken({ args, speaker }: Saying): Spoken[] {
    if (speaker !== undefined) return args.flatMap((arg, index) => (speaker.spoken.has(index) ? [{ start: arg.start, end: arg.end, as: speaker.spoken.get(index)! }] : []));
    const [, sentence, details] = args;
    return [
      ...(sentence === undefined ? [] : [{ start: sentence.start, end: sentence.end, as: 'sentence' as const }]),
      ...(details === undefined ? [] : hints(details).map(({ start, end }) => ({ start, end, as: 'hint' as const }))),
    ];
  }

  #callsOf(path: string): Call[] {
    const found: Call[] = [];
    walk(this.sources.get(path)!.program, (node, above) => {
      const args = node['arguments'] as readonly Node[] | undefined;
      if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Problem') found.push({ call: node, args: args!, speaker: undefined, above: [...above] });
      if (node.type !== 'CallExpression') return;
      const speaker = this.#called(node['callee'] as Node, path, above);
      if (speaker !== undefined) found.push({ call: node, args: args!, speaker, above: [...above] });
    });
    return found;
  }

  #learn(): boolean {
    let learnt = false;
    for (const path of this.sources.keys()) {
      const sayings = this.sayings(path);
      for (const speaker of this.#all) {
        const own = speaker.path === path ? sayings.filter(({ call }) => inside(call, speaker.node)) : [];
        if (own.length === 0) continue;
        const spoken = own.flatMap((saying) => this.spoken(saying));
        const codes = own.map(({ args, speaker: inner }) => args[inner === undefined ? 0 : inner.code]);
        speaker.uses.forEach((uses, index) => {
          if (speaker.code < 0 && uses.some((use) => codes.includes(use))) {
            speaker.code = index;
            learnt = true;
          }
          const ranges = uses.map((use) => spoken.find((range) => inside(use, range)));
          if (speaker.spoken.has(index) || uses.length === 0 || ranges.includes(undefined)) return;
          speaker.spoken.set(index, ranges.every((range) => range!.as === 'hint') ? 'hint' : 'sentence');
          learnt = true;
        });
      }
    }
    return learnt;
  }

  /** The function of ours that a call names; a method counts by its name alone where only one class has it, or by a variable named like the class. */
  #called(callee: Node, path: string, above: readonly Node[]): Speaker | undefined {
    const name = nameOf(callee);
    if (name !== undefined) {
      const here = this.#all.filter((each) => each.path === path && each.owner === undefined && each.name === name);
      // The innermost function of that name whose surroundings hold the call.
      const local = here.find(({ exported, node }) => !exported && above.some((outer) => inside(node, outer) && outer.type !== 'Program')) ?? here[0];
      if (local !== undefined) return local;
      const from = this.#imports.get(path)!.get(name);
      return from === undefined ? undefined : this.#all.find((each) => each.exported && each.name === name && each.owner === undefined);
    }
    if (callee.type !== 'MemberExpression') return undefined;
    const method = nameOf(callee['property']);
    if (method === undefined) return undefined;
    const known = this.#all.filter((each) => each.owner !== undefined && each.name === method);
    if (method.startsWith('#')) return known.find((each) => each.path === path);
    const receiver = callee['object'] as Node;
    const called = nameOf(receiver) ?? (receiver.type === 'MemberExpression' ? nameOf(receiver['property']) : undefined);
    if (receiver.type === 'ThisExpression') return known.find((each) => each.path === path);
    return known.find(({ owner }) => owner!.toLowerCase() === called?.replace('#', '').toLowerCase()) ?? (known.length === 1 && !commonMethods.has(method) ? known[0] : undefined);
  }
}

/** Names that the language's own objects have too. */
const commonMethods = new Set(['add', 'set', 'get', 'push', 'delete', 'has', 'map', 'filter', 'find', 'fill', 'at', 'call', 'apply', 'next', 'concat', 'includes', 'join']);

/**
 * The parts of a Problem's details that are its hint.
 * `{ path, hint }`, `{ path, ...(hint !== undefined && { hint }) }` and `hint === undefined ? { path } : { path, hint }` are understood.
 */
export function hints(details: Node): Range[] {
  if (details.type === 'ConditionalExpression') {
    const [one, other] = [details['consequent'] as Node, details['alternate'] as Node];
    if (one.type === 'ObjectExpression' && other.type === 'ObjectExpression' && plainProperties(one) === plainProperties(other)) {
      const kept = propertiesOf(one).includes('hint') ? other : one;
      return [{ start: details.start, end: kept.start }, { start: kept.end, end: details.end }];
    }
    return [...hints(one), ...hints(other)];
  }
  return details.type === 'ObjectExpression' ? (details['properties'] as Node[]).filter(isHint) : [];
}

function plainProperties(object: Node): string {
  return propertiesOf(object).filter((each) => each !== 'hint').join();
}

function isHint(property: Node): boolean {
  if (property.type !== 'SpreadElement') return nameOf(property['key']) === 'hint';
  const objects: Node[] = [];
  walk(property['argument'] as Node, (node) => { if (node.type === 'ObjectExpression') objects.push(node); });
  return objects.some((each) => propertiesOf(each).includes('hint')) && objects.every((each) => propertiesOf(each).every((name) => name === 'hint'));
}

function propertiesOf(object: Node): string[] {
  return (object['properties'] as Node[]).map((each) => nameOf(each['key']) ?? '...');
}

/** Where a name is read in a function, its parameters' defaults included. */
function usesOf(owner: Node, name: string): Node[] {
  const found: Node[] = [];
  walk(owner, (node, above) => {
    if (!isReference(node, above) || nameOf(node) !== name) return;
    const parent = above.at(-1)!;
    const isParameter = parent === owner || (parent.type === 'AssignmentPattern' && parent['left'] === node);
    if (!isParameter) found.push(node);
  });
  return found;
}

/** Every function that has a name: declarations, constants that hold an arrow function, methods. */
function functionsOf({ path, program }: Source): Speaker[] {
  const found: Speaker[] = [];
  const add = (name: string | undefined, node: Node, above: readonly Node[], owner?: string): void => {
    if (name === undefined) return;
    const parameters = (node['params'] as Node[]).map((each) => parameterName(each) ?? '');
    const uses = parameters.map((each) => usesOf(node, each));
    found.push({ path, name, owner, exported: owner === undefined && above.some(({ type }) => type === 'ExportNamedDeclaration'), node, parameters, uses, spoken: new Map(), code: -1 });
  };
  walk(program, (node, above) => {
    if (node.type === 'FunctionDeclaration') add(nameOf(node['id']), node, above);
    if (node.type === 'VariableDeclarator') {
      const value = node['init'] as Node | null;
      if (value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression') add(nameOf(node['id']), value, above);
    }
    if (node.type === 'MethodDefinition' && node['kind'] === 'method') {
      const owner = above.findLast(({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression');
      add(nameOf(node['key']), node['value'] as Node, above, nameOf(owner?.['id']) ?? '');
    }
  });
  return found;
}

/** Names that a file imports from files of ours, and from where. */
function importsOf({ program }: Source): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of program['body'] as Node[]) {
    if (statement.type !== 'ImportDeclaration') continue;
    const from = literal(statement['source'] as Node) ?? '';
    if (from.startsWith('.')) for (const each of statement['specifiers'] as Node[]) found.set(nameOf(each['local'])!, from);
  }
  return found;
}
