// Plays many stories, and tells the first that breaks a promise as short as it can be told.
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { inWords, play, story } from './story.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
let [starts, stories] = [0, 0];
const beganMs = performance.now();
console.log(`At least ${runs} runs of rwa, seed ${seed}`);
// A story has several runs; how many shows only when it is played.
for (let part = 0; starts < runs; part++) {
  const found = await fc.check(
    fc.asyncProperty(story, async (each) => {
      starts += await play(each);
      stories++;
    }),
    { seed: seed + part, numRuns: 200 },
  );
  if (!found.failed) continue;
  const [told] = found.counterexample ?? [];
  console.log(`\nAfter ${starts} runs in ${stories} stories, shrunk ${found.numShrinks} times:\n`);
  if (told !== undefined) console.log(inWords(told));
  console.log(`\n${String(found.errorInstance)}`);
  console.log(`\nRepeat it with --seed ${seed + part}`);
  process.exitCode = 1;
  break;
}
const seconds = (performance.now() - beganMs) / 1_000;
console.log(`${starts} runs in ${stories} stories, ${seconds.toFixed(0)} s`);
