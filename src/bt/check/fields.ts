import { attributeNames, type NodeType } from '../definition.js';
import { aNode } from '../wording.js';

/** A property special to nodes of one type, and whether it must be there; children and attributes go by themselves. */
export type Field = readonly [name: string, needed: boolean];

const call: readonly Field[] = [['call', true], ['args', false]];

const fields: Readonly<Partial<Record<NodeType, readonly Field[]>>> = {
  root: [['id', false], ['params', false]],
  branch: [['ref', true], ['args', false]],
  action: call,
  condition: call,
  wait: [['duration', false]],
  repeat: [['iterations', false]],
  repeatNow: [['iterations', false]],
  retry: [['attempts', false]],
  retryNow: [['attempts', false]],
  cooldown: [['duration', true]],
  timeLimit: [['duration', true]],
  runLimit: [['count', true]],
  lotto: [['weights', false]],
  parallel: [['successes', false], ['failures', false]],
};

/** The properties special to nodes of this type. */
export function fieldsOf(type: NodeType): readonly Field[] {
  return fields[type] ?? [];
}

/** What to say to somebody who wrote a property that exists, but not there. */
export function hintForMisplaced(type: NodeType, property: string): string | undefined {
  if (property === 'children') return `${aNode(type)} holds one node: write \`child\``;
  if (property === 'child') return `${aNode(type)} holds several nodes: write \`children\``;
  if (type === 'branch' && (attributeNames as readonly string[]).includes(property)) return 'a branch carries no guards or callbacks: write them on the root that it names';
  return undefined;
}
