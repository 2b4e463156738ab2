import { inWords } from '../../../batch/cli/wording/wording.js';
import { JournalMemory } from '../../../batch/engine/journal/journalMemory.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { MemoryStorage } from '../../../batch/engine/run/memoryStorage.js';
import { createProcessLimiter } from '../../../batch/engine/run/processLimiter.js';
import type { RunOptions } from '../../../batch/engine/run/runOptions.js';
import { openRun } from '../../../batch/engine/run/session.js';
import { connect } from '../../../batch/http/connection.js';
import { systemTiming } from '../../../batch/http/timing.js';
import { readBaseUrl } from '../../../src/baseUrl.js';
import type { SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { unzip } from '../../sheets/xlsx/zipFixture.js';
import { quickOptions } from './testRun.js';

/** Runs an operation, by default assess, on a workbook in memory, with the messages of the command line. */
export async function runInMemory(
  bytes: Uint8Array,
  { sandbox }: Pick<SandboxUnderTest, 'sandbox'>,
  { journal, ...change }: { readonly journal?: JournalMemory } & Partial<RunOptions> = {},
) {
  const read = readBaseUrl(sandbox.baseUrl);
  if (!read.ok) throw new Error(read.message);
  const timing = systemTiming;
  const limiter = createProcessLimiter({ concurrency: 5, sleep: timing.sleep });
  const { client, transport } = connect(
    { baseUrl: read.baseUrl, token: sandbox.tokens[0] ?? '' },
    { requestTimeoutMs: 60_000 },
  );
  const options: RunOptions = {
    operation: assess,
    input: 'hires.xlsx',
    output: 'hires.scored.xlsx',
    intake: { inputs: assess },
    service: read.baseUrl.url,
    ...quickOptions,
    ...change,
  };
  const knownJournal = journal === undefined ? {} : { journal };
  const storage = new MemoryStorage({ ...options, bytes, ...knownJournal, now: timing.now });
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

/**
 * Returns the parts of a workbook. Omits the journal hash in references, because a run in memory
 * writes zeros in its place.
 */
export const readParts = (bytes: Uint8Array) =>
  [...unzip(Buffer.from(bytes))].map(([part, { content }]) => [
    part,
    content.toString('latin1').replaceAll(/(\br1(?:[.][0-9a-f-]+){3})[.][0-9a-f]{6}/g, '$1'),
  ]);
