import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { RwaRemoveUserAccess } from '../../nodes/RwaRemoveUserAccess/RwaRemoveUserAccess.node.js';
import { RwaRetrieveAssessment } from '../../nodes/RwaRetrieveAssessment/RwaRetrieveAssessment.node.js';
import { RwaUpdateAssessment } from '../../nodes/RwaUpdateAssessment/RwaUpdateAssessment.node.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { readLedger, setFault } from './control.js';
import { createExpression, createItems, trip } from './examples.js';
import { type Parameters, runFailing, runNode } from './runNode.js';
import { serviceMessages } from '../serviceMessages.js';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 100 });
});

afterEach(() => sandbox.close());

async function createAssessments(employeeIds: readonly string[]): Promise<string[]> {
  const output = await runNode({
    node: new RwaCreateAssessment(),
    sandbox,
    items: createItems(employeeIds),
    parameters: { ...trip, employeeId: createExpression(employeeIds) },
  });
  return output.map(({ json }) => json.assessmentId as string);
}

const retrieve = (assessmentIds: readonly string[], parameters: Parameters) =>
  runNode({
    node: new RwaRetrieveAssessment(),
    sandbox,
    items: createItems(assessmentIds),
    parameters: { assessmentId: createExpression(assessmentIds), ...parameters },
    onError: 'continueRegularOutput',
  });

test('Retrieve reports that a result is not ready if it does not wait', async () => {
  const [id = ''] = await createAssessments(['SANDBOX-ALWAYS-PENDING']);
  const [item] = await retrieve([id], { waitUntilReady: false });
  expect(item?.json).toEqual({ assessmentId: id, ready: false });
});

test('Retrieve waits for many items, even if two items have the same assessment', async () => {
  const ids = await createAssessments(['E-1', 'E-2', 'E-3']);
  const wanted = [...ids, ids[0] ?? ''];
  const output = await retrieve(wanted, { pollIntervalSeconds: 0.1 });
  expect(output.map(({ json }) => [json.assessmentId, json.ready])).toEqual(
    wanted.map((id) => [id, true]),
  );
});

test('Retrieve fails only the item whose assessment does not exist', async () => {
  const [id = ''] = await createAssessments(['E-1']);
  const output = await retrieve(['nowhere', id], { pollIntervalSeconds: 0.1 });
  expect(output[0]?.json).toMatchObject({
    error: 'Not Found [row 1, assessment nowhere]',
    details: { row: 1, assessmentId: 'nowhere', failure: 'not_found', mayHaveTakenEffect: false },
  });
  expect(output[1]?.json).toMatchObject({ ready: true });
});

describe('the Assessment ID', () => {
  test.each<[string, (id: string, link: string) => unknown]>([
    ['as text without a mode', (id) => id],
    ['by ID', (id) => ({ __rl: true, mode: 'id', value: id })],
    ['by the link of the report', (_id, link) => ({ __rl: true, mode: 'url', value: link })],
    ['as a link that an expression returns', (_id, link) => link],
    ['as an ID in the mode for report links', (id) => ({ mode: 'url', value: id })],
  ])('can be given %s', async (_how, toInput) => {
    const [id = ''] = await createAssessments(['SANDBOX-ALWAYS-PENDING']);
    const link = `${new URL(sandbox.baseUrl).origin}/redirect/${id}`;
    const [item] = await runNode({
      node: new RwaRetrieveAssessment(),
      sandbox,
      items: [{}],
      parameters: { assessmentId: toInput(id, link), waitUntilReady: false },
    });
    expect(item?.json).toEqual({ assessmentId: id, ready: false });
  });

  test('is in the error about its item, even if it was given as a link', async () => {
    const [item] = await retrieve(['https://example.com/redirect/nowhere'], {});
    expect(item?.json).toMatchObject({
      error: 'Not Found [row 1, assessment nowhere]',
      details: { assessmentId: 'nowhere' },
    });
  });

  test('is refused if it is another link, and nothing is sent', async () => {
    const [item] = await retrieve(['https://example.com/reports/1763x42'], {});
    expect(item?.json.error).toBe(
      'Assessment ID: "https://example.com/reports/1763x42" is a link without an Assessment ID. Use the link of the report, which ends in /redirect/ and the ID, or only the ID. [row 1, assessment https://example.com/reports/1763x42]',
    );
    expect((await readLedger(sandbox)).requests.rwa_retrieve).toBe(0);
  });
});

test('Update records a decision and returns its generated event ID', async () => {
  const [assessmentId = ''] = await createAssessments(['E-1']);
  const [item] = await runNode({
    node: new RwaUpdateAssessment(),
    sandbox,
    items: [{}],
    parameters: { assessmentId, status: 'Manager Approved', managerId: 'M-200', note: 'fine' },
  });
  expect(item?.json).toEqual({
    assessmentId,
    status: 'Manager Approved',
    message: serviceMessages.decisionUpdated,
    externalEventId: expect.stringContaining(assessmentId) as unknown,
  });
  const { assessments } = await readLedger(sandbox);
  expect(assessments[0]).toMatchObject({ status: 'Manager Approved', note: 'fine' });
});

