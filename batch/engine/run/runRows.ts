import type { Client } from '../../../src/client.js';
import type { Failure, Result } from '../../../src/failure.js';
import type { Timing } from '../../../src/transport.js';
import { ResultPoller, type Waited } from '../../../src/waiting.js';
import type { Journal } from '../journal/journal.js';
import { JournalError } from '../journal/journalError.js';
import type { WrongAnswer } from '../journal/reason.js';
import type { Message } from '../message.js';
import { FailuresInARow, type Tried } from './failuresInARow.js';
import type { RowEnd, RowPorts, RowWork } from '../rows/rowWork.js';
import type { RequestLimiter } from './requestLimiter.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** What the work on all rows needs from outside. */
export interface WorkPorts {
  /** All the work on one row. */
  readonly work: (row: RowWork, ports: RowPorts) => Promise<RowEnd>;
  readonly client: Client;
  /** Polls a result once: the wait polls again by itself, and keeps its bound. */
  readonly poller: Client;
  readonly journal: Journal;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
}

/** The limits of the work, and who is told of it. */
export interface WorkOptions {
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  /** The run stops when this many requests in a row have failed. */
  readonly maxErrors: number;
  /** The most polls at the same time. */
  readonly concurrency: number;
  /** Finish what is in flight, begin nothing new. */
  readonly signal: AbortSignal;
  /** Called as soon as a row's assessment exists (`done: false`), and when its work has ended. */
  readonly onProgress: (row: PlannedRow, done: boolean) => void;
}

/** How the work ended. */
export interface WorkEnd {
  /** Why it stopped before its end; not given for an interruption by `signal`. */
  readonly stopped?: Message | undefined;
  /** Why rows are not finished, by row number; stored nowhere else. */
  readonly notes: ReadonlyMap<number, Failure>;
  /** The numbers of the rows whose request went out, or may have. */
  readonly sent: ReadonlySet<number>;
}

/** Works on all rows until each is finished, the signal is aborted, or the run must stop. */
export async function runRows(
  rows: readonly PlannedRow[],
  ports: WorkPorts,
  options: WorkOptions,
): Promise<WorkEnd> {
  const run = new Run(ports, options);
  return run.all(rows);
}

/** A row that waits for a result. */
interface Waiter {
  readonly row: PlannedRow;
  readonly settle: (waited: Waited) => void;
}

class Run {
  readonly #ports: WorkPorts;
  readonly #options: WorkOptions;
  readonly #stop = new AbortController();
  readonly #poller: ResultPoller;
  // A service that deduplicates may give two rows the same assessment.
  readonly #waiters = new Map<string, Waiter[]>();
  readonly #notes = new Map<number, Failure>();
  readonly #sent = new Set<number>();
  readonly #underWay = new Set<Promise<void>>();
  #allStarted = false;
  #nowMs = Number.NaN;
  #nowIso = '';
  readonly #failures: FailuresInARow;
  #reason: Message | undefined;
  readonly #bugs: unknown[] = [];
  #rows: readonly PlannedRow[] = [];

