// Forty villagers of three kinds eat, sleep, bake, chop, hunt and run from wolves, and share what there is; the accounts of ten minutes.
import { brain, bt, crowd, domain, explain, flag, int, leaf, oneOf, perceive, perTarget, running, sequence, success, failure, wait, type Mind, type Status } from 'ganglion';
import type { Deer } from './village/beasts.js';
import { map, places, promised, stockNames, stocks, times, walkingSeconds, type Place, type Recipe } from './village/map.js';
import { deerInSight, sense, senseDeer, senseWolf } from './village/senses.js';
import type { Villager } from './village/villager.js';
import { Village } from './village/world.js';

const living = domain({
  facts: {
    at: oneOf(...places, 'road'),
    hungry: flag, tired: flag, chilly: flag, hasMeal: flag, wolfNear: flag, deerInRange: flag, baked: flag, stacked: flag, idle: flag,
    carries: oneOf('nothing', 'wood', 'meat'),
  },
  shared: { flour: int(0, stocks.flour.most), wood: int(0, stocks.wood.most), meat: int(0, stocks.meat.most), meals: int(0, stocks.meals.most) },
  actions: {
    goTo: { params: { place: 'at' }, where: { place: { not: 'road' } }, effects: { at: '$place' }, cost: 10 },
    takeMeal: { preconditions: { at: 'square', hasMeal: false, meals: { atLeast: 1 } }, effects: { hasMeal: true, meals: { add: -1 } } },
    eat: { preconditions: { hasMeal: true }, effects: { hungry: false, hasMeal: false } },
    warm: { preconditions: { at: 'house', wood: { atLeast: 1 } }, effects: { chilly: false, wood: { add: -1 } } },
    sleep: { preconditions: { at: 'house' }, effects: { tired: false } },
    bakeBread: { preconditions: { at: 'bakery', flour: { atLeast: 1 }, wood: { atLeast: 1 } }, effects: { baked: true, flour: { add: -1 }, wood: { add: -1 }, meals: { add: 4 } }, holds: ['oven'], cost: 6 },
    bakeRoast: { preconditions: { at: 'bakery', meat: { atLeast: 1 }, wood: { atLeast: 1 } }, effects: { baked: true, meat: { add: -1 }, wood: { add: -1 }, meals: { add: 3 } }, holds: ['oven'], cost: 5 },
    chop: { preconditions: { at: 'forest', carries: 'nothing' }, effects: { carries: 'wood' }, cost: 5 },
    stack: { preconditions: { at: 'woodpile', carries: 'wood' }, effects: { stacked: true, carries: 'nothing', wood: { add: 3 } } },
    stalk: { preconditions: { carries: 'nothing' }, effects: { deerInRange: true, at: 'road' }, cost: 12 },
    shoot: { preconditions: { deerInRange: true, carries: 'nothing' }, effects: { carries: 'meat' }, cost: 2 },
    store: { preconditions: { at: 'bakery', carries: 'meat' }, effects: { carries: 'nothing', meat: { add: 2 } } },
    rest: { preconditions: { at: 'square' }, effects: { idle: true } },
  },
  goals: {
    beFed: { hungry: false }, beWarm: { chilly: false }, beRested: { tired: false },
    bake: { baked: true }, bringWood: { stacked: true }, hunt: { carries: 'meat' }, unload: { carries: 'nothing' }, passTime: { idle: true },
  },
});

// What somebody has just done is true for a moment: then there is more to do.
const lately = new WeakMap<Villager, Map<string, number>>();
function did(who: Villager, what: string): true {
  lately.set(who, new Map([[what, 3]]));
  return true;
}
function hasJust(who: Villager, what: string): boolean {
  const left = lately.get(who)?.get(what) ?? 0;
  lately.get(who)?.set(what, left - 1);
  return left > 0;
}

const done = (yes: boolean): Status => (yes ? success : failure);
const act = (seconds: number, does: (who: Villager) => boolean) => sequence(wait(seconds), (who: Villager) => done(does(who)));
const bake = (recipe: Recipe) => leaf({ enter: (who: Villager) => void who.openOven(), drive: (who, _params, { elapsed }) => (elapsed < times.bake ? running : done(who.takeOut(recipe) && did(who, 'baked'))), exit: (who) => who.leaveOven() });

const steps = {
  goTo: leaf({
    enter: (who: Villager, { place }: { readonly place: Place | 'road' }) => who.walkTo(place as Place),
    drive: (who: Villager, { place }: { readonly place: Place | 'road' }) => (who.arrived(place as Place) ? success : running),
    exit: (who: Villager, _params: { readonly place: Place | 'road' }, why) => { if (why !== 'success') who.stop(); },
  }),
  takeMeal: (who: Villager) => done(who.takeMeal()),
  eat: act(times.eat, (who) => who.eat()),
  warm: act(times.warm, (who) => who.warm()),
  sleep: leaf({ enter: (who: Villager) => void who.lieDown(), drive: (who) => (who.fatigue > 0 ? running : success), exit: (who) => who.getUp() }),
  bakeBread: bake('bread'),
  bakeRoast: bake('roast'),
  chop: act(times.chop, (who) => who.chop()),
  stack: (who: Villager) => done(who.unload() && did(who, 'stacked')),
  stalk: leaf({
    drive: (who: Villager, _params, { target }) => { const deer = target as Deer; who.walkTo(deer); return Math.hypot(deer.x - who.x, deer.y - who.y) <= 7 ? success : running; },
    exit: (who) => who.stop(),
  }),
  shoot: leaf({ drive: (who: Villager, _params, { target, elapsed }) => (elapsed < times.aim ? running : done(who.shoot(target as Deer))) }),
  store: (who: Villager) => done(who.unload()),
  rest: act(4, (who) => did(who, 'idle')),
};

