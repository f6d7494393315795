/** Most levels of nodes below a root, branches followed. Keeps every walk over a tree clear of the engine's stack limit. */
export const deepest = 256;

/** Most nodes of a tree once its branches are followed: a minute text of nested branches could otherwise ask for billions. */
export const mostNodes: number = 2 ** 20;

/** Most arguments of one call. */
export const mostArguments = 255;
