// The notation of the documents in this folder; README.md says what each word means.

export interface StateText {
  readonly states?: Readonly<Record<string, StateText>>;
  /** The child, or children further down, that is entered by default; without it the first child. */
  readonly initial?: string | readonly string[];
  readonly parallel?: true;
  readonly final?: true;
  readonly enter?: readonly string[];
  readonly exit?: readonly string[];
}

export interface TransitionText {
  readonly from: string;
  readonly to?: string | readonly string[];
  readonly event?: string;
  /** The state whose completion is waited for: the source itself. */
  readonly done?: true;
  /** A named guard, or `!name`. */
  readonly guard?: string;
  readonly in?: string;
  readonly internal?: true;
  readonly history?: 'shallow' | 'deep';
  readonly raise?: readonly string[];
  readonly log?: string;
}

export interface StepText {
  readonly events?: readonly string[];
  readonly guards?: Readonly<Record<string, boolean>>;
  readonly log: readonly string[];
  readonly active: readonly string[];
  readonly ended?: true;
  /** The standard would go on for ever here: nothing is expected but that the implementation ends the tick and says so. */
  readonly endless?: true;
}

export interface DocumentText {
  readonly name: string;
  readonly why: string;
  readonly initial?: string | readonly string[];
  readonly states: Readonly<Record<string, StateText>>;
  readonly transitions: readonly TransitionText[];
  readonly steps: readonly StepText[];
}
