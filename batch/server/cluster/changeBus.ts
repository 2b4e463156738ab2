import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { Change, Changes } from '../changes.js';
import type { Store } from '../db/store.js';
import { listLiveSheets } from '../sheets/liveSheet.js';

const channel = 'rwa_change';
/** The most rows in one notification, which Postgres limits to less than 8,000 bytes. */
const maxRows = 900;
const reconnectMs = 1_000;
/** The interval of checks of the connection, and the time limit for connecting and for a query. */
const aliveMs = 10_000;

interface Notification {
  readonly from: string;
  readonly change: Change;
}

/** Exchanges changes with other processes. A change may be lost, so processes also poll. */
export class ChangeBus {
  readonly #store: Store;
  readonly #id = randomUUID();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(store: Store) {
    this.#store = store;
  }

  readonly publish = (change: Change): void => {
    for (const part of splitChange(change)) {
      const text = JSON.stringify({ from: this.#id, change: part } satisfies Notification);
      sql`SELECT pg_notify(${channel}, ${text})`.execute(this.#store.db).catch(() => undefined);
    }
  };

  /**
   * Publishes a change of each sheet when the connection listens, because earlier changes may have been missed.
   * Resolves when the connection listens, or has failed and will be retried.
   */
  async listen(url: string, changes: Pick<Changes, 'publish'>): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({
      connectionString: url,
      application_name: 'rwa changes',
      keepAlive: true,
      connectionTimeoutMillis: aliveMs,
      query_timeout: aliveMs,
    });
    this.#client = client;
    const reconnect = () => {
      // A replaced connection may report its end late.
      if (this.#client !== client) return;
      clearInterval(this.#timer);
      this.#client = undefined;
      client.end().catch(() => undefined);
      setTimeout(() => {
        void this.listen(url, changes);
      }, reconnectMs).unref();
    };
    // Add the listeners before the first await, because an error without a listener would end the process.
    client.on('error', reconnect);
    client.on('end', reconnect);
    client.on('notification', ({ payload }) => {
      const received = parse(payload);
      if (received !== undefined && received.from !== this.#id) changes.publish(received.change);
    });
    await this.#begin(client, changes, reconnect).catch(reconnect);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #begin(
    client: pg.Client,
    changes: Pick<Changes, 'publish'>,
    reconnect: () => void,
  ): Promise<void> {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    if (this.#client !== client) return;
    this.#timer = setInterval(() => {
      client.query('SELECT 1').catch(reconnect);
    }, aliveMs);
    for (const sheet of await listLiveSheets(this.#store))
      changes.publish({ type: 'sheet', sheet });
  }
}

function parse(payload = ''): Notification | undefined {
  try {
    return JSON.parse(payload) as Notification;
  } catch {
    return undefined;
  }
}

function* splitChange(change: Change): Generator<Change> {
  if (change.type !== 'rows' || change.rows.length <= maxRows) {
    yield change;
    return;
  }
  for (let from = 0; from < change.rows.length; from += maxRows) {
    yield { ...change, rows: change.rows.slice(from, from + maxRows) };
  }
}
