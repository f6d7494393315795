export { isProblem } from '../../src/core/internal.js';
export * from '../../src/team/index.js';
