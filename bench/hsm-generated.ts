/** The bench `hsm` with `codegen`: the same monsters, the same peers. */
import { codegen } from 'ganglion/hsm';
import { compareMonsters } from './hsm-drive.lib.js';

// oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the library makes no functions from text; here its user does
await compareMonsters('drive generated', { codegen: codegen((parameters, text) => new Function(...parameters, text)) });
