export { isProblem } from '../../src/core/index.js';
export * from '../../src/team/index.js';
