import { beforeAll, describe, expect, it } from 'vitest';
import { play } from '../../examples/save-load.js';

describe('the save-load example', () => {
  const lines: string[] = [];
  let story: ReturnType<typeof play>;
  beforeAll(() => {
    story = play((line) => lines.push(line));
  });

  it('rolls back into the middle of steps and plays the same again', () => {
    expect(story.first).toHaveLength(6);
    expect(story.second).toEqual(story.first);
    expect(new Set(story.first.join().match(/goTo|load|shoot/g)).size).toBeGreaterThan(1);
    expect(lines.join('\n')).toContain('the same, line for line');
  });

  it('takes less than a kilobyte a mind', () => expect(story.bytes / 3).toBeLessThan(1000));

  it('hands one mind on as JSON, which goes on with its step', () => {
    const last = story.second.at(-1)!.split('  ')[1]!.split(', ')[0];
    expect(story.restored).toBe(last);
  });

  it('swaps the brain of the living crowd and loses nothing', () => {
    expect(story.swapped).toEqual({ minds: 3, restartedSteps: 0, lost: [] });
    expect(story.after).toHaveLength(6);
  });
});
