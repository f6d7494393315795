import type { Minds } from '../minds.js';
import type { SavedGoal, SavedStep, SavedTroubles } from './snapshot.js';
import { claimAgain, saveNet } from '../claims.js';
import type { Place } from '../crowd-core.js';
import { countAgain } from '../places.js';
import { holdAgain } from '../stations.js';
import { troublesOf } from '../troubles.js';

/** What went wrong for a mind, and what target it has, by name. */
export function saveTroubles(minds: Minds, slot: number, goal: (number: number) => SavedGoal): SavedTroubles {
  const { c, program, chooser } = minds;
  const { asides, leftOut, targets } = minds.troubles.get(slot) ?? { asides: new Map<never, never>(), leftOut: new Map<never, never>(), targets: [] };
  const net = saveNet(minds, slot);
  const bound = program.options.hasTargets ? c.boundOption.data[slot]! : 0;
  return {
    leftOut: [...leftOut].map(([step, { left, level, denied }]) => ({ step: program.engine.steps[step]!, seconds: left, level, ...(denied && { denied }) })),
    aside: [...asides].map(([number, { why, left, level }]) => ({ goal: goal(number), why, level, ...(left >= 0 && { seconds: left }) })),
    letBe: targets.flatMap(({ option, code, why, left, level }) => {
      const target = chooser.keyFor(code);
      return target === undefined ? [] : [{ option: program.options.names[option]!, target, why, seconds: left, level }];
    }),
    ...(net === undefined ? {} : { net }),
    ...(c.place.data[slot] === 0 && c.nextPlace.data[slot] === 0 ? {} : { places: [goalName(minds, c.place.data[slot]!), goalName(minds, c.nextPlace.data[slot]!)] as const }),
    ...(bound === 0 ? {} : { bound: { option: program.options.names[bound - 1]!, target: chooser.keyFor(c.boundCode.data[slot]!) ?? null } }),
  };
}

function goalName({ program }: Minds, place: number): string {
  return place === 0 ? '' : program.engine.goals[place - 1]!.name;
}

/** What follows from the plan at hand: its places, claims and stations. After the states of the step go on. */
export function takeAgain(minds: Minds, slot: number, saved: SavedTroubles | undefined, isRaw: boolean, from?: Place): void {
  const { c, program } = minds;
  if (!isRaw && saved?.places !== undefined && c.owner.data[slot] !== 0) {
    const [place, next] = saved.places.map((name) => program.engine.goals.findIndex((goal) => goal.name === name) + 1);
    c.place.data[slot] = place!;
    c.nextPlace.data[slot] = next!;
  }
  countAgain(minds, slot);
  holdAgain(minds, slot, from);
  claimAgain(minds, slot, saved?.net);
  const before = from?.minds.claims.get(from.slot)?.serial;
  const claims = minds.claims.get(slot);
  if (before !== undefined && claims !== undefined) claims.serial = before;
}

/** The reverse of {@link saveTroubles}; `names` gives numbers, below 0 where there are none. */
export function fillTroubles(minds: Minds, slot: number, saved: SavedTroubles, names: { goal(saved: SavedGoal): number; step(saved: SavedStep): number }): void {
  const { c, program, chooser } = minds;
  const { options } = program;
  if (saved.leftOut.length + saved.aside.length + saved.letBe.length > 0) {
    const { asides, leftOut, targets } = troublesOf(minds, slot);
    for (const { step, seconds, level, denied = false } of saved.leftOut) {
      const number = names.step(step);
      if (number >= 0) leftOut.set(number, { left: seconds, level, denied });
    }
    for (const { goal, why, seconds, level } of saved.aside) {
      const number = names.goal(goal);
      if (number >= 0) asides.set(number, { why, left: seconds ?? -1, level });
    }
    for (const { option: name, target, why, seconds, level } of saved.letBe) {
      const option = options.names.indexOf(name);
      if (option >= 0 && options.options[option]!.targets !== null) targets.push({ option, code: chooser.codeFor(target), why, left: seconds, level });
    }
  }
  if (saved.bound === undefined || !options.hasTargets) return;
  const option = options.names.indexOf(saved.bound.option);
  if (option < 0 || options.options[option]!.targets === null) return;
  c.boundOption.data[slot] = option + 1;
  // A target without a key is not found again, and so is lost.
  c.boundCode.data[slot] = saved.bound.target === null ? 0 : chooser.codeFor(saved.bound.target);
}
