import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crowd, saveCrowd, saveMind } from 'ganglion';
import { afterAll, describe, expect, it } from 'vitest';
import { snapshotText } from '../../src/brain/internal.js';
import { check } from '../../src/cli/check.js';
import { explain } from '../../src/cli/explain.js';
import { Guard, guardBrain } from '../../examples/guard.js';

const folder = mkdtempSync(join(tmpdir(), 'ganglion-explain-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A guard on the way to the armory. */
function saved(): unknown {
  const guard = new Guard();
  Object.assign(guard, { ammo: 0, seesIntruder: true });
  const mind = guardBrain.spawn(guard);
  mind.tick(0.1);
  return JSON.parse(JSON.stringify(saveMind(mind)));
}

function run(command: typeof explain, content: string | Uint8Array): { status: unknown; text: string } {
  const path = join(folder, 'snapshot.json');
  writeFileSync(path, content);
  const lines: string[] = [];
  try {
    return { status: command.run([path], {} as never, { print: (text) => lines.push(text), warn: (text) => lines.push(text) }), text: lines.join('\n') };
  } catch (error) {
    return { status: 'problem', text: (error as Error).message };
  }
}

describe('a saved mind in words', () => {
  it('says what it wants, plans, does and believes', () => {
    expect(snapshotText(saved()).split('\n').map((line) => line.replace(/\s+/g, ' ').replace(/\(\w{16}\)/, '(...)'))).toEqual([
      'brain guard (...)',
      'wants repel',
      'option repel, held for 0 s',
      'branch root/reactiveSelector/plan',
      'plan [goTo(armory)], load, goTo(gate), shoot for repel; cost 8, why: a new goal',
      'step goTo(armory)',
      'facts at: "post"',
      ' ammo: 0',
      ' intruder: true',
    ]);
  });

  it('comes from the command, and what is no snapshot is refused with its place', () => {
    expect(run(explain, JSON.stringify(saved()))).toMatchObject({ status: 0, text: expect.stringMatching(/^wants +repel$/m) as string });
    expect(run(check, JSON.stringify(saved()))).toMatchObject({ status: 0, text: expect.stringContaining('snapshot of a mind of brain "guard", which wants repel') as string });
    const spoilt = { ...(saved() as object), aside: 7 };
    expect(run(explain, JSON.stringify(spoilt)).text).toContain('snapshot.aside cannot be 7; a list');
    expect(run(check, JSON.stringify(spoilt)).status).toBe(2);
  });

  it('is one mind: a whole crowd is named as such', () => {
    const many = crowd();
    many.spawn(guardBrain, new Guard());
    for (const command of [check, explain]) {
      expect(run(command, new Uint8Array(saveCrowd(many))).text).toMatch(/is a whole crowd as saveCrowd\(crowd\) gives it; only restoreCrowd reads it/);
    }
  });
});
