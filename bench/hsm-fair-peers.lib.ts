/**
 * Three more peers beside those of hsm-peers.lib.ts, which are as lean as their libraries allow. These do what a user gets who follows the
 * documentation, or who wants from them what ours gives; they count the same actions.
 *
 * - `linked whole`: linked continuation objects that do the same work as ours. Beyond the lean ones: frames name their state, so a frame is never
 *   taken up by another state and a leaf knows whether it goes on or begins; enter and exit, exactly once each, deepest first, also when a guard
 *   interrupts; results with three values; what a leaf or guard throws fails that leaf or guard alone; a bound on the leaves driven in one tick;
 *   the param is an object of the state's own choice. Frames are never changed once made (a saved one stays true); one that would be the same is kept.
 * - `yuka entity`: Yuka as its examples write it: a GameEntity subclass that owns its StateMachine and its states and is updated with the
 *   time that went by. The patrol state has a machine of its own. No EntityManager: that would be more work, not the machine's.
 * - `xstate assign`: XState as its documentation tells to write it: guards and actions named in `setup`, and the context changed by `assign` only.
 */
import { isHurt, nextTick, seesEnemy, world, type XState, type Yuka } from './hsm-peers.lib.js';

// ---- Linked continuations that do the same work as ours ----
const goesOn = 0;
const succeeded = 1;
const failed = 2;
type Result = typeof goesOn | typeof succeeded | typeof failed;
type Why = 'success' | 'failure' | 'abort';

interface Frame {
  readonly state: WholeState;
  readonly sub: Frame | null;
  readonly step: number;
  readonly param: object | null;
}
interface Context {
  readonly monster: number;
  /** What the state that is driven left behind; it leaves its own there when it goes on, and null when it is done. */
  frame: Frame | null;
  /** What the leaf that is driven remembers. */
  param: object | null;
  /** Leaves that may still be driven in this tick. */
  left: number;
  errors: number;
}

abstract class WholeState {
  abstract drive(context: Context): Result;
  /** Leaves what goes on below this state, deepest first, and the state itself. */
  abort(context: Context, frame: Frame): void {
    if (frame.sub !== null) frame.sub.state.abort(context, frame.sub);
    this.exit(context, 'abort');
  }
  enter(_context: Context): object | null {
    return null;
  }
  exit(_context: Context, _why: Why): void {
    // Most have nothing to put away.
  }
}

abstract class WholeLeaf extends WholeState {
  abstract act(context: Context): Result;
  override drive(context: Context): Result {
    const own = context.frame !== null && context.frame.state === this ? context.frame : null;
    if (context.left === 0) return goesOn;
    context.left--;
    let result: Result = failed;
    let before: object | null = null;
    try {
      before = own === null ? this.enter(context) : own.param;
      context.param = before;
      result = this.act(context);
    } catch {
      context.errors++;
    } finally {
      if (result !== goesOn) {
        context.frame = null;
        this.exit(context, result === succeeded ? 'success' : 'failure');
      } else if (own === null || context.param !== before) context.frame = { state: this, sub: null, step: 0, param: context.param };
      context.param = null;
    }
    return result;
  }
}

interface Count {
  readonly count: number;
}
class WholeMove extends WholeLeaf {
  override enter(): Count {
    return { count: 0 };
  }
  override act(context: Context): Result {
    const { count } = context.param as Count;
    if (count === 5) return succeeded;
    world.moves++;
    context.param = { count: count + 1 };
    return goesOn;
  }
}
class WholeIdle extends WholeLeaf {
  override enter(): Count {
    return { count: 0 };
  }
  override act(context: Context): Result {
    const { count } = context.param as Count;
    if (count === 3) return succeeded;
    world.idles++;
    context.param = { count: count + 1 };
    return goesOn;
  }
}
class WholeCry extends WholeLeaf {
  override act(): Result {
    world.cries++;
    return succeeded;
  }
}
class WholeRun extends WholeLeaf {
  override act(): Result {
    world.runs++;
    return goesOn;
  }
}
class WholeCombat extends WholeLeaf {
  override act(): Result {
    world.blows++;
    return goesOn;
  }
}

