import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { type Ledger, readLedger, setFault } from './control.js';
import { createExpression, createItems, trip } from './examples.js';
import { type Run, runNode } from './runNode.js';

// Tests several attempts of a node that stops on an error. The attempts share a context, as with Retry On
// Fail and the Retry button of n8n's list of executions, unless a test passes another context.
let sandbox: Sandbox;
let context: IDataObject;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
  context = {};
});

afterEach(() => sandbox.close());

const tenIds = Array.from({ length: 10 }, (_, index) => `E-${index + 1}`);

const create = (ids: readonly string[], rest: Partial<Run> = {}) =>
  runNode({
    node: new RwaCreateAssessment(),
    sandbox,
    context,
    items: createItems(ids),
    ...rest,
    parameters: { ...trip, employeeId: createExpression(ids), ...rest.parameters },
  });

const invite = (ids: readonly string[], rest: Partial<Run> = {}) =>
  runNode({
    node: new RwaCreatePendingUser(),
    sandbox,
    context,
    items: createItems(ids),
    ...rest,
    parameters: {
      first_name: 'Nora',
      last_name: 'New',
      email: (item: number) => `${ids[item] ?? ''}@company-1.example`,
      staff_id: createExpression(ids),
      ...rest.parameters,
    },
  });

interface StopError {
  readonly message: string;
  readonly description: string;
  readonly context: { readonly data: Record<'exist' | 'unconfirmed' | 'failed', IDataObject[]> };
}

const awaitStop = (running: Promise<unknown>): Promise<StopError> =>
  running.then(
    () => Promise.reject(new Error('The node did not stop.')),
    (error: unknown) => error as StopError,
  );

const loseAnswer = (employeeId: string, fault = 'status-500-after-commit') =>
  setFault(sandbox, { operation: 'rwa_create', fault, times: 1, match: { employeeId } });

const mapIds = ({ assessments }: Ledger) =>
  new Map(assessments.map(({ employeeId, assessmentId }) => [employeeId, assessmentId]));

test.each([false, true])(
  'each attempt lists the existing IDs, sends only new items, and reports the first reason (waitForResult: %s)',
  async (waitForResult) => {
    const rest = { parameters: { waitForResult, pollIntervalSeconds: 0.05 } };
    await loseAnswer('E-3');
    const first = await awaitStop(create(tenIds, rest));
    const begun = await readLedger(sandbox);
    expect(begun.requests.rwa_create).toBeLessThan(10);
    for (const [employeeId, id] of mapIds(begun)) {
      if (employeeId !== 'E-3') expect(first.description).toContain(`${employeeId}: ${id}`);
    }

    const second = await awaitStop(create(tenIds, rest));
    const third = await awaitStop(create(tenIds, rest));
    const { requests, assessments } = await readLedger(sandbox);
    expect(requests.rwa_create).toBe(10);
    expect(assessments.map(({ employeeId }) => employeeId).sort()).toEqual([...tenIds].sort());
    for (const {
      message,
      description,
      context: { data },
    } of [second, third]) {
      expect(message).toBe(first.message);
      expect(message).toMatch(/^Unconfirmed: .*HTTP 500.* \[row 3, Employee ID E-3\]$/);
      expect(data.exist).toHaveLength(9);
      expect(data.unconfirmed).toMatchObject([{ row: 3, employeeId: 'E-3' }]);
      expect(description).toContain('9 assessments exist');
      expect(description).not.toContain('Not sent');
    }
  },
);

test('an attempt with the error output returns the assessments of earlier attempts', async () => {
  await loseAnswer('E-3');
  await awaitStop(create(tenIds));
  const output = await create(tenIds, { onError: 'continueErrorOutput' });
  expect(output.map(({ json }) => 'assessmentId' in json)).toEqual(
    tenIds.map((id) => id !== 'E-3'),
  );
  const { requests } = await readLedger(sandbox);
  expect(requests.rwa_create).toBe(10);
});

test('an error advises against a new execution if assessments exist', async () => {
  await loseAnswer('E-3');
  const { description } = await awaitStop(create(tenIds));
  expect(description).toMatch(/^Do not run the workflow again/);
  expect(description).toContain('with this item alone and Remember Across Executions set to Off');
  expect(description).toContain('Retry with currently saved workflow');
  const refused = await awaitStop(create(['E-1', 'SANDBOX-REJECTED'], { context: {} }));
  expect(refused.description).not.toMatch(/try again/i);
  expect(refused.description).toContain('1 assessment exists: row 1, Employee ID E-1: ');
});

