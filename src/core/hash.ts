/**
 * A fingerprint of text: two 32-bit FNV-1a hashes with different offsets, as 16 hexadecimal digits.
 * It tells definitions apart; it is no defence against someone who wants two to agree.
 */
export function fingerprint(text: string): string {
  let one = 0x811c9dc5;
  let two = 0x050c5d1f;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code ^ (index & 0xff), 0x01000193);
  }
  return (one >>> 0).toString(16).padStart(8, '0') + (two >>> 0).toString(16).padStart(8, '0');
}

/** JSON with the keys of every object in alphabetical order: equal content gives equal text. The value must hold no cycle. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    const sorted: Record<string, unknown> = {};
    for (const key of Object.keys(each).sort()) sorted[key] = (each as Record<string, unknown>)[key];
    return sorted;
  });
}
