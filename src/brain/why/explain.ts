import { treePath, treeStates } from '../../bt/internal.js';
import type { TraceRecord } from '../../core/internal.js';
import { unpack } from '../../facts/internal.js';
import type { NoPlan } from '../../goap/internal.js';
import { explainChoice, type ChoiceExplanation } from '../../utility/internal.js';
import { planNow } from './asking.js';
import { goalFor, whyGoalOut, whyTargetOut } from '../deciding.js';
import { explanationText } from './explain-text.js';
import { flag } from '../mind-columns.js';
import { waitsFor } from '../stations.js';
import { placeOf } from '../mind.js';
import type { Minds } from '../minds.js';
import type { Mind } from '../types.js';
import { setAsideWhy } from '../trace-events.js';
import { leftOutText, replanTexts, setAsideTexts } from './texts.js';

/** A goal that is not wanted for now, and why. */
export interface AsideGoal {
  readonly goal: string;
  readonly why: string;
  /** Seconds until it may be wanted again; undefined: when a fact it depends on changes. */
  readonly seconds: number | undefined;
}

/** A step of a plan, and where it stands. */
export interface ExplainedStep<A> {
  readonly action: keyof A;
  readonly params: Readonly<Record<string, string | number>>;
  /** `goTo(gate)`. */
  readonly text: string;
}

/** Why a mind does what it does: goal and runners-up, branch, plan, step, and how it came to that. Data, and text by `toString`. */
export interface Explanation<A, G> {
  readonly mind: number;
  readonly brain: string;
  /** False before its first tick: then the facts are what they begin with, and nothing has been decided. */
  readonly ticked: boolean;
  /** What the mind believes. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The wanted goal; `from` tells whether utility or `want` chose it. */
  readonly goal: { readonly name: keyof G; readonly text: string; readonly from: 'utility' | 'want' } | undefined;
  /** Every option with its score and what became of it. */
  readonly options: ChoiceExplanation;
  readonly aside: readonly AsideGoal[];
  /** The running nodes of the tree, from the root to the leaf. */
  readonly branch: readonly string[];
  /** When no node runs: the leaves that ended in the last step, and how. */
  readonly ended: readonly { readonly leaf: string; readonly result: 'success' | 'failure' }[];
  /** The node that a guard held back in the last step, with its guards; undefined when none did, or none was asked. */
  readonly stoppedAt: string | undefined;
  /** The plan at hand. `goal` is the pursued one, which may still differ from the wanted one. */
  readonly plan:
    | {
        readonly goal: string;
        readonly steps: readonly ExplainedStep<A>[];
        /** Index of the step at hand. */
        readonly at: number;
        readonly cost: number;
        readonly from: 'policy' | 'search';
        /** What it was made for, in words. */
        readonly because: string;
      }
    | undefined;
  /** What keeps its next step from beginning: `third in line for the anvil`. */
  readonly waits: string | undefined;
  /** A search is under way. */
  readonly planning: boolean;
  /** Why there is no plan for the goal that was tried last; undefined when there is one. */
  readonly noPlan: NoPlan | undefined;
  /** The step at hand, the states that perform it, outermost first, and the seconds since the step began. */
  readonly step: (ExplainedStep<A> & { readonly path: readonly string[]; readonly seconds: number }) | undefined;
  /** Of a step that is a plan of its own: the minds that perform it. */
  readonly inner: readonly Explanation<any, any>[];
  /** Steps left out of plans for a while, with the seconds left and why. */
  readonly leftOut: readonly { readonly step: string; readonly seconds: number; readonly why: string }[];
  /** What its callbacks threw lately, each kind once, the latest first. Everything stands in the crowd's `errors`. */
  readonly errors: readonly { readonly path: string; readonly text: string; readonly times: number }[];
  /** What was wrong with times, values and answers given to the minds of this brain, each kind once. */
  readonly warnings: readonly { readonly path: string; readonly text: string }[];
  /** What led here: each record is the cause of the one before it. Empty without a trace. */
  readonly causes: readonly TraceRecord[];
  toString(): string;
}

/** Why a mind does what it does, as data and as text. Changes nothing. With a `trace` it also tells what led here. */
export function explain<F, A, G, V>(mind: Mind<F, A, G, V>): Explanation<A, G> {
  const { minds, slot } = placeOf(mind);
  return explainMind(minds, slot);
}

