import { readFileSync } from 'node:fs';
import { isProblem, Problem, thrownText } from '../core/internal.js';
import type { Nested } from './file-kind.js';
import { parseJson, placeOf } from './json.js';

/** Largest file that is read, in bytes: definitions are written by people. */
const largest = 64 * 1024 * 1024;

/** The first bytes of what `saveCrowd` gives. */
const savedCrowd = [0x4c, 0x47, 0x4e, 0x47];

/** A file's text. @throws Problem `unreadable`, `too-large`, `saved-crowd` */
export function readText(path: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Problem('unreadable', `cannot read ${path}`, { hint: thrownText(error).split(',')[0]!, cause: error });
  }
  if (bytes.length > largest) throw new Problem('too-large', `${path} has ${bytes.length} bytes`, { hint: `at most ${largest}` });
  if (savedCrowd.every((byte, at) => bytes[at] === byte)) throw new Problem('saved-crowd', `${path} is a whole crowd as saveCrowd(crowd) gives it`, { hint: 'only restoreCrowd reads it; for this command save one mind with saveMind(mind)' });
  return new TextDecoder().decode(bytes);
}

/** A file's text as JSON data. @throws Problem with line and column */
export function readJson(path: string): { readonly text: string; readonly value: unknown } {
  const text = readText(path);
  return { text, value: inFile(path, () => parseJson(text)) };
}

/** A JSON file's text, and what paths call the whole of it (empty when they do not name it). */
export interface JsonFile {
  readonly text: string;
  readonly root: string;
}

/** Runs `work` on a file's content; a problem is named after the file, and its path is turned into line and column. */
export function inFile<T>(path: string, work: () => T, json?: JsonFile): T {
  try {
    return work();
  } catch (error) {
    if (!isProblem(error)) throw error;
    throw namedAfter(path, error, json);
  }
}

/** As {@link inFile}, for a saved mind that stands under a key of the file: paths begin with `snapshot`, which is that key here. */
export function inSnapshot<T>(path: string, text: string, { key, snapshot }: Nested, work: (snapshot: unknown) => T): T {
  try {
    return work(snapshot);
  } catch (error) {
    if (!isProblem(error)) throw error;
    throw namedAfter(path, error, { text, root: '' }, error.path.replace(/^snapshot\b/, key));
  }
}

/**
 * The problem with the file's name, line and column in front.
 * @param key path of the key that is wrong, where that is known more exactly than the problem says
 */
export function namedAfter(path: string, error: Problem, json?: JsonFile, key?: string): Problem {
  const where = key ?? error.path;
  const place = error.line === undefined && json !== undefined && where !== '' ? placeOf(json.text, where, json.root, key !== undefined) : undefined;
  const line = error.line ?? place?.line;
  const column = error.column ?? place?.column;
  const at = line === undefined ? '' : `:${line}:${column ?? 1}`;
  // The message ends with path, line and column in brackets; the two numbers are said before it already.
  return new Problem(error.code, `${path}${at}: ${withoutPlace(error)}`, { cause: error, ...(error.path !== '' && { path: error.path }) });
}

function withoutPlace(error: Problem): string {
  const { message } = error;
  return message.endsWith(')') && (error.path !== '' || error.line !== undefined) ? message.slice(0, message.lastIndexOf(' (')) : message;
}
