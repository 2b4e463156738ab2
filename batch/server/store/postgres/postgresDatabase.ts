import { randomUUID } from 'node:crypto';
import { DatabaseError } from '../databaseError.js';
import type { Database, Line, NamedValues, SqlValue, Statement } from '../store.js';
import { BlockingThread } from './blockingThread.js';
import { type Translated, translated, valuesFor } from './placeholders.js';
import { beginning, settingsOf, silentMs } from './session.js';
import type { Request, Step, StepResult, WireValue } from './wire.js';

/** How a connection behaves. */
export interface PostgresOptions {
  /** So long is tried again what a lost connection or another transaction has ended. */
  readonly patienceMs?: number;
  /** What the server calls the process. */
  readonly name?: string;
}

/** What a transaction that is under way has come to. */
interface Transaction {
  /** Is sent with the first statement. */
  beginning: readonly Step[];
  /** What went wrong first, also where the caller has caught it. */
  failure: DatabaseError | undefined;
  isCommitting: boolean;
}

/** Another transaction had to go first, or the tables are others since the statement was prepared. */
const againStates = /^(?:40001|40P01|0A000)/;
const shortestPauseMs = 20;
const longestPauseMs = 500;
/** So many different statements stay prepared. */
const mostPrepared = 500;
/** So many rows come at a time where all are looked at. */
const rowsPerBlock = 500;

/**
 * A database of Postgres whose calls return when they are done: a thread of its own speaks with the server. What
 * reads outside of a transaction is tried again on a new connection. What writes, and a transaction, is tried
 * again where nothing of it was committed, and only then: each transaction notes its number in the line of this
 * connection, so that after a lost COMMIT a new connection sees whether it counts. (The number that Postgres gives
 * a transaction says less: after a crash it may be given again.)
 */
export class PostgresDatabase implements Database {
  readonly #url: string;
  readonly #patienceMs: number;
  readonly #session = randomUUID();
  readonly #applicationName: string;
  readonly #prepared = new Map<string, { readonly to: Translated; readonly name?: string }>();
  #thread: BlockingThread | undefined;
  #isConnected = false;
  #connections = 0;
  #transaction: Transaction | undefined;
  #last = 0;
  #cursors = 0;
  #isClosed = false;
  /** Until then, nobody waits for a database that others have waited for in vain. */
  #awayUntilMs = 0;

  constructor(url: string, { patienceMs = 20_000, name = 'rwa' }: PostgresOptions = {}) {
    this.#url = url;
    this.#patienceMs = patienceMs;
    this.#applicationName = `${name} ${this.#session}`;
  }

  get isTransaction(): boolean {
    return this.#transaction !== undefined;
  }

  prepare(sql: string): Statement {
    const one = (values: readonly (SqlValue | NamedValues)[]) => this.#one(sql, values);
    return {
      get: (...values: readonly (SqlValue | NamedValues)[]) => linesOf(one(values))[0],
      all: (...values: readonly (SqlValue | NamedValues)[]) => linesOf(one(values)),
      run: (...values: readonly (SqlValue | NamedValues)[]) => ({ changes: one(values).changes }),
      iterate: (...values: SqlValue[]) => this.#iterate(sql, values),
    };
  }

  exec(sql: string): void {
    this.#steps([{ text: sql }], isReading(sql));
  }

  /** Does a statement for many values; all of them are on their way at once. */
  runMany(sql: string, rows: readonly (readonly SqlValue[])[]): void {
    if (rows.length > 0)
      this.#steps(
        rows.map((row) => this.#step(sql, row)),
        isReading(sql),
      );
  }

  /** The first line that a statement finds for each of many values. */
  getMany(sql: string, rows: readonly (readonly SqlValue[])[]): (Line | undefined)[] {
    if (rows.length === 0) return [];
    const found = this.#steps(
      rows.map((row) => this.#step(sql, row)),
      isReading(sql),
    );
    return found.map((one) => linesOf(one)[0]);
  }

