import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { readLedger, setFault } from './control.js';
import { trip } from './examples.js';
import { type Run, runNode } from './runNode.js';

let sandbox: Sandbox;
let context: IDataObject;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
  context = {};
});

afterEach(() => sandbox.close());

/** Runs the Create node once for a tool call of an agent, as n8n does. */
function create(toolCall: IDataObject, rest: Partial<Run> = {}): Promise<INodeExecutionData[]> {
  const parameters = { ...trip, employeeId: () => toolCall.employeeId, ...rest.parameters };
  const node = new RwaCreateAssessment();
  return runNode({ node, sandbox, items: [], context, toolCall, ...rest, parameters });
}

const readId = ([item]: INodeExecutionData[]) => item?.json.assessmentId;
const loseAnswer = (match: Record<string, string>, operation = 'rwa_create') =>
  setFault(sandbox, { operation, fault: 'reset-after-commit', times: 1, match });

test('a later attempt of a call returns the assessment of the first attempt, although its run index differs', async () => {
  const call = { employeeId: 'E-1' };
  const first = readId(await create(call, { runIndex: 0 }));
  expect(first).toEqual(expect.any(String));
  expect(readId(await create(call, { runIndex: 1 }))).toBe(first);
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
});

test('calls at the same time with the same run index create one assessment for each person', async () => {
  const calls = ['E-1', 'E-2', 'E-1'].map((employeeId) => ({ employeeId }));
  const ids = (await Promise.all(calls.map((call) => create(call)))).map(readId);
  const { assessments } = await readLedger(sandbox);
  const employees = new Map(assessments.map((each) => [each.assessmentId, each.employeeId]));
  expect(ids.map((id) => employees.get(id as string))).toEqual(['E-1', 'E-2', 'E-1']);
  expect(new Set(ids).size).toBe(2);
});

test.each([
  ['an agent', {}],
  ['an MCP trigger', { caller: '@n8n/n8n-nodes-langchain.mcpTrigger' }],
])('no attempt repeats a request whose answer was lost (called by %s)', async (_name, calling) => {
  await loseAnswer({ employeeId: 'E-1' });
  const call = { employeeId: 'E-1' };
  for (const runIndex of [0, 1, 2]) {
    const messages = await create(call, { runIndex, ...calling }).then(readError, String);
    expect(messages).toMatch(/Unconfirmed: .* Do not call this tool again for it/);
  }
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
});

test('another call with the same inputs does not repeat a request whose answer was lost', async () => {
  await loseAnswer({ employeeId: 'E-1' });
  await create({ employeeId: 'E-1' });
  const again = await create({ employeeId: 'E-1' });
  expect(readError(again)).toMatch(/^Unconfirmed: .* Do not call this tool again for it/);
  await create({ employeeId: 'E-2' });
  const { assessments, requests } = await readLedger(sandbox);
  expect(assessments.map(({ employeeId }) => employeeId)).toEqual(['E-1', 'E-2']);
  expect(requests.rwa_create).toBe(2);
});

test('another call with the same inputs returns the assessment of the first call', async () => {
  const ids = [await create({ employeeId: 'E-1' }), await create({ employeeId: 'E-1' })].map(
    readId,
  );
  expect(ids).toEqual([expect.any(String), ids[0]]);
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
});

describe('if an expression such as $now changes the request each time', () => {
  let parameters: Run['parameters'];
  beforeEach(() => {
    const dates = ['2027-01-11', '2027-01-12', '2027-01-13'];
    parameters = { startDate: () => dates.shift() };
  });

  test('another call with the same arguments returns the assessment of the first call', async () => {
    const first = await create({ employeeId: 'E-1', a: 1 }, { parameters });
    const again = await create({ a: 1, employeeId: 'E-1' }, { parameters });
    expect(readId(first)).toEqual(expect.any(String));
    expect(readId(again)).toBe(readId(first));
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
  });

  test('another call of an agent of version 3 returns the first assessment, although the ID of the call differs', async () => {
    const call = async (runIndex: number, toolCallId: string, rest: IDataObject = {}) => {
      const items = [{ row: 7, employeeId: 'E-1', ...rest, toolCallId }];
      const all = { ...trip, ...parameters };
      const run = { node: new RwaCreateAssessment(), sandbox, items, context, runIndex };
      return readId(await runNode({ ...run, isTool: true, parameters: all }));
    };
    const first = await call(0, 'call-1');
    expect(await call(1, 'call-2')).toBe(first);
    expect(await call(2, 'call-3', { row: 8 })).not.toBe(first);
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(2);
  });

  test('calls with different arguments create different assessments', async () => {
    const first = await create({ employeeId: 'E-1', a: 1 }, { parameters });
    const other = await create({ employeeId: 'E-1', a: 2 }, { parameters });
    expect(readId(other)).toEqual(expect.any(String));
    expect(readId(other)).not.toBe(readId(first));
  });
});

