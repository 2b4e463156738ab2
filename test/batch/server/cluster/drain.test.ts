import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readDatabaseUrl } from '../../../../batch/server/db/databaseUrl.js';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { sliceSender } from '../../../../batch/server/cluster/queue.js';
import { startWorker } from '../../../../batch/server/cluster/startWorker.js';
import { workerProcesses } from '../../../../batch/server/cluster/workerProcesses.js';
import { log } from '../../../../batch/server/log.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { asking, testStore } from './testMachines.js';
import { testConnection } from './testServer.js';

/** Longer than a worker takes to look for slices twice. */
const twoPollsMs = 1_500;

describe.skipIf(!hasPostgres)('a worker that drains', () => {
  test('ends the slice that it has, takes no other, and takes slices again afterwards', async () => {
    const lines = vi.spyOn(log, 'info').mockReturnValue();
    const url = await testDatabase();
    const worker = await startWorker({
      database: readDatabaseUrl(url),
      workFolder: testFolder(),
      limits: {},
      connection: testConnection(),
      health: { host: '127.0.0.1', port: 0 },
    });
    onTestFinished(() => worker.close());
    const store = await testStore(url);
    const ask = asking(store);
    const logged = (line: RegExp) => lines.mock.calls.some(([, message]) => line.test(message));
    const [registered] = (await workerProcesses.read(store)).workers;
    const drain = async (isDraining: boolean) => {
      const host = await workerProcesses.setDraining(store, registered?.id ?? '', isDraining);
      expect(host).toBe(registered?.host);
    };
    const send = async () => {
      const id = randomUUID();
      await sliceSender.send(store, [{ id }]);
      return async () => (await ask(`SELECT state::text FROM rwa_queue.job WHERE id = '${id}'`))[0];
    };
    // The worker cannot finish its first slice while the table is locked.
    const unlocking = Promise.withResolvers<undefined>();
    const locked = Promise.withResolvers<undefined>();
    const locking = inTransaction(store, async ({ db }) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(db);
      await sql`LOCK TABLE slice IN ACCESS EXCLUSIVE MODE`.execute(db);
      locked.resolve(undefined);
      await unlocking.promise;
    });
    await locked.promise;
    const first = await send();
    await expect.poll(first).toEqual({ state: 'active' });
    await drain(true);
    await expect.poll(() => logged(/^This worker drains/)).toBe(true);
    const second = await send();
    await sleep(twoPollsMs);
    expect([await first(), await second()]).toEqual([{ state: 'active' }, { state: 'created' }]);
    expect(logged(/^This worker is drained/)).toBe(false);
    unlocking.resolve(undefined);
    await locking;
    await expect.poll(first).toEqual({ state: 'completed' });
    await expect.poll(() => logged(/^This worker is drained/)).toBe(true);
    expect(await second()).toEqual({ state: 'created' });
    const ready = await fetch(`${worker.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, 'It is draining.\n']);

    await drain(false);
    await expect.poll(second).toEqual({ state: 'completed' });
    expect(logged(/^This worker takes slices again/)).toBe(true);
  });
});
