import { describe, expect, it } from 'vitest';
import { stories } from './interplay.stories.js';
import { play } from './play.js';

describe('the layers of a mind', () => {
  it.each(stories.map((story) => [story.title, story] as const))('%s', (_title, story) => {
    expect(play(story)).toEqual(story.beats.map((beat) => beat.then));
  });

  it('are told in at least forty stories with different titles', () => {
    expect(new Set(stories.map((story) => story.title)).size).toBeGreaterThanOrEqual(40);
  });
});
