/** Rows of cells as aligned text, two spaces between columns. A cell that starts with a digit, sign or dot is set to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  return rows
    .map((row) => row.map((cell, column) => (/^[-+.\d]/.test(cell) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join('  ').trimEnd())
    .join('\n');
}
