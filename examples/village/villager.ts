// A villager's body: where it is, what it needs, what its hands can do. It decides nothing.
import { bowShot, distance, felt, loads, map, places, recipes, runningSpeed, sight, times, walkingSpeed, type Place, type Point, type Recipe, type Stock, type Whereabouts } from './map.js';
import type { Deer } from './beasts.js';
import type { Village } from './world.js';

export type Kind = 'baker' | 'woodcutter' | 'hunter';

/** How fast needs grow, a second. */
interface Constitution {
  readonly hunger: number;
  readonly fatigue: number;
  readonly cold: number;
}

/** Every act answers whether it was done. What is refused changes nothing but the accounts. */
export class Villager {
  readonly id: string;
  readonly kind: Kind;
  readonly village: Village;
  readonly grows: Constitution;
  x: number;
  y: number;
  hunger: number;
  fatigue: number;
  cold: number;
  /** What is on the back: a load of wood or of meat. */
  carries: 'nothing' | 'wood' | 'meat' = 'nothing';
  /** A meal in the hand: taken from the larder, not eaten yet. */
  meal = false;
  lying = false;
  /** The deer a hunter is after. `bind` of an option per target sets it, and takes it away again. */
  deer: Deer | undefined;
  /** Where it walks to; undefined when it stands. */
  way: Point | undefined;
  running = false;
  /** Its own accounts, as in `Village.accounts`. */
  readonly did = { walks: 0, walksInVain: 0, turnedBack: 0, mealsTaken: 0, mealsEaten: 0, naps: 0, targetsLost: 0 };
  /** Seconds it has been hungry without a break, and of these the last ones in which there was a meal for every hungry one. */
  hungryFor = 0;
  besideFood = 0;
  /** Arrived, and nothing tried yet. */
  #fresh = false;

  constructor(village: Village, kind: Kind, number: number, at: Point, needs: { hunger: number; fatigue: number; cold: number }, grows: Constitution) {
    this.village = village;
    this.kind = kind;
    this.id = `${kind} ${number}`;
    this.grows = grows;
    this.x = at.x;
    this.y = at.y;
    this.hunger = needs.hunger;
    this.fatigue = needs.fatigue;
    this.cold = needs.cold;
  }

  get at(): Whereabouts {
    return places.find((place) => map[place].x === this.x && map[place].y === this.y) ?? 'road';
  }
  get hungry(): boolean {
    return this.hunger >= felt.hunger;
  }
  get tired(): boolean {
    return this.fatigue >= felt.fatigue;
  }
  get chilly(): boolean {
    return this.cold >= felt.cold;
  }
  /** A wolf in sight. The house is safe, and has no windows. */
  get seesWolf(): boolean {
    return this.at !== 'house' && this.village.wolves.some((wolf) => distance(wolf, this) < sight);
  }

