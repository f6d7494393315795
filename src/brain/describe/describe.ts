import { CrowdCore } from '../crowd-core.js';
import { bufferLayout } from '../save/crowd-buffer.js';
import { programOf, type BrainProgram } from '../program.js';
import type { Brain } from '../types.js';
import { makeGroup } from '../wire.js';
import { describeOptions } from './options.js';
import { describeStates, describeTransitions } from './states.js';
import type { BrainDescription, DescribedAction, DescribedNode } from './types.js';

/** Goals with params are countless; those beyond are shown by number. */
const mostGoals = 1000;

/** All that is to be known of a brain, as plain JSON. An inspector and the reader of saved crowds need nothing else of it. */
export function describe(brain: Brain<any>): BrainDescription {
  return describeProgram(programOf(brain));
}

const known = new WeakMap<BrainProgram, BrainDescription>();

/** The same of a program; made once. */
export function describeProgram(program: BrainProgram): BrainDescription {
  const made = known.get(program);
  if (made !== undefined) return made;
  const { engine, goals, tree, states } = program;
  const minds = makeGroup(program, new CrowdCore(makeGroup, { seed: 1, expansionsPerTick: 1 }));
  const description: BrainDescription = Object.freeze({
    name: program.name,
    fingerprint: program.fingerprint,
    layout: bufferLayout(minds),
    domain: JSON.parse(JSON.stringify(program.domain)) as unknown,
    actions: describeActions(program),
    goals: Array.from({ length: Math.min(goals.count, mostGoals) }, (_, number) => goals.text(number)),
    steps: engine.steps.map((_, number) => ({ text: engine.task.stepText(number), action: engine.actionOf[number]! })),
    ways: Array.from(engine.task.step),
    facts: engine.layout.cells,
    words: engine.layout.words,
    options: describeOptions(program),
    tree: tree.texts.map((text, number): DescribedNode => ({
      id: tree.ids[number]!,
      type: tree.definitions[number]!.type,
      text,
      parent: tree.parents[number]!,
      guards: tree.guards[number]!.map(({ call, until, succeeds }) => `${until ? 'until' : 'while'}(${[call.name, ...call.args.map((arg) => JSON.stringify(arg))].join(', ')})${succeeds ? ' then succeed' : ''}`),
    })),
    treeText: program.parts.tree?.text,
    states: describeStates(states),
    transitions: describeTransitions(states),
    events: program.eventNames,
    columns: minds.columns.all.map(({ name, kind, width }) => ({ name, kind, width })),
  });
  known.set(program, description);
  return description;
}

function describeActions({ engine, costs }: BrainProgram): readonly DescribedAction[] {
  return engine.actions.map(({ name }, number) => {
    const { preconditions = {}, effects = {}, cost = 1 } = engine.parts.actions[name] as { readonly preconditions?: unknown; readonly effects?: unknown; readonly cost?: unknown };
    return { name, preconditions, effects, cost, ownCost: costs[number] !== null && costs[number] !== undefined };
  });
}
