import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LimitsConnection } from '../../../../batch/server/machines/limits/limitsConnection.js';
import {
  agreeOnLimits,
  readLimits,
} from '../../../../batch/server/machines/limits/agreeOnLimits.js';
import { machinePorts } from '../../../../batch/server/machines/machinePorts.js';
import { openStore } from '../../../../batch/server/store/database.js';
import type { WorkThreadOptions } from '../../../../batch/server/work/workThread.js';
import { databaseOfTest, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { folderOfTest } from '../../folderOfTest.js';
import { serverOfTest } from './serverOfTest.js';

const started = vi.hoisted<{ threads: WorkThreadOptions[] }>(() => ({ threads: [] }));

vi.mock('../../../../batch/server/work/workThread.js', () => ({
  WorkThread: class {
    readonly isIdle = true;
    readonly call = () => Promise.resolve();
    readonly close = () => Promise.resolve();

    constructor(options: WorkThreadOptions) {
      started.threads.push(options);
    }
  },
}));

describe.skipIf(!hasPostgres)('the limits of a page', () => {
  test('are set at its start, and not again when its thread of the runs starts anew', async () => {
    const url = await databaseOfTest();
    await serverOfTest(url, { rate: 50, concurrency: 8 });
    const connection = new LimitsConnection({ url, setUp: [] });
    onTestFinished(() => connection.close());
    const first = { perSecond: 50, burst: 1, concurrency: 8 };
    const changed = { perSecond: 10, burst: 1, concurrency: 8 };
    expect(await readLimits(connection)).toEqual(first);
    await agreeOnLimits(connection, { perSecond: 10 });
    const data = started.threads.at(-1)?.data;
    if (data?.machines === undefined) return expect.fail('There is no thread of the runs.');
    const { service, connection: to, machines } = data;
    const store = openStore(url, folderOfTest());
    const ports = await machinePorts({
      ...{ store, service, connection: to, tell: () => undefined, isSending: true },
      ...machines,
    });
    onTestFinished(async () => {
      await ports.close();
      store.close();
    });
    expect(await readLimits(connection)).toEqual(changed);
    expect(ports.limits.concurrency).toBe(8);
  });
});
