import type { Loose } from '../conformance/trees.js';

/** What the model asks of its surroundings: the same that the store asks of its leaves. */
export interface Surroundings {
  /** Calls a function of the tree and returns its answer; may throw. */
  readonly call: (role: string, name: string, args: readonly unknown[], ending?: string) => unknown;
  readonly random: () => number;
  readonly failed: (error: unknown) => void;
}

type State = 'ready' | 'running' | 'success' | 'failure';
type Status = 'running' | 'success' | 'failure';

interface Node {
  readonly type: string;
  readonly definition: Loose;
  readonly parent: Node | undefined;
  readonly children: Node[];
  state: State;
  /** Rounds done, milliseconds elapsed, starts so far. */
  count: number;
  target: number;
  cooling: boolean;
  /** Milliseconds for which a branch that failed on its first step is passed over. */
  passed: number;
}

/** A guard above says stop: everything up to its node is left. The model may throw; the interpreter must not. */
class Stop {
  readonly owner: Node;
  readonly status: Status;

  constructor(owner: Node, status: Status) {
    this.owner = owner;
    this.status = status;
  }
}

/**
 * The native reading as its rules are written down, in the plainest code: objects, a walk from the root at each step, exceptions.
 * No cursor, no tables, no climbing. What it says is what the interpreter must do.
 */
export class Model {
  readonly #root: Node;
  readonly #all: Node[] = [];
  readonly #world: Surroundings;
  #dt = 0;
  /** An action was called since guards were asked. */
  #dirty = false;
  /** Conditions that have said yes before their branch was let in. */
  readonly #answered = new Set<Node>();

  constructor(roots: readonly Loose[], world: Surroundings) {
    this.#world = world;
    const main = roots.find((root) => root['id'] === undefined)!;
    this.#root = this.#build(main, undefined, roots);
  }

  step(dt: number): Status {
    this.#dt = dt * 1000;
    this.#dirty = false;
    for (const node of this.#all) if (node.type === 'cooldown' && node.cooling) node.count += this.#dt;
    if (this.#root.state !== 'running') this.#reset(this.#root);
    return this.#visit(this.#root);
  }

  abort(): void {
    if (this.#root.state === 'running') this.#abort(this.#root);
    this.#reset(this.#root);
  }

  get states(): readonly State[] {
    return this.#all.map(({ state }) => state);
  }

  #build(definition: Loose, parent: Node | undefined, roots: readonly Loose[]): Node {
    if (definition['type'] === 'branch') {
      const root = roots.find(({ id }) => id === definition['ref'])!;
      const plain = ['while', 'until', 'entry', 'step', 'exit'].every((name) => root[name] === undefined);
      return this.#build({ ...(plain ? (root['child'] as Loose) : { ...root, type: 'root' }), ...(definition['score'] === undefined ? {} : { score: definition['score'] }) }, parent, roots);
    }
    const node: Node = { type: definition['type'] as string, definition, parent, children: [], state: 'ready', count: 0, target: -1, cooling: false, passed: 0 };
    this.#all.push(node);
    for (const child of [definition['child'], ...((definition['children'] as Loose[] | undefined) ?? [])]) if (child !== undefined) node.children.push(this.#build(child as Loose, node, roots));
    return node;
  }

  /** Asks the guards of one node. */
  #ask(node: Node): Status | undefined {
    for (const kind of ['while', 'until']) {
      const guard = node.definition[kind] as Loose | undefined;
      if (guard === undefined) continue;
      const answer = this.#call('guard', guard, false);
      if (answer === (kind === 'until')) return guard['succeedOnAbort'] === true ? 'success' : 'failure';
    }
    return undefined;
  }

  #call(role: string, call: Loose, otherwise: unknown, ending?: string): unknown {
    try {
      return this.#world.call(role, call['call'] as string, (call['args'] as unknown[] | undefined) ?? [], ending);
    } catch (error) {
      this.#world.failed(error);
      return otherwise;
    }
  }

  #hook(node: Node, name: string, ending?: string): void {
    const call = node.definition[name] as Loose | undefined;
    if (call !== undefined) this.#call(name, call, undefined, ending);
  }

