import type { CompiledOption } from './compiled.js';
import type { ScoreTable } from './score-table.js';
import type { Targeting } from './targeting.js';
import type { FullTuning } from './tuning.js';

/** The options of one brain, checked and laid out: immutable, shared by all minds. */
export interface OptionProgram<Body = never, Facts = never> {
  /** Option names by index; the order of declaration breaks ties. */
  readonly names: readonly string[];
  readonly options: readonly CompiledOption[];
  /** Option indices by rank, then weight, both falling; the order of evaluation while no rank is a function. */
  readonly order: Uint32Array;
  readonly rankIsAsked: boolean;
  readonly hasTargets: boolean;
  /** What options with targets brought along; null where there are none. */
  readonly targeting: Targeting | null;
  readonly hasSpecial: boolean;
  /** Every index at its own place: an order for asking a single option. */
  readonly indices: Uint32Array;
  readonly cooldownCells: number;
  readonly penaltyCount: number;
  /** The same options, laid out flat for scoring. */
  readonly table: ScoreTable;
  readonly tuning: FullTuning;
  /** Never there at run time: it carries the types. */
  readonly '~types'?: (body: Body, facts: Facts) => void;
}
