import { Columns, Random } from '../../src/core/internal.js';
import { chance, Chooser, compileOptions, curves, type Option, perTarget, saveChoice, type Tuning } from 'ganglion/utility';
import { describe, expect, it } from 'vitest';
import { targetKey } from '../../src/utility/internal.js';

/** A guard as the tests move him: what he would like, as plain scores. */
interface Guard {
  fight: number;
  rest: number;
  watch: number;
  foes: { id: string; near: number }[];
}

const guard = (wishes: Partial<Guard> = {}): Guard => ({ fight: 0, rest: 0, watch: 0, foes: [], ...wishes });

const fight: Option<Guard, null> = { wish: (him) => him.fight };
const rest: Option<Guard, null> = { wish: (him) => him.rest };
const watch: Option<Guard, null> = { wish: (him) => him.watch };

/** One mind, decided step by step; answers with the name (and target) of what he wants. */
class Post {
  readonly chooser: Chooser<Guard, null>;

  constructor(options: Record<string, Option<Guard, null>>, tuning: Tuning = {}, random: () => number = () => 0) {
    this.chooser = new Chooser(compileOptions<Guard, null>(options, tuning), { columns: new Columns(1), random });
  }

  decide(him: Guard, { seconds = 1, allowed, force = false }: { readonly seconds?: number; readonly allowed?: readonly number[]; readonly force?: boolean } = {}): string {
    const index = this.chooser.decide(0, him, null, seconds, allowed === undefined ? null : Uint8Array.from(allowed), force);
    const target = targetKey(this.chooser, 0);
    return index < 0 ? 'nothing' : `${this.chooser.program.names[index]}${target === undefined ? '' : ` ${target}`}`;
  }
}

describe('a guard with nothing on his mind', () => {
  it('wants what scores best', () => expect(new Post({ fight, rest, watch }).decide(guard({ fight: 0.3, rest: 0.7, watch: 0.5 }))).toBe('rest'));

  it('wants nothing when nothing scores', () => expect(new Post({ fight, rest }).decide(guard())).toBe('nothing'));

  it('takes the first declared of equals', () => expect(new Post({ fight, rest }).decide(guard({ fight: 0.5, rest: 0.5 }))).toBe('fight'));

  it('may have a bare number as a fallback, and a weight of 0 is never taken', () => {
    expect(new Post({ fight, idle: 0.1, never: 0 }).decide(guard())).toBe('idle');
    expect(new Post({ never: 0 }).decide(guard())).toBe('nothing');
  });

  it('never takes what does not reach the least score', () => {
    const post = new Post({ fight }, { minScore: 0.5 });
    expect([post.decide(guard({ fight: 0.49 })), post.decide(guard({ fight: 0.5 }))]).toEqual(['nothing', 'fight']);
  });
});

describe('momentum', () => {
  it('keeps him at what he does until something is clearly better', () => {
    const post = new Post({ fight, rest }, { momentum: 1.25 });
    expect(post.decide(guard({ fight: 0.5, rest: 0.4 }))).toBe('fight');
    expect(post.decide(guard({ fight: 0.5, rest: 0.62 }))).toBe('fight');
    expect(post.decide(guard({ fight: 0.5, rest: 0.63 }))).toBe('rest');
  });

  it('is 1.25 unless said otherwise, and does not revive a veto', () => {
    const post = new Post({ fight, rest });
    post.decide(guard({ fight: 0.9 }));
    expect(post.decide(guard({ fight: 0, rest: 0.01 }))).toBe('rest');
  });

  it('helps the current wish over the least score, so it is not dropped at the line', () => {
    const post = new Post({ fight }, { minScore: 0.5, momentum: 1.25 });
    expect([post.decide(guard({ fight: 0.5 })), post.decide(guard({ fight: 0.41 })), post.decide(guard({ fight: 0.39 }))]).toEqual(['fight', 'fight', 'nothing']);
  });
});

