import { describe, didYouMean, Problem } from '../core/internal.js';

/** A param of an action or goal: a name and the members it ranges over. */
export interface Param {
  readonly name: string;
  /** The object set or `oneOf` fact. */
  readonly set: string;
  readonly members: readonly string[];
  /** The members are the numbers of an int; whoever gets the param gets a number. */
  readonly counts?: boolean;
}

/** What a param is for whoever gets it: a member's name, or a number. */
export function valueOfParam({ members, counts }: Param, number: number): string | number {
  return counts === true ? Number(members[number]!) : members[number]!;
}

/** The members chosen for the params, by number, in the order of the params. */
export type Binding = readonly number[];

/** Where a member may stand: the member itself, or a param that says which. */
export type Ref = { readonly param: undefined; readonly member: number } | { readonly param: number; readonly members: Int32Array };

/** The member that a reference means once the params are chosen. */
export function resolve(ref: Ref, binding: Binding): number {
  return ref.param === undefined ? ref.member : ref.members[binding[ref.param]!]!;
}

/**
 * Reads `'member'` or `'$param'` where one of `targets` is wanted.
 * @throws Problem `unknown-member`, `unknown-param`, `wrong-param`
 */
export function parseRef(value: unknown, targets: ReadonlyMap<string, number>, what: string, params: readonly Param[], path: string): Ref {
  if (typeof value !== 'string') throw new Problem('wrong-type', `${what} takes a member's name, not ${describe(value)}`, { path });
  if (!value.startsWith('$')) {
    const member = targets.get(value);
    if (member === undefined) throw new Problem('unknown-member', `${what} has no member ${describe(value)}`, { path, hint: didYouMean(value, targets.keys()) });
    return { param: undefined, member };
  }
  const name = value.slice(1);
  const number = params.findIndex((each) => each.name === name);
  const param = params[number];
  if (param === undefined) {
    const names = params.map((each) => `$${each.name}`);
    throw new Problem('unknown-param', `there is no param ${describe(value)}`, { path, hint: names.length === 0 ? 'there are no params here' : didYouMean(value, names) });
  }
  const stranger = param.members.find((member) => !targets.has(member));
  if (stranger !== undefined) {
    throw new Problem('wrong-param', `param "${name}" ranges over "${param.set}", but ${what} has no member "${stranger}"`, { path });
  }
  return { param: number, members: Int32Array.from(param.members, (member) => targets.get(member)!) };
}
