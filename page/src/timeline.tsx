import { useEffect, useRef, useState } from 'preact/hooks';
import { at, brain, records, seek, selected, status, viewing } from './store.js';
import { colour, event, goalName, troubles } from './words.js';

const left = 62;
const lanes: readonly (readonly [name: string, y: number, height: number])[] = [['wants', 20, 24], ['step', 48, 24], ['plan', 78, 13], ['facts', 95, 11], ['trouble', 110, 13]];

/** What the chosen mind wanted and did; dragging looks into the past. */
export function Timeline() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [span, setSpan] = useState(600);
  const { tick: now, first } = status.value;
  const here = at.value;
  const described = brain.value;
  const to = viewing.value === undefined ? now : Math.min(now, Math.max(here + span / 2, span));
  const from = Math.max(0, first, to - span);
  const shown = Math.max(120, Math.min(span, to - from));
  const mine = records.value;
  useEffect(() => {
    const element = canvas.current!;
    const [width, height] = [element.clientWidth, element.clientHeight];
    element.width = width * devicePixelRatio;
    element.height = height * devicePixelRatio;
    const c = element.getContext('2d')!;
    c.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(document.documentElement);
    const ink = (name: string): string => style.getPropertyValue(`--${name}`);
    const x = (tick: number): number => left + ((tick - from) / shown) * (width - left - 8);
    c.font = '11px system-ui, sans-serif';
    c.textBaseline = 'middle';
    for (const [name, y, high] of lanes) {
      c.fillStyle = ink('dim');
      c.fillText(name, 8, y + high / 2);
      c.fillStyle = ink('lane');
      c.fillRect(left, y, width - left - 8, high);
    }
    const every = [10, 20, 50, 100, 200, 500, 1000, 2000].find((each) => (each / shown) * (width - left) > 60) ?? 5000;
    c.fillStyle = ink('dim');
    for (let tick = Math.ceil(from / every) * every; tick <= to; tick += every) {
      c.fillRect(x(tick), 14, 1, 110);
      c.fillText(String(tick), x(tick) + 3, 8);
    }
    if (described === undefined) return;
    const bar = (start: number, end: number, lane: number, fill: string, text: string): void => {
      const [, y, high] = lanes[lane]!;
      const [x0, x1] = [Math.max(left, x(start)), Math.min(width - 8, x(end))];
      if (x1 <= left || x0 >= width - 8) return;
      c.fillStyle = fill;
      c.fillRect(x0, y, Math.max(1, x1 - x0 - 1), high);
      if (x1 - x0 < 24) return;
      c.save();
      c.beginPath();
      c.rect(x0, y, x1 - x0 - 2, high);
      c.clip();
      c.fillStyle = '#10141c';
      c.fillText(text, x0 + 4, y + high / 2 + 0.5);
      c.restore();
    };
    let goal: { tick: number; name: string } | undefined;
    let step: { tick: number; name: string } | undefined;
    for (const { tick, event: kind, a, b, node } of mine) {
      if (kind === event.wanted) {
        if (goal === undefined && b !== 0) goal = { tick: from, name: goalName(described, b - 1) };
        if (goal !== undefined) bar(goal.tick, tick, 0, colour(goal.name), goal.name);
        goal = { tick, name: a === 0 ? 'nothing' : goalName(described, a - 1) };
      } else if (kind === event.begun) step = { tick, name: described.steps[node]?.text ?? '' };
      else if (kind >= event.done && kind <= event.aborted && step !== undefined) {
        bar(step.tick, Math.max(tick, step.tick + 0.6), 1, kind === event.done ? '#6cc894' : kind === event.failed ? '#ef7b6b' : '#c3b15d', `${kind === event.done ? '✓' : kind === event.failed ? '✗' : '↯'} ${step.name}`);
        step = undefined;
      }
      if (tick < from || tick > to) continue;
      if (kind === event.adopted) {
        c.fillStyle = ink('accent');
        c.beginPath();
        c.moveTo(x(tick), 79);
        c.lineTo(x(tick) + 5, 84.5);
        c.lineTo(x(tick), 90);
        c.lineTo(x(tick) - 5, 84.5);
        c.fill();
      } else if (kind === event.facts) {
        c.fillStyle = ink('dim');
        c.fillRect(x(tick), 96, 2, 9);
      } else if (troubles.has(kind)) {
        c.fillStyle = ink('bad');
        c.fillRect(x(tick) - 1, 111, 3, 11);
      }
    }
    if (goal !== undefined) bar(goal.tick, to, 0, colour(goal.name), goal.name);
    if (step !== undefined) bar(step.tick, to, 1, '#f2c14e', `▶ ${step.name}`);
    if (first > from) {
      c.fillStyle = ink('veil');
      c.fillRect(left, 14, x(first) - left, 110);
    }
    c.fillStyle = ink('text');
    c.fillRect(x(here), 12, 2, 114);
    c.beginPath();
    c.arc(x(here) + 1, 12, 4, 0, 7);
    c.fill();
  });
  const pick = (pointer: PointerEvent): void => {
    const box = canvas.current!.getBoundingClientRect();
    seek(from + ((pointer.clientX - box.left - left) / (box.width - left - 8)) * shown);
  };
  return (
    <section class="timeline" aria-label="timeline">
      <canvas
        ref={canvas} tabIndex={0} role="slider" aria-label={`time of mind ${selected.value}: arrows look into the past`} aria-valuemin={Math.max(0, first)} aria-valuemax={now} aria-valuenow={here} aria-valuetext={`tick ${here}`}
        onPointerDown={(pointer) => { pointer.currentTarget.setPointerCapture(pointer.pointerId); pick(pointer); }}
        onPointerMove={(pointer) => { if (pointer.buttons > 0) pick(pointer); }}
        onWheel={(wheel) => { wheel.preventDefault(); setSpan((before) => Math.max(60, Math.min(20_000, before * (wheel.deltaY > 0 ? 1.25 : 0.8)))); }}
      />
    </section>
  );
}
