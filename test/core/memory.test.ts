import { describe, expect, it } from 'vitest';
import { Columns, fingerprint, stableJson, textTable, TraceRing, traceLayer } from '../../src/core/internal.js';

describe('columns', () => {
  it('keep what is stored when they grow', () => {
    const columns = new Columns(2);
    const ammo = columns.add('ammo', 'i32', 2);
    ammo.data.set([1, 2, 3, 4]);
    columns.grow(100);
    expect([...ammo.data.subarray(0, 5)]).toEqual([1, 2, 3, 4, 0]);
    expect(columns.capacity).toBeGreaterThanOrEqual(100);
  });

  it('travel through a buffer bit for bit, whatever their widths', () => {
    const make = (): { columns: Columns; fill(): void } => {
      const columns = new Columns(5);
      const parts = [columns.add('a', 'u8', 3), columns.add('b', 'f64'), columns.add('c', 'u16'), columns.add('d', 'f32', 2), columns.add('e', 'u32'), columns.add('f', 'i32')];
      return { columns, fill: () => parts.forEach((part) => part.data.forEach((_, index) => (part.data[index] = index * 1.5 + 1))) };
    };
    const one = make();
    one.fill();
    const buffer = new ArrayBuffer(8 + one.columns.byteLength(5));
    expect(one.columns.write(buffer, 8, 5)).toBe(buffer.byteLength);
    const other = make();
    other.columns.read(buffer, 8, 5);
    expect(other.columns.all.map((column) => [...column.data])).toEqual(one.columns.all.map((column) => [...column.data]));
    expect(other.columns.layout).toBe(one.columns.layout);
  });

  it('look into a buffer without copying', () => {
    const columns = new Columns(2);
    const small = columns.add('small', 'u8', 3);
    const large = columns.add('large', 'f64');
    small.data.set([1, 2, 3, 4, 5, 6]);
    large.data.set([1.5, 2.5]);
    const buffer = new ArrayBuffer(columns.byteLength(2));
    columns.write(buffer, 0, 2);
    const other = new Columns();
    const [seenSmall, seenLarge] = [other.add('small', 'u8', 3), other.add('large', 'f64')];
    expect(other.lookInto(buffer, 0, 2)).toBe(buffer.byteLength);
    expect([...seenSmall.data]).toEqual([1, 2, 3, 4, 5, 6]);
    seenLarge.data[1] = 7;
    columns.read(buffer, 0, 2);
    expect([...large.data]).toEqual([1.5, 7]);
  });

  it('clear one slot and leave its neighbours alone', () => {
    const columns = new Columns(3);
    const words = columns.add('words', 'u32', 2);
    words.data.fill(7);
    columns.clear(1);
    expect([...words.data]).toEqual([7, 7, 0, 0, 7, 7]);
    expect(columns.bytesPerSlot).toBe(8);
  });
});

describe('the trace ring', () => {
  it('keeps the newest records and walks causes back as far as they live', () => {
    const ring = new TraceRing(3);
    let cause = -1;
    for (let tick = 0; tick < 5; tick++) {
      ring.tick = tick;
      cause = ring.write(1, traceLayer.step, tick, 0, 10 * tick, 0, cause);
    }
    expect([...ring.records()].map((record) => record.a)).toEqual([20, 30, 40]);
    expect(ring.get(1)).toBeUndefined();
    expect(ring.chain(cause).map((record) => record.node)).toEqual([4, 3, 2]);
    expect([...ring.records(2)]).toEqual([]);
  });
});

describe('texts of the core', () => {
  it('align a table: names to the left, numbers to the right', () => {
    expect(textTable([['repel', '0.5', 'chosen'], ['standGuard', '0.10', '']])).toBe('repel        0.5  chosen\nstandGuard  0.10');
  });

  it('fingerprint equal content equally, whatever the order of keys', () => {
    expect(fingerprint(stableJson({ a: 1, b: [1, { d: 2, c: 3 }] }))).toBe(fingerprint(stableJson({ b: [1, { c: 3, d: 2 }], a: 1 })));
    expect(fingerprint(stableJson({ a: 1 }))).not.toBe(fingerprint(stableJson({ a: 2 })));
    expect(fingerprint('')).toMatch(/^[0-9a-f]{16}$/);
  });
});
