/** A piece of a tree's text. */
export interface Span {
  /** Offset of its first character, from 0. */
  readonly start: number;
  /** Offset behind its last character. */
  readonly end: number;
  /** Line of its first character, from 1. */
  readonly line: number;
  /** Column of its first character in that line, from 1. */
  readonly column: number;
}

/** Where a function is named, and each argument it gets. */
export interface CallSpans {
  readonly name: Span;
  readonly args: readonly Span[];
}

/** Where the parts of a definition stand in the text it was read from; the keys are the definition's own objects. */
export interface TreeSpans {
  /** Each node, from its keyword to its last bracket. */
  readonly nodes: ReadonlyMap<object, Span>;
  /** Each action, condition and attribute; a branch or root name is a call without arguments here. */
  readonly calls: ReadonlyMap<object, CallSpans>;
}
