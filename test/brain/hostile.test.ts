import { crowd, explain, isProblem, restoreCrowd, restoreMind, saveCrowd, saveMind, type Crowd, type MindSnapshot } from 'ganglion';
import { describe, expect, it } from 'vitest';
import { happen, makeSmithBrain, meltingBrain, smith } from './smithy.js';

const smithBrain = makeSmithBrain();
const thorough = process.env['GANGLION_FUZZ'] !== undefined;

/** What is nobody's saved anything. */
const junk: readonly unknown[] = [
  undefined, null, true, false, 0, -1, 1.5, 255, 65536, 1e12, -0, NaN, Infinity, '', 'x', '__proto__', [], [null], ['x', 1], [[]], {}, { goal: 'x' }, { action: 'walk', params: { to: 'moon' } }, Object.create({ format: 1 }), () => 1, Symbol('x'), 10n, new Date(0), new Map(),
];

/** A few kinds of junk, others each time; all of them with GANGLION_FUZZ. */
function some(): readonly unknown[] {
  if (thorough) return junk;
  turn++;
  return [junk[turn % junk.length], junk[(turn * 7 + 3) % junk.length]];
}
let turn = 0;

/** Every place in a value, as a path of keys. */
function places(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, each]) => places(each, [...path, key]))];
}

function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  const at = Array.isArray(value) ? [...value] : { ...(value as object) };
  (at as Record<string, unknown>)[key] = replaced((value as Record<string, unknown>)[key], rest, by);
  return at;
}

/** Snapshots of a smith in every kind of situation, the first of each. */
function situations(): readonly MindSnapshot[] {
  const many = crowd({ expansionsPerTick: 3, seed: 5 });
  const body = smith();
  const smiths = [{ mind: many.spawn(smithBrain, body), body }];
  const seen = new Map<string, MindSnapshot>();
  for (let tick = 1; tick < 140; tick++) {
    happen(tick, many, smiths);
    many.tick(0.1);
    const saved = JSON.parse(JSON.stringify(saveMind(smiths[0]!.mind))) as MindSnapshot;
    const what = [saved.requested !== undefined, saved.inner.length, saved.inner[0]?.mind.requested !== undefined, saved.inner[0]?.mind.plan !== undefined, saved.aside.length > 0, saved.leftOut.length > 0, saved.forced !== undefined, (saved.choice.cooldowns ?? []).length > 0].join();
    if (!seen.has(what)) seen.set(what, saved);
  }
  // The richest first.
  return [...seen.values()].sort((one, other) => JSON.stringify(other).length - JSON.stringify(one).length);
}

/** A crowd with a mind of its own, whose free places are no news. */
function host(): Crowd {
  const many = crowd({ seed: 3 });
  many.spawn(smithBrain, smith());
  restoreMind(smithBrain, smith(), situations()[0]!, { crowd: many }).despawn();
  many.tick(0.1);
  return many;
}

/** Tries a snapshot: refused with a Problem, or taken and lived with. */
function attempt(many: Crowd, saved: unknown, what: string): 'refused' | 'taken' {
  const body = smith();
  let mind: ReturnType<Crowd['mind']>;
  try {
    mind = restoreMind(smithBrain, body, saved as MindSnapshot, { crowd: many });
  } catch (error) {
    if (!isProblem(error)) throw new Error(`${what}: not a Problem: ${String((error as Error).stack)}`, { cause: error });
    return 'refused';
  }
  for (let tick = 0; tick < 4; tick++) many.tick(0.3);
  JSON.stringify(saveMind(mind!));
  void `${explain(mind!)}`;
  mind!.despawn();
  const bad = many.errors.filter(({ path }) => path === 'mind.tick' || path.endsWith('resume'));
  if (bad.length > 0) throw new Error(`${what}: ${bad[0]!.path} ${String((bad[0]!.error as Error).stack)}`);
  return 'taken';
}

