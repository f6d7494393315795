import type { Story } from './play.js';

/**
 * What the layers do to each other, as data: each sentence of the design's tick has a story, and each story says all that happens, in order.
 * The outcomes were reasoned from the design and read line by line; when one changes, the design has changed.
 */
export const stories: readonly Story[] = [
  {
    title: 'an intruder without ammo sends the guard to the armory first',
    mood: { repel: 0.5 },
    facts: { intruder: true, open: true },
    beats: [
      {
        ticks: 1,
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 4 steps for repel from the policy table',
          'began goTo(armory)',
          'at changed',
          'did goTo(armory)',
          'began load',
          'ammo changed',
          'did load',
          'began goTo(gate)',
          'at changed',
          'did goTo(gate)',
          'began shoot',
          'ammo changed',
          'did shoot',
          'repel is reached',
        ],
      },
    ],
  },
  {
    title: 'a goal that already holds is not chosen',
    mood: { standGuard: 0.5 },
    beats: [
      { then: [] },
    ],
  },
  {
    title: 'of two goals that hold, the one that does not is chosen',
    mood: { standGuard: 1, repel: 0.9, rearm: 0.5 },
    facts: { open: true },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
          'at changed',
          'did goTo(armory)',
          'began load',
          'ammo changed',
          'did load',
          'rearm is reached',
        ],
      },
    ],
  },
  {
    title: 'goal flips in mid-step: the old plan runs on until the new one exists and is then swapped',
    mood: { rearm: 0.5 },
    facts: { open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
      {
        mood: { repel: 1 }, see: { intruder: true, ammo: 6 },
        then: [
          'ammo changed',
          'wanted repel instead of rearm',
          'aborted goTo(armory), the goal changed',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
    ],
  },
  {
    title: 'the same step at the head of the new plan is kept, not restarted',
    mood: { rearm: 0.5 },
    facts: { intruder: true, open: true },
    steps: { goTo: ['running', 'running', 'running', 'success'], load: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
      { mood: { repel: 1 }, then: ['wanted repel instead of rearm', 'adopted a plan of 4 steps for repel from the policy table'] },
      {
        ticks: 2,
        then: [
          'at changed',
          'did goTo(armory)',
          'began load',
        ],
      },
    ],
  },
  {
    title: 'a better goal without a plan is set aside, and the old one is pursued on',
    mood: { rearm: 0.5 },
    facts: { open: true },
    plans: { repel: 'none' },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
      {
        mood: { repel: 1 }, see: { intruder: true },
        then: [
          'intruder changed',
          'wanted repel instead of rearm',
          'there is no plan for repel: it cannot be reached',
          'repel was set aside: it cannot be reached',
          'wanted rearm instead of repel',
        ],
      },
      { ticks: 3, then: [] },
    ],
  },
  {
    title: 'an impossible goal makes way for the next option in the same tick',
    mood: { rearm: 1, standGuard: 0.5 },
    facts: { at: 'gate', open: false },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'there is no plan for rearm: it cannot be reached',
          'rearm was set aside: it cannot be reached',
          'wanted standGuard instead of rearm',
          'adopted a plan of 1 step for standGuard from the policy table',
          'began goTo(post)',
        ],
      },
    ],
  },
  {
    title: 'an impossible goal comes back when a fact it depends on changes',
    mood: { rearm: 0.5 },
    facts: { open: false },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'there is no plan for rearm: it cannot be reached',
          'rearm was set aside: it cannot be reached',
          'wanted nothing instead of rearm',
        ],
      },
      { ticks: 5, then: [] },
      {
        see: { open: true }, ticks: 2,
        then: [
          'open changed',
          'rearm may be wanted again',
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
    ],
  },
  {
    title: 'an impossible goal stays away when another fact changes',
    mood: { rearm: 0.5 },
    facts: { open: false },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'there is no plan for rearm: it cannot be reached',
          'rearm was set aside: it cannot be reached',
          'wanted nothing instead of rearm',
        ],
      },
      { see: { intruder: true }, ticks: 3, then: ['intruder changed'] },
    ],
  },
  {
    title: 'a guard of the tree aborts an uninterruptible step',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'gate' },
    steps: { brace: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for repel from the policy table',
          'began brace',
        ],
      },
      { mood: { hurt: true }, then: ['action [plan] was aborted', 'aborted brace'] },
      {
        mood: { hurt: false },
        then: [
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for repel from the policy table',
          'began brace',
        ],
      },
    ],
  },
  {
    title: 'an uninterruptible step defers a goal switch to its end',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'gate' },
    steps: { brace: ['running', 'running', 'running', 'success'], goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for repel from the policy table',
          'began brace',
        ],
      },
      { mood: { standGuard: 1 }, then: ['wanted standGuard instead of repel'] },
      { then: [] },
      {
        ticks: 2,
        then: [
          'intruder changed',
          'did brace',
          'adopted a plan of 1 step for standGuard from the policy table',
          'began goTo(post)',
        ],
      },
    ],
  },
  {
    title: 'its own failure ends an uninterruptible step',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'gate' },
    steps: { brace: ['running', 'failure', 'running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for repel from the policy table',
          'began brace',
        ],
      },
      { then: ['brace failed (attempt 1)'] },
      { then: ['adopted a plan of 1 step for repel from the policy table', 'began brace'] },
    ],
  },
  {
    title: 'an interruptible step gives way at once',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'post', ammo: 3 },
    steps: { goTo: ['running'], load: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
      {
        mood: { rearm: 1 }, see: { at: 'armory', open: true },
        then: [
          'at changed',
          'wanted rearm instead of repel',
          'aborted goTo(gate), the goal changed',
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
        ],
      },
    ],
  },
  {
    title: 'a mind despawned in mid-step aborts it',
    mood: { repel: 0.5 },
    facts: { intruder: true, open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 4 steps for repel from the policy table',
          'began goTo(armory)',
        ],
      },
      {
        despawn: true,
        then: [
          'action [plan] was aborted',
          'aborted goTo(armory)',
          'despawned',
        ],
      },
    ],
  },
  {
    title: 'a plan broken by a fact is made anew',
    mood: { repel: 0.5 },
    facts: { intruder: true, ammo: 1, open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
      {
        see: { ammo: 0 }, ticks: 3,
        then: [
          'ammo changed',
          'the plan for repel broke',
          'aborted goTo(gate)',
          'adopted a plan of 4 steps for repel from the policy table',
          'began goTo(armory)',
        ],
      },
    ],
  },
  {
    title: 'a plan that a fact does not break is kept',
    mood: { repel: 0.5 },
    facts: { intruder: true, ammo: 3, open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
      { see: { ammo: 2 }, ticks: 4, then: ['ammo changed'] },
    ],
  },
  {
    title: 'two changes within a quarter of a second are looked at together',
    mood: { repel: 0.5 },
    facts: { intruder: true, ammo: 1, open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
      { see: { ammo: 0 }, then: ['ammo changed'] },
      { see: { ammo: 1 }, ticks: 3, then: ['ammo changed'] },
    ],
  },
  {
    title: 'with "never" a broken plan is carried on until its step cannot begin',
    brain: 'never',
    mood: { repel: 0.5 },
    facts: { intruder: true, ammo: 1, open: true },
    steps: { goTo: ['running', 'running', 'running', 'running', 'running', 'success'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
      { see: { ammo: 0 }, ticks: 3, then: ['ammo changed'] },
      {
        ticks: 2,
        then: [
          'at changed',
          'did goTo(gate)',
          'the plan for repel broke',
          'adopted a plan of 4 steps for repel from the policy table',
          'began goTo(armory)',
          'at changed',
          'did goTo(armory)',
          'began load',
          'ammo changed',
          'did load',
          'began goTo(gate)',
          'at changed',
          'did goTo(gate)',
          'began shoot',
          'ammo changed',
          'did shoot',
          'repel is reached',
        ],
      },
    ],
  },
  {
    title: 'with "onChange" a cheaper plan is taken up',
    brain: 'change',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'post', ammo: 0, open: true },
    steps: { goTo: ['running'], shoot: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 4 steps for repel from the policy table',
          'began goTo(armory)',
        ],
      },
      {
        see: { ammo: 2 }, ticks: 4,
        then: [
          'ammo changed',
          'aborted goTo(armory)',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
    ],
  },
  {
    title: 'with "onBroken" a cheaper plan is not looked for',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'post', ammo: 0, open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 4 steps for repel from the policy table',
          'began goTo(armory)',
        ],
      },
      { see: { ammo: 2 }, ticks: 4, then: ['ammo changed'] },
    ],
  },
  {
    title: 'a step that fails leads to a new plan in the next tick',
    mood: { rearm: 0.5 },
    facts: { open: true, at: 'armory' },
    steps: { load: ['failure', 'success'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
          'load failed (attempt 1)',
        ],
      },
      {
        then: [
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
          'ammo changed',
          'did load',
          'rearm is reached',
        ],
      },
    ],
  },
  {
    title: 'a step that fails twice running is left out, and the way without it is taken',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'gate', ammo: 3 },
    steps: { shoot: ['failure'], brace: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for repel from the policy table',
          'began shoot',
          'shoot failed (attempt 1)',
        ],
      },
      {
        then: [
          'adopted a plan of 1 step for repel from the policy table',
          'began shoot',
          'shoot failed (attempt 2)',
          'leaves out shoot for 1 s',
        ],
      },
      { then: ['asked for a plan for repel: a step failed'] },
      { then: ['adopted a plan of 1 step for repel', 'began brace'] },
    ],
  },
  {
    title: 'a step left out comes back after its time',
    mood: { rearm: 0.5 },
    facts: { open: true, at: 'armory' },
    steps: { load: ['failure', 'failure', 'success'] },
    beats: [
      {
        ticks: 3,
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
          'load failed (attempt 1)',
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
          'load failed (attempt 2)',
          'leaves out load for 1 s',
          'asked for a plan for rearm: a step failed',
        ],
      },
      {
        ticks: 9,
        then: [
          'there is no plan for rearm: it cannot be reached',
          'rearm was set aside: it cannot be reached with the steps and costs of now (for 1 s)',
          'wanted nothing instead of rearm',
        ],
      },
      {
        ticks: 3,
        then: [
          'rearm may be wanted again',
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
          'ammo changed',
          'did load',
          'rearm is reached',
          'wanted nothing instead of rearm',
        ],
      },
    ],
  },
  {
    title: 'after three replans without a completed step the leaf gives up and the goal is set aside for a while',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'gate', ammo: 6, open: true },
    steps: { shoot: ['failure'], brace: ['failure'], goTo: ['failure'], load: ['failure'] },
    beats: [
      {
        ticks: 4,
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for repel from the policy table',
          'began shoot',
          'shoot failed (attempt 1)',
          'adopted a plan of 1 step for repel from the policy table',
          'began shoot',
          'shoot failed (attempt 2)',
          'leaves out shoot for 1 s',
          'asked for a plan for repel: a step failed',
          'adopted a plan of 1 step for repel',
          'began brace',
          'brace failed (attempt 3)',
        ],
      },
      {
        ticks: 3,
        then: [
          'asked for a plan for repel: a step failed',
          'adopted a plan of 1 step for repel',
          'began brace',
          'brace failed (attempt 4)',
          'leaves out brace for 1 s',
          'repel was set aside: its steps kept failing (for 1 s)',
          'wanted nothing instead of repel',
        ],
      },
    ],
  },
  {
    title: 'a completed step gives the plan new attempts',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'post', ammo: 6 },
    steps: { goTo: ['failure', 'success'], shoot: ['failure', 'success'] },
    beats: [
      {
        ticks: 4,
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
          'goTo(gate) failed (attempt 1)',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
          'at changed',
          'did goTo(gate)',
          'began shoot',
          'shoot failed (attempt 1)',
          'adopted a plan of 1 step for repel from the policy table',
          'began shoot',
          'ammo changed',
          'did shoot',
          'repel is reached',
          'wanted nothing instead of repel',
        ],
      },
    ],
  },
  {
    title: 'want makes a goal wanted whatever utility says',
    mood: { standGuard: 0.5 },
    facts: { at: 'gate', open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted standGuard instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for standGuard from the policy table',
          'began goTo(post)',
        ],
      },
      {
        want: 'rearm',
        then: [
          'wanted rearm instead of standGuard',
          'aborted goTo(post), the goal changed',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
    ],
  },
  {
    title: 'want ends when its goal holds',
    mood: {  },
    facts: { open: true },
    beats: [
      {
        want: 'rearm',
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
          'at changed',
          'did goTo(armory)',
          'began load',
          'ammo changed',
          'did load',
          'rearm is reached',
        ],
      },
      { ticks: 2, then: ['wanted nothing instead of rearm'] },
    ],
  },
  {
    title: 'want ends when its goal turns out impossible',
    mood: { standGuard: 0.5 },
    facts: { at: 'gate', open: false },
    steps: { goTo: ['running'] },
    beats: [
      {
        want: 'rearm',
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'there is no plan for rearm: it cannot be reached',
          'rearm was set aside: it cannot be reached',
          'wanted standGuard instead of rearm',
          'adopted a plan of 1 step for standGuard from the policy table',
          'began goTo(post)',
        ],
      },
      { then: [] },
    ],
  },
  {
    title: 'want(undefined) gives the choice back to utility',
    mood: { standGuard: 0.5 },
    facts: { at: 'gate', open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        want: 'rearm',
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
      {
        want: undefined,
        then: [
          'wanted standGuard instead of rearm',
          'aborted goTo(armory), the goal changed',
          'adopted a plan of 1 step for standGuard from the policy table',
          'began goTo(post)',
        ],
      },
    ],
  },
  {
    title: 'an event that changes a fact is heard and decided on in the same tick',
    mood: { repel: 0.5 },
    facts: { ammo: 3 },
    steps: { goTo: ['running'] },
    beats: [
      { then: [] },
      {
        notify: 'noise',
        then: [
          'heard noise',
          'intruder changed',
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
    ],
  },
  {
    title: 'the tree takes the slot away and gives it back: the plan is made anew',
    mood: { rearm: 0.5 },
    facts: { open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
      { mood: { hurt: true }, then: ['action [plan] was aborted', 'aborted goTo(armory)'] },
      { ticks: 2, then: [] },
      {
        mood: { hurt: false },
        then: [
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
    ],
  },
  {
    title: 'while the tree is elsewhere nothing is planned, but the wanted goal still changes',
    mood: { rearm: 0.5, hurt: true },
    facts: { open: true },
    beats: [
      { then: ['wanted rearm instead of nothing'] },
      { mood: { repel: 1 }, see: { intruder: true }, then: ['intruder changed', 'wanted repel instead of rearm'] },
    ],
  },
  {
    title: 'steps that succeed at once run on in the same tick',
    mood: { repel: 0.5 },
    facts: { intruder: true, open: true, at: 'armory' },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 3 steps for repel from the policy table',
          'began load',
          'ammo changed',
          'did load',
          'began goTo(gate)',
          'at changed',
          'did goTo(gate)',
          'began shoot',
          'ammo changed',
          'did shoot',
          'repel is reached',
        ],
      },
    ],
  },
  {
    title: 'the goal coming true by itself ends the step',
    mood: { repel: 0.5 },
    facts: { intruder: true, ammo: 2 },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for repel from the policy table',
          'began goTo(gate)',
        ],
      },
      {
        see: { intruder: false },
        then: [
          'intruder changed',
          'wanted nothing instead of repel',
          'aborted goTo(gate)',
        ],
      },
    ],
  },
  {
    title: 'the goal coming true by itself waits for an uninterruptible step',
    mood: { repel: 0.5 },
    facts: { intruder: true, at: 'gate' },
    steps: { brace: ['running', 'running', 'running', 'success'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for repel from the policy table',
          'began brace',
        ],
      },
      { see: { intruder: false }, then: ['intruder changed'] },
      { ticks: 2, then: ['did brace', 'repel is reached'] },
    ],
  },
  {
    title: 'a step whose effect shows before it ends is not broken off',
    mood: { repel: 0.5 },
    facts: { intruder: true, open: true, ammo: 0, at: 'armory' },
    steps: { load: ['running', 'running', 'running', 'running', 'success'], goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted repel instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 3 steps for repel from the policy table',
          'began load',
        ],
      },
      { see: { ammo: 6, open: false }, ticks: 3, then: ['ammo changed'] },
      { ticks: 2, then: ['did load', 'began goTo(gate)'] },
    ],
  },
  {
    title: 'a mind ticked every third tick gets the time of all three',
    every: 3,
    mood: { rearm: 0.5 },
    facts: { open: true },
    steps: { goTo: ['running', 'success'], load: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
      {
        ticks: 2,
        then: [
          'at changed',
          'did goTo(armory)',
          'began load',
        ],
      },
      { ticks: 1, then: [] },
    ],
  },
  {
    title: 'a throwing step is a failed step',
    mood: { rearm: 0.5 },
    facts: { open: true, at: 'armory' },
    steps: { load: ['throw', 'success'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
          'brain.steps.load.drive threw: this leaf throws, as its script says',
          'load failed (attempt 1)',
        ],
      },
      {
        then: [
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
          'ammo changed',
          'did load',
          'rearm is reached',
        ],
      },
    ],
  },
  {
    title: 'a plan fixed by the test that cannot begin is planned again',
    mood: { rearm: 0.5 },
    facts: { open: true, at: 'post' },
    plans: { rearm: ['load'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for rearm',
          'the plan for rearm broke',
          'adopted a plan of 1 step for rearm',
          'the plan for rearm broke',
          'adopted a plan of 1 step for rearm',
          'the plan for rearm broke',
          'adopted a plan of 1 step for rearm',
          'the plan for rearm broke',
          'adopted a plan of 1 step for rearm',
          'the plan for rearm broke',
          'adopted a plan of 1 step for rearm',
          'the plan for rearm broke',
          'adopted a plan of 1 step for rearm',
          'the plan for rearm broke',
          'adopted a plan of 1 step for rearm',
          'the plan for rearm broke',
        ],
      },
    ],
  },
  {
    title: 'nothing wanted: the plan leaf fails and nothing is planned',
    mood: {  },
    facts: { intruder: true, open: true },
    beats: [
      { then: [] },
      { ticks: 3, then: [] },
    ],
  },
  {
    title: 'a wish that fades makes the mind drop the goal and the step',
    mood: { rearm: 0.5 },
    facts: { open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
      { mood: { rearm: 0 }, then: ['wanted nothing instead of rearm', 'aborted goTo(armory)'] },
    ],
  },
  {
    title: 'a goal reached clears the way for the next one',
    mood: { rearm: 1, standGuard: 0.5 },
    facts: { open: true, at: 'armory' },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for rearm from the policy table',
          'began load',
          'ammo changed',
          'did load',
          'rearm is reached',
        ],
      },
      {
        then: [
          'wanted standGuard instead of rearm',
          'action [plan] took the plan slot',
          'adopted a plan of 1 step for standGuard from the policy table',
          'began goTo(post)',
          'at changed',
          'did goTo(post)',
          'standGuard is reached',
        ],
      },
    ],
  },
  {
    title: 'an unchanged world asks for nothing',
    mood: { rearm: 0.5 },
    facts: { open: true },
    steps: { goTo: ['running'] },
    beats: [
      {
        then: [
          'wanted rearm instead of nothing',
          'action [plan] took the plan slot',
          'adopted a plan of 2 steps for rearm from the policy table',
          'began goTo(armory)',
        ],
      },
      { ticks: 50, then: [] },
    ],
  },
];
