/**
 * The same monster as other libraries would have it. The game itself costs next to nothing and is the same for all: a monster is a number,
 * what it sees stands in a table, and what it does is counted for all monsters together. So the machines are measured, not the game.
 */

const period = 97;

/** The scenario: who sees an enemy, and who is hurt, at which tick; and what all have done so far. */
export const world = {
  tick: 0,
  moves: 0,
  idles: 0,
  blows: 0,
  runs: 0,
  cries: 0,
  phase: new Uint8Array(1_000_000).map((_, monster) => monster % period),
  seen: new Uint8Array(2 * period).map((_, time) => (time % period < 30 ? 1 : 0)),
  hurt: new Uint8Array(2 * period).map((_, time) => (time % period >= 20 && time % period < 30 ? 1 : 0)),
};

/** Lets the scenario's clock go on; it starts again after a period. */
export function nextTick(): void {
  world.tick = world.tick === period - 1 ? 0 : world.tick + 1;
}

export function seesEnemy(monster: number): boolean {
  return world.seen[world.tick + world.phase[monster]!] === 1;
}

export function isHurt(monster: number): boolean {
  return world.hurt[world.tick + world.phase[monster]!] === 1;
}

/** Starts the scenario again. */
export function restartWorld(): void {
  Object.assign(world, { tick: 0, moves: 0, idles: 0, blows: 0, runs: 0, cries: 0 });
}

export function actionsSoFar(): string {
  return `${world.moves} moves, ${world.idles} idles, ${world.blows} blows, ${world.runs} runs, ${world.cries} cries`;
}

// ---- Yuka: state objects shared by all, one StateMachine an entity for each level ----
interface YukaMachine {
  update(): unknown;
  changeTo(id: string): unknown;
  add(id: string, state: object): unknown;
}
export interface Yuka {
  readonly StateMachine: new (owner: unknown) => YukaMachine;
  readonly State: new () => object;
}

/** The monster as it is: patrol is a state of the outer machine, move and idle are states of an inner one. */
export function yukaMonsters({ StateMachine, State }: Yuka, n: number): () => void {
  class YukaMonster {
    readonly outer: YukaMachine = new StateMachine(this);
    readonly inner: YukaMachine = new StateMachine(this);
    readonly index: number;
    ticks = 0;
    constructor(index: number) {
      this.index = index;
    }
  }
  class Patrol extends State {
    enter(body: YukaMonster): void {
      body.inner.changeTo('move');
    }
    execute(body: YukaMonster): void {
      if (!seesEnemy(body.index)) return void body.inner.update();
      body.outer.changeTo('combat');
      world.blows++;
    }
  }
  class Move extends State {
    enter(body: YukaMonster): void {
      body.ticks = 0;
    }
    execute(body: YukaMonster): void {
      world.moves++;
      if (++body.ticks === 5) body.inner.changeTo('idle');
    }
  }
  class Idle extends State {
    enter(body: YukaMonster): void {
      body.ticks = 0;
    }
    execute(body: YukaMonster): void {
      world.idles++;
      if (++body.ticks === 3) body.inner.changeTo('move');
    }
  }
  class Combat extends State {
    execute(body: YukaMonster): void {
      if (isHurt(body.index)) {
        body.outer.changeTo('flee');
        world.runs++;
      } else if (!seesEnemy(body.index)) calm(body);
      else world.blows++;
    }
  }
  class Flee extends State {
    enter(): void {
      world.cries++;
    }
    execute(body: YukaMonster): void {
      if (!seesEnemy(body.index)) calm(body);
      else world.runs++;
    }
  }
  // After an interruption the new state acts in the same tick, as ours does.
  const calm = (body: YukaMonster): void => {
    body.outer.changeTo('patrol');
    body.inner.update();
  };
  const outer = { patrol: new Patrol(), combat: new Combat(), flee: new Flee() };
  const inner = { move: new Move(), idle: new Idle() };
  const bodies = Array.from({ length: n }, (_, index) => {
    const body = new YukaMonster(index);
    for (const [id, state] of Object.entries(outer)) body.outer.add(id, state);
    for (const [id, state] of Object.entries(inner)) body.inner.add(id, state);
    body.outer.changeTo('patrol');
    return body;
  });
  return () => {
    nextTick();
    for (let index = 0; index < bodies.length; index++) bodies[index]!.outer.update();
  };
}

