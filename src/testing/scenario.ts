import { substituteNode } from '../bt/internal.js';
import { didYouMean, Problem } from '../core/internal.js';
import { believe, brain, crowd, explain, perceive, placeOf, programOf, trace, traceText, type Brain, type Crowd, type Mind, type Minds } from '../brain/internal.js';
import { pack, type SomeFacts } from '../facts/internal.js';
import type { Want } from '../goap/internal.js';
import type { Step } from '../hsm/internal.js';
import { scripted, type Cue, type Scripted } from './scripted.js';

/** What a scenario takes from the test in place of the game. */
export interface ScenarioParts<F, A, G> {
  /** What the mind believes at first. The brain's sensors are not asked; facts change by {@link Scenario.see} and by what steps do. */
  readonly facts?: SomeFacts<F>;
  /** The body that callbacks get; default an empty object. */
  readonly body?: unknown;
  /** Scripts in place of steps: cues by action, one a tick. `'own'` keeps the brain's own step; default: every step succeeds at once. */
  readonly steps?: { readonly [K in keyof A]?: readonly Cue[] | 'own' };
  /** Scripts in place of leaves of the tree, by node id, such as `root/selector/flee`. */
  readonly nodes?: Readonly<Record<string, readonly Cue[]>>;
  /** Plans in place of the planner's, by goal: steps as texts, `goTo(gate)`, or `none`. */
  readonly plans?: { readonly [K in keyof G]?: readonly string[] | 'none' };
  readonly seed?: number;
  /** Trace records to keep; default 1000. */
  readonly trace?: number;
}

/** One mind on a stage: facts are given, steps are scripted, everything else is the brain itself. */
export interface Scenario<F, A, G, V> {
  readonly mind: Mind<F, A, G, V>;
  readonly crowd: Crowd;
  /** The scripted steps, to ask how often they were called. */
  readonly steps: { readonly [K in keyof A]: Scripted | undefined };
  /** Changes what the mind believes, as if its senses had told it. @throws Problem for facts that there are not */
  see(facts: SomeFacts<F>): void;
  /** Lets ticks pass; default one of 0.1 s. */
  tick(times?: number, dt?: number): void;
  want(goal: Want<G> | undefined): void;
  /** Name of the wanted goal, or undefined. */
  readonly goal: keyof G | undefined;
  /** The rest of the plan as texts. */
  readonly plan: readonly string[];
  /** The step at hand as text, or undefined. */
  readonly step: string | undefined;
  /** What happened since the last call, in words and in order: `wanted repel instead of nothing`, `began goTo(gate)`, ... */
  happened(): readonly string[];
}

/** Puts a brain on a stage. @throws Problem for unknown facts, actions, goals, nodes or steps */
export function scenario<Body, F, A, G, V>(of: Brain<Body, F, A, G, V>, parts: ScenarioParts<F, A, G> = {}): Scenario<F, A, G, V> {
  const program = programOf(of);
  const names = program.engine.actions.map((action) => action.name);
  const scripts: Record<string, Scripted | undefined> = {};
  const steps: Record<string, Step> = {};
  for (const name of names) {
    const cues = (parts.steps as Readonly<Record<string, readonly Cue[] | 'own'>> | undefined)?.[name];
    scripts[name] = cues === 'own' ? undefined : scripted(...(cues ?? []));
    steps[name] = scripts[name] ?? (program.parts.steps[name] as Step);
  }
  for (const name of Object.keys(parts.steps ?? {})) if (!names.includes(name)) throw new Problem('unknown-action', `the scenario scripts action "${name}", which the brain does not have`, { path: 'scenario.steps', hint: didYouMean(name, names) });
  const events = Object.fromEntries(program.sensors.filter((sensor) => sensor.every === Infinity).map((sensor) => [sensor.name, sensor.read]));
  const staged = brain(perceive(program.domain, { events } as never), { ...program.parts, steps } as never) as Brain<any, F, A, G, V>;
  const stage = crowd({ seed: parts.seed ?? 1 });
  const ring = trace(stage, parts.trace ?? 1000);
  const mind: Mind<F, A, G, V> = stage.spawn(staged, parts.body ?? {});
  const { minds, slot } = placeOf(mind);
  minds.fixedPlans = fixedPlans(minds, parts.plans as Readonly<Record<string, readonly string[] | 'none'>> | undefined);
  const { tree } = minds;
  for (const [id, cues] of Object.entries(parts.nodes ?? {})) {
    if (tree.stage === undefined) throw new Problem('no-substitute', 'the scenario scripts tree nodes, but the tree runs on another library', { path: `scenario.nodes.${id}`, hint: 'leave `runtime` out of the brain under test' });
    substituteNode(tree.stage, id, scripted(...cues));
  }
  let seen = ring.written;
  const see = (facts: SomeFacts<F>): void => {
    believe(minds, slot, (words, at) => pack(facts, program.engine.layout, words, at, 'scenario.see'));
  };
  see(parts.facts ?? {});
  return {
    mind,
    crowd: stage,
    steps: scripts as Scenario<F, A, G, V>['steps'],
    see,
    tick: (times = 1, dt = 0.1) => {
      for (let tick = 0; tick < times; tick++) stage.tick(dt);
    },
    want: (goal) => mind.want(goal),
    get goal() {
      return mind.goal?.name;
    },
    get plan() {
      return explain(mind).plan?.steps.map((step) => step.text).slice(explain(mind).plan!.at) ?? [];
    },
    get step() {
      return explain(mind).step?.text;
    },
    happened: () => {
      const lines = [...ring.records(mind.id)].filter((record) => record.id >= seen).map((record) => traceText(minds, record));
      seen = ring.written;
      return lines;
    },
  };
}

function fixedPlans(minds: Minds, plans: Readonly<Record<string, readonly string[] | 'none'>> | undefined): Minds['fixedPlans'] {
  if (plans === undefined) return null;
  const { engine, goals } = minds.program;
  const { task } = engine;
  const fixed = new Map<number, readonly number[] | null>();
  for (const [goal, steps] of Object.entries(plans)) {
    const number = goals.number(goal, 'scenario.plans');
    if (steps === 'none') fixed.set(number, null);
    else {
      fixed.set(number, steps.map((text) => {
        const action = task.step.findIndex((step) => task.stepText(step) === text);
        if (action < 0) throw new Problem('unknown-step', `there is no step ${text}`, { path: `scenario.plans.${goal}` });
        return action;
      }));
    }
  }
  return fixed;
}
