// Two cooks share the work: the player orders an apple, then another; then an apple rots, and the plan heals.
import { int, per } from 'ganglion';
import { team } from 'ganglion/team';

// A line: the door at 0, the cooker at 2, and at 4 the collector, in reach of the apple tree.
const where: Record<string, number> = { door: 0, cooker: 2, collector: 4 };

export const kitchen = team({
  objects: { place: ['collector', 'cooker'], item: ['raw', 'roast'] },
  facts: { stock: per(['place', 'item'], int(0, 9)) },
  travel: (_agent, from, to) => Math.abs(where[from]! - where[to]!),
  jobs: {
    collect: { at: 'collector', duration: { base: 4, skill: 'collect' }, effects: { stock: [['collector', 'raw', { add: 1 }]] } },
    carry: {
      params: { what: 'item', source: 'place', target: 'place' },
      from: '$source',
      to: '$target',
      where: { target: { not: '$source' } },
      says: 'carries $what to the $target',
      effects: { stock: [['$source', '$what', { add: -1 }], ['$target', '$what', { add: 1 }]] },
    },
    cook: { at: 'cooker', duration: { base: 4, skill: 'cook' }, effects: { stock: [['cooker', 'raw', { add: -1 }], ['cooker', 'roast', { add: 1 }]] } },
  },
  // Whoever orders takes the roast apple away, so a second order needs a second apple.
  goals: { roastApple: { take: { stock: [['cooker', 'roast', 1]] } } },
});

// Ann is slow on her feet and quick with her hands; Bob is the other way round.
const ann = { name: 'Ann', place: 'door', speed: 1, skills: { cook: 2, collect: 2 } };
const bob = { name: 'Bob', place: 'door', speed: 2, skills: { cook: 1, collect: 1 } };

export type Print = (line: string) => void;

/** Plays the story and returns when each order was served, in seconds. */
export function play(print: Print): readonly (number | undefined)[] {
  for (const [who, agents] of [['Ann alone', [ann]], ['Bob alone', [bob]], ['both', [ann, bob]]] as const) {
    const plan = kitchen.plan({ agents, goals: ['roastApple'] });
    if (plan.found) print(`one apple, ${who}: ${plan.makespan} s${plan.proven ? ', and nothing is faster' : ''}`);
  }

  const crew = kitchen.crew({ agents: [ann, bob] });
  const say = (what: string): void => print(`\n${crew.clock.toFixed(1)} s: ${what}`);

  crew.want('roastApple');
  crew.tick(0.1);
  say('the player orders an apple');
  print(crew.gantt());

  run(crew, 3);
  crew.want('roastApple');
  crew.tick(0.1);
  say('the player orders another one');
  print(crew.gantt());
  print(crew.explain());

  run(crew, 12.5);
  say('Bob carries the second apple, and it rots in his hands');
  crew.failed('Bob', 'the apple has rotted', { lost: true });
  print(crew.explain());
  crew.tick(0.1);
  say('planned again, from what there is');
  print(crew.gantt());

  run(crew, 40);
  say('all served');
  for (const { text, status, at } of crew.goals) print(`${text}: ${status} at ${at?.toFixed(1)} s`);
  return crew.goals.map(({ at }) => at);
}

function run(crew: ReturnType<typeof kitchen.crew>, until: number): void {
  while (crew.clock < until - 0.05) crew.tick(0.1);
}