/** The same monster flattened by hand into one machine, so that the guard stands in both patrol states. */
export function flatYukaMonsters({ StateMachine, State }: Yuka, n: number): () => void {
  class YukaMonster {
    readonly machine: YukaMachine = new StateMachine(this);
    readonly index: number;
    ticks = 0;
    constructor(index: number) {
      this.index = index;
    }
  }
  class Move extends State {
    enter(body: YukaMonster): void {
      body.ticks = 0;
    }
    execute(body: YukaMonster): void {
      if (seesEnemy(body.index)) return fight(body);
      world.moves++;
      if (++body.ticks === 5) body.machine.changeTo('idle');
    }
  }
  class Idle extends State {
    enter(body: YukaMonster): void {
      body.ticks = 0;
    }
    execute(body: YukaMonster): void {
      if (seesEnemy(body.index)) return fight(body);
      world.idles++;
      if (++body.ticks === 3) body.machine.changeTo('move');
    }
  }
  class Combat extends State {
    execute(body: YukaMonster): void {
      if (isHurt(body.index)) {
        body.machine.changeTo('flee');
        world.runs++;
      } else if (!seesEnemy(body.index)) calm(body);
      else world.blows++;
    }
  }
  class Flee extends State {
    enter(): void {
      world.cries++;
    }
    execute(body: YukaMonster): void {
      if (!seesEnemy(body.index)) calm(body);
      else world.runs++;
    }
  }
  const fight = (body: YukaMonster): void => {
    body.machine.changeTo('combat');
    world.blows++;
  };
  const calm = (body: YukaMonster): void => {
    body.machine.changeTo('move');
    world.moves++;
    body.ticks = 1;
  };
  const states = { move: new Move(), idle: new Idle(), combat: new Combat(), flee: new Flee() };
  const bodies = Array.from({ length: n }, (_, index) => {
    const body = new YukaMonster(index);
    for (const [id, state] of Object.entries(states)) body.machine.add(id, state);
    body.machine.changeTo('move');
    return body;
  });
  return () => {
    nextTick();
    for (let index = 0; index < bodies.length; index++) bodies[index]!.machine.update();
  };
}

// ---- Linked continuation objects, as in the article, with its defects put right ----
// States are shared objects with `drive(context)`. Who is not done leaves a new continuation in the context for its parent to keep:
// that of its child inside, the step it is at, and what a leaf must remember. Who is done leaves none.
interface Continuation {
  readonly sub: Continuation | null;
  readonly nextStep: number;
  readonly param: number;
}
interface Context {
  readonly monster: number;
  continuation: Continuation | null;
}
interface LinkedState {
  /** True when it is done. */
  drive(context: Context): boolean;
}

