export type { Crew, CrewGoal, CrewHooks, CrewJob, CrewOptions, CrewSave, WorkOrder } from './crew/types.js';
export type { GoalStatus, Phase } from './crew/state.js';
export { team, type AnyTeam, type Team } from './team.js';
export type { Agent, Duration, GoalParts, Job, Place, PlanEffort, PlanRequest, TakenFacts, TeamGoal, TeamParts, TeamWant, Travel, WantedFacts } from './types.js';
export type { NoTeamPlan, PlannedGoal, PlannedJob, TeamPlan, TeamPlanResult } from './result.js';
export { crewWork, type CrewWork, type OrderStep } from './minds.js';
