import { describe, Problem, thrownText } from '../core/internal.js';
import { epsilon, type QuickLeaf, type Tables } from './program.js';
import type { Codegen, Visit } from './visit.js';

/** Makes a function out of the names of its parameters and the text of its body, as `new Function` does. The package itself makes none. */
export type FunctionMaker = (parameters: readonly string[], text: string) => Function;

/**
 * Leaves that get code of their own; what is beyond is left to the interpreter. Engines give up on functions that are too long:
 * V8 optimizes none of more than 60,000 bytes of bytecode, and a leaf takes some 150.
 */
const mostLeaves = 128;

const howTo = 'write codegen: codegen((parameters, text) => new Function(...parameters, text))';

/**
 * Code of its own for a structure's loop over entities, for the option of the same name: each leaf of the common tick is written out, so each call of the
 * user's functions is a place of its own, and an engine can copy them into it. The package makes no functions from text; `maker` does:
 * `(parameters, text) => new Function(...parameters, text)`. It is called once for each structure, when that is compiled.
 *
 * @throws Problem, when a structure is compiled, if the maker is no function, fails (as where a content security policy forbids it), or makes something else
 */
export function codegen(maker: FunctionMaker): Codegen {
  return (tables, queue) => generateVisit(maker, tables, queue);
}

function generateVisit(maker: FunctionMaker, tables: Tables, queue: number): Visit {
  if (typeof maker !== 'function') throw bad(`codegen takes a function that makes functions, not ${describe(maker)}`);
  let made: unknown;
  let visit: unknown;
  try {
    made = maker(['quick', 'stage'], visitText(tables, queue));
    if (typeof made === 'function') visit = (made as (quick: unknown, stage: unknown) => unknown)(tables.quick, tables.stage);
  } catch (error) {
    throw new Problem('codegen-refused', `codegen could not make a function: ${thrownText(error)}`, {
      path: 'options.codegen',
      hint: 'where a content security policy or the host forbids it, leave codegen out: all works without it, only slower',
    });
  }
  if (typeof made !== 'function') throw bad(`codegen must return the function that it made, not ${describe(made)}`);
  if (typeof visit !== 'function') throw bad('codegen must return a function of the parameters and the text that it was given');
  return visit as Visit;
}

function bad(message: string): Problem {
  return new Problem('bad-codegen', message, { path: 'options.codegen', hint: howTo });
}

/**
 * The text of a function that takes the quick leaves and the stage and returns a {@link Visit}.
 * Nothing of the user's stands in it but numbers: places, seconds and what cells begin with.
 */
function visitText({ quick, stateWidth, numberWidth }: Tables, queue: number): string {
  const leaves = quick.filter((leaf) => leaf !== undefined).slice(0, mostLeaves);
  const coded = new Set(leaves);
  const followers = new Set(leaves.map((leaf) => leaf.next).filter((next) => next !== undefined && coded.has(next)));
  const noEvent = queue === 0 ? '' : `queue[slot * ${queue + 1}] === 0`;
  // Twice the node: its whole tick. One more: it has just been entered, and is only driven.
  const cases = leaves.flatMap((leaf) => [
    `case ${2 * leaf.node}:`,
    ...wholeTick(leaf),
    ...(followers.has(leaf) ? [`case ${2 * leaf.node + 1}:`] : []),
    ...driving(leaf, leaf.next !== undefined && coded.has(leaf.next) ? leaf.next : undefined, noEvent),
  ]);
  return `'use strict';
${leaves.flatMap(constants).join('\n')}
return (words, bodies, rows, frame, maxSteps, long) => {
  const { params, state, numbers${leaves.some((leaf) => leaf.clocks.length > 0) ? ', dt' : ''} } = rows;
  const queue = ${queue === 0 ? 'undefined' : 'rows.queueColumn.data'};
  let driven = 0;
  for (let word = 0; word < words.length; word++) {
    entities: for (let bits = words[word]; bits !== 0; bits &= bits - 1) {
      const slot = (word << 5) + 31 - Math.clz32(bits & -bits);
      const body = bodies[slot];
      const at = slot * ${stateWidth};
      const base = slot * ${numberWidth};
      let asked = 0;
      let drives = 0;
      let status = 0;${leaves.some((leaf) => leaf.guards.length > 0) ? '\n      let answer;' : ''}
      driven++;
      rows.slot = slot;
      try {
        let place = ${noEvent === '' ? '2 * state[at]' : `${noEvent} ? 2 * state[at] : 0`};
        steps: for (;;) {
          switch (place) {
${cases.map((line) => `            ${line}\n`).join('')}            default:
              asked = -1;
              break steps;
          }
        }
      } catch (error) {
        long.threw(error);
      }
      status = asked === -1 ? long.tick(slot, body) : long.goOn(slot, body, asked, drives, status);
      if (status !== 0) words[word] &= ~(bits & -bits);
    }
  }
  return driven;
};
`;
}

function constants({ node, guards }: QuickLeaf): readonly string[] {
  return [`const { drive: drive${node}, view: view${node} } = quick[${node}];`, ...guards.map((_, index) => `const guard${node}_${index} = quick[${node}].guards[${index}];`)];
}

/** What comes before the drive. */
function wholeTick({ node, clocks, guards, dues }: QuickLeaf): readonly string[] {
  return [
    `  rows.node = ${node};`,
    ...clocks.map((clock) => `  numbers[base + ${clock}] += dt;`),
    ...guards.flatMap((_, index) => {
      const seconds = dues?.[2 * index + 1] ?? -1;
      const isDue = seconds < 0 ? '' : `!(numbers[base + ${dues![2 * index]!}] + ${epsilon} < ${numberText(seconds)}) && `;
      // False is looked for first, since it is the usual answer.
      return [
        ...(index === 0 ? [] : [`  asked = ${index};`]),
        `  if (${isDue}(answer = guard${node}_${index}(body, params)) !== false) {`,
        '    if (answer !== true) long.refuse(answer);',
        '    break steps;',
        '  }',
      ];
    }),
  ];
}

function driving({ node, cellAt, ownClock }: QuickLeaf, next: QuickLeaf | undefined, noEvent: string): readonly string[] {
  return [
    ...(cellAt === -1 ? [] : [`  stage.at = base + ${cellAt};`]),
    `  frame.cells = view${node};`,
    `  frame.elapsed = ${ownClock === -1 ? 'NaN' : `numbers[base + ${ownClock}]`};`,
    '  drives++;',
    `  status = drive${node}(body, params, frame);`,
    `  if (status === 0${noEvent === '' ? '' : ` && ${noEvent}`}) continue entities;`,
    ...(next === undefined ? ['  break steps;'] : ['  if (status !== 1 || drives >= maxSteps) break steps;', ...entering(next)]),
  ];
}

/** The next step of a sequence is entered. */
function entering({ node, initial, from }: QuickLeaf): readonly string[] {
  return [
    `  rows.node = state[at] = ${node};`,
    '  state[at + 1]++;',
    ...initial.map((value, cell) => `  numbers[base + ${from + cell}] = ${numberText(value)};`),
    `  place = ${2 * node + 1};`,
    '  continue;',
  ];
}

/** A number as a literal that reads back as itself. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
