import { computed, signal } from '@preact/signals';
import type { BrainDescription, CrowdView, Moment } from '../../src/brain/internal.js';
import { rowWidth, rowMark } from '../../src/brain/describe/view.js';
import { Flips, recordWidth, sentRow, type Break, type Down, type Run, type RunFrame, type Scores, type Status, type Told, type ToldOption, type Up } from '../../src/inspect/internal.js';
import { viewFrame } from '../../src/inspect/run-file.js';
import { peek } from '../../src/brain/describe/peek.js';
import { goalName } from './words.js';

/** One mind in the list. */
export interface Row {
  readonly id: number;
  readonly brain: number;
  readonly goal: string;
  readonly step: string;
  readonly at: number;
  readonly length: number;
  readonly planning: boolean;
  readonly forced: boolean;
  readonly flips: number;
}

/** One trace record of the chosen mind. */
export interface Rec {
  readonly id: number;
  readonly tick: number;
  readonly layer: number;
  readonly node: number;
  readonly event: number;
  readonly a: number;
  readonly b: number;
  readonly cause: number;
}

export const mode = signal<'empty' | 'connecting' | 'live' | 'lost' | 'file'>('empty');
export const control = signal(false);
export const brains = signal<readonly BrainDescription[]>([]);
export const problem = signal('');
export const status = signal<Status>({ kind: 'status', tick: 0, time: 0, size: 0, paused: false, first: -1, searches: 0, breaks: [], hit: undefined });
export const selected = signal(-1);
export const filter = signal('');
/** The tick that is looked at; undefined: now. */
export const viewing = signal<number | undefined>(undefined);
export const run = signal<Run | undefined>(undefined);
export const fileName = signal('');

/** As the game told them; shown a few times a second, the more minds the fewer. */
let toldRows = new Map<number, Row>();
let showSoon: ReturnType<typeof setTimeout> | undefined;

function showRows(): void {
  showSoon = undefined;
  liveRows.value = new Map(toldRows);
  if (selected.value < 0 && toldRows.size > 0) select([...toldRows.keys()][0]!);
}

const liveRows = signal<ReadonlyMap<number, Row>>(new Map());
const pastRows = signal<ReadonlyMap<number, Row>>(new Map());
const liveMoment = signal<Moment | undefined>(undefined);
const liveTold = signal<Told | undefined>(undefined);
const pastView = signal<CrowdView | undefined>(undefined);
const pastScores = signal<Scores>({});
export const records = signal<readonly Rec[]>([]);
/** Scores of the chosen mind over time. */
export const scoreLine = signal<readonly { readonly tick: number; readonly options: readonly ToldOption[] }[]>([]);

export const rows = computed(() => (viewing.value === undefined ? liveRows.value : pastRows.value));
export const moment = computed(() => (viewing.value === undefined ? liveMoment.value : pastView.value?.mind(selected.value)));
export const told = computed(() => (viewing.value === undefined ? liveTold.value : undefined));
/** Options as they were scored then. */
export const options = computed<readonly ToldOption[]>(() => (viewing.value === undefined ? (liveTold.value?.options ?? []) : (pastScores.value[String(selected.value)] ?? [])));
export const brain = computed(() => brains.value[moment.value?.brain ?? rows.value.get(selected.value)?.brain ?? -1]);
/** The tick that the panels show. */
export const at = computed(() => viewing.value ?? status.value.tick);

let sendUp: (message: Up) => void = () => undefined;

export function connected(send: (message: Up) => void): void {
  sendUp = send;
  mode.value = 'live';
}

export function send(message: Up): void {
  if (mode.value === 'live') sendUp(message);
}

function toRow(words: Int32Array, from: number, flips: number, described: readonly BrainDescription[]): Row {
  const number = words[from + 1]!;
  const each = described[number];
  const wanted = words[from + 2]!;
  const step = words[from + 3]!;
  const packed = words[from + 4]!;
  const marks = words[from + 5]!;
  return {
    id: words[from]!, brain: number, flips,
    goal: wanted === 0 || each === undefined ? '' : goalName(each, wanted - 1),
    step: step < 0 ? '' : (each?.steps[step]?.text ?? `step ${step}`),
    at: packed >> 8, length: packed & 255,
    planning: (marks & rowMark.planning) !== 0, forced: (marks & rowMark.forced) !== 0,
  };
}

/** What the game said. */
export function hear(message: Down): void {
  switch (message.kind) {
    case 'hello':
      brains.value = message.brains;
      control.value = message.control;
      return;
    case 'rows': {
      if (message.all) toldRows = new Map();
      const described = brains.value;
      for (let from = 0; from < message.words.length; from += sentRow) toldRows.set(message.words[from]!, toRow(message.words, from, message.words[from + rowWidth]!, described));
      showSoon ??= setTimeout(showRows, toldRows.size > 2000 ? 500 : 100);
      return;
    }
    case 'status':
      status.value = message;
      return;
    case 'trace': {
      if (message.mind !== selected.value) return;
      const more: Rec[] = [];
      const { words } = message;
      for (let from = 0; from < words.length; from += recordWidth + 1) more.push(toRecord(words, from + 1, words[from]!));
      records.value = message.all ? more : [...records.value, ...more].slice(-20_000);
      return;
    }
    case 'mind':
      if (message.moment?.id !== selected.value) return;
      liveMoment.value = message.moment;
      if (message.told !== undefined) {
        liveTold.value = message.told;
        scoreLine.value = [...scoreLine.value, { tick: message.tick, options: message.told.options }].slice(-2000);
      }
      return;
    case 'frame':
      lookAt(message.tick, peek(message.bytes, brains.value), message.scores);
      return;
    case 'file':
      download(message.bytes);
      return;
    case 'problem':
      problem.value = message.text;
  }
}

