import { hierarchy, tree as layout } from 'd3-hierarchy';
import { useMemo, useState } from 'preact/hooks';
import { Canvas } from './canvas.js';
import { Panel } from './panel.js';
import { searchFrom, type Looked, type Searched } from './replay.js';
import { at, brain, moment } from './store.js';
import { num } from './words.js';
import type { BrainDescription, Moment } from '../../src/brain/internal.js';

interface Item {
  readonly node: Looked | undefined;
  /** How manieth it was looked at. */
  readonly order: number;
  readonly children: Item[];
  /** Nodes below that are folded away. */
  folded: number;
}

type Answer = Searched | { readonly problem: string };

/** A search from the facts of the moment that is shown: which states it looked at, in which order. */
export function Search() {
  const described = brain.value;
  const now = moment.value;
  const [goal, choose] = useState('');
  const [rung, setRung] = useState<'forward' | 'regression'>('forward');
  const [asked, ask] = useState<{ readonly tick: number; readonly answer: Answer }>();
  const [shown, show] = useState(0);
  if (described === undefined || now === undefined || described.goals.length === 0) return null;
  const wanted = goal || now.goal || described.goals[0]!;
  const search = (): void => {
    const answer = searchNow(described, now, wanted, rung);
    ask({ tick: at.value, answer });
    show('nodes' in answer ? answer.nodes.length : 0);
  };
  return (
    <Panel name="search" title="How it would be found" beside={asked === undefined ? '' : `at tick ${asked.tick}`}>
      <form onSubmit={(event) => { event.preventDefault(); search(); }}>
        <select aria-label="goal" value={wanted} onChange={(event) => choose(event.currentTarget.value)}>{described.goals.map((name) => <option key={name}>{name}</option>)}</select>{' '}
        <select aria-label="direction" value={rung} onChange={(event) => setRung(event.currentTarget.value as 'forward')}><option value="forward">forward, from now</option><option value="regression">backward, from the goal</option></select>{' '}
        <button type="submit">search from here</button>
      </form>
      {asked !== undefined && ('problem' in asked.answer ? <p class="alert">{asked.answer.problem}</p> : <Replay answer={asked.answer} shown={shown} show={show} />)}
      {described.actions.some(({ ownCost }) => ownCost) && <p class="dim">Costs that look at the body are not known here: the domain's own are taken.</p>}
    </Panel>
  );
}

function searchNow(described: BrainDescription, { facts }: Moment, wanted: string, rung: 'forward' | 'regression'): Answer {
  try {
    const start: Record<string, unknown> = {};
    for (const { fact, members, text } of described.facts) {
      let into = start;
      [fact, ...members].forEach((name, depth, all) => {
        if (depth === all.length - 1) into[name] = facts[text];
        else into = (into[name] ??= {}) as Record<string, unknown>;
      });
    }
    const [, name = wanted, inner = ''] = /^(.*?)(?:\((.*)\))?$/.exec(wanted) ?? [];
    const params = inner === '' ? undefined : Object.fromEntries(inner.split(', ').map((member, index) => [Object.keys((described.domain as { goals: Record<string, { params?: object }> }).goals[name]?.params ?? {})[index] ?? String(index), member]));
    return searchFrom(described.domain, start, params === undefined ? name : { goal: name, params }, rung);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Nodes off the way to the last one are shown down to their first; what is below is folded. */
function unfold(nodes: readonly Looked[], upTo: number): { readonly root: Item; readonly way: ReadonlySet<number> } {
  const parents = new Map(nodes.map(({ node, parent }) => [node, parent]));
  const way = new Set<number>();
  for (let node: number | undefined = nodes[upTo - 1]?.node; node !== undefined && node >= 0; node = parents.get(node)) way.add(node);
  const root: Item = { node: undefined, order: -1, children: [], folded: 0 };
  const items = new Map<number, Item>([[-1, root]]);
  nodes.slice(0, upTo).forEach((node, order) => {
    let above = items.get(node.parent);
    // A folded one counts for the last that is shown above it.
    for (let parent = node.parent; above === undefined && parent >= 0; above = items.get(parent)) parent = parents.get(parent) ?? -1;
    above ??= root;
    const parentShown = items.has(node.parent) && (node.parent < 0 || way.has(node.parent));
    if (!parentShown && !way.has(node.node)) {
      above.folded++;
      return;
    }
    const item: Item = { node, order, children: [], folded: 0 };
    items.set(node.node, item);
    above.children.push(item);
  });
  return { root, way };
}

const rowHeight = 26;

function Replay({ answer, shown, show }: { readonly answer: Searched; readonly shown: number; readonly show: (count: number) => void }) {
  const { nodes, text } = answer;
  const drawn = useMemo(() => {
    const { root, way } = unfold(nodes, shown);
    const placed = layout<Item>().nodeSize([rowHeight, 1]).separation(() => 1)(hierarchy(root, ({ children }) => children));
    return { placed, way };
  }, [nodes, shown]);
  const all = drawn.placed.descendants();
  const label = ({ node, folded }: Item): string => (node === undefined ? 'begin' : `${node.step ?? 'goal'}  ${num(node.g)}+${num(node.h)}${folded > 0 ? `  +${folded}` : ''}`);
  const widths: number[] = [];
  for (const { depth, data } of all) widths[depth] = Math.max(widths[depth] ?? 0, label(data).length * 6.6 + 16);
  const starts = widths.map((_, depth) => widths.slice(0, depth).reduce((sum, width) => sum + width + 22, 0));
  const [top, bottom] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  return (
    <>
      <p class="dim text">{text}; {nodes.length} states looked at</p>
      {nodes.length > 0 && (
        <>
          <input type="range" aria-label="states looked at so far" min={1} max={nodes.length} value={shown} onInput={(event) => show(Number(event.currentTarget.value))} />
          <Canvas width={starts.at(-1)! + widths.at(-1)! + 8} height={bottom - top + 30} most={360} label={`search: ${shown} of ${nodes.length} states`}>
            {drawn.placed.links().map(({ source, target }) => {
              const [x1, y1, x2, y2] = [starts[source.depth]! + label(source.data).length * 6.6 + 16, source.x - top + 14, starts[target.depth]!, target.x - top + 14];
              return <path key={target.data.order} class={`edge ${drawn.way.has(target.data.node?.node ?? -1) ? 'success' : ''}`} d={`M${x1},${y1}C${(x1 + x2) / 2},${y1} ${(x1 + x2) / 2},${y2} ${x2},${y2}`} />;
            })}
            {all.map(({ data, depth, x }) => (
              <g key={data.order} class={`node ${drawn.way.has(data.node?.node ?? -1) ? 'plan' : ''} ${data.order === shown - 1 ? 'running' : ''}`} transform={`translate(${starts[depth]},${x - top + 14})`}>
                <rect y={-10} width={label(data).length * 6.6 + 16} height={20} rx={4} />
                <text x={8} y={4}>{label(data)}</text>
                {data.node !== undefined && <title>{`looked at as number ${data.order + 1}; cost so far ${num(data.node.g)}, at least ${num(data.node.h)} to come${data.folded > 0 ? `; ${data.folded} more below` : ''}`}</title>}
              </g>
            ))}
          </Canvas>
        </>
      )}
    </>
  );
}
