import { Atoms } from './atoms.js';
import { wrongAt } from './expressions.js';
import type { Effect, Literal } from './formula.js';
import type { TypedName } from './names.js';
import type { Lifted, Schema } from './read.js';

/** Ground actions beyond this many are more than a search could go through. */
const mostActions = 500_000;

/** A literal over atoms by number. */
export interface GroundLiteral {
  readonly atom: number;
  readonly negated: boolean;
}

export interface GroundEffect extends GroundLiteral {
  readonly when: readonly GroundLiteral[];
}

export interface GroundAction {
  /** `move(a, b)`. */
  readonly text: string;
  readonly needs: readonly GroundLiteral[];
  readonly effects: readonly GroundEffect[];
  readonly cost: number;
}

/** What can be reached when nothing ever becomes false: the atoms, and the actions that can be taken at all. */
export interface Ground {
  readonly atoms: Atoms;
  /** How many atoms, the first ones, hold at the start. */
  readonly initial: number;
  readonly actions: readonly GroundAction[];
}

/**
 * Grounds by relaxed reachability: each atom that is reached is tried as every precondition that it fits, and the others are joined to it, those with the
 * fewest candidates first. Predicates that no action changes come first of all, so that they bind variables before anything is enumerated.
 * (The idea is that of M. Helmert, "Concise finite-domain representations for PDDL planning tasks", 2009; without its Datalog program.)
 *
 * @throws Problem `too-many-actions`, at the action that has them
 */
export function ground(lifted: Lifted): Ground {
  return new Grounder(lifted).run();
}

/** A term of a schema: a variable's place from 0, or an object as -1 - number. */
type Term = number;

interface Pattern {
  readonly predicate: string;
  readonly terms: readonly Term[];
}

interface Rule {
  readonly schema: Schema;
  readonly params: readonly TypedName[];
  /** Preconditions on atoms that must be reached; the ones that can change last. */
  readonly patterns: readonly Pattern[];
  /** Preconditions of predicates that never change, which must not hold at the start, and comparisons. */
  readonly absent: readonly Pattern[];
  readonly compared: readonly { readonly terms: readonly Term[]; readonly negated: boolean }[];
  /** The first pattern whose predicate can change: only from there on are atoms tried. */
  readonly firstFluent: number;
}

class Grounder {
  readonly #lifted: Lifted;
  readonly #atoms = new Atoms();
  readonly #number: ReadonlyMap<string, number>;
  /** Objects by variable types, worked out once. */
  readonly #domains = new Map<string, readonly number[]>();
  readonly #fluents: ReadonlySet<string>;
  readonly #rules: Rule[];
  readonly #byPredicate = new Map<string, { readonly rule: Rule; readonly place: number }[]>();
  readonly #found: { readonly rule: Rule; readonly binding: readonly number[] }[] = [];
  readonly #waiting = new Map<number, (() => void)[]>();

  constructor(lifted: Lifted) {
    this.#lifted = lifted;
    this.#number = new Map(lifted.objects.map((each, number) => [each.word, number]));
    this.#fluents = new Set(lifted.actions.flatMap((action) => action.effects.map((each) => each.predicate)));
    this.#rules = lifted.actions.map((schema) => this.#ruleOf(schema));
  }

