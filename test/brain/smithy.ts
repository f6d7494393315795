import { brain, bt, domain, failure, flag, int, leaf, once, oneOf, perceive, perTarget, refine, running, sequence, success, wait, type Brain, type Crowd, type Mind } from 'ganglion';

// A smith who serves buyers, keeps a stock and rests. Making an ingot is a plan of its own. Numbers that are too wide for a policy table
// make both brains search; the ore is shared by all smiths.
const buyers = ['ann', 'bob', 'cid'] as const;
export type Buyer = (typeof buyers)[number];

const melting = domain({
  facts: { heat: int(0, 100), ingot: flag },
  shared: { ore: int(0, 50) },
  actions: {
    stoke: { effects: { heat: { add: 10 } } },
    smelt: { preconditions: { heat: { atLeast: 20 }, ore: { atLeast: 1 } }, effects: { ingot: true, ore: { add: -1 }, heat: { add: -20 } } },
    buy: { effects: { ingot: true }, cost: 30 },
  },
  goals: { haveIngot: { ingot: true } },
});

export const smithing = domain({
  objects: { buyer: [...buyers] },
  facts: { at: oneOf('home', 'forge', 'shop'), ingots: int(0, 60), swords: int(0, 60), tired: flag, served: { kind: 'per', index: ['buyer'], of: flag } },
  shared: { ore: int(0, 50), open: flag },
  actions: {
    walk: { params: { to: 'at' }, effects: { at: '$to' }, cost: 2 },
    makeIngot: { preconditions: { at: 'forge' }, effects: { ingots: { add: 1 } } },
    forge: { preconditions: { at: 'forge', ingots: { atLeast: 1 } }, effects: { ingots: { add: -1 }, swords: { add: 1 } } },
    deliver: { params: { to: 'buyer' }, preconditions: { at: 'shop', swords: { atLeast: 1 } }, effects: { swords: { add: -1 }, served: [['$to', true]] } },
    nap: { preconditions: { at: 'home' }, effects: { tired: false }, uninterruptible: true },
  },
  goals: { serve: { params: { buyer: 'buyer' }, want: { served: [['$buyer', true]] } }, stock: { swords: { atLeast: 2 } }, rest: { tired: false } },
} as never) as any;

export interface Smith {
  at: string;
  tired: boolean;
  hurt: boolean;
  /** Who waits, and how long. */
  queue: { id: Buyer; patience: number }[];
  /** Told by `bind`. */
  serving: string;
  /** Deliveries fail while above 0. */
  clumsy: number;
  log: string[];
}

export function smith(): Smith {
  return { at: 'home', tired: false, hurt: false, queue: [{ id: 'ann', patience: 0.5 }, { id: 'bob', patience: 0.4 }], serving: '', clumsy: 0, log: [] };
}

const told = (what: string, seconds: number) =>
  leaf({
    cells: { left: 0 },
    enter: (body: Smith, _params: unknown, frame) => { body.log.push(`enter ${what}`); frame.cells.left = seconds; },
    drive: (_body, _params, frame) => { frame.cells.left -= frame.dt; return frame.cells.left > 1e-9 ? running : success; },
    exit: (body, _params, why) => void body.log.push(`exit ${what} ${why}`),
    resume: (body) => void body.log.push(`resume ${what}`),
  });

export const meltingBrain: Brain<Smith, any, any, any, any> = brain(perceive(melting, { always: (_body: Smith) => {} }), {
  name: 'melting',
  steps: { stoke: told('stoke', 0.1), smelt: told('smelt', 0.15), buy: told('buy', 0.5) },
}) as never;

const parts = {
  utility: {
    serve: perTarget((body: Smith) => body.queue, { considerations: { patience: (_body, _facts, buyer) => buyer.patience }, params: ({ id }) => ({ buyer: id }), cooldown: 0.4, bind: (body: Smith, buyer) => { body.serving = buyer?.id ?? ''; } }),
    stock: 0.1,
    rest: { worn: (body: Smith) => (body.tired ? 0.9 : 0) },
  },
  tree: bt('root { reactiveSelector { action [hide] while(isHurt)  sequence { action [look]  action [plan] } } }', {
    isHurt: (body: Smith) => body.hurt,
    hide: () => running,
    look: () => success,
  }),
  decide: { every: 0.2 },
  replan: 'onChange',
} as const;

const steps = {
  walk: leaf({
    cells: { left: 0 },
    enter: (body: Smith, { to }: any, frame) => { body.log.push(`enter walk ${to}`); frame.cells.left = 0.25; },
    drive: (body, { to }, frame) => { frame.cells.left -= frame.dt; if (frame.cells.left > 1e-9) return running; body.at = to; return success; },
    exit: (body, _params, why) => void body.log.push(`exit walk ${why}`),
    resume: (body) => void body.log.push('resume walk'),
  }),
  makeIngot: refine(meltingBrain, 'haveIngot' as never),
  forge: told('forge', 0.2),
  deliver: (body: Smith, { to }: any) => { if (body.clumsy > 0) { body.clumsy--; return failure; } body.queue = body.queue.filter(({ id }) => id !== to); body.log.push(`gave ${to} a sword`); return success; },
  nap: sequence(wait(0.7), once((body: Smith) => { body.tired = false; body.log.push('slept'); })),
};

const senses = perceive(smithing, {
  always: (body: Smith, facts: any) => { facts.at = body.at; },
  timed: { feel: { every: 0.3, writes: ['tired'], read: (body: Smith, facts: any) => { facts.tired = body.tired; } } },
  events: { order: { writes: ['served'], read: (body: Smith, facts: any, id: Buyer) => { facts.served[id] = false; if (!body.queue.some((each) => each.id === id)) body.queue.push({ id, patience: 0.6 }); } } },
} as never) as never;

/** A new brain each time: equal definitions, different objects. */
export function makeSmithBrain(changes: Record<string, unknown> = {}): Brain<Smith, any, any, any, any> {
  return brain(senses, { name: 'smith', ...parts, steps, ...changes } as never) as never;
}

export { steps as smithSteps };

/** What happens to the smiths of a crowd before a tick: the same for every run. */
export function happen(tick: number, many: Crowd, smiths: readonly { mind: Mind<any, any, any, any>; body: Smith }[]): void {
  if (tick % 7 === 0) many.set('ore', (tick * 5) % 4);
  smiths.forEach(({ mind, body }, index) => {
    const beat = tick + index * 3;
    if (!mind.alive) return;
    if (beat % 47 === 5) body.tired = true;
    body.hurt = beat % 43 > 38;
    if (beat % 17 === 3) (mind as { notify(event: string, data: unknown): void }).notify('order', buyers[beat % 3]);
    if (beat % 29 === 11) body.clumsy = 2;
    if (beat % 61 === 20) mind.want('stock' as never);
  });
}
