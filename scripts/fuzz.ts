/**
 * Attacks the library for some minutes with mutated domains, trees and saves, and with callbacks that misbehave. Structure-aware: what is
 * mutated stays JSON, and binary saves get their lengths, fingerprints and check sums repaired.
 *
 *     npm run fuzz -- --minutes 3 --seed 7
 *
 * Of every attack: no error but a Problem with a path, no change to a crowd that refuses, no memory out of proportion, no harm to neighbours.
 * What fails is printed with its class and seed, and the status is 1.
 */
import { bt, crowd, digest, extract, insert, isProblem, readDomain, release, restoreCrowd, restoreMind, saveCrowd, saveMind, treeOf, type Crowd, type Mind } from 'ganglion';
import { happen, makeSmithBrain, smith, type Smith } from '../test/brain/smithy.js';
import { forged } from './fuzz/bytes.js';
import { misbehave } from './fuzz/callbacks.js';
import { Dice, mutated, mutatedText } from './fuzz/mutate.js';

const option = (name: string, other: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? other : Number(process.argv[at + 1]);
};
const until = performance.now() + option('minutes', 3) * 60_000;
const first = option('seed', 1);

/** Memory that an input of less than 64 kB may take. */
const mostMemory = 64e6;

const smithBrain = makeSmithBrain();

/** A busy smithy: searches, plans inside steps, targets, things set aside. */
function busy(ticks: number): { readonly zone: Crowd; readonly smiths: { readonly body: Smith; readonly mind: Mind<any, any, any, any> }[] } {
  const zone = crowd({ seed: 5, expansionsPerTick: 3 });
  const smiths = [smith(), smith(), smith()].map((body) => ({ body, mind: zone.spawn<Smith, any, any, any, any>(smithBrain, body) }));
  for (let tick = 1; tick <= ticks; tick++) {
    happen(tick, zone, smiths);
    zone.tick(0.1);
  }
  return { zone, smiths };
}

const seeds = [7, 23, 41, 60, 88].map((ticks) => {
  const { zone, smiths } = busy(ticks);
  return { mind: JSON.parse(JSON.stringify(saveMind(smiths[0]!.mind))) as unknown, json: JSON.parse(JSON.stringify(saveCrowd(zone, { as: 'json' }))) as unknown, bytes: saveCrowd(zone), batch: JSON.parse(JSON.stringify(extract(zone, smiths.map(({ mind }) => mind.id)))) as unknown };
});

const domains: readonly unknown[] = [
  { objects: { tool: ['axe', 'saw'] }, facts: { at: { kind: 'per', index: ['tool'], of: { kind: 'oneOf', values: ['shelf', 'floor'] } }, n: { kind: 'int', min: 0, max: 9 }, f: { kind: 'flag' } }, shared: { wood: { kind: 'int', min: 0, max: 99 } }, actions: { tidy: { params: { what: 'tool' }, preconditions: { at: [['$what', 'floor']] }, effects: { at: [['$what', 'shelf']], n: { add: 1 } }, cost: 2 }, saw: { preconditions: { wood: { atLeast: 1 } }, effects: { wood: { add: -1 }, f: true } } }, goals: { done: { f: true, n: { atLeast: 2 } } } },
];
const treeText = 'root { selector { sequence while(isHurt) { condition [sees, "foe", 3] wait [100, 200] action [flee] } repeat [2] { flip { action [idle] } } branch [other] } }\nroot [other] { parallel { action [a] entry(e) exit(x) action [b] } }';

/** One attack: what must hold of it beside "only Problems". */
type Attack = (dice: Dice) => void | Promise<void>;

const bodyOf = (): Smith => smith();

/** Restores into a crowd that has minds of its own; a refusal must leave no trace, and who was there goes on as without it. */
function inCompany(restore: (zone: Crowd) => readonly Mind<any, any, any, any>[]): void {
  const [{ zone, smiths }, control] = [busy(9), busy(9)];
  const before = digest(zone);
  let came: readonly Mind<any, any, any, any>[];
  try {
    came = restore(zone);
  } catch (error) {
    if (isProblem(error) && digest(zone) !== before) throw new Error('refused, but the crowd changed', { cause: error });
    throw error;
  }
  if (zone.size < smiths.length) throw new Error('a neighbour is gone');
  for (const mind of came) release(mind);
  if (smiths.some(({ mind }, index) => JSON.stringify(saveMind(mind).facts) !== JSON.stringify(saveMind(control.smiths[index]!.mind).facts))) throw new Error('a neighbour was changed');
  live(zone);
}

