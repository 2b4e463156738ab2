import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isTaken, isUnknown, mayPass } from '../../../../batch/server/store/databaseError.js';
import { getMany, runMany } from '../../../../batch/server/store/many.js';
import { openPostgres } from '../../../../batch/server/store/postgres/openPostgres.js';
import {
  PostgresDatabase,
  type PostgresOptions,
} from '../../../../batch/server/store/postgres/postgresDatabase.js';
import { type Cluster, postgresPrograms, startPostgres } from '../../../postgres/server.mjs';

describe.skipIf(postgresPrograms() === undefined)('a store on Postgres', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  const opened = (url: string, options?: PostgresOptions) => {
    const store = openPostgres(url, '', options);
    onTestFinished(() => {
      store.close();
    });
    return store;
  };
  /** A new database with a table for tests, and a second connection that ends those of the first. */
  const prepared = async (options?: PostgresOptions) => {
    // As in use: a crash of the server does not take what was committed.
    const url = `${await cluster.createDatabase()}?options=-c%20synchronous_commit%3Don`;
    const store = opened(url, options);
    const other = opened(url);
    store.db.exec('CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT)');
    const cut = () => {
      other.db
        .prepare(
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND backend_type = 'client backend'`,
        )
        .all();
    };
    const add = (id: number, text = '') =>
      store.db.prepare('INSERT INTO line (id, text) VALUES (?, ?)').run(id, text);
    const lines = () => other.db.prepare('SELECT id FROM line ORDER BY id').all();
    return { url, store, other, cut, add, lines };
  };

  test('values come back as they went in', async () => {
    const { db } = (await prepared()).store;
    db.exec(
      'CREATE TABLE kind (a TEXT, b BIGINT, c DOUBLE PRECISION, d BYTEA, e BOOLEAN, f NUMERIC, g INTEGER)',
    );
    const bytes = new Uint8Array([0, 255, 10, 39]);
    const values = ["it's ä 😀 \\", 2 ** 53 - 1, -0.1, bytes, 1, 12, null] as const;
    db.prepare('INSERT INTO kind VALUES (?, ?, ?, ?, ?, ?, ?)').run(...values);
    const [a, b, c, d, e, f, g] = values;
    expect(db.prepare('SELECT * FROM kind').get()).toEqual({ a, b, c, d, e, f, g });
    expect(db.prepare('SELECT b FROM kind WHERE b = $b AND a = $a').get({ a, b })).toEqual({ b });
    expect(db.prepare("SELECT a, '?' AS y FROM kind WHERE a = ?2 AND b = ?1").get(b, a)).toEqual({
      ...{ a, y: '?' },
    });
    expect(db.prepare('UPDATE kind SET b = ?').run(10n)).toEqual({ changes: 1 });
    expect(db.prepare('SELECT b FROM kind WHERE a = ?').get('none')).toBeUndefined();
    db.prepare('UPDATE kind SET a = ?').run('a\0b');
    expect(db.prepare('SELECT a FROM kind').get()).toEqual({ a: 'a\uFFFDb' });
  });

  test('a key that is taken, and a statement that is wrong, are told from what may pass', async () => {
    const { add, store } = await prepared();
    add(1);
    const failing = (act: () => unknown): unknown => {
      try {
        act();
      } catch (error) {
        return error;
      }
      return undefined;
    };
    const taken = failing(() => {
      add(1);
    });
    expect([isTaken(taken), mayPass(taken), isUnknown(taken)]).toEqual([true, false, false]);
    const wrong = failing(() => {
      store.db.exec('UPDATE nothing SET a = 1');
    });
    expect([isTaken(wrong), mayPass(wrong), isUnknown(wrong)]).toEqual([false, false, false]);
    expect(wrong).toBeInstanceOf(Error);
    // The connection is as it was.
    expect(add(2)).toEqual({ changes: 1 });
  });

  test('many rows go in blocks, and come in blocks', async () => {
    const { store, other } = await prepared();
    const { db } = store;
    const count = 20_000;
    const beganMs = performance.now();
    store.db.transaction?.(() => {
      runMany(
        db,
        'INSERT INTO line (id, text) VALUES (?, ?)',
        Array.from({ length: count }, (_, id) => [id, `text ${id}`]),
      );
    });
    const writtenMs = performance.now() - beganMs;
    expect(writtenMs).toBeLessThan(20_000);
    const found = Array.from(
      other.db.prepare('SELECT id FROM line WHERE id >= ? ORDER BY id').iterate(1),
      ({ id }) => id,
    );
    expect([found.length, found[0], found.at(-1)]).toEqual([count - 1, 1, count - 1]);
    const some = getMany(db, 'SELECT text FROM line WHERE id = ?', [[3], [-1], [5]]);
    expect(some).toEqual([{ text: 'text 3' }, undefined, { text: 'text 5' }]);
  });

  test('rows are those of one moment, whatever is written while they are looked at', async () => {
    const { store, add } = await prepared();
    runMany(
      store.db,
      'INSERT INTO line (id) VALUES (?)',
      Array.from({ length: 1_500 }, (_, id) => [id]),
    );
    let count = 0;
    for (const { id } of store.db.prepare('SELECT id FROM line ORDER BY id').iterate()) {
      count++;
      if (id === 0) add(5_000);
    }
    expect(count).toBe(1_500);
    for (const { id } of store.db.prepare('SELECT id FROM line ORDER BY id').iterate()) {
      if (id === 3) break;
    }
    const open = "SELECT count(*) AS open FROM pg_cursors WHERE name LIKE 'rows%'";
    expect(store.db.prepare(open).get()).toEqual({ open: 0 });
  });

  test('a lost connection is made again, and each change is made once', async () => {
    const { store, cut, add, lines } = await prepared();
    cut();
    expect(store.db.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 });
    cut();
    expect(add(1)).toEqual({ changes: 1 });
    // Before the first statement, between two, and before the end.
    for (const [id, at] of [10, 20, 30].entries()) {
      let calls = 0;
      store.db.transaction?.(() => {
        calls++;
        if (calls === 1 && id === 0) cut();
        add(at);
        if (calls === 1 && id === 1) cut();
        add(at + 1);
        if (calls === 1 && id === 2) cut();
      });
      expect(calls).toBe(2);
    }
    const ids = [1, 10, 11, 20, 21, 30, 31];
    expect(lines()).toEqual(ids.map((id) => ({ id })));
  });

  test('a failure that somebody has caught does not end as a commit', async () => {
    const { store, add, lines } = await prepared();
    add(1);
    const change = () => {
      add(2);
      try {
        add(1);
      } catch {
        // As if nothing had happened.
      }
    };
    expect(() => store.db.transaction?.(change)).toThrow('duplicate key');
    expect(lines()).toEqual([{ id: 1 }]);
  });

  test('a COMMIT without an answer is looked up: what counts is not done again', async () => {
    const { url, lines } = await prepared();
    const cuts = new SharedArrayBuffer(4);
    const proxy = new Worker(new URL('../../../postgres/cuttingProxy.mjs', import.meta.url), {
      workerData: { port: cluster.port, cuts },
    });
    onTestFinished(async () => {
      await proxy.terminate();
    });
    const [port] = (await once(proxy, 'message')) as [number];
    const through = opened(url.replace(String(cluster.port), String(port)));
    const cutAt = (place: number) => Atomics.store(new Int32Array(cuts), 0, place);
    const insert = through.db.prepare('INSERT INTO line (id) VALUES (?)');
    // Before the server has the COMMIT, and before the client has its answer.
    for (const place of [1, 2]) {
      cutAt(place);
      expect(insert.run(place)).toEqual({ changes: 1 });
      let calls = 0;
      cutAt(place);
      const result = through.db.transaction?.(() => {
        calls++;
        insert.run(10 + place);
        return 'done';
      });
      expect([result, calls]).toEqual(['done', place === 1 ? 2 : 1]);
    }
    expect(lines()).toEqual([1, 2, 11, 12].map((id) => ({ id })));
  });

  test('a server that restarts is waited for, and nothing is lost or made twice', async () => {
    const { store, add, lines } = await prepared();
    add(1);
    await cluster.restart();
    add(2);
    expect(store.db.prepare('SELECT count(*) AS lines FROM line').get()).toEqual({ lines: 2 });
    expect(lines()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('who cannot be reached is said after a while, and who refuses at once', async () => {
    const url = await cluster.createDatabase();
    const nobody = url.replace(String(cluster.port), '1');
    expect(() => openPostgres(nobody, '', { patienceMs: 200 })).toThrow('cannot be reached');
    const beganMs = performance.now();
    expect(() => openPostgres(`${url}_missing`, '')).toThrow('does not exist');
    expect(performance.now() - beganMs).toBeLessThan(5_000);
  });

  test('who has waited for it in vain fails at once for a while', async () => {
    const nobody = (await cluster.createDatabase()).replace(String(cluster.port), '1');
    const db = new PostgresDatabase(nobody, { patienceMs: 500 });
    onTestFinished(() => {
      db.close();
    });
    const msOfFailure = () => {
      const beganMs = performance.now();
      expect(() => db.prepare('SELECT 1').get()).toThrow('cannot be reached');
      return performance.now() - beganMs;
    };
    const [first, second] = [msOfFailure(), msOfFailure()];
    expect(first).toBeGreaterThan(250);
    expect(second).toBeLessThan(first / 2);
  });

  test('two stores write in turn: what was read in a transaction still holds at its end', async () => {
    const { store, other, add } = await prepared();
    add(1, '0');
    const impatient = new PostgresDatabase((await prepared()).url);
    onTestFinished(() => {
      impatient.close();
    });
    const lock = "SELECT pg_try_advisory_xact_lock(hashtextextended('sheet:1', 0)) AS got";
    const free = "SELECT pg_try_advisory_xact_lock(hashtextextended('sheet:2', 0)) AS got";
    store.db.transaction?.(() => {
      store.db.prepare('SELECT text FROM line').get();
      expect(other.db.prepare(lock).get()).toEqual({ got: 0 });
      expect(other.db.prepare(free).get()).toEqual({ got: 1 });
      // Another lock: nobody waits.
      other.db.transaction?.(() => {
        other.db.exec("UPDATE line SET text = '1'");
      }, 'sheet:2');
    }, 'sheet:1');
    expect(other.db.prepare('SELECT text FROM line').get()).toEqual({ text: '1' });
  });

  test('a transaction that another one has ended is called again', async () => {
    const { store, lines } = await prepared();
    let calls = 0;
    store.db.transaction?.(() => {
      calls++;
      store.db.prepare('INSERT INTO line (id) VALUES (?)').run(calls);
      if (calls === 1) {
        store.db.exec(
          "DO $do$ BEGIN RAISE EXCEPTION 'given up' USING ERRCODE = 'deadlock_detected'; END $do$",
        );
      }
    });
    expect(calls).toBe(2);
    expect(lines()).toEqual([{ id: 2 }]);
  });

  test('a database of a later version, or of somebody else, is left alone', async () => {
    const { url, store } = await prepared();
    store.db.exec('UPDATE version SET number = 1000');
    expect(() => openPostgres(url, '')).toThrow('later version');
    const others = await cluster.createDatabase();
    const db = new PostgresDatabase(others);
    db.repeatableTransaction('BEGIN', () => {
      db.exec('CREATE SCHEMA rwa; CREATE TABLE rwa.sheet (id TEXT)');
    });
    db.close();
    expect(() => openPostgres(others, '')).toThrow('not one of rwa serve');
  });
});
