import type { BrainDescription } from '../../src/brain/internal.js';

export function goalName({ goals }: BrainDescription, number: number): string {
  return goals[number] ?? `goal ${number}`;
}

/** A number short enough to read in passing. */
export function num(value: number): string {
  if (Number.isNaN(value)) return 'no number';
  if (value === 0) return '0';
  return Math.abs(value) < 0.01 ? value.toPrecision(1) : Number(value.toFixed(2)).toString();
}

const seen = new Map<string, number>();

/** The same colour for the same name everywhere; what it stands for is always written beside it. */
export function colour(name: string): string {
  if (name === '' || name === 'nothing') return 'hsl(215 12% 60%)';
  // Goals with params go by the name before them. The golden angle keeps neighbours apart.
  const plain = name.split('(')[0]!;
  let place = seen.get(plain);
  if (place === undefined) seen.set(plain, (place = seen.size));
  return `hsl(${((210 + place * 137.508) % 360).toFixed(0)} 62% ${62 + (place % 3) * 5}%)`;
}

/** Trace events that tell of trouble: no plan, a broken plan, a step that failed, was aborted or surprised, an error, a refused write. */
export const troubles: ReadonlySet<number> = new Set([3, 9, 10, 14, 15, 16, 17, 20, 21, 24]);
export const event = { facts: 0, wanted: 2, adopted: 8, noPlan: 9, begun: 12, done: 13, failed: 14, aborted: 15, surprised: 16 } as const;

/** Plain JSON of a condition or effect, without the noise: `at: gate, ammo: at least 1`. */
export function partText(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value);
  return Object.entries(value as Record<string, unknown>)
    .map(([name, each]) => `${name}: ${typeof each === 'object' && each !== null ? inner(each) : String(each)}`)
    .join(', ');
}

function inner(value: object): string {
  const text = JSON.stringify(value).replaceAll('"', '');
  return text.replace(/^\{(.*)\}$/, '$1').replace(/:/g, ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}
