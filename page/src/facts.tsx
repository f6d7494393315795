import { Panel } from './panel.js';
import { at, brain, moment, records } from './store.js';
import { event } from './words.js';

/** Ticks in which the changes of a fact are counted, and from how many on it flickers. */
const lately = 200;
const flickers = 6;

/** What the mind believes, since when, and which facts flicker. */
export function Facts() {
  const now = moment.value;
  const described = brain.value;
  if (now === undefined || described === undefined) return null;
  const last = new Map<number, number>();
  const counts = new Map<number, number>();
  for (const { event: kind, tick, a } of records.value) {
    if (kind !== event.facts || tick > at.value) continue;
    last.set(a, tick);
    if (tick > at.value - lately) counts.set(a, (counts.get(a) ?? 0) + 1);
  }
  return (
    <Panel name="facts" title="What it believes" beside="changed">
      <table>
        <thead class="hidden"><tr><th>fact</th><th>value</th><th>changed</th></tr></thead>
        <tbody>
          {described.facts.map(({ text, shared, index }) => {
            const value = now.facts[text];
            const ago = last.has(index) ? at.value - last.get(index)! : undefined;
            const count = counts.get(index) ?? 0;
            return (
              <tr key={text} class={ago !== undefined && ago < 10 ? 'fresh' : ''}>
                <th scope="row">{text}{shared && <small class="dim" title="of the whole crowd"> shared</small>}</th>
                <td class={`mono value ${String(value)}`}>{String(value)}</td>
                <td class="mono dim">{count >= flickers ? <span class="alert" title={`${count} times in ${lately} ticks`}>flickers {count}×</span> : ago === undefined ? '' : `${ago} ticks ago`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
