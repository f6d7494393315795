import { textTable } from '../../core/internal.js';
import type { Explanation } from './explain.js';
import type { Minds } from '../minds.js';
import { secondsText } from './texts.js';
import { traceText } from './trace-text.js';

/** Facts of a family are cut to this many characters: all of them stand in `facts`. */
const longest = 60;

/** An explanation in words, a line for each thing. */
export function explanationText(minds: Minds, e: Explanation<any, any>): string {
  const { program } = minds;
  const rows: string[][] = [];
  const say = (what: string, text: string): void => {
    text.split('\n').forEach((line, index) => rows.push([index === 0 ? what : '', line]));
  };
  const hasOptions = program.options.names.length > 0;
  say('mind', `${e.mind} (${e.brain})${e.ticked ? '' : ', not ticked yet'}`);
  say('facts', Object.entries(e.facts).map(([fact, value]) => `${fact} ${factText(value)}`).join(', '));
  if (e.goal !== undefined) say('wants', `${e.goal.text}${e.goal.from === 'want' ? ', asked for from outside' : ''}`);
  else say('wants', hasOptions ? 'nothing' : 'nothing: the brain has no options; mind.want(...) or a plan leaf with a goal makes it plan');
  if (hasOptions) say('options', e.options.toString());
  for (const { goal, why, seconds } of e.aside) say('set aside', `${goal}: ${why}; ${seconds === undefined ? 'until a fact it depends on changes' : `for ${secondsText(seconds)}`}`);
  say('branch', branchText(e));
  if (e.stoppedAt !== undefined) say('guarded', e.stoppedAt);
  say('plan', planText(minds, e));
  if (e.waits !== undefined) say('waits', e.waits);
  if (e.step !== undefined) say('step', `${e.step.text} for ${secondsText(e.step.seconds)}, in ${e.step.path.join(' > ')}`);
  for (const { path, text, times } of e.errors) say('threw', `${path}: ${text}${times === 1 ? '' : ` (${times} times)`}`);
  for (const { path, text } of e.warnings) say('warned', `${path}: ${text}`);
  for (const inner of e.inner) say('inside', inner.toString());
  for (const { step, seconds, why } of e.leftOut) say('left out', `${step} for another ${secondsText(seconds)}: ${why}`);
  for (const record of e.causes) say('because', `tick ${record.tick}: ${traceText(minds, record)}`);
  return textTable(rows.map(([what, line]) => [what!, ` ${line!}`]));
}

function branchText({ branch, ended }: Explanation<any, any>): string {
  if (branch.length > 0) return branch.join(' > ');
  return ended.length === 0 ? 'none' : `none: ${ended.map(({ leaf, result }) => `${leaf}: ${result}`).join(', ')}`;
}

function planText({ program }: Minds, { plan, planning, noPlan }: Explanation<any, any>): string {
  if (plan !== undefined) {
    const steps = plan.steps.map((step, at) => (at === plan.at ? `[${step.text}]` : step.text)).join(', ');
    return `${steps} for ${plan.goal}; cost ${plan.cost}, from ${plan.from === 'policy' ? 'the policy table' : 'a search'}, why: ${plan.because}`;
  }
  if (planning) return 'a search is under way';
  if (noPlan !== undefined) return noPlan.toString();
  return program.tree.allCalls.some(({ role, name }) => role === 'action' && name === 'plan') ? 'none' : 'none: the tree has no plan leaf';
}

/** A flag as yes or no, a family as JSON, cut where it is long. */
function factText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}...`;
}
