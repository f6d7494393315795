import { AnytimeSearch } from '../satisficing/anytime.js';
import type { Goal, Task } from '../task.js';
import { ForwardSearch } from './forward.js';
import { memoryOf, projectionOf } from './goals.js';
import type { SearchOptions, SearchResult } from './outcome.js';
import { readResult } from './read-out.js';
import { RegressionSearch } from './regression.js';
import { type Rung, StagedSearch } from './staged.js';

/** Plans at once from the packed state at `words[offset]`. `forced` is the one exact search to ask; it must be able to answer. */
export function planAtOnce(task: Task, goal: Goal, words: Int32Array, offset = 0, options: SearchOptions = {}, forced?: 'regression' | 'forward'): SearchResult & { readonly rung: Rung } {
  const projection = projectionOf(task, goal);
  const memory = memoryOf(task);
  if (forced !== undefined) {
    const search = forced === 'forward' ? new ForwardSearch() : new RegressionSearch();
    search.begin(projection, words, offset, options);
    search.advance(Infinity);
    return { ...readResult(search), rung: forced };
  }
  const search = ((memory.search as StagedSearch | undefined) ??= new StagedSearch(() => new AnytimeSearch()));
  memory.search = search;
  search.begin(projection, words, offset, options);
  search.advance(Infinity);
  if (search.heavy) memory.search = undefined;
  return { ...readResult(search), rung: search.rung };
}
