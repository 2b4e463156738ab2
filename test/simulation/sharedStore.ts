import { randomUUID } from 'node:crypto';
import { Kysely } from 'kysely';
import type { PlannedRow } from '../../batch/engine/rows/plannedRow.js';
import { splitIntoBlocks } from '../../batch/server/db/manyRows.js';
import { workTimeoutMs } from '../../batch/server/db/open.js';
import { PostgresPool, createPostgresDialect } from '../../batch/server/db/postgres.js';
import type { Tables as StoredTables } from '../../batch/server/db/schema.js';
import type { Store } from '../../batch/server/db/store.js';
import { parseFacts } from '../../batch/server/journal/journalLines.js';
import type { Machine } from './machine.js';
import type { RunProcess } from './process.js';
import { executeJobStatement, type Job } from './jobTable.js';
import { findSlices, type Slice, Table, updateSlices } from './sliceTable.js';

/** The longest time that a statement or its answer takes to arrive. */
const maxTransitMs = 100;

/** The time after which a transaction tries again to get a lock. */
const lockPollMs = 5;
/** The time after which Postgres ends an idle transaction, with its locks. */
const idleInTransactionMs = 5_000;

type Client = Awaited<ReturnType<PostgresPool['connect']>>;
type SentStatement = Parameters<PostgresPool['send']>[1];
type Values = readonly unknown[];

/** A connection and its transaction, if it has begun one. */
interface Connection {
  transaction: Transaction | undefined;
  isBroken: boolean;
  /** Settles when the connection has the answer to its last statement. */
  last: Promise<unknown>;
}

/** The slices of a run, and the jobs of pg-boss. */
interface Tables {
  readonly slices: Table<Slice>;
  readonly jobs: Table<Job>;
}

/** A serializable transaction, which reads and writes a snapshot from the time of its first statement. */
interface Transaction {
  snapshot?: Tables;
}

/**
 * A model of Postgres for the workers of a run. It has the slices of the run with their jobs, the shared limits
 * and the journal of the sheet. It replaces only the connections, so the queries (except those of the job
 * queue), the transactions and their retries are those of `rwa serve`. A statement takes effect at one moment.
 * While the statement or its answer is in transit, the process may freeze or die and its connection may break, so
 * data that a worker has read may be outdated when the worker uses them.
 */
export class SharedStore {
  readonly #machine: Machine;
  readonly #order: string;
  readonly #tables: Tables = { slices: new Table(), jobs: new Table() };
  readonly #limits: { concurrency: number; leases: unknown };
  /** The transaction that has locked the limits, and the leases that it writes. */
  #limitsLock: { connection: Connection; leases: unknown; readonly untilMs: number } | undefined;
  /** Processes whose connections break, alternately before and after a statement takes effect. */
  readonly #cutOff = new WeakMap<RunProcess, { readonly untilMs: number; isBefore: boolean }>();

  constructor(
    machine: Machine,
    { again, concurrency }: { readonly again: boolean; readonly concurrency: number },
  ) {
    this.#machine = machine;
    this.#order = JSON.stringify({ operation: again ? 'reassess' : 'assess' });
    this.#limits = { concurrency, leases: '{}' };
  }

  /** Replaces the slices with new ones for these rows. */
  split(rows: readonly PlannedRow[], size: number): void {
    const { slices, jobs } = this.#tables;
    slices.clear();
    for (const part of splitIntoBlocks(rows, size)) {
      const id = randomUUID();
      slices.set(id, {
        id,
        run: 'run',
        sheet: 'sheet',
        rows: JSON.stringify(part),
        attempt: null,
        appended: 0,
        taken_at: null,
        done: 0,
        created: 0,
      });
      executeJobStatement(jobs, 'INSERT', [id], this.#machine.clock.now());
    }
  }

  /** Returns true while a slice needs a worker. */
  get hasWork(): boolean {
    const { slices, jobs } = this.#tables;
    return [...slices.keys()].some((id) => jobs.get(id)?.state !== 'completed');
  }

  /** Disconnects a process from the database for this time. Its statements or their answers are lost. */
  cutOff(process: RunProcess, ms: number): void {
    this.#cutOff.set(process, { untilMs: this.#machine.clock.now() + ms, isBefore: true });
  }

  connect(process: RunProcess): Store {
    const pool = new ModelPool(process, (connection, sent) =>
      this.#transmit(process, connection, sent),
    );
    const timeoutMs = workTimeoutMs;
    const dialect = createPostgresDialect(pool, { timeoutMs, isolation: 'serializable' });
    return {
      db: new Kysely<StoredTables>({ dialect }),
      dialect: 'postgres',
      folder: '',
      postgres: { pool, timeoutMs },
      close: () => Promise.resolve(),
    };
  }

  async #transmit(
    process: RunProcess,
    connection: Connection,
    { sql, parameters }: SentStatement,
  ): Promise<readonly unknown[]> {
    if (connection.isBroken) throw createConnectionReset();
    if (sql.startsWith('BEGIN')) {
      // BEGIN is sent together with the first statement.
      connection.transaction = {};
      return [];
    }
    const { clock } = this.#machine;
    await process.step();
    await clock.sleep(clock.random() * maxTransitMs);
    const cut = this.#cutOff.get(process);
    const isCut = cut !== undefined && clock.now() < cut.untilMs;
    if (isCut) cut.isBefore = !cut.isBefore;
    if (!(isCut && cut.isBefore) && sql.endsWith('for update')) await this.#lockLimits(connection);
    const found = isCut && cut.isBefore ? [] : this.#execute(connection, sql, parameters);
    await clock.sleep(clock.random() * maxTransitMs);
    await process.step();
    if (isCut) {
      connection.isBroken = true;
      throw createConnectionReset();
    }
    if (found instanceof Error) throw found;
    return found;
  }

