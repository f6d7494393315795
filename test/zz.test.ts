import { it } from 'vitest';
import { crowd, restoreMind, saveCrowd, saveMind } from 'ganglion';
import { makeSmithBrain, smith } from './brain/smithy.js';
const smithBrain = makeSmithBrain();
const head = (b: ArrayBuffer) => { const n = new Uint32Array(b, 0, 8)[4]!; return String.fromCharCode(...new Uint16Array(b, 32, n)); };
it('x', () => {
  const many = crowd({ seed: 3 });
  many.spawn(smithBrain, smith());
  const o = crowd({seed: 5}); const m = o.spawn(smithBrain, smith()); o.spawn(smithBrain, smith()); for (let i=0;i<30;i++) o.tick(0.1);
  const s = JSON.parse(JSON.stringify(saveMind(m)));
  restoreMind(smithBrain, smith(), s, { crowd: many }).despawn();
  many.tick(0.1);
  const before = saveCrowd(many);
  try { restoreMind(smithBrain, smith(), { ...s, facts: { goal: 'x' } } as never, { crowd: many }); } catch (e) { console.log(String(e)); }
  const after = saveCrowd(many);
  console.log(head(before) === head(after), before.byteLength, after.byteLength);
  const [a, b] = [new Uint8Array(before), new Uint8Array(after)];
  for (let i = 0, n=0; i < a.length && n<10; i++) if (a[i] !== b[i]) { console.log(i, a[i], b[i]); n++; }
  console.log(head(before).slice(0,600)); console.log(head(after).slice(0,600));
});
