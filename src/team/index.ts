export { team, type AnyTeam, type Team } from './team.js';
export type { Agent, Duration, GoalParts, Job, Place, PlanEffort, PlanRequest, TakenFacts, TeamGoal, TeamParts, TeamWant, Travel, WantedFacts } from './types.js';
export type { NoTeamPlan, PlannedGoal, PlannedJob, TeamPlan, TeamPlanResult } from './result.js';
