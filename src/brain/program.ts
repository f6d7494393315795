import { checkKeys, describe, didYouMean, fingerprint, plainObject, Problem, stableJson } from '../core/internal.js';
import { compileTree, TreeStore, type AnyLeaves, type RootNode, type RuntimeMaker, type Tree, type TreeProgram } from '../bt/internal.js';
import { cellMask, type Box } from '../facts/internal.js';
import { engineOf, type AnyDomain, type DomainEngine } from '../goap/internal.js';
import { compileStates, type StateProgram, type Step } from '../hsm/internal.js';
import { compileOptions, type OptionProgram, type Tuning } from '../utility/internal.js';
import { makeHandle, openHandle } from './handles.js';
import { GoalBook } from './goal-book.js';
import { sensorsOf } from './perceive.js';
import type { Sensor } from './sensors.js';
import { StepChanges } from './step-changes.js';
import { readPlanCalls, type PlanCalls } from './tree-names.js';
import type { isTree, stepProgram, treeStep, TreeStep } from './tree-step.js';
import type { Brain, BrainParts, Senses } from './types.js';

/** How a replan policy is kept: a mode, and the seconds of `{ every }`. */
export const replanMode = { never: 0, onBroken: 1, onChange: 2, periodic: 3 } as const;
export type ReplanMode = (typeof replanMode)[keyof typeof replanMode];

/** Asked for the cost of one step. */
export type CostOf = (body: unknown, params: unknown, facts: unknown) => unknown;

/** A brain, checked and compiled: immutable (but for what it learns about goals), shared by all its minds in all crowds. */
export interface BrainProgram {
  readonly name: string;
  readonly fingerprint: string;
  /** What the brain was made of. */
  readonly senses: Senses<any, any, any, any, any>;
  readonly parts: BrainParts<any, any, any, any, any>;
  readonly domain: AnyDomain;
  readonly engine: DomainEngine;
  readonly goals: GoalBook;
  readonly sensors: readonly Sensor[];
  /** Every event that sensors or states know. */
  readonly eventNames: readonly string[];
  /** Without options nothing is wanted but what is asked for. */
  readonly options: OptionProgram<unknown, unknown>;
  /** For each option the index of its goal in the domain. */
  readonly goalOf: Int32Array;
  readonly tree: TreeProgram;
  readonly leaves: AnyLeaves;
  readonly runtime: RuntimeMaker;
  /** Where its minds are in the tree can be saved. */
  readonly savesTree: boolean;
  readonly planCalls: PlanCalls;
  /** Brains whose plans some of the steps run, see `refine`. */
  readonly inner: readonly BrainProgram[];
  /** True for the minds of a step that is a tree: `$name` in its text may be a param of that step. */
  readonly ownsParams: boolean;
  /** One root an action, in the order of the domain's actions. */
  readonly states: StateProgram;
  /** What each step does to the facts. */
  readonly changes: StepChanges;
  /** By ground action: the params its step is performed with. */
  readonly params: readonly Readonly<Record<string, string | number>>[];
  /** By action: 1 where it is marked so. */
  readonly urgent: Uint8Array;
  readonly uninterruptible: Uint8Array;
  readonly untilEffect: Uint8Array;
  /** By action: stations that its steps hold. */
  readonly holds: readonly (readonly string[])[];
  readonly hasStations: boolean;
  /** False when no step takes or makes anything of shared facts. */
  readonly hasStock: boolean;
  readonly hasUntil: boolean;
  /** What a goal says of cells that a step does not write: where that holds, the step makes the goal true itself. */
  unwritten(goal: number, step: number): Box;
  readonly hasUrgent: boolean;
  /** By action: the brain's own cost, or null. */
  readonly costs: readonly (CostOf | null)[];
  /** False when the brain has no costs of its own. */
  readonly hasCosts: boolean;
  /** By action: seconds of its first depression. */
  readonly depress: Float64Array;
  readonly decideEvery: number;
  readonly replan: ReplanMode;
  readonly replanEvery: number;
  /** What part of the cost a plan must save that throws the running step away. */
  readonly margin: number;
  readonly planLength: number;
  readonly maxSteps: number;
  readonly maxExpansions: number;
}

const brains = new WeakMap<BrainProgram, Brain<any>>();

