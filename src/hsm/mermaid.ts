import type { Built } from './built.js';
import type { StateProgram } from './program.js';

/** A structure as a Mermaid state diagram (`stateDiagram-v2`). Composites nest, transitions carry their trigger; the states with the ids given get the class `active`. */
export function picture({ program }: { readonly program: StateProgram }, activeIds: Iterable<string> = []): string {
  const roots = program.built;
  const active = new Set(activeIds);
  const lines = ['stateDiagram-v2', '  classDef active font-weight:bold,stroke-width:3px'];
  for (const root of roots) describeNode(root, '  ', lines);
  const marked = roots.flatMap(all).filter((node) => active.has(node.id));
  if (marked.length > 0) lines.push(`  class ${marked.map(key).join(',')} active`);
  return lines.join('\n');
}

function describeNode(node: Built, indent: string, lines: string[]): void {
  const { definition, kids } = node;
  const label = definition.kind === 'leaf' ? node.name : `${node.name} (${kindText(node)})`;
  lines.push(`${indent}state "${label.replaceAll('"', "'")}" as ${key(node)}`);
  if (definition.kind === 'leaf') return;
  lines.push(`${indent}state ${key(node)} {`);
  const inner = `${indent}  `;
  kids.forEach((kid, index) => {
    if (definition.kind === 'parallel' && index > 0) lines.push(`${inner}--`);
    describeNode(kid, inner, lines);
  });
  if (definition.kind === 'sequence') {
    kids.forEach((kid, index) => lines.push(`${inner}${index === 0 ? '[*]' : key(kids[index - 1]!)} --> ${key(kid)}`));
    lines.push(`${inner}${key(kids.at(-1)!)} --> ${definition.rounds === 1 ? '[*]' : key(kids[0]!)}`);
  }
  if (definition.kind === 'machine') {
    lines.push(`${inner}[*] --> ${key(kids.find((kid) => kid.name === definition.initial)!)}`);
    for (const way of definition.transitions) {
      const target = kids.find((kid) => kid.name === way.to);
      const trigger = way.event ?? (way.after === undefined ? (way.done === 'any' ? 'done' : way.done) : `after ${way.after} s`) ?? way.when?.name ?? '';
      const sources = way.from ?? kids.filter((kid) => kid !== target).map((kid) => kid.name);
      for (const name of sources) {
        const to = target === undefined ? '[*]' : key(target);
        lines.push(`${inner}${key(kids.find((kid) => kid.name === name)!)} --> ${to}${trigger === '' || trigger === 'when' ? ' : when' : ` : ${trigger}`}`);
      }
    }
  }
  lines.push(`${indent}}`);
}

function kindText({ definition }: Built): string {
  switch (definition.kind) {
    case 'sequence':
      return definition.rounds === 0 ? 'loop' : definition.rounds === 1 ? 'sequence' : `${definition.rounds} times`;
    case 'parallel':
      return `parallel ${definition.until}`;
    default:
      return definition.kind;
  }
}

function all(node: Built): Built[] {
  return [node, ...node.kids.flatMap(all)];
}

/** Mermaid wants plain identifiers: the node's number is one. */
function key(node: Built): string {
  return `s${node.number}`;
}