class LinkedMove implements LinkedState {
  drive(context: Context): boolean {
    const count = context.continuation === null ? 0 : context.continuation.param;
    world.moves++;
    context.continuation = count === 4 ? null : { sub: null, nextStep: 0, param: count + 1 };
    return count === 4;
  }
}
class LinkedIdle implements LinkedState {
  drive(context: Context): boolean {
    const count = context.continuation === null ? 0 : context.continuation.param;
    world.idles++;
    context.continuation = count === 2 ? null : { sub: null, nextStep: 0, param: count + 1 };
    return count === 2;
  }
}
class LinkedSpeak implements LinkedState {
  drive(context: Context): boolean {
    world.cries++;
    context.continuation = null;
    return true;
  }
}
class LinkedRun implements LinkedState {
  drive(context: Context): boolean {
    world.runs++;
    context.continuation = { sub: null, nextStep: 0, param: 0 };
    return false;
  }
}
class LinkedCombat implements LinkedState {
  drive(context: Context): boolean {
    world.blows++;
    context.continuation = { sub: null, nextStep: 0, param: 0 };
    return false;
  }
}
class LinkedSequence implements LinkedState {
  readonly subStates: readonly LinkedState[];
  /** True: a step that begins does so in the tick in which the one before it ended. */
  readonly atOnce: boolean;
  constructor(atOnce: boolean, ...subStates: LinkedState[]) {
    this.atOnce = atOnce;
    this.subStates = subStates;
  }
  drive(context: Context): boolean {
    const own = context.continuation;
    let step = own === null ? 0 : own.nextStep;
    context.continuation = own === null ? null : own.sub;
    while (this.subStates[step]!.drive(context)) {
      step = (step + 1) % this.subStates.length;
      if (!this.atOnce) break;
    }
    context.continuation = { sub: context.continuation, nextStep: step, param: 0 };
    return false;
  }
}
class LinkedMonster implements LinkedState {
  readonly subStates: readonly LinkedState[] = [new LinkedSequence(false, new LinkedMove(), new LinkedIdle()), new LinkedCombat(), new LinkedSequence(true, new LinkedSpeak(), new LinkedRun())];
  drive(context: Context): boolean {
    const own = context.continuation;
    const branch = own === null ? 0 : own.nextStep;
    const sees = seesEnemy(context.monster);
    const next = branch === 0 ? (sees ? 1 : 0) : branch === 1 && isHurt(context.monster) ? 2 : sees ? branch : 0;
    context.continuation = own === null || next !== branch ? null : own.sub;
    this.subStates[next]!.drive(context);
    context.continuation = { sub: context.continuation, nextStep: next, param: 0 };
    return false;
  }
}

export function linkedMonsters(n: number): () => void {
  const root = new LinkedMonster();
  const contexts = Array.from({ length: n }, (_, monster): Context => ({ monster, continuation: null }));
  return () => {
    nextTick();
    for (let index = 0; index < n; index++) root.drive(contexts[index]!);
  };
}

// ---- XState: one actor an entity, one event a tick ----
interface Actor {
  start(): Actor;
  send(event: { readonly type: string }): void;
}
export interface XState {
  readonly setup: (types: object) => { createMachine(config: object): object };
  readonly createActor: (machine: object, options: { readonly input: unknown }) => Actor;
}
interface Snapshot {
  readonly context: { readonly monster: number; ticks: number };
}

export function xstateMonsters({ setup, createActor }: XState, n: number): () => void {
  const sees = ({ context }: Snapshot): boolean => seesEnemy(context.monster);
  const safe = ({ context }: Snapshot): boolean => !seesEnemy(context.monster);
  const hurt = ({ context }: Snapshot): boolean => isHurt(context.monster);
  const last = (limit: number) => ({ context }: Snapshot): boolean => context.ticks + 1 >= limit;
  // The counter is kept in the context object itself: cheaper than `assign`, in XState's favour.
  const zero = ({ context }: Snapshot): void => void (context.ticks = 0);
  const moving = ({ context }: Snapshot): void => void (world.moves++, context.ticks++);
  const idling = ({ context }: Snapshot): void => void (world.idles++, context.ticks++);
  const striking = (): void => void world.blows++;
  const running = (): void => void world.runs++;
  const crying = (): void => void (world.cries++, world.runs++);
  const fight = { guard: sees, target: '#combat', actions: striking };
  const machine = setup({}).createMachine({
    context: ({ input }: { readonly input: number }) => ({ monster: input, ticks: 0 }),
    initial: 'patrol',
    states: {
      patrol: {
        initial: 'move',
        states: {
          move: { on: { TICK: [fight, { guard: last(5), target: 'idle', actions: [moving, zero] }, { actions: moving }] } },
          idle: { on: { TICK: [fight, { guard: last(3), target: 'move', actions: [idling, zero] }, { actions: idling }] } },
        },
      },
      combat: { id: 'combat', on: { TICK: [{ guard: hurt, target: 'flee', actions: crying }, { guard: safe, target: 'patrol', actions: [zero, moving] }, { actions: striking }] } },
      flee: { on: { TICK: [{ guard: safe, target: 'patrol', actions: [zero, moving] }, { actions: running }] } },
    },
  });
  const actors = Array.from({ length: n }, (_, input) => createActor(machine, { input }).start());
  const tick = { type: 'TICK' };
  return () => {
    nextTick();
    for (let index = 0; index < n; index++) actors[index]!.send(tick);
  };
}