describe('a margin', () => {
  it('must be beaten, not met', () => {
    const post = new Post({ fight, rest }, { momentum: 1, margin: 0.25 });
    post.decide(guard({ fight: 0.5 }));
    expect([post.decide(guard({ fight: 0.5, rest: 0.75 })), post.decide(guard({ fight: 0.5, rest: 0.76 }))]).toEqual(['fight', 'rest']);
  });
});

describe('commitment', () => {
  it('holds for its seconds, then lets go', () => {
    const post = new Post({ fight: { considerations: { wish: (him: Guard) => him.fight }, commitment: 2 }, rest });
    const tempted = guard({ fight: 0.1, rest: 1 });
    expect(post.decide(guard({ fight: 0.5 }))).toBe('fight');
    expect([1, 1].map((seconds) => post.decide(tempted, { seconds }))).toEqual(['fight', 'rest']);
  });

  it('holds no veto, and a higher rank breaks it', () => {
    const options = { fight: { considerations: { wish: (him: Guard) => him.fight }, commitment: 100 }, rest, watch: { considerations: { wish: (him: Guard) => him.watch }, rank: 1 } };
    const vetoed = new Post(options);
    vetoed.decide(guard({ fight: 0.5 }));
    expect(vetoed.decide(guard({ fight: 0, rest: 0.1 }))).toBe('rest');
    const outranked = new Post(options);
    outranked.decide(guard({ fight: 0.5 }));
    expect(outranked.decide(guard({ fight: 0.5, watch: 0.01 }))).toBe('watch');
  });
});

describe('an option that may not be interrupted', () => {
  const calm = guard({ fight: 0.1, rest: 1, watch: 1 });
  const post = (interruptible: boolean | 'higherRank'): Post =>
    new Post({ fight: { considerations: { wish: (him: Guard) => him.fight }, interruptible }, rest, watch: { considerations: { wish: (him: Guard) => him.watch }, rank: 1 } });

  it.each([
    [true, 'watch', 'rest'],
    ['higherRank' as const, 'watch', 'fight'],
    [false, 'fight', 'fight'],
  ])('interruptible %s: a higher rank gives %s, a better score %s', (interruptible, byRank, byScore) => {
    const one = post(interruptible);
    one.decide(guard({ fight: 0.5 }));
    expect(one.decide(calm)).toBe(byRank);
    const other = post(interruptible);
    other.decide(guard({ fight: 0.5 }));
    expect(other.decide({ ...calm, watch: 0 })).toBe(byScore);
  });

  it('ends with its veto, with its release, and when it is forced', () => {
    const vetoed = post(false);
    vetoed.decide(guard({ fight: 0.5 }));
    expect(vetoed.decide(guard({ rest: 0.1 }))).toBe('rest');
    const released = post(false);
    released.decide(guard({ fight: 0.5 }));
    released.chooser.release(0);
    expect(released.decide({ ...calm, watch: 0 })).toBe('rest');
    const forced = post(false);
    forced.decide(guard({ fight: 0.5 }));
    expect(forced.decide({ ...calm, watch: 0 }, { force: true })).toBe('rest');
  });
});

describe('force', () => {
  it('sets aside momentum, margin, commitment and floor, and lets a tie be', () => {
    const held = { momentum: 2, margin: 0.5, commitment: 100, scoreDecay: 0.01 };
    const post = new Post({ fight, rest }, held);
    post.decide(guard({ fight: 0.9 }));
    const even = guard({ fight: 0.5, rest: 0.51 });
    expect([post.decide(even), post.decide(even, { force: true })]).toEqual(['fight', 'rest']);
    expect(post.decide(guard({ fight: 0.5, rest: 0.5 }), { force: true })).toBe('rest');
  });

  it('casts the die anew, and staying is one of its answers', () => {
    let next = 0;
    const post = new Post({ fight, rest }, { pick: chance({ top: 2 }) }, () => next);
    const both = guard({ fight: 0.6, rest: 0.5 });
    const drawn = (given: number): readonly [string, number] => {
      next = given;
      return [post.decide(both, { force: true }), post.chooser.held(0)];
    };
    expect([drawn(0), drawn(0.1), drawn(0.9), drawn(0.8)]).toEqual([['fight', 0], ['fight', 1], ['rest', 0], ['rest', 1]]);
  });
});

