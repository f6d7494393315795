import { constraintText, groundBoxes } from '../facts/internal.js';
import type { Fact, SimpleFact } from '../facts/internal.js';
import { engineOf } from './domain.js';
import type { AnyDomain } from './types.js';

/** A domain as readable lines: what there is, what each action needs, does and costs, and how many steps came of it. */
export function domainText(domain: AnyDomain): string {
  const { parts, actions, goals, report } = engineOf(domain);
  const lines: string[] = [];
  for (const [name, members] of Object.entries(parts.objects)) lines.push(`object ${name}: ${members.join(', ')}`);
  for (const [name, fact] of Object.entries(parts.facts)) lines.push(`fact ${name}: ${factText(fact)}`);
  for (const [name, fact] of Object.entries(parts.shared)) lines.push(`shared fact ${name}: ${factText(fact)}`);
  actions.forEach(({ name, params }, number) => {
    const { steps } = report[number]!;
    lines.push(`action ${name}${params.length === 0 ? '' : `(${params.map((param) => `${param.name}: ${param.set}`).join(', ')})`}: ${steps === 1 ? '1 step' : `${steps} steps`}`, ...actionLines(parts.actions[name] as RawAction));
  });
  for (const { name, params, want } of goals) {
    if (params.length > 0) lines.push(`goal ${name}(${params.map((param) => `${param.name}: ${param.set}`).join(', ')})`);
    else lines.push(`goal ${name}: ${want.flatMap((each) => groundBoxes(each, [], '')).map((box) => box.map(constraintText).join(', ')).join(' or ')}`);
  }
  return lines.join('\n');
}

/** An action as it was written. */
interface RawAction {
  readonly where?: Readonly<Record<string, unknown>>;
  readonly preconditions?: Readonly<Record<string, unknown>>;
  readonly effects?: Readonly<Record<string, unknown>>;
  readonly cost?: unknown;
}

function actionLines({ where = {}, preconditions = {}, effects = {}, cost = 1 }: RawAction): string[] {
  const parts = (condition: object, by: string): string => Object.entries(condition).flatMap(([name, wanted]) => partText(name, wanted)).join(by);
  const ways = (Array.isArray(preconditions) ? preconditions : [preconditions]) as readonly object[];
  const needs = [parts(where, ', '), ways.map((each) => parts(each, ways.length > 1 ? ' and ' : ', ')).join(' or ')].filter((text) => text !== '');
  const does = Object.entries(effects).flatMap(([name, change]) => partText(name, change));
  return [...(needs.length === 0 ? [] : [`  needs ${needs.join(', ')}`]), ...(does.length === 0 ? [] : [`  makes ${does.join(', ')}`]), `  costs ${typeof cost === 'number' ? cost : JSON.stringify(cost)}`];
}

/** What is said about a fact: a value, a test or a change, or rows of those for a family. */
function partText(name: string, said: unknown): string[] {
  if (Array.isArray(said)) return (said as readonly (readonly unknown[])[]).flatMap((row) => partText(`${name}[${row.slice(0, -1).join('][')}]`, row.at(-1)));
  if (typeof said === 'boolean') return [said ? name : `not ${name}`];
  if (typeof said !== 'object' || said === null) return [`${name} = ${String(said)}`];
  const { not, in: among, atLeast, atMost, add, clamp } = said as { readonly not?: string; readonly in?: string; readonly atLeast?: number; readonly atMost?: number; readonly add?: unknown; readonly clamp?: unknown };
  const parts = [
    ...(not === undefined ? [] : [`${name} != ${not}`]),
    ...(among === undefined ? [] : [`${name} in ${among}`]),
    ...(atLeast === undefined ? [] : [`${name} >= ${atLeast}`]),
    ...(atMost === undefined ? [] : [`${name} <= ${atMost}`]),
    ...(typeof add === 'number' ? [`${name} ${add < 0 ? '-' : '+'} ${Math.abs(add)}${clamp === true ? ' (clamped)' : ''}`] : []),
  ];
  // A form that this page does not know yet is shown as it was written.
  return parts.length > 0 ? parts : [`${name} ${JSON.stringify(said)}`];
}

function factText(fact: Fact): string {
  return fact.kind === 'per' ? `${simpleText(fact.of)} per ${fact.index.join(' and ')}` : simpleText(fact);
}

function simpleText(fact: SimpleFact): string {
  if (fact.kind === 'flag') return 'flag';
  return fact.kind === 'int' ? `int from ${fact.min} to ${fact.max}` : `one of ${fact.values.join(', ')}`;
}
