import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Panel } from './panel.js';
import { at, brain, options, scoreLine, seek, told } from './store.js';
import type { ToldOption } from '../../src/inspect/internal.js';
import { colour, num } from './words.js';

/** What each goal is worth now, of what that is made, and how it went. */
export function Scores() {
  const list = options.value;
  const most = Math.max(1e-9, ...list.map(({ score }) => score));
  return (
    <Panel name="scores" title="What it wants" beside={told.value?.heldBy === undefined ? '' : `held by ${told.value.heldBy}`}>
      {list.length === 0 ? <p class="dim">{brain.value?.options.length === 0 ? 'This brain has no options: it wants only what it is told.' : 'Scores of this mind were not recorded.'}</p> : (
        <table class="options">
          <thead class="hidden"><tr><th>goal</th><th>score</th><th>bar</th><th>considerations</th><th>standing</th></tr></thead>
          <tbody>{list.map((option, index) => <Line key={index} option={option} most={most} />)}</tbody>
        </table>
      )}
      <Chart />
    </Panel>
  );
}

function Line({ option: { option, target, score, because, standing, why, momentum }, most }: { readonly option: ToldOption; readonly most: number }) {
  const share = `${Math.max(0, (score / most) * 100)}%`;
  return (
    <tr class={standing}>
      <th scope="row">{standing === 'current' ? '▸ ' : ''}{option} {target !== undefined && <span class="dim">{target}</span>}</th>
      <td class="mono number">{num(score)}</td>
      <td><div class="track"><i style={{ width: share, background: colour(option) }} />{momentum > 1 && <u style={{ left: `${(score / momentum / most) * 100}%` }} title={`${num(score / momentum)} without momentum`} />}</div></td>
      <td class="because">{because.map(({ name, value, input }) => <span key={name} class={value === 0 ? 'zero' : ''} title={`input ${num(input)}`}>{name} <b class="mono">{num(value)}</b></span>)}</td>
      <td class="standing dim">{standing === 'current' ? 'current' : why}</td>
    </tr>
  );
}

function Chart() {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const line = scoreLine.value;
  const names = brain.value?.options.map(({ name }) => name) ?? [];
  const key = names.join();
  useEffect(() => {
    if (box.current === null || key === '') return undefined;
    const style = getComputedStyle(document.documentElement);
    const axis = { stroke: style.getPropertyValue('--dim'), grid: { stroke: style.getPropertyValue('--line'), width: 1 }, ticks: { show: false }, font: '11px system-ui' };
    const made = new uPlot(
      {
        width: box.current.clientWidth || 400, height: 110, legend: { show: false }, cursor: { y: false, drag: { x: false, y: false } }, scales: { x: { time: false } },
        axes: [{ ...axis, size: 22 }, { ...axis, size: 34 }],
        series: [{}, ...names.map((name) => ({ label: name, stroke: colour(name), width: 1.5, points: { show: false } }))],
        hooks: {
          draw: [(drawn) => {
            const x = drawn.valToPos(at.peek(), 'x', true);
            drawn.ctx.fillStyle = style.getPropertyValue('--text');
            drawn.ctx.fillRect(x, drawn.bbox.top, 1.5, drawn.bbox.height);
          }],
        },
      },
      [[], ...names.map(() => [])],
      box.current,
    );
    plot.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: box.current!.clientWidth, height: 110 }));
    resized.observe(box.current);
    made.over.addEventListener('click', () => seek(made.posToVal(made.cursor.left ?? 0, 'x')));
    return () => {
      resized.disconnect();
      plot.current = undefined;
      made.destroy();
    };
  }, [key]);
  useEffect(() => {
    // Of several targets the best counts.
    plot.current?.setData([line.map(({ tick }) => tick), ...names.map((name) => line.map(({ options: told }) => told.reduce((best, each) => (each.option === name ? Math.max(best, each.score) : best), 0)))]);
  }, [line, at.value, key]);
  return <div ref={box} class="chart" role="img" aria-label="scores over time" hidden={line.length < 2} />;
}
