import type { TraceRecord } from '../../core/internal.js';
import type { Minds } from '../minds.js';
import { recordWords } from './record-words.js';

/** One trace record of a mind in words: `began goTo(gate)`. */
export function traceText({ program, crowd }: Minds, record: TraceRecord): string {
  const { goals, engine, tree, eventNames, options } = program;
  return recordWords(
    {
      goal: (number) => goals.text(number),
      step: (number) => engine.task.stepText(number),
      node: (number) => tree.texts[number]!,
      cell: (number) => engine.layout.cells[number]?.text,
      event: (number) => eventNames[number],
      option: (number) => options.names[number]!,
      error: (number) => `${crowd.failure(number)?.path ?? 'a callback'} threw: ${crowd.failure(number)?.text ?? 'what it was is no longer known'}`,
    },
    record,
  );
}
