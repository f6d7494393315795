/**
 * npm run docs:picture               writes docs/pictures/guard.svg: a run of examples/guard.ts, as its mind saw it
 * npm run docs:picture -- --check    fails when the picture is behind the sources
 *
 * Nothing in the picture is drawn by hand: scores, goal, branch, plan and step are read from `explain(mind)` while the guard plays.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { explain } from 'ganglion';
import { Guard, guardBrain } from '../examples/guard.js';
import { hasFile, inRoot, stop } from './paths.js';

interface Moment {
  readonly at: number;
  readonly x: number;
  readonly scores: Readonly<Record<string, number>>;
  readonly goal: string;
  readonly does: string;
}

const file = 'docs/pictures/guard.svg';
const [dt, seconds] = [1 / 20, 30];
const story: readonly [seconds: number, text: string, happen: (guard: Guard) => void][] = [
  [2, 'powder wet, intruder', (guard) => Object.assign(guard, { ammo: 0, seesIntruder: true })],
  [18, 'hurt by a second one', (guard) => Object.assign(guard, { health: 0.2, seesIntruder: true })],
  [24, 'wound dressed', (guard) => Object.assign(guard, { health: 1 })],
];

/** The width of the plot and where it begins; heights of what stands in it. */
const [left, width, right] = [104, 860, 12];
const [scoresTop, scoresHeight, goalTop, doesTop, roadTop] = [64, 92, 176, 208, 262];

const text = svg(record());
if (process.argv.includes('--check')) {
  if (!hasFile(file) || readFileSync(inRoot(file), 'utf8') !== text) stop(`${file} is behind the sources: npm run docs:picture`, 1);
} else writeFileSync(inRoot(file), text);

function record(): Moment[] {
  const guard = new Guard();
  const mind = guardBrain.spawn(guard);
  const moments: Moment[] = [];
  for (let frame = 0; frame < seconds / dt; frame++) {
    for (const [when, , happen] of story) if (frame === Math.round(when / dt)) happen(guard);
    mind.tick(dt);
    guard.move(dt);
    const { options, goal, branch, step } = explain(mind);
    const leaf = /\[(\w+)\]/.exec(branch.at(-1) ?? '')?.[1];
    moments.push({
      at: frame * dt,
      x: guard.position,
      scores: Object.fromEntries(options.options.map((each) => [String(each.option), each.score])),
      goal: goal?.text ?? '',
      does: leaf === 'plan' ? (step?.text ?? 'plans') : (leaf ?? ''),
    });
  }
  return moments;
}

