import { describe, Problem } from '../core/internal.js';
import { type Cell, cellMask, lowBits, readCell, valueOfCell, writeCell } from './cell.js';
import type { LaidFact, Layout } from './layout.js';

/** What a sensor wrote that could not be stored as it was. */
export type WarningKind = 'clamped' | 'notANumber' | 'unknownMember' | 'wrongType';

/** Called for every value that a writing view could not store as it was; say it once a cell if you say it at all. */
export type OnWarning = (cell: Cell, kind: WarningKind, value: unknown) => void;

/** A view on one state at a time, and the handle that moves it; the handle is the engine's, users get the view only. */
export interface FactsView<F> {
  /** The facts by name, families nested. Always the same object; it shows whatever state it was last pointed at. */
  readonly view: F;
  /** Points the view at the state that starts at `offset` in `words`. */
  point(words: Int32Array, offset: number): void;
  /** The call is over: whoever kept the view gets a Problem `view-kept` that names its owner, and never another state. */
  shut(): void;
}

/** Where a view looks; shared by the view and the nodes of its families. */
interface Cursor {
  words: Int32Array;
  offset: number;
}

type SetterOf = (cell: Cell, fact: LaidFact) => Setter;

/** The key under which view objects keep their cursor: a symbol, so that no fact can have its name. */
const cursorKey: unique symbol = Symbol('cursor');

/** An object with accessors: the view itself or a node of a family. */
interface Node {
  readonly [cursorKey]: Cursor;
}

type Setter = (this: Node, value: unknown) => void;

/**
 * A view that may look but not write: a setter throws a Problem `read-only`.
 * Reading allocates nothing: members of a `oneOf` are the definition's own strings, nodes of families are made once.
 *
 * @param owner who gets the view, for what is said of a view that was kept
 */
export function readingView<F>(layout: Layout, owner = 'a callback'): FactsView<F> {
  return makeView<F>(layout, owner, (cell) => {
    return () => {
      throw new Problem('read-only', `fact ${cell.text} cannot be written here`, { hint: 'only sensors write facts' });
    };
  });
}

/**
 * A view for sensors, which see a messy world: a number out of range is cut to the nearest limit, a fraction is rounded down
 * (so that "at least n" means the same before and after), and an unknown member, NaN or value of the wrong type leaves the
 * last value. Everything but the rounding is reported to `onWarning`.
 */
export function writingView<F>(layout: Layout, onWarning: OnWarning, owner = 'a sensor'): FactsView<F> {
  return makeView<F>(layout, owner, (cell, fact) => {
    if (cell.kind === 'flag') return flagSetter(cell, onWarning);
    return cell.kind === 'int' ? intSetter(cell, onWarning) : memberSetter(cell, fact, onWarning);
  });
}

function flagSetter(cell: Cell, onWarning: OnWarning): Setter {
  const { word } = cell;
  const bit = 1 << cell.shift;
  return function (value) {
    const { words, offset } = this[cursorKey];
    if (value === true) words[offset + word]! |= bit;
    else if (value === false) words[offset + word]! &= ~bit;
    else onWarning(cell, 'wrongType', value);
  };
}

function intSetter(cell: Cell, onWarning: OnWarning): Setter {
  const { min, max, word, shift } = cell;
  const thermometer = cell.coding === 'thermometer';
  const mask = cellMask(cell);
  return function (value) {
    const { words, offset } = this[cursorKey];
    if (typeof value !== 'number' || value !== value) {
      onWarning(cell, typeof value === 'number' ? 'notANumber' : 'wrongType', value);
      return;
    }
    const whole = Math.floor(value);
    if (whole < min || whole > max) onWarning(cell, 'clamped', value);
    const steps = (whole < min ? min : whole > max ? max : whole) - min;
    // A thermometer has 31 bits at most, so the shift below never wraps.
    words[offset + word] = thermometer ? (words[offset + word]! & ~mask) | (((1 << steps) - 1) << shift) : steps;
  };
}

function memberSetter(cell: Cell, fact: LaidFact, onWarning: OnWarning): Setter {
  const numbers = fact.values;
  const { word, shift } = cell;
  const mask = cell.bits <= 32 ? cellMask(cell) : 0;
  return function (value) {
    const { words, offset } = this[cursorKey];
    const member = typeof value === 'string' ? numbers.get(value) : undefined;
    if (member === undefined) onWarning(cell, typeof value === 'string' ? 'unknownMember' : 'wrongType', value);
    else if (mask === 0) writeCell(cell, words, offset, member);
    else words[offset + word] = (words[offset + word]! & ~mask) | (1 << (shift + member));
  };
}

