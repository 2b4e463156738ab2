import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type IsolationLevel,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import type { Timing } from '../../../src/transport.js';
import { systemTiming } from '../../http/timing.js';
import { DatabaseError, isUnreachable, isRepeatable, toDatabaseError } from './errors.js';
import { retry } from './retry.js';
import { withWaitLimit } from './waitLimit.js';

export const schema = 'rwa';
/**
 * After this time, the server ends an idle transaction, such as that of a frozen process. Except in migrations, no
 * statement waits longer for locks.
 */
const lockMs = 5_000;
/** Opening a connection takes a few round trips, also with TLS. */
const connectMs = 5_000;
const closeMs = 2_000;
/** A server has room for a limited number of connections. */
const idleMs = 60_000;
/** Time limits are rounded up to a multiple of this, because each change of a connection's limit costs a statement. */
const limitStepMs = 500;
/** The server cancels a statement this much earlier than the client gives up the connection. */
const graceMs = 500;
/** From this use on, the text of a statement is prepared, once for each connection. */
const usesUntilPrepared = 3;
/** Without a limit, texts that vary would fill the memory of the process and the server. */
const maxPrepared = 300;
const maxCounted = 2_000;

export interface PoolOptions {
  readonly url: string;
  readonly connections: number;
  readonly timing?: Timing;
  /** Called with the wait for a connection, even if there was none. */
  readonly onWaited?: ((ms: number) => void) | undefined;
}

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;
type Answer<R> = QueryResult<R> & { readonly command: string };

export class PostgresPool {
  readonly url: string;
  readonly timing: Timing;
  readonly #pool: pg.Pool;
  readonly #onWaited: PoolOptions['onWaited'];
  readonly #clients = new Set<pg.ClientBase>();
  readonly #statementTimeouts = new WeakMap<pg.ClientBase, number>();
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #closing: Promise<void> | undefined;

