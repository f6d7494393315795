import { fingerprint, Problem } from '../core/internal.js';
import { type Cell, cellMask, codingOf, writeCell } from './cell.js';
import type { Fact, ObjectSets, Schema, SimpleFact } from './kinds.js';

/** Most words a packed state may take: 64 KiB a mind is a slip, not a wish. */
const mostWords = 16384;
/** Most cells, so that a family over large sets is refused before it fills the memory. */
const mostCells = 65536;

/** A fact with its cells. Those of a family lie in the order of its index, last set fastest. */
export interface LaidFact {
  readonly name: string;
  readonly of: SimpleFact;
  readonly shared: boolean;
  /** Names of the object sets; empty for a fact that stands alone. */
  readonly index: readonly string[];
  /** Members of those sets by name, one map a set. */
  readonly numbers: readonly ReadonlyMap<string, number>[];
  /** Member numbers of a `oneOf` by name; empty for other kinds. */
  readonly values: ReadonlyMap<string, number>;
  readonly cells: readonly Cell[];
  /** Every bit that belongs to this fact, one mask a word. */
  readonly mask: Int32Array;
}

/** Where every cell lies in a packed state. Immutable, shared by all that use the domain. */
export interface Layout {
  /** Facts by name, private ones first. */
  readonly facts: ReadonlyMap<string, LaidFact>;
  readonly cells: readonly Cell[];
  readonly sets: ObjectSets;
  /** Words of a whole state. */
  readonly words: number;
  /** Words of the private part; shared facts fill the words from here on. */
  readonly privateWords: number;
  /** A state in which every fact has its default: flag false, int min, first member. */
  readonly defaults: Int32Array;
  /** Equal fingerprints, equal meaning of every bit. */
  readonly fingerprint: string;
}

/**
 * Lays out facts in 32-bit words: in the order of declaration, each field into the first word with room for it.
 * @throws Problem `too-many-cells` when the state would be absurdly large
 */
export function makeLayout(facts: Schema, shared: Schema, sets: ObjectSets, path = 'domain'): Layout {
  const laid = new Map<string, LaidFact>();
  const cells: Cell[] = [];
  const words = new Words();
  for (const [name, fact] of Object.entries(facts)) laid.set(name, layFact(name, fact, false, sets, words, cells, `${path}.facts.${name}`));
  const privateWords = words.close();
  for (const [name, fact] of Object.entries(shared)) laid.set(name, layFact(name, fact, true, sets, words, cells, `${path}.shared.${name}`));
  const count = words.close();
  const defaults = new Int32Array(count);
  for (const cell of cells) writeCell(cell, defaults, 0, cell.min);
  for (const fact of laid.values()) laid.set(fact.name, { ...fact, mask: maskOf(fact.cells, count) });
  const meaning = JSON.stringify([sets, facts, shared]);
  return { facts: laid, cells, sets, words: count, privateWords, defaults, fingerprint: fingerprint(meaning) };
}

function layFact(name: string, fact: Fact, shared: boolean, sets: ObjectSets, words: Words, cells: Cell[], path: string): LaidFact {
  const of = fact.kind === 'per' ? fact.of : fact;
  const index = fact.kind === 'per' ? fact.index : [];
  const members = index.map((set) => sets[set]!);
  const count = members.reduce((product, each) => product * each.length, 1);
  if (cells.length + count > mostCells) {
    throw new Problem('too-many-cells', `fact "${name}" would take ${count} cells`, { path, hint: `a domain has ${mostCells} cells at most` });
  }
  const { coding, bits, min, max, values } = codingOf(of);
  const own: Cell[] = [];
  for (let number = 0; number < count; number++) {
    const picked = pick(members, number);
    const place = coding === 'wide' || bits > 32 ? words.whole(Math.ceil(bits / 32)) : words.field(bits);
    const text = picked.length === 0 ? name : `${name}[${picked.join('][')}]`;
    const cell: Cell = { index: cells.length, fact: name, members: picked, text, kind: of.kind, coding, ...place, bits, min, max, values, shared };
    own.push(cell);
    cells.push(cell);
  }
  if (words.count > mostWords) throw new Problem('too-many-cells', `the facts take more than ${mostWords} words`, { path });
  return { name, of, shared, index, numbers: members.map(numbered), values: numbered(values), cells: own, mask: new Int32Array(0) };
}

/** The members that stand for a cell's number within its family: the last set counts fastest. */
function pick(members: readonly (readonly string[])[], number: number): readonly string[] {
  const picked: string[] = [];
  let rest = number;
  for (let level = members.length - 1; level >= 0; level--) {
    const set = members[level]!;
    picked.unshift(set[rest % set.length]!);
    rest = Math.floor(rest / set.length);
  }
  return picked;
}

function numbered(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, number) => [name, number]));
}

function maskOf(cells: readonly Cell[], words: number): Int32Array {
  const mask = new Int32Array(words);
  for (const cell of cells) {
    if (cell.bits <= 32) mask[cell.word]! |= cellMask(cell);
    else for (let bit = 0; bit < cell.bits; bit++) mask[cell.word + (bit >>> 5)]! |= 1 << (bit & 31);
  }
  return mask;
}

/** Words being filled. `used[w]` bits of word w are taken; a whole word counts as full. */
class Words {
  readonly #used: number[] = [];
  /** Words before this one belong to the private facts and must not take shared ones. */
  #open = 0;
  /** By size of field: the words before this one have no room for it. */
  readonly #tried: number[] = [];

  get count(): number {
    return this.#used.length;
  }

  field(bits: number): { word: number; shift: number } {
    if (bits === 0) return { word: 0, shift: 0 };
    // Words only fill up: one that had no room for a field of this size has none for the next either.
    let word = Math.max(this.#open, this.#tried[bits] ?? 0);
    while (word < this.#used.length && this.#used[word]! + bits > 32) word++;
    this.#tried[bits] = word;
    const shift = this.#used[word] ?? 0;
    this.#used[word] = shift + bits;
    return { word, shift };
  }

  whole(count: number): { word: number; shift: number } {
    const word = this.#used.length;
    for (let each = 0; each < count; each++) this.#used.push(32);
    return { word, shift: 0 };
  }

  close(): number {
    this.#open = this.#used.length;
    return this.#open;
  }
}
