import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseError } from '../../../../batch/server/db/errors.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { RunScheduler } from '../../../../batch/server/cluster/runScheduler.js';
import { testLog } from '../testLog.js';

/** Creates a mock database. Each statement returns the rows that `answer` returns for it. */
function createAnsweringDb(answer: (sql: string) => object[]): Store['db'] {
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql }) => {
      await Promise.resolve();
      return { rows: answer(sql) as never[] };
    },
    streamQuery: () => expect.fail('Nothing is streamed.'),
  };
  class AnsweringDriver extends DummyDriver {
    override acquireConnection = () => Promise.resolve(connection);
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new AnsweringDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Starts a scheduler on a database with these runs, oldest first. `acts` lists which runs it splits and ends. */
function startScheduler(
  runs: { id: string; state: string }[],
  split: (run: string) => Promise<void>,
) {
  const acts: string[] = [];
  const database = { fault: undefined as Error | undefined };
  const lines = testLog();
  const toRow = ({ id, state }: (typeof runs)[number]) => ({
    id,
    state,
    sheet: `sheet of ${id}`,
    halt_as: 'paused',
    messages: null,
    is_split_due: false,
    is_taken: false,
    idle: 0,
    waiting: 0,
    held: 0,
    failure: null,
    rows: 1,
    done: 0,
    created: 0,
  });
  const answer = (sql: string) => {
    if (database.fault !== undefined) throw database.fault;
    return sql.includes('is_same') ? [{ is_same: true }] : runs.map(toRow);
  };
  const scheduler = new RunScheduler({
    store: { db: createAnsweringDb(answer) } as Store,
    now: () => 0,
    publish: () => undefined,
    locks: { runAlone: (_: string, work: () => Promise<void>) => work() } as never,
    split: (run) => {
      acts.push(`split ${run}`);
      return split(run);
    },
    end: (run) => {
      acts.push(`end ${run}`);
      runs.splice(
        runs.findIndex(({ id }) => id === run),
        1,
      );
      return Promise.resolve();
    },
  });
  onTestFinished(() => scheduler.close());
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
  return { acts, lines, database, pass, scheduler };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a failing run is retried after pauses that grow to a minute', async () => {
  const runs = [{ id: 'A', state: 'queued' }];
  let fails = true;
  const { acts, lines, pass } = startScheduler(runs, () => {
    if (fails) return Promise.reject(new Error('no room'));
    runs.length = 0;
    return Promise.resolve();
  });
  await pass(0.5);
  expect(acts).toHaveLength(1);
  // The pauses are 1, 2, 4 and 8 seconds; the scheduler checks once a second.
  await pass(20);
  expect(acts).toHaveLength(5);
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatchObject({ run: 'A', msg: 'The run could not be split or ended' });
  // A change of the system clock has no effect.
  vi.setSystemTime(0);
  await pass(300);
  acts.length = 0;
  await pass(122);
  expect(acts).toHaveLength(2);
  fails = false;
  await pass(62);
  expect(runs).toEqual([]);
  fails = true;
  runs.push({ id: 'A', state: 'queued' });
  acts.length = 0;
  await pass(2.5);
  expect(acts).toHaveLength(2);
});

test('failing runs do not delay other runs, and a failing run can be paused at once', async () => {
  const runs = ['A', 'B', 'C', 'D', 'E'].map((id) => ({ id, state: 'queued' }));
  const last = Promise.withResolvers<undefined>();
  const { acts, pass } = startScheduler(runs, (run) =>
    run === 'E' ? last.promise : Promise.reject(new Error('no room')),
  );
  onTestFinished(() => {
    last.resolve(undefined);
  });
  await pass(3);
  expect(acts).toContain('split E');
  await pass(20);
  acts.length = 0;
  for (const run of runs) run.state = 'pausing';
  await pass(3);
  expect(acts).toEqual(expect.arrayContaining(['end A', 'end B', 'end C', 'end D']));
});

test('each outage of the database is logged once', async () => {
  const { lines, database, pass } = startScheduler([], () => Promise.resolve());
  await pass(1);
  const createOutage = () => new DatabaseError('connect ECONNREFUSED', { isLost: true });
  database.fault = createOutage();
  await pass(10);
  expect(lines).toMatchObject([{ level: 'warn', err: { message: 'connect ECONNREFUSED' } }]);
  expect(lines[0]?.err).not.toHaveProperty('stack');
  database.fault = undefined;
  await pass(2);
  database.fault = createOutage();
  await pass(10);
  expect(lines).toHaveLength(2);
});