  constructor({ url, connections, timing = systemTiming, onWaited }: PoolOptions) {
    this.url = url;
    this.#onWaited = onWaited;
    this.timing = timing;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: idleMs,
      query_timeout: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'rwa',
      pipeline: true,
      types: { getTypeParser },
      onConnect: configure,
    });
    // An idle connection that breaks is replaced when needed. If a connection in use breaks, its statement fails.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.#clients.add(client);
    });
    this.#pool.on('remove', (client) => this.#clients.delete(client));
  }

  async connect(limitMs: number): Promise<pg.PoolClient> {
    const beganMs = performance.now();
    const connecting = this.#pool.connect();
    try {
      return await waitAtMost(limitMs, connecting);
    } catch (error) {
      // If the connection is opened later, it is returned to the pool.
      connecting.then(
        (client) => {
          client.release();
        },
        () => undefined,
      );
      const failure = toDatabaseError(error);
      const { code } = failure as { readonly code?: string };
      const isLost = isUnreachable(failure);
      // A refused certificate or password is not a lost connection: another attempt would fail too.
      throw new DatabaseError(`The database cannot be reached: ${failure.message}`, {
        code,
        isLost,
      });
    } finally {
      this.#onWaited?.(performance.now() - beganMs);
    }
  }

  /**
   * Does not wait for the answers to earlier statements. For a text with several statements and no parameters, returns
   * the rows of all statements.
   */
  async send<R>(
    client: pg.PoolClient,
    { sql, parameters }: Statement,
    wantedMs: number,
  ): Promise<Answer<R>> {
    const limitMs = Math.ceil(wantedMs / limitStepMs) * limitStepMs;
    const config: pg.QueryConfig & { query_timeout: number } = {
      text: sql,
      query_timeout: limitMs + graceMs,
    };
    if (parameters.length > 0) {
      config.values = parameters.map(toSendable);
      const name = this.#getName(sql);
      if (name !== undefined) config.name = name;
    }
    this.#limitStatements(client, limitMs);
    const answer = await client.query<R & pg.QueryResultRow>(config);
    // For several statements, `pg` returns an array of answers, which its types leave out.
    const answers = [answer].flat();
    const { command, rowCount } = answers.at(-1) ?? answer;
    const rows = answers.length === 1 ? answer.rows : answers.flatMap((part) => part.rows);
    return { command, rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  close(): Promise<void> {
    this.#closing ??= waitAtMost(closeMs, this.#pool.end()).catch(() => {
      for (const client of this.#clients) destroy(client);
    });
    return this.#closing;
  }

  #limitStatements(client: pg.PoolClient, limitMs: number): void {
    if (this.#statementTimeouts.get(client) === limitMs) return;
    this.#statementTimeouts.set(client, limitMs);
    // If this fails, the connection is lost or its transaction has failed, which the next statement reports.
    client.query(`SET statement_timeout = ${limitMs}`).catch(() => {
      this.#statementTimeouts.delete(client);
    });
  }

  #getName(sql: string): string | undefined {
    const name = this.#names.get(sql);
    if (name !== undefined || this.#names.size >= maxPrepared) return name;
    if (this.#uses.size >= maxCounted) this.#uses.clear();
    const uses = (this.#uses.get(sql) ?? 0) + 1;
    this.#uses.set(sql, uses);
    if (uses < usesUntilPrepared) return undefined;
    this.#uses.delete(sql);
    const newName = `s${this.#names.size}`;
    this.#names.set(sql, newName);
    return newName;
  }
}

export interface PostgresOptions {
  /** Limits a statement, including its waits for a connection and for other transactions. */
  readonly timeoutMs: number;
  /**
   * Serializable transactions are safe only if all other writers are serializable too; see `getPlainDb` for the
   * exceptions. Without an isolation, statements are not repeated.
   */
  readonly isolation?: 'serializable';
}

export function createPostgresDialect(pool: PostgresPool, options: PostgresOptions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool, options),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PostgresDriver implements Driver {
  readonly #pool: PostgresPool;
  readonly #options: PostgresOptions;

  constructor(pool: PostgresPool, options: PostgresOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<PostgresConnection> {
    return Promise.resolve(new PostgresConnection(this.#pool, this.#options));
  }

  beginTransaction(
    connection: PostgresConnection,
    { isolationLevel = 'serializable' }: TransactionSettings,
  ): Promise<void> {
    return connection.begin(isolationLevel);
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollBack();
  }

  releaseConnection(connection: PostgresConnection): Promise<void> {
    return connection.rollBack();
  }

  /** The pool may have other users. */
  destroy(): Promise<void> {
    return Promise.resolve();
  }
}

/** Takes a connection from the pool for each statement, or for a whole transaction. */
class PostgresConnection implements DatabaseConnection {
  readonly #pool: PostgresPool;
  readonly #timeoutMs: number;
  readonly #isolation: PostgresOptions['isolation'];
  #transaction: PostgresTransaction | undefined;

  constructor(pool: PostgresPool, { timeoutMs, isolation }: PostgresOptions) {
    this.#pool = pool;
    this.#timeoutMs = timeoutMs;
    this.#isolation = isolation;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const transaction = this.#transaction;
    return withWaitLimit(this.#timeoutMs, (limitMs) =>
      transaction === undefined
        ? this.#execute<R>(query, limitMs)
        : transaction.send<R>(query, limitMs),
    );
  }

  async *streamQuery<R>(
    query: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    const cursor = `rows_${++lastCursor}`;
    const transaction = this.#transaction;
    if (transaction !== undefined) {
      const send = (sent: Statement) =>
        withWaitLimit(this.#timeoutMs, (limitMs) => transaction.send<R>(sent, limitMs));
      await send(declareCursor(cursor, '', query));
      yield* fetchRows(send, cursor, chunkSize);
      return;
    }
    const client = await withWaitLimit(this.#timeoutMs, (limitMs) =>
      this.#retry(limitMs, async (leftMs) => {
        const taken = await this.#take(leftMs);
        try {
          // With WITH HOLD, the server stores the rows, so that no transaction is open while they are read.
          const declared = declareCursor(cursor, 'WITH HOLD', query);
          await this.#pool.send(taken.client, declared, taken.leftMs);
          return taken.client;
        } catch (error) {
          taken.client.release(true);
          throw toDatabaseError(error);
        }
      }),
    );
    let isClosed = false;
    try {
      yield* fetchRows(
        (sent) =>
          withWaitLimit(this.#timeoutMs, (limitMs) => this.#pool.send<R>(client, sent, limitMs)),
        cursor,
        chunkSize,
      );
      isClosed = true;
    } catch (error) {
      throw toDatabaseError(error);
    } finally {
      // If the reader stopped early, closing the connection also closes the cursor.
      client.release(!isClosed);
    }
  }

  async begin(isolation: IsolationLevel): Promise<void> {
    const client = await withWaitLimit(this.#timeoutMs, (limitMs) => this.#pool.connect(limitMs));
    this.#transaction = new PostgresTransaction(this.#pool, client, {
      timeoutMs: this.#timeoutMs,
      isolation,
    });
  }

  async commit(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await transaction?.commit();
  }

  async rollBack(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    await transaction?.rollBack();
  }

  #execute<R>(query: CompiledQuery, limitMs: number): Promise<QueryResult<R>> {
    const isRead = isReading(query.sql);
    if (this.#isolation === undefined) {
      return this.#sendAlone<R>(query, { leftMs: limitMs, isUnknownIfLost: !isRead });
    }
    return this.#retry(limitMs, (leftMs) =>
      isRead
        ? this.#sendAlone<R>(query, { leftMs, isUnknownIfLost: false })
        : this.#write<R>(query, leftMs),
    );
  }

  #retry<T>(limitMs: number, work: (leftMs: number) => Promise<T>): Promise<T> {
    return retry(work, { limitMs, mayRetry: isRepeatable, timing: this.#pool.timing });
  }

  async #take(limitMs: number): Promise<{ client: pg.PoolClient; leftMs: number }> {
    const { now, elapsed = now } = this.#pool.timing;
    const beganMs = elapsed();
    const client = await this.#pool.connect(limitMs);
    return { client, leftMs: Math.max(limitMs - (elapsed() - beganMs), 1) };
  }

  async #sendAlone<R>(
    query: Statement,
    options: { readonly leftMs: number; readonly isUnknownIfLost: boolean },
  ): Promise<QueryResult<R>> {
    const { client, leftMs } = await this.#take(options.leftMs);
    let failure: unknown;
    try {
      return await this.#pool.send<R>(client, query, leftMs);
    } catch (error) {
      failure = toDatabaseError(error, options);
      throw failure;
    } finally {
      client.release(isUnreachable(failure));
    }
  }

  /** BEGIN, the statement and COMMIT are sent together, in one round trip. */
  async #write<R>(query: Statement, limitMs: number): Promise<QueryResult<R>> {
    const { client, leftMs } = await this.#take(limitMs);
    const transaction = new PostgresTransaction(this.#pool, client, {
      timeoutMs: leftMs,
      isolation: 'serializable',
    });
    return transaction.commitWith<R>(query, leftMs);
  }
}

