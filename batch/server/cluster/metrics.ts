import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };

/** The kind of a process, for its metrics. */
export type Role = 'serve' | 'worker';

/** One value of a gauge, with its labels. */
export interface Reading {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A gauge that reads its values when it is scraped. */
export interface GaugeSource {
  /** With our prefix: `rwa_rows`. */
  readonly name: string;
  readonly help: string;
  /** The names of its labels. Their values must not contain the names of people or sheets. */
  readonly labels?: readonly string[];
  readonly read: () => readonly Reading[] | Promise<readonly Reading[]>;
}

/** From answers of the same machine up to requests that time out. */
const requestSeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const waitSeconds = [0.001, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60];

/**
 * The metrics of a process, in the format of Prometheus. Gauges from the database (rows, the queue) are the same in
 * every process: take the maximum, not the sum. All others count only this process.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<'operation' | 'outcome'>;
  readonly #requestSeconds: Histogram<'operation'>;
  readonly #limiterSeconds: Histogram;
  readonly contentType: string = this.#registry.contentType;

  constructor(role: Role) {
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'rwa_requests_total',
      help: 'Requests to the service, by outcome',
      registers,
      labelNames: ['operation', 'outcome'],
    });
    this.#requestSeconds = new Histogram({
      name: 'rwa_request_seconds',
      help: 'Time until the service has answered',
      registers,
      labelNames: ['operation'],
      buckets: requestSeconds,
    });
    this.#limiterSeconds = new Histogram({
      name: 'rwa_limiter_wait_seconds',
      help: 'Time that a request has waited for the rate and the concurrency of all processes',
      registers,
      buckets: waitSeconds,
    });
    this.#addProcess(role);
  }

  /** Counts a finished request to the service, with or without an answer. */
  request(operation: string, outcome: string, ms: number): void {
    this.#requests.inc({ operation, outcome });
    this.#requestSeconds.observe({ operation }, ms / 1_000);
  }

  /** Counts a wait for the shared limits, in milliseconds. Call it with 0 for a request that did not wait. */
  limiterWaited(ms: number): void {
    this.#limiterSeconds.observe(ms / 1_000);
  }

  /** Adds a gauge. If reading its values fails, only this gauge is empty. */
  add({ name, help, labels = [], read }: GaugeSource): void {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      async collect() {
        let readings: readonly Reading[] = [];
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

  /** Returns all metrics in the format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #addProcess(role: Role): void {
    const startedAtSeconds = Date.now() / 1_000 - process.uptime();
    this.add({
      name: 'rwa_process_info',
      help: 'What this process is',
      labels: ['role', 'version'],
      read: () => [{ labels: { role, version: manifest.version }, value: 1 }],
    });
    this.add({
      name: 'rwa_process_start_time_seconds',
      help: 'When it was started, in Unix time',
      read: () => [{ value: startedAtSeconds }],
    });
    this.add({
      name: 'rwa_process_resident_memory_bytes',
      help: 'Its memory',
      read: () => [{ value: process.memoryUsage.rss() }],
    });
    this.add({
      name: 'rwa_process_cpu_seconds',
      help: 'Its time on the processors so far',
      read: () => {
        const { user, system } = process.cpuUsage();
        return [{ value: (user + system) / 1_000_000 }];
      },
    });
  }
}