/** Gives a brain its program, where whoever prints or spreads the brain does not see it. */
export function attachProgram<B extends Brain<any>>(made: B, program: BrainProgram): B {
  brains.set(program, made);
  return makeHandle(made, { program });
}

/** The brain of a program. */
export function brainOf(program: BrainProgram): Brain<any> {
  return brains.get(program)!;
}

/** The program of a brain. @throws Problem `not-a-brain` */
export function programOf(of: Brain<any>): BrainProgram {
  const program = openHandle(of)?.['program'] as BrainProgram | undefined;
  if (program === undefined) throw new Problem('not-a-brain', 'this is no brain', { hint: 'make one with brain(...)' });
  return program;
}

const partNames = ['name', 'utility', 'costs', 'tree', 'runtime', 'steps', 'decide', 'replan', 'depress', 'planLength', 'maxSteps', 'maxExpansions'];

/** The leaves that a brain provides, see `built-in-leaves.ts`. */
const builtInLeaves = ['plan', 'goalIs', 'holds', 'planning', 'interruptible'];

/** The tree of a brain that was given none: plan for what is wanted. */
const planOnly: readonly RootNode[] = [{ type: 'root', child: { type: 'action', call: 'plan', args: [] } }];

/** What turns a step that is a tree into a state. Handed in, since it needs minds. */
export interface Wings {
  readonly isTree: typeof isTree;
  readonly treeStep: typeof treeStep;
  readonly stepProgram: typeof stepProgram;
}

/** Checks and compiles a brain. @throws Problem with the path of the first mistake */
export function compileBrain<Body, F, A, G, V>(senses: Senses<Body, F, A, G, V>, parts: BrainParts<Body, F, A, G, V>, wings: Wings): BrainProgram {
  const sensors = sensorsOf(senses);
  const engine = engineOf(senses.domain as AnyDomain);
  const given = plainObject(parts, 'brain', 'an object with steps and more');
  checkKeys(given, partNames, 'brain');
  const actions = engine.actions.map((action) => action.name);
  const goals = new GoalBook(engine);
  const { every, ...tuning } = (parts.decide ?? {}) as { every?: number } & Tuning;
  const options = compileOptions((parts.utility ?? {}) as Parameters<typeof compileOptions>[0], tuning, 'brain.utility');
  const tree = compileTree(parts.tree?.definition ?? planOnly, { builtIns: builtInLeaves });
  const trees = new Map<string, TreeStep>();
  const states = compileStates(readSteps(given['steps'], actions, wings, trees), { clocks: 'roots' });
  const { runtime, saves } = readRuntime(parts.runtime, tree, parts.tree?.leaves ?? {});
  const changes = new StepChanges(engine, (cell) => sensors.some(({ owns }) => owns === null || (owns[cell.word]! & (cell.bits <= 32 ? cellMask(cell) : -1)) !== 0));
  const replan = readReplan(parts.replan ?? 'onBroken');
  const inner: BrainProgram[] = [...innerPrograms(states)];
  const program: BrainProgram = Object.freeze({
    name: readName(parts.name ?? 'brain'),
    fingerprint: fingerprint([engine.fingerprint, options.names.join(), tree.hash, states.hash, ...[...trees.values()].map((step) => stableJson(step.tree.definition)), ...(saves ? [] : ['unsaved'])].join(' ')),
    senses,
    parts: Object.freeze({ ...parts }),
    domain: senses.domain as AnyDomain,
    engine,
    goals,
    sensors,
    eventNames: [...new Set([...sensors.filter((sensor) => sensor.every === Infinity).map((sensor) => sensor.name), ...states.events])],
    options: options,
    goalOf: readGoals(options, engine),
    tree,
    leaves: parts.tree?.leaves ?? {},
    runtime,
    savesTree: saves,
    planCalls: readPlanCalls(tree, parts.tree as Tree<never, never, never> | undefined, engine, goals),
    inner,
    ownsParams: false,
    states,
    changes,
    unwritten: unwrittenBy(goals, changes, engine),
    params: Array.from(engine.task.step, (step) => engine.steps[step]!.params),
    urgent: Uint8Array.from(engine.actions, (action) => (action.urgent ? 1 : 0)),
    uninterruptible: Uint8Array.from(engine.actions, (action) => (action.uninterruptible ? 1 : 0)),
    untilEffect: Uint8Array.from(engine.actions, (action) => (action.untilEffect ? 1 : 0)),
    holds: engine.actions.map((action) => action.holds),
    hasStations: engine.actions.some((action) => action.holds.length > 0),
    hasStock: engine.steps.some((_step, step) => changes.stock(step) !== null),
    hasUntil: checkUntil(engine, changes),
    hasUrgent: engine.actions.some((action) => action.urgent),
    costs: readByAction(given['costs'], actions, 'brain.costs', readCost),
    hasCosts: Object.values(parts.costs ?? {}).some((cost) => cost !== undefined),
    depress: Float64Array.from(readByAction(given['depress'], actions, 'brain.depress', readSeconds), (seconds) => seconds ?? 1),
    decideEvery: readSeconds(every ?? 0.25, 'brain.decide.every'),
    replan: replan.mode,
    replanEvery: replan.every,
    margin: replan.margin,
    planLength: readCount(parts.planLength ?? 16, 'brain.planLength', 1, 255),
    maxSteps: readCount(parts.maxSteps ?? Infinity, 'brain.maxSteps', 1, Infinity),
    maxExpansions: readCount(parts.maxExpansions ?? 100_000, 'brain.maxExpansions', 1, Infinity),
  });
  for (const [action, step] of trees) inner.push((step.program = wings.stepProgram(program, action, step)));
  return program;
}

