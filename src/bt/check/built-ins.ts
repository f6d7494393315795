import { describe, didYouMean } from '../../core/internal.js';
import { builtIns, holdsOps, type BuiltIn } from '../built-ins.js';
import type { Argument } from '../definition.js';
import type { CallUse } from '../uses.js';
import type { Report } from './report.js';

const usage: Readonly<Record<BuiltIn, string>> = {
  plan: 'write action [plan] or action [plan, "goal"]',
  goalIs: 'write condition [goalIs, "goal"] or while(goalIs, "goal")',
  holds: 'write condition [holds, "fact", "atLeast", 3]',
  planning: 'write condition [planning] or while(planning)',
  interruptible: 'write condition [interruptible] or while(interruptible)',
};

/** Checks that the leaves a brain provides stand where they can and are given what they need. */
export function checkBuiltIns(uses: readonly CallUse[], report: Report): void {
  for (const use of uses) {
    const name = use.name as BuiltIn;
    const args = use.call.args ?? [];
    const wanted = builtIns[name] === 'action' ? 'action' : 'condition';
    const wrong = (what: string, argument?: number, hint = usage[name]): void => report.add('bad-built-in', what, use.path, use.call, hint, argument);
    if (use.role !== wanted) wrong(`\`${name}\` is ${wanted === 'action' ? 'an action' : 'a test'} of the brain and cannot stand in \`${use.role}\``);
    else if (name === 'plan' || name === 'goalIs') checkGoal(args, name, wrong);
    else if (name === 'holds') checkHolds(args, wrong);
    else if (args.length > 0) wrong(`\`${name}\` takes no arguments`, 0);
  }
}

type Wrong = (what: string, argument?: number, hint?: string) => void;

function checkGoal(args: readonly Argument[], name: 'plan' | 'goalIs', wrong: Wrong): void {
  if (args.length === 0 && name === 'plan') return;
  if (args.length !== 1 || typeof args[0] !== 'string') wrong(`\`${name}\` takes the name of a goal in quotes`, 0);
}

function checkHolds([fact, op, value, ...more]: readonly Argument[], wrong: Wrong): void {
  if (typeof fact !== 'string') wrong('`holds` takes the name of a fact in quotes first', 0);
  else if (typeof op !== 'string') wrong('`holds` takes a comparison in quotes second', 1);
  else if (!(holdsOps as readonly string[]).includes(op)) wrong(`\`holds\` knows no comparison ${describe(op)}`, 1, didYouMean(op, holdsOps));
  else if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') wrong('`holds` takes a value to compare with third', 2);
  else if (typeof value !== 'number' && (op === 'atLeast' || op === 'atMost')) wrong(`\`${op}\` compares with a number, not ${describe(value)}`, 2);
  else if (more.length > 0) wrong('`holds` takes a fact, a comparison and a value, no more', 3);
}
