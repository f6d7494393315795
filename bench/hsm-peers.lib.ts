/** The same monster as other libraries would have it. */

/** Shared clock of the scenario. */
export const world = { tick: 0 };

export class Monster {
  readonly phase: number;
  moves = 0;
  idles = 0;
  blows = 0;
  runs = 0;
  cries = 0;
  /** Only the peers without cells of their own count here. */
  ticks = 0;

  constructor(phase: number) {
    this.phase = phase;
  }

  seesEnemy(): boolean {
    return (world.tick + this.phase) % 97 < 30;
  }

  isHurt(): boolean {
    const seen = (world.tick + this.phase) % 97;
    return seen >= 20 && seen < 30;
  }
}

interface Contestant {
  readonly bodies: readonly Monster[];
  readonly tick: () => void;
}

export function countActions(bodies: readonly Monster[]): string {
  const sum = (name: 'moves' | 'idles' | 'blows' | 'runs' | 'cries'): number => bodies.reduce((total, body) => total + body[name], 0);
  return `${sum('moves')} moves, ${sum('idles')} idles, ${sum('blows')} blows, ${sum('runs')} runs, ${sum('cries')} cries`;
}

// ---- Yuka: one StateMachine an entity, state objects shared ----
interface YukaMachine {
  update(): unknown;
  changeTo(id: string): unknown;
  add(id: string, state: object): unknown;
}
export interface Yuka {
  readonly StateMachine: new (owner: unknown) => YukaMachine;
  readonly State: new () => object;
}

export function yukaMonsters({ StateMachine, State }: Yuka, n: number): Contestant {
  class YukaMonster extends Monster {
    readonly machine: YukaMachine = new StateMachine(this);
  }
  class Move extends State {
    enter(body: YukaMonster): void {
      body.ticks = 0;
    }
    execute(body: YukaMonster): void {
      if (body.seesEnemy()) return go(body, 'combat');
      body.moves++;
      if (++body.ticks >= 5) body.machine.changeTo('idle');
    }
  }
  class Idle extends State {
    enter(body: YukaMonster): void {
      body.ticks = 0;
    }
    execute(body: YukaMonster): void {
      if (body.seesEnemy()) return go(body, 'combat');
      body.idles++;
      if (++body.ticks >= 3) body.machine.changeTo('move');
    }
  }
  class Combat extends State {
    execute(body: YukaMonster): void {
      if (body.isHurt()) return go(body, 'flee');
      if (!body.seesEnemy()) return go(body, 'move');
      body.blows++;
    }
  }
  class Flee extends State {
    enter(body: YukaMonster): void {
      body.cries++;
    }
    execute(body: YukaMonster): void {
      if (!body.seesEnemy()) return go(body, 'move');
      body.runs++;
    }
  }
  const states = { move: new Move(), idle: new Idle(), combat: new Combat(), flee: new Flee() };
  // After an interruption the new state acts in the same tick, as ours does.
  const go = (body: YukaMonster, to: 'combat' | 'flee' | 'move'): void => {
    body.machine.changeTo(to);
    if (to === 'combat') body.blows++;
    else if (to === 'flee') body.runs++;
    else {
      body.moves++;
      body.ticks = 1;
    }
  };
  const bodies = Array.from({ length: n }, (_, index) => {
    const body = new YukaMonster(index);
    for (const [id, state] of Object.entries(states)) body.machine.add(id, state);
    body.machine.changeTo('move');
    return body;
  });
  return {
    bodies,
    tick: () => {
      world.tick++;
      for (let index = 0; index < bodies.length; index++) bodies[index]!.machine.update();
    },
  };
}

// ---- Linked continuation objects, as in the article, with its defects put right ----
interface Frame {
  sub: Frame | null;
  step: number;
  count: number;
}
const frame = (): Frame => ({ sub: null, step: 0, count: 0 });
type Result = 0 | 1;

class LinkedMonster extends Monster {
  continuation: Frame | null = null;
}

