import { hierarchy, tree as layout, type HierarchyPointNode } from 'd3-hierarchy';
import { Canvas } from './canvas.js';
import { Panel } from './panel.js';
import { brain, moment, told } from './store.js';
import type { NodeState } from '../../src/brain/internal.js';

const marks: Record<NodeState, string> = { ready: '·', running: '▶', success: '✓', failure: '✗' };
const sign: Record<string, string> = { sequence: '→', selector: '?', parallel: '⇉', reactiveSelector: '?!', reactiveSequence: '→!', root: '●' };
const rowHeight = 38;
const letter = 7;

interface Item {
  readonly node: number;
  readonly text: string;
  readonly guards: readonly string[];
  readonly children: Item[];
}

/** Which branch runs, what every node said last, and what holds a branch back. */
export function Tree() {
  const described = brain.value;
  const states = moment.value?.nodes;
  if (described === undefined || states === undefined) return null;
  const items = described.tree.map(({ text, type, guards }, node): Item => ({ node, text: labelOf(text, type), guards, children: [] }));
  described.tree.forEach(({ parent }, node) => {
    if (parent >= 0) items[parent]!.children.push(items[node]!);
  });
  const root = layout<Item>().nodeSize([rowHeight, 1]).separation(() => 1)(hierarchy(items[0]!, ({ children }) => children));
  const nodes = root.descendants();
  // Every level is as wide as its widest node.
  const widths: number[] = [];
  for (const { depth, data } of nodes) widths[depth] = Math.max(widths[depth] ?? 0, widthOf(data));
  const starts = widths.map((_, depth) => widths.slice(0, depth).reduce((sum, width) => sum + width + 26, 0));
  const [top, bottom] = [Math.min(...nodes.map(({ x }) => x)), Math.max(...nodes.map(({ x }) => x))];
  const place = ({ x, depth }: HierarchyPointNode<Item>): [number, number] => [starts[depth]!, x - top + 18];
  return (
    <Panel name="tree" title="Which branch" beside={told.value?.stoppedAt ?? ''}>
      <Canvas width={starts.at(-1)! + widths.at(-1)! + 12} height={bottom - top + 36} most={340} label="behaviour tree">
        {root.links().map(({ source, target }) => {
          const [x1, y1] = place(source);
          const [x2, y2] = place(target);
          const from = x1 + widthOf(source.data);
          return <path key={target.data.node} class={`edge ${states[target.data.node]}`} d={`M${from},${y1}C${(from + x2) / 2},${y1} ${(from + x2) / 2},${y2} ${x2},${y2}`} />;
        })}
        {nodes.map((each) => {
          const { node, text, guards } = each.data;
          const [x, y] = place(each);
          const state = states[node] ?? 'ready';
          return (
            <g key={node} class={`node ${state}`} transform={`translate(${x},${y})`} role="treeitem" aria-level={each.depth + 1} aria-label={`${text}: ${state}${guards.length > 0 ? `, ${guards.join(', ')}` : ''}`}>
              <rect y={-11} width={widthOf(each.data)} height={22} rx={each.children === undefined ? 11 : 4} />
              <text x={8} y={4}><tspan class="state">{marks[state]}</tspan> {text}</text>
              {guards.length > 0 && <text class="guard" x={8} y={-14}>{guards.join(' ')}</text>}
              <title>{`${text}: ${state}${guards.length > 0 ? `\n${guards.join('\n')}` : ''}`}</title>
            </g>
          );
        })}
      </Canvas>
    </Panel>
  );
}

function labelOf(text: string, type: string): string {
  const short = text.replace(/^(action|condition) \[/, '[');
  return sign[type] === undefined ? (type === 'condition' ? `${short}?` : short) : `${sign[type]} ${text}`;
}

function widthOf({ text, guards }: Item): number {
  return Math.max(text.length * letter + 30, guards.join(' ').length * 5.4 + 16);
}
