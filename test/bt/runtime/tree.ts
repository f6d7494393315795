import { running, success, type Status } from '../../../src/core/internal.js';
import { checkTree, compileTree, TreeStore, type LeafRecord, type TreeStoreOptions } from '../../../src/bt/internal.js';

export type Leaves = LeafRecord<Body, null>;

/** What the leaves of these stories are called with. */
export interface Body {
  [name: string]: unknown;
}

/** A tree driven by hand: one entity in slot 0, and what its leaves wrote down. */
export class Story {
  readonly log: string[] = [];
  readonly body: Body = {};
  readonly store: TreeStore<Body, null>;

  /**
   * @param leaves more functions; names that end in "Runs", "Works" or "Fails" need none: they log themselves and answer so,
   *   `Exit` logs how the node ended, and every other name of a condition or guard reads that property of the body
   */
  constructor(text: string, leaves: Leaves = {}, options: TreeStoreOptions = {}) {
    const checked = checkTree(text);
    if (!checked.ok) throw checked.problems[0];
    const program = compileTree(checked.roots);
    const own: Record<string, Leaves[string]> = { ...leaves };
    for (const { name, role } of program.allCalls) {
      if (name in own || Object.hasOwn(options.builtIns ?? {}, name)) continue;
      own[name] = this.#usual(name, role);
    }
    this.store = new TreeStore<Body, null>(program, own, options);
  }

  #usual(name: string, role: string): Leaves[string] {
    if (role === 'exit') return (_body, _facts, { succeeded, aborted }, ...args) => this.log.push(`${[name, ...args].join(' ')} ${aborted ? 'aborted' : succeeded ? 'succeeded' : 'failed'}`);
    if (role === 'condition' || role === 'guard' || role === 'reset') return (body) => body[name] === true;
    if (role === 'score') return (body) => body[name];
    return (_body, _facts, ...args): Status | undefined => {
      this.log.push([name, ...args].join(' '));
      if (role !== 'action') return undefined;
      return name.endsWith('Runs') ? running : name.endsWith('Fails') ? 2 : success;
    };
  }

  /** One step of `dt` seconds; what was logged in it, then how the root stands. */
  step(dt = 1): string {
    const status = this.store.step(0, this.body, null, dt);
    return [...this.log.splice(0), ['running', 'success', 'failure'][status]].join(', ');
  }

  abort(): string {
    this.store.abort(0, this.body, null);
    return this.log.splice(0).join(', ');
  }
}
