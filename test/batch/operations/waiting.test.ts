import { expect, test } from 'vitest';
import { systemTiming } from '../../../batch/http/timing.js';
import { sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { folderOfTest } from '../folderOfTest.js';
import { operationCases, runOperationOn, writeSheet } from './sheetsOfTest.js';

test.each(
  operationCases.map((operationCase) => [operationCase.operation.command, operationCase] as const),
)('rwa %s, which has no results, starts no timer for polling', async (_, { operation, rows }) => {
  const sandbox = await sandboxOfTest({ latencyMs: 20 });
  const path = writeSheet(folderOfTest(), await rows(sandbox));
  const sleepsMs: number[] = [];
  const sleep: typeof systemTiming.sleep = (milliseconds, signal) => {
    sleepsMs.push(milliseconds);
    return systemTiming.sleep(milliseconds, signal);
  };
  const { summary } = await runOperationOn(path, operation, sandbox, {
    timing: { ...systemTiming, sleep },
    // Commands without --poll-interval pass 0.
    pollIntervalMs: 0,
    pollTimeoutMs: 0,
  });
  expect(summary.outcome).toBe('done');
  expect(sleepsMs).toEqual([]);
});
