import type { ColumnKind } from '../../core/internal.js';
import type { Cell } from '../../facts/internal.js';

/** What a brain is, as plain JSON: enough to read and show its minds, live or saved, without the game's code. */
export interface BrainDescription {
  readonly name: string;
  readonly fingerprint: string;
  /** Of what the numbers in the columns mean: a saved crowd names its brains by it. */
  readonly layout: string;
  /** The domain as `domain(...)` took it. */
  readonly domain: unknown;
  readonly actions: readonly DescribedAction[];
  /** Every ground goal by its number, up to a thousand: `repel`, `tidy(axe, shelf)`. */
  readonly goals: readonly string[];
  /** Every ground step by its number: `goTo(gate)`. */
  readonly steps: readonly DescribedStep[];
  /** For each ground action the step it is a way of. */
  readonly ways: readonly number[];
  readonly facts: readonly Cell[];
  /** Words of a packed state. */
  readonly words: number;
  readonly options: readonly DescribedOption[];
  readonly tree: readonly DescribedNode[];
  /** The text of the tree that the places of its nodes are in; undefined for a tree that was built. */
  readonly treeText: string | undefined;
  readonly states: readonly DescribedState[];
  readonly transitions: readonly DescribedTransition[];
  readonly events: readonly string[];
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind; readonly width: number }[];
}

export interface DescribedAction {
  readonly name: string;
  /** As the domain says them. */
  readonly preconditions: unknown;
  readonly effects: unknown;
  readonly cost: unknown;
  /** The brain has a cost of its own that looks at the body. */
  readonly ownCost: boolean;
}

export interface DescribedStep {
  readonly text: string;
  /** Number of its action. */
  readonly action: number;
}

export interface DescribedOption {
  readonly name: string;
  /** A constant score; undefined where considerations make it. */
  readonly constant: number | undefined;
  readonly weight: number;
  /** `asked` when it is a function. */
  readonly rank: number | 'asked';
  readonly byTarget: boolean;
  readonly considerations: readonly DescribedConsideration[];
}

export interface DescribedConsideration {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly invert: boolean;
  /** The curve as data; undefined for none, and for a function of the user's. */
  readonly curve: unknown;
  /** 33 values of the curve from 0 to 1, also of a function; undefined without a curve. */
  readonly samples: readonly number[] | undefined;
}

export interface DescribedNode {
  /** Stays when other parts of the tree are edited. */
  readonly id: string;
  readonly type: string;
  /** `action [flee]`. */
  readonly text: string;
  /** Number of the node above; -1 for the root. */
  readonly parent: number;
  /** `while(isHurt)`. */
  readonly guards: readonly string[];
}

export interface DescribedState {
  /** `goTo/walk`; empty for a number that is no state. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'leaf' | 'sequence' | 'machine' | 'parallel' | 'steps' | '';
  readonly parent: number;
  /** Where in a row the state of its region stands, and whether it is the outermost there. */
  readonly lane: number;
  readonly top: boolean;
}

export interface DescribedTransition {
  /** Id of the machine. */
  readonly machine: string;
  /** Id of the state, or the result with which the machine ends. */
  readonly to: string;
  readonly event: string | undefined;
  readonly after: number | undefined;
  /** Name of its guard. */
  readonly when: string | undefined;
}
