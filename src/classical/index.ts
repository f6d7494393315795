export { compileClassical, type ClassicalTask } from './compile.js';
export { readPddl, type Lifted } from './read.js';
export { solveClassical, type ClassicalOptions, type ClassicalProgress, type ClassicalResult } from './solve.js';