class WholeSequence extends WholeState {
  readonly subStates: readonly WholeState[];
  readonly loops: boolean;
  constructor(loops: boolean, ...subStates: WholeState[]) {
    super();
    this.loops = loops;
    this.subStates = subStates;
  }
  override drive(context: Context): Result {
    const own = context.frame !== null && context.frame.state === this ? context.frame : null;
    if (own === null) this.enter(context);
    let step = own === null ? 0 : own.step;
    context.frame = own === null ? null : own.sub;
    for (;;) {
      const result = this.subStates[step]!.drive(context);
      if (result === goesOn) {
        context.frame = own !== null && own.step === step && own.sub === context.frame ? own : { state: this, sub: context.frame, step, param: null };
        return goesOn;
      }
      context.frame = null;
      step++;
      if (result === succeeded && step === this.subStates.length && this.loops) step = 0;
      if (result === succeeded && step < this.subStates.length) continue;
      this.exit(context, result === succeeded ? 'success' : 'failure');
      return result;
    }
  }
}

class WholeMonster extends WholeState {
  readonly subStates: readonly WholeState[] = [new WholeSequence(true, new WholeMove(), new WholeIdle()), new WholeCombat(), new WholeSequence(false, new WholeCry(), new WholeRun())];
  override drive(context: Context): Result {
    const own = context.frame !== null && context.frame.state === this ? context.frame : null;
    if (own === null) this.enter(context);
    const branch = own === null ? 0 : own.step;
    const next = this.nextBranch(branch, context);
    context.frame = own === null ? null : own.sub;
    if (next !== branch && context.frame !== null) {
      context.frame.state.abort(context, context.frame);
      context.frame = null;
    }
    const result = this.subStates[next]!.drive(context);
    if (result === goesOn) {
      context.frame = own !== null && own.step === next && own.sub === context.frame ? own : { state: this, sub: context.frame, step: next, param: null };
      return goesOn;
    }
    context.frame = null;
    this.exit(context, result === succeeded ? 'success' : 'failure');
    return result;
  }
  /** The guards of the branch, in order; one that throws has said no. */
  nextBranch(branch: number, context: Context): number {
    if (branch === 0) return this.asks(seesEnemy, context) ? 1 : 0;
    if (branch === 1 && this.asks(isHurt, context)) return 2;
    return this.asks(seesEnemy, context) ? branch : 0;
  }
  asks(guard: (monster: number) => boolean, context: Context): boolean {
    try {
      return guard(context.monster);
    } catch {
      context.errors++;
      return false;
    }
  }
}

export function wholeLinkedMonsters(n: number): () => void {
  const root = new WholeMonster();
  const contexts = Array.from({ length: n }, (_, monster): Context => ({ monster, frame: null, param: null, left: 0, errors: 0 }));
  return () => {
    nextTick();
    for (let index = 0; index < n; index++) {
      const context = contexts[index]!;
      context.left = 16;
      root.drive(context);
    }
  };
}

// ---- Yuka: game entities that own their machine and its states ----
export interface YukaWithEntities extends Yuka {
  readonly GameEntity: new () => object;
}

