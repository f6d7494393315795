import type { Test } from '../facts/internal.js';
import type { Goal, Task } from '../goap/task.js';
import { wrongAt } from './expressions.js';
import { ground, type GroundAction, type GroundLiteral } from './ground.js';
import { mutexPairs, type PlainAction } from './mutexes.js';
import type { Lifted } from './read.js';

/** Variants of one action with conditional effects; each says of every condition whether it holds. */
const mostVariants = 4096;

/** A classical task, ready for every search of the planner. */
export interface ClassicalTask {
  readonly task: Task;
  readonly goal: Goal;
  readonly start: Int32Array;
  /** Atoms and ground actions that can be reached when nothing ever becomes false. */
  readonly atoms: number;
  readonly actions: number;
  /** Two atoms of the goal that can never hold together, as texts; undefined when none are known. */
  readonly contradiction: readonly [string, string] | undefined;
  /** The text of a plan's step, e.g. `move(a, b)`. */
  stepText(action: number): string;
}

/** Grounds a lifted task and packs it: a bit an atom, conditional effects split into variants of their action. */
export function compileClassical(lifted: Lifted): ClassicalTask {
  const { atoms, initial, actions } = ground(lifted);
  const texts = atoms.predicate.map((predicate, number) => {
    const terms = atoms.terms[number]!.map((object) => lifted.objects[object]!.word);
    return terms.length === 0 ? predicate : `${predicate}(${terms.join(', ')})`;
  });
  // Only atoms that some action changes are part of a state.
  const changing = new Int32Array(atoms.count).fill(-1);
  const plain = actions.map((action) => variantsOf(lifted, action));
  const flatActions = plain.flatMap((list, step) => list.map((each) => ({ ...each, step })));
  let bits = 0;
  for (const { adds, deletes } of flatActions) for (const atom of [...adds, ...deletes]) if (changing[atom] === -1) changing[atom] = bits++;
  const names: string[] = new Array<string>(bits);
  changing.forEach((bit, atom) => bit >= 0 && (names[bit] = texts[atom]!));
  const words = Math.max(1, Math.ceil(bits / 32));

  // A precondition on what never changes holds for good, or its action is never there.
  const holdsForGood = ({ atom, negated }: GroundLiteral): boolean => (atom < initial) !== negated;
  const kept = flatActions.filter((action) => action.needs.every((each) => changing[each.atom]! >= 0 || holdsForGood(each)));
  const count = kept.length;
  const care = new Int32Array(count * words);
  const value = new Int32Array(count * words);
  const clear = new Int32Array(count * words);
  const set = new Int32Array(count * words);
  kept.forEach(({ needs, adds, deletes }, action) => {
    for (const { atom, negated } of needs) demand(atom, negated, care, value, action * words);
    for (const atom of deletes) clear[action * words + (changing[atom]! >> 5)]! |= 1 << (changing[atom]! & 31);
    for (const atom of adds) set[action * words + (changing[atom]! >> 5)]! |= 1 << (changing[atom]! & 31);
    for (let word = action * words; word < (action + 1) * words; word++) clear[word]! &= ~set[word]!;
  });
  const cost = Float64Array.from(kept, ({ step }) => actions[step]!.cost);
  const start = new Int32Array(words);
  for (let atom = 0; atom < initial; atom++) if (changing[atom]! >= 0) start[changing[atom]! >> 5]! |= 1 << (changing[atom]! & 31);

  const any = goalTests();
  const empty = new Int32Array(count + 1);
  const task: Task = {
    words,
    actions: count,
    step: Int32Array.from(kept, ({ step }) => step),
    care,
    value,
    clear,
    set,
    cost,
    cheapest: cost.reduce((least, each) => (each > 0 && (least === 0 || each < least) ? each : least), 0),
    shiftStart: empty,
    shifts: new Int32Array(0),
    wideTestStart: empty,
    wideTests: new Uint32Array(0),
    wideEffectStart: empty,
    wideEffects: new Float64Array(0),
    cases: new Map(),
    groups: new Int32Array(0),
    thermometers: new Int32Array(0),
    maskable: true,
    literal: (word, bit, wanted) => `${wanted ? '' : 'not '}${names[word * 32 + bit] ?? '?'}`,
    stepText: (step) => actions[step]!.text,
  };
  return { task, goal: { text: lifted.name, any }, start, atoms: atoms.count, actions: actions.length, contradiction: contradictionOf(), stepText: (action) => actions[task.step[action]!]!.text };

  function demand(atom: number, negated: boolean, cares: Int32Array, values: Int32Array, at: number): void {
    const bit = changing[atom]!;
    if (bit < 0) return;
    cares[at + (bit >> 5)]! |= 1 << (bit & 31);
    if (!negated) values[at + (bit >> 5)]! |= 1 << (bit & 31);
  }

  function goalLiterals(): (GroundLiteral & { readonly same?: boolean })[] {
    const numbers = new Map(lifted.objects.map((each, number) => [each.word, number]));
    return lifted.goal.map((each) =>
      each.predicate === '=' ? { atom: -1, negated: each.negated, same: each.terms[0] === each.terms[1] } : { atom: atoms.find(each.predicate, each.terms.map((term) => numbers.get(term)!)), negated: each.negated },
    );
  }

  /** No test at all when something wanted is never reached. */
  function goalTests(): Test[] {
    const test: Test = { care: new Int32Array(words), value: new Int32Array(words), wide: new Uint32Array(0) };
    for (const { atom, negated, same } of goalLiterals()) {
      if (same !== undefined) {
        if (same === negated) return [];
      } else if (atom < 0 || changing[atom]! < 0) {
        if ((atom >= 0 && atom < initial) === negated) return [];
      } else {
        const bit = 1 << (changing[atom]! & 31);
        const word = changing[atom]! >> 5;
        // Wanted and not wanted at once.
        if ((test.care[word]! & bit) !== 0 && ((test.value[word]! & bit) !== 0) === negated) return [];
        demand(atom, negated, test.care, test.value, 0);
      }
    }
    return [test];
  }

  function contradictionOf(): readonly [string, string] | undefined {
    const bitOf = (atom: number): number => changing[atom]!;
    const wanted = goalLiterals().filter((each) => !each.negated && each.atom >= 0 && bitOf(each.atom) >= 0).map((each) => bitOf(each.atom));
    const initially = Array.from({ length: initial }, (_, atom) => bitOf(atom)).filter((bit) => bit >= 0);
    const rows = kept.map(({ needs, adds, deletes }) => ({
      needs: needs.filter((each) => bitOf(each.atom) >= 0).map((each) => ({ atom: bitOf(each.atom), negated: each.negated })),
      adds: adds.map(bitOf),
      deletes: deletes.map(bitOf),
    }));
    const mutex = mutexPairs(bits, initially, rows);
    if (mutex === undefined) return undefined;
    for (const one of wanted) for (const other of wanted) if (mutex(one, other)) return [names[one]!, names[other]!];
    return undefined;
  }
}

