import { describe, expect, it } from 'vitest';
import { plan } from 'ganglion/goap';
import { living, play } from '../../examples/needs.js';

const way = (start: Parameters<typeof plan>[1], goal: 'quench' | 'eat'): string => {
  const answer = plan(living, start, goal);
  return answer.found ? answer.steps.map((step) => ('to' in step.params ? `${step.action}(${step.params.to})` : step.action)).join(', ') : answer.reason;
};

describe('the needs example', () => {
  it('quenches thirst by what is near and what is in the purse', () => {
    expect(way({ at: 'home', coins: 2, thirsty: true }, 'quench')).toBe('goTo(shop), buyDrink');
    expect(way({ at: 'home', coins: 0, thirsty: true }, 'quench')).toBe('goTo(river), drinkWater');
    expect(way({ at: 'field', coins: 2, thirsty: true }, 'quench')).toBe('goTo(river), drinkWater');
  });

  it('fishes where a meal is far off or too dear', () => {
    expect(way({ at: 'river', coins: 9, hungry: true }, 'eat')).toBe('goTo(shop), buyMeal');
    expect(way({ at: 'river', coins: 2, hungry: true }, 'eat')).toBe('fish');
  });

  it('lives four minutes by its needs: the worst one sets the goal, and nobody starves', () => {
    const lines: string[] = [];
    const { villager, plans } = play((line) => lines.push(line));
    expect(plans[0]).toBe('quench at home: goTo(shop), buyDrink');
    expect(plans[1]).toBe('earn at shop: goTo(field), reap, reap, reap, reap, reap');
    expect(plans).toContain('quench at field: goTo(river), drinkWater');
    expect(new Set(plans.map((plan) => plan.split(' ')[0]))).toEqual(new Set(['quench', 'eat', 'rest', 'earn']));
    for (const need of [villager.thirst, villager.hunger, villager.fatigue]) expect(need).toBeLessThan(0.75);
    expect(lines).toHaveLength(plans.length + 1);
  });
});
