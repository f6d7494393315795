import { scenario, type Cue, type Scenario } from 'ganglion/testing';
import { changeBrain, guardBrain, mood, neverBrain, type Mood } from './guard-domain.js';

const brains = { guard: guardBrain, change: changeBrain, never: neverBrain };

/** One beat of a story: what happens to the mind, then some ticks of 0.1 s. */
export interface Beat {
  readonly see?: Readonly<Record<string, unknown>>;
  readonly mood?: Partial<Mood>;
  readonly want?: string | undefined;
  readonly notify?: string;
  readonly despawn?: true;
  /** Default 1. */
  readonly ticks?: number;
  /** Seconds a tick; default 0.1. */
  readonly dt?: number;
  /** What the trace says of this beat, in order. */
  readonly then: readonly string[];
}

/** An interplay of the layers, as data. */
export interface Story {
  readonly title: string;
  readonly brain?: keyof typeof brains;
  readonly mood?: Partial<Mood>;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly steps?: Readonly<Record<string, readonly Cue[] | 'own'>>;
  readonly plans?: Readonly<Record<string, readonly string[] | 'none'>>;
  readonly every?: number;
  readonly beats: readonly Beat[];
}

/** Plays a story and tells what happened, beat by beat. */
export function play(story: Story): readonly (readonly string[])[] {
  const body = mood(story.mood);
  const stage: Scenario<any, any, any, any> = scenario(brains[story.brain ?? 'guard'], { body, ...(story.facts && { facts: story.facts }), ...(story.steps && { steps: story.steps }), ...(story.plans && { plans: story.plans }) });
  if (story.every !== undefined) stage.mind.setEvery(story.every);
  stage.happened();
  return story.beats.map((beat) => {
    Object.assign(body, beat.mood);
    if (beat.see !== undefined) stage.see(beat.see);
    if (beat.notify !== undefined) stage.mind.notify(beat.notify as never);
    if ('want' in beat) stage.want(beat.want as never);
    if (beat.despawn === true) stage.mind.despawn();
    else stage.tick(beat.ticks ?? 1, beat.dt ?? 0.1);
    return stage.happened();
  });
}
