import { expect, it } from 'vitest';
import { play } from '../../examples/kettle.js';

it('the kettle example: the planner finds tea, tells what it costs, and says why there is none', () => {
  const lines: string[] = [];
  const costs = play((line) => lines.push(line));
  expect(costs).toEqual({
    'Tea, please.': 1 + 1 + 2 + 4 + 3,
    // The cup must go first: 1 more, and 2 less for the water.
    'Tea, please. You hold a cup, and there is water left.': 1 + 1 + 1 + 4 + 3,
    'Tea, and leave nothing about.': 1 + 1 + 4 + 3 + 1,
    'Tea? There is some.': 0,
    'Two cups of cold water in the kettle.': 1 + 3 + 2,
    'Tea, but the water is cut off.': undefined,
    'Tea within three steps.': undefined,
  });
  const text = lines.join('\n');
  expect(text).toContain('tea <- brew needs hot <- boil needs water >= 1: fill is not available now');
  expect(text).toContain('a plan needs more than 3 steps');
  expect(lines.at(-1)).toBe('The robot plugs the kettle in, takes the kettle, lets water in, waits for the bubbles, pours.');
});
