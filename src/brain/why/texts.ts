/** Why a new plan was needed, by number: see `replanWhy`. */
export const replanTexts: readonly string[] = [
  'no plan was needed',
  'a new goal',
  'the plan ended short of the goal',
  'the plan was broken by a changed fact',
  'a step failed',
  'a step did not have its effect',
  'facts changed',
  'it is time to look for a better one',
  'the target changed',
  'the mind was restored',
];

/** Why a goal is set aside, by number: see `setAsideWhy`. */
export const setAsideTexts: readonly string[] = ['', 'it cannot be reached', 'every possibility was tried', 'the search ran out of its budget', 'its steps kept failing', 'it cannot be reached with the steps and costs of now', 'it did not work out lately', 'it holds already', 'others have taken all places', 'it is lost'];

/** Why a step is left out of plans for a while. */
export function leftOutText(denied: boolean): string {
  return denied ? 'it succeeded, but the senses did not see its effect' : 'it kept failing';
}

/** A time in words. */
export function secondsText(seconds: number): string {
  return `${Number(seconds.toFixed(2))} s`;
}