function toRecord(words: Int32Array, from: number, id: number): Rec {
  return { id, tick: words[from]!, layer: words[from + 2]!, node: words[from + 3]!, event: words[from + 4]!, a: words[from + 5]!, b: words[from + 6]!, cause: words[from + 7]! };
}

function download(bytes: Uint8Array): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
  link.download = `run-${status.value.tick}.ganglion.json.gz`;
  link.click();
  URL.revokeObjectURL(link.href);
}

let runFlips = new Flips();

function lookAt(tick: number, view: CrowdView, scores: Scores): void {
  const words = view.rows();
  const described = view.brains;
  const next = new Map<number, Row>();
  for (let from = 0; from < words.length; from += rowWidth) {
    const id = words[from]!;
    next.set(id, toRow(words, from, mode.value === 'file' ? runFlips.count(id, viewing.value ?? tick) : (liveRows.value.get(id)?.flips ?? 0), described));
  }
  brains.value = described;
  pastScores.value = scores;
  pastRows.value = next;
  pastView.value = view;
  if (selected.value < 0 && next.size > 0) select([...next.keys()][0]!);
}

/** Opens a recording. */
export function openRun(opened: Run, name: string): void {
  run.value = opened;
  fileName.value = name;
  runFlips = new Flips();
  runFlips.push(opened.trace);
  mode.value = 'file';
  selected.value = -1;
  const last = opened.frames.at(-1);
  brains.value = opened.brains;
  if (last === undefined) {
    problem.value = 'the recording has no frames';
    return;
  }
  status.value = { ...status.value, tick: last.tick, time: last.time, first: opened.frames[0]!.tick, size: 0 };
  seek(last.tick);
  status.value = { ...status.value, size: pastRows.value.size };
}

/** The frame at or before a tick. */
export function frameAt({ frames }: Run, tick: number): RunFrame | undefined {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]!.tick <= tick) low = middle + 1;
    else high = middle;
  }
  return frames[low - 1] ?? frames[0];
}

export function seek(tick: number): void {
  const opened = run.value;
  const { first, tick: last } = status.value;
  const to = Math.max(first, Math.min(last, Math.round(tick)));
  if (mode.value === 'file' && opened !== undefined) {
    const frame = frameAt(opened, to);
    viewing.value = to;
    if (frame !== undefined) lookAt(frame.tick, viewFrame(opened, frame), frame.scores);
    return;
  }
  if (first < 0) return;
  if (to >= last && tick > last) return backToNow();
  viewing.value = to;
  send({ kind: 'seek', tick: to });
}

export function backToNow(): void {
  if (mode.value === 'file') return seek(status.value.tick);
  viewing.value = undefined;
}

export function select(id: number): void {
  if (id === selected.value) return;
  selected.value = id;
  scoreLine.value = [];
  liveMoment.value = undefined;
  liveTold.value = undefined;
  records.value = [];
  const opened = run.value;
  if (mode.value === 'file' && opened !== undefined) {
    const found: Rec[] = [];
    const { trace, traceFirst } = opened;
    for (let from = 0; from < trace.length; from += recordWidth) if (trace[from + 1] === id) found.push(toRecord(trace, from, traceFirst + from / recordWidth));
    records.value = found;
    scoreLine.value = opened.frames.flatMap(({ tick, scores }) => (scores[String(id)] === undefined ? [] : [{ tick, options: scores[String(id)]! }]));
  } else send({ kind: 'watch', mind: id });
}

export function addBreak(stop: Break): void {
  send({ kind: 'break', at: stop });
}

/** The rows that the filter lets through: words that all must fit. */
export const shown = computed<readonly Row[]>(() => {
  const words = filter.value.trim().toLowerCase().split(/\s+/).filter((word) => word !== '');
  const described = brains.value;
  const all = [...rows.value.values()];
  const found = words.length === 0 ? all : all.filter((row) => words.every((word) => fits(row, word, described)));
  return words.includes('dithers') ? found.sort((a, b) => b.flips - a.flips) : found;
});

/** As many goings back within 200 ticks count as dithering. */
export const dithers = 3;

function fits(row: Row, word: string, described: readonly BrainDescription[]): boolean {
  if (/^\d+$/.test(word)) return String(row.id) === word;
  if (word.startsWith('wants:')) return (row.goal === '' ? 'nothing' : row.goal.toLowerCase()).startsWith(word.slice(6));
  if (word.startsWith('step:')) return row.step.toLowerCase().startsWith(word.slice(5));
  if (word === 'noplan') return row.goal !== '' && row.length === 0;
  if (word === 'planning') return row.planning;
  if (word === 'told') return row.forced;
  if (word === 'dithers') return row.flips >= dithers;
  return (described[row.brain]?.name.toLowerCase() ?? '').includes(word);
}
