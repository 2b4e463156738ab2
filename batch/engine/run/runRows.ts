import type { Client } from '../../../src/client.js';
import type { Failure, Result } from '../../../src/failure.js';
import type { Journal } from '../journal/journal.js';
import { JournalError } from '../journal/journalStore.js';
import type { WrongAnswer } from '../journal/facts.js';
import type { Message } from '../message.js';
import type { ClaimStore, RowEnd, RowPorts } from '../rows/rowWork.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { Timing } from '../../../src/transport.js';
import { ResultPoller, type Waited } from '../../../src/resultPoller.js';
import type { RequestLimiter } from './limiter.js';

interface WorkPorts extends WaitPorts {
  readonly work: (row: PlannedRow, ports: RowPorts) => Promise<RowEnd>;
  readonly client: Client;
  readonly journal: Journal;
  readonly otherRuns?: ClaimStore | undefined;
}

export interface WorkOptions extends WaitLimits {
  readonly maxErrors: number;
  /** After an abort, requests in flight are finished, and no new request is sent. */
  readonly signal: AbortSignal;
  /**
   * Called right before the first byte of a request is written; if it returns false, the request is
   * not sent.
   */
  readonly maySend?: (() => boolean) | undefined;
  /**
   * `done` is false when the row's assessment exists, and true when the work on the row has ended.
   */
  readonly onProgress: (row: PlannedRow, done: boolean) => void;
}

export interface WorkEnd {
  /** Missing if the work did not stop early, or if `signal` interrupted it. */
  readonly stopped?: Message | undefined;
  /** The reasons why rows are not finished, by row number. They are stored nowhere else. */
  readonly notes: ReadonlyMap<number, Message>;
  /** The numbers of rows whose request was sent, or may have been. */
  readonly sent: ReadonlySet<number>;
}

export async function runRows(
  rows: readonly PlannedRow[],
  ports: WorkPorts,
  options: WorkOptions,
): Promise<WorkEnd> {
  const run = new Run(ports, options);
  return run.workOnAll(rows);
}

class Run {
  readonly #ports: WorkPorts;
  readonly #options: WorkOptions;
  readonly #stop = new AbortController();
  readonly #results: PendingResults;
  readonly #notes = new Map<number, Message>();
  readonly #sent = new Set<number>();
  readonly #inProgress = new Set<Promise<void>>();
  #allStarted = false;
  #nowMs = Number.NaN;
  #nowIso = '';
  readonly #failures: ConsecutiveFailures;
  #reason: Message | undefined;
  readonly #bugs: unknown[] = [];
  #rows: readonly PlannedRow[] = [];

  constructor(ports: WorkPorts, options: WorkOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#failures = new ConsecutiveFailures(options.maxErrors);
    this.#results = new PendingResults(ports, {
      ...options,
      signal: this.#stop.signal,
      onAnswer: (answer) => {
        this.#stopIfRefused(answer);
      },
      onEnd: (failure) => {
        this.#recordAttempt('polling', failure);
      },
    });
  }

  async workOnAll(rows: readonly PlannedRow[]): Promise<WorkEnd> {
    this.#rows = rows;
    const interrupt = () => {
      this.#stop.abort();
    };
    this.#options.signal.addEventListener('abort', interrupt);
    if (this.#options.signal.aborted) interrupt();

    await Promise.all([this.#startAll(rows), this.#poll()]);
    await Promise.all(this.#inProgress);
    this.#options.signal.removeEventListener('abort', interrupt);
    if (this.#bugs.length > 0) throw this.#bugs[0];
    return { stopped: this.#reason, notes: this.#notes, sent: this.#sent };
  }

  async #startAll(rows: readonly PlannedRow[]): Promise<void> {
    const { limiter } = this.#ports;
    const { signal } = this.#stop;
    for (const row of rows) {
      if (row.plan?.kind !== 'imported') await limiter.waitForSlot(signal);
      if (signal.aborted) break;
      const work = this.#work(row).finally(() => {
        this.#inProgress.delete(work);
        this.#endIfDone();
      });
      this.#inProgress.add(work);
    }
    // Rows that send nothing need no slot, so the slot may be free for another run.
    limiter.passSlotOn();
    this.#allStarted = true;
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#allStarted && this.#inProgress.size === 0) this.#results.close();
  }

  async #poll(): Promise<void> {
    try {
      await this.#results.run();
    } catch (error) {
      this.#stopForBug(error);
    }
  }

  async #work(row: PlannedRow): Promise<void> {
    const { client, limiter, journal, otherRuns } = this.#ports;
    const { signal } = this.#stop;
    const { maySend } = this.#options;
    const ports: RowPorts = {
      journal,
      otherRuns,
      findRowNumber: this.#findNumber,
      now: () => this.#getIsoTime(),
      send: (request) =>
        limiter.runRow(async () => {
          const sent = await request(client, { signal, maySend, context: row.number });
          if (sent.ok || sent.failure.delivery !== 'not_sent') this.#sent.add(row.number);
          this.#recordAttempt('sending', sent.ok ? undefined : sent.failure);
          this.#stopIfRefused(sent);
          return sent;
        }, signal),
      result: (assessmentId) => {
        this.#options.onProgress(row, false);
        return this.#results.waitForResult(assessmentId, row);
      },
    };
    try {
      const { failure, wrong, notSent } = await this.#ports.work(row, ports);
      const isBreach = failure?.code === 'contract_violation';
      this.#recordAttempt('answer', wrong ?? (isBreach ? failure : undefined));
      if (failure !== undefined) this.#note(row, failure);
      if (notSent !== undefined) this.#notes.set(row.number, notSent);
      this.#options.onProgress(row, true);
    } catch (error) {
      if (error instanceof JournalError) this.#stopFor(error.reason);
      else this.#stopForBug(error);
    }
  }

  // Lookups are too rare to justify an index of 100,000 rows.
  readonly #findNumber = (key: string): number | undefined =>
    this.#rows.find((row) => row.key === key)?.number;

  // Caches the text, because many facts are recorded in the same millisecond.
  #getIsoTime(): string {
    const nowMs = this.#ports.timing.now();
    if (nowMs !== this.#nowMs) [this.#nowMs, this.#nowIso] = [nowMs, new Date(nowMs).toISOString()];
    return this.#nowIso;
  }

  #stopIfRefused(result: Result<unknown>): void {
    if (!result.ok && result.failure.code === 'unauthorized') {
      this.#stopFor({ code: 'tokenRefused', failure: result.failure });
    }
  }

  #recordAttempt(kind: AttemptKind, failure: Failure | WrongAnswer | undefined): void {
    const reason = this.#failures.add(kind, failure);
    if (reason !== undefined) this.#stopFor(reason);
  }

  #note(row: PlannedRow, failure: Failure): void {
    const { code } = failure;
    if (code === 'refused' || code === 'unconfirmed') return; // recorded in the journal
    if (code !== 'cancelled')
      this.#notes.set(row.number, {
        code: 'rowNotSent',
        failure,
        isOfRound: row.plan?.kind === 'next',
      });
  }

  // The error is kept until the work on all rows in progress has ended, so that no answer is lost.
  #stopForBug(error: unknown): void {
    this.#bugs.push(error);
    this.#stop.abort();
  }

  #stopFor(reason: Message): void {
    this.#reason ??= reason;
    this.#stop.abort();
  }
}

