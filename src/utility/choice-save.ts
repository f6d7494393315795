import { didYouMean, isPlainObject, Problem } from '../core/internal.js';
import type { Chooser } from './chooser.js';
import type { CompiledOption } from './compiled.js';
import { unknownTarget, type SavedKeys, type TargetKey } from './targeting.js';

type AnyChooser = Pick<Chooser<never, never>, 'memory' | 'program'>;

/** What one mind remembers of its decisions, by name: survives options being added, removed and reordered. */
export interface SavedChoice {
  /** The current option; left out when there is none. */
  readonly option?: string;
  readonly target?: TargetKey;
  /** Seconds it has been current. */
  readonly held?: number;
  readonly floor?: number;
  readonly cooldowns?: readonly { readonly option: string; readonly target?: TargetKey; readonly seconds: number }[];
  readonly penalties?: Readonly<Record<string, number>>;
}

/** What a slot remembers, as JSON by option name. */
export function saveChoice(chooser: AnyChooser, slot: number): SavedChoice {
  const { memory } = chooser;
  const { options } = memory.program;
  const index = memory.current(slot);
  const target = targetKey(chooser, slot);
  const cooldowns = options.flatMap((option) => savedCooldowns(chooser, slot, option));
  const penalties = options.filter((option) => memory.penalty(slot, option) > 0).map((option) => [option.name, memory.penalty(slot, option)] as const);
  return {
    ...(index >= 0 && { option: options[index]!.name, held: memory.held(slot) }),
    ...(target !== undefined && { target }),
    ...(memory.floor(slot) > 0 && { floor: memory.floor(slot) }),
    ...(cooldowns.length > 0 && { cooldowns }),
    ...(penalties.length > 0 && { penalties: Object.fromEntries(penalties) }),
  };
}

/** Key of the current target; undefined when there is none or it has no key. */
export function targetKey({ memory: { targets } }: AnyChooser, slot: number): TargetKey | undefined {
  return targets === null ? undefined : targets.keys.keyFor(targets.code(slot));
}

/** The target keys that raw columns refer to: to be saved beside `Columns.write`. */
export function saveKeys({ memory }: AnyChooser): SavedKeys {
  return memory.targets === null ? { keys: [], nameless: 0 } : memory.targets.keys.save();
}

/** The reverse of {@link saveKeys}: to be called beside `Columns.read`. @throws Problem `bad-snapshot` for what {@link saveKeys} did not write */
export function restoreKeys({ memory }: AnyChooser, saved: SavedKeys, path = 'keys'): void {
  const { keys, nameless } = isPlainObject(saved) ? saved : ({} as Partial<SavedKeys>);
  const fit = Array.isArray(keys) && keys.every((key) => typeof key === 'string' || Number.isFinite(key)) && Number.isInteger(nameless) && nameless! >= 0 && nameless! < 0x4000_0000;
  if (!fit) throw new Problem('bad-snapshot', 'these are no keys of targets', { path });
  memory.targets?.keys.restore(saved);
}

/**
 * The reverse of {@link saveChoice}. What names an option that is not there (or no longer has what was saved) is left out.
 *
 * @returns a line for each thing that is not there any more
 * @throws Problem `bad-snapshot` for data that was not saved by {@link saveChoice}; the slot is then unchanged
 */
export function restoreChoice({ memory }: AnyChooser, slot: number, saved: SavedChoice, path = 'utility'): readonly string[] {
  checkSaved(saved, path);
  const { program, targets } = memory;
  memory.reset(slot);
  const lost: string[] = [];
  const byName = (name: string): CompiledOption | undefined => {
    const option = program.options[program.names.indexOf(name)];
    if (option === undefined) lost.push(`option "${name}" is not there any more; ${didYouMean(name, program.names)}`);
    return option;
  };
  const current = saved.option === undefined ? undefined : byName(saved.option);
  if (current !== undefined) {
    memory.currents.data[slot] = current.index + 1;
    memory.helds.data[slot] = saved.held ?? 0;
    if (memory.floors !== null) memory.floors.data[slot] = saved.floor ?? 0;
    if (current.targets !== null) targets!.set(slot, saved.target === undefined ? unknownTarget : targets!.keys.codeFor(saved.target));
    if (current.targets !== null && saved.target === undefined) lost.push(`the target of option "${current.name}", which has no key`);
  }
  for (const { option: name, target, seconds } of saved.cooldowns ?? []) {
    const option = byName(name);
    if (option === undefined) continue;
    if (option.cooldownAt < 0 || (option.targets === null) !== (target === undefined)) lost.push(`option "${name}" has no such cooldown any more`);
    else if (target === undefined) memory.cooldowns!.data[slot * memory.cooldowns!.width + option.cooldownAt] = seconds;
    else targets!.cool(slot, option, targets!.keys.codeFor(target), seconds);
  }
  for (const [name, penalty] of Object.entries(saved.penalties ?? {})) {
    const option = byName(name);
    if (option === undefined) continue;
    if (option.penaltyAt < 0) lost.push(`option "${name}" has no penalty any more`);
    else memory.penalties!.data[slot * memory.penalties!.width + option.penaltyAt] = penalty;
  }
  return lost;
}

function savedCooldowns({ memory: { cooldowns, targets } }: AnyChooser, slot: number, option: CompiledOption): NonNullable<SavedChoice['cooldowns']> {
  if (option.cooldownAt < 0) return [];
  const from = slot * cooldowns!.width + option.cooldownAt;
  const saved: { option: string; target?: TargetKey; seconds: number }[] = [];
  for (let cell = from; cell < from + option.cooldownCells; cell++) {
    const seconds = cooldowns!.data[cell]!;
    if (!(seconds > 0)) continue;
    const target = option.targets === null ? undefined : targets!.keys.keyFor(targets!.ownerOf(cell));
    if (option.targets === null || target !== undefined) saved.push({ option: option.name, ...(target !== undefined && { target }), seconds });
  }
  return saved;
}

function checkSaved(saved: SavedChoice, path: string): void {
  // What fits a column of 32-bit floats.
  const amount = (value: unknown): boolean => value === undefined || (typeof value === 'number' && value >= 0 && Math.fround(value) < Infinity);
  const text = (value: unknown): boolean => value === undefined || typeof value === 'string';
  const key = (value: unknown): boolean => text(value) || Number.isFinite(value);
  const sound =
    typeof saved === 'object' && saved !== null && text(saved.option) && key(saved.target) && amount(saved.held) && amount(saved.floor) &&
    (saved.cooldowns === undefined || (Array.isArray(saved.cooldowns) && saved.cooldowns.every((each) => typeof each === 'object' && each !== null && typeof each.option === 'string' && key(each.target) && each.seconds !== undefined && amount(each.seconds)))) &&
    (saved.penalties === undefined || (typeof saved.penalties === 'object' && saved.penalties !== null && Object.values(saved.penalties).every(amount)));
  if (!sound) throw new Problem('bad-snapshot', 'this is not what was saved of a choice', { path });
}
