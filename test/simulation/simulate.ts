// Replays the stories in found.jsonl (not with --unseen), and then plays many random ones on all
// cores. Prints the first story that breaks a promise. A random one is shortened first, unless
// --unshrunk is given. --story plays only that story.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { parentPort, Worker } from 'node:worker_threads';
import keptStories from './found.jsonl';
import { type PartResult, playPart } from './part.js';
import { describeStory, play, type Story } from './story.js';

// Rounds depend on the calendar day, so the time zone is fixed.
process.env.TZ = 'UTC';
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    story: { type: 'string' },
    unshrunk: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
  },
});

if (values.story !== undefined) await repeat(JSON.parse(values.story) as Story);
else if (parentPort === null) {
  const runs = Number(values.runs);
  if (!values.unseen) await replay();
  if (process.exitCode === undefined && runs > 0) await search(runs, Number(values.seed));
} else {
  const port = parentPort;
  const postPart = async (seed: number) => {
    port.postMessage(await playPart(seed, !values.unshrunk));
  };
  port.on('message', (seed: number) => void postPart(seed));
}

async function replay(): Promise<void> {
  const stories = keptStories.trimEnd().split('\n');
  for (const line of stories) {
    const kept = JSON.parse(line) as Story;
    try {
      await play(kept);
    } catch (error) {
      report(kept, String(error));
      return;
    }
  }
  console.log(`${stories.length} stories that once broke a promise: none does`);
}

async function search(runs: number, seed: number): Promise<void> {
  const beganMs = performance.now();
  let [played, stories, next] = [0, 0, seed];
  let broken: PartResult['found'];
  console.log(`At least ${runs} runs of rwa, seed ${seed}`);
  const workers = Array.from({ length: availableParallelism() }, async () => {
    const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
    while (played < runs && broken === undefined) {
      worker.postMessage(next++);
      const [part] = (await once(worker, 'message')) as [PartResult];
      played += part.runs;
      stories += part.stories;
      broken ??= part.found;
    }
    await worker.terminate();
  });
  await Promise.all(workers);
  const seconds = (performance.now() - beganMs) / 1_000;
  console.log(`${played} runs in ${stories} stories, ${seconds.toFixed(0)} s`);
  if (broken !== undefined) report(broken.story, broken.error);
}

function report(broken: Story, error: string): void {
  console.log(`\n${describeStory(broken)}\n\n${error}`);
  console.log(`\nRepeat it: npm run simulate -- --story '${JSON.stringify(broken)}'`);
  process.exitCode = 1;
}

async function repeat(story: Story): Promise<void> {
  console.log(describeStory(story));
  await play(story);
  console.log('\nNo promise was broken.');
}
