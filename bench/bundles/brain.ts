// The smallest brain: one fact, one action, one goal, no tree.
import { brain, domain, flag, perceive, success } from 'ganglion';

const drinking = domain({ facts: { thirsty: flag }, actions: { drink: { effects: { thirsty: false } } }, goals: { quench: { thirsty: false } } });
const senses = perceive(drinking, (body: { thirsty: boolean }, facts) => {
  facts.thirsty = body.thirsty;
});
const drinker = brain(senses, {
  utility: { quench: 1 },
  steps: {
    drink: (body) => {
      body.thirsty = false;
      return success;
    },
  },
});
const body = { thirsty: true };
const mind = drinker.spawn(body);
mind.tick(0.1);
console.log(body.thirsty, mind.goal);
