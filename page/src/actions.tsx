import { useState } from 'preact/hooks';
import { Panel } from './panel.js';
import { brain } from './store.js';
import type { DescribedAction } from '../../src/brain/describe/types.js';
import { partText } from './words.js';

/** Every action: what it needs, what it does, what it costs, and who makes the facts that it needs. */
export function Actions() {
  const described = brain.value;
  const [fact, choose] = useState('');
  if (described === undefined) return null;
  const facts = [...new Set(described.facts.map((cell) => cell.fact))];
  const list = described.actions.filter((action) => fact === '' || names(action.preconditions).includes(fact) || names(action.effects).includes(fact));
  return (
    <Panel name="actions" title="Actions" beside={<select aria-label="only with this fact" value={fact} onChange={(event) => choose(event.currentTarget.value)}><option value="">all facts</option>{facts.map((each) => <option key={each}>{each}</option>)}</select>}>
      <table>
        <thead><tr><th>action</th><th>needs</th><th>does</th><th>cost</th></tr></thead>
        <tbody>
          {list.map((action) => (
            <tr key={action.name}>
              <th scope="row">{action.name}</th>
              <td title={names(action.preconditions).map((name) => `${name} is made by ${makers(described.actions, name)}`).join('\n')}>{partText(action.preconditions)}{fact !== '' && names(action.preconditions).includes(fact) && <small class="tag"> needs {fact}</small>}</td>
              <td>{partText(action.effects)}{fact !== '' && names(action.effects).includes(fact) && <small class="tag"> makes {fact}</small>}</td>
              <td class="mono">{action.ownCost ? 'own' : typeof action.cost === 'number' ? action.cost : 'varies'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {fact !== '' && <p class="why"><b>{fact}</b>: made by {makers(described.actions, fact)}; needed by {described.actions.filter(({ preconditions }) => names(preconditions).includes(fact)).map(({ name }) => name).join(', ') || 'no action'}</p>}
    </Panel>
  );
}

function names(part: unknown): readonly string[] {
  return typeof part === 'object' && part !== null ? Object.keys(part).map((name) => name.split('[')[0]!) : [];
}

function makers(actions: readonly DescribedAction[], fact: string): string {
  return actions.filter(({ effects }) => names(effects).includes(fact)).map(({ name }) => name).join(', ') || 'no action';
}
