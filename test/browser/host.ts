import { serve } from '../../src/inspect/node/index.js';
import { garrison } from './garrison.js';

// A game of two hundred guards in a process of its own: tells where its inspector is, and goes on until it is ended.
const { world, tick } = garrison(Number(process.argv[2] ?? 200), { mind: 17 });
for (let at = 0; at < 400; at++) tick(0.05);
await serve(world, { control: true, announce: (url) => process.stdout.write(`${url}\n`) });
setInterval(() => tick(0.05), 50);
