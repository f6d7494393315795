import { BehaviourTree as Stock } from 'mistreevous';
import { afterEach, expect, test, vi } from 'vitest';
import { BehaviourTree, convertMDSLToJSON, State, validateDefinition, type NodeDetails } from '../../../src/mistreevous/index.js';

const both = [['ours', BehaviourTree], ['mistreevous', Stock as unknown as typeof BehaviourTree]] as const;

afterEach(() => {
  both.forEach(([, Tree]) => Tree.unregisterAll());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What a call throws, as text. */
function thrown(run: () => unknown): string {
  try {
    run();
    return 'nothing';
  } catch (error) {
    return String(error);
  }
}

function nodes(details: NodeDetails): readonly NodeDetails[] {
  return [details, ...(details.children ?? []).flatMap(nodes)];
}

test('one import line moves a user over: the same names, and the same words for states', () => {
  expect([State.READY, State.RUNNING, State.SUCCEEDED, State.FAILED]).toEqual(['mistreevous.ready', 'mistreevous.running', 'mistreevous.succeeded', 'mistreevous.failed']);
  expect(validateDefinition('root { wait }')).toEqual({ succeeded: true, json: convertMDSLToJSON('root { wait }') });
  const tree = new BehaviourTree('root { action [walk] }', { walk: () => State.RUNNING });
  expect([tree.getState(), tree.isRunning()]).toEqual([State.READY, false]);
  tree.step();
  expect([tree.getState(), tree.isRunning()]).toEqual([State.RUNNING, true]);
  tree.reset();
  expect(tree.getState()).toBe(State.READY);
});

test.each<[string, (Tree: typeof BehaviourTree) => unknown]>([
  ['no definition', (Tree) => new Tree(undefined as never, {})],
  ['null', (Tree) => new Tree(null as never, {})],
  ['no agent', (Tree) => new Tree('root { wait }', null as never)],
  ['a number for an agent', (Tree) => new Tree('root { wait }', 42 as never)],
  ['a text that is no tree', (Tree) => new Tree('root { action [] }', {})],
  ['a number for a definition', (Tree) => new Tree(7 as never, {})],
  ['a lotto of strings', (Tree) => new Tree({ type: 'root', child: { type: 'lotto', weights: ['x'], children: [{ type: 'wait' }] } }, {})],
  ['a branch that names nothing', (Tree) => new Tree('root { branch [Nowhere] }', {})],
  ['a branch in a subtree that names nothing', (Tree) => new Tree('root { branch [A] } root [A] { branch [B] }', {})],
  ['branches in a circle', (Tree) => new Tree('root { branch [A] } root [A] { branch [B] } root [B] { branch [A] }', {})],
  ['registered branches in a circle', (Tree) => (Tree.register('A', 'root { branch [B] }'), Tree.register('B', 'root { branch [A] }'), new Tree('root { branch [A] }', {}))],
  ['registering a number', (Tree) => Tree.register('x', 5 as never)],
  ['registering null', (Tree) => Tree.register('x', null as never)],
  ['registering a list', (Tree) => Tree.register('x', [] as never)],
  ['registering a broken text', (Tree) => Tree.register('x', 'root {')],
  ['registering two roots', (Tree) => Tree.register('x', 'root { wait } root [A] { wait }')],
  ['registering a named root', (Tree) => Tree.register('x', 'root [A] { wait }')],
  ['registering a broken root', (Tree) => Tree.register('x', { type: 'root' })],
  ['registering what is no root', (Tree) => Tree.register('x', { type: 'wait' })],
  ['a missing action', (Tree) => new Tree('root { action [Nothing] }', {}).step()],
  ['a property where a function should be', (Tree) => new Tree('root { action [a] }', { a: 3 }).step()],
  ['an argument that names no property', (Tree) => new Tree({ type: 'root', entry: { call: 'a', args: [{ $: '' }] }, child: { type: 'wait' } }, { a: () => undefined }).step()],
  ['a symbol for a result', (Tree) => new Tree('root { condition [a] }', { a: () => Symbol('x') }).step()],
  ['a callback that throws null', (Tree) => new Tree('root entry(a) { wait }', { a: () => { throw null; } }).step()],
])('refused in the same words: %s', (_what, run) => {
  const [ours, theirs] = both.map(([, Tree]) => thrown(() => run(Tree)));
  expect(theirs).toMatch(/Error: /);
  expect(ours).toBe(theirs);
});

test('an error of a user function is passed on with its stack, as mistreevous does, and is the cause of what is thrown', () => {
  const error = new Error('out of breath');
  const agent = { run: () => { throw error; } };
  const [ours, theirs] = both.map(([, Tree]) => thrown(() => new Tree('root { action [run] }', agent).step()));
  expect(ours).toBe(theirs);
  expect(ours).toContain("action function 'run' threw: Error: out of breath");
  try {
    new BehaviourTree('root { action [run] }', agent).step();
  } catch (wrapped) {
    expect(((wrapped as Error).cause as Error).cause).toBe(error);
  }
});

test('details say the same, but for ids: ours are paths, one for each node and the same in every instance', () => {
  const text = 'root { sequence while(yes, 1) then succeed entry(e) step(s, "x") exit(x) { repeat [1, 3] { retry [2] { action [a, $b] until(no) } } lotto [1, 2] { wait [5] wait [1, 9] } wait parallel { flip { condition [yes] } succeed { fail { action [a] } } } } }';
  const agent = { yes: () => true, no: () => false, a: () => undefined, e: () => undefined, s: () => undefined, x: () => undefined };
  const without = (details: NodeDetails): unknown => JSON.parse(JSON.stringify(details, (key, value: unknown) => (key === 'id' ? 0 : value === undefined ? 'undefined' : value)));
  const [ours, theirs] = both.map(([, Tree]) => {
    const tree = new Tree(text, agent);
    tree.step();
    return tree.getTreeNodeDetails();
  });
  expect(without(ours!)).toEqual(without(theirs!));
  const ids = nodes(ours!).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(nodes(new BehaviourTree(text, agent).getTreeNodeDetails()).map(({ id }) => id)).toEqual(ids);
  expect(ids.slice(0, 4)).toEqual(['root', 'root/sequence', 'root/sequence/repeat', 'root/sequence/repeat/retry']);
});

test('a wait without getDeltaTime goes by the wall clock', () => {
  vi.useFakeTimers();
  for (const [, Tree] of both) {
    const tree = new Tree('root { wait [100] }', {});
    const states = [0, 99, 1].map((elapsed) => {
      vi.advanceTimersByTime(elapsed);
      tree.step();
      return tree.getState();
    });
    expect(states).toEqual([State.RUNNING, State.RUNNING, State.SUCCEEDED]);
  }
});

test('without a random option the host draws', () => {
  const random = vi.spyOn(Math, 'random');
  for (const draw of [0, 0.4, 0.9]) {
    random.mockReturnValue(draw);
    const picked = both.map(([, Tree]) => {
      const calls: string[] = [];
      new Tree('root { lotto { action [a] action [b] action [c] } }', Object.fromEntries(['a', 'b', 'c'].map((name) => [name, () => void calls.push(name)]))).step();
      return calls.join('');
    });
    expect(picked[0]).toBe(picked[1]);
  }
});

test('registered functions and subtrees serve all trees, also through a subclass', () => {
  class MyTree extends BehaviourTree {}
  MyTree.register('shout', (agent: { name: string }, word: string) => ((agent.name += word), State.SUCCEEDED));
  MyTree.register('Greet', 'root { action [shout, "!"] }');
  const agent = { name: 'Ann' };
  new BehaviourTree('root { sequence { branch [Greet] branch [Greet] } }', agent).step();
  expect(agent.name).toBe('Ann!!');
  // What the definition itself holds wins over what is registered.
  new BehaviourTree('root { branch [Greet] } root [Greet] { action [shout, "?"] }', agent).step();
  expect(agent.name).toBe('Ann!!?');
  MyTree.unregister('Greet');
  expect(thrown(() => new BehaviourTree('root { branch [Greet] }', agent))).toContain("references root node 'Greet' which has not been defined");
});

test('instances of one definition do not share state, and a definition changed afterwards changes no tree', () => {
  const definition = { type: 'root', child: { type: 'action', call: 'a', args: ['first'] } };
  const said: unknown[] = [];
  const agent = { a: (word: unknown) => void said.push(word) };
  const [one, other] = [new BehaviourTree(definition, agent), new BehaviourTree(definition, agent)];
  one.step();
  expect([one.isRunning(), other.isRunning()]).toEqual([true, false]);
  definition.child.args[0] = 'second';
  other.step();
  new BehaviourTree(definition, agent).step();
  expect(said).toEqual(['first', 'first', 'second']);
});

test('definitions that only look alike as JSON are different trees', () => {
  const said: unknown[] = [];
  const agent = { a: (value: unknown) => void said.push(value) };
  for (const value of [null, undefined, Number.NaN, agent.a]) new BehaviourTree({ type: 'root', child: { type: 'action', call: 'a', args: [value] } }, agent).step();
  expect(said).toEqual([null, undefined, Number.NaN, agent.a]);
});

test('more definitions than are remembered do no harm', () => {
  const agent = { a: () => State.SUCCEEDED };
  for (let number = 0; number < 300; number++) {
    const tree = new BehaviourTree(`root { action [a, ${number % 150}] }`, agent);
    tree.step();
    expect(nodes(tree.getTreeNodeDetails())[1]!.args).toEqual([number % 150]);
  }
});

test('the one listed divergence: a promise of an aborted run decides the next run there, and not here', async () => {
  const outcomes: string[] = [];
  for (const [name, Tree] of both) {
    const settle: ((state: State) => void)[] = [];
    let wanted = true;
    const tree = new Tree('root { action [a] while(w) }', { a: () => new Promise((resolve) => settle.push(resolve)), w: () => wanted });
    tree.step();
    wanted = false;
    tree.step();
    wanted = true;
    tree.step();
    settle[0]!(State.FAILED);
    await Promise.resolve();
    tree.step();
    outcomes.push(`${name} ${tree.getState()}`);
  }
  expect(outcomes).toEqual(['ours mistreevous.running', 'mistreevous mistreevous.failed']);
});