/** Sends COMMIT together with the second statement, so that the row is locked for only one round trip. */
export async function updateLocked<R, T>(
  { pool, timeoutMs }: { readonly pool: PostgresPool; readonly timeoutMs: number },
  locking: CompiledQuery<R>,
  update: (row: R | undefined) => { readonly query: Statement; readonly result: T },
): Promise<T> {
  const client = await pool.connect(timeoutMs);
  const isolation = 'read committed';
  const transaction = new PostgresTransaction(pool, client, { timeoutMs, isolation });
  let updated: ReturnType<typeof update>;
  try {
    const { rows } = await transaction.send<R>(locking, timeoutMs);
    updated = update(rows[0]);
  } catch (error) {
    await transaction.rollBack();
    throw error;
  }
  await transaction.commitWith(updated.query, timeoutMs);
  return updated.result;
}

/** COMMIT and ROLLBACK return the connection to the pool. */
class PostgresTransaction {
  readonly #pool: PostgresPool;
  readonly #client: pg.PoolClient;
  readonly #timeoutMs: number;
  /** The first statement is sent without waiting for the answer to BEGIN. */
  readonly #begun: Promise<unknown>;
  /** Later errors only report that the transaction is aborted. */
  #failure: Error | undefined;

  constructor(
    pool: PostgresPool,
    client: pg.PoolClient,
    { timeoutMs, isolation }: { readonly timeoutMs: number; readonly isolation: IsolationLevel },
  ) {
    this.#pool = pool;
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    const begin = { sql: `BEGIN ISOLATION LEVEL ${isolation}`, parameters: [] };
    this.#begun = pool.send(client, begin, timeoutMs);
    this.#begun.catch(() => undefined);
  }

