// A craftsman wants an iron sword: eighteen steps, cost 124. On his way to the mine it collapses, and he pans for ore.
import { brain, crowd, domain, explain, flag, leaf, once, oneOf, perceive, running, sequence, success, wait, type State } from 'ganglion';

type Place = 'workshop' | 'forest' | 'riverbed' | 'mine';
type Tool = 'none' | 'axe' | 'pick' | 'hammer';

const roads: Record<Place, Partial<Record<Place, number>>> = {
  workshop: { forest: 5, riverbed: 4, mine: 8 },
  forest: { workshop: 5, riverbed: 3, mine: 6 },
  riverbed: { workshop: 4, forest: 3, mine: 7 },
  mine: { workshop: 8, forest: 6, riverbed: 7 },
};

// Costs are seconds: of walking, and of work.
export const smithing = domain({
  objects: { place: ['workshop', 'forest', 'riverbed', 'mine'], tool: ['axe', 'pick', 'hammer'] },
  facts: {
    at: oneOf('workshop', 'forest', 'riverbed', 'mine'),
    holds: oneOf('none', 'axe', 'pick', 'hammer'),
    wood: flag,
    charcoal: flag,
    ore: flag,
    ingot: flag,
    lit: flag,
    sword: flag,
  },
  shared: { collapsed: flag },
  actions: {
    goTo: { params: { to: 'place' }, effects: { at: '$to' }, cost: { by: ['at', '$to'], table: roads } },
    pickUp: { params: { what: 'tool' }, preconditions: { at: 'workshop', holds: 'none' }, effects: { holds: '$what' } },
    putDown: { preconditions: { at: 'workshop', holds: { not: 'none' } }, effects: { holds: 'none' } },
    chop: { preconditions: { at: 'forest', holds: 'axe' }, effects: { wood: true }, cost: 10 },
    dig: { preconditions: { at: 'mine', holds: 'pick', collapsed: false }, effects: { ore: true }, cost: 15 },
    pan: { preconditions: { at: 'riverbed' }, effects: { ore: true }, cost: 40 },
    burnCharcoal: { preconditions: { at: 'workshop', wood: true }, effects: { charcoal: true, wood: false }, cost: 8 },
    lightFurnace: { preconditions: { at: 'workshop', wood: true }, effects: { lit: true, wood: false }, cost: 5 },
    smelt: { preconditions: { at: 'workshop', lit: true, ore: true, charcoal: true }, effects: { ingot: true, ore: false, charcoal: false }, cost: 20 },
    forge: { preconditions: { at: 'workshop', ingot: true, holds: 'hammer' }, effects: { sword: true, ingot: false }, cost: 15 },
  },
  goals: { arm: { sword: true } },
});

export class Craftsman {
  at: Place = 'workshop';
  holds: Tool = 'none';
  /** What he has got; the furnace burns on until the end. */
  readonly has = { wood: false, charcoal: false, ore: false, ingot: false, lit: false, sword: false };
  /** Seconds of road behind him; who turns round has them to walk again. */
  behind = 0;
}

const senses = perceive(smithing, (smith: Craftsman, facts) => {
  facts.at = smith.at;
  facts.holds = smith.holds;
  facts.wood = smith.has.wood;
  facts.charcoal = smith.has.charcoal;
  facts.ore = smith.has.ore;
  facts.ingot = smith.has.ingot;
  facts.lit = smith.has.lit;
  facts.sword = smith.has.sword;
});

/** So many seconds of work, and then it is done. */
function work(seconds: number, done: Partial<Craftsman['has']>): State<Craftsman> {
  return sequence(wait(seconds), once((smith: Craftsman) => Object.assign(smith.has, done)));
}

export const smithBrain = brain(senses, {
  name: 'craftsman',
  planLength: 24,
  utility: { arm: 1 },
  steps: {
    goTo: leaf({
      cells: { length: 0 },
      enter: (smith, { to }, frame) => {
        frame.cells.length = smith.behind + roads[smith.at][to]!;
        smith.behind = 0;
      },
      drive: (smith, { to }, frame) => {
        if (frame.elapsed < frame.cells.length) return running;
        smith.at = to;
        return success;
      },
      exit: (smith, _params, why, frame) => {
        if (why !== 'success') smith.behind = frame.elapsed;
      },
    }),
    pickUp: sequence(wait(1), once((smith, { what }) => (smith.holds = what))),
    putDown: sequence(wait(1), once((smith) => (smith.holds = 'none'))),
    chop: work(10, { wood: true }),
    dig: work(15, { ore: true }),
    pan: work(40, { ore: true }),
    burnCharcoal: work(8, { charcoal: true, wood: false }),
    lightFurnace: work(5, { lit: true, wood: false }),
    smelt: work(20, { ingot: true, ore: false, charcoal: false }),
    forge: work(15, { sword: true, ingot: false }),
  },
});

/** Plays until the sword is made. Returns the plans he had, each with its cost, and the seconds it took. */
export function play(print: (line: string) => void, collapses = true): { smith: Craftsman; plans: string[]; seconds: number } {
  const world = crowd();
  const smith = new Craftsman();
  const mind = world.spawn(smithBrain, smith);
  const plans: string[] = [];
  const dt = 0.25;
  let step: string | undefined;
  let onTheRoad = 0;
  while (!smith.has.sword && world.time < 400) {
    const clock = time(world.time);
    world.tick(dt);
    const { plan, step: now } = explain(mind);
    if (plan !== undefined && step === undefined) tell(clock, plan);
    if (now !== undefined && now.text !== step) print(`${clock}    ${now.text}`);
    step = now?.text ?? step;
    onTheRoad = step === 'goTo(mine)' ? onTheRoad + dt : 0;
    if (!collapses || onTheRoad < 3 || world.get('collapsed')) continue;
    print(`${time(world.time)}  The mine collapses. He is three seconds up the road.`);
    world.set('collapsed', true);
    step = undefined;
  }
  print(`${time(world.time)}  The sword is forged.`);
  return { smith, plans, seconds: world.time };

  function tell(clock: string, { steps, cost }: { readonly steps: readonly { readonly text: string }[]; readonly cost: number }): void {
    plans.push(`${steps.map((each) => each.text).join(', ')}: ${cost}`);
    print(`${clock}  He plans ${steps.length} steps, cost ${cost}.`);
  }
}

function time(seconds: number): string {
  return `${seconds.toFixed(1).padStart(6)} s`;
}
