import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { readLedger, setFault } from './control.js';
import { createExpression, createItems, trip } from './examples.js';
import { type Run, runFailing, runNode } from './runNode.js';

const node = new RwaCreateAssessment();
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 50 });
});

afterEach(() => sandbox.close());

const create = (employeeIds: readonly string[], rest: Partial<Run> = {}) =>
  runNode({
    node,
    sandbox,
    items: createItems(employeeIds),
    ...rest,
    parameters: { ...trip, employeeId: createExpression(employeeIds), ...rest.parameters },
  });

const createIds = (count: number) => Array.from({ length: count }, (_, index) => `E-${index}`);

test('creates one assessment for each item with the parameters of the item, and returns them in the order of the items', async () => {
  const output = await create(createIds(40));
  const { commits, assessments } = await readLedger(sandbox);
  expect(commits.rwa_create).toBe(40);
  const employees = new Map(assessments.map((each) => [each.assessmentId, each.employeeId]));
  expect(output.map(({ json }) => employees.get(json.assessmentId as string))).toEqual(
    createIds(40),
  );
  expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
    createIds(40).map((_, item) => ({ item })),
  );
  expect(output[0]?.json).toEqual({
    assessmentId: expect.any(String) as unknown,
    redirectUrl: expect.stringContaining('/redirect/') as unknown,
  });
});

test('returns the input fields, too, with the option Include Other Input Fields', async () => {
  const [item] = await create(['E-1'], { parameters: { options: { includeOtherFields: true } } });
  expect(item?.json).toMatchObject({ row: 0, assessmentId: expect.any(String) as unknown });
});

test.each(['five', '={{ $json.x }}', Number.NaN])(
  'fails every item, and sends none, if a numeric option is %s',
  async (itemsAtOnce) => {
    const parameters = { options: { itemsAtOnce } };
    await expect(create(['E-1'], { parameters })).rejects.toThrow('itemsAtOnce must be a number');
    const output = await create(['E-1', 'E-2'], { parameters, onError: 'continueErrorOutput' });
    expect(output.map(({ json }) => 'error' in json)).toEqual([true, true]);
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
  },
);

test('does not send the inputs of the other purpose, which n8n hides but may still store', async () => {
  await create(['E-1', 'E-2'], {
    parameters: {
      purpose: (item: number) => (item === 0 ? 'Work From Anywhere' : 'Hire From Anywhere'),
      numberHires: 3,
      urgency: '1-3 months',
    },
  });
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(2);
});

test('waits for all results', async () => {
  const output = await create(createIds(20), {
    parameters: { waitForResult: true, pollIntervalSeconds: 0.1 },
  });
  expect(output.map(({ json }) => json.ready)).toEqual(createIds(20).map(() => true));
  expect(output[0]?.json).toMatchObject({
    overallTrip: expect.any(Number) as unknown,
    redirectUrl: expect.any(String) as unknown,
  });
});

test('waits for the result of an item while another item is still being created', async () => {
  const cancel = new AbortController();
  const match = { employeeId: 'E-1' };
  await setFault(sandbox, { operation: 'rwa_create', fault: 'timeout-before-commit', match });
  const running = create(['E-0', 'E-1'], {
    signal: cancel.signal,
    onError: 'continueRegularOutput',
    parameters: { waitForResult: true, pollIntervalSeconds: 0.1 },
  });
  // The service never answers the request for E-1, and the node already polls the result of E-0.
  await expect
    .poll(async () => (await readLedger(sandbox)).requests.rwa_retrieve)
    .toBeGreaterThan(0);
  cancel.abort();
  const [first, second] = await running;
  expect(first?.json).toMatchObject({ assessmentId: expect.any(String) as unknown });
  expect(second?.json.error).toEqual(expect.any(String));
});

test('returns the results and the failed items if the node continues on errors', async () => {
  const output = await create(['E-0', 'SANDBOX-REJECTED', 'E-2'], {
    onError: 'continueRegularOutput',
    parameters: { waitForResult: true, pollIntervalSeconds: 0.1 },
  });
  expect(output.map(({ json }) => [json.ready, 'error' in json])).toEqual([
    [true, false],
    [undefined, true],
    [true, false],
  ]);
});

