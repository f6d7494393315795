import { Columns, fingerprint, isPlainObject, Problem } from '../core/internal.js';
import type { StateProgram } from './program.js';
import { isSoundRow, listParams, putListParams, type ListParams } from './store-save.js';
import { StateStore } from './store.js';

const magic = 0x4d53_4847;
const version = 1;
const headerBytes = 32;

/** A store that was read and is not in place yet. */
export interface ReadStore {
  readonly count: number;
  readonly generations: Uint16Array;
  /** Puts everything into columns with room for `count` slots. */
  readonly fill: (columns: Columns, states: StateStore<any>) => void;
}

/**
 * One block of bytes: magic, version, hash of structure and column layout (four words), number of slots, length of the tail;
 * then the columns; then, as UTF-16 text, the params of step lists as JSON.
 */
export function writeStore(program: StateProgram, columns: Columns, count: number, states: StateStore<any>): ArrayBuffer {
  const params = listParams(states);
  const tail = Object.keys(params).length === 0 ? '' : JSON.stringify(params);
  const columnBytes = columns.byteLength(count);
  const buffer = new ArrayBuffer(headerBytes + columnBytes + tail.length * 2);
  new Uint32Array(buffer, 0, 8).set([magic, version, ...hashWords(program, columns), count, tail.length]);
  columns.write(buffer, headerBytes, count);
  new Uint16Array(buffer, headerBytes + columnBytes, tail.length).set(Array.from(tail, (_, index) => tail.charCodeAt(index)));
  return buffer;
}

/** Checks a block from head to tail, row by row. Throws a Problem when anything in it cannot be. */
export function readStore(program: StateProgram, columns: Columns, buffer: ArrayBuffer): ReadStore {
  if (Object.prototype.toString.call(buffer) !== '[object ArrayBuffer]' || buffer.byteLength < headerBytes) throw bad('is no saved store');
  const head = new Uint32Array(buffer, 0, 8);
  if (head[0] !== magic) throw bad('is no saved store');
  if (head[1] !== version) throw bad(`is version ${head[1]}`, `this library reads version ${version}`);
  if (hashWords(program, columns).some((word, index) => head[2 + index] !== word)) throw bad('was saved by another structure', 'save the entities one by one, and restore them with "nearest"');
  const count = head[6]!;
  // A count that is a lie must not make us reserve memory.
  if (count * columns.bytesPerSlot > buffer.byteLength) throw bad('is not whole');
  const columnBytes = columns.byteLength(count);
  if (buffer.byteLength !== headerBytes + columnBytes + head[7]! * 2) throw bad('is not whole');

  const trial = new Columns(count);
  const states = new StateStore<unknown>(program, { columns: trial });
  const generation = trial.add('hsm.generation', 'u16');
  trial.read(buffer, headerBytes, count);
  const params = readTail(new Uint16Array(buffer, headerBytes + columnBytes, head[7]));
  for (let slot = 0; slot < count; slot++) if (!isSoundRow(states, slot)) throw bad(`holds an impossible state in row ${slot}`);
  return {
    count,
    generations: generation.data.slice(0, count),
    fill: (target, into) => {
      target.read(buffer, headerBytes, count);
      putListParams(into, params);
    },
  };
}

function readTail(units: Uint16Array): ListParams {
  if (units.length === 0) return {};
  let params: unknown;
  try {
    params = JSON.parse(Array.from(units, (unit) => String.fromCharCode(unit)).join(''));
  } catch (cause) {
    throw new Problem('bad-save', 'the step params of a saved store are not JSON', { cause });
  }
  const fits = isPlainObject(params) && Object.values(params).every((bySlot) => isPlainObject(bySlot) && Object.values(bySlot).every(Array.isArray));
  if (!fits) throw bad('holds step params of another form');
  return params as ListParams;
}

/** Sixteen hexadecimal digits over structure and layout, as four words of four digits. */
function hashWords(program: StateProgram, columns: Columns): number[] {
  const digits = fingerprint(`${program.hash} ${columns.layout}`);
  return [0, 4, 8, 12].map((from) => Number.parseInt(digits.slice(from, from + 4), 16));
}

function bad(what: string, hint?: string): Problem {
  return new Problem('bad-save', `the buffer ${what}`, hint === undefined ? {} : { hint });
}