export function yukaEntities({ GameEntity, StateMachine, State }: YukaWithEntities, n: number): () => void {
  class Patrol extends State {
    enter(monster: Monster): void {
      monster.patrol.changeTo('MOVE');
    }
    execute(monster: Monster): void {
      if (seesEnemy(monster.index)) {
        monster.stateMachine.changeTo('COMBAT');
        world.blows++;
      } else monster.patrol.update();
    }
  }
  class Move extends State {
    enter(monster: Monster): void {
      monster.ticks = 0;
    }
    execute(monster: Monster): void {
      world.moves++;
      if (++monster.ticks === 5) monster.patrol.changeTo('IDLE');
    }
  }
  class Idle extends State {
    enter(monster: Monster): void {
      monster.ticks = 0;
    }
    execute(monster: Monster): void {
      world.idles++;
      if (++monster.ticks === 3) monster.patrol.changeTo('MOVE');
    }
  }
  class Combat extends State {
    execute(monster: Monster): void {
      if (isHurt(monster.index)) {
        monster.stateMachine.changeTo('FLEE');
        world.runs++;
      } else if (seesEnemy(monster.index)) world.blows++;
      else monster.calmDown();
    }
  }
  class Flee extends State {
    enter(): void {
      world.cries++;
    }
    execute(monster: Monster): void {
      if (seesEnemy(monster.index)) world.runs++;
      else monster.calmDown();
    }
  }
  class Monster extends GameEntity {
    readonly stateMachine = new StateMachine(this);
    readonly patrol = new StateMachine(this);
    readonly index: number;
    currentTime = 0;
    ticks = 0;
    constructor(index: number) {
      super();
      this.index = index;
      this.patrol.add('MOVE', new Move());
      this.patrol.add('IDLE', new Idle());
      this.stateMachine.add('PATROL', new Patrol());
      this.stateMachine.add('COMBAT', new Combat());
      this.stateMachine.add('FLEE', new Flee());
      this.stateMachine.changeTo('PATROL');
    }
    update(delta: number): this {
      this.currentTime += delta;
      this.stateMachine.update();
      return this;
    }
    /** After an interruption the new state acts in the same tick, as ours does. */
    calmDown(): void {
      this.stateMachine.changeTo('PATROL');
      this.patrol.update();
    }
  }
  const monsters = Array.from({ length: n }, (_, index) => new Monster(index));
  return () => {
    nextTick();
    for (let index = 0; index < n; index++) monsters[index]!.update(1 / 60);
  };
}

// ---- XState: implementations in setup, the context changed by assign ----
interface Snapshot {
  readonly context: { readonly monster: number; readonly ticks: number };
}
export interface XStateWithAssign extends XState {
  readonly assign: (changes: { readonly ticks: (snapshot: Snapshot) => number }) => unknown;
}

export function xstateAssignMonsters({ setup, createActor, assign }: XStateWithAssign, n: number): () => void {
  const fight = { guard: 'seesEnemy', target: '#combat', actions: 'strike' };
  // After an interruption the new state acts in the same tick, as ours does.
  const calmDown = { guard: 'isSafe', target: 'patrol', actions: ['startCounting', 'move', 'count'] };
  const machine = setup({
    guards: {
      seesEnemy: ({ context }: Snapshot) => seesEnemy(context.monster),
      isSafe: ({ context }: Snapshot) => !seesEnemy(context.monster),
      isHurt: ({ context }: Snapshot) => isHurt(context.monster),
      hasTicked: ({ context }: Snapshot, { ticks }: { readonly ticks: number }) => context.ticks + 1 >= ticks,
    },
    actions: {
      startCounting: assign({ ticks: () => 0 }),
      count: assign({ ticks: ({ context }) => context.ticks + 1 }),
      move: () => void world.moves++,
      idle: () => void world.idles++,
      strike: () => void world.blows++,
      run: () => void world.runs++,
      cry: () => void world.cries++,
    },
  }).createMachine({
    context: ({ input }: { readonly input: number }) => ({ monster: input, ticks: 0 }),
    initial: 'patrol',
    states: {
      patrol: {
        initial: 'moving',
        states: {
          moving: { on: { TICK: [fight, { guard: { type: 'hasTicked', params: { ticks: 5 } }, target: 'idling', actions: ['move', 'startCounting'] }, { actions: ['move', 'count'] }] } },
          idling: { on: { TICK: [fight, { guard: { type: 'hasTicked', params: { ticks: 3 } }, target: 'moving', actions: ['idle', 'startCounting'] }, { actions: ['idle', 'count'] }] } },
        },
      },
      combat: { id: 'combat', on: { TICK: [{ guard: 'isHurt', target: 'flee', actions: 'run' }, calmDown, { actions: 'strike' }] } },
      flee: { entry: 'cry', on: { TICK: [calmDown, { actions: 'run' }] } },
    },
  });
  const actors = Array.from({ length: n }, (_, input) => createActor(machine, { input }).start());
  const tick = { type: 'TICK' };
  return () => {
    nextTick();
    for (let index = 0; index < n; index++) actors[index]!.send(tick);
  };
}
