// Fifty bots share one planner with a budget: all ask at once, and all have their answer within half a simulated second.
import { brain, crowd, domain, flag, once, oneOf, per, perceive, sequence, wait, type Mind, type State } from 'ganglion';

type Zone = 'base' | 'mine' | 'forest' | 'lake' | 'market' | 'tower';
type Good = 'stone' | 'wood' | 'clay' | 'rope';
const zones: readonly Zone[] = ['base', 'mine', 'forest', 'lake', 'market', 'tower'];
const goods: readonly Good[] = ['stone', 'wood', 'clay', 'rope'];

// Every bot wants a tower of its own, with what it takes.
export const building = domain({
  objects: { zone: ['base', 'mine', 'forest', 'lake', 'market', 'tower'], good: ['stone', 'wood', 'clay', 'rope'] },
  facts: { at: oneOf('base', 'mine', 'forest', 'lake', 'market', 'tower'), bag: oneOf('empty', 'stone', 'wood', 'clay', 'rope'), has: per(['good'], flag), tool: flag, built: flag },
  actions: {
    goTo: { params: { to: 'zone' }, effects: { at: '$to' }, cost: 3 },
    takeTool: { preconditions: { at: 'base' }, effects: { tool: true } },
    quarry: { preconditions: { at: 'mine', bag: 'empty', tool: true }, effects: { bag: 'stone' }, cost: 4 },
    chop: { preconditions: { at: 'forest', bag: 'empty', tool: true }, effects: { bag: 'wood' }, cost: 2 },
    dig: { preconditions: { at: 'lake', bag: 'empty' }, effects: { bag: 'clay' }, cost: 2 },
    buyRope: { preconditions: { at: 'market', bag: 'empty' }, effects: { bag: 'rope' }, cost: 5 },
    unload: { params: { what: 'good' }, preconditions: { at: 'tower', bag: '$what' }, effects: { bag: 'empty', has: [['$what', true]] } },
    build: { preconditions: { at: 'tower', has: [['stone', true], ['wood', true], ['clay', true], ['rope', true]] }, effects: { built: true }, cost: 10 },
  },
  goals: { tower: { built: true } },
});

export class Bot {
  at: Zone;
  bag: 'empty' | Good = 'empty';
  built = false;
  tool: boolean;
  readonly has: Record<Good, boolean>;
  /** How good it is on its feet: seconds a road, and so its own cost of walking. */
  readonly pace: number;

  constructor(number: number) {
    this.at = zones[number % zones.length]!;
    this.tool = number % 2 === 0;
    this.has = { stone: number % 3 === 0, wood: number % 5 === 0, clay: number % 7 === 0, rope: false };
    this.pace = 2 + (number % 4);
  }
}

const fill = (seconds: number, bag: Good): State<Bot> => sequence(wait(seconds), once((bot: Bot) => (bot.bag = bag)));

export const botBrain = brain(
  perceive(building, (bot: Bot, facts) => {
    facts.at = bot.at;
    facts.bag = bot.bag;
    for (const good of goods) facts.has[good] = bot.has[good];
    facts.tool = bot.tool;
    facts.built = bot.built;
  }),
  {
    name: 'bot',
    planLength: 24,
    utility: { tower: 1 },
    // A cost that looks at the body: no table fits all bots, so each request is a search of its own.
    costs: { goTo: (bot) => bot.pace },
    steps: {
      goTo: sequence(wait(3), once((bot, { to }) => (bot.at = to))),
      takeTool: once((bot) => (bot.tool = true)),
      quarry: fill(4, 'stone'),
      chop: fill(2, 'wood'),
      dig: fill(2, 'clay'),
      buyRope: fill(5, 'rope'),
      unload: sequence(wait(1), once((bot, { what }) => {
        bot.has[what] = true;
        bot.bag = 'empty';
      })),
      build: sequence(wait(10), once((bot) => (bot.built = true))),
    },
  },
);

/** Sets fifty bots to work at 60 Hz. Returns the tick in which each had its answer, and when all towers stood. */
export function play(print: (line: string) => void, status: (text: string) => void = () => {}, budget = 400): { answeredAt: number[]; costs: number[]; seconds: number; bots: Bot[] } {
  const world = crowd({ seed: 1, expansionsPerTick: budget });
  const bots = Array.from({ length: 50 }, (_, number) => new Bot(number));
  const minds: Mind<any, any, any, any>[] = bots.map((bot) => world.spawn(botBrain, bot));
  const answeredAt: number[] = Array.from(bots, () => NaN);
  const costs: number[] = [];
  print(`50 bots ask at once; the planner may look at ${budget} states a tick`);
  for (let tick = 1; tick <= 60 && answeredAt.some(Number.isNaN); tick++) {
    world.tick(1 / 60);
    minds.forEach((mind, index) => {
      const { plan } = mind;
      if (plan === undefined || !Number.isNaN(answeredAt[index]!)) return;
      answeredAt[index] = tick;
      costs[index] = plan.cost;
    });
    const answered = answeredAt.filter((at) => at <= tick).length;
    print(`tick ${String(tick).padStart(2)}  ${'#'.repeat(answered)}${'.'.repeat(50 - answered)}  ${answered}`);
  }
  print(`the last one had its answer after ${(Math.max(...answeredAt) / 60).toFixed(2)} s`);
  while (bots.some((bot) => !bot.built) && world.time < 300) {
    world.tick(1 / 10);
    status(`${world.time.toFixed(0)} s: ${bots.filter((bot) => bot.built).length} towers`);
  }
  print(`after ${world.time.toFixed(0)} s ${bots.filter((bot) => bot.built).length} towers stand`);
  return { answeredAt, costs, seconds: world.time, bots };
}
