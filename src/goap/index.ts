export { actions, domain, engineOf, readDomain, vocabulary } from './domain.js';
export type { DomainEngine } from './engine.js';
export { explainNoPlan, type DeadEnd, type WhyNot } from './explain.js';
export type { GroundAction, GroundedAction, Step } from './ground.js';
export type { Found, Missing, NoPlan, PlanResult, SearchNode, StepOf } from './result.js';
export type { CostCase as TaskCostCase, Goal, PlanOptions, Task } from './task.js';
export type { Action, AnyDomain, CostBy, CostCase, CostTable, Domain, DomainParts, DomainPlanOptions, GoalWithParams, Rung, Vocabulary, Want, WantedFacts } from './types.js';
export {
  actionCost,
  applicable,
  applyAction,
  ForwardSearch,
  goalHolds,
  Planner,
  RegressionSearch,
  simulate,
  PlannerService,
  type PlanAnswer,
  type PlanRequest,
  type PolicyOptions,
  type PolicyTable,
  type Projection,
  type RungChoice,
  type SavedService,
  type SearchOptions,
  type SearchOutcome,
  type SearchResult,
  type SearchTrace,
  type ServiceAnswer,
  type ServiceOptions,
  type TracedNode,
} from './search/index.js';
export { flag, int, oneOf, per } from '../facts/internal.js';
