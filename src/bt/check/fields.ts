import { describe } from '../../core/internal.js';
import { attributeNames, type NodeType } from '../definition.js';
import { aNode } from '../wording.js';
import { checkAmount, checkArguments, checkTreeName, checkWhole, type Site } from './values.js';

/** How one property of a node is checked and copied. */
export interface FieldRule {
  readonly needed: boolean;
  /** The value as it goes into the copy; what is wrong with it goes to the site's report. */
  readonly copy: (site: Site, what: string) => unknown;
}

const name = { needed: true, copy: checkTreeName };
const amount = { needed: false, copy: checkAmount };
const call: Readonly<Record<string, FieldRule>> = { call: name, args: { needed: false, copy: checkArguments } };
const duration = { needed: true, copy: (site: Site, what: string) => checkWhole(site, what, 0) };

/** The properties special to nodes of one type; children and attributes go by themselves. */
const rules: Readonly<Partial<Record<NodeType, Readonly<Record<string, FieldRule>>>>> = {
  root: { id: { ...name, needed: false } },
  branch: { ref: name },
  action: call,
  condition: call,
  wait: { duration: amount },
  repeat: { iterations: amount },
  retry: { attempts: amount },
  cooldown: { duration },
  timeLimit: { duration },
  runLimit: { count: { needed: true, copy: (site, what) => checkWhole(site, what, 1) } },
  lotto: { weights: { needed: false, copy: checkWeights } },
  parallel: {
    successes: { needed: false, copy: (site, what) => checkThreshold(site, what, 0) },
    failures: { needed: false, copy: (site, what) => checkThreshold(site, what, 1) },
  },
};

const none: Readonly<Record<string, FieldRule>> = {};

/** The rules for the properties special to nodes of this type. */
export function fieldRules(type: NodeType): Readonly<Record<string, FieldRule>> {
  return rules[type] ?? none;
}

/** The attributes that may stand on a node of this type; whether `score` may is a question of its parent. */
export function attributesOf(type: NodeType): readonly (typeof attributeNames)[number][] {
  return type === 'branch' ? ['score'] : attributeNames;
}

/** What to say to somebody who wrote a property that exists, but not there. */
export function hintForMisplaced(type: NodeType, property: string): string | undefined {
  if (property === 'children') return `${aNode(type)} holds one node: write \`child\``;
  if (property === 'child') return `${aNode(type)} holds several nodes: write \`children\``;
  if (type === 'branch' && (attributeNames as readonly string[]).includes(property)) return 'a branch carries no guards or callbacks: write them on the root that it names';
  return undefined;
}

/** Tickets of a lotto: as many as it has children. */
function checkWeights(site: Site, what: string): readonly (number | undefined)[] | undefined {
  const { value, path, part, report } = site;
  const count = childCount(part);
  if (!Array.isArray(value) || value.length !== count) {
    report.add('bad-value', `${what} must be a list with one weight for each of the ${count} nodes, not ${describe(value)}`, path, part);
    return undefined;
  }
  const weights: (number | undefined)[] = [];
  for (let index = 0; index < count; index++) weights.push(checkWhole({ ...site, value: value[index], path: `${path}.${index}` }, what, 0, index));
  return Object.freeze(weights);
}

/** How many children must succeed or fail: not more than there are. */
function checkThreshold(site: Site, what: string, argument: number): number | undefined {
  const threshold = checkWhole(site, what, 1, argument);
  const count = childCount(site.part);
  if (threshold !== undefined && threshold > count) {
    site.report.add('bad-value', `${what} is ${threshold}, but there are only ${count} nodes`, site.path, site.part, undefined, argument);
  }
  return threshold;
}

function childCount(node: object): number {
  const { children } = node as { readonly children?: unknown };
  return Array.isArray(children) ? children.length : 0;
}
