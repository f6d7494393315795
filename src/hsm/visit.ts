import type { Tables } from './program.js';
import { yesOrNo } from './answers.js';
import { running, success, type Status } from '../core/internal.js';
import { epsilon } from './program.js';
import type { Rows } from './rows.js';
import type { FrameView } from './frame.js';

/** What a {@link Visit} leaves to the rest of the interpreter. */
export interface LongWay {
  /** Keeps what a callback threw for {@link goOn}. */
  threw(error: unknown): void;
  /** Throws what is to be said of a guard that answered neither true nor false. */
  refuse(answer: unknown): never;
  /** A whole tick of one slot. */
  tick(slot: number, body: unknown): Status;
  /**
   * The rest of a slot's tick. No drive yet: the check with the number `asked` said yes, or threw. Else so many leaves were driven in turn,
   * and the last one (`rows.node`) answered what is not the common thing, or threw.
   */
  goOn(slot: number, body: unknown, asked: number, drives: number, status: Status): Status;
}

/** What generated code comes from: the tables of a structure, and how long its queue is. */
export type Codegen = (tables: Tables, queue: number) => Visit;

/**
 * Drives every slot whose bit is set, in order, and clears the bits of those that ended. Returns how many were driven.
 */
export type Visit = (
  words: Uint32Array,
  bodies: readonly unknown[],
  rows: Rows,
  frame: FrameView,
  maxSteps: number,
  long: LongWay,
) => number;

/**
 * The interpreter's {@link Visit}. The common tick is written out here, since a call for each entity costs a tenth of it: a leaf goes on, with nothing
 * to do but its clocks, the guards over it and its drive; or it succeeds, and the next such leaf of its sequence is driven. The rows are pointed
 * only as far as a frame looks; whatever is not common points them fully and goes the long way.
 */
export const interpret: Visit = (words, bodies, rows, frame, maxSteps, long) => {
  const { params, state, numbers, queueColumn } = rows;
  const { quick, stage, stateWidth, numberWidth } = rows.tables;
  const traced = rows.trace !== undefined;
  let driven = 0;
  for (let word = 0; word < words.length; word++) {
    for (let bits = words[word]!; bits !== 0; bits &= bits - 1) {
      const slot = (word << 5) + 31 - Math.clz32(bits & -bits);
      const body = bodies[slot];
      const at = slot * stateWidth;
      const leaf = quick[state[at]!];
      let status: Status = running;
      driven++;
      if (leaf !== undefined && !traced && (queueColumn === undefined || rows.waiting(slot) === 0)) {
        const base = slot * numberWidth;
        const { clock, guard, secondGuard, dues, guards } = leaf;
        // Which check said yes (or threw); their number when a leaf was driven.
        let asked = 0;
        let drives = 0;
        rows.slot = slot;
        rows.node = leaf.node;
        if (clock !== -1) {
          const { clocks } = leaf;
          const { dt } = rows;
          numbers[base + clock]! += dt;
          for (let each = 1; each < clocks.length; each++) numbers[base + clocks[each]!]! += dt;
        }
        try {
          if (dues !== undefined) {
            for (; asked < guards.length; asked++) {
              if (numbers[base + dues[2 * asked]!]! + epsilon < dues[2 * asked + 1]!) continue;
              const each = guards[asked]!;
              if (yesOrNo(each(body, params))) break;
            }
          } else if (guard !== undefined && !yesOrNo(guard(body, params))) {
            asked = 1;
            if (secondGuard !== undefined && !yesOrNo(secondGuard(body, params))) {
              for (asked = 2; asked < guards.length; asked++) {
                const each = guards[asked]!;
                if (yesOrNo(each(body, params))) break;
              }
            }
          }
          if (asked === leaf.count) {
            const { drive, next } = leaf;
            drives = 1;
            stage.at = base + leaf.cellAt;
            frame.cells = leaf.view;
            // Two stores, since a choice between a constant and a number is boxed before it is stored.
            if (leaf.ownClock === -1) frame.elapsed = NaN;
            else frame.elapsed = numbers[base + leaf.ownClock]!;
            status = drive(body, params, frame);
            if (queueColumn === undefined || rows.waiting(slot) === 0) {
              if (status === running) continue;
              if (status === success && next !== undefined && maxSteps > 1) {
                // The next step of the sequence. Written out again instead of in a loop: two places of calls are better foreseen than one.
                const { node, initial, from, drive: driveNext } = next;
                drives = 2;
                rows.node = node;
                state[at] = node;
                state[at + 1]!++;
                for (let cell = 0; cell < initial.length; cell++) numbers[base + from + cell] = initial[cell]!;
                stage.at = base + next.cellAt;
                frame.cells = next.view;
                // It begins now; without a clock it has none.
                if (next.ownClock === -1) frame.elapsed = NaN;
                else frame.elapsed = 0;
                status = driveNext(body, params, frame);
                if (status === running && (queueColumn === undefined || rows.waiting(slot) === 0)) continue;
              }
            }
          }
        } catch (error) {
          long.threw(error);
        }
        status = long.goOn(slot, body, asked, drives, status);
      } else status = long.tick(slot, body);
      if (status !== running) words[word]! &= ~(bits & -bits);
    }
  }
  return driven;
};
