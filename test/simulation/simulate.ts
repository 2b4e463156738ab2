// Plays many stories on all cores, and tells the first that breaks a promise as short as it can be told.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { parentPort, Worker } from 'node:worker_threads';
import { type Part, playPart } from './part.js';
import { inWords, play, type Story } from './story.js';

// A round goes by the days of the calendar.
process.env.TZ = 'UTC';
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    story: { type: 'string' },
    unshrunk: { type: 'boolean', default: false },
  },
});

if (values.story !== undefined) await repeat(JSON.parse(values.story) as Story);
else if (parentPort === null) await search(Number(values.runs), Number(values.seed));
else {
  const asked = parentPort;
  const answer = async (seed: number) => {
    asked.postMessage(await playPart(seed, !values.unshrunk));
  };
  asked.on('message', (seed: number) => void answer(seed));
}

async function search(runs: number, seed: number): Promise<void> {
  const beganMs = performance.now();
  let [played, stories, next] = [0, 0, seed];
  let found: Part['found'];
  console.log(`At least ${runs} runs of rwa, seed ${seed}`);
  const workers = Array.from({ length: availableParallelism() }, async () => {
    const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
    while (played < runs && found === undefined) {
      worker.postMessage(next++);
      const [part] = (await once(worker, 'message')) as [Part];
      played += part.runs;
      stories += part.stories;
      found ??= part.found;
    }
    await worker.terminate();
  });
  await Promise.all(workers);
  const seconds = (performance.now() - beganMs) / 1_000;
  console.log(`${played} runs in ${stories} stories, ${seconds.toFixed(0)} s`);
  if (found === undefined) return;
  console.log(`\n${inWords(found.story)}\n\n${found.error}`);
  console.log(`\nRepeat it: npm run simulate -- --story '${JSON.stringify(found.story)}'`);
  process.exitCode = 1;
}

async function repeat(story: Story): Promise<void> {
  console.log(inWords(story));
  await play(story);
  console.log('\nNo promise was broken.');
}
