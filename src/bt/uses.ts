import { isBuiltIn, type HoldsOp } from './built-ins.js';
import { attributeNames, rootsOf, type Argument, type Attributes, type Call, type TreeDefinition } from './definition.js';
import type { Span, TreeSpans } from './text/span.js';
import { rootPath, walkTree } from './walk.js';

/** One place where a tree names something. */
export interface Use {
  readonly name: string;
  /** Dotted path of the node or attribute, `tree.child.children.0.while`. */
  readonly path: string;
  /** Where the name stands in the text, when the tree was read from one. */
  readonly span: Span | undefined;
}

/** A call of a function, built in or the tree's own. */
export interface CallUse extends Use {
  readonly role: 'action' | 'condition' | 'entry' | 'step' | 'exit' | 'score';
  /** The node or attribute itself. */
  readonly call: Call;
  /** The params of the root that it stands below: what they are is known where a branch leads there. */
  readonly params: readonly string[];
}

/** A goal that `plan, "goal"` is for, or that `goalIs, "goal"` asks for. */
export interface GoalUse extends Use {
  readonly by: 'plan' | 'goalIs';
}

/** A test `holds, "fact", "op", value`. */
export interface FactUse extends Use {
  readonly op: HoldsOp;
  readonly value: Argument;
}

/** Everything a tree names, in the order of its text, repeats included. */
export interface TreeUses {
  /** Functions called by `action`; built-ins are in {@link builtIns}, here and below. */
  readonly actions: readonly CallUse[];
  /** Functions asked by `condition`, `while`, `until` and `reset`. */
  readonly conditions: readonly CallUse[];
  /** Functions called by `entry`, `step` and `exit`. */
  readonly hooks: readonly CallUse[];
  /** Functions asked by `score`. */
  readonly scores: readonly CallUse[];
  /** Calls of `plan`, `goalIs`, `holds`, `planning` and `interruptible`. */
  readonly builtIns: readonly CallUse[];
  /** Goals named by `plan, "goal"` and `goalIs, "goal"`. */
  readonly goals: readonly GoalUse[];
  /** Facts named by `holds`; of a family with the members in brackets, `stock[stove][raw]`. */
  readonly facts: readonly FactUse[];
}

/** Every call of a checked tree, in the order of its text; guards and `reset` are conditions. */
export function callsOf(definition: TreeDefinition, spans?: TreeSpans): readonly CallUse[] {
  const calls: CallUse[] = [];
  const roots = rootsOf(definition);
  roots.forEach((root, index) => {
    const { params = [] } = root;
    const add = (role: CallUse['role'], call: Call, path: string): void => {
      calls.push({ role, name: call.call, call, path, span: spans?.calls.get(call)?.name, params });
    };
    walkTree(root, rootPath(roots, index), (node, path) => {
      if (node.type === 'action' || node.type === 'condition') add(node.type, node, path);
      const attributes: Attributes = node;
      for (const name of attributeNames) {
        const call = attributes[name];
        if (call !== undefined) add(name === 'while' || name === 'until' || name === 'reset' ? 'condition' : name, call, `${path}.${name}`);
      }
    });
  });
  return calls;
}

/**
 * Lists what a checked tree names, so that it can be held against what there is.
 *
 * @param spans the `spans` of the tree, for line and column
 */
export function treeUses(definition: TreeDefinition, spans?: TreeSpans): TreeUses {
  const calls = callsOf(definition, spans);
  const own = calls.filter(({ name }) => !isBuiltIn(name));
  const builtIns = calls.filter(({ name }) => isBuiltIn(name));
  return {
    actions: own.filter(({ role }) => role === 'action'),
    conditions: own.filter(({ role }) => role === 'condition'),
    hooks: own.filter(({ role }) => role === 'entry' || role === 'step' || role === 'exit'),
    scores: own.filter(({ role }) => role === 'score'),
    builtIns,
    goals: builtIns.flatMap((use) => {
      const by = use.name;
      return by === 'plan' || by === 'goalIs' ? saidBy(use, spans).map((said) => ({ ...said, by })) : [];
    }),
    facts: builtIns.flatMap((use) => {
      const [, op, value] = use.call.args ?? [];
      return use.name === 'holds' ? saidBy(use, spans).map((said) => ({ ...said, op: op as HoldsOp, value: value ?? null })) : [];
    }),
  };
}

/** What the first argument of a built-in names. */
function saidBy({ call, path }: CallUse, spans: TreeSpans | undefined): readonly Use[] {
  const name = call.args?.[0];
  return typeof name === 'string' ? [{ name, path, span: spans?.calls.get(call)?.args[0] }] : [];
}
