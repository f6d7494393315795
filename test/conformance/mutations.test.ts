import { expect, test } from 'vitest';
import { calm, wild } from './agents.js';
import { duel, type TreeClass } from './duel.js';
import { builtWith } from './mutant.js';
import { randomTree } from './trees.js';

/**
 * Bugs planted in the exact interpreter, one at a time: the comparison with mistreevous must see each of them.
 * A check that would not notice is worth nothing; this is the check of the check.
 */
const bugs: Readonly<Record<string, { readonly file: 'tree' | 'nodes' | 'row' | 'calls' | 'guards' | 'program' | 'states'; readonly right: string; readonly wrong: string }>> = {
  'a parent exits before its children when aborted': {
    file: 'nodes',
    right: `for (let child = node + 1; child < end; child = this.ends[child]!) this.#abort(child);
    this.resetFrom(node);
    this.exit(node, false, true);`,
    wrong: `this.exit(node, false, true);
    for (let child = node + 1; child < end; child = this.ends[child]!) this.#abort(child);
    this.resetFrom(node);`,
  },
  'a weight of 0 is never drawn': { file: 'row', right: 'ticket -= weights?.[index] || 1;', wrong: 'ticket -= weights?.[index] ?? 1;' },
  'repeat ends in the step of its last round': {
    file: 'nodes',
    right: 'else if (state === again) numbers[at] = numbers[at]! + 1;',
    wrong: 'else if (state === again && (numbers[at] = numbers[at]! + 1) === numbers[at + 1]) this.set(node, again);',
  },
  'only the guards of the node itself are asked': { file: 'program', right: 'guards: guardPaths[index]!, parent', wrong: 'guards: guardPaths[index]!.filter(({ node }) => node === index), parent' },
  'a node that only just began is aborted too': { file: 'nodes', right: 'if (this.states[node] !== running) return;', wrong: 'if (this.states[node]! >= succeeded) return;' },
  'parallel stops at the first failure': {
    file: 'nodes',
    right: 'if (states[child]! < succeeded && this.update(child)) return true;\n    }',
    wrong: 'if (states[child]! < succeeded && this.update(child)) return true;\n      if (kind === parallelKind && states[child] === failed) break;\n    }',
  },
  'wait does not count the time of its first step': {
    file: 'row',
    right: 'numbers[at + 2] = 0;\n      this.set(node, running);',
    wrong: 'numbers[at + 2] = 0;\n      this.set(node, running);\n      if (numbers[at + 1]! > 0) return;',
  },
  'reset is told from the leaves up': { file: 'nodes', right: 'for (let each = node; each < end; each++) {\n        this.set(each, ready);', wrong: 'for (let each = end - 1; each >= node; each--) {\n        this.set(each, ready);' },
  'an ending is told before the arguments are read': { file: 'calls', right: 'own.call(agent, ending, ...argumentsOf(agent, call))', wrong: 'own.call(agent, ...argumentsOf(agent, call), ending)' },
  'a parallel resolves after its children were aborted': {
    file: 'nodes',
    right: `this.set(node, kind === raceKind ? succeeded : failed);
      for (let child = node + 1; child < end; child = ends[child]!) this.#abort(child);`,
    wrong: `for (let child = node + 1; child < end; child = ends[child]!) this.#abort(child);
      this.set(node, kind === raceKind ? succeeded : failed);`,
  },
  'a promise that ends as failed is not understood': { file: 'row', right: "else if (value === 'mistreevous.failed') this.set(node, failed);", wrong: 'else if (value === undefined) this.set(node, failed);' },
  'a registered function is not given the agent': { file: 'calls', right: 'registered(agent, ...argumentsOf(agent, call))', wrong: 'registered(...argumentsOf(agent, call))' },
  'a range of one value is not drawn': { file: 'row', right: 'if (this.program.drawn[node] === 0) return least;', wrong: 'if (least === this.program.most[node]) return least;' },
  'entry is called again when a running node is resumed': { file: 'nodes', right: 'if (this.states[index] === ready) this.callback(this.program.entries[index]);', wrong: 'this.callback(this.program.entries[index]);' },
  'guards on the way to a resumed leaf are not asked': { file: 'tree', right: 'const ended = guards.length === 0 ? 0 : this.asked(guards, 0);', wrong: 'const ended = guards.length;' },
  'guards between step callbacks on the way to a resumed leaf are not asked': { file: 'tree', right: 'if (this.isStopped(this.program.guardPaths[node]!)) {', wrong: 'if (node < 0) {' },
  'the guards of a resumed leaf are left out': { file: 'program', right: '[...walk, leaf].flatMap(', wrong: '[...walk].flatMap(' },
  'step callbacks on the way to a resumed leaf are not called': { file: 'program', right: 'walk.some((node) => steps[node] !== undefined)', wrong: 'walk.some((node) => node < 0)' },
  'a leaf that ended is not carried upward': { file: 'tree', right: 'if (this.states[leaf] !== running || this.activity !== activity) this.climb(leaf);', wrong: 'if (this.activity !== activity) this.climb(leaf);' },
  'a resumed leaf that steps its tree is thought to be alone': { file: 'tree', right: 'if (this.states[leaf] !== running || this.activity !== activity) this.climb(leaf);', wrong: 'if (this.states[leaf] !== running) this.climb(leaf);' },
  'the way is kept although a guard has stepped the tree': { file: 'guards', right: 'answer === !guard.until && asking.activity === activity', wrong: 'answer === !guard.until && asking.activity >= activity' },
  'the way is kept although a guard or callback between step callbacks has stepped the tree': { file: 'tree', right: 'if (this.activity === activity) continue;', wrong: 'if (this.activity >= activity) continue;' },
  'a sequence begins afresh after each child': { file: 'nodes', right: 'node = next;\n          break;', wrong: 'node = parent.first!;\n          break;' },
  'a flip above a sequence passes its end on as it is': { file: 'program', right: 'takesOver: isInOrder || kind === rootKind', wrong: 'takesOver: true' },
  'a guard below a repeat that stops a node above it stops the repeat only': { file: 'nodes', right: 'if (guard.node < base) return true;', wrong: 'if (guard.node < base) return false;' },
  'an exit of a stopped node is told twice': { file: 'nodes', right: 'stopped = false;\n        } else if (', wrong: 'stopped = false;\n        }\n        if (' },
  'a child that has ended already is run again': { file: 'nodes', right: 'if (states[next.index]! < succeeded) {', wrong: 'if (states[next.index]! <= failed) {' },
  'a child of a repeat that an inner step has ended is updated once more': { file: 'nodes', right: 'if (states[base]! >= succeeded) return false;', wrong: '' },
  'guards after one that has stepped the tree are skipped': { file: 'nodes', right: 'at = this.asked(guards, at + 1)', wrong: 'at = guards.length' },
  'a promise given to a stopped action decides a later run of its node': { file: 'nodes', right: 'if (this.promises !== undefined && this.promises.size > 0) for (let each = node; each < end; each++) this.promises.delete(each);', wrong: '' },
};

async function mutant({ file, right, wrong }: (typeof bugs)[string]): Promise<TreeClass> {
  const module = (await builtWith('facade.ts', { file: `exact/${file}.ts`, right, wrong }, 'mistreevous')) as { readonly BehaviourTree: TreeClass };
  return module.BehaviourTree;
}

/** The number of the first tree that shows a difference, or undefined. */
async function firstDifference(Tree: TreeClass, trees: number): Promise<number | undefined> {
  for (let seed = 1; seed <= trees; seed++) {
    if ((await duel(Tree, randomTree(seed), seed, seed % 2 === 0 ? calm : wild)) !== undefined) return seed;
  }
  return undefined;
}

test('the facade without a bug, built in the same manner, shows no difference', async () => {
  const Tree = await mutant({ file: 'states', right: 'const ready = 0;', wrong: 'const ready = 0;' });
  expect(await firstDifference(Tree, 100)).toBeUndefined();
});

test.each(Object.keys(bugs))('caught: %s', async (name) => {
  expect(await firstDifference(await mutant(bugs[name]!), 600)).toBeDefined();
});
