import { compileTree } from './compile.js';
import type { TreeDefinition } from './definition.js';
import { branchKind } from './kinds.js';
import type { ProgramCall, TreeShape } from './program.js';
import type { Tree } from './leaves.js';
import type { TreeRun } from './run-tree.js';
import type { NodeStates } from './runtime.js';
import { callText, nodeOpening } from './text/print.js';

/** What there are pictures of. */
export type Pictured = TreeShape | TreeDefinition | Tree<any, any, any> | TreeRun;

/**
 * A tree as a picture for a terminal or a log: one node a line, its state behind it unless that is `ready`.
 *
 * @param tree a tree, its definition or program, or a run of it, which brings its states along
 * @throws Problem when a definition cannot be compiled
 */
export function treePicture(tree: Pictured, states: NodeStates | undefined = 'store' in tree ? tree.states : undefined): string {
  const shape = shapeOf(tree);
  const labels = labelsOf(shape);
  const drawn = labels.map((label, node) => `${lead(shape, node)}${label}`);
  const width = Math.max(...drawn.map((line) => line.length));
  return drawn
    .map((line, node) => {
      const state = states?.[node] ?? 'ready';
      return state === 'ready' ? line : `${line.padEnd(width)}  ${state}`;
    })
    .join('\n');
}

/**
 * A tree as a Mermaid flowchart; nodes that run, or ended well or badly, are coloured.
 *
 * @param tree a tree, its definition or program, or a run of it, which brings its states along
 * @throws Problem when a definition cannot be compiled
 */
export function treeMermaid(tree: Pictured, states: NodeStates | undefined = 'store' in tree ? tree.states : undefined): string {
  const shape = shapeOf(tree);
  const lines = ['flowchart TD'];
  labelsOf(shape).forEach((label, node) => {
    const state = states?.[node] ?? 'ready';
    const [open, close] = shape.ends[node] === node + 1 ? ['(["', '"])'] : ['["', '"]'];
    lines.push(`  n${node}${open}${mermaidText(label)}${close}${state === 'ready' ? '' : `:::${state}`}`);
    if (node > 0) lines.push(`  n${shape.parents[node]!} --> n${node}`);
  });
  if (states !== undefined) lines.push('  classDef running fill:#fde68a,color:#000', '  classDef success fill:#bbf7d0,color:#000', '  classDef failure fill:#fecaca,color:#000');
  return lines.join('\n');
}

function shapeOf(tree: Pictured): TreeShape {
  if ('store' in tree) return tree.store.program;
  return 'kinds' in tree ? tree : compileTree('definition' in tree ? tree.definition : tree);
}

/** Each node with its arguments, guards and hooks. */
function labelsOf(shape: TreeShape): readonly string[] {
  return shape.definitions.map((definition, node) => {
    // Where a branch was followed to a root with guards, the definition is that root.
    const parts = [shape.kinds[node] === branchKind ? shape.texts[node]! : nodeOpening(definition)];
    for (const { until, call, succeeds } of shape.guards[node]!) parts.push(attribute(until ? 'until' : 'while', call) + (succeeds ? ' then succeed' : ''));
    for (const [name, list] of [['entry', shape.entries], ['step', shape.steps], ['exit', shape.exits], ['score', shape.scores], ['reset', shape.resets]] as const) {
      const call = list[node];
      if (call !== undefined) parts.push(attribute(name, call));
    }
    return parts.join(' ');
  });
}

function attribute(name: string, { name: call, args }: ProgramCall): string {
  return `${name}(${callText({ call, args: args as never })})`;
}

/** The lines before a node: one branch to itself, and a bar for every node above that has more to come. */
function lead(shape: TreeShape, node: number): string {
  if (node === 0) return '';
  let text = hasNext(shape, node) ? '├─ ' : '└─ ';
  for (let above = shape.parents[node]!; above > 0; above = shape.parents[above]!) text = (hasNext(shape, above) ? '│  ' : '   ') + text;
  return text;
}

function hasNext(shape: TreeShape, node: number): boolean {
  return shape.ends[node]! < shape.ends[shape.parents[node]!]!;
}

function mermaidText(label: string): string {
  return label.replaceAll('#', '#35;').replaceAll('"', '#quot;').replaceAll('<', '#lt;').replaceAll('>', '#gt;').replace(/\s+/g, ' ');
}
