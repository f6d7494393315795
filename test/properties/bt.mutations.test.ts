import { expect, test } from 'vitest';
import { builtWith, type Bug } from '../conformance/mutant.js';
import { difference, type Library } from './bt.versus.js';

const inInterpreter = 'native/interpreter.ts';
const inReactive = 'native/reactive.ts';
const inCallouts = 'native/callouts.ts';
const inStage = 'native/stage.ts';
const inComposites = 'native/composites.ts';

/** Bugs planted in the native interpreter, one at a time: the comparison with the model must see each of them. */
const bugs: Readonly<Record<string, Bug>> = {
  'guards on the way to the running leaf are not asked': { file: inInterpreter, right: '&& !this.passes(node)) return this.climb', wrong: '&& node < 0) return this.climb' },
  'guards are not asked again after an action': { file: inInterpreter, right: 'this.dirty = false;\n    const path', wrong: 'this.dirty = false;\n    if (node >= 0) return false;\n    const path' },
  'the one that is pre-empted is told before the new one was stepped': {
    file: inReactive,
    right: 'const outcome = this.#lookAgain(probe);',
    wrong: 'if (this.kinds[probe.child] === 0) { let early = probe.next; while (ends[early]! <= at) early = ends[early]!; this.abortNode(early); }\n      const outcome = this.#lookAgain(probe);',
  },
  'the one that is pre-empted is not told at all': { file: inReactive, right: 'this.abortNode(old);\n      return outcome;', wrong: 'this.clear(old);\n      return outcome;' },
  'a guard that let an earlier child begin is asked twice': { file: inReactive, right: 'return this.admit(child);\n      }', wrong: 'return this.start(child);\n      }' },
  'a condition that let an earlier child begin is asked twice': { file: inReactive, right: 'const answer = ends ? failure : success;', wrong: 'const answer = ends ? failure : success;\n    if (!ends) return this.admit(child);' },
  'an earlier child begins with old results': { file: inReactive, right: 'return failure;\n    this.clear(child);', wrong: 'return failure;' },
  'what ended while an earlier child began counts as running': { file: inReactive, right: ' if (states[base + node] === enteredState) states[base + node] = runningState;', wrong: ' states[base + node] = runningState;' },
  'an earlier child that its guard stops keeps old results': { file: inReactive, right: 'if (!probe.inOrder || states[base + child + 1] !== readyState) this.clear(child);', wrong: '' },
  'the guard of an earlier child counts as failed whatever it says': { file: inReactive, right: 'states[base + child] = status + 1;\n      this.rows.guard.data[this.slot] = child + 1;\n      return status;', wrong: 'states[base + child] = failedState;\n      this.rows.guard.data[this.slot] = child + 1;\n      return failure;' },
  'later children of a reactive node keep old results': { file: inComposites, right: 'if (state === succeededState || state === failedState) this.clear(child);\n    return this.visit(child);', wrong: 'return this.visit(child);' },
  'a sequence starts over after its running child': { file: inInterpreter, right: 'return status === success ? this.run(node, this.ends[child]!) : status;', wrong: 'return status === success ? this.run(node, node + 1) : failure;' },
  'a repeat without a count never pauses before its limit': { file: inComposites, right: 'return this.amount(node, at) < 0 ? this.#pause(node) : this.#repeat(node, counted);', wrong: 'return this.#repeat(node, counted);' },
  'a repeat does one round too many': { file: inComposites, right: 'if (amount >= 0 && this.numbers[at]! >= amount) return counted;', wrong: 'if (amount >= 0 && this.numbers[at]! > amount) return counted;' },
  'a time limit is over a step late': { file: inInterpreter, right: 'return elapsed >= this.least[node]!;', wrong: 'return elapsed > this.least[node]!;' },
  'a failure has to cool down as well': { file: inComposites, right: 'if (status !== success) this.numbers', wrong: 'if (status > 2) this.numbers' },
  'clocks of cooldowns stand still': { file: inInterpreter, right: 'if (this.numbers[at + 1] === 1) this.numbers', wrong: 'if (this.numbers[at + 1] === 2) this.numbers' },
  'a parallel succeeds before it fails': { file: inComposites, right: 'if (failed >= this.most[node]!) return failure;\n    if (succeeded >= this.least[node]!) return success;', wrong: 'if (succeeded >= this.least[node]!) return success;\n    if (failed >= this.most[node]!) return failure;' },
  'of equal wishes the last one wins': { file: inComposites, right: 'if (score <= bestScore) continue;', wrong: 'if (score < bestScore || score <= 0) continue;' },
  'a run limit lets one run more': { file: inComposites, right: 'if (this.numbers[at]! >= this.least[node]!) return failure;', wrong: 'if (this.numbers[at]! > this.least[node]!) return failure;' },
  'guards are not asked again before a leaf that has nothing else to it': {
    file: inComposites,
    right: '=== readyState && !this.dirty && this.trace === undefined ? this.quick(child) : this.visit(child);\n          if (outcome !== success) return outcome;',
    wrong: '=== readyState && this.trace === undefined ? this.quick(child) : this.visit(child);\n          if (outcome !== success) return outcome;',
  },
  'a leaf with an exit is taken for one that has nothing else to it': { file: inStage, right: 'entries[node] === undefined && exits[node] === undefined ? 1 : 0', wrong: 'entries[node] === undefined ? 1 : 0' },
  'a leaf with an entry is taken for one that has nothing else to it': { file: inStage, right: 'entries[node] === undefined && exits[node] === undefined ? 1 : 0', wrong: 'exits[node] === undefined ? 1 : 0' },
  'a leaf with a guard is taken for one that has nothing else to it': { file: inStage, right: '<= conditionKind && this.duties[node] === 0 &&', wrong: '<= conditionKind &&' },
  'the next step does not find a leaf that goes on': { file: inCallouts, right: 'this.rows.cursor.data[this.slot] = node;\n      if (', wrong: 'if (' },
  'a stopped node counts as failed whatever its guard says': { file: inInterpreter, right: 'const { verdict } = this;', wrong: 'const verdict = failure;' },
};

async function firstDifference(bug: Bug): Promise<string | undefined> {
  const library = (await builtWith('index.ts', bug)) as Library;
  for (let seed = 1; seed <= 400; seed++) {
    const found = difference(library, seed, 0, false);
    if (found !== undefined) return found;
  }
  return undefined;
}

test('without a bug, built in the same manner, there is no difference', async () => {
  expect(await firstDifference({ file: inComposites, right: 'const unwind = 3;', wrong: 'const unwind = 3;' })).toBeUndefined();
});

test.each(Object.keys(bugs))('caught: %s', async (name) => {
  expect(await firstDifference(bugs[name]!)).toBeDefined();
});
