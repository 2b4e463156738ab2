import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Change, Changes } from '../changes.js';
import { liveSheets } from '../store/liveSheet.js';
import type { Store } from '../store/store.js';
import type { SharedDatabase } from './sharedDatabase.js';

const channel = 'rwa_change';
/** A notice of Postgres has less than 8,000 bytes. */
const mostRows = 900;
const againMs = 1_000;
/** A connection that is silent for so long is asked whether it is still there. */
const aliveMs = 10_000;

/** Tells other processes of changes, and hears of theirs. */
export class ChangesOfAll {
  readonly #database: SharedDatabase;
  readonly #id = randomUUID();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(database: SharedDatabase) {
    this.#database = database;
  }

  /** Tells the other processes. Nothing depends on it: who hears nothing looks by itself after a while. */
  readonly tell = (change: Change): void => {
    for (const part of parted(change)) {
      const text = JSON.stringify({ from: this.#id, change: part });
      this.#database.ask('SELECT pg_notify($1, $2)', channel, text).catch(() => undefined);
    }
  };

  /** Tells this process of what the others change; and of everything after a time in which it heard nothing. */
  async listen(changes: Pick<Changes, 'tell'>, store: Store): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client({
      connectionString: this.#database.url,
      ...{ application_name: 'rwa changes', keepAlive: true, connectionTimeoutMillis: 10_000 },
      query_timeout: aliveMs,
    });
    this.#client = client;
    const end = () => {
      // A connection that has ended before may say so late.
      if (this.#client !== client) return;
      clearInterval(this.#timer);
      this.#client = undefined;
      client.end().catch(() => undefined);
      if (this.#isClosed) return;
      setTimeout(() => {
        void this.listen(changes, store);
      }, againMs).unref();
    };
    client.on('error', end);
    client.on('end', end);
    client.on('notification', ({ payload = '' }) => {
      const { from, change } = JSON.parse(payload) as { from: string; change: Change };
      if (from !== this.#id) changes.tell(change);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      this.#timer = setInterval(() => {
        client.query('SELECT 1').catch(end);
      }, aliveMs);
      for (const sheet of liveSheets(store)) changes.tell({ type: 'sheet', sheet });
    } catch {
      end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }
}

function* parted(change: Change): Generator<Change> {
  if (change.type !== 'rows' || change.rows.length <= mostRows) {
    yield change;
    return;
  }
  for (let from = 0; from < change.rows.length; from += mostRows) {
    yield { ...change, rows: change.rows.slice(from, from + mostRows) };
  }
}