/** A crowd that took something goes on without an error of its own. */
function live(zone: Crowd): void {
  for (let tick = 0; tick < 4; tick++) zone.tick(0.3);
  saveCrowd(zone);
  const bad = zone.errors.find(({ path }) => path === 'mind.tick');
  if (bad !== undefined) throw new Error('taken, and broke later', { cause: bad.error });
}

const attacks: Readonly<Record<string, Attack>> = {
  domain: (dice) => void readDomain(mutated(dice.pick(domains), dice)),
  'tree text': (dice) => void bt(mutatedText(treeText, dice), { isHurt: () => false, sees: () => true, flee: () => 0, idle: () => 0, a: () => 0, b: () => 0, e: () => undefined, x: () => undefined } as never),
  'tree data': (dice) => void treeOf(mutated(bt('root { sequence { action [a] wait [5] } }', { a: () => 0 } as never).definition, dice) as never, { a: () => 0 } as never),
  'mind as JSON': (dice) => inCompany((zone) => [restoreMind(smithBrain, smith(), mutated(dice.pick(seeds).mind, dice) as never, { crowd: zone })]),
  'first mind as JSON': (dice) => live(crowdOf(restoreMind(smithBrain, smith(), mutated(dice.pick(seeds).mind, dice) as never))),
  'batch of minds': (dice) => inCompany((zone) => insert(zone, mutated(dice.pick(seeds).batch, dice) as never, { bodyOf }).minds),
  'crowd as JSON': (dice) => replacing((zone) => void restoreCrowd(mutated(dice.pick(seeds).json, dice) as never, { crowd: zone, bodyOf })),
  'crowd as bytes': (dice) => replacing((zone) => void restoreCrowd(forged(dice.pick(seeds).bytes, dice), { crowd: zone, bodyOf, brains: [smithBrain] })),
  callbacks: (dice) => misbehave(dice),
};

function crowdOf(mind: Mind<any, any, any, any>): Crowd {
  const zone = crowd();
  restoreMind(mind.brain, smith(), saveMind(mind), { crowd: zone });
  return zone;
}

/** Puts something in place of a whole crowd: wholly, or not at all. */
function replacing(restore: (zone: Crowd) => void): void {
  const { zone } = busy(9);
  const before = digest(zone);
  try {
    restore(zone);
  } catch (error) {
    if (isProblem(error) && digest(zone) !== before) throw new Error('refused, but the crowd changed', { cause: error });
    throw error;
  }
  live(zone);
}

const counts = new Map(Object.keys(attacks).map((name) => [name, { taken: 0, refused: 0, failed: 0 }]));
const names = Object.keys(attacks);
for (let seed = first; performance.now() < until; seed++) {
  const name = names[seed % names.length]!;
  const count = counts.get(name)!;
  const memory = process.memoryUsage();
  const heldBefore = memory.heapUsed + memory.arrayBuffers;
  try {
    await attacks[name]!(new Dice(seed));
    count.taken++;
  } catch (error) {
    if (isProblem(error) && error.path !== undefined) count.refused++;
    else {
      count.failed++;
      const { message, cause, stack } = error as Error;
      console.log(`${name}, seed ${seed}: ${message}${cause === undefined ? '' : ` (${(cause as Error).message})`}\n${(((cause as Error | undefined) ?? (error as Error)).stack ?? stack ?? '').split('\n').slice(1, 5).join('\n')}`);
    }
  }
  const after = process.memoryUsage();
  if (after.heapUsed + after.arrayBuffers - heldBefore > mostMemory) {
    count.failed++;
    console.log(`${name}, seed ${seed}: took ${Math.round((after.heapUsed + after.arrayBuffers - heldBefore) / 1e6)} MB`);
  }
}
console.table(Object.fromEntries(counts));
if ([...counts.values()].some(({ failed }) => failed > 0)) process.exitCode = 1;