describe('rank', () => {
  it('comes before score, as long as the score is above 0', () => {
    const options = { rest, flee: { considerations: { danger: (him: Guard) => him.fight }, rank: 1 } };
    expect(new Post(options).decide(guard({ rest: 1, fight: 0.01 }))).toBe('flee');
    expect(new Post(options).decide(guard({ rest: 1, fight: 0 }))).toBe('rest');
  });

  it('may be asked anew each time', () => {
    const post = new Post({ rest, flee: { considerations: { danger: () => 0.1 }, rank: (him: Guard) => (him.fight > 0.5 ? 1 : 0) } });
    expect([post.decide(guard({ rest: 1, fight: 0.9 })), post.decide(guard({ rest: 1, fight: 0.1 }))]).toEqual(['flee', 'rest']);
  });

  it('below that of what stands is not even asked', () => {
    let asked = 0;
    const post = new Post({ flee: { considerations: { danger: () => 0.1 }, rank: 1 }, rest: { wish: () => (asked++, 1) } });
    post.decide(guard());
    expect(asked).toBe(0);
  });
});

describe('a cooldown', () => {
  it('begins when the option is left, and keeps it from being taken until it is over', () => {
    const post = new Post({ fight: { considerations: { wish: (him: Guard) => him.fight }, cooldown: 3 }, rest: 0.1 });
    const keen = guard({ fight: 1 });
    expect(post.decide(keen)).toBe('fight');
    expect(post.decide(guard())).toBe('rest');
    expect([1, 1, 1].map((seconds) => post.decide(keen, { seconds }))).toEqual(['rest', 'rest', 'fight']);
  });

  it('begins with a release too', () => {
    const post = new Post({ fight: { considerations: { wish: (him: Guard) => him.fight }, cooldown: 3 }, rest: 0.1 });
    post.decide(guard({ fight: 1 }));
    post.chooser.release(0);
    expect([post.chooser.current(0), post.decide(guard({ fight: 1 }))]).toEqual([-1, 'rest']);
  });

  it('belongs to the target: he leaves the orc alone, not the troll', () => {
    const attack = perTarget((him: Guard) => him.foes, { considerations: { near: (_him: Guard, _facts: null, foe) => foe.near }, cooldown: 10 });
    const post = new Post({ attack, rest: 0.1 });
    const foes = [{ id: 'orc', near: 0.9 }, { id: 'troll', near: 0.5 }];
    expect(post.decide(guard({ foes }))).toBe('attack orc');
    post.chooser.release(0);
    expect(post.decide(guard({ foes }))).toBe('attack troll');
    post.chooser.release(0);
    expect(post.decide(guard({ foes }))).toBe('rest');
    expect(post.decide(guard({ foes }), { seconds: 10 })).toBe('attack orc');
  });

  it('is kept for four targets; the one nearest its end is forgotten for a fifth', () => {
    const attack = perTarget((him: Guard) => him.foes, { considerations: { near: (_him: Guard, _facts: null, foe) => foe.near }, cooldown: 10 });
    const post = new Post({ attack });
    const foes = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({ id, near: 1 - index / 10 }));
    const order = foes.map(() => {
      const wanted = post.decide(guard({ foes }));
      post.chooser.release(0);
      return wanted;
    });
    expect([...order, post.decide(guard({ foes }))]).toEqual(['attack a', 'attack b', 'attack c', 'attack d', 'attack e', 'attack a']);
  });
});

