import { bt, tree, treeOf, type Tree } from 'ganglion/bt';
import { failure, running, success, type Status } from 'ganglion';
import { describe, expectTypeOf, test } from 'vitest';

class Guard {
  arrived = true;
  ammo = 3;
  runAway(): boolean {
    return true;
  }
  shout(_what: string): void {}
}
interface Facts {
  at: 'post' | 'armory' | 'gate';
  ammo: number;
  intruder: boolean;
  stock: { stove: { raw: number } };
}
interface Goals {
  repel: {};
  rearm: {};
}

/** Takes a tree as a brain does, so that body, facts and goals are known before the functions are looked at. */
declare function drive(tree: Tree<Guard, Facts, Goals>): void;
const ok = (): Status => success;
const yes = (): boolean => true;

describe('a tree in its text', () => {
  test('gives each function the type of its use', () => {
    drive(
      bt(
        `root { selector {
          action [flee, "far", 3] while(isHurt) entry(shout) step(hum) exit(rest, 2)
          utilitySelector { action [plan] score(hunger) action [plan, "rearm"] score(greed, 1) } } }`,
        {
          flee: (guard, facts, how: string) => {
            expectTypeOf(guard).toEqualTypeOf<Guard>();
            expectTypeOf(facts.at).toEqualTypeOf<'post' | 'armory' | 'gate'>();
            return guard.runAway() && how === 'far' ? success : running;
          },
          isHurt: (guard, facts) => guard.ammo > facts.stock.stove.raw,
          shout: (guard) => guard.shout('hey'),
          hum: () => {},
          rest: (_guard, _facts, ending, times: number) => {
            expectTypeOf(ending.aborted).toEqualTypeOf<boolean>();
            return times;
          },
          hunger: () => 0.5,
          greed: (_guard, facts) => facts.ammo / 6,
        },
      ),
    );
  });

  test('may hold whatever the language allows', () => {
    drive(
      bt(
        `ROOT { Selector {
          /* a "comment" action [nothing] and an open quote " */
          sequence While(isUp) THEN Succeed { ACTION [shout, "hey (you] action [none]", "a \\"quote\\" /* no comment */"] condition(sees) }
          action\t[go]\n\tuntil [isDone] then fail
          branch [Rest] action[plan]
          condition [goalIs, "repel"] condition [holds, "ammo", "atLeast", 1] condition [holds, "at", "is", "gate"]
          condition [holds, "stock[stove][raw]", "is", 2] wait while(planning) until(interruptible) lotto [2, 1] { wait wait [5] }
          reactiveSequence{flip{wait}}REACTIVESELECTOR\n{cooldown [5]{timeLimit(3) while(isUp) then fail{runLimit[1]{race { all{wait} parallel{wait} }}}}}
        } } root [Rest] { action [go] }`,
        { isUp: yes, shout: ok, sees: yes, go: ok, isDone: yes },
      ),
    );
    drive(bt('root { wait }', {}));
    drive(bt('root { action [go] }', { go: async () => success }));
    drive(bt('root { action [go] }', { go: { drive: ok, abort: (guard) => guard.shout('stop') } }));
  });

  test('may be long: 300 rows of four calls', () => {
    type Row = ' sequence { condition [sees, "wolf"] action [flee] while(isUp) entry(shout) }';
    type Rows<N extends number, Text extends string = '', Count extends 0[] = []> = Count['length'] extends N ? Text : Rows<N, `${Text}${Row}`, [...Count, 0]>;
    const rows = '' as Rows<300>;
    drive(bt(`root { selector { ${rows} action [flee] } }`, { sees: yes, flee: ok, isUp: yes, shout: () => {} }));
    // @ts-expect-error the last row names a function that is missing
    drive(bt(`root { selector { ${rows} action [last] } }`, { sees: yes, flee: ok, isUp: yes, shout: () => {} }));
  });

  test('may have roots with params, limits that are reset and numbers of the body', () => {
    drive(bt('root { sequence { branch [Go, "gate", 2] branch [Go, $post, 3] } } root [Go] ($place, $speed) { action [walk, $place, $speed] }', { walk: (_guard, _facts, _place: string, _speed: number) => success }));
    drive(bt('root { once reset(isUp) { retryNow [$ammo] { action [flee] } } }', { isUp: yes, flee: ok }));
  });

  test('known only at run time takes any functions', () => {
    const text: string = 'root { action [go] }';
    drive(bt(text, { go: (guard) => (guard.runAway() ? success : failure) }));
    drive(bt(`root { sequence { ${text} action [rest] } }`, { go: ok, rest: ok }));
    drive(treeOf(tree.root(tree.action('go')), { go: ok }));
    drive(treeOf({ type: 'root', child: { type: 'action', call: 'go' } }, { go: ok }));
  });

  test('needs no brain: the functions then say what the body is', () => {
    const alone = bt('root { action [go] while(isUp) }', { go: (guard: Guard) => (guard.arrived ? success : running), isUp: (guard: Guard) => guard.ammo > 0 });
    expectTypeOf(alone).toExtend<Tree<Guard, any, any>>();
  });
});

