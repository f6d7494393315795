import { anyHolds, applyEffects, compileCondition, groundEffects, makeLayout, parseEffects, readCell, readingView, startState, unpack, writingView } from '../../src/facts/internal.js';
import { describe, expect, test } from 'vitest';
import { defaultValue, Dice, keyOf, nested, type PlainCell, randomChange, randomFacts, randomState, randomTest, randomValue, someCells, written } from '../facts/random-facts.js';

/** Random schemas a property; GANGLION_FUZZ=20 makes it twenty times as many. */
const runs = 300 * Number(process.env['GANGLION_FUZZ'] ?? 1);
const sizes = { facts: 12, members: 70, sets: 3 };

describe('packed facts are what plain objects say', () => {
  test('packing, unpacking, views, conditions and effects', () => {
    for (let seed = 0; seed < runs; seed++) {
      const dice = new Dice(seed);
      const { objects, facts, shared, cells } = randomFacts(dice, sizes);
      const layout = makeLayout(facts, shared, objects);
      const where = `seed ${seed}`;
      expect(layout.cells, where).toHaveLength(cells.length);

      // A start names some facts; the others are what they are by default.
      const state = randomState(dice, cells);
      const named = cells.filter(() => dice.chance(0.8));
      for (const cell of cells) if (!named.includes(cell)) state[keyOf(cell)] = defaultValue(cell.of);
      const packed = startState(nested(named, state), layout, 'start');
      expect(unpack(layout, packed, 0), where).toEqual(nested(cells, state));

      // The same state as a row in the middle of a column, seen and written through views.
      const column = new Int32Array(layout.words * 3).fill(-1);
      const at = layout.words;
      column.set(packed, at);
      const reading = readingView<any>(layout);
      const writing = writingView<any>(layout, (cell) => expect.fail(`${where}: ${cell.text} was not taken`));
      reading.point(column, at);
      writing.point(column, at);
      for (const cell of someCells(dice, cells, 6)) {
        const value = randomValue(dice, cell.of);
        state[keyOf(cell)] = value;
        nodeOf(writing.view, cell)[lastName(cell)] = value;
      }
      expect(Object.fromEntries(cells.map((cell) => [keyOf(cell), nodeOf(reading.view, cell)[lastName(cell)]])), where).toEqual(state);
      expect(column.subarray(0, at).every((word) => word === -1) && column.subarray(at * 2).every((word) => word === -1), `${where}: a neighbour was written`).toBe(true);

      for (let each = 0; each < 4; each++) {
        const tests = someCells(dice, cells, dice.between(1, 4)).map((cell) => randomTest(dice, cell, state[keyOf(cell)]!));
        const compiled = compileCondition(written(tests), layout, 'condition');
        const expected = tests.every(({ cell, passes }) => passes(state[keyOf(cell)]!));
        expect(anyHolds(compiled, column, at), `${where} ${JSON.stringify(written(tests))}`).toBe(expected);
      }

      for (let each = 0; each < 4; each++) {
        const changes = someCells(dice, cells, dice.between(1, 4)).map((cell) => randomChange(dice, cell));
        const grounded = groundEffects(parseEffects(written(changes), layout, [], 'effects'), []);
        if (!('changes' in grounded)) return expect.fail(`${where}: no cell was written twice`);
        const after = changes.map(({ cell, after }) => [keyOf(cell), after(state[keyOf(cell)]!)] as const);
        const possible = after.every(([, value]) => value !== undefined);
        expect(applyEffects(grounded.changes, column, at), `${where} ${JSON.stringify(written(changes))}`).toBe(possible);
        if (possible) for (const [key, value] of after) state[key] = value!;
        expect(unpack(layout, column, at), where).toEqual(nested(cells, state));
      }
    }
  });

  test('every cell of every layout has bits of its own', () => {
    for (let seed = 0; seed < runs; seed++) {
      const { objects, facts, shared } = randomFacts(new Dice(seed), sizes);
      const layout = makeLayout(facts, shared, objects);
      const taken = new Set<number>();
      let bits = 0;
      for (const cell of layout.cells) {
        bits += cell.bits;
        for (let bit = 0; bit < cell.bits; bit++) taken.add(cell.word * 32 + cell.shift + bit);
        if (cell.bits <= 32) expect(cell.shift + cell.bits, `seed ${seed} ${cell.text}`).toBeLessThanOrEqual(32);
        if (cell.bits > 0) expect(cell.word < layout.privateWords, `seed ${seed} ${cell.text}`).toBe(!cell.shared);
        expect(readCell(cell, layout.defaults, 0)).toBe(cell.min);
      }
      expect(taken.size, `seed ${seed}`).toBe(bits);
    }
  });
});

function nodeOf(view: any, cell: PlainCell): any {
  return [cell.fact, ...cell.members].slice(0, -1).reduce((node, name) => node[name], view);
}

function lastName(cell: PlainCell): string {
  return cell.members.at(-1) ?? cell.fact;
}