describe('a penalty for having been done', () => {
  it('takes off its amount when the option is left, and wears off over its time', () => {
    const post = new Post({ fight: { considerations: { wish: (him: Guard) => him.fight }, penalty: { amount: 0.5, over: 5 } }, rest: 0.3 });
    const keen = guard({ fight: 0.7 });
    expect(post.decide(keen)).toBe('fight');
    post.chooser.release(0);
    // 0.7 - 0.5 = 0.2 now; 0.1 comes back each second, and rest, once taken, counts 0.375.
    expect([0, 1, 1].map((seconds) => post.decide(keen, { seconds }))).toEqual(['rest', 'rest', 'fight']);
  });

  it('never makes a score negative: at 0 it is a veto, not a candidate', () => {
    const post = new Post({ fight: { considerations: { wish: (him: Guard) => him.fight }, penalty: 5 } });
    post.decide(guard({ fight: 1 }));
    post.chooser.release(0);
    expect(post.decide(guard({ fight: 1 }))).toBe('nothing');
  });
});

describe('a sinking floor', () => {
  it('lets the current score sink only so fast, but never softens a veto', () => {
    const post = new Post({ fight, rest }, { momentum: 1, scoreDecay: 0.1 });
    expect(post.decide(guard({ fight: 0.8 }))).toBe('fight');
    const shaken = guard({ fight: 0.2, rest: 0.55 });
    expect([1, 1, 1].map((seconds) => post.decide(shaken, { seconds }))).toEqual(['fight', 'fight', 'rest']);
    const vetoed = new Post({ fight, rest }, { momentum: 1, scoreDecay: 0.1 });
    vetoed.decide(guard({ fight: 0.8 }));
    expect(vetoed.decide(guard({ fight: 0, rest: 0.1 }))).toBe('rest');
  });
});

describe('what is ruled out from outside', () => {
  it('is not wanted, and let go at once', () => {
    const post = new Post({ fight, rest });
    const keen = guard({ fight: 1, rest: 0.1 });
    expect(post.decide(keen, { allowed: [0, 1] })).toBe('rest');
    expect(post.decide(keen, { allowed: [1, 1] })).toBe('fight');
    expect(post.decide(keen, { allowed: [0, 0] })).toBe('nothing');
  });

  it('asks nothing', () => {
    const post = new Post({ fight, rest });
    post.decide(guard({ fight: 1, rest: 1 }), { allowed: [0, 0] });
    expect(post.chooser.asked).toBe(0);
  });
});

