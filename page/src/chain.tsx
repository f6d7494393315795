import { brain, moment, options, rows, selected, told } from './store.js';
import { colour, num } from './words.js';

/** The whole of a mind in one line: what it wants, by which branch, with which plan, doing what; each with why. */
export function Chain() {
  const now = moment.value;
  const described = brain.value;
  if (now === undefined || described === undefined) return <div class="chain"><div class="who"><b>{selected.value < 0 ? 'no mind is chosen' : `mind ${selected.value} is not alive at this tick`}</b></div></div>;
  const more = told.value;
  const best = options.value.find(({ standing }) => standing === 'current') ?? options.value.find(({ option }) => option === now.goal);
  const running = now.nodes.flatMap((state, node) => (state === 'running' ? [described.tree[node]!.text] : []));
  const flips = rows.value.get(now.id)?.flips ?? 0;
  const { plan } = now;
  return (
    <div class="chain" aria-label="why">
      <div class="who"><b>{now.key ?? `mind ${now.id}`}</b><span class="dim">{described.name} {now.key !== undefined && now.id}</span></div>
      <Link title="wants" what={now.goal ?? 'nothing'} tint={colour(now.goal ?? '')} why={now.forced ? 'it was told to' : best === undefined ? (more?.aside[0] ?? '') : `${num(best.score)}${best.because.length === 0 ? '' : ` = ${best.because.map(({ name, value }) => `${name} ${num(value)}`).join(' × ')}`}`} warn={flips > 2 ? `went back and forth ${flips} times` : ''} />
      <Link title="branch" what={running.at(-1) ?? 'none runs'} why={more?.stoppedAt ?? running.slice(0, -1).join(' › ')} />
      <Link title="plan" what={plan === undefined ? (now.planning ? 'a search is under way' : 'none') : `${plan.steps.length} ${plan.steps.length === 1 ? 'step' : 'steps'}, cost ${num(plan.cost)}`} why={plan === undefined ? (more?.noPlan?.split('\n')[0] ?? '') : `${plan.because}; ${plan.from === 'policy' ? 'from the table' : 'searched'}`} warn={plan !== undefined && now.goal !== undefined && plan.goal !== now.goal ? `still for ${plan.goal}` : ''} />
      <Link title="step" what={now.step ?? 'none'} why={[more?.seconds === undefined ? '' : `for ${num(more.seconds)} s`, now.states.at(-1) ?? ''].filter(Boolean).join(', in ')} warn={more?.leftOut[0] ?? ''} />
    </div>
  );
}

function Link({ title, what, why, tint, warn = '' }: { readonly title: string; readonly what: string; readonly why: string; readonly tint?: string; readonly warn?: string }) {
  return (
    <div class="link">
      <span class="label">{title}</span>
      <b style={tint === undefined ? undefined : { borderBottom: `3px solid ${tint}` }}>{what}</b>
      <span class="why" title={why}>{why}</span>
      {warn !== '' && <span class="warn">{warn}</span>}
    </div>
  );
}