  run(): Ground {
    for (const rule of this.#rules) {
      rule.patterns.forEach(({ predicate }, place) => {
        // An action with preconditions that change is found when the last of those is reached.
        if (place < rule.firstFluent && rule.firstFluent < rule.patterns.length) return;
        this.#byPredicate.set(predicate, [...(this.#byPredicate.get(predicate) ?? []), { rule, place }]);
      });
    }
    const { init } = this.#lifted;
    const ordered = [...init.filter((each) => !this.#fluents.has(each.predicate)), ...init.filter((each) => this.#fluents.has(each.predicate))];
    for (const { predicate, terms } of ordered) this.#atoms.add(predicate, terms.map((term) => this.#number.get(term)!));
    const initial = this.#atoms.count;
    for (const rule of this.#rules) if (rule.patterns.length === 0) this.#join(rule, new Array<number>(rule.params.length).fill(-1), [], -1, -1);
    for (let next = 0; next < this.#atoms.count; next++) {
      for (const { rule, place } of this.#byPredicate.get(this.#atoms.predicate[next]!) ?? []) this.#try(rule, place, next);
      for (const wake of this.#waiting.get(next) ?? []) wake();
      this.#waiting.delete(next);
    }
    return { atoms: this.#atoms, initial, actions: this.#found.map(({ rule, binding }) => this.#actionOf(rule, binding)) };
  }

  #ruleOf(schema: Schema): Rule {
    const { params, condition } = schema;
    const place = new Map(params.map((each, index) => [each.word, index]));
    const pattern = (each: Literal): Pattern => ({ predicate: each.predicate, terms: this.#termsOf(each.terms, place) });
    const positive = condition.filter((each) => !each.negated && each.predicate !== '=');
    const still = positive.filter((each) => !this.#fluents.has(each.predicate));
    return {
      schema,
      params,
      patterns: [...still, ...positive.filter((each) => this.#fluents.has(each.predicate))].map(pattern),
      absent: condition.filter((each) => each.negated && each.predicate !== '=' && !this.#fluents.has(each.predicate)).map(pattern),
      compared: condition.filter((each) => each.predicate === '=').map((each) => ({ terms: this.#termsOf(each.terms, place), negated: each.negated })),
      firstFluent: still.length,
    };
  }

  #termsOf(terms: readonly string[], place: ReadonlyMap<string, number>): Term[] {
    return terms.map((term) => place.get(term) ?? -1 - this.#number.get(term)!);
  }

  /** Joins a newly reached atom, as one precondition, with atoms that were reached before. */
  #try(rule: Rule, place: number, atom: number): void {
    const binding = new Array<number>(rule.params.length).fill(-1);
    if (!this.#match(rule, rule.patterns[place]!, atom, binding)) return;
    this.#join(rule, binding, rule.patterns.map((_, index) => index).filter((index) => index !== place), atom, place);
  }

  /** Binds a pattern's variables to an atom; false when they do not fit, and then the binding is spoilt. */
  #match(rule: Rule, { terms }: Pattern, atom: number, binding: number[]): boolean {
    const own = this.#atoms.terms[atom]!;
    for (let index = 0; index < terms.length; index++) {
      const term = terms[index]!;
      const object = own[index]!;
      if (term < 0) {
        if (-1 - term !== object) return false;
      } else if (binding[term] === -1) {
        if (!this.#isOf(rule.params[term]!, object)) return false;
        binding[term] = object;
      } else if (binding[term] !== object) return false;
    }
    return true;
  }

  /** So that nothing is found twice, earlier patterns take only atoms from before the new one, later ones that one too. */
  #join(rule: Rule, binding: readonly number[], left: readonly number[], newest: number, trigger: number): void {
    if (!this.#comparisonsHold(rule, binding)) return;
    if (left.length === 0) {
      this.#fill(rule, binding);
      return;
    }
    let best = -1;
    let candidates: readonly number[] = [];
    for (const each of left) {
      const some = this.#candidates(rule.patterns[each]!, binding);
      if (best === -1 || some.length < candidates.length) [best, candidates] = [each, some];
    }
    const rest = left.filter((each) => each !== best);
    const last = best < trigger ? newest - 1 : newest;
    for (let index = 0; index < candidates.length && candidates[index]! <= last; index++) {
      const next = [...binding];
      if (this.#match(rule, rule.patterns[best]!, candidates[index]!, next)) this.#join(rule, next, rest, newest, trigger);
    }
  }

  /** The shortest list of atoms among which those that fit the bound variables are. */
  #candidates({ predicate, terms }: Pattern, binding: readonly number[]): readonly number[] {
    let shortest = this.#atoms.of(predicate);
    for (let place = 0; place < terms.length; place++) {
      const term = terms[place]!;
      const object = term < 0 ? -1 - term : binding[term]!;
      if (object < 0) continue;
      const some = this.#atoms.at(predicate, place, object);
      if (some.length < shortest.length) shortest = some;
    }
    return shortest;
  }

  /** Variables that no precondition binds go through all objects of their types. */
  #fill(rule: Rule, binding: readonly number[]): void {
    const open = binding.indexOf(-1);
    if (open >= 0) {
      for (const object of this.#objectsOf(rule.params[open]!)) {
        const next = [...binding];
        next[open] = object;
        if (this.#comparisonsHold(rule, next)) this.#fill(rule, next);
      }
      return;
    }
    for (const { predicate, terms } of rule.absent) if (this.#atoms.find(predicate, bind(terms, binding)) >= 0) return;
    if (this.#found.length >= mostActions) throw wrongAt(rule.schema, 'too-many-actions', `more than ${mostActions} actions are possible; "${rule.schema.name}" goes over`, 'use fewer objects or parameters');
    this.#found.push({ rule, binding });
    for (const effect of rule.schema.effects) if (!effect.negated) this.#announce(rule, effect, binding);
  }

  #comparisonsHold(rule: Rule, binding: readonly number[]): boolean {
    for (const { terms, negated } of rule.compared) {
      const [one, other] = bind(terms, binding) as [number, number];
      if (one >= 0 && other >= 0 && (one === other) === negated) return false;
    }
    return true;
  }

  /** What an effect adds is reached, once its own condition is. */
  #announce(rule: Rule, effect: Effect, binding: readonly number[]): void {
    for (const { terms, when } of this.#instances(rule, effect, binding)) {
      const conditions = when.filter((each) => !each.negated && each.predicate !== '=');
      const need = (from: number): void => {
        for (let index = from; index < conditions.length; index++) {
          const { predicate, terms: wanted } = conditions[index]!;
          const atom = this.#atoms.find(predicate, wanted);
          if (atom >= 0) continue;
          // Not there yet, perhaps never: looked at again with every new atom of that name.
          this.#later(predicate, wanted, () => need(index));
          return;
        }
        this.#reach(effect.predicate, terms);
      };
      need(0);
    }
  }

  readonly #wanted = new Map<string, (() => void)[]>();

  #later(predicate: string, terms: readonly number[], work: () => void): void {
    const key = `${predicate} ${terms.join(' ')}`;
    this.#wanted.set(key, [...(this.#wanted.get(key) ?? []), work]);
  }

  #reach(predicate: string, terms: readonly number[]): void {
    const before = this.#atoms.count;
    const number = this.#atoms.add(predicate, terms);
    if (number !== before) return;
    const key = `${predicate} ${terms.join(' ')}`;
    const work = this.#wanted.get(key);
    if (work === undefined) return;
    this.#wanted.delete(key);
    this.#waiting.set(number, work);
  }

  /** An effect for each of the objects that its `forall` goes through; conditions that compare or never change are decided here. */
  *#instances(rule: Rule, effect: Effect, binding: readonly number[]): Generator<{ terms: number[]; when: { predicate: string; terms: number[]; negated: boolean }[] }> {
    const names = [...rule.params, ...effect.forAll];
    const place = new Map(names.map((each, index) => [each.word, index]));
    const terms = this.#termsOf(effect.terms, place);
    const whens = effect.when.map((each) => ({ predicate: each.predicate, negated: each.negated, terms: this.#termsOf(each.terms, place) }));
    const fill = function* (this: Grounder, bound: readonly number[], at: number): Generator<readonly number[]> {
      if (at === names.length) yield bound;
      else for (const object of this.#objectsOf(names[at]!)) yield* fill.call(this, [...bound, object], at + 1);
    };
    next: for (const bound of fill.call(this, binding, rule.params.length)) {
      const when: { predicate: string; terms: number[]; negated: boolean }[] = [];
      for (const each of whens) {
        const own = bind(each.terms, bound);
        if (each.predicate === '=') {
          if ((own[0] === own[1]) === each.negated) continue next;
        } else if (!this.#fluents.has(each.predicate)) {
          if ((this.#atoms.find(each.predicate, own) >= 0) === each.negated) continue next;
        } else when.push({ predicate: each.predicate, terms: own, negated: each.negated });
      }
      yield { terms: bind(terms, bound), when };
    }
  }

  #isOf(variable: TypedName, object: number): boolean {
    return this.#lifted.types.fits(this.#lifted.objects[object]!.types, variable.types);
  }

  #objectsOf(variable: TypedName): readonly number[] {
    const key = variable.types.join(' ');
    let known = this.#domains.get(key);
    if (known === undefined) {
      known = this.#lifted.objects.flatMap((_, number) => (this.#isOf(variable, number) ? [number] : []));
      this.#domains.set(key, known);
    }
    return known;
  }

  #actionOf(rule: Rule, binding: readonly number[]): GroundAction {
    const { schema, params } = rule;
    const place = new Map(params.map((each, index) => [each.word, index]));
    const literal = (predicate: string, terms: readonly number[], negated: boolean): GroundLiteral => ({ atom: this.#atoms.find(predicate, terms), negated });
    const needs = schema.condition
      .filter((each) => this.#fluents.has(each.predicate))
      .map((each) => literal(each.predicate, bind(this.#termsOf(each.terms, place), binding), each.negated))
      .filter((each) => each.atom >= 0);
    const effects: GroundEffect[] = [];
    for (const effect of schema.effects) {
      for (const { terms, when } of this.#instances(rule, effect, binding)) {
        const conditions = when.map((each) => literal(each.predicate, each.terms, each.negated));
        const atom = this.#atoms.find(effect.predicate, terms);
        // What is never reached neither holds nor is taken away; a condition on it decides itself.
        if (atom < 0 || conditions.some((each) => each.atom < 0 && !each.negated)) continue;
        effects.push({ atom, negated: effect.negated, when: conditions.filter((each) => each.atom >= 0) });
      }
    }
    const objects = binding.map((object) => this.#lifted.objects[object]!.word);
    return { text: objects.length === 0 ? schema.name : `${schema.name}(${objects.join(', ')})`, needs, effects, cost: this.#costOf(schema, place, binding) };
  }

  #costOf(schema: Schema, place: ReadonlyMap<string, number>, binding: readonly number[]): number {
    if (!this.#lifted.priced) return 1;
    let total = 0;
    for (const cost of schema.costs) {
      if ('number' in cost) {
        total += cost.number;
        continue;
      }
      const terms = bind(this.#termsOf(cost.terms, place), binding).map((object) => this.#lifted.objects[object]!.word);
      const value = this.#lifted.values.get([cost.function, ...terms].join(' '));
      if (value === undefined) throw wrongAt(cost, 'no-value', `the problem gives no value for ${[cost.function, ...terms].join(' ')}`, 'add (= (...) number) to its :init');
      total += value;
    }
    return total;
  }
}

function bind(terms: readonly Term[], binding: readonly number[]): number[] {
  return terms.map((term) => (term < 0 ? -1 - term : (binding[term] ?? -1)));
}
