/** What an example writes to: plain text in a pipe; in a terminal with colours, and with a status line that is drawn over. */
const { stdout } = process;
const lively = Boolean(stdout.isTTY);
const colours = lively && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';

let drawn = false;

// `npm run demo | head` closes the pipe early: that is no error.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** One line of the story. A time at its start is dimmed; what happens in the world stands out from what a mind thinks, which is indented. */
export function print(line: string): void {
  erase();
  stdout.write(`${colours ? painted(line) : line}\n`);
}

/** Where a long run stands now. Shown in a terminal only, and gone with the next line. */
export function status(text: string): void {
  if (!lively) return;
  erase();
  stdout.write(text.slice(0, (stdout.columns || 80) - 1));
  drawn = true;
}

function erase(): void {
  if (drawn) stdout.write('\r\u001b[K');
  drawn = false;
}

function painted(line: string): string {
  const [, time, gap, text] = /^(\s*\d+(?:\.\d+)? m?s)(\s+)(.*)$/.exec(line) ?? [];
  if (time === undefined || gap === undefined || text === undefined) return line;
  return `\u001b[2m${time}\u001b[0m${gap}${gap.length <= 2 ? `\u001b[33m${text}\u001b[0m` : text}`;
}
