import { useState } from 'preact/hooks';
import { Panel } from './panel.js';
import { addBreak, brain, control, mode, selected, send, status } from './store.js';
import type { Break } from '../../src/inspect/internal.js';

const kinds: Record<Break['on'], string> = { wants: 'wants', step: 'begins the step', fact: 'sees the fact change:', noplan: 'finds no plan for', error: 'throws an error' };

/** Where the game shall stop; and what a mind is to want. */
export function Breaks() {
  const described = brain.value;
  const [on, setOn] = useState<Break['on']>('wants');
  const [what, setWhat] = useState('');
  const [mine, setMine] = useState(true);
  if (mode.value !== 'live' || described === undefined) return null;
  if (!control.value) return <Panel name="breaks" title="Stop when"><p class="dim">The game is only shown: start it with control to stop it here.</p></Panel>;
  const names = on === 'wants' || on === 'noplan' ? described.goals : on === 'step' ? described.steps.map(({ text }) => text) : on === 'fact' ? described.facts.map(({ text }) => text) : [];
  return (
    <Panel name="breaks" title="Stop when">
      <form onSubmit={(event) => { event.preventDefault(); addBreak({ mind: mine ? selected.value : undefined, on, what }); }}>
        <label><input type="checkbox" checked={mine} onChange={(event) => setMine(event.currentTarget.checked)} /> only mind {selected.value}</label>
        <select aria-label="what happens" value={on} onChange={(event) => { setOn(event.currentTarget.value as Break['on']); setWhat(''); }}>{Object.entries(kinds).map(([kind, text]) => <option key={kind} value={kind}>{text}</option>)}</select>
        {names.length > 0 && <select aria-label="which" value={what} onChange={(event) => setWhat(event.currentTarget.value)}><option value="">anything</option>{names.map((name) => <option key={name}>{name}</option>)}</select>}
        <button type="submit">add</button>
      </form>
      <ul class="plain">{status.value.breaks.map((each, index) => <li key={index}>{each.mind === undefined ? 'any mind' : `mind ${each.mind}`} {kinds[each.on]} {each.what || (each.on === 'error' ? '' : 'anything')} <button aria-label="remove" onClick={() => send({ kind: 'unbreak', index })}>×</button></li>)}</ul>
      <label class="wants">make it want <select value="" onChange={(event) => send({ kind: 'want', mind: selected.value, goal: event.currentTarget.value === '-' ? undefined : event.currentTarget.value })}><option value="">…</option><option value="-">what it likes</option>{described.goals.filter((goal) => !goal.includes('(')).map((goal) => <option key={goal}>{goal}</option>)}</select></label>
    </Panel>
  );
}
