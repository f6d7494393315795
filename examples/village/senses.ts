// What villagers notice, as plain functions: bind them with `perceive`. They write private facts only.
//
//   fact         whose     kind                                                           written by
//   at           private   oneOf('house', 'square', 'bakery', 'woodpile', 'forest',       sense
//                                'meadow', 'road')
//   hungry       private   flag, hunger >= 0.5                                            sense
//   tired        private   flag, fatigue >= 0.6 (sinks while one lies)                    sense
//   chilly       private   flag, cold >= 0.6                                              sense
//   hasMeal      private   flag, a meal in the hand                                       sense
//   carries      private   oneOf('nothing', 'wood', 'meat')                               sense
//   wolfNear     private   flag, a wolf within 12 m; never in the house                   senseWolf
//   deerInRange  private   flag, the deer one is after is within 8 m; hunters only        senseDeer
//   flour        shared    int(0, 60), 8 at first                                         the crowd
//   wood         shared    int(0, 60), 10 at first                                        the crowd
//   meat         shared    int(0, 20), 0 at first                                         the crowd
//   meals        shared    int(0, 40), 6 at first                                         the crowd
//
// Effects on shared facts, as the world does them: takeMeal meals -1; putBack meals +1; warm wood -1; unload wood +3 or meat +2;
// takeOut('bread') flour -1, wood -1, meals +4; takeOut('roast') meat -1, wood -1, meals +3. The cart and rats come by `village.news()`.
import { bowShot, deerSight, distance, type Whereabouts } from './map.js';
import type { Deer } from './beasts.js';
import type { Villager } from './villager.js';

export interface VillagerFacts {
  at: Whereabouts;
  hungry: boolean;
  tired: boolean;
  chilly: boolean;
  hasMeal: boolean;
  carries: 'nothing' | 'wood' | 'meat';
}

export function sense(villager: Villager, facts: VillagerFacts): void {
  facts.at = villager.at;
  facts.hungry = villager.hungry;
  facts.tired = villager.tired;
  facts.chilly = villager.chilly;
  facts.hasMeal = villager.meal;
  facts.carries = villager.carries;
}

/** Trembles at the border: three swings in nine seconds. */
export function senseWolf(villager: Villager, facts: { wolfNear: boolean }): void {
  facts.wolfNear = villager.seesWolf;
}

export function senseDeer(villager: Villager, facts: { deerInRange: boolean }): void {
  facts.deerInRange = villager.deer !== undefined && villager.deer.here && distance(villager, villager.deer) <= bowShot;
}

/** Targets of the hunt: the deer within sight of a hunter, oldest first. */
export function deerInSight(villager: Villager): Deer[] {
  return villager.village.deer.filter((deer) => distance(villager, deer) <= deerSight);
}