/** An action without conditional effects for every way in which its conditions may hold or not. */
function variantsOf(lifted: Lifted, action: GroundAction): PlainAction[] {
  const always = action.effects.filter((each) => each.when.length === 0);
  const conditions = new Map<string, { readonly when: readonly GroundLiteral[]; readonly effects: GroundLiteral[] }>();
  for (const effect of action.effects) {
    if (effect.when.length === 0) continue;
    const key = effect.when.map((each) => `${each.negated ? '-' : '+'}${each.atom}`).sort().join();
    const known = conditions.get(key);
    if (known === undefined) conditions.set(key, { when: effect.when, effects: [effect] });
    else known.effects.push(effect);
  }
  let variants: { readonly needs: readonly GroundLiteral[]; readonly effects: readonly GroundLiteral[] }[] = [{ needs: action.needs, effects: always }];
  for (const { when, effects } of conditions.values()) {
    variants = variants.flatMap((variant) => [
      { needs: [...variant.needs, ...when], effects: [...variant.effects, ...effects] },
      // It does not hold because of its first, or else its second literal, ...
      ...when.map((each, index) => ({ needs: [...variant.needs, ...when.slice(0, index), { ...each, negated: !each.negated }], effects: variant.effects })),
    ]).filter((variant) => isPossible(variant.needs));
    if (variants.length > mostVariants) {
      const schema = lifted.actions.find((each) => action.text === each.name || action.text.startsWith(`${each.name}(`))!;
      throw wrongAt(schema, 'too-many-variants', `the conditional effects of ${action.text} make more than ${mostVariants} variants`, 'use fewer (when ...) in one action');
    }
  }
  return variants.filter((variant) => isPossible(variant.needs)).map(({ needs, effects }) => ({ needs, adds: effects.filter((each) => !each.negated).map((each) => each.atom), deletes: effects.filter((each) => each.negated).map((each) => each.atom) }));
}

function isPossible(needs: readonly GroundLiteral[]): boolean {
  const seen = new Map<number, boolean>();
  for (const { atom, negated } of needs) {
    if (seen.get(atom) === !negated) return false;
    seen.set(atom, negated);
  }
  return true;
}
