import type { Column, ColumnKind, Columns } from '../core/internal.js';

/** Bits of a mind's flags. */
export const flag = {
  /** The slot holds a mind. */
  alive: 1,
  /** Events wait to be heard. */
  events: 2,
  /** Decide at the next chance, whatever the clock says. */
  decide: 4,
  /** A fact changed since the plan was last looked at. */
  dirty: 8,
  /** The step at hand serves its goal: it makes what is wanted true itself, and so ends only when it says so. */
  serving: 16,
  /** A search was asked for and has not been answered. */
  waiting: 32,
  /** The kept plan is the beginning of a longer one. */
  cut: 64,
  /** The mind has not ticked yet. */
  fresh: 128,
  /** What the plan claimed of a shared fact fell away. */
  refused: 256,
  /** The mind performs a step of another mind, which ticks it. */
  inner: 512,
  /** The plan came from the policy table. */
  policy: 1024,
  /** The wanted option's target is another one than the plan was made for. */
  retarget: 2048,
  /** A state performs the current step. */
  performing: 4096,
  /** A fact changed since it was last asked whether the goal holds. */
  news: 16384,
  /** Something counts down: a goal set aside, a target let be or a step left out. */
  timers: 8192,
  /** A step was begun for what is wanted now. */
  begun: 32768,
  /** The bound target is not worth going for any more. */
  lost: 0x10000,
  /** It stands in line for the stations of its next step. */
  inLine: 0x20000,
} as const;

/**
 * What a mind remembers between ticks besides facts, utility, tree and states: which goal, which plan, what went wrong.
 * Goals, steps and nodes are stored as number + 1, so that 0 means none.
 */
export interface MindColumns {
  readonly flags: Column<'u32'>;
  /** Number of the mind in its crowd. */
  readonly id: Column<'u32'>;
  /** Ordinal of the mind in its crowd (0 is the first). Seeds its random stream and its phase. */
  readonly spawn: Column<'u32'>;
  /** Number of the mind at the plan desk. */
  readonly seat: Column<'u32'>;
  readonly random: Column<'u32'>;
  readonly wanted: Column<'u16'>;
  readonly pursued: Column<'u16'>;
  /** The goal that a search was asked for. */
  readonly requested: Column<'u16'>;
  /** The goal asked for from outside. */
  readonly forced: Column<'u16'>;
  /** The goal of the domain that it has a place for, and the one it has taken up while it carries on a plan for that: index + 1. */
  readonly place: Column<'u16'>;
  readonly nextPlace: Column<'u16'>;
  /** The plan leaf that owns the plan slot. */
  readonly owner: Column<'u16'>;
  readonly sinceDecide: Column<'f32'>;
  readonly sinceCheck: Column<'f32'>;
  /** Ground actions. */
  readonly plan: Column<'u16' | 'i32'>;
  readonly planLength: Column<'u8'>;
  readonly planAt: Column<'u8'>;
  /** Cost of the whole plan when it was adopted. */
  readonly planCost: Column<'f64'>;
  /** Failed steps since the last one that was completed. */
  readonly attempts: Column<'u8'>;
  /** Why a plan is needed now, and why the one at hand was made: see `replanWhy`. */
  readonly need: Column<'u8'>;
  readonly madeFor: Column<'u8'>;
  /** How the last planning without a plan ended: 1 unreachable, 2 exhausted, 3 budget; and for which goal. */
  readonly denied: Column<'u8'>;
  readonly deniedGoal: Column<'u16'>;
  /** The step that failed last, and how often running. */
  readonly failedStep: Column<'u16'>;
  readonly failedTimes: Column<'u8'>;
  /** The option + 1 whose target is bound, and the code of that target; not there where no option has targets. */
  readonly boundOption: Column<'u16'>;
  readonly boundCode: Column<'u32'>;
  /** Bumped with every request, so that a late answer to an old one is told from the awaited one. */
  readonly request: Column<'u16'>;
  /** Level of detail: ticked every so many crowd ticks, how many have gone by, and the time they took. */
  readonly every: Column<'u16'>;
  readonly skipped: Column<'u16'>;
  readonly saved: Column<'f32'>;
  /** Which state of the shared facts the mind has seen. */
  readonly sharedSeen: Column<'u32'>;
  /** Of a mind that performs a step of another one: that one's group and slot, each + 1. */
  readonly outerGroup: Column<'u16'>;
  readonly outerSlot: Column<'u32'>;
}

/** How wide the columns of one brain are. */
export interface MindWidths {
  readonly planLength: number;
  /** Ground actions of the domain. */
  readonly actions: number;
  /** 1 where options have targets, else 0. */
  readonly targets: number;
}

/** Adds the columns of one brain's minds. */
export function addMindColumns(columns: Columns, widths: MindWidths): MindColumns {
  const add = <K extends ColumnKind>(name: string, kind: K, width = 1): Column<K> => columns.add(`mind.${name}`, kind, width);
  return {
    flags: add('flags', 'u32'),
    id: add('id', 'u32'),
    spawn: add('spawn', 'u32'),
    seat: add('seat', 'u32'),
    random: add('random', 'u32'),
    wanted: add('wanted', 'u16'),
    pursued: add('pursued', 'u16'),
    requested: add('requested', 'u16'),
    forced: add('forced', 'u16'),
    place: add('place', 'u16'),
    nextPlace: add('nextPlace', 'u16'),
    owner: add('owner', 'u16'),
    sinceDecide: add('sinceDecide', 'f32'),
    sinceCheck: add('sinceCheck', 'f32'),
    plan: add<'u16' | 'i32'>('plan', widths.actions < 0x10000 ? 'u16' : 'i32', widths.planLength),
    planLength: add('planLength', 'u8'),
    planAt: add('planAt', 'u8'),
    planCost: add('planCost', 'f64'),
    attempts: add('attempts', 'u8'),
    need: add('need', 'u8'),
    madeFor: add('madeFor', 'u8'),
    denied: add('denied', 'u8'),
    deniedGoal: add('deniedGoal', 'u16'),
    failedStep: add('failedStep', 'u16'),
    failedTimes: add('failedTimes', 'u8'),
    boundOption: add('boundOption', 'u16', widths.targets),
    boundCode: add('boundCode', 'u32', widths.targets),
    request: add('request', 'u16'),
    every: add('every', 'u16'),
    skipped: add('skipped', 'u16'),
    saved: add('saved', 'f32'),
    sharedSeen: add('sharedSeen', 'u32'),
    outerGroup: add('outerGroup', 'u16'),
    outerSlot: add('outerSlot', 'u32'),
  };
}
