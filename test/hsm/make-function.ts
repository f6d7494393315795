import type { FunctionMaker } from 'ganglion/hsm';

/** What a user hands in as `codegen`. */
// oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the library makes no functions from text; here its user does
export const makeFunction: FunctionMaker = (parameters, text) => new Function(...parameters, text);
