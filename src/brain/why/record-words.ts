import type { TraceRecord } from '../../core/internal.js';
import { traceEvent } from '../trace-events.js';
import { replanTexts, setAsideTexts } from './texts.js';

/** What the numbers of a trace record are called: of a live brain, or of one that is only described. */
export interface RecordNames {
  goal(number: number): string;
  step(number: number): string;
  node(number: number): string;
  cell(number: number): string | undefined;
  event(number: number): string | undefined;
  option(number: number): string;
  /** What a callback threw, by number of the error. */
  error(number: number): string;
}

const endings: readonly string[] = ['', ', the goal changed', ', the goal holds', ', the target is lost', ', what it claimed fell away'];

/** One trace record of a mind in words: `began goTo(gate)`. */
export function recordWords(names: RecordNames, { event, node, a, b }: Pick<TraceRecord, 'event' | 'node' | 'a' | 'b'>): string {
  const wanted = (goal: number): string => (goal === 0 ? 'nothing' : names.goal(goal - 1));
  switch (event) {
    case traceEvent.factsChanged:
      return `${names.cell(a) ?? 'a fact'} changed`;
    case traceEvent.heard:
      return `heard ${names.event(node) ?? 'an event'}`;
    case traceEvent.wanted:
      return `wanted ${wanted(a)} instead of ${wanted(b)}`;
    case traceEvent.setAside:
      return `${names.goal(node)} was set aside: ${setAsideTexts[a] ?? ''}${b === 0 ? '' : ` (for ${b / 1000} s)`}`;
    case traceEvent.backAgain:
    case traceEvent.backInTime:
      return `${names.goal(node)} may be wanted again`;
    case traceEvent.leafEntered:
      return `${names.node(node)} took the plan slot`;
    case traceEvent.leafAborted:
      return `${names.node(node)} was aborted`;
    case traceEvent.planRequested:
      return `asked for a plan for ${names.goal(node)}: ${replanTexts[a] ?? ''}`;
    case traceEvent.planAdopted:
      return `adopted a plan of ${a} ${a === 1 ? 'step' : 'steps'} for ${names.goal(node)}${b === 1 ? ' from the policy table' : ''}`;
    case traceEvent.noPlan:
      return `there is no plan for ${names.goal(node)}: ${setAsideTexts[a] ?? ''}`;
    case traceEvent.planBroken:
      return `the plan for ${names.goal(node)} broke`;
    case traceEvent.goalReached:
      return `${names.goal(node)} is reached`;
    case traceEvent.stepBegun:
      return `began ${names.step(node)}`;
    case traceEvent.stepDone:
      return `did ${names.step(node)}`;
    case traceEvent.stepFailed:
      return `${names.step(node)} failed (attempt ${a})`;
    case traceEvent.stepAborted:
      return `${a === 2 ? 'ended' : 'aborted'} ${names.step(node)}${endings[a] ?? ''}`;
    case traceEvent.surprised:
      return `${names.step(node)} did not have its effect`;
    case traceEvent.depressed:
      return `leaves out ${names.step(node)} for ${a / 1000} s`;
    case traceEvent.letBe:
      return `this target of ${names.goal(node)} is let be: ${setAsideTexts[a] ?? ''} (for ${b / 1000} s)`;
    case traceEvent.targetLost:
      return `lost the target of ${names.option(node)}`;
    case traceEvent.spawned:
      return 'spawned';
    case traceEvent.despawned:
      return 'despawned';
    case traceEvent.error:
      return names.error(node);
    case traceEvent.refused:
      return `${names.cell(node) ?? 'a shared fact'} is not there any more, as claimed`;
    case traceEvent.claimed:
      return `claimed ${a} of ${names.cell(node) ?? 'a shared fact'}`;
    case traceEvent.inLine:
      return `stands in line for ${names.step(node)}${a === 1 ? '' : `, behind ${a - 1}`}`;
    default:
      return `event ${event} of ${node}`;
  }
}
