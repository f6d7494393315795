// Runs a bundled program and prints, as its last line, the text ranges of the functions that never ran: [[start, end], ...].
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';

const session = new Session();
session.connect();
const url = pathToFileURL(process.argv[2]).href;
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const program = await import(url);
// The longer examples are functions that tell their story to whoever listens.
if (typeof program.play === 'function') await program.play(() => {}, () => {});
const { result } = await session.post('Profiler.takePreciseCoverage');
const { functions } = result.find((each) => each.url === url);
const idle = functions.filter(({ ranges }) => ranges[0].count === 0).map(({ ranges: [{ startOffset, endOffset }] }) => [startOffset, endOffset]);
process.stdout.write(`\n${JSON.stringify(idle)}\n`);
