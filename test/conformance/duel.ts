import { BehaviourTree as Stock, type BehaviourTreeOptions, type NodeDetails } from 'mistreevous';
import type { BehaviourTree as Facade } from '../../src/mistreevous/facade.js';
import { ScriptedAgent, type Temper } from './agents.js';
import { Dice, type Loose } from './trees.js';

/** The class under test: ours, or one with a bug planted in it. */
export type TreeClass = typeof Facade;

interface Fighter {
  readonly name: string;
  readonly script: ScriptedAgent;
  readonly step: () => void;
  readonly reset: () => void;
  readonly details: () => NodeDetails;
  readonly state: () => unknown;
}

/**
 * Runs one definition on mistreevous and on a class of the same shape, step by step, and compares everything that can be observed:
 * errors, calls with their arguments, random draws, events, states and details. Undefined when nothing differs.
 */
export async function duel(Ours: TreeClass, roots: readonly Loose[], seed: number, temper: Temper, steps = 30): Promise<string | undefined> {
  const theirs = fighter('mistreevous', Stock as unknown as TreeClass, roots, seed, temper);
  const ours = fighter('ours', Ours, roots, seed, temper);
  if (typeof theirs === 'string' || typeof ours === 'string') return theirs === ours ? undefined : `mistreevous ${describe(theirs)}, ours ${describe(ours)}`;
  const dice = new Dice(seed, 3);
  for (let step = 1; step <= steps; step++) {
    const actions = dice.below(1 << 16);
    for (const one of [theirs, ours]) {
      // The same dice for both: what happens between steps is part of the script.
      const between = new Dice(seed ^ actions, step);
      one.script.settle(between);
      if (between.chance(0.1)) one.script.rebind(between);
    }
    await Promise.resolve();
    const resets = dice.chance(0.06);
    const seen = [theirs, ours].map((one) => observe(one, resets, step % 5 === 0));
    if (seen[0] !== seen[1]) return `step ${step}${resets ? ' (reset)' : ''}\nmistreevous: ${seen[0]}\nours:        ${seen[1]}`;
  }
  return undefined;
}

function describe(fighter: Fighter | string): string {
  return typeof fighter === 'string' ? `refuses: ${fighter}` : 'accepts';
}

function observe(one: Fighter, resets: boolean, detailed: boolean): string {
  let error = 'none';
  withRegistered(one, () => {
    try {
      if (resets) one.reset();
      else one.step();
    } catch (thrown) {
      // A stack that the library passed on names its own files.
      error = String(thrown).replace(/\n\s+at [^\n]*/g, '');
    }
  });
  const details = one.details();
  const log = one.script.log.splice(0).join('\n  ');
  return `${String(one.state())} ${statesOf(details).join(' ')}\n  error ${error}\n  ${log}${detailed ? `\n${shown(details)}` : ''}`;
}

/** Both classes have static registries of their own; a test must not leave its functions there. */
function withRegistered(one: Fighter, run: () => void): void {
  const Tree = (one.name === 'ours' ? currentOurs : Stock) as TreeClass;
  for (const [name, call] of one.script.registered) Tree.register(name, call);
  try {
    run();
  } finally {
    Tree.unregisterAll();
  }
}

let currentOurs: TreeClass;

function fighter(name: string, Tree: TreeClass, roots: readonly Loose[], seed: number, temper: Temper): Fighter | string {
  if (name === 'ours') currentOurs = Tree;
  const script = new ScriptedAgent(seed, temper, roots);
  const ids = new Map<string, number>();
  try {
    const own = structuredClone(roots) as Loose[];
    // Of some trees the subtrees are known to all trees rather than written beside the main root.
    const registers = new Dice(seed, 6).chance(0.3);
    if (registers) for (const { id, ...root } of own) if (typeof id === 'string') Tree.register(id, root);
    const tree = new Tree(registers ? own.filter(({ id }) => id === undefined) : own, script.agent, optionsOf(script, seed, temper, ids));
    Tree.unregisterAll();
    script.step = () => tree.step();
    script.reset = () => tree.reset();
    // Ids differ by design; the place of a node in preorder stands for it.
    for (const id of idsOf(tree.getTreeNodeDetails())) ids.set(id, ids.size);
    return { name, script, step: () => tree.step(), reset: () => tree.reset(), details: () => tree.getTreeNodeDetails(), state: () => tree.getState() };
  } catch (error) {
    return String(error);
  }
}

/** Options are scripted as well: some trees have a listener, a random function, a clock, in all combinations. */
function optionsOf(script: ScriptedAgent, seed: number, temper: Temper, ids: ReadonlyMap<string, number>): BehaviourTreeOptions {
  const dice = new Dice(seed, 4);
  const draws = new Dice(seed, 5);
  const listens = dice.chance(0.5);
  const rare = temper.nonsense / 2;
  let calls = 0;
  return {
    random: () => {
      script.log.push('random');
      const drawn = draws.next();
      if (!draws.chance(rare)) return drawn;
      return draws.pick([1, -0.5, Number.NaN]);
    },
    getDeltaTime: () => {
      script.log.push('getDeltaTime');
      return draws.chance(rare) ? Number.NaN : draws.below(4) * 0.25;
    },
    ...(listens
      ? {
          onNodeStateChange: (change) => {
            const { id, ...rest } = change;
            script.log.push(`node ${ids.get(id)} ${shown(rest)}`);
            if (temper.throws > 0 && ++calls % 997 === 0) throw new Error('thrown by the listener');
          },
        }
      : {}),
  };
}

function idsOf(details: NodeDetails): readonly string[] {
  return [details.id, ...(details.children ?? []).flatMap(idsOf)];
}

function statesOf(details: NodeDetails): readonly string[] {
  return [details.state.slice('mistreevous.'.length), ...(details.children ?? []).flatMap(statesOf)];
}

/** Data as text in which an absent key, an undefined value and the order of keys all show; ids do not. */
function shown(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => (key === 'id' ? 'id' : each === undefined ? 'undefined' : each));
}