describe('a hostile snapshot', () => {
  const chosen = situations().slice(0, thorough ? 100 : 2);

  it('is refused whole and changes nothing, or is harmless: every place of it replaced by junk of every kind', () => {
    const many = host();
    const before = new Uint8Array(saveCrowd(many));
    const rollBack = before.slice().buffer;
    const count = { refused: 0, taken: 0 };
    for (const saved of chosen) {
      for (const path of places(saved)) {
        for (const by of some()) {
          const spoilt = replaced(saved, path, by);
          const what = `${path.join('.')} = ${String(typeof by === 'object' ? JSON.stringify(by) : String(by))}`;
          // In company: the crowd must be the same afterwards.
          const answer = attempt(many, spoilt, what);
          count[answer]++;
          if (answer === 'taken') restoreCrowd(rollBack, { crowd: many });
          else if (!same(new Uint8Array(saveCrowd(many)), before)) throw new Error(`${what}: refused, but the crowd changed`);
        }
      }
    }
    expect(count.refused).toBeGreaterThan(count.taken);
  });

  it('is refused or harmless also where it is the first mind and brings its searches and shared facts', () => {
    // It is empty again after each attempt, so that the next mind is the first once more.
    const many = crowd();
    attempt(many, chosen[0], 'unspoilt');
    for (const saved of chosen) {
      for (const path of places(saved).filter(([first]) => first === 'desk' || first === 'shared' || first === 'seat' || first === 'requested' || first === 'inner')) {
        for (const by of some()) {
          const what = `${path.join('.')} = ${String(by)}`;
          const before = new Uint8Array(saveCrowd(many));
          if (attempt(many, replaced(saved, path, by), what) === 'refused' && !same(new Uint8Array(saveCrowd(many)), before)) throw new Error(`${what}: refused, but the crowd changed`);
        }
      }
    }
  });

  it('that has itself inside is refused before the stack is at its end', () => {
    const saved = { ...(chosen[0]! as object), inner: [] as unknown[] };
    saved.inner.push({ brain: 'melting', slot: 0, mind: saved });
    expect(attempt(crowd(), saved, 'circle')).toBe('refused');
  });
});

describe('a hostile buffer', () => {
  function busy(): Crowd {
    const many = crowd({ expansionsPerTick: 3, seed: 5 });
    const smiths = [smith(), smith(), smith()].map((body) => ({ body, mind: many.spawn(smithBrain, body) }));
    for (let tick = 1; tick < 40; tick++) {
      happen(tick, many, smiths);
      many.tick(0.1);
    }
    return many;
  }

  /** Small numbers that look random and are the same each time. */
  function dice(seed: number): (sides: number) => number {
    let state = seed;
    return (sides) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 4294967296) * sides);
    };
  }

  it('is refused with a Problem and changes nothing: cut, flipped, spoilt, random, of another crowd', () => {
    const many = busy();
    const good = new Uint8Array(saveCrowd(many));
    const roll = dice(11);
    const spoil: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
      (bytes) => bytes.slice(0, roll(bytes.length)),
      (bytes) => { bytes[roll(bytes.length)]! ^= 1 << roll(8); return bytes; },
      (bytes) => { for (let count = 1 + roll(20); count > 0; count--) bytes[roll(bytes.length)]! ^= 1 << roll(8); return bytes; },
      (bytes) => { bytes.copyWithin(roll(bytes.length), roll(bytes.length), roll(bytes.length)); return bytes; },
      (bytes) => { bytes.fill(roll(256), roll(bytes.length)); return bytes; },
      (bytes) => new Uint8Array([...bytes, ...bytes.slice(0, 8 * (1 + roll(9)))]),
      () => Uint8Array.from({ length: roll(400) }, () => roll(256)),
      (bytes) => { bytes.set(Uint8Array.from({ length: 24 }, () => roll(256)), 8); return bytes; },
    ];
    let spoilt = 0;
    for (let round = 0; round < 2000; round++) {
      const bytes = spoil[round % spoil.length]!(good.slice());
      if (same(bytes, good)) continue;
      spoilt++;
      let thrown: unknown;
      try {
        restoreCrowd(bytes.buffer as ArrayBuffer, { crowd: many, brains: [meltingBrain] });
      } catch (error) {
        thrown = error;
      }
      if (!isProblem(thrown)) throw new Error(`round ${round}: ${String((thrown as Error | undefined)?.stack ?? 'taken')}`);
    }
    expect(spoilt).toBeGreaterThan(1800);
    expect(same(new Uint8Array(saveCrowd(many)), good)).toBe(true);
  });

  it('that is no buffer is refused too', () => {
    const many = busy();
    for (const each of [...junk, new Uint8Array(64), new SharedArrayBuffer(64)]) expect(() => restoreCrowd(each as ArrayBuffer, { crowd: many })).toThrow('this is no saved crowd');
  });

  it('of brains that nobody handed in says which one is missing', () => {
    const buffer = saveCrowd(busy());
    expect(() => restoreCrowd(buffer, { bodyOf: () => smith() })).toThrow('the saved crowd has minds of brain "smith", which this crowd does not know; hand it in: restoreCrowd(bytes, { brains: [brain] })');
    expect(() => restoreCrowd(buffer, { brains: [smithBrain, meltingBrain] })).toThrow('of the saved crowd is not alive here, so its body is not known; hand in bodyOf');
    expect(() => restoreCrowd(buffer, { bodyOf: () => smith(), brains: [makeSmithBrain({ tree: undefined }), meltingBrain] })).toThrow('brain "smith" changed since the crowd was saved');
  });
});

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
