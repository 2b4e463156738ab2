import { setTimeout as sleep } from 'node:timers/promises';
// pg: the client of Postgres that pg-boss uses, too. Settings of a connection go with it.
import pg from 'pg';
import type { Timing } from '../../../src/transport.js';
import { DatabaseError } from '../store/databaseError.js';

/** A line that was found: its columns by name. */
export type Found = Record<string, unknown>;

/** Asks one connection. */
export type Ask = (sql: string, ...values: readonly unknown[]) => Promise<readonly Found[]>;

/** What may be asked again is, for so long. */
const patienceMs = 60_000;
const firstPauseMs = 50;
const longestPauseMs = 2_000;
const mostConnections = 6;

/**
 * The database of many machines, for what many of them do at once: slices of runs, holds, the queue. Nobody
 * waits for it within a turn of the event loop. It may restart, or a connection break, at any moment.
 */
export class SharedDatabase {
  readonly url: string;
  readonly #pool: pg.Pool;

  /** With `limitMs`, a connection and an answer have so long each; otherwise, what is usual. */
  constructor(url: string, connections = mostConnections, limitMs?: number) {
    this.url = url;
    this.#pool = new pg.Pool({
      connectionString: url,
      max: connections,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: limitMs ?? 10_000,
      // The kernel would wait for minutes for a connection that no longer answers.
      query_timeout: limitMs ?? 35_000,
      application_name: 'rwa',
      onConnect: setUp(limitMs ?? 30_000),
    });
    // A connection that breaks while nobody uses it is replaced when somebody needs one.
    this.#pool.on('error', () => undefined);
  }

  /** Asks once. Throws what Postgres says, and a DatabaseError when it cannot be reached. */
  readonly ask: Ask = async (sql, ...values) => {
    try {
      const { rows } = await this.#pool.query<Found>(sql, [...values]);
      return rows;
    } catch (error) {
      throw asLost(error);
    }
  };

  /**
   * Does all of it, or, when it throws, nothing. After a lost connection, nobody knows which. Throws what `work` and
   * Postgres do, and a DatabaseError when it cannot be reached.
   */
  async inTransaction<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw asLost(error);
    });
    let broken: Error | undefined;
    const breaks = (error: Error) => {
      broken = error;
    };
    client.on('error', breaks);
    try {
      await client.query('BEGIN');
      const result = await work(async (sql, ...values) => {
        const { rows } = await client.query<Found>(sql, [...values]);
        return rows;
      });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch(breaks);
      throw asLost(error);
    } finally {
      client.off('error', breaks);
      client.release(broken);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/**
 * Makes the settings of a new connection. They are not among its startup parameters, as PgBouncer refuses those. The
 * pool waits for the promise, which its types leave out.
 */
function setUp(statementTimeoutMs: number): (client: pg.ClientBase) => unknown {
  return (client) =>
    client.query(
      `SET search_path = rwa; SET idle_in_transaction_session_timeout = 60000;
       SET statement_timeout = ${statementTimeoutMs}`,
    );
}

/** The time that a process has, which it cannot set. */
export type Time = Pick<Timing, 'now' | 'elapsed' | 'sleep'>;

/** That of the machine. Who waits keeps no process alive. */
export const realTime: Time = {
  now: () => performance.now(),
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
};

/** Repeats work that may be repeated while the database is away. Throws what else goes wrong, and after a time. */
export async function whileAway<T>(
  work: () => Promise<T>,
  time: Time = realTime,
  forMs = patienceMs,
): Promise<T> {
  const elapsed = time.elapsed ?? time.now;
  const untilMs = elapsed() + forMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || elapsed() > untilMs) throw error;
    }
    await time.sleep(pauseMs);
  }
}

/** SQLSTATE: the connection, too little of something, an operator, a deadlock or a conflict, a failover. */
const passing = /^(?:08|53|57|40|25006)/;

/** Codes of the operating system: ECONNREFUSED. */
const ofSystem = /^E[A-Z]+$/;

/** What pg says by itself of a connection. */
const ofConnection = /connection|timeout|client|backend/i;

/** The server goes down, is down or only reads: the same as in postgresThread.ts, which can import nothing of ours. */
const lostState = /^(?:08|57P0|25006)/;

/** A lost connection as the store throws it, so that whoever asks knows one of them. */
function asLost(error: unknown): unknown {
  if (error instanceof DatabaseError || !isPassing(error)) return error;
  const { message, code } = error as Error & { readonly code?: string };
  const isOfServer = code !== undefined && !ofSystem.test(code);
  if (isOfServer && !lostState.test(code)) return error;
  // Whether a transaction was committed is unknown. Not as its cause: the settings of the connection may hang on it.
  return new DatabaseError(message === '' ? (code ?? '') : message, {
    ...{ code, isLost: true, isUnknown: true },
  });
}

/** True for what may be better in a moment: no connection, or a server that starts or ends. */
export function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.isLost;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  // What pg says of its own connection has no code.
  if (typeof code !== 'string') return error.name === 'Error' && ofConnection.test(error.message);
  return ofSystem.test(code) || passing.test(code);
}
