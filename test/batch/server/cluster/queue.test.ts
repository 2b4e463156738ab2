import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { SliceQueue } from '../../../../batch/server/cluster/queue.js';
import { faultyProxyOfTest } from '../../../postgres/faultyProxy.js';
import { databaseOfTest, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { cutOthers } from '../db/openedStores.js';
import { logOfTest } from '../logOfTest.js';
import { asking, storeOfTest } from './machinesOfTest.js';

async function queueOfTest(url: string, isWorker: boolean): Promise<SliceQueue> {
  const queue = await SliceQueue.open(await storeOfTest(url), { isWorker });
  onTestFinished(() => queue.close());
  return queue;
}

describe.skipIf(!hasPostgres)('the queue of slices', () => {
  test('has what was sent in a transaction, and nothing of one that was taken back', async () => {
    const url = await databaseOfTest();
    const store = await storeOfTest(url);
    const queue = await queueOfTest(url, false);
    const taken = inTransaction(store, async (tx) => {
      await queue.send(tx, [{ slice: 'taken back' }]);
      throw new Error('not this one');
    });
    await expect(taken).rejects.toThrow('not this one');
    await inTransaction(store, (tx) =>
      queue.send(tx, [{ slice: 'one' }, { slice: 'late', inSeconds: 3_600 }]),
    );
    const given: string[] = [];
    const worker = await queueOfTest(url, true);
    await worker.work(2, (slice) => {
      given.push(slice);
      return Promise.resolve();
    });
    await expect.poll(() => given).toEqual(['one']);
    await worker.stopTaking();
  });

  test('gives a slice to another worker when the one that has it has died', async () => {
    const url = await databaseOfTest();
    const store = await storeOfTest(url);
    const queue = await queueOfTest(url, false);
    await queue.send(store, [{ slice: 'one' }]);
    // It was given to a worker that has fallen silent.
    await asking(store)(
      `UPDATE rwa_queue.job SET state = 'active', started_on = now() - interval '1 minute',
         heartbeat_on = now() - interval '1 minute'`,
    );
    const given: string[] = [];
    const worker = await queueOfTest(url, true);
    await worker.work(1, (slice) => {
      given.push(slice);
      return Promise.resolve();
    });
    await expect.poll(() => given).toEqual(['one']);
    await worker.stopTaking();
  });

  test('gives a slice out again whose work has thrown', async () => {
    const url = await databaseOfTest();
    const store = await storeOfTest(url);
    const queue = await queueOfTest(url, true);
    await queue.send(store, [{ slice: 'one' }]);
    let given = 0;
    await queue.work(1, () =>
      ++given === 1 ? Promise.reject(new Error('once')) : Promise.resolve(),
    );
    await expect.poll(() => given).toBe(2);
    await queue.stopTaking();
  });

  test('says once that the database is away, and gives slices out when it is back', async () => {
    const url = await databaseOfTest();
    const away = await faultyProxyOfTest(url);
    const queue = await queueOfTest(away.url, true);
    const given: string[] = [];
    await queue.work(4, (slice) => {
      given.push(slice);
      return Promise.resolve();
    });
    const lines = logOfTest();
    const other = await storeOfTest(url);
    for (let times = 0; times < 20; times++) {
      await cutOthers(other);
      await sleep(100);
    }
    away.leave();
    await sleep(3_000);
    expect(lines).toMatchObject([{ level: 'warn', msg: 'The queue of slices' }]);
    await away.comeBack();
    await queue.send(await storeOfTest(url), [{ slice: 'one' }]);
    await expect.poll(() => given).toEqual(['one']);
  });
});
