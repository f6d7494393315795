import { useState } from 'preact/hooks';
import { Panel } from './panel.js';
import { brain, options } from './store.js';
import { colour, num } from './words.js';

/** The response curves of the brain, with the point at which this mind stands now. */
export function Curves() {
  const described = brain.value;
  const [chosen, choose] = useState('');
  const all = described?.options.flatMap((option) => option.considerations.filter(({ samples }) => samples !== undefined).map((each) => ({ option: option.name, ...each, key: `${option.name}.${each.name}` }))) ?? [];
  if (all.length === 0) return null;
  const shown = all.find(({ key }) => key === chosen) ?? all[0]!;
  const now = options.value.find(({ option }) => option === shown.option)?.because.find(({ name }) => name === shown.name);
  const x = now === undefined ? undefined : Math.max(0, Math.min(1, shown.max === shown.min ? Number(now.input >= shown.min) : (now.input - shown.min) / (shown.max - shown.min)));
  const points = shown.samples!.map((y, at) => `${10 + (at / 32) * 220},${86 - (shown.invert ? 1 - y : y) * 76}`).join(' ');
  return (
    <Panel name="curves" title="Curves" beside={typeof shown.curve === 'object' ? JSON.stringify(shown.curve).replaceAll('"', '') : 'a function'}>
      <select aria-label="curve" value={shown.key} onChange={(event) => choose(event.currentTarget.value)}>{all.map(({ key }) => <option key={key}>{key}</option>)}</select>
      <svg class="curve" viewBox="0 0 240 104" role="img" aria-label={`${shown.key}${now === undefined ? '' : `: input ${num(now.input)}, value ${num(now.value)}`}`}>
        <path class="grid" d="M10,10H230M10,48H230M10,86H230" />
        <polyline points={points} style={{ stroke: colour(shown.option) }} />
        {now !== undefined && x !== undefined && <g><path class="here" d={`M${10 + x * 220},10V86`} /><circle cx={10 + x * 220} cy={86 - now.value * 76} r="4" /><text x={Math.min(10 + x * 220 + 6, 170)} y={Math.max(20, 82 - now.value * 76)}>{num(now.input)} → {num(now.value)}</text></g>}
        <text class="dim" x="10" y="100">{num(shown.min)}</text><text class="dim" x="230" y="100" text-anchor="end">{num(shown.max)}</text>
      </svg>
    </Panel>
  );
}
