import type { Client } from '../../../src/client.js';
import type { Failure, Result } from '../../../src/failure.js';
import type { Journal } from '../journal/journal.js';
import { JournalError } from '../journal/journalError.js';
import type { WrongAnswer } from '../journal/reason.js';
import type { Message } from '../message.js';
import { ConsecutiveFailures, type Tried } from './consecutiveFailures.js';
import type { ClaimStore, RowEnd, RowPorts, RowWork } from '../rows/rowWork.js';
import { PendingResults, type WaitLimits, type WaitPorts } from './pendingResults.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** The dependencies of the work on all rows. */
export interface WorkPorts extends WaitPorts {
  /** Does all work on one row. */
  readonly work: (row: RowWork, ports: RowPorts) => Promise<RowEnd>;
  readonly client: Client;
  readonly journal: Journal;
  readonly otherRuns?: ClaimStore | undefined;
}

/** The limits of the work, and a callback for its progress. */
export interface WorkOptions extends WaitLimits {
  /** The run stops when this many requests in a row have failed. */
  readonly maxErrors: number;
  /** Aborting it finishes rows in flight and begins nothing new. */
  readonly signal: AbortSignal;
  /** Called as soon as a row's assessment exists (`done: false`), and when the work on the row has ended. */
  readonly onProgress: (row: PlannedRow, done: boolean) => void;
}

/** How the work ended. */
export interface WorkEnd {
  /** Why the work stopped early; missing for an interruption by `signal`. */
  readonly stopped?: Message | undefined;
  /** Why rows are not finished, by row number; stored nowhere else. */
  readonly notes: ReadonlyMap<number, Message>;
  /** The numbers of rows whose request was sent, or may have been. */
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

class Run {
  readonly #ports: WorkPorts;
  readonly #options: WorkOptions;
  readonly #stop = new AbortController();
  readonly #results: PendingResults;
  readonly #notes = new Map<number, Message>();
  readonly #sent = new Set<number>();
  readonly #underWay = new Set<Promise<void>>();
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
        this.#learn('polling', failure);
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
      if (row.importedId === undefined) await this.#ports.limiter.waitForSlot();
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
    if (this.#allStarted && this.#underWay.size === 0) this.#results.close();
  }

  async #poll(): Promise<void> {
    // An assessment that is created after the polls have ended is recorded as pending.
    try {
      await this.#results.run();
    } catch (error) {
      this.#stopForBug(error);
    }
  }

  async #work(row: PlannedRow): Promise<void> {
    const { client, limiter, journal, otherRuns } = this.#ports;
    const { signal } = this.#stop;
    const ports: RowPorts = {
      journal,
      otherRuns,
      findRowNumber: this.#numberOf,
      now: () => this.#time(),
      send: (request) =>
        limiter.runRow(async () => {
          const sent = await request(client, { signal, context: row.number });
          if (sent.ok || sent.failure.delivery !== 'not_sent') this.#sent.add(row.number);
          this.#learn('sending', sent.ok ? undefined : sent.failure);
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
      // A valid answer that belongs to another row.
      const isBreach = failure?.code === 'contract_violation';
      this.#learn('answer', wrong ?? (isBreach ? failure : undefined));
      if (failure !== undefined) this.#note(row, failure);
      if (notSent !== undefined) this.#notes.set(row.number, notSent);
      this.#options.onProgress(row, true);
    } catch (error) {
      if (error instanceof JournalError) this.#stopFor(error.said);
      else this.#stopForBug(error);
    }
  }

  // Lookups are too rare to justify an index of 100,000 rows.
  readonly #numberOf = (key: string): number | undefined =>
    this.#rows.find((each) => each.key === key)?.number;

  // Cached, because each row has several facts and many are recorded in the same millisecond.
  #time(): string {
    const nowMs = this.#ports.timing.now();
    if (nowMs !== this.#nowMs) [this.#nowMs, this.#nowIso] = [nowMs, new Date(nowMs).toISOString()];
    return this.#nowIso;
  }

  #stopIfRefused(result: Result<unknown>): void {
    if (!result.ok && result.failure.code === 'unauthorized') {
      this.#stopFor({ code: 'tokenRefused', failure: result.failure });
    }
  }

  #learn(of: Tried, failure: Failure | WrongAnswer | undefined): void {
    const reason = this.#failures.add(of, failure);
    if (reason !== undefined) this.#stopFor(reason);
  }

  #note(row: PlannedRow, failure: Failure): void {
    const { code } = failure;
    if (code === 'refused' || code === 'unconfirmed') return; // the journal knows
    if (code !== 'cancelled')
      this.#notes.set(row.number, {
        code: 'rowNotSent',
        failure,
        isOfRound: row.round !== undefined,
      });
  }

  // The error is kept until all rows in progress have ended, so that their answers are not lost.
  #stopForBug(error: unknown): void {
    this.#bugs.push(error);
    this.#stop.abort();
  }

  #stopFor(reason: Message): void {
    this.#reason ??= reason;
    this.#stop.abort();
  }
}