describe('a mistake is a compile error', () => {
  test('in the functions', () => {
    // @ts-expect-error a name misspelt
    drive(bt('root { selector { action [flee] action [plan] } }', { fle: ok }));
    // @ts-expect-error a function missing
    drive(bt('root { selector { action [flee] while(weak) action [plan] } }', { flee: ok }));
    // @ts-expect-error a function too many
    drive(bt('root { action [plan] }', { flee: ok }));
    // @ts-expect-error a function that only a comment names
    drive(bt('root { action [plan] /* action [flee] */ }', { flee: ok }));
    // @ts-expect-error a function that only a string names
    drive(bt('root { action [go, "action [flee]"] }', { go: ok, flee: ok }));
    // @ts-expect-error a name in the wrong case
    drive(bt('root { action [Flee] }', { flee: ok }));
    // @ts-expect-error a hook missing
    drive(bt('root { action [plan] exit(stop) }', {}));
    // @ts-expect-error a score missing
    drive(bt('root { utilitySelector { action [plan] score(hunger) } }', {}));
    // @ts-expect-error an unknown fact is read
    drive(bt('root { action [plan] while(weak) }', { weak: (_guard, facts) => facts.amo > 1 }));
    // @ts-expect-error an unknown field of the body is read
    drive(bt('root { action [plan] while(weak) }', { weak: (guard) => guard.amo > 1 }));
    // @ts-expect-error a fact is written
    drive(bt('root { action [go] }', { go: (_guard, facts) => ((facts.ammo = 1), success) }));
    // @ts-expect-error a guard that answers a string
    drive(bt('root { action [plan] while(weak) }', { weak: () => 'yes' }));
    // @ts-expect-error an action that answers nothing
    drive(bt('root { action [go] }', { go: (guard) => void guard.runAway() }));
    // @ts-expect-error an action that answers a boolean
    drive(bt('root { action [go] }', { go: () => true }));
    // @ts-expect-error a score that answers a boolean
    drive(bt('root { utilitySelector { action [plan] score(hunger) } }', { hunger: () => true }));
    // @ts-expect-error a condition in parts
    drive(bt('root { condition [sees] }', { sees: { drive: yes } }));
    // @ts-expect-error a reserved name given
    drive(bt('root { action [plan] }', { plan: ok }));
  });

  test('in what the text asks of the brain', () => {
    // @ts-expect-error an unknown goal is planned
    drive(bt('root { selector { action [plan, "repl"] action [plan] } }', {}));
    // @ts-expect-error an unknown goal is asked for
    drive(bt('root { sequence { condition [goalIs, "repl"] action [plan] } }', {}));
    // @ts-expect-error an unknown goal is asked for in a guard
    drive(bt('root { action [plan] until(goalIs, "repl") }', {}));
    // @ts-expect-error an unknown fact
    drive(bt('root { action [plan] while(holds, "amo", "atLeast", 1) }', {}));
    // @ts-expect-error an unknown family of facts
    drive(bt('root { action [plan] while(holds, "stok[stove][raw]", "atLeast", 1) }', {}));
    // @ts-expect-error an unknown comparison
    drive(bt('root { action [plan] while(holds, "ammo", "atLest", 1) }', {}));
    // @ts-expect-error a value the fact never has
    drive(bt('root { action [plan] while(holds, "at", "is", "gat") }', {}));
    // @ts-expect-error a keyword misspelt before braces
    drive(bt('root { sequense { action [plan] } }', {}));
    // @ts-expect-error a keyword misspelt before brackets
    drive(bt('root { actoin [plan] }', {}));
    // @ts-expect-error a number's keyword misspelt
    drive(bt('root { repeet [3] { action [plan] } }', {}));
    // @ts-expect-error a guard's keyword misspelt
    drive(bt('root { action [plan] whlie(planning) }', {}));
    // @ts-expect-error a branch without its root
    drive(bt('root { branch [Rst] } root [Rest] { action [plan] }', {}));
    // @ts-expect-error a root that takes a param is given none
    drive(bt('root { branch [Go] } root [Go] ($place) { action [walk, $place] }', { walk: ok }));
    // @ts-expect-error a root that takes none is given one
    drive(bt('root { branch [Go, "gate"] } root [Go] { action [walk] }', { walk: ok }));
  });

  test('in the builders', () => {
    // @ts-expect-error a composite without children
    tree.selector();
    // @ts-expect-error a decorator with two children
    tree.flip(tree.wait(1), tree.wait(2));
    // @ts-expect-error a name misspelt among the attributes
    tree.action('go', { whlie: 'isUp' });
    // @ts-expect-error a count forgotten
    tree.runLimit(tree.wait(1));
    // @ts-expect-error thresholds on a selector
    tree.selector({ successes: 1 }, tree.wait(1));
  });
});
