import { describe, expect, test } from 'vitest';
import { checkTree, compileTree, treeMermaid, treePicture, treeText, type RootNode } from '../../../src/bt/internal.js';
import { RandomTree } from './random-tree.js';

const runs = Number(process.env['GANGLION_FUZZ'] ?? 500);

function read(text: string): readonly RootNode[] {
  const checked = checkTree(text);
  if (!checked.ok) throw checked.problems[0];
  return checked.roots;
}

describe('treeText', () => {
  test(`prints what reads back as the same tree, ${runs} random trees`, () => {
    for (let seed = 0; seed < runs; seed++) {
      const roots = new RandomTree(seed, false).roots();
      const text = treeText(roots);
      expect(read(text), text).toEqual(roots);
      expect(treeText(read(text))).toBe(text);
    }
  });

  test('prints the way people write', () => {
    expect(treeText(read('ROOT{selector{ACTION[flee,"a \\"b\\"",$x]until(isSafe)THEN succeed parallel[2,1]{wait wait[5,9]}branch[Rest]}}root[Rest]{action[sleep]exit(wake,1)}'))).toBe(
      `root {
  selector {
    action [flee, "a \\"b\\"", $x] until(isSafe) then succeed
    parallel [2, 1] {
      wait
      wait [5, 9]
    }
    branch [Rest]
  }
}
root [Rest] {
  action [sleep] exit(wake, 1)
}`,
    );
  });

  test.each([
    [{ type: 'action', call: 'run away' }, 'text cannot say "run away"; keep this tree as data (tree.child.call)'],
    [{ type: 'action', call: '5' }, 'text cannot say "5"; keep this tree as data (tree.child.call)'],
    [{ type: 'action', call: 'a', args: ['x', 'ends in \\'] }, 'text cannot say "ends in \\"; keep this tree as data (tree.child.args.1)'],
    [{ type: 'action', call: 'a', args: ['\\"'] }, 'text cannot say "\\""; keep this tree as data (tree.child.args.0)'],
    [{ type: 'wait', while: { call: 'a', args: [{ $: 'b.c' }] } }, 'text cannot say "b.c"; keep this tree as data (tree.child.while.args.0)'],
  ])('refuses what text cannot say: %j', (child, message) => {
    expect(() => treeText({ type: 'root', child } as RootNode)).toThrow(message);
  });
});

describe('a picture of a tree', () => {
  const roots = read(`
    root {
      selector {
        sequence while(isUp, 2) then succeed { condition [sees, "wolf <3>"] action [flee] exit(stop) }
        branch [Rest]
      }
    }
    root [Rest] until(noise) { repeat [2] { action [sleep] } }`);

  test('for the terminal shows structure, guards and states', () => {
    expect(treePicture(compileTree(roots), ['running', 'running', 'failure', 'failure', 'ready', 'running', 'running', 'running'])).toBe(
      `root                                        running
└─ selector                                 running
   ├─ sequence while(isUp, 2) then succeed  failure
   │  ├─ condition [sees, "wolf <3>"]       failure
   │  └─ action [flee] exit(stop)
   └─ branch [Rest] until(noise)            running
      └─ repeat [2]                         running
         └─ action [sleep]                  running`,
    );
  });

  test('without states is the structure alone', () => {
    expect(treePicture(read('root { parallel [1, 2] { wait [5] lotto [3, 1] { wait wait } } }'))).toBe(
      'root\n└─ parallel [1, 2]\n   ├─ wait [5]\n   └─ lotto [3, 1]\n      ├─ wait\n      └─ wait',
    );
  });

  test('for Mermaid is a flowchart with quotes and angle brackets spelled out', () => {
    const lines = treeMermaid(roots, ['running', 'running', 'failure', 'failure', 'ready', 'running', 'running', 'running']).split('\n');
    expect(lines.slice(0, 6)).toEqual([
      'flowchart TD',
      '  n0["root"]:::running',
      '  n1["selector"]:::running',
      '  n0 --> n1',
      '  n2["sequence while(isUp, 2) then succeed"]:::failure',
      '  n1 --> n2',
    ]);
    expect(lines).toContain('  n3(["condition [sees, #quot;wolf #lt;3#gt;#quot;]"]):::failure');
    expect(lines).toContain('  n4(["action [flee] exit(stop)"])');
    expect(lines.filter((line) => line.includes('-->'))).toHaveLength(7);
  });
});
