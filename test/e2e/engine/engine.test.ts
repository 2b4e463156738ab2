import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.js';
import { readLedger, setFault } from '../../nodes/control.js';
import { type EngineRun, runInEngine } from './engine.js';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
});

afterEach(() => sandbox.close());

const ids = ['E-1', 'E-2', 'E-3'];

const parameters: EngineRun['parameters'] = {
  purpose: 'Work From Anywhere',
  employeeId: '={{ $json.id }}',
  seniority: 'Mid',
  roleType: { __rl: true, mode: 'name', value: 'Other' },
  citizenship: { __rl: true, mode: 'list', value: 'Portugal' },
  destination: { __rl: true, mode: 'name', value: '={{ "Spain" }}' },
  residency: { __rl: true, mode: 'name', value: 'Germany' },
  salesContracts: 'No',
  pastTripsDuration: 0,
  legalRight: 'Yes',
  benefitLocalMarket: 'No',
  // The current time gives each attempt a different request.
  startDate: '={{ $now }}',
  endDate: '2099-01-22',
  options: { timeoutSeconds: 1 },
};

const create = (settings: EngineRun['settings'] = {}, rest: Partial<EngineRun> = {}) =>
  runInEngine({
    sandbox,
    node: 'rwaCreateAssessment',
    items: ids.map((id) => ({ id })),
    parameters,
    settings,
    ...rest,
  });

async function listCreatedEmployees(): Promise<string[]> {
  const { assessments } = await readLedger(sandbox);
  return assessments.map(({ employeeId }) => employeeId).sort();
}

const failCreate = (employeeId: string, fault: string, times = 1) =>
  setFault(sandbox, { operation: 'rwa_create', fault, times, match: { employeeId } });

describe('Retry On Fail', () => {
  const retry = { retryOnFail: true, maxTries: 3 };

  test.each(['E-1', 'E-3'])(
    'creates each item once if %s fails at first',
    async (employeeId) => {
      // The client itself makes five attempts, so the node fails once.
      await failCreate(employeeId, 'status-429', 5);
      const { error, outputs } = await create(retry);
      expect(error).toBeUndefined();
      expect(outputs[0]).toHaveLength(3);
      expect(await listCreatedEmployees()).toEqual(ids);
    },
    60_000,
  );

  test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
    'never resends an item whose answer was lost (%s)',
    async (onError) => {
      await failCreate('E-1', 'reset-after-commit');
      const { error, outputs } = await create({ ...retry, onError });
      const { requests } = await readLedger(sandbox);
      expect(await listCreatedEmployees()).toEqual(ids);
      expect(requests.rwa_create).toBe(3);
      if (onError === 'stopWorkflow') expect(error?.message).toMatch(/^Unconfirmed: /);
      else expect(JSON.stringify(outputs)).toContain('Unconfirmed: ');
    },
  );

  test('does not resend an item that timed out, although nothing was created', async () => {
    await failCreate('E-3', 'timeout-before-commit');
    const { error } = await create(retry);
    expect(error?.message).toMatch(/^Unconfirmed: /);
    expect(await listCreatedEmployees()).toEqual(['E-1', 'E-2']);
  });
});

describe('a sent item is not sent again', () => {
  const invite = (rest: Partial<EngineRun> = {}) =>
    runInEngine({
      sandbox,
      node: 'rwaCreatePendingUser',
      items: [{ id: 'N-1' }],
      parameters: {
        first_name: 'Nora',
        last_name: 'New',
        email: '={{ $json.id }}@company-1.example',
        staff_id: '={{ $json.id }}',
      },
      ...rest,
    });

  test('by a loop from the error output back to the node', async () => {
    const fault = 'reset-after-commit';
    await failCreate('E-2', fault);
    await setFault(sandbox, { operation: 'create_pending_user', fault, times: 1 });
    const settings = { onError: 'continueErrorOutput' } as const;
    const created = await create(settings, { loops: 3 });
    const invited = await invite({ settings, loops: 3 });
    expect([created.runs, invited.runs]).toEqual([4, 4]);
    const { requests } = await readLedger(sandbox);
    expect(requests).toMatchObject({ rwa_create: 3, create_pending_user: 1 });
  });

  test('by other executions, such as those that Retry On Fail of an Execute Sub-workflow node starts', async () => {
    for (let attempt = 1; attempt <= 3; attempt++) await create();
    expect(await listCreatedEmployees()).toEqual(ids);
  });
});

