// A town plans in two levels: "have an ingot, then a hammer, then forge"; how to come by an ingot is a plan of its own, made when it is time.
import { brain, crowd, domain, explain, flag, once, oneOf, perceive, refine, sequence, wait, type State } from 'ganglion';

export class Smith {
  at: 'workshop' | 'mine' | 'market' = 'workshop';
  gold = 1;
  readonly has = { ore: false, coal: false, ingot: false, hammer: false, sword: false };
  /** The mine is the smith's own, until it floods. */
  flooded = false;
}

// Below: places, materials, money. Which of the two ways to an ingot is cheaper depends on the day.
export const trading = domain({
  facts: { at: oneOf('workshop', 'mine', 'market'), ore: flag, coal: flag, ingot: flag, hammer: flag, gold: flag, flooded: flag },
  actions: {
    goTo: { params: { to: 'at' }, effects: { at: '$to' }, cost: 4 },
    dig: { preconditions: { at: 'mine', flooded: false }, effects: { ore: true }, cost: 6 },
    gatherCoal: { preconditions: { at: 'mine' }, effects: { coal: true }, cost: 2 },
    smelt: { preconditions: { at: 'workshop', ore: true, coal: true }, effects: { ingot: true, ore: false, coal: false }, cost: 5 },
    buyIngot: { preconditions: { at: 'market', gold: true }, effects: { ingot: true, gold: false }, cost: 20 },
    borrowHammer: { preconditions: { at: 'market' }, effects: { hammer: true } },
  },
  goals: { haveIngot: { ingot: true }, haveHammer: { hammer: true }, beHome: { at: 'workshop' } },
});

// Above: nothing but what matters for the whole. A handful of facts, however large the town below becomes.
export const town = domain({
  facts: { ingot: flag, hammer: flag, home: flag, sword: flag },
  actions: {
    getIngot: { effects: { ingot: true }, cost: 20 },
    getHammer: { effects: { hammer: true, home: false }, cost: 9 },
    goHome: { effects: { home: true }, cost: 4 },
    forge: { preconditions: { ingot: true, hammer: true, home: true }, effects: { sword: true, ingot: false }, cost: 10 },
  },
  goals: { arm: { sword: true } },
});

function work(seconds: number, done: Partial<Smith['has']>): State<Smith> {
  return sequence(wait(seconds), once((smith: Smith) => Object.assign(smith.has, done)));
}

export const traderBrain = brain(
  perceive(trading, (smith: Smith, facts) => {
    facts.at = smith.at;
    facts.ore = smith.has.ore;
    facts.coal = smith.has.coal;
    facts.ingot = smith.has.ingot;
    facts.hammer = smith.has.hammer;
    facts.gold = smith.gold > 0;
    facts.flooded = smith.flooded;
  }),
  {
    name: 'trader',
    steps: {
      goTo: sequence(wait(4), once((smith, { to }) => (smith.at = to))),
      dig: work(6, { ore: true }),
      gatherCoal: work(2, { coal: true }),
      smelt: work(5, { ingot: true, ore: false, coal: false }),
      buyIngot: sequence(wait(1), once((smith) => {
        smith.gold--;
        smith.has.ingot = true;
      })),
      borrowHammer: work(1, { hammer: true }),
    },
  },
);

export const townBrain = brain(
  perceive(town, (smith: Smith, facts) => {
    facts.ingot = smith.has.ingot;
    facts.hammer = smith.has.hammer;
    facts.home = smith.at === 'workshop';
    facts.sword = smith.has.sword;
  }),
  {
    name: 'town',
    utility: { arm: 1 },
    steps: {
      getIngot: refine(traderBrain, 'haveIngot'),
      getHammer: refine(traderBrain, 'haveHammer'),
      goHome: refine(traderBrain, 'beHome'),
      forge: work(10, { sword: true, ingot: false }),
    },
  },
);

/** Plays until there is a sword. Returns what was planned above and below, in order. */
export function play(print: (line: string) => void, floods = true): { smith: Smith; above: string[]; below: string[]; seconds: number } {
  const world = crowd();
  const smith = new Smith();
  const mind = world.spawn(townBrain, smith);
  const above: string[] = [];
  const below: string[] = [];
  let doing = '';
  while (!smith.has.sword && world.time < 200) {
    const clock = `${world.time.toFixed(1).padStart(5)} s`;
    // He has just got to the mine.
    if (floods && smith.at === 'mine' && !smith.flooded && !smith.has.ore) {
      print(`${clock}  Water breaks into the mine.`);
      smith.flooded = true;
    }
    world.tick(0.5);
    const outer = explain(mind);
    const inner = outer.inner[0];
    note(above, outer.plan, (text) => print(`${clock}    the town plans ${text}`));
    note(below, inner?.plan, (text) => print(`${clock}      for ${outer.step?.text}: ${text}`));
    const step = inner?.step?.text ?? outer.step?.text ?? '';
    if (step !== doing && step !== '') print(`${clock}        ${step}`);
    doing = step;
  }
  print(`${world.time.toFixed(1).padStart(5)} s  The sword is forged; ${smith.gold} gold is left.`);
  return { smith, above, below, seconds: world.time };
}

function note(plans: string[], plan: { readonly steps: readonly { readonly text: string }[]; readonly cost: number } | undefined, say: (text: string) => void): void {
  if (plan === undefined) return;
  const text = `${plan.steps.map((step) => step.text).join(', ')}: ${plan.cost}`;
  if (text === plans.at(-1)) return;
  plans.push(text);
  say(text);
}