test('a later attempt sends the rows below a row that is refused in each attempt', async () => {
  const ids = ['E-1', 'SANDBOX-REJECTED', 'E-3', 'SANDBOX-REJECTED-2', 'E-5'];
  const rest = { parameters: { options: { itemsAtOnce: 1 } } };
  const committed: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    await awaitStop(create(ids, rest));
    committed.push((await readLedger(sandbox)).commits.rwa_create ?? 0);
  }
  // Each attempt stops at the first new failure.
  expect(committed).toEqual([1, 2, 3]);
});

test('a refused token stops the sending, and a later attempt with the right token sends the remaining rows', async () => {
  const rest = { parameters: { options: { itemsAtOnce: 1 } } };
  await loseAnswer('E-3');
  await awaitStop(create(tenIds, rest));
  const refused = await awaitStop(create(tenIds, { ...rest, token: 'wrong' }));
  expect(refused.context.data.exist).toHaveLength(2);
  expect(refused.description).toContain('Not sent: rows 5 to 10.');
  await awaitStop(create(tenIds, rest));
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(10);
});

test('a canceled attempt lists the existing assessments, and sends nothing', async () => {
  await loseAnswer('E-3');
  await awaitStop(create(tenIds));
  const { requests } = await readLedger(sandbox);
  const canceled = await awaitStop(create(tenIds, { signal: AbortSignal.abort() }));
  expect(canceled.description).not.toContain('start again');
  expect(canceled.context.data.exist.length).toBeGreaterThan(0);
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(requests.rwa_create);
});

test('the error in a loop lists the assessments of earlier runs', async () => {
  await create(['E-1', 'E-2']);
  const { description } = await awaitStop(create(['E-3', ''], { runIndex: 1 }));
  expect(description).toContain('2 assessments exist: run 1, row 1, Employee ID E-1: ');
  expect(description).toContain('Not sent: row 1.');
});

test('a row gets no result if it had another person in the first attempt', async () => {
  await create(['E-1']);
  const { message } = await awaitStop(create(['E-7']));
  expect(message).toContain('sent this row as row 1, Employee ID E-1');
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
});

test('a row with changed inputs gets no earlier result, and can be assessed with the old or new inputs', async () => {
  const ids = ['E-1', 'SANDBOX-REJECTED'];
  const portugal = { parameters: { destination: 'Portugal' } };
  const spain = { parameters: { destination: 'Spain' } };
  const { description } = await awaitStop(create(ids, portugal));
  expect(description).toContain('Do not change what this node sends for rows that exist');
  const [first = ''] = (await readLedger(sandbox)).assessments.map((each) => each.assessmentId);

  const [changed] = await create(ids, { ...spain, onError: 'continueRegularOutput' });
  expect(changed?.json).toMatchObject({
    error: `An earlier try sent this row with other inputs, as ${first}. That result was not used. [row 1, Employee ID E-1]`,
    details: { failure: 'invalid_request', mayHaveTakenEffect: true },
  });
  const [undone] = await create(ids, { ...portugal, onError: 'continueRegularOutput' });
  expect(undone?.json.assessmentId).toBe(first);
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(1);
  const [alone] = await create(['E-1'], { ...spain, context: {} });
  expect((await readLedger(sandbox)).assessments).toMatchObject([
    { assessmentId: first, destination: 'Portugal' },
    { assessmentId: alone?.json.assessmentId, destination: 'Spain' },
  ]);
});

test('a later attempt lists invited people, and sends only new invitations', async () => {
  const fault = 'status-500-after-commit';
  const match = { staff_id: 'N-2' };
  await setFault(sandbox, { operation: 'create_pending_user', fault, times: 1, match });
  const ids = Array.from({ length: 8 }, (_, index) => `N-${index + 1}`);
  const first = await awaitStop(invite(ids));
  const second = await awaitStop(invite(ids));
  expect(second.message).toBe(first.message);
  expect(second.message).toMatch(/\[row 2, email N-2@company-1\.example\]$/);
  expect(second.description).toContain(
    '7 people are invited: row 1, email N-1@company-1.example: ',
  );
  expect((await readLedger(sandbox)).requests.create_pending_user).toBe(8);
});

test('the error about a refused invitation suggests that its address may have an account', async () => {
  await invite(['N-1']);
  const parameters = { rememberAcrossExecutions: 'off' };
  const again = await awaitStop(invite(['N-1'], { context: {}, parameters }));
  expect(again.message).toMatch(/^Could not create pending user \[row 1, /);
  expect(again.description).toContain('may already have an account');
});
