/** Who does what from when to when. */
export interface Bars {
  readonly agents: readonly string[];
  readonly jobs: readonly { readonly agent: string; readonly text: string; readonly start: number; readonly end: number }[];
  /** Where the chart begins, at the latest. */
  readonly from: number;
  /** The moment that a chart of a running crew marks; undefined for a plan. */
  readonly now: number | undefined;
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A text chart: one line an agent, one letter a job (named below), dots where nothing is planned. `width` is the number of time columns. */
export function ganttText({ agents, jobs, from: latest, now }: Bars, width = 60): string {
  const columns = Math.max(10, Math.min(500, Math.floor(width)));
  const from = Math.min(latest, ...jobs.map(({ start }) => start));
  const to = Math.max(now ?? 0, ...jobs.map(({ end }) => end));
  if (jobs.length === 0 || !(to > from)) return 'nothing is planned';
  const scale = columns / (to - from);
  const names = [...new Set(jobs.map(({ text }) => text))];
  const margin = Math.max(...agents.map((name) => name.length), 4);
  const lines = [`${'s'.padEnd(margin)} ${ruler(from, to, columns)}`];
  for (const agent of agents) {
    const cells = new Array<string>(columns).fill('.');
    for (const { agent: name, text, start, end } of jobs) {
      if (name !== agent) continue;
      const first = Math.min(columns - 1, Math.round((start - from) * scale));
      // Even the shortest job is seen.
      const last = Math.max(first, Math.round((end - from) * scale) - 1);
      for (let at = first; at <= Math.min(last, columns - 1); at++) cells[at] = letters[names.indexOf(text) % letters.length]!;
    }
    lines.push(`${agent.padEnd(margin)} ${cells.join('')}`);
  }
  names.forEach((text, at) => lines.push(`${' '.repeat(margin)} ${letters[at % letters.length]!} ${text}`));
  return lines.join('\n');
}

/** Times above the columns, as many as have room. */
function ruler(from: number, to: number, columns: number): string {
  let line = '';
  for (let mark = 0; mark <= 4; mark++) {
    const text = (from + ((to - from) * mark) / 4).toFixed(1);
    const at = Math.round((columns * mark) / 4);
    line = line.padEnd(Math.max(line.length, mark === 4 ? at - text.length : at)) + text;
  }
  return line;
}

const row = 26;
const gap = 6;
const hues = 47;

/** The same chart as an SVG picture; `width` in pixels. Names come from the user, so they are escaped. */
export function ganttSvg({ agents, jobs, from: latest, now }: Bars, width = 720): string {
  const from = Math.min(latest, ...jobs.map(({ start }) => start));
  const to = Math.max(now ?? 0, ...jobs.map(({ end }) => end));
  const margin = 12 + 8 * Math.max(4, ...agents.map((name) => name.length));
  const height = (row + gap) * agents.length + 30;
  const scale = to > from ? (width - margin - 12) / (to - from) : 0;
  const x = (time: number): string => (margin + (time - from) * scale).toFixed(1);
  const names = [...new Set(jobs.map(({ text }) => text))];
  const parts = [`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="12">`];
  agents.forEach((agent, at) => {
    const y = at * (row + gap);
    parts.push(`<text x="4" y="${y + 17}">${escape(agent)}</text>`);
    for (const { agent: name, text, start, end } of jobs) {
      if (name !== agent) continue;
      const wide = Math.max(2, (end - start) * scale);
      const colour = `hsl(${(names.indexOf(text) * hues) % 360} 60% 75%)`;
      parts.push(`<g><title>${escape(text)}: ${start.toFixed(1)} to ${end.toFixed(1)} s</title><rect x="${x(start)}" y="${y}" width="${wide.toFixed(1)}" height="${row}" rx="3" fill="${colour}"/>`);
      const room = Math.floor((wide - 6) / 7);
      if (room >= 3) parts.push(`<text x="${(Number(x(start)) + 4).toFixed(1)}" y="${y + 17}">${escape(text.length > room ? `${text.slice(0, room - 1)}…` : text)}</text>`);
      parts.push('</g>');
    }
  });
  const bottom = (row + gap) * agents.length;
  if (jobs.length > 0) {
    for (let mark = 0; mark <= 4; mark++) {
      const time = from + ((to - from) * mark) / 4;
      parts.push(`<text x="${x(time)}" y="${bottom + 14}" text-anchor="${mark === 4 ? 'end' : 'start'}" fill="#666">${time.toFixed(1)} s</text>`);
    }
  }
  if (now !== undefined && to > from) parts.push(`<line x1="${x(now)}" y1="0" x2="${x(now)}" y2="${bottom}" stroke="#c00" stroke-dasharray="3 3"/>`);
  parts.push('</svg>');
  return parts.join('\n');
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
