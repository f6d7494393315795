export { actions, domain, readDomain, vocabulary } from './domain.js';
export { plan } from './plan.js';
export { domainText } from './text.js';
export type { Alternative, Found, Missing, NoPlan, PlanResult, SearchNode, StepOf } from './result.js';
export type { Action, AnyDomain, CostBy, Domain, DomainParts, GoalWithParams, MostOf, PlanOptions, Vocabulary, Want, WantedFacts } from './types.js';
export { flag, int, oneOf, per } from '../facts/internal.js';
