// The fixed world of the village: forty bodies, their needs, what they own together, one oven, deer and wolves. Without an engine, and without a brain.
// The game's loop is: the crowd ticks; `village.step(dt)`; then each of `village.news()` is told to the crowd.
import { Wolf, planApproaches, planHerds, type Approach, type Deer, type Herd } from './beasts.js';
import { distance, felt, map, promised, seeded, sight, stockNames, stocks, type Stock } from './map.js';
import { Villager, type Kind } from './villager.js';

/** What the village itself did to a stock: a cart came, or rats. Villagers' own acts are not among it. */
export interface News {
  readonly stock: Stock;
  readonly by: number;
}

export interface Happening {
  readonly time: number;
  readonly who: string;
  readonly what: string;
}

interface Accounts {
  /** Meals the village got hungry for, whether or not anybody ate. */
  mealsAsked: number;
  mealsMade: number;
  mealsTaken: number;
  mealsEaten: number;
  mealsPutBack: number;
  mealsSpoilt: number;
  /** Walks begun; ended before they arrived; and those after which the first act was refused. */
  walks: number;
  turnedBack: number;
  walksInVain: number;
  naps: number;
  /** Deer: all that came, those that were shot, those that ran; and how often a hunter lost the one it was after. */
  deerCame: number;
  deerShot: number;
  deerLost: number;
  targetsLost: number;
  /** Wolves that came into somebody's sight. */
  approaches: number;
  ovenClashes: number;
  /** Seconds, over all villagers: the longest hunger, and the longest hunger while there was a meal for every hungry one. */
  longestHungry: number;
  longestBesideFood: number;
}

const homes: Record<Kind, { readonly count: number; readonly at: 'bakery' | 'woodpile' | 'square' }> = {
  baker: { count: 8, at: 'bakery' },
  woodcutter: { count: 16, at: 'woodpile' },
  hunter: { count: 16, at: 'square' },
};

export class Village {
  time = 0;
  readonly villagers: Villager[] = [];
  /** Those that are there now. A deer that was shot or ran is not listed any more. */
  deer: Deer[] = [];
  wolves: Wolf[] = [];
  /** The world's own books of what is there. At each end of a frame a crowd's shared facts must say the same. */
  readonly stock: Record<Stock, number> = { flour: stocks.flour.first, wood: stocks.wood.first, meat: stocks.meat.first, meals: stocks.meals.first };
  readonly oven: { baker: Villager | undefined; seconds: number } = { baker: undefined, seconds: 0 };
  readonly accounts: Accounts = {
    mealsAsked: 0, mealsMade: 0, mealsTaken: 0, mealsEaten: 0, mealsPutBack: 0, mealsSpoilt: 0, walks: 0, turnedBack: 0, walksInVain: 0, naps: 0,
    deerCame: 0, deerShot: 0, deerLost: 0, targetsLost: 0, approaches: 0, ovenClashes: 0, longestHungry: 0, longestBesideFood: 0,
  };
  /** Everything that happened, in order. */
  readonly log: Happening[] = [];
  readonly #herds: Herd[];
  readonly #approaches: Approach[];
  readonly #deliveries: { readonly time: number; readonly stock: Stock; readonly by: number }[] = [];
  readonly #appetite: number[] = [];
  #news: News[] = [];

  constructor(seed = 1) {
    const random = seeded(seed);
    for (const kind of ['baker', 'woodcutter', 'hunter'] as const) {
      for (let number = 1; number <= homes[kind].count; number++) {
        const needs = { hunger: random() * 0.45, fatigue: random() * 0.5, cold: random() * 0.5 };
        const grows = { hunger: 1 / (240 + random() * 80), fatigue: 1 / (280 + random() * 80), cold: 1 / (240 + random() * 80) };
        this.villagers.push(new Villager(this, kind, number, map[homes[kind].at], needs, grows));
        this.#appetite.push(needs.hunger);
      }
    }
    this.#herds = planHerds(random, promised.seconds);
    this.#approaches = planApproaches(random, promised.seconds);
    for (let time = 20; time < promised.seconds; time += 50 + random() * 10) this.#deliveries.push({ time, stock: 'flour', by: 10 });
    // Rats: what was promised to somebody may be gone before it is fetched.
    for (let time = 70; time < promised.seconds; time += 50 + random() * 30) this.#deliveries.push({ time, stock: random() < 0.5 ? 'meals' : 'flour', by: -2 });
  }

  /** Moves the world on. Villagers first, so that what is seen afterwards is of one moment. */
  step(dt: number): void {
    this.time += dt;
    this.#deliver();
    for (const villager of this.villagers) villager.live(dt);
    this.#feelHunger(dt);
    const { oven } = this;
    if (oven.baker !== undefined && oven.baker.at !== 'bakery') oven.baker = undefined;
    if (oven.baker !== undefined) oven.seconds += dt;
    this.#moveDeer();
    this.#moveWolves(dt);
  }

