import type { Meaning } from './column-meaning.js';

/** The element kinds a column can have. */
export type ColumnKind = 'u8' | 'u16' | 'u32' | 'i32' | 'f32' | 'f64';

interface ArrayOf {
  readonly u8: Uint8Array<ArrayBuffer>;
  readonly u16: Uint16Array<ArrayBuffer>;
  readonly u32: Uint32Array<ArrayBuffer>;
  readonly i32: Int32Array<ArrayBuffer>;
  readonly f32: Float32Array<ArrayBuffer>;
  readonly f64: Float64Array<ArrayBuffer>;
}

const bytesOf = { u8: 1, u16: 2, u32: 4, i32: 4, f32: 4, f64: 8 } as const;

/** One typed array that holds `width` elements for every slot, slot after slot. */
export interface Column<K extends ColumnKind = ColumnKind> {
  readonly name: string;
  readonly kind: K;
  /** Elements a slot. */
  readonly width: number;
  /** The elements of slot s start at `s * width`. Replaced when the columns grow: read it anew each tick, never keep it. */
  data: ArrayOf[K];
  /** What the numbers say, where they can be checked, saved and restored by that alone. */
  readonly meaning?: Meaning;
}

/**
 * The memory of many entities of one kind, as columns of typed arrays: what each layer keeps per mind lives here and nowhere else.
 * That one rule gives growth, byte counts, snapshots and rollback to all layers at once.
 */
export class Columns {
  readonly #columns: Column[] = [];
  #capacity: number;

  constructor(capacity = 0) {
    this.#capacity = capacity;
  }

  /** How many slots there is room for. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Every column, in the order of their making. */
  get all(): readonly Column[] {
    return this.#columns;
  }

  /** Bytes one slot takes over all columns. */
  get bytesPerSlot(): number {
    return this.#columns.reduce((sum, column) => sum + column.width * bytesOf[column.kind], 0);
  }

  /** Adds a column of zeros. */
  add<K extends ColumnKind>(name: string, kind: K, width = 1, meaning?: Meaning): Column<K> {
    const column: Column<K> = { name, kind, width, data: makeArray(kind, width * this.#capacity), ...(meaning === undefined ? {} : { meaning }) };
    this.#columns.push(column);
    return column;
  }

  /** Makes room for at least `capacity` slots; what was stored stays. Capacity doubles, so that spawning one by one stays cheap. */
  grow(capacity: number): void {
    if (capacity <= this.#capacity) return;
    this.#capacity = Math.max(capacity, this.#capacity * 2, 8);
    for (const column of this.#columns) {
      const larger = makeArray(column.kind, column.width * this.#capacity);
      larger.set(column.data);
      column.data = larger;
    }
  }

  /** Sets one slot to zeros in all columns. */
  clear(slot: number): void {
    for (const column of this.#columns) column.data.fill(0, slot * column.width, (slot + 1) * column.width);
  }

  /** Bytes that {@link write} needs for the first `count` slots: every column is padded to eight bytes. */
  byteLength(count: number): number {
    return this.#columns.reduce((sum, column) => sum + padded(column.width * bytesOf[column.kind] * count), 0);
  }

  /** Copies the first `count` slots of every column into `buffer` from `offset` (a multiple of eight); returns the offset behind them. */
  write(buffer: ArrayBuffer, offset: number, count: number): number {
    let at = offset;
    for (const column of this.#columns) {
      const bytes = column.width * bytesOf[column.kind] * count;
      new Uint8Array(buffer, at, bytes).set(new Uint8Array(column.data.buffer, 0, bytes));
      at += padded(bytes);
    }
    return at;
  }

  /** The reverse of {@link write}: fills the first `count` slots from `buffer`; returns the offset behind them. */
  read(buffer: ArrayBuffer, offset: number, count: number): number {
    this.grow(count);
    let at = offset;
    for (const column of this.#columns) {
      const bytes = column.width * bytesOf[column.kind] * count;
      new Uint8Array(column.data.buffer, 0, bytes).set(new Uint8Array(buffer, at, bytes));
      at += padded(bytes);
    }
    return at;
  }

  /**
   * Lets every column look into a buffer that {@link write} filled, without copying: what is stored then is stored there.
   * The columns must not grow after that. Returns the offset behind them.
   */
  lookInto(buffer: ArrayBuffer, offset: number, count: number): number {
    let at = offset;
    this.#capacity = count;
    for (const column of this.#columns) {
      column.data = viewOf(column.kind, buffer, at, column.width * count);
      at += padded(column.width * bytesOf[column.kind] * count);
    }
    return at;
  }

  /** Names, kinds and widths of all columns as one text: equal text, equal binary layout. */
  get layout(): string {
    return this.#columns.map((column) => `${column.name}:${column.kind}x${column.width}`).join(' ');
  }
}

function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}

function viewOf<K extends ColumnKind>(kind: K, buffer: ArrayBuffer, offset: number, length: number): ArrayOf[K] {
  const make: { [Kind in ColumnKind]: () => ArrayOf[Kind] } = {
    u8: () => new Uint8Array(buffer, offset, length),
    u16: () => new Uint16Array(buffer, offset, length),
    u32: () => new Uint32Array(buffer, offset, length),
    i32: () => new Int32Array(buffer, offset, length),
    f32: () => new Float32Array(buffer, offset, length),
    f64: () => new Float64Array(buffer, offset, length),
  };
  return make[kind]();
}

function makeArray<K extends ColumnKind>(kind: K, length: number): ArrayOf[K] {
  const make: { [Kind in ColumnKind]: (length: number) => ArrayOf[Kind] } = {
    u8: (count) => new Uint8Array(count),
    u16: (count) => new Uint16Array(count),
    u32: (count) => new Uint32Array(count),
    i32: (count) => new Int32Array(count),
    f32: (count) => new Float32Array(count),
    f64: (count) => new Float64Array(count),
  };
  return make[kind](length);
}
