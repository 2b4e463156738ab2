import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isBusy } from './errors.js';

/** SQLite itself waits for another writer for this time, and blocks the event loop meanwhile. */
const blockingBusyMs = 5;
/** A write also waits this long for earlier writes. */
const busyMs = 20_000;
/** Statements block the event loop. After this time, the next statement first lets it run. */
const turnMs = 15;
/** Without a limit, texts that vary would fill the memory. */
const maxPrepared = 500;

interface DatabaseFile {
  readonly path: string | URL;
  readonly readOnly?: boolean;
}

export function createNodeSqliteDialect(file: DatabaseFile): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** The driver can read while a transaction is open. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

interface Handles {
  readonly writer: Handle;
  readonly reader: Handle;
}

/**
 * Reads outside of a transaction see only committed data, and do not wait for writes. A stream outside of a transaction
 * opens its own connection, because an unfinished statement keeps a connection on an old snapshot.
 */
class NodeSqliteDriver implements Driver {
  readonly #file: DatabaseFile;
  #opened: Handles | undefined;
  #lastWriter: Promise<void> = Promise.resolve();
  #turnBeganMs = 0;

  constructor(file: DatabaseFile) {
    this.#file = file;
  }

  init(): Promise<void> {
    return new Promise((resolve) => {
      this.#opened = openHandles(this.#file);
      resolve();
    });
  }

  acquireConnection(): Promise<NodeSqliteConnection> {
    return Promise.resolve(new NodeSqliteConnection(this));
  }

  async beginTransaction(connection: NodeSqliteConnection): Promise<void> {
    const release = await this.#lockWriter();
    try {
      await this.#whileBusy(() => {
        this.#handles.writer.db.exec('BEGIN IMMEDIATE');
      });
    } catch (error) {
      release();
      throw error;
    }
    connection.endTransaction = release;
  }

  async commitTransaction(connection: NodeSqliteConnection): Promise<void> {
    await this.#whileBusy(() => {
      this.#handles.writer.db.exec('COMMIT');
    });
    connection.endTransaction?.();
    connection.endTransaction = undefined;
  }

  rollbackTransaction(connection: NodeSqliteConnection): Promise<void> {
    const { db } = this.#handles.writer;
    try {
      // After some errors, such as a full disk, SQLite has rolled back by itself.
      if (db.isTransaction) db.exec('ROLLBACK');
    } finally {
      connection.endTransaction?.();
      connection.endTransaction = undefined;
    }
    return Promise.resolve();
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    const release = await this.#lockWriter().catch(() => undefined);
    const { writer, reader } = this.#handles;
    this.#opened = undefined;
    reader.db.close();
    writer.db.close();
    release?.();
  }

  async execute<R>(
    { sql, parameters }: CompiledQuery,
    { isInTransaction }: { readonly isInTransaction: boolean },
  ): Promise<QueryResult<R>> {
    await this.#takeTurn();
    const { writer, reader } = this.#handles;
    const values = parameters.map(toBindable);
    if (isInTransaction) {
      if (!writer.db.isTransaction) throw new Error('SQLite has rolled the transaction back.');
      return writer.run<R>(sql, values);
    }
    if (isReading(sql)) return this.#whileBusy(() => reader.run<R>(sql, values));
    const release = await this.#lockWriter();
    try {
      return await this.#whileBusy(() => writer.run<R>(sql, values));
    } finally {
      release();
    }
  }

  async *stream<R>(
    { sql, parameters }: CompiledQuery,
    chunkSize: number,
    { isInTransaction }: { readonly isInTransaction: boolean },
  ): AsyncIterableIterator<QueryResult<R>> {
    const ownReader = isInTransaction ? undefined : openReader(this.#file);
    const { db } = ownReader ?? this.#handles.writer;
    try {
      let rows: R[] = [];
      for (const row of db.prepare(sql).iterate(...parameters.map(toBindable))) {
        rows.push(row as R);
        if (rows.length < chunkSize) continue;
        yield { rows };
        await this.#takeTurn();
        rows = [];
      }
      if (rows.length > 0) yield { rows };
    } finally {
      ownReader?.db.close();
    }
  }

  get #handles(): Handles {
    if (this.#opened === undefined) throw new Error('The database is closed.');
    return this.#opened;
  }

  async #lockWriter(): Promise<() => void> {
    const previousWriter = this.#lastWriter;
    const ownEnd = Promise.withResolvers<undefined>();
    const release = () => {
      ownEnd.resolve(undefined);
    };
    this.#lastWriter = previousWriter.then(() => ownEnd.promise);
    const abort = new AbortController();
    try {
      const isFree = await Promise.race([
        previousWriter.then(() => true),
        sleep(busyMs, false, { signal: abort.signal, ref: false }),
      ]);
      if (isFree) return release;
    } finally {
      abort.abort();
    }
    release();
    throw Object.assign(new Error('Another transaction of this process does not end.'), {
      code: 'ERR_SQLITE_ERROR',
      errcode: 5, // SQLITE_BUSY
    });
  }

  async #whileBusy<T>(work: () => T): Promise<T> {
    const untilMs = performance.now() + busyMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > untilMs) throw error;
      }
      // The pause is random, so that two processes do not repeat their statements at the same moment.
      await sleep(5 + Math.random() * 20);
    }
  }

  async #takeTurn(): Promise<void> {
    if (performance.now() - this.#turnBeganMs < turnMs) return;
    await setImmediate();
    this.#turnBeganMs = performance.now();
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #driver: NodeSqliteDriver;
  /** Set while this connection has a transaction. */
  endTransaction: (() => void) | undefined;

  constructor(driver: NodeSqliteDriver) {
    this.#driver = driver;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.execute(query, { isInTransaction: this.endTransaction !== undefined });
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    const isInTransaction = this.endTransaction !== undefined;
    return this.#driver.stream(query, chunkSize, { isInTransaction });
  }
}

class Handle {
  readonly db: DatabaseSync;
  readonly #prepared = new Map<string, { statement: StatementSync; hasRows: boolean }>();

  constructor({ path, readOnly = false }: DatabaseFile) {
    this.db = new DatabaseSync(path, { timeout: blockingBusyMs, readOnly });
  }

  run<R>(sql: string, values: readonly SQLInputValue[]): QueryResult<R> {
    const { statement, hasRows } = this.#prepare(sql);
    if (hasRows) return { rows: statement.all(...values) as R[] };
    const { changes } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  #prepare(sql: string): { statement: StatementSync; hasRows: boolean } {
    const existing = this.#prepared.get(sql);
    if (existing !== undefined) return existing;
    if (this.#prepared.size >= maxPrepared) this.#prepared.clear();
    const statement = this.db.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function openHandles(file: DatabaseFile): Handles {
  const writer = new Handle(file);
  try {
    writer.db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    return { writer, reader: openReader(file) };
  } catch (error) {
    writer.db.close();
    throw error;
  }
}

function openReader(file: DatabaseFile): Handle {
  const reader = new Handle(file);
  reader.db.exec('PRAGMA query_only = ON');
  return reader;
}

function isReading(sql: string): boolean {
  return /^[\s(]*SELECT\b|^\s*PRAGMA data_version\b/i.test(sql);
}

function toBindable(value: unknown): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
}
