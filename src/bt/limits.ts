/** Most levels of nodes below a root, branches followed. Keeps every walk over a tree clear of the engine's stack limit. */
export const deepest = 256;

/**
 * Most nodes of a tree once its branches are followed: rows and minds keep a node in 16 bits, and a minute text of nested branches
 * could otherwise ask for billions.
 */
export const mostNodes = 65_535;

/** Most nodes that are written down, in all roots together. */
export const mostWritten: number = 2 ** 20;

/** Most arguments of one call. */
export const mostArguments = 255;
