import { expect, it } from 'vitest';
import { play } from '../../examples/kitchen.js';

it('the kitchen example: two orders, one rotten apple, both served', () => {
  const lines: string[] = [];
  const served = play((line) => lines.push(line));
  expect(lines.slice(0, 3)).toEqual(['one apple, Ann alone: 10 s, and nothing is faster', 'one apple, Bob alone: 11 s, and nothing is faster', 'one apple, both: 9 s, and nothing is faster']);
  expect(lines).toContain('\n12.5 s: Bob carries the second apple, and it rots in his hands');
  expect(lines.join('\n')).toContain('roastApple #2 waits in the pool: carry(raw, collector, cooker) failed: the apple has rotted');
  // Bob has hardly left the collector: 4 s to collect, 1 s to carry, and Ann cooks for 2 s.
  expect(served).toEqual([9, expect.closeTo(19.5, 3)]);
});
