import { useEffect, useRef } from 'preact/hooks';
import { recordText } from '../../src/brain/describe/record-text.js';
import { Panel } from './panel.js';
import { at, brain, records, seek, type Rec } from './store.js';
import { event, troubles } from './words.js';

const most = 200;

/** What happened to this mind, and for the last thing, what led to it. A click goes there. */
export function Log() {
  const described = brain.value;
  const box = useRef<HTMLOListElement>(null);
  const past = records.value.filter(({ tick }) => tick <= at.value);
  const list = past.slice(-most);
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [list.at(-1)?.id]);
  if (described === undefined) return null;
  const byId = new Map(past.map((each) => [each.id, each]));
  const chain: Rec[] = [];
  for (let each = list.at(-1); each !== undefined && chain.length < 8; each = byId.get(each.cause)) chain.push(each);
  return (
    <Panel name="log" title="What happened" beside={`${past.length} records`}>
      {chain.length > 1 && <p class="why"><b>why: </b>{chain.map((each) => recordText(described, each)).join(' ← ')}</p>}
      <ol class="lines" ref={box} tabIndex={0} aria-label="what happened">
        {list.map((each) => (
          <li key={each.id} class={troubles.has(each.event) ? 'trouble' : each.event === event.wanted ? 'wanted' : ''}>
            <button onClick={() => seek(each.tick)}><span class="mono dim">{each.tick}</span> {troubles.has(each.event) && <span aria-label="trouble">! </span>}{recordText(described, each)}</button>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
