import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { sliceSender } from '../../../../batch/server/cluster/queue.js';
import { workerProcesses } from '../../../../batch/server/cluster/workerProcesses.js';
import { log } from '../../../../batch/server/log.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { createAsk, testStore } from './testMachines.js';
import { testWorker } from './testServer.js';

/** Longer than two poll intervals of a worker. */
const twoPollsMs = 1_500;

describe.skipIf(!hasPostgres)('a draining worker', () => {
  test('finishes its slice, and takes no new one until the draining ends', async () => {
    const lines = vi.spyOn(log, 'info').mockReturnValue();
    const url = await testDatabase();
    const worker = await testWorker(url);
    const store = await testStore(url);
    const ask = createAsk(store);
    const isLogged = (line: RegExp) => lines.mock.calls.some(([, message]) => line.test(message));
    const [registered] = (await workerProcesses.read(store)).workers;
    const setDraining = async (isDraining: boolean) => {
      const host = await workerProcesses.setDraining(store, registered?.id ?? '', isDraining);
      expect(host).toBe(registered?.host);
    };
    const sendSlice = async () => {
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
    const readFirst = await sendSlice();
    await expect.poll(readFirst).toEqual({ state: 'active' });
    await setDraining(true);
    await expect.poll(() => isLogged(/^This worker drains/)).toBe(true);
    const readSecond = await sendSlice();
    await sleep(twoPollsMs);
    expect([await readFirst(), await readSecond()]).toEqual([
      { state: 'active' },
      { state: 'created' },
    ]);
    expect(isLogged(/^This worker is drained/)).toBe(false);
    unlocking.resolve(undefined);
    await locking;
    await expect.poll(readFirst).toEqual({ state: 'completed' });
    await expect.poll(() => isLogged(/^This worker is drained/)).toBe(true);
    expect(await readSecond()).toEqual({ state: 'created' });
    const ready = await fetch(`${worker.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, 'This worker is draining.\n']);

    await setDraining(false);
    await expect.poll(readSecond).toEqual({ state: 'completed' });
    expect(isLogged(/^This worker takes slices again/)).toBe(true);
  });
});
