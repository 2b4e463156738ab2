import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test, vi } from 'vitest';
import { RwaCreateAssessment } from '../../nodes/RwaCreateAssessment/RwaCreateAssessment.node.js';
import { RwaCreatePendingUser } from '../../nodes/RwaCreatePendingUser/RwaCreatePendingUser.node.js';
import { openProxy } from '../sandbox/openProxy.js';
import { startTestSandbox } from '../sandbox/sandboxUnderTest.js';
import { createExpression, createItems, trip } from './examples.js';
import { ProcessedData } from './processedData.js';
import { runNode } from './runNode.js';

const originalFetch = globalThis.fetch;

const operations = {
  rwa_create: { node: new RwaCreateAssessment(), parameters: trip },
  create_pending_user: {
    node: new RwaCreatePendingUser(),
    parameters: {
      first_name: 'Nora',
      last_name: 'Newcomer',
      email: 'nora@example.com',
      staff_id: 'C-20',
    },
  },
};

interface Credential {
  readonly baseUrl?: string;
  readonly token?: string;
}

/** Creates a node with one item, and its memory in n8n. */
async function createNodeWithMemory(operation: keyof typeof operations) {
  const service = await startTestSandbox();
  const { sandbox } = service;
  const remembered = { processedData: new ProcessedData(), staticData: {} };
  const { node, parameters } = operations[operation];
  const run = async (
    credential: Credential = {},
    options: IDataObject = {},
    otherParameters = {},
    nodeId = 'node',
  ) => {
    const { baseUrl = sandbox.baseUrl, token = 'sandbox-token' } = credential;
    const [item] = await runNode({
      node,
      token,
      items: [{}],
      onError: 'continueRegularOutput',
      ...remembered,
      nodeId,
      sandbox: { baseUrl },
      parameters: { ...parameters, ...otherParameters, options },
    });
    const { assessmentId, user_id, error, details } = item?.json ?? {};
    const { description = '' } = (details ?? {}) as { description?: string };
    return {
      id: assessmentId ?? user_id,
      error: error as string | undefined,
      code: /enter (\w+) in the option/.exec(description)?.[1] ?? '',
    };
  };
  const countRequests = async () => (await service.readLedger()).requests[operation];
  return { run, countRequests, service };
}

const changeMessage = 'This node has sent items to another base URL or with another token';

describe.each(['rwa_create', 'create_pending_user'] as const)(
  'After a change of the service, %s',
  (operation) => {
    test.each(['day', 'forever', 'off'])(
      'sends nothing with another token, and reports the change (Remember Across Executions: %s)',
      async (rememberAcrossExecutions) => {
        const { run, countRequests } = await createNodeWithMemory(operation);
        await run({}, {}, { rememberAcrossExecutions });
        const other = { token: 'sandbox-token-2' };
        const refused = await run(other, {}, { rememberAcrossExecutions });
        expect(refused.error).toContain(changeMessage);
        expect(await countRequests()).toBe(1);
      },
    );

    test('does not ask about the correction of a wrong token or base URL', async () => {
      const { run, countRequests } = await createNodeWithMemory(operation);
      await run({ token: 'wrong' });
      await run({ baseUrl: 'http://127.0.0.1:2/version-test/api/1.1/wf' });
      expect((await run()).error).toBeUndefined();
      expect(await countRequests()).toBe(2);
    });
  },
);

test('a changed token is reported even if the service was unreachable for the first item of the earlier execution', async () => {
  const service = await startTestSandbox();
  const remembered = { processedData: new ProcessedData(), staticData: {} };
  const ids = ['E-1', 'E-2', 'E-3'];
  const create = (token: string) =>
    runNode({
      node: new RwaCreateAssessment(),
      token,
      sandbox: service.sandbox,
      items: createItems(ids),
      onError: 'continueRegularOutput',
      ...remembered,
      parameters: { ...trip, employeeId: createExpression(ids), options: { itemsAtOnce: 1 } },
    });
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((...[url, init]) =>
      typeof init?.body === 'string' && init.body.includes('"E-1"')
        ? Promise.reject(Object.assign(new Error('failed'), { code: 'ENOTFOUND' }))
        : originalFetch(url, init),
    );
  const first = await create('sandbox-token');
  fetched.mockRestore();
  expect(first.map(({ json }) => 'assessmentId' in json)).toEqual([false, true, true]);
  const [item] = await create('sandbox-token-2');
  expect(item?.json.error).toContain(changeMessage);
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});

test.each(['before', 'after'] as const)(
  'a service is known although one of two concurrent executions fails %s the other sends its item',
  async (order) => {
    const service = await startTestSandbox();
    const remembered = { processedData: new ProcessedData(), staticData: {} };
    const create = (employeeId: string, token = 'sandbox-token') =>
      runNode({
        node: new RwaCreateAssessment(),
        token,
        sandbox: service.sandbox,
        items: [{}],
        onError: 'continueRegularOutput',
        ...remembered,
        parameters: { ...trip, employeeId },
      });
    const gates = { 'E-1': Promise.withResolvers(), 'E-2': Promise.withResolvers() };
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...[url, init]) => {
      const isFirst = typeof init?.body === 'string' && init.body.includes('"E-1"');
      const answer = isFirst ? undefined : await originalFetch(url, init);
      await gates[isFirst ? 'E-1' : 'E-2'].promise;
      if (answer !== undefined) return answer;
      throw Object.assign(new Error('failed'), { code: 'ENOTFOUND' });
    });
    const [failed, sent] = [create('E-1'), create('E-2')];
    await expect.poll(() => fetched.mock.calls.length).toBeGreaterThan(1);
    const employees = order === 'before' ? (['E-1', 'E-2'] as const) : (['E-2', 'E-1'] as const);
    for (const employee of employees) {
      gates[employee].resolve(undefined);
      await (employee === 'E-1' ? failed : sent);
    }
    fetched.mockRestore();
    expect((await failed)[0]?.json).toHaveProperty('error');
    expect((await sent)[0]?.json).toHaveProperty('assessmentId');
    const [item] = await create('E-3', 'sandbox-token-2');
    expect(item?.json.error).toContain(changeMessage);
    expect((await service.readLedger()).commits.rwa_create).toBe(1);
  },
);

test('a node with another base URL sends nothing again if a person confirms that the service is the same', async () => {
  const { run, countRequests, service } = await createNodeWithMemory('rwa_create');
  const first = await run();
  const renamed = { baseUrl: await openProxy(service) };
  const refused = await run(renamed);
  expect(refused.error).toContain(changeMessage);
  expect((await run(renamed, { sameService: refused.code })).id).toBe(first.id);
  expect((await run(renamed)).id).toBe(first.id);
  expect(await countRequests()).toBe(1);
});

test('a node with the token of another company sends nothing, and a copy of the node sends the item', async () => {
  const { run, countRequests } = await createNodeWithMemory('rwa_create');
  const first = await run();
  const other = { token: 'sandbox-token-2' };
  const refused = await run(other);
  expect([refused.id, refused.error]).toEqual([undefined, expect.stringContaining(changeMessage)]);
  expect(await countRequests()).toBe(1);
  const sent = await run(other, {}, {}, 'copy');
  expect(sent.id).not.toBe(first.id);
  // The items of both nodes are remembered.
  expect([(await run(other, {}, {}, 'copy')).id, (await run()).id]).toEqual([sent.id, first.id]);
  expect(await countRequests()).toBe(2);
});
