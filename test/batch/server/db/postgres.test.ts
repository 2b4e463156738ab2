import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canRetry, isUniqueViolation, isUnknown } from '../../../../batch/server/db/errors.js';
import { type OpenOptions, openStore } from '../../../../batch/server/db/open.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { testFaultyProxy } from '../../../postgres/faultyProxy.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { type Cluster, startPostgres } from '../../../postgres/server.mjs';
import {
  addSetting,
  cutOtherConnections,
  incrementSetting,
  openStoreForTest,
  listSettings,
  measureTimerDelay,
} from './openedStores.js';

describe.runIf(hasPostgres)('a store on Postgres', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  /** Creates a database that keeps commits after a crash, as in production. `other` is a store on it. */
  const createStore = async () => {
    const url = `${await cluster.createDatabase()}?options=-c%20synchronous_commit%3Don`;
    return { url, other: await openStoreForTest(url) };
  };
  const openTwoStores = async (options?: OpenOptions) => {
    const { url, other } = await createStore();
    return { url, other, store: await openStoreForTest(url, options) };
  };
  const catchError = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  test('returns values as they were stored, except U+FFFD for a NUL in a text', async () => {
    const { db } = (await openTwoStores()).store;
    await sql`CREATE TABLE kind (a TEXT, b BIGINT, c DOUBLE PRECISION, d BYTEA)`.execute(db);
    const bytes = new Uint8Array([0, 255, 10, 39]);
    const [a, b, c] = ["it's ä 😀 \\", 2 ** 53 - 1, -0.1];
    await sql`INSERT INTO kind VALUES (${a}, ${b}, ${c}, ${bytes})`.execute(db);
    const { rows } = await sql`SELECT * FROM kind`.execute(db);
    expect(rows).toEqual([{ a, b, c, d: Buffer.from(bytes) }]);
    const sums = await sql`SELECT count(*) AS n, sum(b) AS s FROM kind`.execute(db);
    expect(sums.rows).toEqual([{ n: 1, s: b }]);
    const update = await sql`UPDATE kind SET a = ${'a\0b'}`.execute(db);
    expect(update.numAffectedRows).toBe(1n);
    expect((await sql`SELECT a FROM kind`.execute(db)).rows).toEqual([{ a: 'a\uFFFDb' }]);
  });

  test('loses no update if concurrent transactions read, wait and write', async () => {
    const { store, other } = await openTwoStores();
    await addSetting(store, 'count', '0');
    const increases = Array.from({ length: 16 }, (_, at) =>
      inTransaction(at % 2 === 0 ? store : other, (tx) => incrementSetting(tx, 'count')),
    );
    await Promise.all(increases);
    const found = await store.db.selectFrom('setting').select('value').execute();
    expect(found).toEqual([{ value: '16' }]);
  });

  test('keeps a row if two simultaneous transactions each delete a row that is not the last one', async () => {
    const { store, other } = await openTwoStores();
    for (const name of ['a', 'b']) await addSetting(store, name);
    const removeUnlessLast = (by: Store, name: string) =>
      inTransaction(by, async (tx) => {
        if ((await listSettings(tx)).length < 2) return;
        await sleep(50);
        await tx.db.deleteFrom('setting').where('name', '=', name).execute();
      });
    await Promise.all([removeUnlessLast(store, 'a'), removeUnlessLast(other, 'b')]);
    expect(await listSettings(store)).toHaveLength(1);
  });

  test('distinguishes a unique violation and a wrong statement from errors that can be retried', async () => {
    const { store } = await openTwoStores();
    await addSetting(store, 'a');
    const duplicate = await catchError(addSetting(store, 'a'));
    expect([isUniqueViolation(duplicate), canRetry(duplicate), isUnknown(duplicate)]).toEqual([
      true,
      false,
      false,
    ]);
    const wrong = await catchError(sql`UPDATE nothing SET a = 1`.execute(store.db));
    expect([isUniqueViolation(wrong), canRetry(wrong), isUnknown(wrong)]).toEqual([
      false,
      false,
      false,
    ]);
    await addSetting(store, 'b');
    expect(await listSettings(store)).toEqual(['a', 'b']);
  });

  test('rolls a transaction back even if its work catches an error of the database', async () => {
    const { store } = await openTwoStores();
    await addSetting(store, 'a');
    const work = inTransaction(store, async (tx) => {
      await addSetting(tx, 'b');
      await catchError(addSetting(tx, 'a'));
    });
    await expect(work).rejects.toThrow('duplicate key');
    expect(await listSettings(store)).toEqual(['a']);
  });

  test('streams a snapshot of the rows, without rows that are written during the stream', async () => {
    const { store } = await openTwoStores({ connections: 2 });
    const names = Array.from({ length: 1_200 }, (_, at) => ({ name: `${at}`, value: '' }));
    await store.db.insertInto('setting').values(names).execute();
    const stream = (from: Store) => from.db.selectFrom('setting').select('name').stream(500);
    let count = 0;
    for await (const { name } of stream(store)) {
      count++;
      if (name === '0') await addSetting(store, 'late');
    }
    expect(count).toBe(1_200);
    for (let at = 0; at < 3; at++) {
      for await (const { name } of stream(store)) if (name !== '') break;
    }
    await inTransaction(store, async (tx) => {
      count = 0;
      for await (const { name } of stream(tx)) count += name === '' ? 0 : 1;
      expect(count).toBe(1_201);
    });
    const open = await sql`SELECT count(*) AS open FROM pg_cursors WHERE name LIKE 'rows%'`.execute(
      store.db,
    );
    expect(open.rows).toEqual([{ open: 0 }]);
  });

  test('repeats reads and transactions on a new connection if the connection is lost', async () => {
    const { store, other } = await openTwoStores();
    await listSettings(store);
    await cutOtherConnections(other);
    expect(await listSettings(store)).toEqual([]);
    for (const cutAt of [0, 1, 2]) {
      let calls = 0;
      await inTransaction(store, async (tx) => {
        calls++;
        if (calls === 1 && cutAt === 0) await cutOtherConnections(other);
        await addSetting(tx, `${cutAt} a`);
        if (calls === 1 && cutAt === 1) await cutOtherConnections(other);
        await addSetting(tx, `${cutAt} b`);
        if (calls === 1 && cutAt === 2) await cutOtherConnections(other);
        await listSettings(tx);
      });
      expect(calls).toBe(2);
    }
    expect(await listSettings(other)).toEqual(['0 a', '0 b', '1 a', '1 b', '2 a', '2 b']);
  });

  test('opens and reads even if its connections are terminated while it opens', async () => {
    const { url, other } = await createStore();
    for (let delayMs = 0; delayMs < 30; delayMs += 2) {
      const opening = openStore(url, '', { connections: 3 });
      await sleep(delayMs);
      await cutOtherConnections(other);
      const ready = await opening;
      const read = await Promise.all([
        listSettings(ready),
        listSettings(ready),
        listSettings(ready),
      ]);
      expect(read).toEqual([[], [], []]);
      await ready.close();
    }
  });

  test('repeats a transaction that Postgres ended while its process was frozen', async () => {
    const { store } = await openTwoStores();
    let calls = 0;
    await inTransaction(store, async (tx) => {
      if (++calls === 1) {
        await sql`SET LOCAL idle_in_transaction_session_timeout = 50`.execute(tx.db);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      }
      await addSetting(tx, 'a');
    });
    expect([calls, await listSettings(store)]).toEqual([2, ['a']]);
  });

  test('reports that the outcome is unknown if the connection is lost during COMMIT', async () => {
    const { url, other } = await createStore();
    const proxy = await testFaultyProxy(url);
    const store = await openStoreForTest(proxy.url);
    for (const place of ['before', 'after'] as const) {
      proxy.cutAtCommit(place);
      const single = await catchError(addSetting(store, `${place} single`));
      expect([isUnknown(single), canRetry(single)]).toEqual([true, false]);
      let calls = 0;
      proxy.cutAtCommit(place);
      const whole = await catchError(
        inTransaction(store, (tx) => {
          calls++;
          return addSetting(tx, `${place} whole`);
        }),
      );
      expect([isUnknown(whole), canRetry(whole), calls]).toEqual([true, false, 1]);
    }
    expect(await listSettings(other)).toEqual(['after single', 'after whole']);
  });

  test('fails within five seconds while the database is silent, and the process stays responsive', async () => {
    const { url } = await createStore();
    const proxy = await testFaultyProxy(url);
    const store = await openStoreForTest(proxy.url, { timeoutMs: 4_000 });
    await Promise.all([listSettings(store), listSettings(store)]);
    proxy.silence();
    const limitMs = 5_000;
    const accesses = [
      () => listSettings(store),
      () => addSetting(store, 'a'),
      () => inTransaction(store, (tx) => listSettings(tx)),
      async () => {
        for await (const { name } of store.db.selectFrom('setting').selectAll().stream()) {
          throw new Error(name);
        }
      },
    ];
    const delayMs = await measureTimerDelay(() =>
      Promise.all(
        accesses.map(async (work) => {
          const beganMs = performance.now();
          const error = await catchError(work());
          expect(error).toMatchObject({ name: 'DatabaseError', isLost: true });
          expect(performance.now() - beganMs).toBeLessThan(limitMs);
        }),
      ),
    );
    expect(delayMs).toBeLessThan(1_000);
  });

  test('closes within four seconds while the database is silent', async () => {
    const { url } = await createStore();
    const proxy = await testFaultyProxy(url);
    const store = await openStore(proxy.url);
    await Promise.all([listSettings(store), listSettings(store)]);
    proxy.silence();
    const beganMs = performance.now();
    await Promise.all([store.close(), store.close()]);
    expect(performance.now() - beganMs).toBeLessThan(4_000);
  });

  test('ends the transaction of a frozen process, and releases its locks', async () => {
    const { store, other } = await openTwoStores({ timeoutMs: 1_000 });
    await addSetting(other, 'a');
    const frozen = inTransaction(store, async (tx) => {
      await tx.db.updateTable('setting').set({ value: 'frozen' }).execute();
      await sleep(8_000);
      await listSettings(tx);
    });
    const ended = catchError(frozen);
    await sleep(200);
    const beganMs = performance.now();
    await other.db.updateTable('setting').set({ value: 'alive' }).execute();
    expect(performance.now() - beganMs).toBeLessThan(7_000);
    await ended;
  });

  test('waits while Postgres restarts', async () => {
    const { store, other } = await openTwoStores();
    await addSetting(store, 'a');
    const restarted = cluster.restart();
    expect(await listSettings(store)).toEqual(['a']);
    await restarted;
    await inTransaction(store, (tx) => addSetting(tx, 'b'));
    expect(await listSettings(other)).toEqual(['a', 'b']);
  });

  test('creates the tables once if several processes start at the same time', async () => {
    const url = await cluster.createDatabase();
    await Promise.all(Array.from({ length: 6 }, () => openStoreForTest(url, { connections: 1 })));
    const store = await openStoreForTest(url);
    const { rows } = await sql`SELECT number FROM rwa.version`.execute(store.db);
    expect(rows).toEqual([{ number: 1 }]);
  });

  test('reports a missing database, and reports an unreachable database without its password', async () => {
    const url = (await cluster.createDatabase()).replace('rwa@', 'rwa:secret@');
    const unreachable = await catchError(
      openStore(url.replace(String(cluster.port), '1'), '', { timeoutMs: 500 }),
    );
    expect(String(unreachable)).toMatch(
      /^ServeError: The database test_\w+ on 127.0.0.1:1 cannot be reached/,
    );
    expect(String(unreachable)).not.toContain('secret');
    const beganMs = performance.now();
    await expect(openStore(`${url}_missing`)).rejects.toThrow('does not exist');
    expect(performance.now() - beganMs).toBeLessThan(5_000);
  });

  test('refuses a database of a later version or of another application', async () => {
    const { url, store } = await openTwoStores();
    await sql`UPDATE version SET number = 1000`.execute(store.db);
    await expect(openStore(url)).rejects.toThrow(/later version of rwa\. Install that version\.$/);
    await sql`COMMENT ON SCHEMA rwa IS 'of others'`.execute(store.db);
    await expect(openStore(url)).rejects.toThrow('not one of rwa serve');
  });
});