/** Only the scores of an explanation: what each option is worth now, and why. Asks the considerations, and changes nothing. */
export function weigh(mind: Mind<any, any, any, any>): ChoiceExplanation {
  const { minds, slot } = placeOf(mind);
  minds.asking = slot;
  minds.outsideView.point(minds.facts.data, slot * minds.words);
  return weighMind(minds, slot);
}

function weighMind(minds: Minds, slot: number): ChoiceExplanation {
  return explainChoice(minds.chooser, slot, minds.bodies[slot], minds.outsideView.view, (option, target) => whyOut(minds, slot, option, target));
}

function explainMind(minds: Minds, slot: number): Explanation<any, any> {
  const { c, program, tree, words } = minds;
  const { engine, goals } = program;
  minds.asking = slot;
  minds.outsideView.point(minds.facts.data, slot * words);
  const wanted = c.wanted.data[slot]!;
  const id = c.id.data[slot]!;
  const branch = treePath(tree, slot);
  const guarded = program.tree.texts[tree.lastGuard(slot)];
  const explanation: Explanation<any, any> = {
    mind: id,
    brain: program.name,
    ticked: (c.flags.data[slot]! & flag.fresh) === 0,
    facts: unpack(engine.layout, minds.facts.data, slot * words),
    goal: wanted === 0 ? undefined : { name: goals.name(wanted - 1), text: goals.text(wanted - 1), from: c.forced.data[slot] === wanted ? 'want' : 'utility' },
    options: weighMind(minds, slot),
    aside: [...asideGoals(minds, slot), ...letBe(minds, slot)],
    branch,
    ended: branch.length > 0 ? [] : endedLeaves(minds, slot),
    // Its guard may have let it run again since.
    stoppedAt: guarded === undefined || branch.includes(guarded) ? undefined : guardText(minds, tree.lastGuard(slot)),
    plan: explainPlan(minds, slot),
    waits: explainLine(minds, slot),
    planning: (c.flags.data[slot]! & flag.waiting) !== 0,
    noPlan: explainDenied(minds, slot),
    step: explainStep(minds, slot),
    inner: minds.innerOf(slot).map((inner) => explainMind(inner.minds, inner.slot)),
    leftOut: leftOut(minds, slot),
    errors: errorsOf(minds, id),
    warnings: minds.crowd.warnings.filter((warning) => warning.mind < 0 || warning.brain === program.name).map(({ path, text }) => ({ path, text })),
    causes: (minds.crowd.trace?.causes(minds, slot) ?? []).slice(0, 12),
  };
  Object.defineProperty(explanation, 'toString', { value: () => explanationText(minds, explanation), enumerable: false });
  return Object.freeze(explanation);
}

/** A node that its guard holds back, and the guards it has: `action [flee]: while(isHurt)`. */
function guardText({ program }: Minds, node: number): string {
  const guards = program.tree.guards[node]!.map(({ call, until }) => `${until ? 'until' : 'while'}(${[call.name, ...call.args.map((arg) => JSON.stringify(arg))].join(', ')})`);
  return `${program.tree.texts[node]!} is held back by ${guards.join(' and ')}`;
}

/** The leaves that have a result, in the order of the tree; at most four are of use. */
function endedLeaves({ tree, program }: Minds, slot: number): Explanation<any, any>['ended'] {
  const { ends, texts } = program.tree;
  const ended: { leaf: string; result: 'success' | 'failure' }[] = [];
  treeStates(tree, slot).forEach((state, node) => {
    if ((state === 'success' || state === 'failure') && ends[node] === node + 1) ended.push({ leaf: texts[node]!, result: state });
  });
  return ended.slice(-4);
}

/** What the callbacks of a mind threw, among the errors that the crowd keeps. */
function errorsOf({ crowd }: Minds, mind: number): Explanation<any, any>['errors'] {
  const kinds = new Map<string, { path: string; text: string; times: number }>();
  for (const error of crowd.errors) {
    if (error.mind !== mind) continue;
    const key = `${error.path}\n${error.text}`;
    const known = kinds.get(key);
    kinds.delete(key);
    kinds.set(key, { path: error.path, text: error.text, times: (known?.times ?? 0) + 1 });
  }
  return [...kinds.values()].reverse().slice(0, 4);
}

