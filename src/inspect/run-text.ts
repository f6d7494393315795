import { Problem } from '../core/internal.js';
import { recordText, type Moment } from '../brain/internal.js';
import { Flips, recordWidth } from './flips.js';
import { viewFrame, type Run, type RunFrame } from './run-file.js';

/** Log lines that are told. */
const lines = 20;

/**
 * What a recording says of one mind at one tick, in words: the frame at or before that tick, and what happened up to the tick itself.
 * @throws Problem when there is no such mind or tick
 */
export function runText(run: Run, id: number, tick: number): string {
  const frame = frameAt(run, tick);
  const view = viewFrame(run, frame);
  const moment = view.mind(id);
  if (moment === undefined) throw new Problem('no-mind', `there is no mind ${id} in the recording at tick ${frame.tick}`, { path: 'recording' });
  const brain = view.brains[moment.brain]!;
  const scores = frame.scores[String(id)];
  const flips = new Flips();
  flips.push(run.trace);
  const back = flips.count(id, tick);
  const branch = moment.nodes.flatMap((state, node) => (state === 'running' ? [brain.tree[node]!.text] : []));
  const out = [
    `${brain.name} ${id}${moment.key === undefined ? '' : ` (${moment.key})`} at tick ${frame.tick}, ${frame.time.toFixed(2)} s`,
    `wants     ${moment.goal ?? 'nothing'}${moment.forced ? ', because it was told to' : ''}${back > 0 ? `; went back to a goal it had just left ${back} times in 200 ticks` : ''}`,
    ...(scores ?? []).map(({ option, target, score, why, because }) => `            ${option}${target === undefined ? '' : ` ${target}`} ${score}${because.length === 0 ? '' : ` = ${because.map(({ name, value }) => `${name} ${value}`).join(', ')}`}${why === '' ? '' : ` (${why})`}`),
    `branch    ${branch.join(' > ') || 'none runs'}`,
    `plan      ${planText(moment)}`,
    `step      ${moment.step ?? 'none'}${moment.states.length === 0 ? '' : `, in ${moment.states[moment.states.length - 1]}`}`,
    `believes  ${Object.entries(moment.facts).map(([fact, value]) => `${fact} ${String(value)}`).join(', ')}`,
    'before',
    ...logOf(run, id, tick).slice(-lines).map((line) => `  ${line}`),
  ];
  return out.join('\n');
}

/** What happened to a mind up to a tick. */
function logOf(run: Run, id: number, tick: number): readonly string[] {
  const view = viewFrame(run, frameAt(run, tick));
  const brain = view.brains[view.mind(id)?.brain ?? -1];
  const out: string[] = [];
  if (brain === undefined) return out;
  const { trace } = run;
  for (let at = 0; at < trace.length && trace[at]! <= tick; at += recordWidth) {
    if (trace[at + 1] === id) out.push(`${String(trace[at]).padStart(6)}  ${recordText(brain, { node: trace[at + 3]!, event: trace[at + 4]!, a: trace[at + 5]!, b: trace[at + 6]! })}`);
  }
  return out;
}

function planText({ plan, planning }: Moment): string {
  if (plan === undefined) return planning ? 'none yet: a search is under way' : 'none';
  const steps = plan.steps.map((step, at) => (at < plan.at ? `(${step})` : at === plan.at ? `[${step}]` : step));
  return `${steps.join(', ')} for ${plan.goal}, cost ${plan.cost}; ${plan.because}`;
}

/** The frame at or before a tick. */
function frameAt({ frames }: Run, tick: number): RunFrame {
  let found: RunFrame | undefined;
  for (const frame of frames) if (frame.tick <= tick) found = frame;
  found ??= frames[0];
  if (found === undefined) throw new Problem('no-frames', 'the recording has no frames', { path: 'recording' });
  return found;
}
