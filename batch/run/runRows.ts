import type { Client } from '../../src/client.js';
import type { Failure, Result } from '../../src/failure.js';
import type { Timing } from '../../src/transport.js';
import { ResultWait, type Waited } from '../../src/waiting.js';
import { type Journal, JournalError } from '../journal/journal.js';
import { messageOf } from '../output/errors.js';
import { assessRow, type RowPorts } from './assessRow.js';
import type { Slots } from './slots.js';
import type { PlannedRow } from './standing.js';

export interface RunPorts {
  readonly client: Client;
  readonly journal: Journal;
  readonly slots: Slots;
  readonly timing: Timing;
}

export interface RunOptions {
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  /** The run stops when this many requests in a row have failed. */
  readonly maxErrors: number;
  /** Looks at results at the same time, at the most. */
  readonly concurrency: number;
  /** Finish what is in flight, begin nothing new. */
  readonly signal: AbortSignal;
  /** Hears of a row as soon as it was created (`done: false`) and when its work has ended. */
  readonly onProgress: (row: PlannedRow, done: boolean) => void;
}

/** How a run ended. */
export interface RunEnd {
  /** Why the run stopped before its end; not given for an interruption by `signal`. */
  readonly stopped?: string;
  /** Why rows are not further, by row number; kept nowhere else. */
  readonly notes: ReadonlyMap<number, string>;
}

/** Works on all rows until each is settled, the signal comes, or going on makes no sense. */
export async function runRows(
  rows: readonly PlannedRow[],
  ports: RunPorts,
  options: RunOptions,
): Promise<RunEnd> {
  const run = new Run(ports, options);
  return run.all(rows);
}

class Run {
  readonly #ports: RunPorts;
  readonly #options: RunOptions;
  readonly #stop = new AbortController();
  readonly #wait: ResultWait;
  readonly #waiters = new Map<string, (waited: Waited) => void>();
  readonly #notes = new Map<number, string>();
  #allStarted = false;
  #errorsInARow = 0;
  #reason: string | undefined;
  readonly #bugs: unknown[] = [];

  constructor(ports: RunPorts, options: RunOptions) {
    this.#ports = ports;
    this.#options = options;
    const { client, slots, timing } = ports;
    const { signal } = this.#stop;
    this.#wait = new ResultWait({
      timing,
      signal,
      intervalMs: options.pollIntervalMs,
      timeoutMs: options.pollTimeoutMs,
      concurrency: options.concurrency,
      retrieve: (assessmentId) =>
        slots.run(async () =>
          this.#learn(await client.retrieveRiskResult(assessmentId, { signal })),
        ),
      onSettled: (assessmentId, waited) => this.#waiters.get(assessmentId)?.(waited),
    });
  }

  async all(rows: readonly PlannedRow[]): Promise<RunEnd> {
    const interrupt = () => {
      this.#stop.abort();
    };
    this.#options.signal.addEventListener('abort', interrupt);
    if (this.#options.signal.aborted) interrupt();

    const underWay = new Set<Promise<void>>();
    const started = this.#startAll(rows, underWay);
    const polled = this.#poll(underWay);
    await started;
    await polled;
    await Promise.all(underWay);
    this.#options.signal.removeEventListener('abort', interrupt);
    if (this.#bugs.length > 0) throw this.#bugs[0];
    const stopped = this.#reason;
    return { ...(stopped === undefined ? {} : { stopped }), notes: this.#notes };
  }

  async #startAll(rows: readonly PlannedRow[], underWay: Set<Promise<void>>): Promise<void> {
    for (const row of rows) {
      if (row.adopted === undefined) await this.#ports.slots.room();
      if (this.#stop.signal.aborted) return;
      const work = this.#work(row).finally(() => underWay.delete(work));
      underWay.add(work);
    }
    this.#allStarted = true;
  }

  async #poll(underWay: ReadonlySet<unknown>): Promise<void> {
    const { signal } = this.#stop;
    // What is created meanwhile is not looked at later than it would be in a round of its own.
    const firstLookMs = this.#options.pollIntervalMs / 8;
    while (!signal.aborted && !(this.#allStarted && underWay.size === 0)) {
      const nextMs = Math.min(await this.#wait.round(), firstLookMs);
      if (underWay.size > 0 || !this.#allStarted) await this.#ports.timing.sleep(nextMs, signal);
    }
    // What still creates will not be polled any more in this run, and says so when it is added.
    this.#wait.giveUp();
  }

  async #work(row: PlannedRow): Promise<void> {
    const { client, slots, journal, timing } = this.#ports;
    const { signal } = this.#stop;
    const ports: RowPorts = {
      journal,
      now: () => new Date(timing.now()).toISOString(),
      create: (assessment, options) =>
        slots.run(async () =>
          this.#learn(await client.createAssessment(assessment, { ...options, signal })),
        ),
      result: (assessmentId) => {
        this.#options.onProgress(row, false);
        return this.#resultOf(assessmentId);
      },
    };
    try {
      const { failure } = await assessRow(row, ports);
      if (failure !== undefined) this.#note(row, failure);
    } catch (error) {
      if (error instanceof JournalError) this.#stopFor(lostFact(error, row));
      else this.#stopForBug(error);
    }
    this.#options.onProgress(row, true);
  }

  #resultOf(assessmentId: string): Promise<Waited> {
    if (this.#stop.signal.aborted) return Promise.resolve({ outcome: 'pending' });
    return new Promise((resolve) => {
      this.#waiters.set(assessmentId, (waited) => {
        this.#waiters.delete(assessmentId);
        resolve(waited);
      });
      this.#wait.add(assessmentId);
    });
  }

  /** Stops the run where going on would only fail again. */
  #learn<T>(result: Result<T>): Result<T> {
    if (result.ok) {
      this.#errorsInARow = 0;
      return result;
    }
    const { failure } = result;
    if (failure.code === 'cancelled') return result;
    this.#errorsInARow++;
    if (failure.code === 'unauthorized') {
      this.#stopFor(`The service refused the company token: ${failure.message}. ${failure.hint}`);
    } else if (this.#errorsInARow >= this.#options.maxErrors) {
      this.#stopFor(
        `${this.#errorsInARow} requests in a row have failed, the last with: ${failure.message} ${failure.hint}`,
      );
    }
    return result;
  }

  #note(row: PlannedRow, { code, message, hint }: Failure): void {
    if (code === 'refused' || code === 'unconfirmed') return; // the journal knows
    this.#notes.set(row.number, code === 'cancelled' ? '' : `${message} ${hint}`);
  }

  // Kept until everything under way has ended, so that no other row loses its answer by it.
  #stopForBug(error: unknown): void {
    this.#bugs.push(error);
    this.#stop.abort();
  }

  #stopFor(reason: string): void {
    this.#reason ??= reason;
    this.#stop.abort();
  }
}

/** Nothing may be lost: what the journal could not take is said aloud. */
function lostFact(error: JournalError, { number }: PlannedRow): string {
  const { fact } = error;
  const what =
    fact.fact === 'created'
      ? ` Row ${number} was created as ${fact.assessmentId}; note it, and settle the row with rwa resolve.`
      : '';
  return `${messageOf(error)} Make room or check the disk, then run the same command again.${what}`;
}
