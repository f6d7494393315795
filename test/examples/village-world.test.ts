import { describe, expect, it } from 'vitest';
import { map, promised, sight, stockNames, walkingSeconds } from '../../examples/village/map.js';
import { deerInSight, sense, senseDeer, senseWolf } from '../../examples/village/senses.js';
import { Village } from '../../examples/village/world.js';

function live(village: Village, seconds: number, each: () => void = () => {}, dt = 0.1): Village {
  for (let frame = Math.round(seconds / dt); frame > 0; frame--) {
    village.step(dt);
    each();
  }
  return village;
}

describe('the world of the village, with nobody who decides', () => {
  it('is the same every time, and another with another seed', () => {
    const first = live(new Village(), promised.seconds).fingerprint();
    expect(live(new Village(), promised.seconds).fingerprint()).toBe(first);
    expect(live(new Village(2), promised.seconds).fingerprint()).not.toBe(first);
  });

  it.each([1, 2, 3, 4, 5])('keeps its promises of hunger, deer and wolves (seed %i)', (seed) => {
    const { accounts, villagers } = live(new Village(seed), promised.seconds);
    expect(villagers).toHaveLength(promised.villagers);
    expect(accounts.mealsAsked).toBeGreaterThanOrEqual(promised.mealsAsked);
    expect(accounts.deerLost).toBeGreaterThanOrEqual(promised.deerLost);
    expect(accounts.approaches).toBeGreaterThanOrEqual(promised.approaches);
    expect(accounts).toMatchObject({ mealsTaken: 0, mealsEaten: 0, walks: 0, deerShot: 0, ovenClashes: 0 });
  });

  it('asks for as many meals however many are eaten', () => {
    const fed = new Village();
    live(fed, promised.seconds, () => {
      for (const villager of fed.villagers) villager.hunger = 0;
    });
    expect(fed.accounts.mealsAsked).toBe(live(new Village(), promised.seconds).accounts.mealsAsked);
  });

  it('tells what carts and rats did to the stocks', () => {
    const village = new Village();
    const known = { ...village.stock };
    live(village, promised.seconds, () => {
      for (const { stock, by } of village.news()) known[stock] += by;
      expect(known).toEqual(village.stock);
    });
    expect(stockNames.every((name) => village.stock[name] >= 0)).toBe(true);
  });

  it('has wolves that cross the border of sight again and again', () => {
    const village = new Village();
    let crossings = 0;
    let saw = false;
    live(village, promised.seconds, () => {
      const sees = village.villagers.some((villager) => village.wolves.some((wolf) => Math.abs(Math.hypot(wolf.x - villager.x, wolf.y - villager.y) - sight) < 0.3));
      if (sees && !saw) crossings++;
      saw = sees;
    });
    expect(crossings).toBeGreaterThanOrEqual(3 * promised.approaches);
  });
});

describe('the bodies of the village', () => {
  it('walk as long as the table says', () => {
    const village = new Village();
    const [walker] = village.villagers.slice(-1);
    walker!.walkTo('forest');
    let seconds = 0;
    while (walker!.at !== 'forest') {
      village.step(0.1);
      seconds += 0.1;
    }
    expect(seconds).toBeCloseTo(walkingSeconds.square.forest, 0);
    expect(walker!.did).toMatchObject({ walks: 1, turnedBack: 0, walksInVain: 0 });
  });

  it('take, eat and give back what there is, and book a walk that found nothing', () => {
    const village = new Village();
    const [first, second] = village.villagers;
    village.stock.meals = 1;
    for (const villager of [first!, second!]) villager.walkTo('square');
    live(village, 8);
    expect([first!.takeMeal(), second!.takeMeal()]).toEqual([true, false]);
    expect(village.accounts).toMatchObject({ walks: 2, walksInVain: 1, mealsTaken: 1, mealsEaten: 0 });
    expect(first!.eat()).toBe(true);
    expect(first!.eat()).toBe(false);
    expect(village.accounts.mealsEaten).toBe(1);
    expect(village.log.filter(({ what }) => what === 'took' || what === 'ate').map(({ who, what }) => `${who} ${what}`)).toEqual(['baker 1 took', 'baker 1 ate']);
  });

  it('share one oven that needs two things', () => {
    const village = new Village();
    const [first, second] = village.villagers;
    expect([first!.openOven(), second!.openOven(), first!.takeOut('bread')]).toEqual([true, false, false]);
    live(village, 6);
    expect(first!.takeOut('roast')).toBe(false);
    expect(first!.takeOut('bread')).toBe(true);
    expect(village.stock).toEqual({ flour: 7, wood: 9, meat: 0, meals: 10 });
    expect(village.accounts).toMatchObject({ ovenClashes: 1, mealsMade: 4 });
    expect(second!.openOven()).toBe(true);
  });

  it('lose the deer they are after when another shoots one of the herd', () => {
    const village = new Village();
    live(village, 6);
    const [one, other] = village.villagers.filter(({ kind }) => kind === 'hunter');
    const herd = [...village.deer];
    expect(herd.length).toBeGreaterThan(1);
    one!.deer = herd[0];
    other!.deer = herd[1];
    one!.walkTo(herd[0]!);
    live(village, 22);
    const seen = { deerInRange: false };
    senseDeer(one!, seen);
    expect(seen.deerInRange).toBe(true);
    expect(one!.shoot(herd[0]!)).toBe(true);
    expect(village.accounts).toMatchObject({ deerShot: 1, targetsLost: 1 });
    expect(deerInSight(other!).some((deer) => herd.includes(deer))).toBe(false);
  });

  it('are sensed as they are', () => {
    const [villager] = new Village().villagers;
    const facts = { at: 'road' as const, hungry: true, tired: true, chilly: true, hasMeal: true, carries: 'wood' as const, wolfNear: true };
    sense(villager!, facts);
    senseWolf(villager!, facts);
    expect(facts).toEqual({ at: 'bakery', hungry: false, tired: false, chilly: false, hasMeal: false, carries: 'nothing', wolfNear: false });
    expect(map.bakery).toMatchObject({ x: villager!.x, y: villager!.y });
  });
});