/** Kept by goal and step, since a step may begin often. */
function unwrittenBy(goals: GoalBook, changes: StepChanges, { steps }: DomainEngine): (goal: number, step: number) => Box {
  const known = new Map<number, Box>();
  return (goal, step) => {
    const key = goal * steps.length + step;
    let box = known.get(key);
    if (box === undefined) {
      const written = new Set(changes.of(step).changes.map(({ cell }) => cell));
      // Of a goal that holds in several ways nobody can say which one is pursued.
      const { wanted = [] } = goals.entry(goal).goal;
      known.set(key, (box = wanted.length === 1 ? wanted[0]!.filter(({ cell }) => !written.has(cell)) : []));
    }
    return box;
  };
}

/** Whether a step lasts until its effects are seen. @throws Problem for one whose effects nobody sees */
function checkUntil(engine: DomainEngine, changes: StepChanges): boolean {
  const last = engine.steps.map((_step, step) => step).filter((step) => engine.actions[engine.actionOf[step]!]!.untilEffect);
  for (const step of last) {
    if (changes.seen(step).length > 0) continue;
    const { name } = engine.actions[engine.actionOf[step]!]!;
    throw new Problem('bad-until', `no sensor writes what "${name}" lasts until`, { path: `domain.actions.${name}.until`, hint: 'let a sensor write one of its effects, or end the step by its answer' });
  }
  return last.length > 0;
}

/** Under this key the `enter` of a step that is another brain's plan keeps that brain's program. */
const refinedKey: unique symbol = Symbol.for('ganglion.step.refined') as typeof refinedKey;

/** Marks the `enter` of a step: whoever performs it needs minds of this brain. */
export function marksRefined<Enter extends object>(enter: Enter, program: BrainProgram): Enter {
  return Object.defineProperty(enter, refinedKey, { value: program });
}

function innerPrograms({ tables }: StateProgram): readonly BrainProgram[] {
  const found = tables.enter.map((enter) => (enter as { readonly [refinedKey]?: BrainProgram } | undefined)?.[refinedKey]);
  return [...new Set(found.filter((program) => program !== undefined))];
}

function readName(name: unknown): string {
  if (typeof name === 'string' && name !== '' && name.length <= 128) return name;
  throw new Problem('bad-name', `a brain cannot be named ${describe(name)}`, { path: 'brain.name' });
}

const ownRuntime: RuntimeMaker = (program, leaves, options) => new TreeStore<unknown, unknown>(program, leaves, options);
const noAnswer = { step: (): 0 => 0, test: (): boolean => false };

