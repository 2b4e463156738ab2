import { describe, expect, test } from 'vitest';
import { invitation, type SandboxUnderTest, startTestSandbox, trip } from './sandboxUnderTest.js';
import { describeOutcome } from './describeOutcome.js';

describe('magic employees', () => {
  const create = async (sandbox: SandboxUnderTest, employeeId: string, company: 1 | 2 = 1) => [
    await describeOutcome(sandbox.requestUntilHeld('rwa_create', { ...trip, employeeId }, company)),
    (await sandbox.readLedger()).commits.rwa_create,
  ];

  test.concurrent.for<[string, string, number]>([
    ['SANDBOX-LOST-ANSWER', 'ECONNRESET', 1],
    ['SANDBOX-LOST-ANSWER-2', 'ECONNRESET', 1],
    ['SANDBOX-TIMEOUT', 'TimeoutError', 0],
    ['SANDBOX-SERVER-ERROR', '500 error', 0],
    ['SANDBOX-BUSY', '429 error retry after 1', 0],
  ])('%s causes its fault once in each company', async (example, { expect, onTestFinished }) => {
    const [employeeId, expected, commits] = example;
    const sandbox = await startTestSandbox({}, onTestFinished);
    expect(await create(sandbox, employeeId)).toEqual([expected, commits]);
    expect(await create(sandbox, employeeId)).toEqual(['200 success', commits + 1]);
    expect(await create(sandbox, employeeId, 2)).toEqual([expected, 2 * commits + 1]);
    await sandbox.control('POST reset');
    expect(await create(sandbox, employeeId)).toEqual([expected, commits]);
  });

  test.concurrent.for<[string, string, number, string]>([
    ['SANDBOX-LOST-ANSWER', 'ECONNRESET', 1, '200 error'],
    ['SANDBOX-TIMEOUT', 'TimeoutError', 0, '200 success'],
    ['SANDBOX-BUSY-2', '429 error retry after 1', 0, '200 success'],
    ['SANDBOX-REJECTED', '200 error', 0, '200 error'],
  ])(
    '%s also causes its fault as the Staff ID of an invitation',
    async (example, { expect, onTestFinished }) => {
      const [staff_id, expected, commits, secondOutcome] = example;
      const sandbox = await startTestSandbox({}, onTestFinished);
      await create(sandbox, staff_id);
      const invite = () =>
        describeOutcome(
          sandbox.requestUntilHeld('create_pending_user', { ...invitation, staff_id }),
        );
      expect(await invite()).toEqual(expected);
      expect((await sandbox.readLedger()).commits.create_pending_user).toBe(commits);
      expect(await invite()).toEqual(secondOutcome);
    },
  );

  test('SANDBOX-SLOW delays the answer each time', async () => {
    const sandbox = await startTestSandbox();
    expect(await create(sandbox, 'SANDBOX-SLOW-1')).toEqual(['TimeoutError', 1]);
    expect(await create(sandbox, 'SANDBOX-SLOW-1')).toEqual(['TimeoutError', 2]);
  });

  test('SANDBOX-REJECTED is rejected, but another wrong input is reported first', async () => {
    const sandbox = await startTestSandbox();
    for (const employeeId of ['SANDBOX-REJECTED', 'SANDBOX-REJECTED-2']) {
      const answer = await sandbox.answer('rwa_create', { ...trip, employeeId });
      expect(answer).toMatchObject({ errors: [{ field: 'employeeId' }] });
    }
    const answer = await sandbox.answer('rwa_create', { employeeId: 'SANDBOX-REJECTED' });
    expect(answer).toMatchObject({ errors: [{ field: 'purpose' }] });
  });

  test('SANDBOX-ALWAYS-PENDING never has results', async () => {
    const sandbox = await startTestSandbox();
    const assessmentId = await sandbox.create({ employeeId: 'SANDBOX-ALWAYS-PENDING' });
    const answer = await sandbox.answer('rwa_retrieve', { assessmentId });
    expect(answer).toMatchObject({ message: 'Pending' });
  });

  test.each(['SANDBOX-BUSYBODY', 'SANDBOX-', 'sandbox-busy', 'X-SANDBOX-BUSY'])(
    '%s is an ordinary Employee ID',
    async (employeeId) => {
      const sandbox = await startTestSandbox();
      expect(await create(sandbox, employeeId)).toEqual(['200 success', 1]);
    },
  );
});
