// A slow interpreter of the notation, written from the algorithm of the SCXML recommendation (appendix D) and from nothing else.
// It knows no engine of this project. Sets are plain arrays, and everything is worked out anew at each step.
import type { DocumentText, StateText, StepText, TransitionText } from './notation.js';

interface State {
  readonly id: string;
  readonly text: StateText;
  readonly parent: State | undefined;
  readonly children: State[];
  /** The place in document order: a parent comes before its children, and siblings as they are written. */
  readonly order: number;
  readonly transitions: Transition[];
}

interface Transition {
  readonly text: TransitionText;
  readonly source: State;
}

/** More microsteps than this in one tick are taken for endless. */
const patience = 1000;

export class Reference {
  readonly #root: State;
  readonly #all = new Map<string, State>();
  readonly #remembered = new Map<string, State[]>();
  readonly #guards: Record<string, boolean> = {};
  #active: State[] = [];
  #raised: string[] = [];
  #log: string[] = [];
  #ended = false;
  #microsteps = 0;

  constructor(document: DocumentText) {
    this.#root = this.#read('', { states: document.states, ...(document.initial === undefined ? {} : { initial: document.initial }) }, undefined);
    for (const text of document.transitions) {
      const source = this.#state(text.from);
      for (const target of targetsOf(text)) this.#state(target);
      source.transitions.push({ text, source });
    }
  }

