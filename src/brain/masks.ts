/** True when both have a bit in common; null stands for all bits. */
export function overlaps(one: Int32Array | null, other: Int32Array | null): boolean {
  if (one === null || other === null) return true;
  for (let word = 0; word < one.length; word++) if ((one[word]! & other[word]!) !== 0) return true;
  return false;
}
