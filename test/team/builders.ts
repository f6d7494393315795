import type { Random } from '../../src/core/internal.js';
import { int, per } from '../../src/facts/internal.js';
import { type Agent, type Crew, type CrewHooks, type CrewOptions, team } from './public.js';

const where: Record<string, number> = { camp: 0, forest: 6, mill: 3, site: 1, shed: 2 };

/** Builders fell trees, saw planks with the one saw there is, and raise huts, for which two are needed. */
export const builders = team({
  objects: { place: ['forest', 'mill', 'site', 'shed'], item: ['log', 'plank', 'hut'] },
  facts: { stock: per(['place', 'item'], int(0, 99)) },
  locks: ['saw'],
  travel: (_agent, from, to) => Math.abs(where[from]! - where[to]!),
  jobs: {
    chop: { at: 'forest', duration: { base: 3, skill: 'axe' }, effects: { stock: [['forest', 'log', { add: 1 }]] }, holds: [] },
    carry: {
      params: { what: 'item', source: 'place', target: 'place' },
      where: { target: { not: '$source' }, what: { not: 'hut' } },
      from: '$source',
      to: '$target',
      pick: 0.2,
      drop: 0.3,
      capacity: 2,
      effects: { stock: [['$source', '$what', { add: -1 }], ['$target', '$what', { add: 1 }]] },
    },
    saw: { at: 'mill', duration: 2, holds: ['saw'], effects: { stock: [['mill', 'log', { add: -1 }], ['mill', 'plank', { add: 2 }]] } },
    raise: { at: 'site', duration: { skill: 'hammer', table: [6, 4, 3] }, helpers: 1, effects: { stock: [['site', 'plank', { add: -2 }], ['site', 'hut', { add: 1 }]] } },
  },
  goals: { hut: { take: { stock: [['site', 'hut', 1]] } }, planks: { stock: [['shed', 'plank', { atLeast: 2 }]] } },
});

export type Builders = Crew<any, any, any>;
type Stock = Record<string, Record<string, number>>;

/** What the jobs do, written down a second time: the books of {@link Ledger} must not depend on the library. */
const changes: Record<string, { readonly take: readonly (readonly [string, string, number])[]; readonly give: readonly (readonly [string, string, number])[] }> = {
  chop: { take: [], give: [['forest', 'log', 1]] },
  saw: { take: [['mill', 'log', 1]], give: [['mill', 'plank', 2]] },
  raise: { take: [['site', 'plank', 2]], give: [['site', 'hut', 1]] },
};

/** Books kept beside a crew, from what its hooks tell: what must be in stock, and what became of every job. */
export class Ledger implements CrewHooks<any> {
  readonly stock: Stock = Object.fromEntries(['forest', 'mill', 'site', 'shed'].map((place) => [place, { log: 0, plank: 0, hut: 0 }]));
  readonly fates = new Map<number, string>();
  readonly mistakes: string[] = [];
  /** Set before a report that loses what the job took. */
  lost = false;

  readonly onJob: NonNullable<CrewHooks<any>['onJob']> = (event, { id, job, params, text }) => {
    const fate = this.fates.get(id);
    if (fate === 'done' || fate === 'failed' || (event === 'begun') === (fate === 'begun')) {
      if (!(event === 'failed' && fate === undefined)) this.mistakes.push(`${text} (${id}) is ${event} after ${String(fate)}`);
    }
    this.fates.set(id, event);
    const times = text.endsWith(' x2') ? 2 : 1;
    const { take, give } = job === 'carry' ? { take: [[params.source, params.what, times] as const], give: [[params.target, params.what, times] as const] } : changes[job as string]!;
    if (event === 'begun') this.#add(take, -1);
    if (event === 'done') this.#add(give, 1);
    if (event === 'failed' && fate === 'begun' && !this.lost) this.#add(take, 1);
  };

  readonly onGoal: NonNullable<CrewHooks<any>['onGoal']> = ({ text, status }) => {
    if (status === 'reached' && text.startsWith('hut')) this.#add([['site', 'hut', 1]], -1);
  };

  #add(amounts: readonly (readonly [string, string, number])[], sign: number): void {
    for (const [place, item, amount] of amounts) this.stock[place]![item]! += sign * amount;
  }
}

const skills = [{ axe: 2, hammer: 1 }, { axe: 1, hammer: 3 }, { axe: 1 }, { hammer: 2 }] as const;

export function builder(number: number): Agent {
  return { name: `b${number}`, place: 'camp', speed: 1 + (number % 2), skills: skills[number % skills.length]! };
}

export function startBuilders(ledger: Ledger, options: CrewOptions<any, any> = {}): Builders {
  return builders.crew({ agents: [0, 1, 2].map(builder), expansions: 60, improvements: 20, onJob: ledger.onJob, onGoal: ledger.onGoal, onError: (error) => ledger.mistakes.push(error.message), ...options });
}

/** One random thing that can happen to a crew; `next` numbers newcomers. */
export function disturb(crew: Builders, ledger: Ledger, random: Random, next: { agent: number }): void {
  const pick = (count: number): number => Math.floor(random.next() * count);
  const agent = crew.agents[pick(crew.agents.length)];
  switch (pick(12)) {
    case 0:
    case 1:
      crew.want(pick(3) === 0 ? 'planks' : 'hut', { priority: pick(3) });
      break;
    case 2: {
      const open = crew.goals.filter(({ status }) => status === 'planned' || status === 'waiting');
      if (open.length > 0) crew.cancel(open[pick(open.length)]!.id);
      break;
    }
    case 3:
    case 4:
      if (agent !== undefined && crew.queue(agent).length > 0) {
        ledger.lost = pick(2) === 0;
        crew.failed(agent, 'bad luck', { lost: ledger.lost });
        ledger.lost = false;
      }
      break;
    case 5:
      if (agent !== undefined && crew.agents.length > 1) {
        ledger.lost = pick(2) === 0;
        crew.leave(agent, { reason: `${agent} died`, lost: ledger.lost });
        ledger.lost = false;
      }
      break;
    case 6:
      if (crew.agents.length < 5) crew.join(builder(next.agent++));
      break;
    case 7:
    case 8: {
      const place = ['forest', 'mill', 'site', 'shed'][pick(4)]!;
      const item = ['log', 'plank'][pick(2)]!;
      ledger.stock[place]![item] = pick(4);
      crew.change({ stock: { [place]: { [item]: ledger.stock[place]![item] } } });
      break;
    }
    case 9:
      if (agent !== undefined && crew.order(agent).phase !== 'work') crew.moved(agent, ['camp', 'forest', 'shed'][pick(3)]!);
      break;
    default:
  }
}
