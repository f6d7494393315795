import { expect, test } from 'vitest';
import { builtWith, type Bug } from '../conformance/mutant.js';
import { difference, type Library } from './bt.versus.js';

const inInterpreter = 'native/interpreter.ts';
const inReactive = 'native/reactive.ts';
const inCalls = 'native/calls.ts';
const inStage = 'native/stage.ts';
const inComposites = 'native/composites.ts';

/** Bugs planted in the native interpreter, one at a time: the comparison with the model must see each of them. */
const bugs: Readonly<Record<string, Bug>> = {
  'guards on the way to the running leaf are not asked': { file: inInterpreter, right: '&& !passes(s, node)) return climb', wrong: '&& node < 0) return climb' },
  'guards are not asked again after an action': { file: inInterpreter, right: 's.dirty = false;\n  const path', wrong: 's.dirty = false;\n  if (node >= 0) return false;\n  const path' },
  'a branch that asked begins before the old one is left': {
    file: inReactive,
    right: 'leaveRunning(s, probe, at);\n        const entered = letIn(s, probe);',
    wrong: 'const entered = letIn(s, probe);\n        leaveRunning(s, probe, at);',
  },
  'a branch that asks nothing begins after the old one is left': { file: inReactive, right: 'outcome = s.walk.start(s, child);', wrong: 'leaveRunning(s, probe, at);\n      outcome = s.walk.start(s, child);' },
  'the one that is pre-empted is not told at all': { file: inReactive, right: 'abortNode(s, old);', wrong: 'clear(s, old);' },
  'a guard that let an earlier child begin is asked twice': { file: inReactive, right: 's.walk.admit(s, child)', wrong: 's.walk.start(s, child)' },
  'a condition that let an earlier child begin is asked twice': { file: inReactive, right: 's.answered = questions.length === 0 ? -1 : questions[questions.length - 1]!;', wrong: '' },
  'a branch that failed on its first step is not passed over': { file: inReactive, right: 's.numbers[passed] = passedOver;', wrong: '' },
  'a branch is passed over for ever': { file: inReactive, right: '- s.dt * 1000)) > 0', wrong: ')) > 0' },
  'a branch is passed over although its questions have said no meanwhile': { file: inReactive, right: 'if (passed >= 0) s.numbers[passed] = 0;', wrong: '' },
  'the rest of a selector has no turn after a branch that failed on its first step': { file: inReactive, right: 'return run(s, node, probe.next);', wrong: 'return failure;' },
  'an earlier child begins with old results': { file: inReactive, right: '  clear(s, child);\n  s.answered', wrong: '  s.answered' },
  'an earlier child that its guard stops keeps old results': { file: inReactive, right: 'if (!inOrder || states[base + child + 1] !== readyState) clear(s, child);', wrong: '' },
  'the guard of an earlier child counts as failed whatever it says': { file: inReactive, right: 'states[base + child] = status + 1;\n  s.rows.guard.data[s.slot] = child + 1;\n  return status;', wrong: 'states[base + child] = failedState;\n  s.rows.guard.data[s.slot] = child + 1;\n  return failure;' },
  'later children of a reactive node keep old results': { file: inComposites, right: 'if (state === succeededState || state === failedState) clear(s, child);\n  return s.walk.visit(s, child);', wrong: 'return s.walk.visit(s, child);' },
  'a sequence starts over after its running child': { file: inComposites, right: 'return status === success ? run(s, node, s.ends[child]!) : status;', wrong: 'return status === success ? run(s, node, node + 1) : failure;' },
  'a repeat does all its rounds in one step': { file: inComposites, right: '>= repeatNowKind ? mostRounds : 1', wrong: '>= repeatKind ? mostRounds : 1' },
  'a repeat does one round too many': { file: inComposites, right: 'most >= 0 && count >= most', wrong: 'most >= 0 && count > most' },
  'a time limit is over a step late': { file: inInterpreter, right: 'return elapsed >= amount(s, node, at + 1);', wrong: 'return elapsed > amount(s, node, at + 1);' },
  'a failure has to cool down as well': { file: inComposites, right: 'if (status !== success) s.numbers', wrong: 'if (status > 2) s.numbers' },
  'clocks of cooldowns stand still': { file: inInterpreter, right: 'if (s.numbers[at + 1] === 1) s.numbers', wrong: 'if (s.numbers[at + 1] === 2) s.numbers' },
  'a parallel succeeds before it fails': { file: inComposites, right: 'if (failed >= s.most[node]!) return failure;', wrong: 'if (failed >= s.most[node]! && succeeded < s.least[node]!) return failure;' },
  'of equal wishes the last one wins': { file: inComposites, right: 'if (scored <= bestScore) continue;', wrong: 'if (scored < bestScore || scored <= 0) continue;' },
  'a run limit lets one run more': { file: inComposites, right: 'if (numbers[at]! >= (s.drawn', wrong: 'if (numbers[at]! > (s.drawn' },
  'guards are not asked again before a leaf that has nothing else to it': {
    file: inComposites,
    right: '=== readyState && !s.dirty && s.trace === undefined ? quick(s, child) : s.walk.visit(s, child);\n        if (outcome !== success) return outcome;',
    wrong: '=== readyState && s.trace === undefined ? quick(s, child) : s.walk.visit(s, child);\n        if (outcome !== success) return outcome;',
  },
  'a leaf with an exit is taken for one that has nothing else to it': { file: inStage, right: 'calls.entries[node] === undefined && calls.exits[node] === undefined ? 1 : 0', wrong: 'calls.entries[node] === undefined ? 1 : 0' },
  'a leaf with an entry is taken for one that has nothing else to it': { file: inStage, right: 'calls.entries[node] === undefined && calls.exits[node] === undefined ? 1 : 0', wrong: 'calls.exits[node] === undefined ? 1 : 0' },
  'a leaf with a guard is taken for one that has nothing else to it': { file: inStage, right: 'kind <= conditionKind && this.duties[node] === 0 &&', wrong: 'kind <= conditionKind &&' },
  'the next step does not find a leaf that goes on': { file: inCalls, right: 's.rows.cursor.data[s.slot] = node;\n    if (', wrong: 'if (' },
  'a stopped node counts as failed whatever its guard says': { file: inInterpreter, right: 'const { verdict } = s;', wrong: 'const verdict = failure;' },
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
  expect(await firstDifference({ file: inComposites, right: 'const mostRounds = 100;', wrong: 'const mostRounds = 100;' })).toBeUndefined();
});

test.each(Object.keys(bugs))('caught: %s', async (name) => {
  expect(await firstDifference(bugs[name]!)).toBeDefined();
});