test('a refused item ends the wait for the results of earlier items if the node stops on errors', async () => {
  const running = create(['SANDBOX-ALWAYS-PENDING', 'SANDBOX-REJECTED'], {
    parameters: { waitForResult: true, pollIntervalSeconds: 0.1, options: { itemsAtOnce: 1 } },
  });
  await expect(running).rejects.toMatchObject({
    message: expect.stringContaining('row 2') as unknown,
  });
});

test('creates all items even if a result cannot be read, and fails afterwards', async () => {
  await setFault(sandbox, { operation: 'rwa_retrieve', fault: 'platform-400' });
  const running = create(createIds(20), {
    parameters: { waitForResult: true, pollIntervalSeconds: 0.05, options: { itemsAtOnce: 1 } },
  });
  await expect(running).rejects.toThrow();
  const { commits, requests } = await readLedger(sandbox);
  expect(commits.rwa_create).toBe(20);
  // The first failure ended the wait for results.
  expect(requests.rwa_retrieve).toBe(1);
});

test('returns an item without an error if its result is still pending at the end of the wait', async () => {
  const [item] = await create(['SANDBOX-ALWAYS-PENDING'], {
    parameters: { waitForResult: true, pollIntervalSeconds: 0.05, maximumWaitSeconds: 0.2 },
  });
  expect(item?.json).toMatchObject({ ready: false, assessmentId: expect.any(String) as unknown });
});

test('stops at the first refused item, and names its row', async () => {
  const running = create(['E-1', 'SANDBOX-REJECTED', 'E-3'], {
    parameters: { options: { itemsAtOnce: 1 } },
  });
  const error = await running.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(NodeApiError);
  expect(error).toMatchObject({
    httpCode: '200',
    message: expect.stringMatching(/ \[row 2, Employee ID SANDBOX-REJECTED\]$/) as unknown,
  });
  // With an index, n8n would add "[item 1]", which counts from 0.
  expect((error as NodeApiError).context.itemIndex).toBeUndefined();
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(1);
});

test('reports all wrong inputs of an item, and sends nothing', async () => {
  const running = create(['E-1'], { parameters: { endDate: '2026-01-01', legalRight: '' } });
  const error = await running.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(NodeOperationError);
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /^Legal Right to Work .* End date .* \[row 1, Employee ID E-1\]$/,
    ) as string,
  });
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
});

test('sends no item with wrong inputs, and no item at all if the node stops on errors', async () => {
  const ids = createIds(20).with(19, '');
  await expect(create(ids)).rejects.toThrow('Employee ID is missing');
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
  const output = await create(ids, { onError: 'continueRegularOutput' });
  expect(output.filter(({ json }) => 'error' in json)).toHaveLength(1);
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(19);
});

test('returns the input fields and the error of a refused item if the node continues on errors', async () => {
  const output = await create(['E-1', 'SANDBOX-REJECTED', 'E-3'], {
    onError: 'continueRegularOutput',
  });
  expect(output).toHaveLength(3);
  expect(output[1]).toMatchObject({
    json: { row: 1, error: expect.any(String) as unknown, details: { failure: 'refused' } },
    pairedItem: { item: 1 },
  });
});

test('returns in the error output only the fields that every version of n8n accepts as an error', async () => {
  const output = await create(['E-1', 'SANDBOX-REJECTED'], { onError: 'continueErrorOutput' });
  expect(output[1]?.json).toEqual({
    error: expect.stringMatching(/ \[row 2, Employee ID SANDBOX-REJECTED\]$/) as unknown,
    message: expect.objectContaining({
      row: 2,
      employeeId: 'SANDBOX-REJECTED',
      failure: 'refused',
      mayHaveTakenEffect: false,
      retryCanHelp: false,
    }) as unknown,
  });
});

test('sends no further items after the token was refused', async () => {
  const output = await create(createIds(30), {
    token: 'wrong',
    onError: 'continueRegularOutput',
    parameters: { options: { itemsAtOnce: 2 } },
  });
  expect(output.map(({ json }) => json.error)).toEqual(
    createIds(30).map((id, item) => `Invalid Auth [row ${item + 1}, Employee ID ${id}]`),
  );
  expect((await readLedger(sandbox)).requests.rwa_create).toBeLessThanOrEqual(2);
});

