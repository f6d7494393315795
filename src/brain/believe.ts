import type { Minds } from './minds.js';
import { factsChanged } from './news.js';

/** Changes facts from outside the senses, as a test does; the mind takes it as news. */
export function believe(minds: Minds, slot: number, write: (words: Int32Array, offset: number) => void): void {
  minds.sensing.begin(slot);
  write(minds.facts.data, slot * minds.words);
  if (minds.sensing.differs(slot)) factsChanged(minds, slot, minds.sensing.changed);
}
