import { describe, expect, it } from 'vitest';
import { readDomain } from '../../src/goap/index.js';
import { notesOnDomain, notesOnStart } from '../../src/cli/notes.js';
import { Dice, keyOf, nested, randomValue } from '../facts/random-facts.js';
import { bindings, holds, plainSteps, takeStep } from '../goap/front/plain-planner.js';
import { randomProblem } from '../goap/front/random-domain.js';

/** Random domains whose states are all walked through; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 150 * Number(process.env['GANGLION_FUZZ'] ?? 1);

/** Everything that can be reached from a start, by brute force: names of actions that change something somewhere, and of goals that hold somewhere. */
function reachable(parts: Record<string, any>, start: object): { readonly actions: ReadonlySet<string>; readonly goals: ReadonlySet<string> } {
  const steps = plainSteps(parts);
  const actions = new Set<string>();
  const goals = new Set<string>();
  const waiting = [JSON.stringify(start)];
  const seen = new Set(waiting);
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    const state = JSON.parse(text) as Record<string, unknown>;
    if (holds(parts['goals']['g'], {}, state)) goals.add('g');
    if (bindings(parts, parts['goals']['p'].params).some((params) => holds(parts['goals']['p'].want, params, state))) goals.add('p');
    for (const step of steps) {
      const taken = takeStep(parts, state, step);
      if (taken === undefined) continue;
      const next = JSON.stringify(taken.state);
      // What changes nothing where it is possible is in no plan.
      if (next !== text) actions.add(step.action);
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return { actions, goals };
}

describe('notes on random domains, beside a walk through all their states', () => {
  const told = { actions: 0, goals: 0, whatever: 0, facts: 0 };

  it.each(Array.from({ length: 10 }, (_, part) => part))('say only what is so, part %d', (part) => {
    for (let run = 0; run < runs / 10; run++) {
      const seed = 10 * run + part;
      const { parts, cells, start } = randomProblem(seed);
      let domain: ReturnType<typeof readDomain>;
      try {
        domain = readDomain(parts);
      } catch {
        // A goal that contradicts itself, say: there is no domain to tell of.
        continue;
      }
      const from = nested(cells, start);
      const { actions, goals } = reachable(parts, from);
      for (const { path, text } of notesOnStart(domain, from)) {
        const [, section, name] = path.split('.') as [string, 'actions' | 'goals', string];
        expect((section === 'actions' ? actions : goals).has(name), `seed ${seed}: ${text}`).toBe(false);
        told[section]++;
      }
      // A goal out of reach is always told here: these domains are small enough to be searched to the end.
      const hopeless = notesOnStart(domain, from).filter(({ path }) => path.startsWith('domain.goals.')).map(({ path }) => path.split('.')[2]!);
      expect(hopeless, `seed ${seed}`).toEqual(['g', 'p'].filter((name) => !goals.has(name)));
      // A fact that nothing reads may have any value at the start: the same goals are within reach.
      for (const { path } of notesOnDomain(domain).filter((note) => !note.path.startsWith('domain.actions.'))) {
        const fact = path.split('.')[2]!;
        const dice = new Dice(seed);
        const other = { ...start };
        for (const cell of cells) if (cell.fact === fact) other[keyOf(cell)] = randomValue(dice, cell.of);
        expect(reachable(parts, nested(cells, other)).goals, `seed ${seed}: ${fact}`).toEqual(goals);
        told.facts++;
      }
      for (const { path, text } of notesOnDomain(domain)) {
        if (!path.startsWith('domain.actions.')) continue;
        const name = path.split('.')[2]!;
        expect(actions.has(name), `seed ${seed}: ${text}`).toBe(false);
        told.whatever++;
      }
    }
  });

  it('and say it often enough for that to mean something', () => {
    expect(Math.min(told.actions, told.goals, told.whatever, told.facts)).toBeGreaterThan(10);
  });
});
