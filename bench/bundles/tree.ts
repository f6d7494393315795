// A behaviour tree from text, alone.
import { bt, runTree, running, success } from 'ganglion/bt';

const dog = { tired: false, steps: 0 };
const tree = bt('root { selector { action [sleep] while(isTired)  sequence { action [walk] wait [500] } } }', {
  isTired: (body: typeof dog) => body.tired,
  sleep: () => running,
  walk: (body: typeof dog) => (++body.steps > 2 ? success : running),
});
const run = runTree(tree, dog);
for (let frame = 0; frame < 60; frame++) run.step(1 / 60);
console.log(dog.steps);