describe('targets', () => {
  const attack = perTarget((him: Guard) => him.foes, { considerations: { near: (_him: Guard, _facts: null, foe) => foe.near } });

  it('are scored one by one, beside options without any', () => {
    const post = new Post({ attack, rest });
    expect(post.decide(guard({ rest: 0.5, foes: [{ id: 'orc', near: 0.4 }, { id: 'elf', near: 0.7 }] }))).toBe('attack elf');
  });

  it('are held by key: a new object of the same id is the same target', () => {
    const post = new Post({ attack });
    post.decide(guard({ foes: [{ id: 'orc', near: 0.7 }] }));
    const foes = [{ id: 'elf', near: 0.8 }, { id: 'orc', near: 0.7 }];
    expect(post.decide(guard({ foes }))).toBe('attack orc');
    expect(post.chooser.target(0)).toBe(foes[1]);
    expect(post.chooser.held(0)).toBe(1);
  });

  it('that are gone are let go, and a better one of the same option is a change of mind', () => {
    const post = new Post({ attack });
    post.decide(guard({ foes: [{ id: 'orc', near: 0.7 }] }));
    expect([post.decide(guard({ foes: [{ id: 'elf', near: 0.2 }] })), post.chooser.held(0)]).toEqual(['attack elf', 0]);
    expect(post.decide(guard({ foes: [{ id: 'elf', near: 0.2 }, { id: 'orc', near: 0.9 }] }))).toBe('attack orc');
  });

  it('may come from anything that can be iterated', () => {
    const lazily = perTarget(function* (him: Guard) { yield* him.foes; }, { considerations: { near: (_him: Guard, _facts: null, foe) => foe.near } });
    const post = new Post({ lazily });
    const foes = [{ id: 'orc', near: 0.4 }, { id: 'elf', near: 0.7 }];
    expect([post.decide(guard({ foes })), post.decide(guard({ foes: foes.toReversed() }))]).toEqual(['lazily elf', 'lazily elf']);
  });

  it('are known by a key of one\'s own, by themselves, or by their identity', () => {
    interface Mark { readonly name?: string; near: number }
    const orc: Mark = { name: 'orc', near: 0.5 };
    const elf: Mark = { name: 'elf', near: 0.6 };
    const near = (_him: Guard, _facts: null, mark: Mark): number => mark.near;
    const named = new Post({ attack: perTarget((): readonly Mark[] => [orc], { considerations: { near }, key: (mark: Mark) => mark.name! }) });
    const plain = new Post({ attack: perTarget(() => [7, 3, -1.5], { considerations: { near: (_him: Guard, _facts: null, id: number) => id / 10 } }) });
    let marks: readonly Mark[] = [orc];
    const nameless = new Post({ attack: perTarget(() => marks, { considerations: { near } }) });
    expect([named.decide(guard()), plain.decide(guard()), nameless.decide(guard())]).toEqual(['attack orc', 'attack 7', 'attack']);
    marks = [elf, orc];
    expect([nameless.decide(guard()), nameless.chooser.target(0)]).toEqual(['attack', orc]);
  });

  it('that cannot be told apart, such as nothing at all, are taken anew each time', () => {
    const post = new Post({ wait: perTarget(() => [null], { considerations: { always: () => 1 } }) });
    expect([post.decide(guard()), post.decide(guard()), post.chooser.held(0)]).toEqual(['wait', 'wait', 0]);
  });

  it('are not listed when the option could not win anyway', () => {
    let listed = 0;
    const far = perTarget((him: Guard) => (listed++, him.foes), { considerations: { near: (_him: Guard, _facts: null, foe) => foe.near }, weight: 0.3 });
    new Post({ rest, far }).decide(guard({ rest: 0.5, foes: [{ id: 'orc', near: 1 }] }));
    expect(listed).toBe(0);
  });
});

describe('picking by chance', () => {
  it('draws among the best, weighted by score', () => {
    const die = new Random(7);
    const counts: Record<string, number> = {};
    for (let turn = 0; turn < 4000; turn++) {
      const wanted = new Post({ fight, rest, watch }, { pick: chance({ top: 2 }) }, () => die.next()).decide(guard({ fight: 0.6, rest: 0.3, watch: 0.1 }));
      counts[wanted] = (counts[wanted] ?? 0) + 1;
    }
    expect(Object.keys(counts).sort()).toEqual(['fight', 'rest']);
    // 4000 draws of probability 2/3: four standard deviations are 120.
    expect(Math.abs(counts['fight']! - 4000 * (2 / 3))).toBeLessThan(120);
  });

  it('casts no new die while the current wish is among the best, and one when it is over', () => {
    let draws = 0;
    const post = new Post({ fight, rest }, { pick: chance({ top: 2 }) }, () => (draws++, 0.99));
    const both = guard({ fight: 0.6, rest: 0.5 });
    expect([post.decide(both), post.decide(both), post.decide(both), draws]).toEqual(['rest', 'rest', 'rest', 1]);
    post.chooser.release(0);
    post.decide(both);
    expect(draws).toBe(2);
  });

  it('keeps within so many percent of the best', () => {
    const wanted = (drawn: number): string => new Post({ fight, rest, watch }, { pick: chance({ withinPercent: 10 }) }, () => drawn).decide(guard({ fight: 0.6, rest: 0.55, watch: 0.53 }));
    expect([wanted(0), wanted(0.999)]).toEqual(['fight', 'rest']);
  });

  it('counts the first declared of equals among the best, whichever is looked at first', () => {
    const light: Option<Guard, null> = { considerations: { wish: () => 1 }, weight: 0.5 };
    expect(new Post({ light, fight, rest }, { pick: chance({ top: 2 }) }, () => 0.99).decide(guard({ fight: 0.5, rest: 0.5 }))).toBe('fight');
  });

  it('lets the current wish be the first of equals, even when forced', () => {
    const post = new Post({ fight, rest }, { pick: chance({ top: 1 }) });
    post.decide(guard({ rest: 0.5 }));
    expect(post.decide(guard({ fight: 0.5, rest: 0.5 }), { force: true })).toBe('rest');
  });

  it('takes all that score at 100 percent, even many more than there was room for', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`o${index}`, 0.5]));
    expect(new Post(many, { pick: chance({ withinPercent: 100 }) }, () => 0.9999).decide(guard())).toBe('o39');
  });

  it('needs a stream of random numbers', () => {
    expect(() => new Chooser(compileOptions({ fight }, { pick: chance({ top: 2 }) }))).toThrow(/`pick` chooses at random: pass `random: \(slot\) => number` \(utility\.tuning\.pick\)/);
  });
});