/** What runs the tree. One from outside is tried at once: whatever it does not know of this tree is said now, not at the first spawn. */
function readRuntime(value: unknown, tree: TreeProgram, leaves: AnyLeaves): { readonly runtime: RuntimeMaker; readonly saves: boolean } {
  if (value === undefined) return { runtime: ownRuntime, saves: true };
  if (typeof value === 'function') {
    const runtime = value as RuntimeMaker;
    const { stage } = runtime(tree, leaves, { builtIns: Object.fromEntries(builtInLeaves.map((name) => [name, noAnswer])) });
    return { runtime, saves: stage !== undefined };
  }
  throw new Problem('bad-runtime', `a tree's runtime is a function, not ${describe(value)}`, { path: 'brain.runtime', hint: "import { mistreevousRuntime } from 'ganglion/mistreevous' and give that, or leave it out" });
}

/** The steps in the order of the actions: none missing, none too many. */
function readSteps(value: unknown, actions: readonly string[], { isTree, treeStep }: Wings, trees: Map<string, TreeStep>): Readonly<Record<string, Step>> {
  const given = plainObject(value, 'brain.steps', 'an object with a state for each action');
  checkKeys(given, actions, 'brain.steps');
  const steps: Record<string, Step> = {};
  for (const action of actions) {
    const step = Object.hasOwn(given, action) ? given[action] : undefined;
    if (step === undefined) throw new Problem('missing-step', `action "${action}" has no step`, { path: 'brain.steps', hint: 'every action of the domain needs one' });
    if (isTree(step)) trees.set(action, treeStep(step));
    steps[action] = trees.get(action)?.state ?? (step as Step);
  }
  return steps;
}

/** For each option the goal of its name; one with params must be scored by target, which tells them. */
function readGoals(options: OptionProgram<unknown, unknown>, engine: DomainEngine): Int32Array {
  const names = engine.goals.map((goal) => goal.name);
  return Int32Array.from(options.options, (option) => {
    const index = names.indexOf(option.name);
    if (index < 0) throw new Problem('unknown-goal', `option "${option.name}" is no goal of the domain`, { path: option.path, hint: didYouMean(option.name, names) });
    if (engine.goals[index]!.params.length > 0 && option.params === null) {
      throw new Problem('missing-params', `goal "${option.name}" needs params`, { path: option.path, hint: 'use perTarget(targets, { ..., params: (target) => ({ ... }) })' });
    }
    return index;
  });
}

function readByAction<T>(value: unknown, actions: readonly string[], path: string, read: (value: unknown, path: string) => T): readonly (T | null)[] {
  const given = plainObject(value ?? {}, path);
  checkKeys(given, actions, path);
  return actions.map((action) => (given[action] === undefined ? null : read(given[action], `${path}.${action}`)));
}

function readCost(value: unknown, path: string): CostOf {
  if (typeof value === 'function') return value as CostOf;
  throw new Problem('not-a-function', `a brain's cost is a function, not ${describe(value)}`, { path, hint: 'costs that are numbers belong to the domain' });
}

function readSeconds(value: unknown, path: string): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  throw new Problem('bad-time', `${path} is a number of seconds, not ${describe(value)}`, { path });
}

function readCount(value: unknown, path: string, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most && (Number.isInteger(value) || value === Infinity)) return value;
  throw new Problem('bad-count', `${path} is a whole number from ${least} to ${most}, not ${describe(value)}`, { path });
}

/** A plan must be cheaper by a tenth to throw the running step away. */
const defaultMargin = 0.1;

function readReplan(value: unknown): { mode: ReplanMode; every: number; margin: number } {
  if (value === 'never' || value === 'onBroken' || value === 'onChange') return { mode: replanMode[value], every: Infinity, margin: defaultMargin };
  if (typeof value === 'string') throw new Problem('bad-value', `there is no replan policy ${describe(value)}`, { path: 'brain.replan', hint: didYouMean(value, ['never', 'onBroken', 'onChange']) });
  const given = plainObject(value, 'brain.replan', '"never", "onBroken", "onChange" or { every: seconds }');
  checkKeys(given, ['every', 'margin'], 'brain.replan');
  const margin = given['margin'] ?? defaultMargin;
  if (typeof margin !== 'number' || !(margin >= 0 && margin < 1)) throw new Problem('bad-margin', `a margin is a part of the cost, not ${describe(margin)}`, { path: 'brain.replan.margin', hint: 'from 0 to below 1' });
  if (given['every'] === undefined && given['margin'] !== undefined) return { mode: replanMode.onChange, every: Infinity, margin };
  return { mode: replanMode.periodic, every: readSeconds(given['every'], 'brain.replan.every'), margin };
}