/** Why an option's goal is not up for choice; undefined when it is, or is the wanted one. Asks like a decision does, but reports nothing. */
function whyOut(minds: Minds, slot: number, option: number, target: unknown): string | undefined {
  const { c, program, chooser, outsideView } = minds;
  let goal: number;
  try {
    goal = goalFor(program, option, target);
  } catch {
    return 'its params fit no goal';
  }
  const { targets, maintain } = program.options.options[option]!;
  if (c.wanted.data[slot] === goal + 1 && (targets === null || chooser.codeOf(slot, option, target) === chooser.targetCode(slot))) return undefined;
  const why = targets === null ? whyGoalOut(minds, slot, goal, maintain) : whyTargetOut(minds, slot, option, target, goal, outsideView.view);
  return outTexts[why];
}

/** Why an option is out, by number of `setAsideWhy`. */
const outTexts: readonly (string | undefined)[] = setAsideTexts.map((text, why) => (why === 0 ? undefined : why === setAsideWhy.holds ? 'its goal holds already' : why === setAsideWhy.lost ? 'its target is lost' : why === setAsideWhy.noPlace ? text : `its goal is set aside: ${text}`));

function explainLine(minds: Minds, slot: number): string | undefined {
  const line = waitsFor(minds, slot);
  if (line === undefined) return undefined;
  const place = ['', 'first', 'second', 'third', 'fourth', 'fifth'][line.place] ?? `number ${line.place}`;
  return `${place} in line for ${line.names.map((name) => `the ${name}`).join(' and ')}`;
}

function letBe({ troubles, program, chooser }: Minds, slot: number): readonly AsideGoal[] {
  return (troubles.get(slot)?.targets ?? [])
    .filter(({ left }) => left > 0)
    .map(({ option, code, why, left }) => ({ goal: `${program.options.names[option]!} ${chooser.keyFor(code) ?? 'a target'}`, why: setAsideTexts[why]!, seconds: left }));
}

function asideGoals(minds: Minds, slot: number): readonly AsideGoal[] {
  return [...(minds.troubles.get(slot)?.asides ?? [])]
    .filter(([, { left }]) => left !== 0)
    .map(([goal, { why, left }]) => ({ goal: minds.program.goals.text(goal), why: setAsideTexts[why]!, seconds: left < 0 ? undefined : left }));
}

function explainPlan(minds: Minds, slot: number): Explanation<any, any>['plan'] {
  const { c, program } = minds;
  const length = c.planLength.data[slot]!;
  if (length === 0) return undefined;
  return {
    goal: program.goals.text(c.pursued.data[slot]! - 1),
    steps: Array.from({ length }, (_, at) => stepOf(minds, minds.planned(slot, at))),
    at: c.planAt.data[slot]!,
    cost: c.planCost.data[slot]!,
    from: (c.flags.data[slot]! & flag.policy) !== 0 ? 'policy' : 'search',
    because: replanTexts[c.madeFor.data[slot]!]!,
  };
}

/** The reason for the last "no", looked for from today's facts; undefined when there is a plan by now. */
function explainDenied(minds: Minds, slot: number): NoPlan | undefined {
  const { c, program } = minds;
  if (c.denied.data[slot] === 0 || c.deniedGoal.data[slot] === 0 || c.planLength.data[slot]! > 0) return undefined;
  const goal = c.deniedGoal.data[slot]! - 1;
  const answer = planNow(minds, slot, { goal: program.goals.name(goal), params: program.goals.params(goal) }, true);
  return answer.found ? undefined : answer;
}

function explainStep(minds: Minds, slot: number): Explanation<any, any>['step'] {
  const { c, states } = minds;
  if ((c.flags.data[slot]! & flag.performing) === 0) return undefined;
  const step = stepOf(minds, minds.planned(slot, c.planAt.data[slot]!));
  return { ...step, path: states.path(slot), seconds: states.elapsed(slot) };
}

function stepOf(minds: Minds, action: number): ExplainedStep<any> {
  const { engine } = minds.program;
  const step = engine.task.step[action]!;
  return { action: engine.steps[step]!.action, params: engine.steps[step]!.params, text: engine.task.stepText(step) };
}

function leftOut(minds: Minds, slot: number): Explanation<any, any>['leftOut'] {
  return [...(minds.troubles.get(slot)?.leftOut ?? [])]
    .filter(([, { left }]) => left > 0)
    .map(([step, { left, denied }]) => ({ step: minds.program.engine.task.stepText(step), seconds: left, why: leftOutText(denied) }));
}