function svg(moments: readonly Moment[]): string {
  const options = ['repel', 'rearm', 'standGuard'];
  const most = Math.max(...moments.flatMap((moment) => Object.values(moment.scores)));
  const x = (at: number): string => (left + (at / seconds) * width).toFixed(1);
  const rows = [
    ...story.map(([at, words]) => `<path class="event" d="M${x(at)} 44V${roadTop + 26}"/><text class="event" x="${x(at)}" y="38" text-anchor="middle">${words}</text>`),
    label('scores', scoresTop + 12),
    ...options.map((option, index) => `<path class="line c${index}" d="${path(moments, (moment) => scoresTop + scoresHeight * (1 - (moment.scores[option] ?? 0) / most), x)}"/>`),
    ...options.map((option, index) => `<text class="key c${index}" x="${left - 12}" y="${scoresTop + 34 + index * 18}" text-anchor="end">${option}</text>`),
    label('wants', goalTop + 15),
    ...bands(moments, ({ goal }) => goal, goalTop, x, (goal) => `c${Math.max(0, options.indexOf(goal))}`),
    label('does', doesTop + 15),
    ...bands(moments, ({ does }) => does, doesTop, x, (does) => (does === 'flee' ? 'c3' : 'c4')),
    label('is at', roadTop + 4),
    ...[[-4, 'shelter'], [0, 'post'], [6, 'armory'], [10, 'gate']].map(([place, name]) => `<path class="tick" d="M${road(Number(place))} ${roadTop - 5}v10"/><text class="place" x="${road(Number(place))}" y="${roadTop + 20}" text-anchor="middle">${String(name)}</text>`),
    `<path class="road" d="M${road(-5)} ${roadTop}H${road(11)}"/>`,
  ];
  const turns = moments.filter((_moment, index) => index % 4 === 0);
  const timing = `dur="${seconds / 2}s" repeatCount="indefinite"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + right} ${roadTop + 34}" role="img" aria-label="A guard's mind over ${seconds} seconds: how its goals score, what it wants, what it does">
<style>
text{font:13px system-ui,sans-serif;fill:#57606a}.line{fill:none;stroke-width:2}.event{stroke:#8c959f;stroke-dasharray:2 3;fill:none}text.event,text.key{stroke:none}text.event{fill:#57606a}
.key{font-weight:600}.band{rx:4}.word{fill:#fff;font-size:11.5px}.road,.tick{stroke:#8c959f;stroke-width:2}.place{font-size:11px}.now{stroke:#57606a;stroke-width:1.5}.guard{fill:#cf222e}
.line.c0{stroke:#cf222e}.line.c1{stroke:#9a6700}.line.c2{stroke:#1a7f37}.key.c0{fill:#cf222e}.key.c1{fill:#9a6700}.key.c2{fill:#1a7f37}
rect.c0{fill:#cf222e}rect.c1{fill:#9a6700}rect.c2{fill:#1a7f37}rect.c3{fill:#8250df}rect.c4{fill:#0969da}
@media(prefers-color-scheme:dark){text,text.event{fill:#9198a1}.now{stroke:#9198a1}}
</style>
<text x="${left}" y="16" style="font-weight:600">One guard, ${seconds} seconds: recorded from explain(mind)</text>
${rows.join('\n')}
<path class="now" d="M${left} 44V${doesTop + 24}"><animateTransform attributeName="transform" type="translate" from="0 0" to="${width} 0" ${timing}/></path>
<circle class="guard" r="6" cy="${roadTop}" cx="${road(moments.at(-1)!.x)}"><animate attributeName="cx" values="${turns.map((moment) => road(moment.x)).join(';')}" ${timing}/></circle>
</svg>
`;
}

function label(words: string, y: number): string {
  return `<text x="${left - 12}" y="${y}" text-anchor="end">${words}</text>`;
}

/** Where a place on the road lies in the picture. */
function road(metres: number): string {
  return (left + 20 + ((metres + 5) / 16) * (width - 40)).toFixed(1);
}

/** One step line of a value over time: a point only where it changes. */
function path(moments: readonly Moment[], y: (moment: Moment) => number, x: (at: number) => string): string {
  let before = '';
  const turns = moments.flatMap((moment, index) => {
    const height = y(moment).toFixed(1);
    const changed = height !== before;
    before = height;
    return changed || index === moments.length - 1 ? [index === 0 ? `M${x(moment.at)} ${height}` : `H${x(moment.at)}V${height}`] : [];
  });
  return `${turns.join('')}H${left + width}`;
}

/** A bar for each stretch of time in which a word stays the same. */
function bands(moments: readonly Moment[], word: (moment: Moment) => string, top: number, x: (at: number) => string, colour: (word: string) => string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let index = 1; index <= moments.length; index++) {
    const said = word(moments[from]!);
    if (index < moments.length && word(moments[index]!) === said) continue;
    const [start, end] = [Number(x(moments[from]!.at)), index < moments.length ? Number(x(moments[index]!.at)) : left + width];
    from = index;
    if (said === '') continue;
    const room = end - start;
    found.push(`<rect class="band ${colour(said)}" x="${start + 0.5}" y="${top}" width="${Math.max(1, room - 1).toFixed(1)}" height="22"><title>${said}</title></rect>`);
    if (room > said.length * 5.2 + 3) found.push(`<text class="word" x="${(start + room / 2).toFixed(1)}" y="${top + 15}" text-anchor="middle">${said}</text>`);
  }
  return found;
}
