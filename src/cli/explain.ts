import { snapshotText } from '../brain/internal.js';
import { command, type Command } from './command.js';
import { refuseOthers, snapshotUnder } from './file-kind.js';
import { inFile, inSnapshot, readJson } from './files.js';

/** `ganglion explain snapshot.json`: what a saved mind wants and why. */
export const explain: Command = command({
  summary: 'what a saved mind wants and why',
  usage: 'snapshot.json',
  operands: [1, 1],
  flags: {},
  run: ([path], _flags, output) => {
    const { text, value } = readJson(path!);
    // A game saves the mind beside its body: { mind, body }.
    const nested = snapshotUnder(value);
    if (nested !== undefined) {
      output.print(inSnapshot(path!, text, nested, snapshotText));
      return 0;
    }
    const told = (): string => {
      refuseOthers(value, 'snapshot');
      return snapshotText(value);
    };
    output.print(inFile(path!, told, { text, root: 'snapshot' }));
    return 0;
  },
});