  /** One tick: guards take their values, what may go on without an event goes on, then the events are answered one by one. */
  step(events: readonly string[] = [], guards: Readonly<Record<string, boolean>> = {}): StepText {
    this.#log = [];
    this.#microsteps = 0;
    Object.assign(this.#guards, guards);
    if (this.#active.length === 0 && !this.#ended) this.#enter(this.#initials(this.#root), this.#root);
    let endless = !this.#settle();
    for (const event of events) {
      if (this.#ended || endless) break;
      this.#microstep(this.#select(event));
      endless = !this.#settle();
    }
    const active = this.#active.filter((state) => state.children.length === 0).map(({ id }) => id);
    return { log: this.#log, active, ...(this.#ended ? { ended: true } : {}), ...(endless ? { endless: true } : {}) };
  }

  /** Completes the macrostep: eventless transitions first, then what was raised, first in first out. False: it does not end. */
  #settle(): boolean {
    while (!this.#ended) {
      let taken = this.#select(undefined);
      while (taken.length === 0 && this.#raised.length > 0) taken = this.#select(this.#raised.shift());
      if (taken.length === 0) return true;
      if (++this.#microsteps > patience) return false;
      this.#microstep(taken);
    }
    return true;
  }

  /** Each active atomic state asks itself, then outwards, for the first transition that answers; then conflicts are resolved. */
  #select(event: string | undefined): Transition[] {
    const enabled: Transition[] = [];
    for (const atomic of this.#active.filter((state) => state.children.length === 0)) {
      const found = [atomic, ...outwards(atomic)].flatMap(({ transitions }) => transitions).find((transition) => this.#answers(transition, event));
      if (found !== undefined && !enabled.includes(found)) enabled.push(found);
    }
    return this.#withoutConflicts(enabled);
  }

  #answers({ text, source }: Transition, event: string | undefined): boolean {
    if ((text.done === true ? `done.${source.id}` : text.event) !== event) return false;
    if (text.in !== undefined && !this.#active.includes(this.#state(text.in))) return false;
    if (text.guard === undefined) return true;
    return text.guard.startsWith('!') ? this.#guards[text.guard.slice(1)] !== true : this.#guards[text.guard] === true;
  }

  /** Two transitions that would leave the same state: the one from further inside wins, else the one found first. */
  #withoutConflicts(enabled: readonly Transition[]): Transition[] {
    let kept: Transition[] = [];
    for (const next of enabled) {
      const rivals = kept.filter((other) => this.#left(next).some((state) => this.#left(other).includes(state)));
      if (rivals.some((other) => !isInside(next.source, other.source))) continue;
      kept = [...kept.filter((other) => !rivals.includes(other)), next];
    }
    return kept;
  }

  #microstep(transitions: readonly Transition[]): void {
    const leaving = byOrder([...new Set(transitions.flatMap((transition) => this.#left(transition)))]).reverse();
    // All is remembered before anything is left.
    for (const state of leaving) {
      if (state.children.length === 0) continue;
      this.#remembered.set(`shallow ${state.id}`, this.#active.filter(({ parent }) => parent === state));
      this.#remembered.set(`deep ${state.id}`, this.#active.filter((other) => other.children.length === 0 && isInside(other, state)));
    }
    for (const state of leaving) this.#leave(state);
    for (const { text } of transitions) {
      if (text.log !== undefined) this.#log.push(text.log);
      this.#raised.push(...(text.raise ?? []));
    }
    const entering = new Set<State>();
    for (const transition of transitions) {
      const domain = this.#domain(transition);
      if (domain === undefined) continue;
      for (const target of this.#effectiveTargets(transition)) this.#addInwards(target, entering);
      for (const target of this.#effectiveTargets(transition)) this.#addOutwards(target, domain, entering);
    }
    this.#enterAll(entering);
  }

  #enter(targets: readonly State[], domain: State): void {
    const entering = new Set<State>();
    for (const target of targets) this.#addInwards(target, entering);
    for (const target of targets) this.#addOutwards(target, domain, entering);
    this.#enterAll(entering);
  }

  /** The state and all that is entered by default with it. */
  #addInwards(state: State, entering: Set<State>): void {
    entering.add(state);
    if (state.children.length === 0) return;
    if (state.text.parallel === true) {
      for (const child of state.children) if (!hasInside(entering, child)) this.#addInwards(child, entering);
      return;
    }
    const initials = this.#initials(state);
    for (const initial of initials) this.#addInwards(initial, entering);
    for (const initial of initials) this.#addOutwards(initial, state, entering);
  }

  /** The states between the target and the domain; the other branches of a parallel among them come along. */
  #addOutwards(state: State, domain: State, entering: Set<State>): void {
    for (const outer of outwards(state)) {
      if (outer === domain) return;
      entering.add(outer);
      if (outer.text.parallel === true) for (const child of outer.children) if (!hasInside(entering, child)) this.#addInwards(child, entering);
    }
  }

  #enterAll(entering: ReadonlySet<State>): void {
    for (const state of byOrder([...entering])) {
      this.#active = byOrder([...this.#active, state]);
      if (state.text.final !== true) this.#log.push(`+${state.id}`);
      this.#raised.push(...(state.text.enter ?? []));
      if (state.text.final === true) this.#complete(state);
    }
    if (this.#ended) for (const state of [...this.#active].reverse()) this.#leave(state);
  }

  #complete(final: State): void {
    const parent = final.parent!;
    if (parent === this.#root) {
      this.#ended = true;
      return;
    }
    this.#raised.push(`done.${parent.id}`);
    const outer = parent.parent!;
    if (outer.text.parallel === true && outer.children.every((child) => this.#isComplete(child))) this.#raised.push(`done.${outer.id}`);
  }

  #isComplete(state: State): boolean {
    if (state.text.parallel === true) return state.children.every((child) => this.#isComplete(child));
    return state.children.some((child) => child.text.final === true && this.#active.includes(child));
  }

  #leave(state: State): void {
    if (state.text.final !== true) this.#log.push(`-${state.id}`);
    this.#raised.push(...(state.text.exit ?? []));
    this.#active = this.#active.filter((other) => other !== state);
  }

  /** What a transition leaves: all active states inside its domain. */
  #left(transition: Transition): State[] {
    const domain = this.#domain(transition);
    return domain === undefined ? [] : this.#active.filter((state) => isInside(state, domain));
  }

  /** The innermost state that is no parallel and holds the source and all targets; the source itself when the transition is internal. */
  #domain(transition: Transition): State | undefined {
    const targets = this.#effectiveTargets(transition);
    if (targets.length === 0) return undefined;
    const { source, text } = transition;
    if (text.internal === true && source.children.length > 0 && source.text.parallel !== true && targets.every((target) => isInside(target, source))) return source;
    return outwards(source).find((outer) => outer.text.parallel !== true && targets.every((target) => isInside(target, outer)));
  }

  #effectiveTargets({ text }: Transition): State[] {
    return targetsOf(text).flatMap((id) => {
      const state = this.#state(id);
      if (text.history === undefined) return [state];
      return this.#remembered.get(`${text.history} ${id}`) ?? (state.text.parallel === true ? state.children : this.#initials(state));
    });
  }

  #initials(state: State): State[] {
    const { initial } = state.text;
    if (initial === undefined) return [state.children[0]!];
    return (typeof initial === 'string' ? [initial] : initial).map((id) => this.#state(id));
  }

  #read(id: string, text: StateText, parent: State | undefined): State {
    if (this.#all.has(id)) throw new Error(`two states are named ${id}`);
    const state: State = { id, text, parent, children: [], order: this.#all.size, transitions: [] };
    this.#all.set(id, state);
    for (const [name, child] of Object.entries(text.states ?? {})) state.children.push(this.#read(name, child, state));
    return state;
  }

  #state(id: string): State {
    const state = this.#all.get(id);
    if (state === undefined) throw new Error(`no state is named ${id}`);
    return state;
  }
}

/** Runs a document from its start through all its steps. */
export function run(document: DocumentText): StepText[] {
  const reference = new Reference(document);
  return document.steps.map(({ events, guards }) => reference.step(events, guards));
}

function targetsOf({ to }: TransitionText): readonly string[] {
  if (to === undefined) return [];
  return typeof to === 'string' ? [to] : to;
}

function outwards(state: State): State[] {
  return state.parent === undefined ? [] : [state.parent, ...outwards(state.parent)];
}

function isInside(state: State, outer: State): boolean {
  return outwards(state).includes(outer);
}

function hasInside(states: ReadonlySet<State>, outer: State): boolean {
  return [...states].some((state) => state === outer || isInside(state, outer));
}

function byOrder(states: readonly State[]): State[] {
  return [...states].sort((one, other) => one.order - other.order);
}