  /** Waits for the lock on the limits. Like Postgres, ends an idle transaction that has it. */
  async #lockLimits(connection: Connection): Promise<void> {
    const { clock } = this.#machine;
    for (;;) {
      const lock = this.#limitsLock;
      if (lock === undefined) break;
      if (clock.now() >= lock.untilMs) {
        lock.connection.isBroken = true;
        break;
      }
      await clock.sleep(lockPollMs);
    }
    const { leases } = this.#limits;
    this.#limitsLock = { connection, leases, untilMs: clock.now() + idleInTransactionMs };
  }

  #execute(connection: Connection, sql: string, values: Values): readonly unknown[] | Error {
    const { transaction } = connection;
    if (sql === 'COMMIT' || sql === 'ROLLBACK') {
      connection.transaction = undefined;
      if (this.#limitsLock?.connection === connection) {
        const { leases } = this.#limitsLock;
        if (sql === 'COMMIT') this.#limits.leases = leases;
        this.#limitsLock = undefined;
      }
      const { snapshot } = transaction ?? {};
      if (sql === 'ROLLBACK' || snapshot === undefined) return [];
      const tables = [snapshot.slices, snapshot.jobs];
      if (tables.some(({ hasConflict }) => hasConflict)) return createSerializationFailure();
      for (const table of tables) table.commit();
      return [];
    }
    if (sql.startsWith('update "shared_limit" set "leases" = $1')) {
      if (this.#limitsLock?.connection !== connection) return createConnectionReset();
      this.#limitsLock.leases = values[0];
      return [];
    }
    if (transaction === undefined) return this.#answer(this.#tables, sql, values);
    const { slices, jobs } = this.#tables;
    transaction.snapshot ??= { slices: new Table(slices), jobs: new Table(jobs) };
    return this.#answer(transaction.snapshot, sql, values);
  }

  #answer({ slices, jobs }: Tables, text: string, values: Values): readonly unknown[] {
    const sql = text.replaceAll(/\s+/g, ' ').trim();
    const nowMs = this.#machine.clock.now();
    if (/^[A-Z]+ JOB\b/.test(sql)) return executeJobStatement(jobs, sql, values, nowMs);
    if (sql.startsWith('UPDATE slice')) {
      const updated = updateSlices(slices, sql, values, nowMs);
      return updated.map((slice) => this.#toReturnedRow(slice, jobs.get(slice.id)));
    }
    // The sheet is never taken from the workers.
    if (sql.startsWith('SELECT 1 FROM slice JOIN hold')) return [];
    if (sql.startsWith('SELECT 1 FROM slice')) return findSlices(slices, sql, values);
    if (sql.startsWith('WITH held AS ( UPDATE slice')) {
      const held = updateSlices(slices, sql, values, nowMs);
      return held.length === 0 ? [] : this.#append(values.at(-1) as readonly string[]);
    }
    if (sql.startsWith('(SELECT number, lines FROM journal')) {
      return this.#readLines(values.at(-1) as readonly string[]);
    }
    if (sql.startsWith('select "per_second"')) {
      return [{ ...this.#limits, perSecond: null, nowMs }];
    }
    throw createUnknownStatementError(sql);
  }

  /** Returns the columns of an updated slice, of its run and of its job. */
  #toReturnedRow(slice: Slice, job: Job | undefined): object {
    const nowMs = this.#machine.clock.now();
    const isLeased = job?.state === 'active' && job.retryCount === slice.attempt;
    const silent_ms = isLeased ? nowMs - job.heartbeatOn : null;
    const run = { options: this.#order, run_state: 'running', is_wanted: false };
    return { ...slice, ...run, age_ms: nowMs - (slice.taken_at ?? 0), silent_ms };
  }

  #append(lines: readonly string[]): readonly unknown[] {
    this.#machine.disk.append(Buffer.from(lines.map((line) => `${line}\n`).join('')));
    this.#machine.disk.sync();
    return lines;
  }

  #readLines(keys: readonly string[]): readonly unknown[] {
    const wanted = new Set(keys);
    return parseFacts(this.#machine.disk.bytes).flatMap(({ row, line }, at) =>
      at === 0 || (row !== null && wanted.has(row)) ? [{ number: at, lines: line }] : [],
    );
  }
}

type Transmit = (connection: Connection, sent: SentStatement) => Promise<readonly unknown[]>;

/** The connections of a process to the model. */
class ModelPool extends PostgresPool {
  readonly #transmit: Transmit;
  readonly #connections = new WeakMap<Client, Connection>();

  constructor({ timing }: RunProcess, transmit: Transmit) {
    super({ url: 'postgres://model', connections: 1, timing });
    this.#transmit = transmit;
  }

  override connect(): Promise<Client> {
    const client = { release: () => undefined } as unknown as Client;
    const last = Promise.resolve();
    this.#connections.set(client, { transaction: undefined, isBroken: false, last });
    return Promise.resolve(client);
  }

  /** Sends a statement after the earlier ones of the connection. */
  override async send<R>(
    client: Client,
    sent: SentStatement,
  ): ReturnType<typeof PostgresPool.prototype.send<R>> {
    const connection = this.#connections.get(client);
    if (connection === undefined) throw new Error('The connection belongs to another pool.');
    const answer = connection.last.then(() => this.#transmit(connection, sent));
    connection.last = answer.catch(() => undefined);
    return { command: sent.sql, rows: (await answer) as R[] };
  }
}

function createConnectionReset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}

function createSerializationFailure(): Error {
  const error = new Error('could not serialize access due to concurrent update');
  return Object.assign(error, { severity: 'ERROR', code: '40001' });
}

function createUnknownStatementError(sql: string): Error {
  return new Error(`The model of the database has no answer to: ${sql}`);
}
