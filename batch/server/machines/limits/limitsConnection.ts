import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** What a connection is for. */
export interface LimitsConnectionOptions {
  readonly url: string;
  /** Statements for a new connection, before all others. */
  readonly setUp: readonly string[];
  /** A query that takes longer means that the connection is dead; by default it may take any time. */
  readonly queryTimeoutMs?: number;
  /** Called when it breaks: what the server kept for it is gone. */
  readonly onLost?: () => void;
}

const connectTimeoutMs = 5_000;
/** When a silent connection is asked whether it is still there. Node then asks ten times, a second apart. */
const keepAliveAfterMs = 10_000;

/** One connection to Postgres at a time, made when it is needed, also after the last one broke. */
export class LimitsConnection {
  readonly #options: LimitsConnectionOptions;
  // By this name the server finds what is left of an earlier connection.
  readonly #name = `rwa-limits-${randomUUID()}`;
  #open: OpenConnection | undefined;
  #isClosed = false;
  /** The query before the next: a connection has one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: LimitsConnectionOptions) {
    this.#options = options;
  }

  /** Rejects when the connection cannot be made or breaks, and with what the server refuses. */
  async rows<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]> {
    return (await this.#query((client) => client.query<T>(sql, values))).rows;
  }

  /** Several statements in one go, without values, as one transaction; resolves to the rows of the last. */
  async last<T extends pg.QueryResultRow>(statements: readonly string[]): Promise<T[]> {
    const results = await this.#query(
      (client) => client.query<T>(statements.join(';\n')) as Promise<unknown>,
    );
    return (results as pg.QueryResult<T>[]).at(-1)?.rows ?? [];
  }

  /** Ends the connection; nothing may be asked any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const open = this.#open;
    this.#open = undefined;
    await open?.isReady.catch(() => undefined);
    await open?.client.end().catch(() => undefined);
  }

  #query<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
    const answer = this.#last.then(() => this.#queryNow(ask));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #queryNow<T>(ask: (client: pg.Client) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error('The connection is closed.');
    const open = (this.#open ??= this.#connect());
    try {
      await open.isReady;
      return await ask(open.client);
    } catch (error) {
      // What the server refuses leaves the connection as it is, unless it also ends it.
      if (!(error instanceof pg.DatabaseError && error.severity === 'ERROR')) this.#drop(open);
      throw error;
    }
  }

  #connect(): OpenConnection {
    const { url, queryTimeoutMs } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      application_name: this.#name,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      ...(queryTimeoutMs === undefined ? {} : { query_timeout: queryTimeoutMs }),
    });
    const open = { client, isReady: this.#setUp(client) };
    const lost = () => {
      this.#drop(open);
    };
    client.on('error', lost);
    client.on('end', lost);
    return open;
  }

  async #setUp(client: pg.Client): Promise<void> {
    await client.connect();
    for (const statement of this.#options.setUp) await client.query(statement);
    // Half of a broken connection may still keep what this one wants to have.
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = $1 AND pid <> pg_backend_pid()`,
      [this.#name],
    );
  }

  #drop(open: OpenConnection): void {
    if (this.#open !== open) return;
    this.#open = undefined;
    void open.client.end().catch(() => undefined);
    this.#options.onLost?.();
  }
}

interface OpenConnection {
  readonly client: pg.Client;
  /** Rejects when it cannot be made. */
  readonly isReady: Promise<void>;
}
