import { constraintText, groundBoxes } from '../facts/internal.js';
import type { Fact, SimpleFact } from '../facts/internal.js';
import { engineOf } from './domain.js';
import type { AnyDomain } from './types.js';

/** A domain as readable lines: what there is, and how many steps came of it. */
export function domainText(domain: AnyDomain): string {
  const { parts, actions, goals, report } = engineOf(domain);
  const lines: string[] = [];
  for (const [name, members] of Object.entries(parts.objects)) lines.push(`object ${name}: ${members.join(', ')}`);
  for (const [name, fact] of Object.entries(parts.facts)) lines.push(`fact ${name}: ${factText(fact)}`);
  for (const [name, fact] of Object.entries(parts.shared)) lines.push(`shared fact ${name}: ${factText(fact)}`);
  actions.forEach(({ name, params }, number) => {
    const { steps } = report[number]!;
    lines.push(`action ${name}${params.length === 0 ? '' : `(${params.map((param) => `${param.name}: ${param.set}`).join(', ')})`}: ${steps === 1 ? '1 step' : `${steps} steps`}`);
  });
  for (const { name, params, want } of goals) {
    if (params.length > 0) lines.push(`goal ${name}(${params.map((param) => `${param.name}: ${param.set}`).join(', ')})`);
    else lines.push(`goal ${name}: ${want.flatMap((each) => groundBoxes(each, [], '')).map((box) => box.map(constraintText).join(', ')).join(' or ')}`);
  }
  return lines.join('\n');
}

function factText(fact: Fact): string {
  return fact.kind === 'per' ? `${simpleText(fact.of)} per ${fact.index.join(' and ')}` : simpleText(fact);
}

function simpleText(fact: SimpleFact): string {
  if (fact.kind === 'flag') return 'flag';
  return fact.kind === 'int' ? `int from ${fact.min} to ${fact.max}` : `one of ${fact.values.join(', ')}`;
}