describe('many minds', () => {
  it('share the options and keep their wishes apart, while the columns grow', () => {
    const columns = new Columns(1);
    const chooser = new Chooser(compileOptions<Guard, null>({ fight, rest }), { columns });
    const wishes = Array.from({ length: 100 }, (_, slot) => (slot % 3 === 0 ? guard({ fight: 1 }) : guard({ rest: 1 })));
    for (let slot = 0; slot < 100; slot++) {
      columns.grow(slot + 1);
      chooser.decide(slot, wishes[slot]!, null, 0, null);
    }
    expect(wishes.map((_, slot) => chooser.current(slot))).toEqual(wishes.map((him) => (him.fight === 1 ? 0 : 1)));
  });

  it('take six bytes each when nothing but the current option is to be remembered', () => {
    const columns = new Columns(1);
    new Chooser(compileOptions<Guard, null>({ fight, rest, watch }), { columns });
    expect(columns.bytesPerSlot).toBe(6);
  });

  it('may have a slot that another mind had: reset forgets all', () => {
    const post = new Post({ fight: { considerations: { wish: (him: Guard) => him.fight }, cooldown: 9, penalty: 0.5 }, rest: 0.1 }, { scoreDecay: 0.1 });
    post.decide(guard({ fight: 1 }));
    post.chooser.release(0);
    post.decide(guard({ fight: 1 }));
    post.chooser.reset(0);
    expect(saveChoice(post.chooser, 0)).toEqual({});
    expect(post.decide(guard({ fight: 1 }))).toBe('fight');
  });
});

describe('what is asked', () => {
  it('begins with the cheap: a dear look is spared when a cheap one vetoes', () => {
    let looks = 0;
    const dear = { considerations: { look: { of: () => (looks++, 1), cost: 50 }, armed: (him: Guard) => him.fight }, weight: 1 };
    const post = new Post({ dear });
    post.decide(guard());
    expect(looks).toBe(0);
    post.decide(guard({ fight: 1 }));
    expect(looks).toBe(1);
  });

  it('spares an option that cannot beat the best any more', () => {
    let asked = 0;
    const brave = { of: (him: Guard) => him.rest, curve: curves.logistic(0.5, 10) };
    const post = new Post({ fight, rest: { considerations: { brave, last: { of: () => (asked++, 1), cost: 2 } } } });
    post.decide(guard({ fight: 0.9, rest: 0.1 }));
    expect(asked).toBe(0);
  });

  it('spares by chance, too, what can be none of the best', () => {
    const light: Option<Guard, null> = { considerations: { wish: () => 1 }, weight: 0.3 };
    const asked = (pick: Tuning['pick'] & {}): number => {
      const post = new Post({ fight, rest, light }, { pick });
      post.decide(guard({ fight: 0.9, rest: 0.8 }));
      return post.chooser.asked;
    };
    expect([asked(chance({ top: 2 })), asked(chance({ withinPercent: 50 })), asked(chance({ top: 3 })), asked(chance({ withinPercent: 90 }))]).toEqual([2, 2, 3, 3]);
  });
});