  /** Begins to walk. To set out for where one walks already is nothing new. */
  walkTo(to: Place | Point): void {
    this.#setOut(typeof to === 'string' ? map[to] : to, false);
  }
  /** Home as fast as it can. */
  flee(): void {
    this.#setOut(map.house, true);
  }
  stop(): void {
    if (this.way !== undefined) this.village.count(this, 'turnedBack');
    this.way = undefined;
  }
  arrived(at: Place): boolean {
    return this.at === at;
  }
  #setOut(to: Point, running: boolean): void {
    this.lying = false;
    this.running = running;
    const same = this.way !== undefined && this.way.x === to.x && this.way.y === to.y;
    if (same || (this.x === to.x && this.y === to.y)) return;
    if (this.way !== undefined) this.village.count(this, 'turnedBack');
    this.way = to;
    this.village.count(this, 'walks');
  }

  /** The larder is at the square. */
  takeMeal(): boolean {
    return this.#act(this.at === 'square' && !this.meal && this.village.change('meals', -1), 'took', 'mealsTaken');
  }
  eat(): boolean {
    if (!this.meal) return false;
    this.meal = false;
    this.hunger = 0;
    this.village.count(this, 'mealsEaten', 'ate');
    return true;
  }
  /** A meal that is not wanted any more goes back into the larder. */
  putBack(): boolean {
    if (!this.meal || !this.village.change('meals', 1)) return false;
    this.meal = false;
    this.village.accounts.mealsPutBack++;
    return true;
  }

  /** One log for the hearth of the house; the pile is at hand there. */
  warm(): boolean {
    if (!this.#act(this.at === 'house' && this.village.change('wood', -1), 'burnt')) return false;
    this.cold = 0;
    return true;
  }
  /** Fatigue falls while one lies, until one gets up or walks. */
  lieDown(): boolean {
    if (this.at !== 'house') return false;
    if (!this.lying) this.village.count(this, 'naps');
    this.#fresh = false;
    return (this.lying = true);
  }
  getUp(): void {
    this.lying = false;
  }

  chop(): boolean {
    if (this.carries !== 'nothing' || this.at !== 'forest') return false;
    this.carries = 'wood';
    return this.#act(true, 'chopped');
  }
  /** Wood at the woodpile, meat at the bakery: only if the whole load finds room. */
  unload(): boolean {
    const { carries } = this;
    if (carries === 'nothing' || this.at !== (carries === 'wood' ? 'woodpile' : 'bakery')) return false;
    if (!this.#act(this.village.change(carries, loads[carries]), 'unloaded')) return false;
    this.carries = 'nothing';
    return true;
  }

  /** Within bow shot of a deer that is still there. Whoever shoots takes the meat on the back, and the herd runs. */
  shoot(deer: Deer): boolean {
    if (this.carries !== 'nothing' || !deer.here || distance(this, deer) > bowShot) return false;
    this.village.shot(this, deer);
    this.carries = 'meat';
    return this.#act(true, 'shot');
  }

  /** Opens the one oven; false when another bakes. It is one's own until `takeOut`, `leaveOven` or until one leaves the bakery. */
  openOven(): boolean {
    const { oven, accounts } = this.village;
    if (this.at !== 'bakery') return false;
    if (oven.baker !== undefined && oven.baker !== this) accounts.ovenClashes++;
    else if (oven.baker === undefined) Object.assign(oven, { baker: this, seconds: 0 });
    return oven.baker === this;
  }
  leaveOven(): void {
    if (this.village.oven.baker === this) this.village.oven.baker = undefined;
  }
  /** After `times.bake` seconds at the oven: uses up what the recipe needs and puts the meals into the larder, or changes nothing. */
  takeOut(recipe: Recipe): boolean {
    const { oven } = this.village;
    if (oven.baker !== this || oven.seconds < times.bake - 0.2) return false;
    if (!this.#act(this.village.changeAll(recipeChanges(recipe)), 'baked')) return false;
    oven.baker = undefined;
    this.village.accounts.mealsMade += recipes[recipe].meals;
    return true;
  }

  /** Told by the village once a frame. */
  live(dt: number): void {
    const outside = this.at !== 'house';
    this.hunger = Math.min(1, this.hunger + this.grows.hunger * dt);
    this.fatigue = this.lying ? Math.max(0, this.fatigue - dt / times.sleepItOff) : Math.min(1, this.fatigue + this.grows.fatigue * dt);
    this.cold = Math.min(1, this.cold + this.grows.cold * (outside ? 1 : 0.5) * dt);
    if (this.way === undefined) return;
    const left = distance(this, this.way);
    const reach = (this.running ? runningSpeed : walkingSpeed) * dt;
    if (left > reach) {
      this.x += ((this.way.x - this.x) * reach) / left;
      this.y += ((this.way.y - this.y) * reach) / left;
      return;
    }
    this.x = this.way.x;
    this.y = this.way.y;
    this.way = undefined;
    this.running = false;
    this.#fresh = true;
  }

  /** Books an act. The first one after a walk says whether the walk was in vain. */
  #act(done: boolean, what: string, account?: 'mealsTaken'): boolean {
    if (!done && this.#fresh) this.village.count(this, 'walksInVain');
    this.#fresh = false;
    if (!done) return false;
    if (account === undefined) this.village.note(this.id, what);
    else this.village.count(this, account, what);
    if (account === 'mealsTaken') this.meal = true;
    return true;
  }
}

function recipeChanges(recipe: Recipe): readonly (readonly [Stock, number])[] {
  return recipe === 'bread'
    ? [['flour', -recipes.bread.flour], ['wood', -recipes.bread.wood], ['meals', recipes.bread.meals]]
    : [['meat', -recipes.roast.meat], ['wood', -recipes.roast.wood], ['meals', recipes.roast.meals]];
}
