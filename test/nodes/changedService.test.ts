import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { startTestSandbox, type SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';
import { openProxy } from '../sandbox/openProxy.js';
import { ProcessedData } from './processedData.js';
import { type Run, runFailing } from './runNode.js';
import { createHires, runSheet, listStatuses, createWorkbook } from './sheets.js';

/** A node with its memory in n8n. Each execution gets the same workbook. */
class NodeWithMemory {
  readonly #remembered = { processedData: new ProcessedData(), staticData: {} as IDataObject };
  readonly #service: SandboxUnderTest;

  constructor(service: SandboxUnderTest) {
    this.#service = service;
  }

  /** Executes the node. Returns the statuses of the rows. */
  async run(
    credential: Partial<Sandbox> & { token?: string } = {},
    options: IDataObject = {},
    node: Partial<Pick<Run, 'nodeId' | 'nodeName'>> = {},
  ) {
    const { sandbox } = this.#service;
    const { token = sandbox.tokens[0] ?? '', ...url } = credential;
    const { rows } = await runSheet(
      {
        sandbox: {
          ...sandbox,
          baseUrl: sandbox.baseUrl,
          tokens: sandbox.tokens,
          ...url,
        },
      },
      createWorkbook(createHires(['E-1', 'E-2'])),
      { ...this.#remembered, ...node, token, parameters: { options } },
    );
    return listStatuses(rows);
  }

  async countRequests(): Promise<number> {
    return (await this.#service.readLedger()).requests.rwa_create;
  }
}

const findCode = (error: string) => /enter (\w+) in the option/.exec(error)?.[1] ?? '';

describe('After a change of the service', () => {
  test('another spelling of the base URL counts as the same service', async () => {
    const service = await startTestSandbox();
    const node = new NodeWithMemory(service);
    await node.run();
    const { baseUrl } = service.sandbox;
    for (const spelling of [
      baseUrl.replace('127.0.0.1', 'localhost'),
      baseUrl.replace('127.0.0.1', 'LOCALHOST'),
      `${baseUrl}/`,
      baseUrl.replace('http', 'HTTP'),
    ]) {
      expect(await node.run({ baseUrl: spelling })).toEqual(['Scored', 'Scored']);
    }
    expect(await node.countRequests()).toBe(2);
  });

  test('a node with another host or token sends nothing until a person confirms that the service is the same', async () => {
    const service = await startTestSandbox();
    const node = new NodeWithMemory(service);
    await node.run();
    const renamed = { baseUrl: await openProxy(service) };
    const error = await runFailing(() => node.run(renamed));
    expect(error).toContain('This node has sent rows to another base URL or with another token');
    expect(await node.countRequests()).toBe(2);
    // The code for another change has no effect.
    const other = await runFailing(() => node.run({ token: service.sandbox.tokens[1] ?? '' }));
    const stale = { sameService: findCode(other) };
    expect(await runFailing(() => node.run(renamed, stale))).toBe(error);
    expect(await node.run(renamed, { sameService: findCode(error) })).toEqual(['Scored', 'Scored']);
    expect(await node.run(renamed, { sameService: findCode(error) })).toEqual(['Scored', 'Scored']);
    expect(await node.countRequests()).toBe(2);
  });

  test.each(['Node under test', 'Node under test1'])(
    'a copy of the node, named %s, sends every row once to another company',
    async (nodeName) => {
      const service = await startTestSandbox();
      const node = new NodeWithMemory(service);
      await node.run();
      const other = { token: service.sandbox.tokens[1] ?? '' };
      expect(await runFailing(() => node.run(other))).toContain(
        'duplicate the node and use the copy instead',
      );
      const copy = { nodeId: 'copy', nodeName };
      expect(await node.run(other, {}, copy)).toEqual(['Scored', 'Scored']);
      expect(await node.countRequests()).toBe(4);
      expect(await node.run(other, {}, copy)).toEqual(['Scored', 'Scored']);
      expect(await node.run()).toEqual(['Scored', 'Scored']);
      expect(await node.countRequests()).toBe(4);

      const renamed = { ...other, baseUrl: await openProxy(service) };
      const sameService = findCode(await runFailing(() => node.run(renamed, {}, copy)));
      expect(await node.run(renamed, { sameService }, copy)).toEqual(['Scored', 'Scored']);
      expect(await node.countRequests()).toBe(4);
    },
  );

  test('the operation Check also stops, and so does a node with Remember Across Executions off', async () => {
    const service = await startTestSandbox();
    const processedData = new ProcessedData();
    const file = createWorkbook(createHires(['E-1']));
    const memoryOff = { rememberAcrossExecutions: 'off' };
    await runSheet(service, file, { processedData, parameters: memoryOff });
    const renamed = {
      sandbox: { ...service.sandbox, baseUrl: await openProxy(service) } as Sandbox,
    };
    for (const parameters of [{ operation: 'check' }, memoryOff]) {
      const error = await runFailing(() => runSheet(renamed, file, { processedData, parameters }));
      expect(error).toContain('in the option Same Service: then no row is sent again');
    }
  });
});
