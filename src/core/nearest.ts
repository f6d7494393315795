/** Longest name that is compared letter by letter; longer ones are cut, so hostile input costs little. */
const longest = 64;

/**
 * The number of edits between two names: insert, delete, replace, swap neighbours
 * (optimal string alignment distance, the restricted form of Damerau-Levenshtein).
 * Letter case costs nothing: a wrong capital is the commonest slip.
 */
export function editDistance(one: string, other: string): number {
  const a = one.slice(0, longest).toLowerCase();
  const b = other.slice(0, longest).toLowerCase();
  let beforeLast: number[] = [];
  let last: number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, beforeLast[column - 2]! + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}

/** The candidate that was most likely meant by `name`, or undefined when none is close (about a third of its letters may differ). */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(Math.min(name.length, longest) / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= bestDistance && candidate.length <= longest) continue;
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The hint that ends an "unknown name" error: `did you mean "x"?`, or the names there are. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const known = [...candidates];
  const close = nearest(name, known);
  if (close !== undefined) return `did you mean "${close}"?`;
  if (known.length === 0) return 'there are none';
  const shown = known.slice(0, 8).map((each) => `"${each}"`).join(', ');
  return known.length > 8 ? `known: ${shown} and ${known.length - 8} more` : `known: ${shown}`;
}
