/**
 * A set of whole numbers as sorted, disjoint, non-touching ranges: lowest, highest, lowest, highest, ...
 * It says which values a condition allows a cell to have, for every kind of cell alike.
 */
export type Ranges = readonly number[];

/** The set of the given numbers, cut to [min, max]. */
export function rangesOf(numbers: readonly number[], min: number, max: number): Ranges {
  const sorted = numbers.filter((number) => number >= min && number <= max).sort((a, b) => a - b);
  const ranges: number[] = [];
  for (const number of sorted) {
    const last = ranges.length - 1;
    if (last > 0 && number <= ranges[last]! + 1) ranges[last] = number;
    else ranges.push(number, number);
  }
  return ranges;
}

/** The numbers from `low` to `high` that are in [min, max]. */
export function rangeOf(low: number, high: number, min: number, max: number): Ranges {
  const [from, to] = [Math.max(low, min), Math.min(high, max)];
  return from > to ? [] : [from, to];
}

/** What is in both sets. */
export function intersect(one: Ranges, other: Ranges): Ranges {
  const both: number[] = [];
  let a = 0;
  let b = 0;
  while (a < one.length && b < other.length) {
    const low = Math.max(one[a]!, other[b]!);
    const high = Math.min(one[a + 1]!, other[b + 1]!);
    if (low <= high) both.push(low, high);
    if (one[a + 1]! < other[b + 1]!) a += 2;
    else b += 2;
  }
  return both;
}

/** What is in [min, max] but not in the set. */
export function complement(ranges: Ranges, min: number, max: number): Ranges {
  const rest: number[] = [];
  let from = min;
  for (let at = 0; at < ranges.length; at += 2) {
    if (from < ranges[at]!) rest.push(from, ranges[at]! - 1);
    from = ranges[at + 1]! + 1;
  }
  if (from <= max) rest.push(from, max);
  return rest;
}

/** True when the number is in the set. */
export function contains(ranges: Ranges, number: number): boolean {
  for (let at = 0; at < ranges.length; at += 2) if (number >= ranges[at]! && number <= ranges[at + 1]!) return true;
  return false;
}

/** What is in either set. */
export function union(one: Ranges, other: Ranges): Ranges {
  const all: number[] = [];
  let a = 0;
  let b = 0;
  while (a < one.length || b < other.length) {
    const takeOne = b >= other.length || (a < one.length && one[a]! <= other[b]!);
    const low = takeOne ? one[a]! : other[b]!;
    const high = takeOne ? one[a + 1]! : other[b + 1]!;
    if (takeOne) a += 2;
    else b += 2;
    const last = all.length - 1;
    if (last > 0 && low <= all[last]! + 1) all[last] = Math.max(all[last]!, high);
    else all.push(low, high);
  }
  return all;
}
