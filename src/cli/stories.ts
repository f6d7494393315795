/** What each example shows: its own first line, which is no longer there once it is built. A test holds the two together. */
export const stories: Readonly<Record<string, string>> = {
  bots: 'Fifty bots share one planner with a budget: all ask at once, and all have their answer within half a simulated second.',
  carrier: 'A carrier brings parcels to whoever has waited longest: one goal with a param, one option for each who waits, and orders that come and go.',
  craftsman: 'A craftsman wants an iron sword: eighteen steps, cost 124. On his way to the mine it collapses, and he pans for ore.',
  guard: 'A guard at its post: an intruder comes, it fetches ammo, goes to the gate and shoots; hurt, it flees.',
  kettle: 'A kitchen robot makes tea: the smallest domain, and the planner alone, without a brain.',
  kitchen: 'Two cooks share the work: the player orders an apple, then another; then an apple rots, and the plan heals.',
  monsters: 'Ten thousand monsters on one state graph: they patrol and slack, fight whom they see, and flee with one line said once.',
  needs: 'Thirst, hunger, fatigue: needs grow and set the goal; the plan depends on where one is and what is in the purse.',
  'save-load': 'Rollback and hot reload: three guards are saved in the middle of what they do, played again, and get a new brain while they live.',
  shooters: 'Two enemies of a space shooter share one domain: the archer looses arrows, the gunner fires bursts; each has a brain of its own.',
  'smithy-town': 'A town plans in two levels: "have an ingot, then a hammer, then forge"; how to come by an ingot is a plan of its own, made when it is time.',
  village: 'Forty villagers of three kinds eat, sleep, bake, chop, hunt and run from wolves, and share what there is; the accounts of ten minutes.',
  warband: 'A unit in a battle: the tree picks attack, defend or retreat; the attack is a plan over range, cool-downs and armour.',
};
