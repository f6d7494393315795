// Two enemies of a space shooter share one domain: the archer looses arrows, the gunner fires bursts; each has a brain of its own.
import { brain, type Brain, crowd, curves, domain, explain, flag, leaf, once, parallel, perceive, Random, repeat, running, sequence, type State, success, wait } from 'ganglion';

// `fired` holds while the weapon is hot, so the wish to shoot comes back when it has cooled down.
export const shooting = domain({
  facts: { safe: flag, close: flag, aimed: flag, fired: flag },
  shared: { playerWeak: flag },
  actions: {
    aim: { effects: { aimed: true } },
    attack: { preconditions: { aimed: true }, effects: { fired: true, aimed: false } },
    chase: { preconditions: { playerWeak: true }, effects: { close: true, aimed: false }, cost: 2 },
    retreat: { effects: { safe: true, close: false }, urgent: true },
  },
  goals: { engage: { fired: true }, hunt: { close: true }, survive: { safe: true } },
});

export class Player {
  hull = 100;
  hitsTaken = 0;
}

export class Enemy {
  shield = 1;
  heat = 0;
  aimed = false;
  way = 0;
  readonly shots: string[] = [];

  readonly name: string;
  distance: number;
  readonly player: Player;
  readonly chance: Random;

  constructor(name: string, distance: number, player: Player, chance: Random) {
    this.name = name;
    this.distance = distance;
    this.player = player;
    this.chance = chance;
  }

  /** One shot: it hits with this likelihood. */
  shoot(what: string, damage: number, likelihood: number): void {
    const hit = this.chance.next() < likelihood;
    this.shots.push(`${what} ${hit ? 'hits' : 'misses'}`);
    if (!hit) return;
    this.player.hull -= damage;
    this.player.hitsTaken++;
  }
}

/** What both have in common: all of it but how an attack looks. */
const senses = perceive(shooting, (enemy: Enemy, facts) => {
  facts.safe = enemy.shield >= 0.3 || enemy.distance >= 40;
  facts.close = enemy.distance <= 10;
  facts.aimed = enemy.aimed;
  facts.fired = enemy.heat > 0;
});
const aim = sequence(wait(0.5), once((enemy: Enemy) => (enemy.aimed = true)));
const chase = leaf({
  enter: (enemy: Enemy) => Object.assign(enemy, { way: -12, aimed: false }),
  drive: (enemy: Enemy) => (enemy.distance <= 10 ? success : running),
  exit: (enemy: Enemy) => (enemy.way = 0),
});
const fallBack = leaf({
  enter: (enemy: Enemy) => Object.assign(enemy, { way: 8, aimed: false }),
  drive: (enemy: Enemy) => (enemy.distance >= 40 ? success : running),
  exit: (enemy: Enemy) => (enemy.way = 0),
});
/** Away, with shots over the shoulder: one in four hits. */
const retreat = parallel('any', fallBack, repeat('forever', sequence(wait(1), once((enemy: Enemy) => enemy.shoot('a hasty shot', 2, 0.25)))));

/** A brain of the kind both are; only what `attack` looks like is its own. */
function shooter(name: string, attack: State<Enemy>): Brain<Enemy> {
  return brain(senses, {
    name,
    utility: {
      engage: 0.5,
      hunt: { weak: (_enemy, facts) => (facts.playerWeak ? 0.8 : 0) },
      survive: { hurt: { of: (enemy) => enemy.shield, curve: curves.linear(-2, 1.6) } },
    },
    steps: { aim, chase, retreat, attack },
  });
}

const draw = sequence(wait(0.6), once((enemy: Enemy) => enemy.shoot('an arrow', 9, 0.8)), once((enemy: Enemy) => Object.assign(enemy, { heat: 1.5, aimed: false })));
const bullet = sequence(once((enemy: Enemy) => enemy.shoot('a bullet', 3, 0.7)), wait(0.1));
const burst = sequence(repeat(3, bullet), once((enemy: Enemy) => Object.assign(enemy, { heat: 1, aimed: false })));

export const archerBrain = shooter('archer', draw);
export const gunnerBrain = shooter('gunner', burst);

/** Fights until the player is down or a minute is over. Returns what each enemy did, in order. */
export function play(print: (line: string) => void): { player: Player; done: Record<string, string[]>; enemies: Enemy[] } {
  const world = crowd({ seed: 7 });
  const player = new Player();
  const archer = new Enemy('archer', 36, player, new Random(7, 1));
  const gunner = new Enemy('gunner', 22, player, new Random(7, 2));
  const enemies = [archer, gunner];
  const minds = [world.spawn(archerBrain, archer), world.spawn(gunnerBrain, gunner)];
  const done: Record<string, string[]> = { archer: [], gunner: [] };
  const dt = 0.1;
  let reload = 0;
  while (player.hull > 0 && world.time < 60) {
    // The player shoots at whoever is near; the world says whether the player is weak: one fact for all.
    reload -= dt;
    const target = enemies.filter((enemy) => enemy.distance < 30).sort((a, b) => a.distance - b.distance)[0];
    if (target !== undefined && reload <= 0) {
      target.shield = Math.max(0, target.shield - 0.16);
      reload = 1;
    }
    world.set('playerWeak', player.hull < 40);
    const clock = `${world.time.toFixed(1).padStart(5)} s`;
    world.tick(dt);
    enemies.forEach((enemy, index) => {
      enemy.distance += enemy.way * dt;
      enemy.heat = Math.max(0, enemy.heat - dt);
      if (enemy.distance >= 40) enemy.shield = Math.min(1, enemy.shield + 0.2 * dt);
      const log = done[enemy.name]!;
      const step = explain(minds[index]!).step?.text ?? 'waits';
      if (step === log.at(-1)) return;
      log.push(step);
      print(`${clock}    ${enemy.name.padEnd(8)}${step.padEnd(9)}shield ${enemy.shield.toFixed(2)}, ${enemy.distance.toFixed(0).padStart(2)} m off; player ${Math.max(0, player.hull)}${world.get('playerWeak') ? ', weak' : ''}`);
    });
  }
  print(`${world.time.toFixed(1).padStart(5)} s  The player has ${player.hull <= 0 ? 'lost' : 'won'}: ${player.hitsTaken} hits of ${archer.shots.length + gunner.shots.length} shots.`);
  return { player, done, enemies };
}
