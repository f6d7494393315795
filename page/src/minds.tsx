import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { brains, dithers, filter, rows, select, selected, shown, type Row } from './store.js';
import { colour } from './words.js';

const height = 28;

/** Every mind in a line; the filter, and how many want what. */
export function Minds() {
  const list = shown.value;
  const box = useRef<HTMLDivElement>(null);
  const [, again] = useReducer((count: number) => count + 1, 0);
  const virtual = useMemo(() => new Virtualizer<HTMLDivElement, HTMLDivElement>({ count: 0, getScrollElement: () => box.current, estimateSize: () => height, overscan: 6, scrollToFn: elementScroll, observeElementRect, observeElementOffset, onChange: () => again(0) }), []);
  virtual.setOptions({ ...virtual.options, count: list.length });
  useEffect(() => virtual._didMount(), [virtual]);
  useEffect(() => virtual._willUpdate());
  const index = list.findIndex(({ id }) => id === selected.value);
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index);
  }, [selected.value]);
  const dithering = [...rows.value.values()].filter(({ flips }) => flips >= dithers).length;
  return (
    <aside class="minds" aria-label="minds">
      <input id="filter" type="search" aria-label="filter: wants:repel step:goTo noplan dithers planning told, a number, a brain" placeholder="wants:repel  noplan  dithers  12" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
      <Goals list={list} />
      {dithering > 0 && (
        <button class="alert wide" aria-pressed={filter.value === 'dithers'} onClick={() => (filter.value = filter.value === 'dithers' ? '' : 'dithers')}>⇄ {dithering} {dithering === 1 ? 'mind dithers' : 'minds dither'}</button>
      )}
      <div class="row heading" aria-hidden="true"><span class="id">no.</span><span class="what">wants, does</span><span title="steps of the plan">plan</span><span class="flips" title="went back to a goal it had just left, within 200 ticks">⇄</span></div>
      <div class="scroll" ref={box} role="listbox" aria-label="minds" tabIndex={0} aria-activedescendant={index >= 0 ? `mind-${selected.value}` : undefined}>
        <div style={{ height: `${virtual.getTotalSize()}px`, position: 'relative' }}>
          {virtual.getVirtualItems().map(({ index: at, start }) => list[at] !== undefined && <Line key={list[at].id} row={list[at]} start={start} count={list.length} at={at} />)}
        </div>
      </div>
      <footer class="dim">{list.length} of {rows.value.size}</footer>
    </aside>
  );
}

function Line({ row, start, at, count }: { readonly row: Row; readonly start: number; readonly at: number; readonly count: number }) {
  const { id, goal, step, length, flips, planning } = row;
  const brain = brains.value[row.brain]?.name ?? '';
  return (
    <div id={`mind-${id}`} class="row" role="option" aria-selected={id === selected.value} aria-posinset={at + 1} aria-setsize={count} style={{ top: `${start}px` }} onClick={() => select(id)} title={brain}>
      <span class="id mono">{id}</span>
      <i class="bar" style={{ background: colour(goal) }} />
      <span class="what"><b>{goal || 'nothing'}</b> <span class="dim">{step || (planning ? 'plans' : 'idle')}</span></span>
      <span class="pips mono dim" title={`step ${row.at + 1} of ${length}`}>{length > 0 ? `${Math.min(row.at + 1, length)}/${length}` : goal !== '' && step === '' ? 'no plan' : ''}</span>
      <span class={`flips mono ${flips >= dithers ? 'alert' : 'dim'}`}>{flips > 0 ? `${flips}×` : ''}</span>
    </div>
  );
}

function Goals({ list }: { readonly list: readonly Row[] }) {
  const counts = new Map<string, number>();
  for (const { goal } of list) counts.set(goal || 'nothing', (counts.get(goal || 'nothing') ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const toggle = (goal: string): void => void (filter.value = filter.value === `wants:${goal}` ? '' : `wants:${goal}`);
  return (
    <>
      <div class="stack" aria-hidden="true">{sorted.map(([goal, count]) => <i key={goal} style={{ flex: count, background: colour(goal) }} onClick={() => toggle(goal)} />)}</div>
      <div class="legend">
        {sorted.slice(0, 12).map(([goal, count]) => (
          <button key={goal} aria-pressed={filter.value === `wants:${goal}`} onClick={() => toggle(goal)}><i style={{ background: colour(goal) }} />{goal} <b>{count}</b></button>
        ))}
      </div>
    </>
  );
}
