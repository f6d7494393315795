/**
 * Decisions of many minds: ours beside a straightforward object implementation and beside Yuka's Think with evaluators written by hand.
 * All three score the same options of 2 to 3 considerations with the same curves and must take the same ones.
 */
import { Columns } from '../src/core/internal.js';
import type { FullOption } from '../src/utility/internal.js';
import { Chooser, compileOptions, curves, type Option, perTarget, type Tuning } from 'ganglion/utility';
import { allocatedPerCall, compare, peer, smoke } from './harness.js';

/** Whole numbers and a flag, as games keep them: an input that returns a fraction has it boxed by the engine, whatever asks for it. */
class Npc {
  winner = -1;
  readonly health: number;
  readonly ammo: number;
  readonly fatigue: number;
  readonly distance: number;
  readonly seen: boolean;
  readonly foes: readonly { readonly id: number; readonly distance: number }[];

  constructor(random: () => number) {
    this.health = Math.floor(random() * 101);
    this.ammo = Math.floor(random() * 7);
    this.fatigue = Math.floor(random() * 101);
    this.distance = Math.floor(random() * 101);
    this.seen = random() < 0.5;
    this.foes = Array.from({ length: 4 }, (_, id) => ({ id, distance: Math.floor(random() * 101) }));
  }
}

const brave = curves.logistic(0.3, 12);
const nearer = curves.power(2);

/** The four kinds of options, as considerations; option i is of kind i % 4 with a weight of its own. */
const kinds: readonly ((weight: number) => FullOption<Npc, null>)[] = [
  (weight) => ({ weight, considerations: { seen: (npc) => npc.seen, brave: { of: (npc) => npc.health, max: 100, curve: brave }, armed: { of: (npc) => npc.ammo, max: 6 } } }),
  (weight) => ({ weight, considerations: { empty: { of: (npc) => npc.ammo, min: 6, max: 0 }, near: { of: (npc) => npc.distance, min: 100, max: 0, curve: nearer } } }),
  (weight) => ({ weight, considerations: { calm: (npc) => !npc.seen, tired: { of: (npc) => npc.fatigue, max: 100, curve: nearer } } }),
  (weight) => ({ weight, considerations: { hurt: { of: (npc) => npc.health, min: 100, max: 0 }, far: { of: (npc) => npc.distance, max: 100 }, fresh: { of: (npc) => npc.fatigue, min: 100, max: 0 } } }),
];

const weightOf = (index: number): number => 1 - ((index * 37) % 64) / 100;
const lifted = (value: number, makeUp: number): number => value + (1 - value) * makeUp * value;

function chooserOf(options: { readonly [name: string]: Option<Npc, null> }, columns: Columns, tuning: Tuning): Chooser<Npc, null> {
  return new Chooser(compileOptions<Npc, null>(options, tuning), { columns });
}

function optionsOf(count: number): Record<string, FullOption<Npc, null>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`option${index}`, kinds[index % 4]!(weightOf(index))]));
}

/** What one writes first: options as objects, considerations as closures, a result object for each score. */
function plainChooser(count: number): (npc: Npc) => number {
  const curves: readonly { readonly weight: number; readonly considerations: readonly ((npc: Npc) => number)[] }[] = Array.from({ length: count }, (_, index) => ({
    weight: weightOf(index),
    considerations: [
      [(npc: Npc) => (npc.seen ? 1 : 0), (npc: Npc) => 1 / (1 + Math.exp(-12 * (npc.health / 100 - 0.3))), (npc: Npc) => npc.ammo / 6],
      [(npc: Npc) => (6 - npc.ammo) / 6, (npc: Npc) => Math.pow((100 - npc.distance) / 100, 2)],
      [(npc: Npc) => (npc.seen ? 0 : 1), (npc: Npc) => Math.pow(npc.fatigue / 100, 2)],
      [(npc: Npc) => (100 - npc.health) / 100, (npc: Npc) => npc.distance / 100, (npc: Npc) => (100 - npc.fatigue) / 100],
    ][index % 4]!,
  }));
  return (npc) => {
    const scored = curves.map(({ weight, considerations }, index) => {
      const makeUp = 1 - 1 / considerations.length;
      return { index, score: weight * considerations.reduce((product, consideration) => product * lifted(consideration(npc), makeUp), 1) };
    });
    const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
    return best.score > 0 ? best.index : -1;
  };
}