  async send<R>(query: Statement, limitMs: number): Promise<Answer<R>> {
    if (this.#failure !== undefined) throw this.#failure;
    const [begun, answer] = await Promise.allSettled([
      this.#begun,
      this.#pool.send<R>(this.#client, query, limitMs),
    ]);
    if (begun.status === 'rejected') throw this.#fail(toBeginError(begun.reason));
    if (answer.status === 'rejected') throw this.#fail(toDatabaseError(answer.reason));
    return answer.value;
  }

  async commitWith<R>(query: Statement, limitMs: number): Promise<Answer<R>> {
    const sent = this.send<R>(query, limitMs);
    const [answer, end] = await Promise.allSettled([sent, this.commit()]);
    if (answer.status === 'rejected') {
      throw toDatabaseError(answer.reason, { isUnknownIfLost: true });
    }
    if (end.status === 'rejected') throw end.reason;
    return answer.value;
  }

  async commit(): Promise<void> {
    const statement = { sql: 'COMMIT', parameters: [] };
    try {
      const { command } = await this.#pool.send(this.#client, statement, this.#timeoutMs);
      await this.#begun;
      if (command !== 'COMMIT') {
        throw this.#failure ?? new DatabaseError('The transaction was rolled back.');
      }
    } catch (error) {
      const failure = this.#fail(toDatabaseError(error, { isUnknownIfLost: true }));
      this.#client.release(isUnreachable(failure));
      throw failure;
    }
    this.#client.release();
  }

  /** Never throws. If ROLLBACK fails, closes the connection, which also ends the transaction. */
  async rollBack(): Promise<void> {
    let isBroken = isUnreachable(this.#failure);
    if (!isBroken) {
      const statement = { sql: 'ROLLBACK', parameters: [] };
      await this.#pool.send(this.#client, statement, this.#timeoutMs).catch(() => {
        isBroken = true;
      });
    }
    this.#client.release(isBroken);
  }

  #fail(error: Error): Error {
    return (this.#failure ??= error);
  }
}

let lastCursor = 0;

function declareCursor(cursor: string, hold: string, { sql, parameters }: Statement): Statement {
  return { sql: `DECLARE ${cursor} CURSOR ${hold} FOR ${sql}`, parameters };
}

async function* fetchRows<R>(
  send: (sent: Statement) => Promise<Answer<R>>,
  cursor: string,
  chunkSize: number,
): AsyncGenerator<QueryResult<R>> {
  for (;;) {
    const { rows } = await send({ sql: `FETCH ${chunkSize} FROM ${cursor}`, parameters: [] });
    if (rows.length > 0) yield { rows };
    if (rows.length < chunkSize) break;
  }
  await send({ sql: `CLOSE ${cursor}`, parameters: [] });
}

/** The next statement may have been committed without a transaction. */
function toBeginError(reason: unknown): Error {
  const error = toDatabaseError(reason);
  if (!(error instanceof DatabaseError) || error.isLost) return error;
  return new DatabaseError(error.message, { code: error.code, isLost: true, isUnknown: true });
}

function isReading(sql: string): boolean {
  return /^[\s(]*SELECT\b/i.test(sql);
}

/** Closes the socket, which the types of `pg` leave out. */
function destroy(client: pg.ClientBase): void {
  (
    client as unknown as { connection: { stream: { destroy(): void } } }
  ).connection.stream.destroy();
}

/**
 * Startup parameters would not work, because PgBouncer refuses them. The pool waits for the returned promise, although
 * its types leave this out.
 */
function configure(client: pg.ClientBase): unknown {
  return client.query(
    `SET search_path = ${schema}; SET lock_timeout = ${lockMs};
     SET idle_in_transaction_session_timeout = ${lockMs};
     SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
     SET tcp_user_timeout = 30000; SET client_min_messages = warning;
     SET default_transaction_isolation = 'read committed'`,
  );
}

/** Counts and sums are numbers, as on SQLite. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (
  ...[oid, format]: Parameters<typeof pg.types.getTypeParser>
): unknown =>
  oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
    ? Number
    : pg.types.getTypeParser(oid, format);

/** Texts of Postgres cannot contain NUL. */
function toSendable(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  }
  return Array.isArray(value) ? value.map(toSendable) : value;
}

async function waitAtMost<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('timeout exceeded when trying to connect'));
    }, limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