  /** What the world did to the stocks since it was asked last: `for (const { stock, by } of village.news()) crowd.add(stock, by)`. */
  news(): readonly News[] {
    const news = this.#news;
    this.#news = [];
    return news;
  }

  /** Changes a stock, or nothing when there is too little of it or too little room. */
  change(stock: Stock, by: number): boolean {
    return this.changeAll([[stock, by]]);
  }
  changeAll(changes: readonly (readonly [Stock, number])[]): boolean {
    if (changes.some(([stock, by]) => this.stock[stock] + by < 0 || this.stock[stock] + by > stocks[stock].most)) return false;
    for (const [stock, by] of changes) this.stock[stock] += by;
    return true;
  }

  shot(by: Villager, deer: Deer): void {
    this.accounts.deerShot++;
    deer.here = false;
    this.#lose(deer, by);
    // The rest of the herd runs.
    for (const other of this.deer) if (other.here && other.herd === deer.herd) this.#run(other);
    this.deer = this.deer.filter(({ here }) => here);
  }

  /** Adds to the accounts of one and of all. */
  count(villager: Villager, account: keyof Villager['did'], what: string = account): void {
    villager.did[account]++;
    this.accounts[account]++;
    this.note(villager.id, what);
  }
  note(who: string, what: string): void {
    this.log.push({ time: this.time, who, what });
  }

  /** A number that differs when anything in two runs differed. */
  fingerprint(): number {
    let hash = 0x811c9dc5;
    const numbers = [this.time, ...Object.values(this.accounts), ...stockNames.map((name) => this.stock[name])];
    for (const { x, y, hunger, fatigue, cold } of this.villagers) numbers.push(x, y, hunger, fatigue, cold);
    const text = `${numbers.map((number) => number.toFixed(9)).join()}${this.log.map(({ time, who, what }) => `${time.toFixed(6)} ${who} ${what}`).join()}`;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
    return hash;
  }

  #deliver(): void {
    while (this.#deliveries.length > 0) {
      const due = this.#deliveries.findIndex(({ time }) => time <= this.time);
      if (due < 0) return;
      const { stock, by } = this.#deliveries.splice(due, 1)[0]!;
      const there = this.stock[stock];
      const now = Math.max(0, Math.min(stocks[stock].most, there + by));
      this.stock[stock] = now;
      if (stock === 'meals') this.accounts.mealsSpoilt += there - now;
      if (now !== there) this.#news.push({ stock, by: now - there });
      this.note(by > 0 ? 'the cart' : 'rats', stock);
    }
  }

  #feelHunger(dt: number): void {
    const hungry = this.villagers.filter((villager) => villager.hungry);
    this.villagers.forEach((villager, index) => {
      const before = this.#appetite[index]!;
      const now = (this.#appetite[index] = before + villager.grows.hunger * dt);
      // Asked for is a matter of the belly alone, so that demand is the same whatever is done about it.
      this.accounts.mealsAsked += Math.floor(now / felt.hunger) - Math.floor(before / felt.hunger);
      villager.hungryFor = villager.hungry ? villager.hungryFor + dt : 0;
      villager.besideFood = villager.hungry && !villager.meal && this.stock.meals >= hungry.length ? villager.besideFood + dt : 0;
      this.accounts.longestHungry = Math.max(this.accounts.longestHungry, villager.hungryFor);
      this.accounts.longestBesideFood = Math.max(this.accounts.longestBesideFood, villager.besideFood);
    });
  }

  #moveDeer(): void {
    while (this.#herds[0] !== undefined && this.#herds[0].comes <= this.time) {
      const { spots, leaves } = this.#herds.shift()!;
      for (const spot of spots) {
        const number = ++this.accounts.deerCame;
        this.deer.push({ ...spot, id: `deer ${number}`, herd: this.#herds.length, leaves, here: true });
        this.note(`deer ${number}`, 'came');
      }
    }
    for (const deer of this.deer) if (deer.leaves <= this.time) this.#run(deer);
    if (this.deer.some(({ here }) => !here)) this.deer = this.deer.filter(({ here }) => here);
  }
  #run(deer: Deer): void {
    deer.here = false;
    this.accounts.deerLost++;
    this.note(deer.id, 'ran');
    this.#lose(deer, undefined);
  }
  #lose(deer: Deer, shooter: Villager | undefined): void {
    for (const villager of this.villagers) if (villager.deer === deer && villager !== shooter) this.count(villager, 'targetsLost');
  }

  #moveWolves(dt: number): void {
    while (this.#approaches[0] !== undefined && this.#approaches[0].comes <= this.time) {
      const approach = this.#approaches.shift()!;
      this.wolves.push(new Wolf(`wolf ${Math.round(approach.comes)}`, approach));
    }
    for (const wolf of this.wolves) {
      wolf.move(dt, this.villagers);
      if (wolf.seen || !this.villagers.some((villager) => villager.at !== 'house' && distance(villager, wolf) < sight)) continue;
      wolf.seen = true;
      this.accounts.approaches++;
      this.note(wolf.id, 'approached');
    }
    this.wolves = this.wolves.filter(({ gone }) => !gone);
  }
}
