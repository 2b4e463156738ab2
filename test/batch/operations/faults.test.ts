import { describe, test } from 'vitest';
import type { Fault } from '../../../sandbox/faults/faultEffects.js';
import { testFolder } from '../testFolder.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { operationCases, runOperationOn, readStatuses, writeSheet } from './testSheets.js';

/** A fault of one request. `token-refused` ends the whole run. */
type FaultOfRow = Exclude<Fault, 'token-refused'>;

/**
 * The status of the row with the fault after the first run, by fault and command. Repeatable requests
 * are retried, some only by the next run. An invitation that may have been sent waits for a person.
 */
const table: Readonly<Record<FaultOfRow, [decide: string, invite: string, removeAccess: string]>> =
  {
    'reset-before-commit': ['Decided', 'Unconfirmed', 'Removed'],
    'reset-after-commit': ['Decided', 'Unconfirmed', 'Removed'],
    'timeout-before-commit': ['Decided', 'Unconfirmed', 'Removed'],
    'timeout-after-commit': ['Decided', 'Unconfirmed', 'Removed'],
    'truncated-after-commit': ['Decided', 'Unconfirmed', 'Unconfirmed'],
    'html-200': ['Decided', 'Unconfirmed', 'Unconfirmed'],
    'status-500-before-commit': ['Decided', 'Unconfirmed', 'Removed'],
    'status-500-after-commit': ['Decided', 'Unconfirmed', 'Removed'],
    'status-409-after-commit': ['Decided', 'Unconfirmed', 'Unconfirmed'],
    'error-after-commit': ['Rejected', 'Unconfirmed', 'Rejected'],
    'platform-400': ['Rejected', 'Rejected', 'Rejected'],
    'status-503': ['Decided', 'Unconfirmed', 'Removed'],
    'status-429': ['Decided', 'Invited', 'Removed'],
    gzip: ['Decided', 'Invited', 'Removed'],
    slow: ['Decided', 'Invited', 'Removed'],
  };
const faults = Object.keys(table) as FaultOfRow[];

describe.concurrent.each(operationCases)('$operation.command', (operationCase) => {
  const { operation, field, heading, readEffects, expectedEffects } = operationCase;

  test.for(faults)(
    'no request takes effect twice after the fault %s, and the next run finishes all rows except unconfirmed invitations',
    async (fault, { expect, onTestFinished }) => {
      const sandbox = await startTestSandbox({}, onTestFinished);
      const rows = await operationCase.createRows(sandbox);
      const path = writeSheet(testFolder(onTestFinished), rows);
      const match = { [field]: rows[1]?.[heading] };
      await sandbox.control('POST faults', { operation: operation.name, fault, times: 1, match });

      // Wait for slow answers, but time out at once for answers that never arrive.
      const timerSettings = fault === 'slow' ? {} : { startTimer: sandbox.held.startTimer };
      const firstRun = await runOperationOn(path, operation, sandbox, timerSettings);
      const status = table[fault][operationCases.indexOf(operationCase)] ?? '';
      expect(readStatuses(firstRun)).toEqual([
        operation.successStatus,
        status,
        operation.successStatus,
      ]);
      const isDone = status === operation.successStatus;
      const isRejected = status === 'Rejected';
      const failedOutcome = isRejected ? 'someFailed' : 'unconfirmed';
      expect(firstRun.summary.outcome).toBe(isDone ? 'done' : failedOutcome);

      const secondRun = await runOperationOn(path, operation, sandbox, {
        retryRejected: isRejected,
      });
      const staysUnconfirmed = !isDone && !isRejected && !operation.repeatable;
      expect(readStatuses(secondRun)[1]).toBe(
        staysUnconfirmed ? 'Unconfirmed' : operation.successStatus,
      );
      const { requests } = await sandbox.readLedger();
      if (staysUnconfirmed) expect(requests.create_pending_user).toBe(3);
      else expect(await readEffects(sandbox)).toEqual(expectedEffects);
    },
  );
});
