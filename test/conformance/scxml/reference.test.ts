import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DocumentText } from './notation.js';
import { run } from './reference.js';

const folder = new URL('documents/', import.meta.url);
const documents = readdirSync(folder).sort().map((file) => ({ file, document: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as DocumentText }));

describe('the documents of the statechart suite', () => {
  it('are many, each about one thing, and named like their files', () => {
    expect(documents.length).toBeGreaterThanOrEqual(60);
    for (const { file, document } of documents) expect(`${document.name}.json`).toBe(file);
  });

  it.each(documents)('$document.name: the reference comes to the values that are written', ({ document }) => {
    const got = run(document);
    for (const [index, { events: _events, guards: _guards, ...expected }] of document.steps.entries()) {
      if (expected.endless === true) expect(got[index]!.endless).toBe(true);
      else expect(got[index]).toEqual(expected);
    }
  });

  // The hard ones once more, each argued from the recommendation: the reference and the files cannot drift together unseen.
  it('keep the values of the hard ones', () => {
    const last = (name: string): string => {
      const step = documents.find(({ document }) => document.name === name)!.document.steps.at(-1)!;
      return `${step.log.join(' ')} | ${step.active.join(' ')}`;
    };
    expect(last('parallel-own-order')).toBe('-b1 -a1 a b +a2 +b2 | a2 b2');
    expect(last('parallel-out-beats-later')).toBe('-b1 -b -a1 -a -p out +z | z');
    expect(last('parallel-chain-of-conflicts')).toBe('-c1 -a1 +a2 +c2 | a2 b1 c2');
    expect(last('parallel-across-branches')).toBe('-b1 -b -a1 -a -p +p +a +a1 +b +b2 | a1 b2');
    expect(last('raise-outer-exit-inner-first')).toBe('-a1 -a +b +b1 xi xo eo ei | b1');
    expect(last('eventless-before-raised')).toBe('-a +b -b +c -c +z | z');
    expect(last('down-external')).toBe('-a1 -a +a +a2 | a2');
    expect(last('down-internal')).toBe('-a1 +a2 | a2');
    expect(last('done-parallel-at-once')).toBe('-b1 -a1 -b -a -p done +z | z');
    expect(last('history-shallow-one-level')).toBe('-z +o +b +b1 | b1');
    expect(last('history-after-branch-left-parallel')).toBe('-z +p +a +a1 +b +b2 | a1 b2');
  });
});
