// What the command and the page may look into.
export { Flips, recordWidth } from './flips.js';
export { Hub, type InspectOptions, type Link } from './hub.js';
export { pack, protocol, sentRow, Unpacker, type Break, type Down, type Scores, type Status, type Told, type ToldOption, type Up } from './protocol.js';
export { readRun, runFormat, viewFrame, writeRun, type Run, type RunFrame } from './run-file.js';
export { runText } from './run-text.js';
