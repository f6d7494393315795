// Ten thousand monsters on one state graph: they patrol and slack, fight whom they see, and flee with one line said once.
import { hsm, leaf, machine, once, running, sequence, success, wait } from 'ganglion/hsm';

/** Who walks through them, and hits whoever comes near. */
export const player = { x: 0, speed: 40 };

export class Monster {
  readonly home: number;
  x: number;
  /** Where the patrol leads next. */
  goal: number;
  health = 1;
  blows = 0;
  said: string[] = [];

  constructor(home: number) {
    this.home = home;
    this.x = home;
    this.goal = home + 3;
  }
  get seesPlayer(): boolean {
    return Math.abs(player.x - this.x) < 15;
  }
  step(towards: number, distance: number): boolean {
    this.x += Math.max(-distance, Math.min(distance, towards - this.x));
    return this.x === towards;
  }
}

// The graph is shared and never changes; a monster owns only its place in it. Guards are tested from the outside in, so the
// two on top hold in every state below: who walks sees the player, and so does who slacks.
export const life = hsm(
  machine({
    initial: 'patrol',
    states: {
      patrol: sequence({
        loop: 'forever',
        steps: {
          walk: leaf({ drive: (monster: Monster, _params, { dt }) => (monster.step(monster.goal, 2 * dt) ? success : running) }),
          turn: once((monster: Monster) => (monster.goal = monster.goal > monster.home ? monster.home - 3 : monster.home + 3)),
          slack: wait(1.5),
        },
      }),
      fight: leaf({
        cells: { rest: 0 },
        drive: (monster: Monster, _params, { dt, cells }) => {
          monster.step(player.x, 4 * dt);
          cells.rest -= dt;
          if (cells.rest <= 0) {
            monster.blows++;
            monster.health -= 0.25; // The player hits back.
            cells.rest = 0.1;
          }
          return running;
        },
      }),
      flee: sequence(
        once((monster: Monster) => monster.said.push('I shall be back!')),
        leaf({ drive: (monster: Monster, _params, { dt }) => (monster.step(monster.home - 20, 8 * dt) ? success : running) }),
        wait(3),
        once((monster: Monster) => (monster.health = 1)),
      ),
    },
    transitions: [
      { from: ['patrol', 'fight'], to: 'flee', when: (monster) => monster.health < 0.3 },
      { from: 'patrol', to: 'fight', when: (monster) => monster.seesPlayer },
      { from: 'fight', to: 'patrol', when: (monster) => !monster.seesPlayer },
      { from: 'flee', to: 'patrol', done: 'any' },
    ],
  }),
  { name: 'monster' },
);

export interface Run {
  readonly monsters: readonly Monster[];
  /** How many were in each state, second by second. */
  readonly census: readonly Readonly<Record<'patrol' | 'fight' | 'flee', number>>[];
  readonly bytesPerMonster: number;
}

/** Lets so many monsters live for so many seconds, ten of them a metre. */
export function play(print: (line: string) => void, status: (text: string) => void = () => {}, count = 10_000, seconds = 20): Run {
  player.x = -50;
  const store = life.store(count);
  const monsters = Array.from({ length: count }, (_, index) => new Monster(index / 10));
  const ids = monsters.map((monster) => store.spawn(monster));
  const census: Record<'patrol' | 'fight' | 'flee', number>[] = [];
  const times: number[] = [];
  print(`${count} monsters, ${store.bytesPerEntity} bytes each beside the body`);
  print('           patrol   fight    flee');
  for (let tick = 0; tick < seconds * 60; tick++) {
    player.x += player.speed / 60;
    const start = performance.now();
    store.tick(1 / 60);
    times.push(performance.now() - start);
    if (tick % 60 !== 59) continue;
    const now = { patrol: 0, fight: 0, flee: 0 };
    for (const id of ids) for (const state of ['patrol', 'fight', 'flee'] as const) if (store.matches(id, state)) now[state]++;
    census.push(now);
    print(`${((tick + 1) / 60).toFixed(0).padStart(6)} s ${[now.patrol, now.fight, now.flee].map((each) => String(each).padStart(8)).join('')}`);
    status(`${count} monsters, ${times.at(-1)!.toFixed(2)} ms a tick`);
  }
  times.sort((a, b) => a - b);
  const [middle, nineOfTen] = [0.5, 0.9].map((part) => times[Math.floor(times.length * part)]!.toFixed(2));
  print(`one tick of all ${count} takes ${middle} ms, and ${nineOfTen} ms or less in nine ticks of ten; at 60 frames a second a frame has 16.67 ms`);
  const first = monsters.find((monster) => monster.said.length > 0);
  if (first !== undefined) print(`the first to flee did so after ${first.blows} blows, and called "${first.said.join(' ')}" as it ran`);
  return { monsters, census, bytesPerMonster: store.bytesPerEntity };
}
