import { compileTree } from './compile.js';
import type { TreeDefinition } from './definition.js';
import { kindOf } from './kinds.js';
import type { ProgramCall, TreeShape } from './program.js';
import { callText, nodeOpening } from './text/print.js';

/** What is known of each node, in preorder with branches followed: what `TreeStore.states` gives. */
export type NodeStates = readonly ('ready' | 'running' | 'succeeded' | 'failed')[];

/**
 * A tree as a picture for a terminal or a log: one node a line, its state behind it unless that is `ready`.
 *
 * @param tree a program, or a definition to be compiled first
 * @throws Problem when a definition cannot be compiled
 */
export function treePicture(tree: TreeShape | TreeDefinition, states?: NodeStates): string {
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
 * A tree as a Mermaid flowchart; nodes that run, succeeded or failed are coloured.
 *
 * @param tree a program, or a definition to be compiled first
 * @throws Problem when a definition cannot be compiled
 */
export function treeMermaid(tree: TreeShape | TreeDefinition, states?: NodeStates): string {
  const shape = shapeOf(tree);
  const lines = ['flowchart TD'];
  labelsOf(shape).forEach((label, node) => {
    const state = states?.[node] ?? 'ready';
    const [open, close] = shape.ends[node] === node + 1 ? ['(["', '"])'] : ['["', '"]'];
    lines.push(`  n${node}${open}${mermaidText(label)}${close}${state === 'ready' ? '' : `:::${state}`}`);
    if (node > 0) lines.push(`  n${shape.parents[node]!} --> n${node}`);
  });
  if (states !== undefined) lines.push('  classDef running fill:#fde68a,color:#000', '  classDef succeeded fill:#bbf7d0,color:#000', '  classDef failed fill:#fecaca,color:#000');
  return lines.join('\n');
}

function shapeOf(tree: TreeShape | TreeDefinition): TreeShape {
  return 'kinds' in tree ? tree : compileTree(tree);
}

/** Each node with its arguments, guards and hooks. */
function labelsOf(shape: TreeShape): readonly string[] {
  return shape.definitions.map((definition, node) => {
    // Where a branch was followed to a root with guards, the definition is that root.
    const parts = [shape.kinds[node] === kindOf.branch ? shape.texts[node]! : nodeOpening(definition)];
    for (const { until, call, succeeds } of shape.guards[node]!) parts.push(attribute(until ? 'until' : 'while', call) + (succeeds ? ' then succeed' : ''));
    for (const [name, list] of [['entry', shape.entries], ['step', shape.steps], ['exit', shape.exits], ['score', shape.scores]] as const) {
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
