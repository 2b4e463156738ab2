import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { filesOf } from '../../../batch/engine/journal/files.js';
import { JournalMemory } from '../../../batch/engine/journal/journalMemory.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { MemoryStorage } from '../../../batch/engine/run/memoryStorage.js';
import { processLimiter } from '../../../batch/engine/run/processLimiter.js';
import { openRun } from '../../../batch/engine/run/session.js';
import { connect } from '../../../batch/http/connection.js';
import { systemTiming } from '../../../batch/http/timing.js';
import { readBaseUrl } from '../../../src/baseUrl.js';
import { sandboxOfTest, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { unzip } from '../../sheets/xlsx/zipFixture.js';
import { folderOfTest } from '../folderOfTest.js';
import { runOn } from './runOfTest.js';

const sample = join(import.meta.dirname, '../../../samples/hires-2026-q4.xlsx');
const name = 'hires.xlsx';

/** One run over a workbook in memory. */
async function runInMemory(
  bytes: Uint8Array,
  { sandbox }: SandboxUnderTest,
  journal = new JournalMemory(),
) {
  const read = readBaseUrl(sandbox.baseUrl);
  if (!read.ok) throw new Error(read.message);
  const timing = systemTiming;
  const limiter = processLimiter({ concurrency: 5, sleep: timing.sleep });
  const { client, transport } = connect(
    { baseUrl: read.baseUrl, token: sandbox.tokens[0] ?? '' },
    { requestTimeoutMs: 60_000 },
  );
  const options = {
    ...{ operation: assess, input: name, output: 'hires.scored.xlsx' },
    ...{ intake: { inputs: assess }, service: read.baseUrl.url, isSandboxRun: false },
    ...{ concurrency: 5, spacingMs: 0, pollIntervalMs: 100, pollTimeoutMs: 240_000, maxErrors: 10 },
    ...{ sendDuplicates: false, retryRejected: false, colourScale: false },
  };
  const storage = new MemoryStorage({ ...options, bytes, journal, now: timing.now });
  try {
    const run = await openRun(options, { client, limiter, timing, wording: inWords, storage });
    try {
      await run.plan();
      const summary = await run.start();
      return { summary, written: storage.written ?? new Uint8Array() };
    } finally {
      await run.close();
    }
  } finally {
    await transport.close();
  }
}

const partsOf = (bytes: Uint8Array) =>
  [...unzip(Buffer.from(bytes))].map(([part, { content }]) => [part, content.toString('latin1')]);

test('a workbook in memory comes back with the results, as it does from the disk', async () => {
  const service = await sandboxOfTest();
  const path = join(folderOfTest(), name);
  copyFileSync(sample, path);
  const { summary } = await runOn(path, service.sandbox);
  expect(summary).toMatchObject({ outcome: 'done', sent: 24 });

  const journal = new JournalMemory(readFileSync(filesOf(path, {}).journal));
  const inMemory = await runInMemory(readFileSync(sample), service, journal);
  expect(inMemory.summary).toMatchObject({ outcome: 'done', sent: 0 });
  expect(partsOf(inMemory.written)).toEqual(partsOf(readFileSync(path)));
});

test('without a journal, the workbook that came back is its own memory', async () => {
  const service = await sandboxOfTest();
  const first = await runInMemory(readFileSync(sample), service);
  expect(first.summary).toMatchObject({ outcome: 'done', sent: 24 });
  const again = await runInMemory(first.written, service);
  expect(again.summary).toMatchObject({ outcome: 'done', sent: 0, counts: { Scored: 24 } });
  expect((await service.ledger()).commits.rwa_create).toBe(24);
});
