// Plants the faults of answers.json: the text of a sound brain with one piece cut out and another put in its place.
import { readFileSync } from 'node:fs';

export interface Fault {
  readonly id: string;
  /** The file in brains/, without `.ts`. */
  readonly brain: string;
  readonly kind: string;
  readonly cut: string;
  readonly paste: string;
  /** What a finder must come to. */
  readonly answer: string;
  /** What a user would have to claim, where nothing but the author's intent is hurt. */
  readonly claim?: string;
}

const here = (path: string): URL => new URL(path, import.meta.url);

export const faults: readonly Fault[] = JSON.parse(readFileSync(here('answers.json'), 'utf8')) as Fault[];

/** The source of the brain with the fault in it. The piece to cut occurs once, or the file is not the one the fault was made for. */
export function planted({ id, brain, cut, paste }: Fault): string {
  const text = readFileSync(here(`brains/${brain}.ts`), 'utf8');
  const [before, after, ...more] = text.split(cut);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`${id}: what is to be cut must occur once in brains/${brain}.ts`);
  return before + paste + after;
}
