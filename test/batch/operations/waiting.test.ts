import { expect, test } from 'vitest';
import { systemTiming } from '../../../batch/http/timing.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { operationCases, runOperationOn, writeSheet } from './testSheets.js';

test.each(
  operationCases.map((operationCase) => [operationCase.operation.command, operationCase] as const),
)(
  'rwa %s starts no timer for polling, because it fetches no results',
  async (_, { operation, createRows }) => {
    const sandbox = await startTestSandbox({ latencyMs: 20 });
    const path = writeSheet(testFolder(), await createRows(sandbox));
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
  },
);