  #visit(node: Node): Status {
    if (node.state === 'success' || node.state === 'failure') return node.state;
    this.#askAbove(node);
    const stopped = this.#ask(node);
    return stopped === undefined ? this.#enter(node) : this.#stop(node, stopped);
  }

  /** Goes into a node whose guards have agreed. */
  #enter(node: Node): Status {
    const begins = node.state === 'ready';
    node.state = 'running';
    if (begins) this.#hook(node, 'entry');
    this.#hook(node, 'step');
    let status: Status;
    try {
      status = this.#run(node, begins);
    } catch (stop) {
      if (!(stop instanceof Stop) || stop.owner !== node) throw stop;
      return this.#stop(node, stop.status);
    }
    node.state = status;
    if (status !== 'running') this.#hook(node, 'exit', status);
    return status;
  }

  /** After an action the guards above are asked again. */
  #askAbove(node: Node): void {
    if (!this.#dirty) return;
    this.#dirty = false;
    const above: Node[] = [];
    for (let each = node.parent; each !== undefined; each = each.parent) above.unshift(each);
    for (const each of above) {
      const status = this.#ask(each);
      if (status !== undefined) throw new Stop(each, status);
    }
  }

  #stop(node: Node, status: Status): Status {
    if (node.state === 'running') this.#abort(node);
    node.state = status;
    return status;
  }

  #abort(node: Node): void {
    for (const child of node.children) if (child.state === 'running') this.#abort(child);
    if (node.type === 'cooldown') node.cooling = false;
    this.#reset(node);
    this.#hook(node, 'exit', 'aborted');
  }

  #reset(node: Node): void {
    node.state = 'ready';
    node.children.forEach((child) => this.#reset(child));
  }

  #run(node: Node, begins: boolean): Status {
    const { children, definition } = node;
    const [child] = children;
    switch (node.type) {
      case 'action':
        this.#dirty = true;
        return this.#call('action', definition, 'failure') as Status;
      case 'condition':
        if (this.#answered.delete(node)) return 'success';
        return this.#call('condition', definition, false) === true ? 'success' : 'failure';
      case 'wait':
        if (begins) this.#setTarget(node, definition['duration']);
        node.count += node.target < 0 ? 0 : this.#dt;
        return node.target >= 0 && node.count >= node.target ? 'success' : 'running';
      case 'sequence':
        return this.#first(children, 'success', false);
      case 'selector':
        return this.#first(children, 'failure', false);
      case 'reactiveSequence':
        return this.#first(children, 'success', true);
      case 'reactiveSelector':
        return this.#preempting(children);
      case 'utilitySelector':
        return this.#utility(children);
      case 'lotto':
        return this.#lotto(node, begins);
      case 'repeat':
      case 'retry':
        return this.#rounds(node, begins);
      case 'cooldown':
        return this.#cooldown(node, begins);
      case 'timeLimit':
        node.count = begins ? 0 : node.count + this.#dt;
        if (node.count < (definition['duration'] as number)) return this.#visit(child!);
        if (child!.state === 'running') this.#abort(child!);
        return 'failure';
      case 'runLimit':
        if (begins && node.count >= (definition['count'] as number)) return 'failure';
        if (begins) node.count++;
        return this.#visit(child!);
      case 'parallel':
      case 'race':
      case 'all':
        return this.#together(node);
      default:
        return this.#turned(node.type, this.#visit(child!));
    }
  }

  #turned(type: string, status: Status): Status {
    if (status === 'running') return status;
    if (type === 'flip') return status === 'success' ? 'failure' : 'success';
    return type === 'succeed' ? 'success' : type === 'fail' ? 'failure' : status;
  }

  #first(children: readonly Node[], passing: Status, afresh: boolean): Status {
    const old = children.find(({ state }) => state === 'running');
    for (const child of children) {
      if (afresh && child.state !== 'running') this.#reset(child);
      const status = this.#visit(child);
      if (status === passing) continue;
      if (old !== undefined && old !== child && old.state === 'running') this.#abort(old);
      return status;
    }
    return passing;
  }

  /** A reactive selector: a branch that asks before it begins is let in after the old one was left. */
  #preempting(children: readonly Node[]): Status {
    const old = children.find(({ state }) => state === 'running');
    let left = old === undefined;
    for (const child of children) {
      if (child === old || left) left = true;
      const questions = left ? [] : leading(child, child);
      let status: Status;
      if (left || (questions.length === 0 && !isGuarded(child))) {
        if (child.state !== 'running') this.#reset(child);
        status = this.#visit(child);
      } else {
        this.#askAbove(child);
        const said = this.#consult(child, questions);
        if (said === undefined) {
          child.passed = Math.max(0, child.passed - this.#dt);
          if (child.passed > 0) continue;
          this.#abort(old!);
          left = true;
          this.#reset(child);
          for (const question of questions) this.#answered.add(question);
          status = this.#enter(child);
          this.#answered.clear();
          if (status === 'failure') child.passed = 1000;
        } else {
          child.passed = 0;
          status = said;
        }
      }
      if (status === 'failure') continue;
      if (old !== undefined && old !== child && old.state === 'running') this.#abort(old);
      return status;
    }
    return 'failure';
  }

  /** What a child that is asked first counts as when it says no. */
  #consult(child: Node, questions: readonly Node[]): Status | undefined {
    const stopped = this.#ask(child);
    if (stopped !== undefined) {
      this.#reset(child);
      child.state = stopped;
      return stopped;
    }
    for (const [index, question] of questions.entries()) {
      if (this.#call('condition', question.definition, false) === true) continue;
      this.#reset(child);
      for (const before of questions.slice(0, index)) before.state = 'success';
      for (let each: Node | undefined = question; each !== child.parent; each = each!.parent) each!.state = 'failure';
      return 'failure';
    }
    return undefined;
  }

  #utility(children: readonly Node[]): Status {
    for (;;) {
      let best = children.find(({ state }) => state === 'running');
      let highest = 0;
      for (const child of best === undefined ? children.filter(({ state }) => state === 'ready') : []) {
        const score = this.#call('score', child.definition['score'] as Loose, 0) as number;
        if (score > highest) [best, highest] = [child, score];
      }
      if (best === undefined) return 'failure';
      const status = this.#visit(best);
      if (status !== 'failure') return status;
    }
  }

  #lotto({ children, definition }: Node, begins: boolean): Status {
    if (!begins) return this.#visit(children.find(({ state }) => state !== 'ready')!);
    const weights = (definition['weights'] as number[] | undefined) ?? children.map(() => 1);
    const tickets = children.flatMap((child, index) => Array.from({ length: weights[index]! }, () => child));
    const winner = tickets[Math.floor(this.#world.random() * tickets.length)];
    return winner === undefined ? 'failure' : this.#visit(winner);
  }

  #rounds(node: Node, begins: boolean): Status {
    const [child] = node.children;
    const counted = node.type === 'repeat' ? 'success' : 'failure';
    if (begins) this.#setTarget(node, node.definition[node.type === 'repeat' ? 'iterations' : 'attempts']);
    if (node.target >= 0 && node.count >= node.target) return counted;
    if (child!.state !== 'running') this.#reset(child!);
    const status = this.#visit(child!);
    if (status !== counted) return status;
    node.count++;
    return node.target >= 0 && node.count >= node.target ? counted : 'running';
  }

  #cooldown(node: Node, begins: boolean): Status {
    if (begins) {
      if (node.cooling && node.count < (node.definition['duration'] as number)) return 'failure';
      node.count = 0;
      node.cooling = true;
    }
    const status = this.#visit(node.children[0]!);
    if (status === 'failure') node.cooling = false;
    return status;
  }

  #together({ type, children, definition }: Node): Status {
    const statuses = children.map((child) => this.#visit(child));
    const successes = statuses.filter((status) => status === 'success').length;
    const failures = statuses.filter((status) => status === 'failure').length;
    const ended = successes + failures === children.length;
    const wanted = (definition['successes'] as number | undefined) ?? children.length;
    const outOfReach = children.length - wanted + 1;
    const borne = Math.min(outOfReach, (definition['failures'] as number | undefined) ?? outOfReach);
    let status: Status = 'running';
    if (type === 'race') status = successes > 0 ? 'success' : ended ? 'failure' : 'running';
    else if (type === 'all') status = ended ? (successes > 0 ? 'success' : 'failure') : 'running';
    else if (failures >= borne) status = 'failure';
    else if (successes >= wanted) status = 'success';
    else if (ended) status = 'failure';
    if (status !== 'running') for (const child of children) if (child.state === 'running') this.#abort(child);
    return status;
  }

  #setTarget(node: Node, amount: unknown): void {
    node.count = 0;
    if (Array.isArray(amount)) node.target = Math.floor(this.#world.random() * (amount[1] - amount[0] + 1) + amount[0]);
    else node.target = (amount as number | undefined) ?? -1;
  }
}

/** The conditions that a branch asks first: itself, or those at the head of its sequences. */
function leading(node: Node, top: Node): readonly Node[] {
  const questions: Node[] = [];
  const collect = (each: Node): boolean => {
    if (each !== top && (isGuarded(each) || each.definition['step'] !== undefined)) return false;
    if (each.type === 'condition') return questions.push(each) > 0;
    // A root stands here for a branch that leads to it.
    return ['sequence', 'reactiveSequence', 'root'].includes(each.type) && each.children.every(collect);
  };
  collect(node);
  return questions;
}

function isGuarded({ definition }: Node): boolean {
  return definition['while'] !== undefined || definition['until'] !== undefined;
}
