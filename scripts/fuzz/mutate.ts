import { Random } from 'ganglion';

/** What stands in the place of something else: junk of every kind, and numbers at every border. */
const junk: readonly unknown[] = [null, true, false, '', 'x', '__proto__', 'constructor', 0, -0, 1, -1, 0.5, 255, 256, 65_535, 65_536, 2 ** 24, 2 ** 26, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 31), 1e308, 'NaN', '1e400', [], {}, [[]], [{}], { id: 1 }, [0, 0], [[0, 0]], 'a'.repeat(300)];

/** Chance with the few questions that mutating asks. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  below(count: number): number {
    return Math.floor(this.#random.next() * count);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** Plain data, changed in one to three places: a value replaced, dropped, doubled, swapped with another one, or a number nudged. */
export function mutated<T>(value: T, dice: Dice): T {
  const copy = JSON.parse(JSON.stringify(value)) as T;
  for (let times = 1 + dice.below(3); times > 0; times--) mutateOnce(copy, dice);
  return copy;
}

function mutateOnce(root: unknown, dice: Dice): void {
  const places: [owner: Record<string, unknown> | unknown[], key: string][] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      walk((node as Record<string, unknown>)[key]);
    }
  };
  walk(root);
  if (places.length === 0) return;
  const [owner, key] = dice.pick(places);
  const at = owner as Record<string, unknown>;
  const before = at[key];
  switch (dice.below(7)) {
    case 0:
      if (Array.isArray(owner)) owner.splice(Number(key), 1);
      else delete at[key];
      break;
    case 1:
      if (Array.isArray(owner)) owner.push(before, before);
      else at[`${key}2`] = before;
      break;
    case 2: {
      const [other, name] = dice.pick(places);
      at[key] = JSON.parse(JSON.stringify((other as Record<string, unknown>)[name] ?? null));
      break;
    }
    case 3:
    case 4:
      at[key] = typeof before === 'number' ? before + dice.pick([-1, 1, -2, 2, 256, 65_536, 0.5, -before, before]) : dice.pick(junk);
      break;
    default:
      at[key] = dice.pick(junk);
  }
}

/** Text with pieces cut out, doubled, or put elsewhere. */
export function mutatedText(text: string, dice: Dice): string {
  let now = text;
  for (let times = 1 + dice.below(4); times > 0; times--) {
    const [from, length, to] = [dice.below(now.length), 1 + dice.below(12), dice.below(now.length)];
    const piece = dice.pick([now.slice(from, from + length), '{', '}', '[', ']', '(', ')', '"', '$', '\u0000', '\u202e', 'root', 'repeat', 'branch', '1e99', '-1', ',']);
    now = dice.below(2) === 0 ? now.slice(0, from) + now.slice(from + length) : now.slice(0, to) + piece + now.slice(to);
  }
  return now;
}
