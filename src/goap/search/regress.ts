import { normaliseGroup, normaliseLongGroup } from './masks.js';
import type { Projection } from './projection.js';

/**
 * Takes a partial state back through an action: writes the weakest condition under which the action can be taken and leads into the partial state.
 * `keys[from ...]` holds care words, then value words, in normal form; the result goes to `keys[to ...]` in the same form.
 * False when the action cannot be the last step into the partial state, or need not be: it breaks a part, helps no part, or asks for what contradicts it.
 *
 * An action that helps no part may be left out: wherever it leads into the partial state, the state before it was in there already.
 */
export function regress(projection: Projection, action: number, keys: Int32Array, from: number, to: number): boolean {
  const { words, care, value, clear, set, shiftStart, shifts } = projection;
  const row = action * words;
  let helps = false;
  for (let word = 0; word < words; word++) {
    const cared = keys[from + word]!;
    const wanted = keys[from + words + word]!;
    const sets = set[row + word]!;
    const clears = clear[row + word]!;
    if ((wanted & clears) !== 0 || (cared & ~wanted & sets) !== 0) return false;
    if ((wanted & sets) !== 0 || (cared & ~wanted & clears) !== 0) helps = true;
    keys[to + word] = cared & ~(sets | clears);
    keys[to + words + word] = wanted & ~(sets | clears);
  }
  for (let shift = shiftStart[action]! * 5; shift < shiftStart[action + 1]! * 5; shift += 5) {
    const word = to + shifts[shift]!;
    const mask = shifts[shift + 1]!;
    const amount = shifts[shift + 2]!;
    const lowest = shifts[shift + 3]!;
    const highest = shifts[shift + 4]!;
    let wanted = keys[word + words]! & mask;
    let unwanted = keys[word]! & mask & ~wanted;
    // Bits that the shift fills are sure; bits that come from beyond the field's other end (saturation) follow from their neighbours.
    if (amount > 0) {
      if ((unwanted & lowest) !== 0) return false;
      if (wanted !== 0) helps = true;
      wanted = (wanted >>> amount) & mask;
      if (unwanted !== 0) unwanted = ((unwanted >>> amount) & mask) | highest;
    } else {
      if ((wanted & highest) !== 0) return false;
      if (unwanted !== 0) helps = true;
      if (wanted !== 0) wanted = ((wanted << -amount) & mask) | lowest;
      unwanted = (unwanted << -amount) & mask;
    }
    keys[word] = (keys[word]! & ~mask) | wanted | unwanted;
    keys[word + words] = (keys[word + words]! & ~mask) | wanted;
  }
  if (!helps) return false;
  for (let word = 0; word < words; word++) {
    if ((keys[to + word]! & care[row + word]! & (keys[to + words + word]! ^ value[row + word]!)) !== 0) return false;
    keys[to + word] = keys[to + word]! | care[row + word]!;
    keys[to + words + word] = keys[to + words + word]! | value[row + word]!;
  }
  return closeGroups(projection, keys, to);
}

/** Normalises the partial state at `keys[at]` where a merge may have left a one-hot group with one member or none; false for none. */
export function closeGroups({ words, looseGroups, looseLongGroups }: Projection, keys: Int32Array, at: number): boolean {
  for (let group = 0; group < looseGroups.length; group += 2) {
    const word = at + looseGroups[group]!;
    if (!normaliseGroup(keys, word, keys, word + words, looseGroups[group + 1]!)) return false;
  }
  for (let group = 0; group < looseLongGroups.length; group += 2) {
    const word = at + looseLongGroups[group]!;
    if (!normaliseLongGroup(keys, word, keys, word + words, looseLongGroups[group + 1]!)) return false;
  }
  return true;
}
