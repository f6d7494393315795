import type { TraceRecord } from '../../core/internal.js';
import type { Minds } from '../minds.js';
import { traceEvent } from '../trace-events.js';
import { replanTexts, setAsideTexts } from './texts.js';

/** One trace record of a mind in words: `began goTo(gate)`. */
export function traceText(minds: Minds, { event, node, a, b }: TraceRecord): string {
  const { program, crowd } = minds;
  const { goals, engine, tree } = program;
  const goalText = (goal: number): string => (goal === 0 ? 'nothing' : goals.text(goal - 1));
  switch (event) {
    case traceEvent.factsChanged:
      return `${engine.layout.cells[a]?.text ?? 'a fact'} changed`;
    case traceEvent.heard:
      return `heard ${program.eventNames[node] ?? 'an event'}`;
    case traceEvent.wanted:
      return `wanted ${goalText(a)} instead of ${goalText(b)}`;
    case traceEvent.setAside:
      return `${goals.text(node)} was set aside: ${setAsideTexts[a]!}${b === 0 ? '' : ` (for ${b / 1000} s)`}`;
    case traceEvent.backAgain:
    case traceEvent.backInTime:
      return `${goals.text(node)} may be wanted again`;
    case traceEvent.leafEntered:
      return `${tree.texts[node]!} took the plan slot`;
    case traceEvent.leafAborted:
      return `${tree.texts[node]!} was aborted`;
    case traceEvent.planRequested:
      return `asked for a plan for ${goals.text(node)}: ${replanTexts[a]!}`;
    case traceEvent.planAdopted:
      return `adopted a plan of ${a} ${a === 1 ? 'step' : 'steps'} for ${goals.text(node)}${b === 1 ? ' from the policy table' : ''}`;
    case traceEvent.noPlan:
      return `there is no plan for ${goals.text(node)}: ${setAsideTexts[a]!}`;
    case traceEvent.planBroken:
      return `the plan for ${goals.text(node)} broke`;
    case traceEvent.goalReached:
      return `${goals.text(node)} is reached`;
    case traceEvent.stepBegun:
      return `began ${engine.task.stepText(node)}`;
    case traceEvent.stepDone:
      return `did ${engine.task.stepText(node)}`;
    case traceEvent.stepFailed:
      return `${engine.task.stepText(node)} failed (attempt ${a})`;
    case traceEvent.stepAborted:
      return `${a === 2 ? 'ended' : 'aborted'} ${engine.task.stepText(node)}${['', ', the goal changed', ', the goal holds', ', the target is lost', ', what it claimed fell away'][a] ?? ''}`;
    case traceEvent.surprised:
      return `${engine.task.stepText(node)} did not have its effect`;
    case traceEvent.depressed:
      return `leaves out ${engine.task.stepText(node)} for ${a / 1000} s`;
    case traceEvent.letBe:
      return `this target of ${goals.text(node)} is let be: ${setAsideTexts[a]!} (for ${b / 1000} s)`;
    case traceEvent.targetLost:
      return `lost the target of ${program.options.names[node]!}`;
    case traceEvent.claimed:
      return `claimed ${a} of ${engine.layout.cells[node]?.text ?? 'a shared fact'}`;
    case traceEvent.refused:
      return `${engine.layout.cells[node]?.text ?? 'a shared fact'} is not there any more, as claimed`;
    case traceEvent.inLine:
      return `stands in line for ${engine.task.stepText(node)}, ${a === 1 ? 'first' : `behind ${a - 1}`}`;
    case traceEvent.spawned:
      return 'spawned';
    case traceEvent.despawned:
      return 'despawned';
    case traceEvent.error:
      return `${crowd.failure(node)?.path ?? 'a callback'} threw: ${crowd.failure(node)?.text ?? 'what it was is no longer known'}`;
    default:
      return `event ${event} of ${node}`;
  }
}
