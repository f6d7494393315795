// Rollback and hot reload: three guards are saved in the middle of what they do, played again, and get a new brain while they live.
import { brain, bt, crowd, explain, failure, leaf, once, perceive, restoreCrowd, restoreMind, running, saveCrowd, saveMind, sequence, success, swap, wait, type Crowd } from 'ganglion';
import { Guard, guardBrain, guarding } from './guard.js';

/** The same guard with other habits, as an edited file would have it: loads twice as fast, and would rather have full pockets. */
export const carefulBrain = brain(
  perceive(guarding, (guard: Guard, facts) => {
    facts.at = guard.zone;
    facts.ammo = guard.ammo;
    facts.intruder = guard.seesIntruder;
  }),
  {
    name: 'guard',
    utility: {
      repel: { seen: (guard) => (guard.seesIntruder ? 1 : 0) },
      rearm: { empty: (_guard, facts) => (facts.ammo < 6 ? 0.95 : 0) },
      standGuard: 0.1,
    },
    tree: bt(`root { reactiveSelector { action [flee] while(isHurt)  action [plan] } }`, {
      isHurt: (guard) => guard.health < 0.25,
      flee: (guard) => (guard.runAway() ? success : running),
    }),
    steps: {
      goTo: leaf({
        enter: (guard, { place }) => guard.walkTo(place),
        drive: (guard) => (guard.arrived ? success : running),
        exit: (guard, _params, why) => {
          if (why !== 'success') guard.stop();
        },
      }),
      load: sequence(wait(0.5), once((guard) => (guard.ammo = 6))),
      shoot: (guard) => (guard.fire() ? success : failure),
    },
  },
);

const dt = 1 / 20;

/** The game: three guards, and an intruder now and then. What a body is made of, the game saves itself. */
class Game {
  readonly crowd: Crowd = crowd({ seed: 3 });
  readonly guards = [new Guard(), new Guard(), new Guard()];
  readonly minds = this.guards.map((guard, index) => {
    guard.ammo = index;
    return this.crowd.spawn(guardBrain, guard);
  });

  /** Plays on and tells what everybody does after each second. */
  play(seconds: number): string[] {
    const told: string[] = [];
    for (let tick = 0; tick < seconds / dt; tick++) {
      if (this.crowd.ticks % 130 === 40) for (const guard of this.guards) guard.seesIntruder = true;
      this.crowd.tick(dt);
      for (const guard of this.guards) guard.move(dt);
      if (this.crowd.ticks % 20 === 0) told.push(`${this.crowd.time.toFixed(1)} s  ${this.minds.map((mind) => explain(mind).step?.text ?? 'stands').join(', ')}`);
    }
    return told;
  }

  save(): { minds: ArrayBuffer; bodies: string } {
    return { minds: saveCrowd(this.crowd), bodies: JSON.stringify(this.guards) };
  }

  load({ minds, bodies }: ReturnType<Game['save']>): void {
    (JSON.parse(bodies) as Guard[]).forEach((saved, index) => Object.assign(this.guards[index]!, saved));
    restoreCrowd(minds, { crowd: this.crowd });
  }
}

/** Plays, rolls back, plays again; then swaps the brain. Returns both runs and what the swap did. */
export function play(print: (line: string) => void): { first: string[]; second: string[]; bytes: number; swapped: ReturnType<typeof swap>; after: string[]; restored: string } {
  const game = new Game();
  print('Seven seconds, and then a save:');
  game.play(7).forEach((line) => print(`  ${line}`));
  const saved = game.save();
  print(`\nThe minds are ${saved.minds.byteLength} bytes, ${Math.round(saved.minds.byteLength / 3)} each. Six seconds on:`);
  const first = game.play(6);
  first.forEach((line) => print(`  ${line}`));

  game.load(saved);
  const second = game.play(6);
  print(`\nRolled back and played again: ${first.join() === second.join() ? 'the same, line for line' : 'another run!'}.`);

  // One mind as JSON, to go on in another process: here in a crowd of its own.
  const json = JSON.stringify(saveMind(game.minds[0]!));
  const clone = Object.assign(new Guard(), game.guards[0]);
  const restored = explain(restoreMind(guardBrain, clone, JSON.parse(json))).step?.text ?? 'stands';
  print(`\nThe first guard as JSON (${json.length} characters) goes on elsewhere: ${restored}.`);

  const swapped = swap(game.crowd, guardBrain, carefulBrain);
  print(`\nA new brain in the living crowd: ${swapped.minds} minds moved, ${swapped.restartedSteps} steps begun anew, ${swapped.lost.length} things lost.`);
  const after = game.play(6);
  after.forEach((line) => print(`  ${line}`));
  return { first, second, bytes: saved.minds.byteLength, swapped, after, restored };
}
