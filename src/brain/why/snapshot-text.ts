import { textTable } from '../../core/internal.js';
import { readSnapshot } from '../save/check-snapshot.js';
import type { MindSnapshot, SavedGoal, SavedStep } from '../save/snapshot.js';
import { leftOutText, replanTexts, secondsText, setAsideTexts } from './texts.js';

/**
 * What a saved mind wants and why, in words, from the snapshot alone: without its brain there are no scores to show.
 * @throws Problem `bad-snapshot` when it is none
 */
export function snapshotText(value: unknown): string {
  const saved = readSnapshot(value);
  const rows: [string, string][] = [];
  const say = (what: string, text: string): void => {
    text.split('\n').forEach((line, index) => rows.push([index === 0 ? what : '', ` ${line}`]));
  };
  say('brain', `${saved.brain} (${saved.fingerprint})`);
  say('wants', saved.wanted === undefined ? 'nothing' : `${goalText(saved.wanted)}${sameGoal(saved.wanted, saved.forced) ? ', asked for from outside' : ''}`);
  if (saved.choice.option !== undefined) say('option', `${saved.choice.option}${saved.choice.target === undefined ? '' : ` about ${String(saved.choice.target)}`}, held for ${secondsText(saved.choice.held ?? 0)}`);
  for (const { goal, why, seconds: left } of saved.aside) {
    if (left !== 0) say('set aside', `${goalText(goal)}: ${setAsideTexts[why] ?? 'it is not known why'}; ${left === undefined ? 'until a fact it depends on changes' : `for ${secondsText(left)}`}`);
  }
  say('branch', branchText(saved));
  say('plan', planText(saved));
  const step = saved.plan?.steps[saved.plan.at];
  if (saved.flags.includes('performing') && step !== undefined) say('step', stepText(step));
  for (const { step: left, seconds: time, denied } of saved.leftOut) if (time > 0) say('left out', `${stepText(left)} for another ${secondsText(time)}: ${leftOutText(denied === true)}`);
  for (const inner of saved.inner) say('inside', snapshotText(inner.mind));
  say('facts', Object.entries(saved.facts).map(([fact, believed]) => `${fact}: ${JSON.stringify(believed)}`).join('\n'));
  return textTable(rows);
}

function branchText({ tree }: MindSnapshot): string {
  const running = Object.entries(tree.nodes).filter(([, state]) => state === 'running').map(([id]) => id);
  return running.at(-1) ?? 'none';
}

function planText({ plan, pursued, requested, denied }: MindSnapshot): string {
  if (plan !== undefined) {
    const steps = plan.steps.map((step, at) => (at === plan.at ? `[${stepText(step)}]` : stepText(step))).join(', ');
    return `${steps} for ${pursued === undefined ? 'nothing' : goalText(pursued)}; cost ${plan.cost}, why: ${replanTexts[plan.madeFor] ?? 'something'}`;
  }
  if (requested !== undefined) return `a search for ${goalText(requested)} is under way`;
  return denied === undefined ? 'none' : `none for ${goalText(denied.goal)}: ${setAsideTexts[denied.outcome] ?? 'it is not known why'}`;
}

function sameGoal(one: SavedGoal, other: SavedGoal | undefined): boolean {
  return other !== undefined && goalText(one) === goalText(other);
}

function goalText({ goal, params = {} }: SavedGoal): string {
  return called(goal, params);
}

function stepText({ action, params }: SavedStep): string {
  return called(action, params);
}

function called(name: string, params: Readonly<Record<string, string | number>>): string {
  const members = Object.values(params);
  return members.length === 0 ? name : `${name}(${members.join(', ')})`;
}
