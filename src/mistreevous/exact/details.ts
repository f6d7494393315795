import type { NodeDetails } from 'mistreevous';
import { State } from 'mistreevous';
import type { AnyNode, Amount, Attributes, Call, Guard } from '../../bt/internal.js';
import type { ExactProgram } from './program.js';

/** The states of a node by the byte that stands for them. */
export const stateNames: readonly [State.READY, State.RUNNING, State.SUCCEEDED, State.FAILED] = [State.READY, State.RUNNING, State.SUCCEEDED, State.FAILED];

/** A change of state as `onNodeStateChange` is told. */
export interface NodeStateChange extends AttributeDetails {
  readonly id: string;
  readonly type: string;
  readonly args?: any[];
  readonly previousState: State;
  readonly state: State;
}

type AttributeDetails = Pick<NodeDetails, 'while' | 'until' | 'entry' | 'step' | 'exit'>;

/** Everything that can be said of a node and the nodes below it. */
export function detailsOf(program: ExactProgram, states: Uint8Array, node: number): NodeDetails {
  const definition = program.definitions[node]!;
  const details: NodeDetails = {
    id: program.ids[node]!,
    name: nameOf(definition),
    type: definition.type,
    ...attributesOf(definition),
    state: stateNames[states[node]!]!,
  };
  if (definition.type === 'action' || definition.type === 'condition') return { ...details, args: argsOf(definition) };
  if (definition.type === 'wait') return details;
  const children: NodeDetails[] = [];
  for (let child = node + 1; child < program.ends[node]!; child = program.ends[child]!) children.push(detailsOf(program, states, child));
  return { ...details, children };
}

/** What a listener is told when a node goes from one state to another. */
export function changeOf(program: ExactProgram, node: number, previous: number, state: number): NodeStateChange {
  const definition = program.definitions[node]!;
  return {
    id: program.ids[node]!,
    type: definition.type,
    ...(definition.type === 'action' || definition.type === 'condition' ? { args: argsOf(definition) } : {}),
    ...attributesOf(definition),
    previousState: stateNames[previous]!,
    state: stateNames[state]!,
  };
}

// The keys are there even when the node has no such attribute, as in mistreevous: deep comparisons tell the difference.
function attributesOf(node: Attributes): AttributeDetails {
  return {
    while: guardDetails('while', node.while),
    until: guardDetails('until', node.until),
    entry: callDetails('entry', node.entry),
    step: callDetails('step', node.step),
    exit: callDetails('exit', node.exit),
  } as AttributeDetails;
}

function guardDetails(type: string, guard: Guard | undefined): AttributeDetails['while'] {
  return guard ? { type, args: argsOf(guard), calls: guard.call, succeedOnAbort: Boolean(guard.succeedOnAbort) } : undefined;
}

function callDetails(type: string, call: Call | undefined): AttributeDetails['entry'] {
  return call ? { type, args: argsOf(call), calls: call.call } : undefined;
}

function argsOf(call: Call): any[] {
  return (call.args ?? []) as any[];
}

function nameOf(node: AnyNode): string {
  switch (node.type) {
    case 'action':
    case 'condition':
      return node.call;
    case 'wait':
      return amountName('WAIT', node.duration, 'ms');
    case 'repeat':
      return amountName('REPEAT', node.iterations, 'x');
    case 'retry':
      return amountName('RETRY', node.attempts, 'x');
    case 'lotto':
      return node.weights ? `LOTTO [${node.weights.join(',')}]` : 'LOTTO';
    default:
      return node.type.toUpperCase();
  }
}

function amountName(word: string, amount: Amount | undefined, unit: string): string {
  if (typeof amount === 'number') return `${word} ${amount}${unit}`;
  return Array.isArray(amount) ? `${word} ${amount[0]}${unit}-${amount[1]}${unit}` : word;
}
