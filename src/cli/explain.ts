import { snapshotText } from '../brain/index.js';
import { command, type Command } from './command.js';
import { refuseOthers } from './file-kind.js';
import { inFile, readJson } from './files.js';

/** `ganglion explain snapshot.json`: what a saved mind wants and why. */
export const explain: Command = command({
  summary: 'what a saved mind wants and why',
  usage: 'snapshot.json',
  operands: [1, 1],
  flags: {},
  run: ([path], _flags, output) => {
    const { text, value } = readJson(path!);
    const told = (): string => {
      refuseOthers(value, 'snapshot');
      return snapshotText(value);
    };
    output.print(inFile(path!, told, { text, root: 'snapshot' }));
    return 0;
  },
});
