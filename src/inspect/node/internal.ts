// What the command may look into.
export { listen, type Serving } from './server.js';