interface Yuka {
  readonly Think: new (owner: Npc) => { addEvaluator(evaluator: object): void; arbitrate(): void };
  readonly GoalEvaluator: new (characterBias: number) => object;
}

/** Yuka asks each evaluator for a desirability; one class a kind, the formula written out, as its users do. */
function yukaMinds({ Think, GoalEvaluator }: Yuka, npcs: readonly Npc[], count: number): () => void {
  class Numbered extends GoalEvaluator {
    readonly index: number;
    constructor(index: number) {
      super(weightOf(index));
      this.index = index;
    }
    setGoal(npc: Npc): void {
      npc.winner = this.index;
    }
  }
  const classes = [
    class extends Numbered {
      calculateDesirability(npc: Npc): number {
        return lifted(npc.seen ? 1 : 0, 2 / 3) * lifted(1 / (1 + Math.exp(-12 * (npc.health / 100 - 0.3))), 2 / 3) * lifted(npc.ammo / 6, 2 / 3);
      }
    },
    class extends Numbered {
      calculateDesirability(npc: Npc): number {
        return lifted((6 - npc.ammo) / 6, 0.5) * lifted(Math.pow((100 - npc.distance) / 100, 2), 0.5);
      }
    },
    class extends Numbered {
      calculateDesirability(npc: Npc): number {
        return lifted(npc.seen ? 0 : 1, 0.5) * lifted(Math.pow(npc.fatigue / 100, 2), 0.5);
      }
    },
    class extends Numbered {
      calculateDesirability(npc: Npc): number {
        return lifted((100 - npc.health) / 100, 2 / 3) * lifted(npc.distance / 100, 2 / 3) * lifted((100 - npc.fatigue) / 100, 2 / 3);
      }
    },
  ];
  const evaluators = Array.from({ length: count }, (_, index) => new classes[index % 4]!(index));
  const minds = npcs.map((npc) => {
    const think = new Think(npc);
    for (const evaluator of evaluators) think.addEvaluator(evaluator);
    return think;
  });
  return () => {
    for (const mind of minds) mind.arbitrate();
  };
}

const n = smoke ? 100 : 10_000;
let state = 12345;
const random = (): number => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296);
const npcs = Array.from({ length: n }, () => new Npc(random));
const yuka = await peer<Yuka>('yuka');

/** Without momentum every decision is made afresh, as the peers make it. */
function decideAll(options: { readonly [name: string]: Option<Npc, null> }, tuning: Tuning): { readonly run: () => void; readonly bytesPerMind: number } {
  const columns = new Columns(n);
  const chooser = chooserOf(options, columns, tuning);
  const run = (): void => {
    for (let slot = 0; slot < n; slot++) npcs[slot]!.winner = chooser.decide(slot, npcs[slot]!, null, 0.25, null);
  };
  return { run, bytesPerMind: columns.bytesPerSlot };
}

const winners = (run: () => void): string => {
  run();
  return npcs.map(({ winner }) => winner).join();
};

for (const count of [4, 16, 64]) {
  const options = optionsOf(count);
  const { run, bytesPerMind } = decideAll(options, { momentum: 1 });
  const choose = plainChooser(count);
  const plain = (): void => {
    for (const npc of npcs) npc.winner = choose(npc);
  };
  const think = yuka && yukaMinds(yuka, npcs, count);
  const expected = winners(run);
  for (const other of [plain, think]) if (other !== undefined && winners(other) !== expected) throw new Error('the contestants do not decide alike');
  compare({ bench: `decide, ${count} options`, n, ours: run, peers: { 'plain objects': plain, yuka: think }, figures: { bytesPerMind, bytesPerDecision: allocatedPerCall(run, 20) / n } });
}

const attack = perTarget((npc: Npc) => npc.foes, { considerations: { near: { of: (_npc: Npc, _facts: null, foe) => foe.distance, min: 100, max: 0 }, brave: { of: (npc) => npc.health, max: 100, curve: brave } } });
const withTargets = decideAll({ ...optionsOf(4), attack }, {});
withTargets.run();
compare({ bench: 'decide, 4 options and one with 4 targets, momentum', n, ours: withTargets.run, figures: { bytesPerMind: withTargets.bytesPerMind, bytesPerDecision: allocatedPerCall(withTargets.run, 20) / n } });
