import { startState, type ConditionPart } from '../facts/internal.js';
import { chainLines, chainsBehind, engineOf, inReach, outOfReach, plan, reachFrom, type AnyDomain, type DomainEngine, type GroundedAction, type Reach } from '../goap/internal.js';

/** Something in a sound domain that is probably not meant so. */
export interface Note {
  /** Where it stands, e.g. `domain.facts.noise`. */
  readonly path: string;
  readonly text: string;
}

/** Expansions before a goal is given up as too large to say anything about, the same for all goals together, and combinations of params that are looked at. */
const expansions = 20_000;
const allExpansions = 200_000;
const mostCombinations = 200;

/** Why a step is left out, in words. */
const reasons: Readonly<Record<GroundedAction['dropped'][number]['reason'], string>> = {
  where: '"where" forbids it',
  contradiction: 'its conditions contradict each other',
  'writes one cell twice': 'it writes one cell twice',
  'no amount': 'it has no amount for these params',
  'no cost': 'its cost table has no entry for it',
  'changes nothing': 'it changes nothing',
};

/** What of a domain can never be of use, whatever it starts with. Only what is certain is told. */
export function notesOnDomain(domain: AnyDomain): readonly Note[] {
  const engine = engineOf(domain);
  const notes: Note[] = [];
  const read = factsRead(engine);
  for (const section of ['facts', 'shared'] as const) {
    for (const name of Object.keys(engine.parts[section])) {
      if (!read.has(name)) notes.push({ path: `domain.${section}.${name}`, text: `no action, goal or cost reads fact "${name}"` });
    }
  }
  for (const { action, combinations, steps, dropped } of engine.report) {
    if (steps > 0) continue;
    const why = dropped.map(({ reason }) => reasons[reason]).join(', or ');
    notes.push({ path: `domain.actions.${action}`, text: `action "${action}" can be in no plan${withAny(combinations)}: ${why}` });
  }
  return notes;
}

/** What can never happen from a given start: actions that never become possible (or only where they change nothing), and goals that no plan reaches. Only what is certain is told. */
export function notesOnStart(domain: AnyDomain, start: unknown): readonly Note[] {
  const engine = engineOf(domain);
  const words = startState(start, engine.layout, 'start');
  const reach = reachFrom(engine, words, () => true);
  return [...hopelessActions(engine, reach), ...hopelessGoals(domain, engine, start)];
}

/** Names of the facts that some precondition, goal or cost looks at. */
function factsRead(engine: DomainEngine): ReadonlySet<string> {
  const read = new Set<string>();
  const add = (parts: readonly ConditionPart[]): void => parts.forEach(({ fact, test }) => (read.add(fact.name), 'than' in test && read.add(test.than.name)));
  for (const { preconditions, effects, cost } of engine.actions) {
    preconditions.forEach(add);
    // An amount looks at what is there: where it would leave the range, the action is not possible.
    effects.forEach(({ fact, change }) => 'add' in change && !change.clamp && read.add(fact.name));
    if (cost.kind === 'list') cost.cases.forEach(({ when }) => add(when));
    if (cost.kind === 'table') cost.by.forEach((key) => key.param === undefined && read.add(key.fact.name));
  }
  for (const { want } of engine.goals) want.forEach(add);
  return read;
}

function hopelessActions(engine: DomainEngine, reach: Reach): readonly Note[] {
  const notes: Note[] = [];
  engine.actions.forEach(({ name }, number) => {
    const ground = engine.ground.filter(({ step }) => engine.actionOf[step] === number);
    // Those without any step are told of whatever the start.
    if (ground.length === 0 || ground.some(({ applies }) => inReach(applies, reach))) return;
    const lacks = ground.map(({ applies }) => outOfReach(applies, reach)).reduce((least, each) => (each.length < least.length ? each : least));
    const why = chainLines(chainsBehind(lacks, engine, reach, () => true)).join('; ');
    notes.push({ path: `domain.actions.${name}`, text: `action "${name}" can be in no plan from this start: it needs ${why}` });
  });
  return notes;
}

function hopelessGoals(domain: AnyDomain, engine: DomainEngine, start: any): readonly Note[] {
  const notes: Note[] = [];
  let left = allExpansions;
  for (const { name, params } of engine.goals) {
    const combinations = params.reduce((product, param) => product * param.members.length, 1);
    if (combinations > mostCombinations) continue;
    let why = '';
    for (let number = 0; number < combinations; number++) {
      const result = plan(domain, start, wanted(engine, name, number), { maxExpansions: Math.max(1, Math.min(expansions, left)) });
      left -= result.expansions;
      // A goal that can be reached with some of its params is of use.
      if (result.found || result.reason === 'budget') {
        why = '';
        break;
      }
      why = result.explanation;
    }
    if (why !== '') notes.push({ path: `domain.goals.${name}`, text: `no plan reaches goal "${name}" from this start${withAny(combinations)}: ${why.replaceAll('\n', '; ')}` });
  }
  return notes;
}

function withAny(combinations: number): string {
  return combinations > 1 ? `, with any of its ${combinations} combinations of params` : '';
}

/** A goal with the given combination of its params, the last counted fastest, as a request names it. */
function wanted(engine: DomainEngine, name: string, number: number): any {
  const { params } = engine.goals.find((goal) => goal.name === name)!;
  const chosen: Record<string, string> = {};
  let rest = number;
  for (const { name: param, members } of [...params].reverse()) {
    chosen[param] = members[rest % members.length]!;
    rest = Math.floor(rest / members.length);
  }
  return { goal: name, params: chosen };
}
