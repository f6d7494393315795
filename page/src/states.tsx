import { Panel } from './panel.js';
import { brain, moment } from './store.js';
import type { BrainDescription } from '../../src/brain/internal.js';

/** The states that perform the step, nested as they are; those that are entered are marked. */
export function States() {
  const described = brain.value;
  const now = moment.value;
  if (described === undefined || now === undefined) return null;
  const entered = new Set(now.states);
  const roots = described.states.flatMap(({ id, parent }, number) => (id !== '' && parent === 0 ? [number] : []));
  const active = roots.filter((number) => entered.has(described.states[number]!.id));
  return (
    <Panel name="states" title="Doing it" beside={now.states.at(-1) ?? ''}>
      {active.length === 0 ? <p class="dim">No state runs.</p> : <div class="boxes">{active.map((number) => <State key={number} number={number} described={described} entered={entered} />)}</div>}
      <details>
        <summary>{roots.length - active.length} other steps</summary>
        <div class="boxes">{roots.filter((number) => !active.includes(number)).map((number) => <State key={number} number={number} described={described} entered={entered} />)}</div>
      </details>
    </Panel>
  );
}

function State({ number, described, entered }: { readonly number: number; readonly described: BrainDescription; readonly entered: ReadonlySet<string> }) {
  const { id, name, kind } = described.states[number]!;
  const inner = described.states.flatMap((each, at) => (each.id !== '' && each.parent === number ? [at] : []));
  const ways = described.transitions.filter(({ machine }) => machine === id);
  const on = entered.has(id);
  return (
    <div class={`state ${on ? 'on' : ''}`} aria-current={on}>
      <span class="name">{on && '▶ '}{name}{kind !== 'leaf' && <small class="dim"> {kind}</small>}</span>
      {inner.length > 0 && <div class="boxes">{inner.map((at) => <State key={at} number={at} described={described} entered={entered} />)}</div>}
      {ways.map(({ to, event, after, when }, at) => <small key={at} class="dim way">→ {to.split('/').at(-1)}{event !== undefined && ` on ${event}`}{after !== undefined && ` after ${after} s`}{when !== undefined && ` when ${when}`}</small>)}
    </div>
  );
}