  constructor(ports: WorkPorts, options: WorkOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#failures = new FailuresInARow(options.maxErrors);
    const { poller, limiter, timing } = ports;
    const { signal } = this.#stop;
    this.#poller = new ResultPoller({
      // A clock that is set back must not put off a poll for hours.
      timing: { ...timing, now: timing.elapsed ?? timing.now },
      signal,
      intervalMs: options.pollIntervalMs,
      timeoutMs: options.pollTimeoutMs,
      concurrency: options.concurrency,
      retrieve: async (assessmentId) => {
        await limiter.acquireStart(signal);
        const [waiter] = this.#waiters.get(assessmentId) ?? [];
        const call = { signal, context: waiter?.row.number };
        return this.#stopIfRefused(await poller.retrieveRiskResult(assessmentId, call));
      },
      onSettled: (assessmentId, waited) => {
        this.#learn('polling', waited.outcome === 'failed' ? waited.failure : undefined);
        const waiters = this.#waiters.get(assessmentId) ?? [];
        this.#waiters.delete(assessmentId);
        // The next request goes out first.
        setImmediate(() => {
          for (const { settle } of waiters) settle(waited);
        });
      },
    });
  }

  async all(rows: readonly PlannedRow[]): Promise<WorkEnd> {
    this.#rows = rows;
    const interrupt = () => {
      this.#stop.abort();
    };
    this.#options.signal.addEventListener('abort', interrupt);
    if (this.#options.signal.aborted) interrupt();

    await Promise.all([this.#startAll(rows), this.#poll()]);
    await Promise.all(this.#underWay);
    this.#options.signal.removeEventListener('abort', interrupt);
    if (this.#bugs.length > 0) throw this.#bugs[0];
    return { stopped: this.#reason, notes: this.#notes, sent: this.#sent };
  }

  async #startAll(rows: readonly PlannedRow[]): Promise<void> {
    for (const row of rows) {
      if (row.importedId === undefined) await this.#ports.limiter.room();
      if (this.#stop.signal.aborted) break;
      const work = this.#work(row).finally(() => {
        this.#underWay.delete(work);
        this.#endIfDone();
      });
      this.#underWay.add(work);
    }
    this.#allStarted = true;
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#allStarted && this.#underWay.size === 0) this.#poller.close();
  }

  async #poll(): Promise<void> {
    // Whatever is still created after its end settles as pending, and says so.
    try {
      await this.#poller.run();
    } catch (error) {
      this.#stopForBug(error);
    }
  }

  async #work(row: PlannedRow): Promise<void> {
    const { client, limiter, journal } = this.#ports;
    const { signal } = this.#stop;
    const ports: RowPorts = {
      journal,
      numberOf: this.#numberOf,
      now: () => this.#time(),
      send: (request) =>
        limiter.runRow(async () => {
          const sent = await request(client, { signal, context: row.number });
          if (sent.ok || sent.failure.delivery !== 'not_sent') this.#sent.add(row.number);
          this.#learn('sending', sent.ok ? undefined : sent.failure);
          return this.#stopIfRefused(sent);
        }, signal),
      result: (assessmentId) => {
        this.#options.onProgress(row, false);
        return this.#resultOf(assessmentId, row);
      },
    };
    try {
      const { failure, wrong } = await this.#ports.work(row, ports);
      // A valid answer that belongs to another row.
      const isBreach = failure?.code === 'contract_violation';
      this.#learn('answer', wrong ?? (isBreach ? failure : undefined));
      if (failure !== undefined) this.#note(row, failure);
      // The requests of 100,000 rows take much memory, and this one is not needed again.
      row.inputs = undefined;
      this.#options.onProgress(row, true);
    } catch (error) {
      if (error instanceof JournalError) this.#stopFor(error.said);
      else this.#stopForBug(error);
    }
  }

  // Needed too rarely for an index of 100,000 rows.
  readonly #numberOf = (key: string): number | undefined =>
    this.#rows.find((each) => each.key === key)?.number;

  // Every row has several facts, and a millisecond many.
  #time(): string {
    const nowMs = this.#ports.timing.now();
    if (nowMs !== this.#nowMs) [this.#nowMs, this.#nowIso] = [nowMs, new Date(nowMs).toISOString()];
    return this.#nowIso;
  }

  #resultOf(assessmentId: string, row: PlannedRow): Promise<Waited> {
    if (this.#stop.signal.aborted) return Promise.resolve({ outcome: 'pending' });
    return new Promise((settle) => {
      const waiters = this.#waiters.get(assessmentId);
      if (waiters !== undefined) {
        waiters.push({ row, settle });
        return;
      }
      this.#waiters.set(assessmentId, [{ row, settle }]);
      this.#poller.add(assessmentId);
    });
  }

  #stopIfRefused<T>(result: Result<T>): Result<T> {
    if (!result.ok && result.failure.code === 'unauthorized') {
      this.#stopFor({ code: 'tokenRefused', failure: result.failure });
    }
    return result;
  }

  #learn(of: Tried, failure: Failure | WrongAnswer | undefined): void {
    const reason = this.#failures.add(of, failure);
    if (reason !== undefined) this.#stopFor(reason);
  }

  #note(row: PlannedRow, failure: Failure): void {
    const { code } = failure;
    if (code === 'refused' || code === 'unconfirmed') return; // the journal knows
    if (code !== 'cancelled') this.#notes.set(row.number, failure);
  }

  // Kept until everything under way has ended, so that no other row loses its answer by it.
  #stopForBug(error: unknown): void {
    this.#bugs.push(error);
    this.#stop.abort();
  }

  #stopFor(reason: Message): void {
    this.#reason ??= reason;
    this.#stop.abort();
  }
}
