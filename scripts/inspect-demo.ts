/**
 * npm run demo -- guard --inspect: forty guards of examples/guard.ts in real time, and the inspector on them.
 */
import { crowd, Random } from 'ganglion';
import { serve } from 'ganglion/inspect/node';
import { Guard, guardBrain } from '../examples/guard.js';

const world = crowd({ seed: 4 });
const random = new Random(4);
const guards = Array.from({ length: 40 }, (_, at) => {
  const guard = Object.assign(new Guard(), { ammo: Math.floor(random.next() * 7) });
  world.spawn(guardBrain, guard, { key: `guard ${at}` });
  return guard;
});
const dt = 1 / 20;
const { url } = await serve(world, { control: true, announce: () => undefined });
process.stdout.write(`Forty guards, and intruders now and then. Open this in a browser on this machine; Ctrl+C ends it.\n${url}\n`);
setInterval(() => {
  for (const guard of guards) {
    // What happens to them goes on only while they live: a paused crowd is a paused world.
    if (random.next() < 0.04 * dt) guard.seesIntruder = true;
    if (guard.seesIntruder && guard.zone === 'gate' && random.next() < 0.4 * dt) guard.health = 0.2;
    if (guard.health < 1 && guard.position < -3) guard.health = Math.min(1, guard.health + 0.2 * dt);
    guard.move(dt);
  }
  world.tick(dt);
}, dt * 1000);
