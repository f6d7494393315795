import { isSoundTreeRow } from '../../bt/internal.js';
import { readCell, writeCell } from '../../facts/internal.js';
import { isSoundRow } from '../../hsm/internal.js';
import { flag } from '../mind-columns.js';
import type { Minds } from '../minds.js';

/**
 * True when the row of a slot is one that a mind can be in. Rows that come from raw bytes are looked at before they are used,
 * because the engines trust their rows.
 */
export function isSound(minds: Minds, slot: number): boolean {
  const { c, program } = minds;
  const flags = c.flags.data[slot]!;
  if ((flags & flag.alive) === 0) return flags === 0;
  return goalsAreSound(minds, slot) && planIsSound(minds, slot) && troublesAreSound(minds, slot) && factsAreSound(minds, slot) && (minds.tree.stage === undefined || isSoundTreeRow(minds.tree.stage, slot)) && isSoundRow(minds.states, slot) && minds.chooser.current(slot) < program.options.names.length && c.every.data[slot]! >= 1;
}

function goalsAreSound({ c, program }: Minds, slot: number): boolean {
  const { count } = program.goals;
  return [c.wanted, c.pursued, c.forced, c.requested, c.deniedGoal].every((column) => column.data[slot]! <= count) && c.denied.data[slot]! <= 4;
}

function planIsSound(minds: Minds, slot: number): boolean {
  const { c, program, states } = minds;
  const { task, actionOf } = program.engine;
  const length = c.planLength.data[slot]!;
  const at = c.planAt.data[slot]!;
  if (length > program.planLength || at > length || (length > 0 && c.pursued.data[slot] === 0)) return false;
  for (let place = 0; place < length; place++) if (minds.planned(slot, place) >= task.actions || minds.planned(slot, place) < 0) return false;
  if (c.owner.data[slot]! > program.tree.size) return false;
  if ((c.flags.data[slot]! & flag.performing) === 0) return states.active(slot) < 0;
  return at < length && states.active(slot) === actionOf[task.step[minds.planned(slot, at)]!];
}

function troublesAreSound(minds: Minds, slot: number): boolean {
  const { c, program } = minds;
  const steps = program.engine.steps.length;
  if (c.failedStep.data[slot]! > steps || c.need.data[slot]! > 9 || c.madeFor.data[slot]! > 9) return false;
  if (c.place.data[slot]! > program.engine.goals.length || c.nextPlace.data[slot]! > program.engine.goals.length) return false;
  if (program.options.hasTargets && c.boundOption.data[slot]! > program.options.names.length) return false;
  return true;
}

/** Every cell has a value of its range, coded the one way there is. */
function factsAreSound(minds: Minds, slot: number): boolean {
  const { facts, words, program, scratch } = minds;
  const { cells } = program.engine.layout;
  const at = slot * words;
  scratch.fill(0);
  for (let index = 0; index < cells.length; index++) {
    const value = readCell(cells[index]!, facts.data, at);
    if (!(value >= cells[index]!.min && value <= cells[index]!.max)) return false;
    writeCell(cells[index]!, scratch, 0, value);
  }
  for (let word = 0; word < words; word++) if (scratch[word] !== facts.data[at + word]) return false;
  return true;
}
