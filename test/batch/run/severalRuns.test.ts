import { expect, test } from 'vitest';
import { Journal } from '../../../batch/engine/journal/journal.js';
import { JournalMemory, MemoryStore } from '../../../batch/engine/journal/journalMemory.js';
import { createProcessLimiter } from '../../../batch/engine/run/processLimiter.js';
import { runRows } from '../../../batch/engine/run/runRows.js';
import { systemTiming } from '../../../batch/http/timing.js';
import { connect } from '../../../batch/http/connection.js';
import { quickOptions } from './testRun.js';

const service = 'http://127.0.0.1:9/api/1.1/wf';
const { client } = connect({ baseUrl: { url: service, isTest: true }, token: 'token' });

async function createRunner(concurrency: number) {
  const timing = systemTiming;
  const limiter = createProcessLimiter({ sleep: timing.sleep, concurrency });
  const memory = new JournalMemory();
  const stored = await memory.read('memory');
  const journal = new Journal(new MemoryStore(memory, 0), stored, { service, now: timing.now });
  const sent: string[] = [];
  let endFirst = (): void => undefined;
  const firstRequests = new Promise<void>((resolve) => {
    endFirst = resolve;
  });
  const run = (keys: readonly string[]) =>
    runRows(
      keys.map((key, index) => ({ number: index + 2, key })),
      {
        async work({ key }, { send }) {
          // A row that has its assessment only polls, so it needs no slot.
          if (key.startsWith('pending')) return {};
          await send(async () => {
            sent.push(key);
            if (key.startsWith('first')) await firstRequests;
            return { ok: true, value: undefined };
          });
          return {};
        },
        client,
        poller: client,
        journal,
        limiter,
        timing,
      },
      { ...quickOptions, signal: new AbortController().signal, onProgress: () => undefined },
    );
  return { run, limiter, sent, endFirst };
}

const waitForTurn = () => new Promise((resolve) => setImmediate(resolve));

test('runs whose rows need no slot leave the slot to the next run that waits', async () => {
  const { run, sent, endFirst } = await createRunner(1);
  const runs = [run(['first 1', 'first 2'])];
  await waitForTurn();
  runs.push(run(['pending 1']), run(['pending 2']), run(['new 1', 'new 2', 'new 3']));
  await waitForTurn();
  expect(sent).toEqual(['first 1', 'first 2']);
  endFirst();
  await Promise.all(runs);
  expect(sent).toEqual(['first 1', 'first 2', 'new 1', 'new 2', 'new 3']);
});

test('a run starts its rows when the process gets its permits, whichever run waits before it', async () => {
  const { run, limiter, sent } = await createRunner(0);
  const runs = [run(['new 1'])];
  await waitForTurn();
  runs.push(run(['pending 1']), run(['new 2', 'new 3']));
  await waitForTurn();
  expect(sent).toEqual([]);
  limiter.setLimits({ concurrency: 5 });
  await Promise.all(runs);
  expect(sent).toEqual(['new 1', 'new 2', 'new 3']);
});
