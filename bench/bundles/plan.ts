// One plan, without a brain.
import { domain, plan } from 'ganglion';
import { flag } from 'ganglion/goap';

const smithing = domain({
  facts: { sword: flag, ingot: flag, ore: flag, mineOpen: flag },
  actions: {
    forge: { preconditions: { ingot: true }, effects: { sword: true, ingot: false } },
    smelt: { preconditions: { ore: true }, effects: { ingot: true, ore: false } },
    dig: { preconditions: { mineOpen: true }, effects: { ore: true } },
  },
  goals: { arm: { sword: true } },
});
console.log(plan(smithing, { mineOpen: true }, 'arm').toString());
