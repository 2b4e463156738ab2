import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { operations } from '../../../src/operations.js';
import manifest from '../../package.json' with { type: 'json' };

export type ProcessRole = 'serve' | 'worker';

export type WaitKind = 'limiter' | 'lock' | 'pool';

export interface GaugeValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface GaugeSource {
  /** The name has our prefix, as in `rwa_rows`. */
  readonly name: string;
  readonly help: string;
  /** The values of labels must not contain names of people or sheets. */
  readonly labels?: readonly string[];
  readonly read: () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>;
}

/** The buckets range from answers of the same machine to requests that time out. */
const requestSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const waitSeconds = [0.001, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60];

const waits: Readonly<Record<WaitKind, { readonly name: string; readonly help: string }>> = {
  limiter: {
    name: 'rwa_limiter_wait_seconds',
    help: 'Time that a request has waited for the rate and the concurrency of all processes',
  },
  lock: {
    name: 'rwa_sheet_lock_wait_seconds',
    help: 'Time that a change of a sheet has waited until no other work had the sheet',
  },
  pool: {
    name: 'rwa_database_pool_wait_seconds',
    help: 'Time that a statement has waited for a connection to Postgres',
  },
};
const successes: ReadonlySet<string> = new Set(['success', 'pending']);

/** Gauges from the database have the same values in every process: take the maximum, not the sum. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'operation' | 'outcome'>;
  readonly #requestSeconds: Histogram<'operation'>;
  readonly #lastSuccess: Gauge<'operation'>;
  readonly #waits: Readonly<Record<WaitKind, Histogram>>;
  readonly contentType: string = this.#registry.contentType;

  constructor(role: ProcessRole) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'rwa_requests_total',
      help: 'Requests to the service, by outcome',
      registers,
      labelNames: ['operation', 'outcome'],
    });
    // An alert about the first refusal needs an earlier value, so this counter begins at 0.
    for (const operation of Object.keys(operations)) {
      this.#requests.inc({ operation, outcome: 'unauthorized' }, 0);
    }
    this.#requestSeconds = new Histogram({
      name: 'rwa_request_seconds',
      help: 'Time until the service has answered, or the request has failed',
      registers,
      labelNames: ['operation'],
      buckets: requestSeconds,
    });
    this.#lastSuccess = new Gauge({
      name: 'rwa_request_last_success_timestamp_seconds',
      help: 'When the service last answered as expected, in Unix time; rwa_retrieve is the poll for scores',
      registers,
      labelNames: ['operation'],
    });
    const histogram = (kind: WaitKind) =>
      new Histogram({ ...waits[kind], registers, buckets: waitSeconds });
    this.#waits = {
      limiter: histogram('limiter'),
      lock: histogram('lock'),
      pool: histogram('pool'),
    };
    collectDefaultMetrics({ register: this.#registry });
    this.add({
      name: 'rwa_process_info',
      help: 'The role and version of this process',
      labels: ['role', 'version'],
      read: () => [{ labels: { role, version: manifest.version }, value: 1 }],
    });
  }

  /**
   * Does not count a cancelled request: after a refused token, requests that are no longer sent would look like
   * failures.
   */
  countRequest(operation: string, outcome: string, ms: number): void {
    if (outcome === 'cancelled') return;
    this.#requests.inc({ operation, outcome });
    this.#requestSeconds.observe({ operation }, ms / 1_000);
    if (successes.has(outcome)) this.#lastSuccess.setToCurrentTime({ operation });
  }

  /** Call this also with 0, for work that did not wait. */
  countWait(kind: WaitKind, ms: number): void {
    this.#waits[kind].observe(ms / 1_000);
  }

  /** If its values cannot be read, only this gauge is empty. */
  add({ name, help, labels = [], read }: GaugeSource): void {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      async collect() {
        let readings: readonly GaugeValue[] = [];
        try {
          readings = await read();
        } catch {
          // /readyz reports that the database is unavailable.
        }
        this.reset();
        // A gauge without labels is 0 after a reset, which would be wrong.
        if (readings.length === 0 && labels.length === 0) this.remove();
        for (const { labels = {}, value } of readings) this.set(labels, value);
      },
    });
  }

  render(): Promise<string> {
    return this.#registry.metrics();
  }
}