function move(body: Monster, own: Frame): Result {
  body.moves++;
  return ++own.count >= 5 ? 1 : 0;
}
function idle(body: Monster, own: Frame): Result {
  body.idles++;
  return ++own.count >= 3 ? 1 : 0;
}
const patrolSteps = [move, idle];
function patrol(body: Monster, own: Frame): Result {
  own.sub ??= frame();
  // A finished child leaves no frame; the next one gets its own, in this tick, as the article has it.
  if (patrolSteps[own.step]!(body, own.sub) === 1) {
    own.step = (own.step + 1) % patrolSteps.length;
    own.sub = null;
  }
  return 0;
}
function combat(body: Monster): Result {
  body.blows++;
  return 0;
}
function flee(body: Monster, own: Frame): Result {
  if (own.step === 0) {
    body.cries++;
    own.step = 1;
  }
  own.sub ??= frame();
  body.runs++;
  return 0;
}
const branches: readonly ((body: Monster, own: Frame) => Result)[] = [patrol, combat, flee];

function driveRoot(body: LinkedMonster): void {
  const before = body.continuation;
  let branch = before === null ? 0 : before.step;
  let sub = before === null ? null : before.sub;
  const sees = body.seesEnemy();
  const next = branch === 0 ? (sees ? 1 : 0) : branch === 1 && body.isHurt() ? 2 : sees ? branch : 0;
  if (next !== branch || sub === null) {
    branch = next;
    sub = frame();
  }
  // The parent hands its child's frame up in a new frame of its own.
  const own = frame();
  own.step = branch;
  own.sub = sub;
  branches[branch]!(body, sub);
  body.continuation = own;
}

export function linkedMonsters(n: number): Contestant {
  const bodies = Array.from({ length: n }, (_, index) => new LinkedMonster(index));
  return {
    bodies,
    tick: () => {
      world.tick++;
      for (let index = 0; index < bodies.length; index++) driveRoot(bodies[index]!);
    },
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
  readonly assign: (assigner: object) => object;
}
interface Context {
  readonly context: { readonly body: Monster };
}

export function xstateMonsters({ setup, createActor }: XState, n: number): Contestant {
  const act = (work: (body: Monster) => void) => ({ context }: Context) => work(context.body);
  const sees = ({ context }: Context): boolean => context.body.seesEnemy();
  const hurt = ({ context }: Context): boolean => context.body.isHurt();
  const count = (limit: number) => ({ context }: Context): boolean => context.body.ticks + 1 >= limit;
  const zero = act((body) => (body.ticks = 0));
  const moving = act((body) => (body.moves++, body.ticks++));
  const idling = act((body) => (body.idles++, body.ticks++));
  const striking = act((body) => body.blows++);
  const running = act((body) => body.runs++);
  const crying = act((body) => (body.cries++, body.runs++));
  const machine = setup({}).createMachine({
    context: ({ input }: { readonly input: Monster }) => ({ body: input }),
    initial: 'patrol',
    states: {
      patrol: {
        initial: 'move',
        on: { TICK: { guard: sees, target: 'combat', actions: striking } },
        states: {
          move: { on: { TICK: [{ guard: sees, target: '#combat', actions: striking }, { guard: count(5), target: 'idle', actions: [moving, zero] }, { actions: moving }] } },
          idle: { on: { TICK: [{ guard: sees, target: '#combat', actions: striking }, { guard: count(3), target: 'move', actions: [idling, zero] }, { actions: idling }] } },
        },
      },
      combat: {
        id: 'combat',
        on: { TICK: [{ guard: hurt, target: 'flee', actions: crying }, { guard: ({ context }: Context) => !context.body.seesEnemy(), target: 'patrol', actions: [zero, moving] }, { actions: striking }] },
      },
      flee: { on: { TICK: [{ guard: ({ context }: Context) => !context.body.seesEnemy(), target: 'patrol', actions: [zero, moving] }, { actions: running }] } },
    },
  });
  const bodies = Array.from({ length: n }, (_, index) => new Monster(index));
  const actors = bodies.map((input) => createActor(machine, { input }).start());
  const tick = { type: 'TICK' };
  return {
    bodies,
    tick: () => {
      world.tick++;
      for (let index = 0; index < actors.length; index++) actors[index]!.send(tick);
    },
  };
}
