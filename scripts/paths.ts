import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, with a slash at its end. */
export const root: string = fileURLToPath(new URL('../', import.meta.url));

/** A path inside the repository as an absolute one. */
export function inRoot(path: string): string {
  return root + path;
}

/** True when the repository holds this file or folder. */
export function hasFile(path: string): boolean {
  return existsSync(inRoot(path));
}

/** Ends a script: one message on standard error, no stack trace. Status 2 is wrong use or unreadable input, 1 a failed check. */
export function stop(message: string, status: 1 | 2 = 2): never {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}
