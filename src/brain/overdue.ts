import { currentStep } from './performing.js';
import type { Minds } from './minds.js';
import { hasEffects } from './step-changes.js';

/** A step that runs so many seconds after all its effects hold has probably forgotten to end. */
const longest = 10;

/** Steps that go on though nothing is left of what they are for; each is told of once. */
export class Overdue {
  /** By slot: the step whose effects hold, and since when, in seconds of the crowd. */
  readonly #since = new Map<number, { readonly step: number; readonly time: number }>();
  readonly #told = new Set<number>();

  look(minds: Minds, slot: number): void {
    const { program, facts, words, crowd, c } = minds;
    const step = currentStep(minds, slot);
    if (this.#told.has(step)) return;
    if (!hasEffects(program.changes.of(step).changes, facts.data, slot * words)) {
      if (this.#since.size > 0) this.#since.delete(slot);
      return;
    }
    const known = this.#since.get(slot);
    if (known?.step !== step) this.#since.set(slot, { step, time: crowd.time });
    else if (crowd.time - known.time >= longest) {
      this.#told.add(step);
      const { name } = program.engine.actions[program.engine.actionOf[step]!]!;
      crowd.warn(c.id.data[slot]!, program.name, `brain.steps.${name}`, 'overdue', `${program.engine.task.stepText(step)} has run for ${longest} s though all its effects hold: let it answer success, or say until: 'effect' in the action`);
    }
  }
}
