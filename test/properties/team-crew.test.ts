import { describe, expect, it } from 'vitest';
import { Random } from '../../src/core/internal.js';
import { builder, builders, type Builders, disturb, Ledger, startBuilders } from '../team/builders.js';

const runs = Math.ceil(Number(process.env['GANGLION_FUZZ'] ?? 24) / 4);
/** Milliseconds: the machine may be busy. */
const patience = 60_000 + runs * 5_000;

function agrees(crew: Builders, ledger: Ledger, when: string): void {
  expect(JSON.parse(JSON.stringify(copy(crew))), when).toEqual(ledger.stock);
  expect(ledger.mistakes, when).toEqual([]);
}

function copy(crew: Builders): unknown {
  const { stock } = crew.facts as { stock: Record<string, Record<string, number>> };
  return Object.fromEntries(['forest', 'mill', 'site', 'shed'].map((place) => [place, { log: stock[place]!['log'], plank: stock[place]!['plank'], hut: stock[place]!['hut'] }]));
}

describe(`${runs} crews to whom everything happens`, () => {
  it('nothing is lost, nothing is done twice, and every goal is reached in the end', () => {
    for (let seed = 0; seed < runs; seed++) {
      const random = new Random(seed);
      const ledger = new Ledger();
      const crew = startBuilders(ledger, { walkEarly: seed % 3 !== 0, jointly: 1 + (seed % 3), retries: 1000 });
      const next = { agent: 3 };
      for (let tick = 0; tick < 60; tick++) {
        if (random.next() < 0.4) disturb(crew, ledger, random, next);
        crew.tick(random.next() * 2);
        agrees(crew, ledger, `crew ${seed}, tick ${tick}`);
        for (const name of crew.agents) expect(crew.queue(name).length).toBeLessThanOrEqual(3);
      }
      // From here on nothing happens any more. Someone who can do each job is there.
      for (let extra = 0; extra < 2; extra++) crew.join(builder(next.agent++ * 4 + extra));
      for (let tick = 0; tick < 400 && crew.goals.some(({ status }) => status !== 'reached' && status !== 'cancelled'); tick++) crew.tick(2);
      agrees(crew, ledger, `crew ${seed}, at the end`);
      crew.tick(60);
      const ends = crew.goals.map(({ status }) => status).filter((status) => status !== 'reached' && status !== 'cancelled');
      expect(ends, `crew ${seed}: ${crew.explain()}`).toEqual([]);
      expect(crew.jobs).toEqual([]);
      expect(crew.orders.every(({ phase }) => phase === 'idle')).toBe(true);
      expect([...ledger.fates.values()].filter((fate) => fate === 'begun')).toEqual([]);
    }
  }, patience);

  it('a crew that is saved and restored anywhere goes on as if nothing had been', () => {
    for (let seed = 0; seed < runs; seed++) {
      const random = new Random(seed, 1);
      const ledger = new Ledger();
      const crew = startBuilders(ledger, { walkEarly: seed % 2 === 0 });
      const next = { agent: 3 };
      for (let tick = 0; tick < 5 + (seed % 25); tick++) {
        if (random.next() < 0.5) disturb(crew, ledger, random, next);
        crew.tick(random.next() * 2);
      }
      const text = JSON.stringify(crew.save());
      const twin = builders.restore(JSON.parse(text)) as Builders;
      expect(JSON.stringify(twin.save())).toBe(text);
      const [mine, theirs] = [new Random(seed, 2), new Random(seed, 2)];
      const [one, two] = [{ agent: 50 }, { agent: 50 }];
      for (let tick = 0; tick < 25; tick++) {
        const [a, b] = [mine.next(), theirs.next()];
        if (a < 0.3) disturb(crew, ledger, mine, one);
        if (b < 0.3) disturb(twin, new Ledger(), theirs, two);
        crew.tick(mine.next() * 2);
        twin.tick(theirs.next() * 2);
      }
      expect(JSON.stringify(twin.save())).toBe(JSON.stringify(crew.save()));
      expect(twin.explain()).toBe(crew.explain());
    }
  }, patience);
});
