import { checkSum, hashWords } from '../../src/brain/save/crowd-buffer.js';
import { mutated, type Dice } from './mutate.js';

const headerBytes = 32;

/** A saved crowd with its head or its columns changed, and every length, fingerprint and check sum repaired: only what it means is wrong. */
export function forged(bytes: ArrayBuffer, dice: Dice): ArrayBuffer {
  const units = new Uint32Array(bytes, 0, 8)[4]!;
  const head = String.fromCharCode(...new Uint16Array(bytes, headerBytes, units));
  const columns = new Uint8Array(bytes.slice(headerBytes + padded(units * 2)));
  const isHead = dice.below(2) === 0;
  if (!isHead) for (let times = 1 + dice.below(4); times > 0; times--) columns[dice.below(columns.length)] = dice.pick([0, 1, 2, 127, 128, 255, dice.below(256)]);
  return assemble(isHead ? JSON.stringify(mutated(JSON.parse(head), dice)) : head, columns, new Uint32Array(bytes, 0, 2)[1]!);
}

function assemble(head: string, columns: Uint8Array, version: number): ArrayBuffer {
  const columnsAt = headerBytes + padded(head.length * 2);
  const made = new ArrayBuffer(padded(columnsAt + columns.length));
  const units = new Uint16Array(made, headerBytes, head.length);
  for (let index = 0; index < head.length; index++) units[index] = head.charCodeAt(index);
  new Uint8Array(made).set(columns, columnsAt);
  new Uint32Array(made, 0, 8).set([0x474e474c, version, ...hashWords(head), head.length, made.byteLength, checkSum(made), 0]);
  return made;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
