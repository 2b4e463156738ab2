import { describe, test } from 'vitest';
import type { Fault } from '../../../sandbox/faults/faultEffects.js';
import { testFolder } from '../testFolder.js';
import { testSandbox } from '../../sandbox/sandboxUnderTest.js';
import { operationCases, runOperationOn, readStatuses, writeSheet } from './testSheets.js';

/** A fault of one request. `token-refused` ends the whole run. */
type FaultOfRow = Exclude<Fault, 'token-refused'>;

/**
 * The status of the row with the fault after the first run, by fault and command. Repeatable requests
 * are retried, some only by the next run. An invitation that may have been sent waits for a person.
 */
const table: Readonly<Record<FaultOfRow, Readonly<Record<string, string>>>> = {
  'reset-before-commit': { decide: 'Decided', invite: 'Unconfirmed', 'remove-access': 'Removed' },
  'reset-after-commit': { decide: 'Decided', invite: 'Unconfirmed', 'remove-access': 'Removed' },
  'timeout-before-commit': { decide: 'Decided', invite: 'Unconfirmed', 'remove-access': 'Removed' },
  'timeout-after-commit': { decide: 'Decided', invite: 'Unconfirmed', 'remove-access': 'Removed' },
  'truncated-after-commit': {
    decide: 'Decided',
    invite: 'Unconfirmed',
    'remove-access': 'Unconfirmed',
  },
  'html-200': { decide: 'Decided', invite: 'Unconfirmed', 'remove-access': 'Unconfirmed' },
  'status-500-before-commit': {
    decide: 'Decided',
    invite: 'Unconfirmed',
    'remove-access': 'Removed',
  },
  'status-500-after-commit': {
    decide: 'Decided',
    invite: 'Unconfirmed',
    'remove-access': 'Removed',
  },
  'status-409-after-commit': {
    decide: 'Decided',
    invite: 'Unconfirmed',
    'remove-access': 'Unconfirmed',
  },
  'error-after-commit': { decide: 'Rejected', invite: 'Unconfirmed', 'remove-access': 'Rejected' },
  'platform-400': { decide: 'Rejected', invite: 'Rejected', 'remove-access': 'Rejected' },
  'status-503': { decide: 'Decided', invite: 'Unconfirmed', 'remove-access': 'Removed' },
  'status-429': { decide: 'Decided', invite: 'Invited', 'remove-access': 'Removed' },
  gzip: { decide: 'Decided', invite: 'Invited', 'remove-access': 'Removed' },
  slow: { decide: 'Decided', invite: 'Invited', 'remove-access': 'Removed' },
};
const faults = Object.keys(table) as FaultOfRow[];

describe.concurrent.each(operationCases)('$operation.command', (operationCase) => {
  const { operation, field, heading, readEffects, expectedEffects } = operationCase;

  test.for(faults)(
    'no request takes effect twice after the fault %s, and the next run finishes all rows except unconfirmed invitations',
    async (fault, { expect, onTestFinished }) => {
      const sandbox = await testSandbox({}, onTestFinished);
      const rows = await operationCase.createRows(sandbox);
      const path = writeSheet(testFolder(onTestFinished), rows);
      const match = { [field]: rows[1]?.[heading] };
      await sandbox.control('POST faults', { operation: operation.name, fault, times: 1, match });

      // Wait for slow answers, but time out at once for answers that never arrive.
      const timerSettings = fault === 'slow' ? {} : { startTimer: sandbox.held.startTimer };
      const firstRun = await runOperationOn(path, operation, sandbox, timerSettings);
      const status = table[fault][operation.command] ?? '';
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
      const { requests } = await sandbox.ledger();
      if (staysUnconfirmed) expect(requests.create_pending_user).toBe(3);
      else expect(await readEffects(sandbox)).toEqual(expectedEffects);
    },
  );
});