test('calls with the same arguments are different requests if inputs from other nodes differ', async () => {
  const parameters = (startDate: string) => ({
    startDate: () => startDate,
    endDate: '2027-02-01',
    managerId: "={{ $('Trip').item.json.manager }}",
  });
  const first = await create({ employeeId: 'E-1' }, { parameters: parameters('2027-01-11') });
  const other = await create({ employeeId: 'E-1' }, { parameters: parameters('2027-01-12') });
  expect(readId(other)).toEqual(expect.any(String));
  expect(readId(other)).not.toBe(readId(first));
});

test('after a lost answer, nothing more is sent for the same employee, even with other dates', async () => {
  await loseAnswer({ employeeId: 'E-1' });
  const parameters = { employeeId: 'E-1', startDate: '2027-01-12' };
  const [first, atOnce] = await Promise.all([
    create({ employeeId: 'E-1' }),
    create({ employeeId: 'E-1', again: true }, { parameters }),
  ]);
  const later = await create({ employeeId: 'e-1' }, { parameters: { startDate: '2027-01-13' } });
  for (const output of [first, atOnce, later]) {
    expect(readError(output)).toMatch(/^Unconfirmed: .* Do not call this tool again for it/);
  }
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(1);
});

test.each(['constructor', '__proto__', 'toString'])(
  'a tool named %s has its own memory of calls',
  async (nodeName) => {
    for (const [runIndex, employeeId] of ['E-1', 'E-2'].entries()) {
      const output = await create({ employeeId }, { nodeName, runIndex });
      expect(readId(output)).toEqual(expect.any(String));
    }
    expect(Object).not.toHaveProperty('sendings');
    expect((await readLedger(sandbox)).requests.rwa_create).toBe(2);
  },
);

test('a pending user is invited once, even if the answer is lost', async () => {
  await loseAnswer({ staff_id: 'S-2' }, 'create_pending_user');
  const invite = (toolCall: IDataObject, runIndex: number) =>
    runNode({
      node: new RwaCreatePendingUser(),
      sandbox,
      items: [],
      context,
      toolCall,
      runIndex,
      parameters: {
        first_name: 'Ada',
        last_name: 'Byron',
        email: () => `${toolCall.id as string}@a.org`,
        staff_id: () => toolCall.id,
      },
    });
  for (const call of [{ id: 'S-1' }, { id: 'S-2' }]) {
    await invite(call, 0);
    await invite(call, 1);
  }
  expect((await readLedger(sandbox)).requests.create_pending_user).toBe(2);
});

describe('the failure of a call', () => {
  const refused = { employeeId: 'SANDBOX-REJECTED' };

  test('is thrown while n8n retries, and then returned to the model', async () => {
    const retrying = { retryOnFail: true, maxTries: 2 };
    await expect(create(refused, { settings: retrying })).rejects.toThrow();
    expect(readError(await create(refused, { settings: retrying }))).toEqual(expect.any(String));
  });

  test('is returned to the model at once if n8n does not retry', async () => {
    expect(readError(await create(refused))).toEqual(expect.any(String));
  });

  test('is thrown for a client of the Model Context Protocol, because n8n passes the error on', async () => {
    const caller = '@n8n/n8n-nodes-langchain.mcpTrigger';
    await expect(create(refused, { caller })).rejects.toThrow();
  });
});

test('a call whose arguments n8n does not find sends nothing', async () => {
  const run = create({ employeeId: 'E-1' }, { isMissingArguments: true, caller: 'x.mcpTrigger' });
  await expect(run).rejects.toThrow('Nothing was sent');
  expect((await readLedger(sandbox)).requests.rwa_create).toBe(0);
});

const readError = ([item]: INodeExecutionData[]) => item?.json.error;
