import manifest from '../../package.json' with { type: 'json' };
import type { Store } from '../db/store.js';
import type { TokenState } from '../operations/tokenState.js';
import { parseMessages } from '../runs/latestRun.js';
import type { RunHealthQuery } from './healthStore.js';
import type { ProcessRole } from './metrics.js';
import { readCounts } from './storeGauges.js';

/** Contains no names of people or sheets. */
export interface Status {
  readonly role: ProcessRole;
  readonly version: string;
  /** ISO 8601 */
  readonly startedAt: string;
  readonly store: Store['dialect'] | null;
  readonly isTokenRefused: boolean;
  /** Null before the store is open, and while the database is unavailable. */
  readonly work: {
    readonly runs: Readonly<Record<string, number>>;
    readonly unconfirmed: number;
    readonly lastSuccessAt: string | null;
    /** The messages contain no values of the sheet. */
    readonly lastFailure: { readonly at: string; readonly messages: readonly string[] } | null;
  } | null;
}

export class ProcessStatus {
  readonly #role: ProcessRole;
  readonly #startedAt = new Date().toISOString();
  #store: { readonly ask: RunHealthQuery; readonly dialect: Store['dialect'] } | undefined;
  #token: Readonly<TokenState> | undefined;

  constructor(role: ProcessRole) {
    this.#role = role;
  }

  begin(
    ask: RunHealthQuery,
    dialect: Store['dialect'],
    token: Readonly<TokenState> = { isRefused: false },
  ): void {
    this.#store = { ask, dialect };
    this.#token = token;
  }

  async read(): Promise<Status> {
    return {
      role: this.#role,
      version: manifest.version,
      startedAt: this.#startedAt,
      store: this.#store?.dialect ?? null,
      isTokenRefused: this.#token?.isRefused ?? false,
      work: (this.#store && (await readWork(this.#store.ask).catch(() => null))) ?? null,
    };
  }
}

async function readWork(ask: RunHealthQuery): Promise<Status['work']> {
  const [counts, failures] = await Promise.all([readCounts(ask), readLastFailure(ask)]);
  const { runs, unconfirmed, lastSuccess } = counts;
  return {
    runs: Object.fromEntries(runs.map(({ labels, value }) => [labels?.state ?? '', value])),
    unconfirmed,
    lastSuccessAt: lastSuccess ?? null,
    lastFailure: failures[0] ?? null,
  };
}

/** Reads only the messages without values: everybody who reaches the health port can read them. */
function readLastFailure(ask: RunHealthQuery) {
  return ask(async (db) => {
    const found = await db
      .selectFrom('run')
      .select(({ fn }) => ['ended_at', fn.coalesce('messages_outside', 'messages').as('messages')])
      .where('state', '=', 'failed')
      .orderBy('ended_at', 'desc')
      .limit(1)
      .execute();
    const rows = found.map(({ ended_at: at, messages }) => ({
      at: at ?? '',
      messages: parseMessages(messages),
    }));
    return { rows };
  });
}