/** Each kind is counted separately, because polls may succeed while all sending fails. */
type AttemptKind = 'sending' | 'polling' | 'answer';

class ConsecutiveFailures {
  readonly #maxErrors: number;
  readonly #counts = { sending: 0, polling: 0, answer: 0 };

  constructor(maxErrors: number) {
    this.#maxErrors = maxErrors;
  }

  add(kind: AttemptKind, failure: Failure | WrongAnswer | undefined): Message | undefined {
    if (failure?.code === 'cancelled') return undefined;
    const rows = failure === undefined ? 0 : this.#counts[kind] + 1;
    this.#counts[kind] = rows;
    if (failure === undefined || rows < this.#maxErrors) return undefined;
    return { code: 'rowsInARowFailed', rows, failure };
  }
}

interface WaitPorts {
  /** Polls a result once per call. `ResultPoller` repeats the polls within the time limit. */
  readonly poller: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
}

interface WaitLimits {
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  readonly concurrency: number;
}

interface WaitOptions extends WaitLimits {
  readonly signal: AbortSignal;
  readonly onAnswer: (answer: Result<unknown>) => void;
  readonly onEnd: (failure: Failure | undefined) => void;
}

interface Waiter {
  readonly row: PlannedRow;
  readonly settle: (waited: Waited) => void;
}

class PendingResults {
  readonly #signal: AbortSignal;
  readonly #poller: ResultPoller;
  // A service that deduplicates requests may return the same assessment for two rows.
  readonly #waiters = new Map<string, Waiter[]>();

  constructor({ poller, limiter, timing }: WaitPorts, options: WaitOptions) {
    const { signal, onAnswer, onEnd } = options;
    this.#signal = signal;
    this.#poller = new ResultPoller({
      // If the clock is set back, a poll must not be delayed for hours.
      timing: { ...timing, now: timing.elapsed ?? timing.now },
      signal,
      intervalMs: options.pollIntervalMs,
      timeoutMs: options.pollTimeoutMs,
      concurrency: options.concurrency,
      retrieve: async (assessmentId) => {
        await limiter.acquireStart(signal);
        const [waiter] = this.#waiters.get(assessmentId) ?? [];
        const call = { signal, context: waiter?.row.number };
        const answer = await poller.retrieveRiskResult(assessmentId, call);
        onAnswer(answer);
        return answer;
      },
      onSettled: (assessmentId, waited) => {
        onEnd(waited.outcome === 'failed' ? waited.failure : undefined);
        const waiters = this.#waiters.get(assessmentId) ?? [];
        this.#waiters.delete(assessmentId);
        // The next request is sent before the work on the rows of this result continues.
        void limiter.waitForPromises().then(() => {
          for (const { settle } of waiters) settle(waited);
        });
      },
    });
  }

  /** Polls until `close` was called and no row waits, or until the signal is aborted. */
  async run(): Promise<void> {
    await this.#poller.run();
  }

  close(): void {
    this.#poller.close();
  }

  /** Resolves to `pending` at once if the signal was aborted. */
  waitForResult(assessmentId: string, row: PlannedRow): Promise<Waited> {
    if (this.#signal.aborted) return Promise.resolve({ outcome: 'pending' });
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
}
