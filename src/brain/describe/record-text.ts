import type { TraceRecord } from '../../core/internal.js';
import { recordWords } from '../why/record-words.js';
import type { BrainDescription } from './types.js';
import { goalText } from './view.js';

/** One trace record in words, from the description of the mind's brain alone: `began goTo(gate)`. */
export function recordText(brain: BrainDescription, record: Pick<TraceRecord, 'event' | 'node' | 'a' | 'b'>): string {
  return recordWords(
    {
      goal: (number) => goalText(brain, number),
      step: (number) => brain.steps[number]?.text ?? `step ${number}`,
      node: (number) => brain.tree[number]?.text ?? `node ${number}`,
      cell: (number) => brain.facts[number]?.text,
      event: (number) => brain.events[number],
      option: (number) => brain.options[number]?.name ?? `option ${number}`,
      error: () => 'a callback threw',
    },
    record,
  );
}
