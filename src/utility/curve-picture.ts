import { clean } from './curve-op.js';
import type { Curve } from './curve-built.js';

/** A curve as text, to paste beside the number it shapes: x from 0 to 1 to the right, the score from 0 to 1 upwards. */
export function curvePicture(of: Curve, { width = 41, height = 9 }: { readonly width?: number; readonly height?: number } = {}): string {
  const columns = Math.max(2, Math.floor(width));
  const rows = Math.max(2, Math.floor(height));
  const lines = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ' '));
  for (let column = 0; column < columns; column++) {
    const row = Math.round((1 - clean(of(column / (columns - 1)))) * (rows - 1));
    lines[row]![column] = '*';
  }
  const label = (row: number): string => (row === 0 ? '  1 |' : row === rows - 1 ? '  0 |' : row * 2 === rows - 1 ? '0.5 |' : '    |');
  const drawn = lines.map((line, row) => (label(row) + line.join('')).trimEnd());
  const middle = '0.5'.padStart(Math.round((columns - 1) / 2) + 2).padEnd(columns - 1);
  return [...drawn, `    +${'-'.repeat(columns)}`, `     0${middle.slice(1)}1`].join('\n');
}
