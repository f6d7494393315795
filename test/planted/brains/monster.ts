// After examples/monsters.ts: a machine alone. Sound as it stands; the faults are in ../answers.json.
import { hsm, leaf, machine, once, running, sequence, success, wait } from 'ganglion/hsm';

export class Monster {
  readonly home = 0;
  x = 0;
  goal = 3;
  health = 1;
  player = 100;
  step(towards: number, distance: number): boolean {
    this.x += Math.max(-distance, Math.min(distance, towards - this.x));
    return this.x === towards;
  }
  get away(): number {
    return Math.abs(this.player - this.x);
  }
}

/** A player who walks past, there and back. */
export function live(monster: Monster, dt: number): void {
  monster.player -= 6 * dt;
  if (monster.player < -100) monster.player = 100;
}

export const monsters = hsm(
  machine({
    initial: 'patrol',
    states: {
      patrol: sequence({
        loop: 'forever',
        steps: {
          walk: leaf({ drive: (monster: Monster, _params, { dt }) => (monster.step(monster.goal, 2 * dt) ? success : running) }),
          turn: once((monster: Monster) => (monster.goal = monster.goal > monster.home ? -3 : 3)),
          slack: wait(1.5),
        },
      }),
      fight: leaf({
        drive: (monster: Monster, _params, { dt }) => {
          monster.step(monster.player, 4 * dt);
          if (monster.away < 1) monster.health -= dt;
          return running;
        },
      }),
      flee: leaf({
        drive: (monster: Monster, _params, { dt }) => {
          if (monster.step(-20, 8 * dt)) monster.health = Math.min(1, monster.health + dt / 3);
          return running;
        },
      }),
    },
    transitions: [
      { from: ['patrol', 'fight'], to: 'flee', when: (monster) => monster.health < 0.3 },
      { from: 'patrol', to: 'fight', when: (monster) => monster.away < 15 },
      { from: 'fight', to: 'patrol', when: (monster) => monster.away > 18 },
      { from: 'flee', to: 'patrol', when: (monster) => monster.health >= 1 },
    ],
  }),
  { name: 'monster' },
);