test('a second attempt sends only the items without an assessment', async () => {
  const context = {};
  const ids = ['E-1', 'SANDBOX-REJECTED', 'E-3'];
  await expect(create(ids, { context })).rejects.toThrow();
  const output = await create(ids, { context, onError: 'continueRegularOutput' });
  expect(output.map(({ json }) => 'assessmentId' in json)).toEqual([true, false, true]);
  const { assessments } = await readLedger(sandbox);
  expect(assessments.map(({ employeeId }) => employeeId).sort()).toEqual(['E-1', 'E-3']);
});

test('does not send an item again in a second attempt if only the time in its start date has changed', async () => {
  const context = {};
  let seconds = 10;
  const parameters = { startDate: () => `2027-01-11T00:00:${seconds++}.000Z` };
  const first = await create(['E-1'], { context, parameters });
  const second = await create(['E-1'], { context, parameters });
  expect(second).toEqual(first);
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(1);
});

// An evaluation costs n8n more than a request.
test('evaluates an expression only once for each item', async () => {
  let evaluated = 0;
  const employeeId = (item: number) => `E-${++evaluated}-${item}`;
  await create(createIds(10), { parameters: { employeeId, waitForResult: true } });
  expect(evaluated).toBe(10);
});

test('reports a lost answer with advice, and never sends the item again', async () => {
  const context = {};
  await setFault(sandbox, { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 });
  for (let attempt = 1; attempt <= 3; attempt++) {
    const error = await create(['E-1'], { context }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      message: expect.stringMatching(/^Unconfirmed: /) as unknown,
      description: expect.stringContaining('Wait a minute, then check in the service') as unknown,
    });
  }
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
});

test('treats an error with an Assessment ID as unconfirmed, and reports the ID', async () => {
  const context = {};
  await setFault(sandbox, { operation: 'rwa_create', fault: 'error-after-commit', times: 1 });
  for (let attempt = 1; attempt <= 2; attempt++) {
    const error = await create(['E-1'], { context }).catch((caught: unknown) => caught);
    const [{ assessmentId } = {}] = (await readLedger(sandbox)).assessments;
    expect(error).toMatchObject({
      message: expect.stringMatching(`^Unconfirmed: .*"${String(assessmentId)}"`) as unknown,
    });
  }
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
});

test('returns the Assessment ID if the wait for the result fails after the creation', async () => {
  await setFault(sandbox, { operation: 'rwa_retrieve', fault: 'html-200' });
  const [item] = await create(['E-1'], {
    onError: 'continueRegularOutput',
    parameters: { waitForResult: true, pollIntervalSeconds: 0.05, maximumWaitSeconds: 0.5 },
  });
  const { assessments } = await readLedger(sandbox);
  expect(item?.json.details).toMatchObject({
    assessmentId: assessments[0]?.assessmentId,
    // A workflow that branches on these fields must not create the assessment again.
    mayHaveTakenEffect: true,
    retryCanHelp: false,
    description: expect.stringContaining('do not create it again') as unknown,
  });
});

test('stops polling when the execution is canceled, and sends no item in a canceled execution', async () => {
  const cancel = new AbortController();
  const running = create(['SANDBOX-ALWAYS-PENDING'], {
    signal: cancel.signal,
    parameters: { waitForResult: true, pollIntervalSeconds: 5 },
  });
  // The assessment exists now, and the node waits for its result.
  await expect
    .poll(async () => (await readLedger(sandbox)).requests.rwa_retrieve)
    .toBeGreaterThan(0);
  cancel.abort();
  const [item] = await running;
  expect(item?.json.ready).toBe(false);

  await expect(create(createIds(5), { signal: cancel.signal })).rejects.toThrow('Cancelled');
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
});

test('fails every item if the base URL would expose the token', async () => {
  const insecure = { sandbox: { baseUrl: 'http://example.com/wf' } };
  await expect(create(['E-1'], insecure)).rejects.toThrow('https');
  const output = await create(['E-1', 'E-2'], { ...insecure, onError: 'continueRegularOutput' });
  expect(output.map(({ json }) => 'error' in json)).toEqual([true, true]);
});

test('sends nothing if the credential has another token for a later item', async () => {
  const failure = await runFailing(() =>
    create(['E-1', 'E-2', 'E-3'], { tokens: ['sandbox-token', 'sandbox-token', 'other-token'] }),
  );
  expect(failure).toContain('another base URL or token for item 3 than for item 1');
  expect(failure).toContain('Use a separate node and credential for each company');
  expect((await readLedger(sandbox)).commits.rwa_create).toBe(0);
});