  /** Does all of it, once, or nothing. It is called again where that came to nothing: it may only use the database. */
  transaction<T>(change: () => T, lock?: string): T {
    return this.#transact(change, {
      beginning: (number) => [{ text: beginning(lock) }, this.#note(number)],
      isWritten: (number, pause) => this.#isWritten(number, pause),
    });
  }

  /** The same for a change that may be done twice, before there is a table that has the numbers. */
  repeatableTransaction<T>(begin: string, change: () => T): T {
    return this.#transact(change, { beginning: () => [{ text: begin }], isWritten: () => false });
  }

  close(): void {
    this.#isClosed = true;
    this.#isConnected = false;
    this.#thread?.ask({ kind: 'close' }, 2_000);
    this.#thread?.end();
    this.#thread = undefined;
  }

  #one(sql: string, values: readonly (SqlValue | NamedValues)[]): StepResult {
    const [done] = this.#steps([this.#step(sql, values)], isReading(sql));
    if (done === undefined) throw new Error('A statement has no answer.');
    return done;
  }

  #step(sql: string, values: readonly (SqlValue | NamedValues)[]): Step {
    let known = this.#prepared.get(sql);
    if (known === undefined) {
      const { size } = this.#prepared;
      known = { to: translated(sql), ...(size < mostPrepared ? { name: `s${size}` } : {}) };
      if (size < mostPrepared) this.#prepared.set(sql, known);
    }
    const { to, name } = known;
    return { text: to.text, name, values: valuesFor(to, values).map(wireValue) };
  }

  #steps(steps: readonly Step[], isRead: boolean): readonly StepResult[] {
    if (this.#transaction !== undefined) return this.#inside(this.#transaction, steps);
    if (isRead) return this.#patiently(steps);
    return this.transaction(() => this.#steps(steps, false));
  }

  /** A reading outside of a transaction. */
  #patiently(steps: readonly Step[]): readonly StepResult[] {
    const pause = this.#pauses();
    for (;;) {
      try {
        this.#connect(pause);
        return this.#ask(steps);
      } catch (error) {
        if (!mayBeAgain(error) || !pause()) throw error;
      }
    }
  }

  #inside(transaction: Transaction, steps: readonly Step[]): readonly StepResult[] {
    // What was done of it is gone.
    if (transaction.failure?.isLost === true) throw transaction.failure;
    const { beginning: before } = transaction;
    transaction.beginning = [];
    try {
      return this.#ask([...before, ...steps]).slice(before.length);
    } catch (error) {
      if (error instanceof DatabaseError) transaction.failure ??= error;
      throw error;
    }
  }

  #transact<T>(
    change: () => T,
    {
      beginning: begin,
      isWritten,
    }: {
      readonly beginning: (number: number) => readonly Step[];
      readonly isWritten: (number: number, pause: () => boolean) => boolean;
    },
  ): T {
    if (this.#transaction !== undefined)
      throw new Error('There is a transaction in a transaction.');
    const pause = this.#pauses();
    for (;;) {
      this.#connect(pause);
      const number = ++this.#last;
      const own: Transaction = {
        beginning: begin(number),
        failure: undefined,
        isCommitting: false,
      };
      let result: { readonly of: T } | undefined;
      try {
        this.#transaction = own;
        result = { of: change() };
        this.#commit(own);
        return result.of;
      } catch (error) {
        this.#transaction = undefined;
        const { failure } = own;
        this.#rollBack(own);
        if (failure === undefined) throw error;
        if (own.isCommitting && failure.isLost && result !== undefined) {
          if (isWritten(number, pause)) return result.of;
        } else if (!mayBeAgain(failure)) throw error;
        if (!pause()) throw error;
      } finally {
        this.#transaction = undefined;
      }
    }
  }

  #commit(transaction: Transaction): void {
    if (transaction.failure !== undefined) throw transaction.failure;
    // Nothing was asked.
    if (transaction.beginning.length > 0) return;
    transaction.isCommitting = true;
    const [done] = this.#inside(transaction, [{ text: 'COMMIT' }]);
    if (done?.command === 'COMMIT') return;
    throw new DatabaseError('The database has taken a transaction back.');
  }

  #rollBack({ beginning: notBegun, failure }: Transaction): void {
    if (notBegun.length > 0 || failure?.isLost === true || !this.#isConnected) return;
    try {
      this.#ask([{ text: 'ROLLBACK' }]);
    } catch {
      // Then the connection is gone, and the transaction with it.
      this.#isConnected = false;
    }
  }

  /** Notes the number of the transaction that is under way. */
  #note(number: number): Step {
    return this.#step(
      `INSERT INTO store_session (id, number) VALUES (?1, ?2)
       ON CONFLICT (id) DO UPDATE SET number = ?2, at = now()`,
      [this.#session, number],
    );
  }

  /**
   * Whether a transaction whose COMMIT had no answer counts. It waits for the end of the transaction, where that is
   * still under way, as both write the same line.
   */
  #isWritten(number: number, pause: () => boolean): boolean {
    const sql = `INSERT INTO store_session (id, number) VALUES (?1, 0)
      ON CONFLICT (id) DO UPDATE SET number = store_session.number RETURNING number`;
    for (;;) {
      try {
        this.#connect(pause);
        const [found] = this.#ask([this.#step(sql, [this.#session])]);
        return found !== undefined && linesOf(found)[0]?.number === number;
      } catch (error) {
        if (mayBeAgain(error) && pause()) continue;
        throw new DatabaseError(
          `The connection to the database was lost at the end of a change, and nobody can say whether it was made: ${(error as Error).message}`,
          { isUnknown: true, cause: error },
        );
      }
    }
  }

  *#iterate(sql: string, values: readonly SqlValue[]): Generator<Line> {
    const cursor = `rows_${++this.#cursors}`;
    const { text, values: sent = [] } = this.#step(sql, values);
    // Outside of a transaction, the server keeps the lines as they are now.
    const hold = this.isTransaction ? '' : 'WITH HOLD';
    const fetch = { text: `FETCH ${rowsPerBlock} FROM ${cursor}` };
    const declare = { text: `DECLARE ${cursor} CURSOR ${hold} FOR ${text}`, values: sent };
    let [, block] = this.#steps([declare, fetch], true);
    const connection = this.#connections;
    try {
      while (block !== undefined) {
        yield* linesOf(block);
        if (block.rows.length < rowsPerBlock) return;
        if (connection !== this.#connections || !this.#isConnected) {
          throw new DatabaseError(lostMessage, { isLost: true });
        }
        [block] = this.#transaction === undefined ? this.#ask([fetch]) : this.#steps([fetch], true);
      }
    } finally {
      this.#closeCursor(cursor, connection);
    }
  }

  #closeCursor(cursor: string, connection: number): void {
    if (connection !== this.#connections || !this.#isConnected) return;
    if (this.#transaction?.failure !== undefined) return;
    try {
      this.#ask([{ text: `CLOSE ${cursor}` }]);
    } catch {
      // It ends with its connection, or has ended with its transaction.
    }
  }

  /** Does nothing where there is a connection. Throws when there is none in time, or the server refuses. */
  #connect(pause: () => boolean): void {
    if (this.#isClosed) throw new Error('The database is closed.');
    while (!this.#isConnected) {
      try {
        this.#request(
          {
            ...{ kind: 'connect', url: this.#url, applicationName: this.#applicationName },
            ...{ timeoutMs: 5_000, settings: settingsOf(this.#applicationName) },
          },
          15_000,
        );
        this.#isConnected = true;
        this.#connections++;
        this.#awayUntilMs = 0;
      } catch (error) {
        const isLost = mayConnectLater(error as DatabaseError);
        if (!isLost || !pause()) {
          this.#awayUntilMs = performance.now() + awayMs;
          throw new DatabaseError(`The database cannot be reached: ${(error as Error).message}`, {
            ...{ code: (error as DatabaseError).code, isLost, cause: error },
          });
        }
      }
    }
  }

  #ask(steps: readonly Step[]): readonly StepResult[] {
    // Many rows may take longer than one statement may.
    const limitMs = silentMs + steps.length * 20;
    return this.#request({ kind: 'steps', steps, limitMs }, limitMs + 5_000);
  }

  #request(request: Request, limitMs: number): readonly StepResult[] {
    this.#thread ??= new BlockingThread();
    const answer = this.#thread.ask(request, limitMs);
    if (answer === undefined) {
      this.#thread.end();
      this.#thread = undefined;
      this.#isConnected = false;
      throw new DatabaseError('The database does not answer.', { isLost: true });
    }
    if ('results' in answer) return answer.results;
    const { message, code, isLost } = answer.failure;
    if (isLost) this.#isConnected = false;
    throw new DatabaseError(message, { code, isLost });
  }

  /** Waits a moment, a longer one each time; false when it was tried for long enough since the first time. */
  #pauses(): () => boolean {
    let untilMs: number | undefined;
    let nextMs = shortestPauseMs;
    return () => {
      const nowMs = performance.now();
      untilMs ??= nowMs + (nowMs < this.#awayUntilMs ? 0 : this.#patienceMs);
      if (nowMs + nextMs > untilMs) return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, nextMs);
      nextMs = Math.min(2 * nextMs, longestPauseMs);
      return true;
    };
  }
}

/** So long after the last attempt that came to nothing. */
const awayMs = 10_000;

const lostMessage = 'The connection to the database was lost while its rows were read.';

/** What was asked is gone without a trace, and may be asked again. */
function mayBeAgain(error: unknown): boolean {
  return error instanceof DatabaseError && (error.isLost || againStates.test(error.code ?? ''));
}

/** A wrong password or database stays wrong; a server that starts, or has no room for one more, does not. */
function mayConnectLater({ code = '' }: DatabaseError): boolean {
  return !/^(?:28|3D|42|ERR_|CERT_|DEPTH_|SELF_|UNABLE_)/.test(code);
}

/** True for what may be done twice. */
function isReading(sql: string): boolean {
  return /^\s*SELECT\b/i.test(sql);
}

function linesOf({ columns, rows }: StepResult): Line[] {
  return rows.map((row) => {
    const line: Line = {};
    for (const [index, column] of columns.entries()) line[column] = row[index] ?? null;
    return line;
  });
}

/** A text of Postgres has no character 0: it stands as the one for what cannot be shown. */
function wireValue(value: SqlValue): WireValue {
  if (typeof value === 'string')
    return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  if (value === null || value instanceof Uint8Array) return value;
  return String(value);
}