function makeView<F>(layout: Layout, owner: string, setterOf: SetterOf): FactsView<F> {
  const kept = (): never => {
    throw new Problem('view-kept', `the facts of ${owner} were used after its call`, { hint: 'read and write them in the call itself; what is known later comes as an event: mind.notify(...)' });
  };
  // It takes the place of the words, so that views that are open need not be asked whether they are.
  const shut = new Proxy(new Int32Array(0), { get: kept, set: kept });
  const cursor: Cursor = { words: layout.defaults, offset: 0 };
  const accessors: PropertyDescriptorMap = {};
  for (const fact of layout.facts.values()) {
    accessors[fact.name] = fact.index.length === 0 ? cellAccessor(fact.cells[0]!, setterOf(fact.cells[0]!, fact)) : familyAccessor(makeNode(fact, 0, 0, cursor, setterOf), fact);
  }
  return {
    view: nodeWith(accessors, cursor) as F,
    point: (words, offset) => {
      cursor.words = words;
      cursor.offset = offset;
    },
    shut: () => {
      cursor.words = shut;
    },
  };
}

/** The object for one level of a family; `number` counts the cells that lie before it, in units of what is below. */
function makeNode(fact: LaidFact, level: number, number: number, cursor: Cursor, setterOf: SetterOf): object {
  const accessors: PropertyDescriptorMap = {};
  const members = fact.numbers[level]!;
  for (const [member, at] of members) {
    const below = number * members.size + at;
    const cell = fact.cells[below];
    accessors[member] =
      level === fact.index.length - 1 && cell !== undefined
        ? cellAccessor(cell, setterOf(cell, fact))
        : familyAccessor(makeNode(fact, level + 1, below, cursor, setterOf), fact);
  }
  return nodeWith(accessors, cursor);
}

/** What consoles and texts show of a view: its facts as plain data. */
const printed: PropertyDescriptorMap = {
  [Symbol.toPrimitive]: { value: shownText },
  [Symbol.for('nodejs.util.inspect.custom')]: { value: plainCopy },
};

function shownText(this: object): string {
  return JSON.stringify(this);
}

function plainCopy(this: object): unknown {
  return JSON.parse(JSON.stringify(this));
}

/** The facts are its own properties, so that JSON, spread and tests see them; it takes no others, so a misspelt write throws. */
function nodeWith(accessors: PropertyDescriptorMap, cursor: Cursor): object {
  const node = Object.create(Object.create(null, printed) as object, { ...accessors, [cursorKey]: { value: cursor } }) as object;
  return Object.preventExtensions(node);
}

function familyAccessor(node: object, fact: LaidFact): PropertyDescriptor {
  return {
    enumerable: true,
    get: () => node,
    set: (value: unknown) => {
      throw new Problem('read-only', `family "${fact.name}" cannot be replaced by ${describe(value)}`, { hint: `write its members one by one, as in ${fact.cells[0]!.text}` });
    },
  };
}

function cellAccessor(cell: Cell, set: Setter): PropertyDescriptor {
  return { enumerable: true, get: getter(cell), set };
}

/** One getter a coding, with all numbers in the closure: this is the hottest code of the layer. */
function getter(cell: Cell): (this: Node) => unknown {
  const { word, shift, min, values } = cell;
  const low = lowBits(Math.min(cell.bits, 32));
  if (cell.coding === 'flag') {
    return function () {
      const cursor = this[cursorKey];
      return ((cursor.words[cursor.offset + word]! >>> shift) & 1) === 1;
    };
  }
  if (cell.coding === 'thermometer') {
    return function () {
      const cursor = this[cursorKey];
      return min + 32 - Math.clz32((cursor.words[cursor.offset + word]! >>> shift) & low);
    };
  }
  if (cell.coding === 'oneHot' && cell.bits <= 32) {
    return function () {
      const cursor = this[cursorKey];
      return values[31 - Math.clz32((cursor.words[cursor.offset + word]! >>> shift) & low)];
    };
  }
  return function () {
    const cursor = this[cursorKey];
    return valueOfCell(cell, readCell(cell, cursor.words, cursor.offset));
  };
}
