import { checkName, describe, didYouMean, plainObject, Problem } from '../core/internal.js';
import type { Binding, Layout, Param } from '../facts/internal.js';

/** Reads `{ what: 'item' }`: names, and the object sets or `oneOf` facts they range over. */
export function parseParams(value: unknown, layout: Layout, path: string): readonly Param[] {
  if (value === undefined) return [];
  return Object.entries(plainObject(value, path, 'an object of params')).map(([name, set]) => {
    checkName(name, path, 'param');
    const members = typeof set === 'string' ? membersOf(set, layout) : undefined;
    if (members === undefined) throw new Problem('unknown-set', `param "${name}" ranges over ${describe(set)}, which is no object set or oneOf fact`, { path: `${path}.${name}`, hint: didYouMean(String(set), Object.keys(layout.sets)) });
    return { name, set: set as string, members };
  });
}

function membersOf(set: string, layout: Layout): readonly string[] | undefined {
  if (Object.hasOwn(layout.sets, set)) return layout.sets[set];
  const fact = layout.facts.get(set);
  return fact?.of.kind === 'oneOf' && fact.index.length === 0 ? fact.of.values : undefined;
}

/** Every way to fill in the params, the last one fastest. */
export function* bindings(params: readonly Param[]): Generator<Binding> {
  const binding: number[] = params.map(() => 0);
  for (;;) {
    yield binding;
    let at = params.length - 1;
    while (at >= 0 && ++binding[at]! === params[at]!.members.length) binding[at--] = 0;
    if (at < 0) return;
  }
}

/** The members that a binding means, by param. */
export function filled(params: readonly Param[], binding: Binding): Readonly<Record<string, string>> {
  return Object.freeze(Object.fromEntries(params.map(({ name, members }, at) => [name, members[binding[at]!]!])));
}

/** `carry(raw, cooker)`: a name with its params filled in. */
export function callText(name: string, params: Readonly<Record<string, string>>): string {
  const values = Object.values(params);
  return values.length === 0 ? name : `${name}(${values.join(', ')})`;
}
