import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { openStore } from '../../../../batch/server/db/open.js';
import { SliceQueue, sliceSender } from '../../../../batch/server/cluster/queue.js';
import { testFaultyProxy } from '../../../postgres/faultyProxy.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { cutOtherConnections } from '../db/openedStores.js';
import { testLog } from '../testLog.js';
import { limitWaits } from '../../../../batch/server/db/waitLimit.js';
import { createAsk, testStore } from './testMachines.js';

async function testQueue(url: string): Promise<SliceQueue> {
  const queue = await SliceQueue.start(await testStore(url));
  onTestFinished(() => queue.close());
  return queue;
}

/** Starts the queue of a web process, which looks for dead workers. */
async function startWebQueue() {
  const url = await testDatabase();
  await testQueue(url);
  const store = await testStore(url);
  return { url, store, ask: createAsk(store) };
}

/** Works on all jobs of a queue. Returns a list to which it adds the ID and the attempt of each job. */
async function workOnAll(queue: SliceQueue, work = () => Promise.resolve()) {
  const givenOut: [id: string, attempt: number][] = [];
  await queue.work(2, ({ id, retryCount }) => {
    givenOut.push([id, retryCount]);
    return work();
  });
  return givenOut;
}

describe.skipIf(!hasPostgres)('the queue of slices', () => {
  test('gives out slices that a committed transaction has sent, but none from a transaction that was rolled back', async () => {
    const { url, store } = await startWebQueue();
    const [id, laterId] = [randomUUID(), randomUUID()];
    const rolledBack = inTransaction(store, async (tx) => {
      await sliceSender.send(tx, [{ id: randomUUID() }]);
      throw new Error('not this one');
    });
    await expect(rolledBack).rejects.toThrow('not this one');
    await inTransaction(store, (tx) =>
      sliceSender.send(tx, [{ id }, { id: laterId, inSeconds: 3_600 }]),
    );
    const worker = await testQueue(url);
    const givenOut = await workOnAll(worker);
    await expect.poll(() => givenOut).toEqual([[id, 0]]);
    await worker.stopTaking();
  });

  test('sends and completes slices in a transaction on the only connection of a process', async () => {
    const { url, ask } = await startWebQueue();
    const store = await openStore(url, undefined, { connections: 1, timeoutMs: 1_000 });
    onTestFinished(() => store.close());
    const id = randomUUID();
    await inTransaction(store, async (tx) => {
      await sliceSender.send(tx, [{ id }]);
      // Only a job that a worker has taken can be completed.
      await sql`UPDATE rwa_queue.job SET state = 'active'`.execute(tx.db);
      await sliceSender.complete(tx, { id, retryCount: 0 });
    });
    expect(await ask('SELECT id, state FROM rwa_queue.job')).toEqual([{ id, state: 'completed' }]);
  });

  test('waits for a lock longer than the time limit of an earlier request on the same connection', async () => {
    const { url, store } = await startWebQueue();
    const narrow = await openStore(url, undefined, { connections: 1 });
    onTestFinished(() => narrow.close());
    await limitWaits(100, () => sql`SELECT 1`.execute(narrow.db));
    const locked = Promise.withResolvers<undefined>();
    const locking = inTransaction(store, async ({ db }) => {
      await sql`LOCK TABLE rwa_queue.version IN ACCESS EXCLUSIVE MODE`.execute(db);
      locked.resolve(undefined);
      await sleep(1_500);
    });
    await locked.promise;
    const queue = await SliceQueue.start(narrow);
    onTestFinished(() => queue.close());
    await locking;
  });

  test('has the options of the process that started last', async () => {
    const { url, ask } = await startWebQueue();
    const readOptions = () => ask('SELECT heartbeat_seconds, retry_limit FROM rwa_queue.queue');
    const before = await readOptions();
    await ask('UPDATE rwa_queue.queue SET heartbeat_seconds = 99, retry_limit = 1');
    await Promise.all([testQueue(url), testQueue(url), testQueue(url)]);
    expect(await readOptions()).toEqual(before);
  });

  test('takes back the slice of a dead worker while only a web process runs, and gives the slice to a later worker', async () => {
    const { url, store, ask } = await startWebQueue();
    const id = randomUUID();
    await sliceSender.send(store, [{ id }]);
    // The worker of the slice sends no heartbeats any more.
    await ask(
      `UPDATE rwa_queue.job SET state = 'active', started_on = now() - interval '1 minute',
         heartbeat_on = now() - interval '1 minute'`,
    );
    const readStates = () => ask('SELECT state::text FROM rwa_queue.job');
    await expect.poll(readStates).toEqual([{ state: 'retry' }]);
    const worker = await testQueue(url);
    const givenOut = await workOnAll(worker);
    await expect.poll(() => givenOut).toEqual([[id, 1]]);
    await worker.stopTaking();
  });

  test('leaves a slice with its worker while the worker sends heartbeats', async () => {
    const { url, store, ask } = await startWebQueue();
    const id = randomUUID();
    await sliceSender.send(store, [{ id }]);
    const worker = await testQueue(url);
    const end = Promise.withResolvers<undefined>();
    const givenOut = await workOnAll(worker, () => end.promise);
    await expect.poll(() => givenOut).toEqual([[id, 0]]);
    const readHeartbeat = async () => {
      const [job] = await ask('SELECT heartbeat_on FROM rwa_queue.job');
      return job?.heartbeat_on;
    };
    const before = await readHeartbeat();
    await expect.poll(readHeartbeat).not.toEqual(before);
    end.resolve(undefined);
    await worker.stopTaking();
    expect(givenOut).toEqual([[id, 0]]);
  });

  test('gives out a slice for another attempt after its work has failed, and fails the slice after the last attempt', async () => {
    const { url, store, ask } = await startWebQueue();
    const id = randomUUID();
    await sliceSender.send(store, [{ id }]);
    const worker = await testQueue(url);
    const givenOut = await workOnAll(worker, () => Promise.reject(new Error('again and again')));
    await expect
      .poll(() => givenOut)
      .toEqual([
        [id, 0],
        [id, 1],
      ]);
    // Changes the job only once its attempt has ended: if the job were active, a long pause would follow.
    const skipToLast = () =>
      ask(
        `UPDATE rwa_queue.job SET retry_count = retry_limit - 1, start_after = now()
         WHERE state = 'retry' RETURNING id`,
      );
    await expect.poll(skipToLast).toHaveLength(1);
    const readFailures = () =>
      ask("SELECT output->>'message' AS why FROM rwa_queue.job WHERE state = 'failed'");
    await expect.poll(readFailures).toEqual([{ why: 'again and again' }]);
    await worker.stopTaking();
  });

  test('logs once that the database refuses its statements, and sets isRefused', async () => {
    const { url, ask } = await startWebQueue();
    const worker = await testQueue(url);
    await workOnAll(worker);
    const lines = testLog();
    const listRefusals = () =>
      lines.filter(({ msg, err }) => msg.includes('queue of slices') && err?.code === '42P01');
    await ask('ALTER TABLE rwa_queue.job_common RENAME TO gone');
    await expect.poll(() => worker.isRefused).toBe(true);
    await sleep(2_000);
    // Each of the two queues logs the error once, but the queue of the web process may not have used the table yet.
    expect(listRefusals().length).toBeGreaterThanOrEqual(1);
    expect(listRefusals().length).toBeLessThanOrEqual(2);
    await ask('ALTER TABLE rwa_queue.gone RENAME TO job_common');
    await worker.stopTaking();
  });

  test('logs an outage of the database once, and gives out slices after the outage', async () => {
    const url = await testDatabase();
    const proxy = await testFaultyProxy(url);
    const queue = await testQueue(proxy.url);
    const givenOut = await workOnAll(queue);
    const lines = testLog();
    const other = await testStore(url);
    for (let times = 0; times < 20; times++) {
      await cutOtherConnections(other);
      await sleep(100);
    }
    proxy.leave();
    await sleep(3_000);
    expect(lines).toMatchObject([{ level: 'warn', msg: 'The queue of slices could not be used' }]);
    await proxy.comeBack();
    const id = randomUUID();
    const store = await testStore(url);
    await sliceSender.send(store, [{ id }]);
    await expect.poll(() => givenOut).toEqual([[id, 0]]);
  });
});
