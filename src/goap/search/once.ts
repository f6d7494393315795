import type { Goal, Task } from '../task.js';
import { ForwardSearch } from './forward.js';
import { memoryOf, projectionOf } from './goals.js';
import type { SearchOptions, SearchResult } from './outcome.js';
import { PairedSearch } from './paired.js';
import { readResult } from './read-out.js';

/** Which search answers: backwards from the goal, or forwards from the start. */
export type Rung = 'regression' | 'forward';

/** Plans at once from the packed state at `words[offset]`: by regression where masks can say all that matters, else forwards. `forced` must be able to answer. */
export function planAtOnce(task: Task, goal: Goal, words: Int32Array, offset = 0, options: SearchOptions = {}, forced?: Rung): SearchResult & { readonly rung: Rung } {
  const projection = projectionOf(task, goal);
  const rung = forced ?? (projection.maskable ? 'regression' : 'forward');
  const { searches } = memoryOf(task);
  const search = (searches[rung] ??= rung === 'forward' ? new ForwardSearch() : new PairedSearch());
  search.begin(projection, words, offset, options);
  search.advance(Infinity);
  return { ...readResult(search), rung };
}