test('Update refuses two items that decide differently about one assessment, and sends neither', async () => {
  const [one = '', two = ''] = await createAssessments(['E-1', 'E-2']);
  const update = (onError?: 'continueRegularOutput') =>
    runNode({
      node: new RwaUpdateAssessment(),
      sandbox,
      items: createItems([1, 2, 3, 4]),
      parameters: {
        assessmentId: createExpression([one, two, one, two]),
        status: createExpression(['Rejected', 'Rejected', 'Manager Approved', 'Rejected']),
        managerId: 'M-200',
      },
      ...(onError === undefined ? {} : { onError }),
    });
  await expect(update()).rejects.toThrow('have the same Assessment ID but different details');
  expect((await readLedger(sandbox)).requests.rwa_update).toBe(0);
  const output = await update('continueRegularOutput');
  const message = 'Rows 1 and 3 have the same Assessment ID but different details. Keep one row.';
  expect(output.map(({ json }) => json.error ?? json.status)).toEqual([
    `${message} [row 1, assessment ${one}]`,
    'Rejected',
    `${message} [row 3, assessment ${one}]`,
    'Rejected',
  ]);
  expect((await readLedger(sandbox)).requests.rwa_update).toBe(2);
});

test('if Update stops, its error lists the recorded rows and advises against another attempt', async () => {
  const ids = await createAssessments(['E-1', 'E-2', 'E-3']);
  const running = runNode({
    node: new RwaUpdateAssessment(),
    sandbox,
    items: createItems([1, 2, 3, 4]),
    parameters: {
      assessmentId: createExpression([...ids.slice(0, 2), '1700000000000x123', ...ids.slice(2)]),
      status: 'Rejected',
      managerId: 'M-200',
      options: { itemsAtOnce: 1 },
    },
  });
  const failure = await runFailing(() => running);
  expect(failure).toContain('[row 3, ');
  expect(failure).toContain(
    'Done: rows 1, 2. Send only the other rows, in a new execution: each attempt of this one sends all rows again, and would replace what was changed in the service since.',
  );
  expect((await readLedger(sandbox)).commits.rwa_update).toBe(2);
});

test('Update refuses a cancellation that does not name who canceled', async () => {
  const [assessmentId = ''] = await createAssessments(['E-1']);
  const running = runNode({
    node: new RwaUpdateAssessment(),
    sandbox,
    items: [{}],
    parameters: { assessmentId, status: 'Canceled' },
  });
  await expect(running).rejects.toThrow(serviceMessages.cancellerRequired);
});

test('Create Pending User invites each person once, even if an answer is lost and the node is retried', async () => {
  const context = {};
  const invite = () =>
    runNode({
      node: new RwaCreatePendingUser(),
      sandbox,
      context,
      items: createItems(['N-1', 'N-2']),
      parameters: {
        first_name: 'Nora',
        last_name: 'New',
        email: (item: number) => `nora${item}@company-1.example`,
        staff_id: createExpression(['N-1', 'N-2']),
      },
      onError: 'continueRegularOutput',
    });
  const match = { staff_id: 'N-2' };
  await setFault(sandbox, { operation: 'create_pending_user', fault: 'reset-after-commit', match });
  await invite();
  const output = await invite();
  expect(output[0]?.json).toEqual({ user_id: expect.any(String) as unknown });
  expect(output[1]?.json).toMatchObject({
    error: expect.stringMatching(/ \[row 2, email nora1@company-1\.example\]$/) as unknown,
    details: { failure: 'unconfirmed', mayHaveTakenEffect: true, retryCanHelp: false },
  });
  expect((await readLedger(sandbox)).requests.create_pending_user).toBe(2);
});

const remove = (parameters: Parameters, baseUrl = sandbox.baseUrl) =>
  runNode({
    node: new RwaRemoveUserAccess(),
    sandbox: { baseUrl },
    items: [{}],
    parameters: { staff_id: 'C-101', ...parameters },
  });

test('Remove User Access needs its switch, which neither an expression nor an agent can turn on', async () => {
  await expect(remove({})).rejects.toThrow('not confirmed');
  await expect(remove({ confirmRemoval: () => true })).rejects.toThrow('not confirmed');
  expect((await readLedger(sandbox)).requests.remove_user_access).toBe(0);
  const [item] = await remove({ confirmRemoval: true });
  expect(item?.json).toEqual({ role: 'Remove Access' });
  const { properties } = new RwaRemoveUserAccess().description;
  const confirm = properties.find(({ name }) => name === 'confirmRemoval');
  expect(confirm?.noDataExpression).toBe(true);
});

test('Remove User Access sends nothing outside the test environment', async () => {
  await expect(remove({ confirmRemoval: true }, sandbox.liveBaseUrl)).rejects.toThrow(
    'test environment',
  );
  expect((await readLedger(sandbox)).requests.remove_user_access).toBe(0);
});
