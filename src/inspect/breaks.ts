import { goalText, look, type Crowd } from '../brain/internal.js';
import { recordWidth } from './flips.js';
import type { Break } from './protocol.js';

/** Events of the trace by what a breakpoint waits for; the numbers are part of the format of traces. */
const events = { fact: 0, wants: 2, noplan: 8, step: 12, error: 20 } as const;
const most = 50;

/** What stops a crowd. */
export class Breaks {
  readonly list: Break[] = [];

  /** @throws Error for what is no breakpoint */
  add({ mind, on, what }: Break): void {
    if (!Object.hasOwn(events, on) || typeof what !== 'string' || (mind !== undefined && !Number.isInteger(mind))) throw new Error('this is no breakpoint');
    if (this.list.length < most) this.list.push({ mind, on, what });
  }

  remove(index: number): void {
    if (index >= 0 && index < this.list.length) this.list.splice(index, 1);
  }

  /** The words of the first breakpoint that new trace records hit. */
  find(words: Int32Array, crowd: Crowd): string | undefined {
    if (this.list.length === 0) return undefined;
    for (let at = 0; at < words.length; at += recordWidth) {
      for (const { mind, on, what } of this.list) {
        if (words[at + 4] !== events[on] || (mind !== undefined && mind !== words[at + 1])) continue;
        const said = says(crowd, on, words, at);
        if (what === '' || said === what || said?.startsWith(`${what}(`) === true) return `mind ${words[at + 1]}: ${on} ${said ?? ''}`.trim();
      }
    }
    return undefined;
  }
}

function says(crowd: Crowd, on: Break['on'], words: Int32Array, at: number): string | undefined {
  const view = look(crowd);
  const brain = view.brains[view.mind(words[at + 1]!)?.brain ?? -1];
  if (brain === undefined || on === 'error') return undefined;
  if (on === 'step') return brain.steps[words[at + 3]!]?.text;
  if (on === 'fact') return brain.facts[words[at + 5]!]?.text;
  const goal = on === 'wants' ? words[at + 5]! - 1 : words[at + 3]!;
  return goal < 0 ? 'nothing' : goalText(brain, goal);
}