describe('after a lost answer in the mode stopWorkflow', () => {
  const tenIds = Array.from({ length: 10 }, (_, index) => `E-${index + 1}`);
  const items = tenIds.map((id) => ({ id }));
  const loseThirdAnswer = () => failCreate('E-3', 'status-500-after-commit');

  test('Retry On Fail sends the remaining items and reports the first reason', async () => {
    await loseThirdAnswer();
    const { error } = await create({ retryOnFail: true, maxTries: 3 }, { items });
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^Unconfirmed: .*HTTP 500.* \[row 3, Employee ID E-3\]$/,
      ) as unknown,
      description: expect.stringContaining('9 assessments exist') as unknown,
    });
    const { assessments, requests } = await readLedger(sandbox);
    for (const { employeeId, assessmentId } of assessments) {
      if (employeeId === 'E-3') continue;
      expect(JSON.stringify(error)).toContain(`Employee ID ${employeeId}: ${assessmentId}`);
    }
    expect(await listCreatedEmployees()).toEqual([...tenIds].sort());
    expect(requests.rwa_create).toBe(10);
  });

  test.each([false, true])(
    'the Retry button sends the remaining items, as advised (waitForResult: %s)',
    async (waitForResult) => {
      const rest = { items, parameters: { ...parameters, waitForResult } };
      await loseThirdAnswer();
      const first = await create({}, rest);
      expect(first.error?.message).toMatch(/^Unconfirmed: /);
      const again = await create({}, { ...rest, retryOf: first.saved });
      expect(again.error?.message).toBe(first.error?.message);
      const last = await create(
        { onError: 'continueErrorOutput' },
        { ...rest, retryOf: again.saved },
      );
      expect(last.error).toBeUndefined();
      expect(last.outputs.map((items) => items.length)).toEqual([9, 1]);
      expect(last.outputs[1]?.[0]?.json).toMatchObject({ id: 'E-3', error: first.error?.message });
      expect(await listCreatedEmployees()).toEqual([...tenIds].sort());
      expect((await readLedger(sandbox)).requests.rwa_create).toBe(10);
    },
  );

  test('Retry On Fail sends the remaining invitations', async () => {
    const fault = 'status-500-after-commit';
    const match = { staff_id: 'N-2' };
    await setFault(sandbox, { operation: 'create_pending_user', fault, times: 1, match });
    const ids = Array.from({ length: 8 }, (_, index) => `N-${index + 1}`);
    const { error } = await runInEngine({
      sandbox,
      node: 'rwaCreatePendingUser',
      items: ids.map((id) => ({ id })),
      parameters: {
        first_name: 'Nora',
        last_name: 'New',
        email: '={{ $json.id }}@company-1.example',
        staff_id: '={{ $json.id }}',
      },
      settings: { retryOnFail: true, maxTries: 2 },
    });
    expect(error).toMatchObject({
      message: expect.stringMatching(/\[row 2, email N-2@company-1\.example\]$/) as unknown,
      description: expect.stringContaining('7 people are invited') as unknown,
    });
    expect((await readLedger(sandbox)).requests.create_pending_user).toBe(8);
  });
});

describe('a node with a rejected item', () => {
  test('stops with an error that names the item, the HTTP code and the created assessments', async () => {
    const { error, behind } = await create({ onError: 'stopWorkflow' }, withRejectedItem());
    expect(error).toMatchObject({
      httpCode: '200',
      message: expect.stringMatching(/ \[row 2, Employee ID SANDBOX-REJECTED\]$/) as unknown,
      description: expect.stringContaining('1, Employee ID E-1: ') as unknown,
    });
    expect(behind).toEqual([[], []]);
  });

  test('continues on the regular output with the input fields', async () => {
    const { outputs } = await create({ onError: 'continueRegularOutput' }, withRejectedItem());
    expect(outputs[0]?.map(({ json }) => 'error' in json)).toEqual([false, true, false]);
    expect(outputs[0]?.[1]?.json).toMatchObject({
      note: 'about 1',
      message: 'hello 1',
      details: { failure: 'refused', row: 2 },
    });
  });

  test('continues on the error output, where n8n adds the input fields', async () => {
    const { outputs } = await create({ onError: 'continueErrorOutput' }, withRejectedItem());
    expect(outputs.map((items) => items.length)).toEqual([2, 1]);
    expect(outputs[1]?.[0]?.json).toMatchObject({
      note: 'about 1',
      error: expect.any(String) as unknown,
      message: { failure: 'refused', row: 2 },
    });
  });

  test('keeps the items after both outputs linked to their inputs', async () => {
    const { behind } = await create(
      { onError: 'continueErrorOutput' },
      { ...withRejectedItem(), valueBehind: "={{ $('Start').item.json.id }}" },
    );
    const values = behind.map((items) => items.map(({ json }) => json.value));
    expect(values).toEqual([['E-1', 'E-3'], ['SANDBOX-REJECTED']]);
  });

  const withRejectedItem = () => ({
    items: ['E-1', 'SANDBOX-REJECTED', 'E-3'].map((id, row) => ({
      id,
      note: `about ${row}`,
      message: `hello ${row}`,
    })),
  });
});
