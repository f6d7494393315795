import { beforeAll, describe, expect, it } from 'vitest';
import { plan } from 'ganglion/goap';
import { Bot, building, play } from '../../examples/bots.js';

describe('the bots example', () => {
  let story: ReturnType<typeof play>;
  beforeAll(() => {
    story = play(() => {});
  });

  it('answers all fifty within half a simulated second, a few a tick', () => {
    expect(story.answeredAt.every((tick) => tick <= 30)).toBe(true);
    // The budget spreads the work: no tick answers more than a third of them.
    for (const tick of new Set(story.answeredAt)) expect(story.answeredAt.filter((at) => at === tick).length).toBeLessThanOrEqual(17);
    expect(Math.max(...story.answeredAt)).toBeGreaterThan(4);
  });

  it('answers each with the cheapest plan for its own legs', () => {
    for (const number of [0, 1, 17, 42]) {
      const bot = new Bot(number);
      const alone = plan(building, { at: bot.at, has: bot.has, tool: bot.tool }, 'tower', { costs: { goTo: bot.pace }, rung: 'forward' });
      expect(alone.found && alone.cost).toBe(story.costs[number]);
    }
  });

  it('ends with fifty towers', () => expect(story.bots.every((bot) => bot.built)).toBe(true));

  it('takes longer with a smaller budget, and answers all the same', () => {
    const slow = play(() => {}, undefined, 150);
    expect(Math.max(...slow.answeredAt)).toBeGreaterThan(Math.max(...story.answeredAt));
    expect(slow.costs).toEqual(story.costs);
  });
});
