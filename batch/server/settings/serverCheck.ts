import { sql } from 'kysely';
import { checkFolder } from '../../doctor/checkFolder.js';
import { checkAuthorities, checkVersions } from '../../doctor/checkMachine.js';
import { checkService } from '../../doctor/checkService.js';
import type { Finding } from '../../doctor/finding.js';
import { OperatingError } from '../../engine/errors.js';
import type { Connection } from '../../http/connection.js';
import type { Store } from '../db/store.js';
import { checkCompany } from './checkCompany.js';

export interface ServerCheckLimits {
  /** The limit for the whole check. Proxies and browsers wait at least 30 seconds for an answer. */
  readonly limitMs: number;
  /** This limit is shorter than `limitMs`, so that a service that does not answer is reported as a finding. */
  readonly requestTimeoutMs: number;
}

const defaultLimits: ServerCheckLimits = { limitMs: 15_000, requestTimeoutMs: 10_000 };

/** Concurrent calls share one check, so that the service gets few requests besides those of runs. */
export class ServerCheck {
  readonly #connection: Connection;
  readonly #store: Store;
  readonly #limits: ServerCheckLimits;
  #running: Promise<readonly Finding[]> | undefined;

  constructor(connection: Connection, store: Store, limits = defaultLimits) {
    this.#connection = connection;
    this.#store = store;
    this.#limits = limits;
  }

  /** After `limitMs`, resolves to the findings so far and to `unfinished`. */
  run(): Promise<readonly Finding[]> {
    this.#running ??= collectWithin(this.#limits.limitMs, (signal) =>
      this.#runChecks(signal),
    ).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async *#runChecks(signal: AbortSignal): AsyncGenerator<Finding> {
    yield checkVersions();
    yield checkAuthorities();
    const { requestTimeoutMs } = this.#limits;
    const options = { requestTimeoutMs, signal };
    yield* checkService(this.#connection, options);
    // `checkService` has already reported a service that does not answer or refuses the token.
    const company = await checkCompany(this.#store, this.#connection, options).catch(
      (error: unknown) => {
        if (error instanceof OperatingError) return undefined;
        throw error;
      },
    );
    if (company !== undefined) yield company;
    yield* checkFolder(this.#store.folder);
    yield await checkStore(this.#store);
  }
}

/** A DNS lookup or a disk may not respond for minutes. */
async function collectWithin(
  limitMs: number,
  checks: (signal: AbortSignal) => AsyncIterable<Finding>,
): Promise<readonly Finding[]> {
  const signal = AbortSignal.timeout(limitMs);
  const found: Finding[] = [];
  const collect = async () => {
    for await (const finding of checks(signal)) {
      if (signal.aborted) return;
      found.push(finding);
    }
  };
  const timeout = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      found.push({ code: 'unfinished', state: 'warning', limitMs });
      resolve();
    });
  });
  await Promise.race([collect(), timeout]);
  return [...found];
}

async function checkStore({ db, dialect }: Store): Promise<Finding> {
  const beganMs = performance.now();
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<{ release: string }>`SELECT 'SQLite ' || sqlite_version() AS release`
      : sql<{
          release: string;
        }>`SELECT 'Postgres ' || current_setting('server_version') AS release`
  ).execute(db);
  const [{ release } = { release: dialect }] = rows;
  const tookMs = performance.now() - beganMs;
  return { code: 'databaseAnswered', state: 'ok', release, tookMs };
}
