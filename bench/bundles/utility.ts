// A choice and one curve, without a mind.
import { curves, rank } from 'ganglion/utility';

const ranked = rank({ flee: { hurt: { of: (body: { health: number }) => 1 - body.health, curve: curves.logistic(0.5, 12) } }, fight: 0.4 }, { health: 0.2 }, {});
console.log(ranked.toString());
