import type { NodeType } from './definition.js';

// Node kinds as small numbers, so that an interpreter reads them from a byte. Single constants rather than members of one object:
// those are constants for the engine's compiler too. Their order has a meaning: leaves come first, up to `wait`; what does something
// at the start of a run stands from `lotto` to `once`; what has several running children from `parallel` on.
export const actionKind = 0;
export const conditionKind = 1;
export const waitKind = 2;
export const sequenceKind = 3;
export const selectorKind = 4;
export const rootKind = 5;
export const branchKind = 6;
export const flipKind = 7;
export const succeedKind = 8;
export const failKind = 9;
export const reactiveSequenceKind = 10;
export const reactiveSelectorKind = 11;
export const utilitySelectorKind = 12;
export const lottoKind = 13;
export const repeatKind = 14;
export const retryKind = 15;
export const repeatNowKind = 16;
export const retryNowKind = 17;
export const cooldownKind = 18;
export const timeLimitKind = 19;
export const runLimitKind = 20;
export const onceKind = 21;
export const parallelKind = 22;
export const raceKind = 23;
export const allKind = 24;

const types =
  'action condition wait sequence selector root branch flip succeed fail reactiveSequence reactiveSelector utilitySelector lotto repeat retry repeatNow retryNow cooldown timeLimit runLimit once parallel race all';

/** The number of each node type: the constants above. */
export function kindOf(type: NodeType): number {
  return kinds[type];
}

const kinds = /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ types.split(' ').map((type, kind) => [type, kind])) as Readonly<Record<NodeType, number>>;

// What a node has to do when a step passes through it on the way to the running leaf, as bits.
export const guardDuty = 1;
export const stepDuty = 2;
export const reactiveDuty = 4;
export const timeLimitDuty = 8;
