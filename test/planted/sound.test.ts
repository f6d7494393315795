import { describe, expect, it } from 'vitest';
import { crowd } from 'ganglion';
import * as archer from './brains/archer.js';
import * as carrier from './brains/carrier.js';
import * as guard from './brains/guard.js';
import * as monster from './brains/monster.js';
import * as villager from './brains/villager.js';

/** Five minutes; `each` is called with the second before each frame. Nothing may go wrong in a sound brain. */
function play(world: { tick(dt: number): unknown; readonly errors?: readonly unknown[] }, live: (dt: number) => void, each: (second: number) => void): void {
  for (let frame = 0; frame < 3000; frame++) {
    each(frame / 10);
    world.tick(0.1);
    live(0.1);
  }
  expect(world.errors ?? []).toEqual([]);
}

describe('the sound brains keep what a user would claim of them', () => {
  it('guard: repels who comes, and flees when hurt', () => {
    const body = new guard.Guard();
    const world = crowd();
    world.spawn(guard.guardBrain, body);
    let furthest = 0;
    play(world, (dt) => guard.live(body, dt), (second) => {
      if (second % 30 === 29) expect(body.seesIntruder).toBe(false);
      if (second % 30 === 1) body.seesIntruder = true;
      if (second === 61) body.health = 0.2;
      furthest = Math.min(furthest, body.position);
    });
    expect(furthest).toBeLessThan(-0.2);
  });

  it('villager: eats, drinks and sleeps, and never owes a coin', () => {
    const body = new villager.Villager();
    const world = crowd();
    world.spawn(villager.villagerBrain, body);
    play(world, (dt) => villager.live(body, dt), () => {
      expect(Math.max(body.hunger, body.thirst, body.fatigue)).toBeLessThan(0.95);
      expect(body.coins).toBeGreaterThanOrEqual(0);
    });
  });

  it('carrier: nobody waits for an hour, and no parcel comes from nowhere', () => {
    const body = new carrier.Carrier();
    const world = crowd();
    world.spawn(carrier.carrierBrain, body);
    play(world, (dt) => carrier.live(body, dt), () => expect(Math.max(0, ...body.orders.map(({ minutes }) => minutes))).toBeLessThan(60));
    expect(body.conjured).toBe(0);
  });

  it('archer: is never far off, and fires', () => {
    const body = new archer.Archer();
    const world = crowd();
    world.spawn(archer.archerBrain, body);
    let fired = 0;
    play(world, (dt) => archer.live(body, dt), (second) => {
      body.playerWeak = second % 40 > 30;
      if (body.heat > 1.35) fired++;
      expect(body.distance).toBeLessThan(100);
    });
    expect(fired).toBeGreaterThan(20);
  });

  it('monster: walks to both sides, and lives', () => {
    const body = new monster.Monster();
    const store = monster.monsters.store();
    store.spawn(body);
    let left = 0;
    play(store, (dt) => monster.live(body, dt), () => {
      left = Math.min(left, body.x);
      expect(body.health).toBeGreaterThan(0);
    });
    expect(left).toBeLessThan(-2);
  });
});