const senses = perceive(living, {
  // A wolf that is out of sight for a moment is still there.
  always: { settle: { wolfNear: [0, 4] }, read: (who: Villager, facts) => { sense(who, facts); senseWolf(who, facts); senseDeer(who, facts); facts.idle = hasJust(who, 'idle'); facts.baked = hasJust(who, 'baked'); facts.stacked = hasJust(who, 'stacked'); } },
});
const needs = {
  beFed: { hunger: (who: Villager) => who.hunger },
  beWarm: { cold: (who: Villager) => who.cold * 0.9 },
  beRested: { considerations: { fatigue: (who: Villager) => who.fatigue * 0.85 }, commitment: 20 },
  passTime: 0.05,
};
const walking = { goTo: (who: Villager, { place }: { readonly place: Place | 'road' }) => (place === 'road' ? Infinity : who.at === 'road' ? Math.hypot(map[place].x - who.x, map[place].y - who.y) / 2 : walkingSeconds[who.at][place]) };
const shelter = bt('root { reactiveSelector { action [flee] while(holds, "wolfNear", "is", true) action [plan] } }', { flee: (who: Villager) => { who.flee(); return running; } });
const common = { tree: shelter, steps, costs: walking } as const;

const brains = {
  baker: brain(senses, { ...common, name: 'baker', utility: { ...needs, bake: { considerations: { room: (_who, facts) => (facts.meals <= 34 ? 0.45 : 0) }, limit: 3 } } }),
  woodcutter: brain(senses, { ...common, name: 'woodcutter', utility: { ...needs, bringWood: { room: (_who, facts) => (facts.wood < 50 ? 0.4 : 0) } } }),
  hunter: brain(senses, {
    ...common,
    name: 'hunter',
    utility: {
      ...needs,
      unload: { laden: (who: Villager) => (who.carries === 'meat' ? 0.55 : 0) },
      hunt: perTarget((who: Villager) => deerInSight(who), { considerations: { near: { of: (who, _facts, deer) => Math.hypot(deer.x - who.x, deer.y - who.y), min: 70, max: 0 } }, weight: 0.5, limit: 2, bind: (who, deer) => { who.deer = deer; } }),
    },
  }),
};

/** Ten minutes of the village, with what is asserted of them. */
export function play(print: (line: string) => void): Village {
  const { seconds } = promised;
  const village = new Village(1);
  const world = crowd();
  for (const stock of stockNames) world.set(stock, stocks[stock].first);
  const minds = village.villagers.map((villager) => world.spawn(brains[villager.kind], villager));
  const idle = minds.map(() => 0);
  let unexplained = 0;
  for (let frame = 0; frame < seconds * 10; frame++) {
    world.tick(0.1);
    village.step(0.1);
    for (const { stock, by } of village.news()) world.add(stock, by);
    minds.forEach((mind, index) => {
      idle[index] = isIdle(mind) ? idle[index]! + 0.1 : 0;
      if (idle[index] > 1) unexplained += 0.1;
    });
  }
  for (const stock of stockNames) if (world.get(stock) !== village.stock[stock]) throw new Error(`the crowd counts ${world.get(stock)} ${stock}, the village has ${village.stock[stock]}`);
  if (world.errors.length > 0) throw new Error(`${world.errors[0]!.path}: ${world.errors[0]!.text}`);
  const { accounts } = village;
  print(`meals: ${accounts.mealsMade} made, ${accounts.mealsTaken} taken, ${accounts.mealsEaten} eaten; ${accounts.walksInVain} of ${accounts.walks} walks in vain; ${accounts.targetsLost} targets lost, ${accounts.deerShot} deer shot; ${accounts.approaches} wolves, ${accounts.naps} naps, ${accounts.ovenClashes} clashes at the oven; longest hunger beside food ${accounts.longestBesideFood.toFixed(0)} s; ${unexplained.toFixed(0)} s idle without a reason`);
  if (accounts.mealsEaten !== accounts.mealsTaken - accounts.mealsPutBack - village.villagers.filter(({ meal }) => meal).length) throw new Error('a meal was taken and not eaten');
  if (accounts.walksInVain > accounts.walks * 0.05) throw new Error('too many walk in vain');
  if (unexplained > 0) throw new Error('somebody stands idle, and nothing says why');
  if (accounts.longestBesideFood > 60) throw new Error('somebody waited over a minute for what there was');
  return village;
}

/** Nothing is done and nothing says why. */
function isIdle(mind: Mind<any, any, any, any>): boolean {
  if (mind.path.length > 0) return false;
  const { branch, waits, planning } = explain(mind);
  return waits === undefined && !planning && !branch.some((node) => node.includes('flee')) && branch.length === 0 && mind.goal === undefined;
}
