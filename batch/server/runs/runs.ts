import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../db/store.js';
import { activeStateSet } from './latestRun.js';
import {
  recordRunBegin,
  endRun,
  type EndState,
  findRun,
  type HaltAs,
  haltRun,
  type StoredRun,
  listActiveRuns,
} from './runStore.js';
import { updateClaimsFromJournal, listOwnersWithOpenClaims } from '../journal/sentRequests.js';
import { readStoredJournal } from '../journal/journalInStore.js';
import { isTransient } from '../db/errors.js';
import { inTransaction } from '../db/transaction.js';
import { log } from '../log.js';
import { OutageLog } from '../outageLog.js';
import { changeSheet } from '../sheets/changeSheet.js';
import { findSheet, updateCounts } from '../sheets/sheetStore.js';
import type { Sentence } from '../../wording/sentence.js';
import { reportFailure } from './endWords.js';
import type { SharedResultSync } from '../journal/sharedResultSync.js';
import { RunOnSheet, type RunOutcome } from './runOnSheet.js';
import { RunQueue } from './runQueue.js';
import type { OwnWorkPorts } from '../threads/workPorts.js';

/** `closed` if the process ends. */
type Halt = 'paused' | 'stopped' | 'closed';

interface LiveRun {
  readonly id: string;
  /** Missing until the run is read from the store. */
  work?: RunOnSheet;
  sheet?: string;
  halt: Halt | undefined;
  readonly ended: Promise<void>;
}

const storeRetryMs = 5_000;

/** All runs share the client of the service and its limits. */
export class Runs {
  readonly #ports: OwnWorkPorts;
  readonly #resultSync: Pick<SharedResultSync, 'copyNow' | 'copySoon'>;
  readonly #live = new Map<string, LiveRun>();
  /** The runs of ended processes that are being ended here. They must not start meanwhile. */
  readonly #ending = new Set<string>();
  readonly #queue = new RunQueue();
  #isClosed = false;

  constructor(ports: OwnWorkPorts, resultSync: Pick<SharedResultSync, 'copyNow' | 'copySoon'>) {
    this.#ports = ports;
    this.#resultSync = resultSync;
    ports.sent.onAnswer(resultSync.copySoon);
  }

  /**
   * No run may be active meanwhile: a row that it claims after its journal was read here would be released too, and
   * another sheet would send the row.
   */
  async releaseUnsentClaims(): Promise<void> {
    const { store } = this.#ports;
    for (const owner of await listOwnersWithOpenClaims(store)) {
      try {
        const { known } = (await readStoredJournal(store, owner)).stored;
        await inTransaction(store, (tx) => updateClaimsFromJournal(tx, owner, known));
      } catch (error) {
        // A damaged journal affects only its own rows.
        log.error(
          { err: error, sheet: owner },
          'The claims of the sheet could not be updated from its journal',
        );
      }
    }
  }

  /** Resumes active runs, and ends the runs that were about to pause, stop or fail. */
  async resume(): Promise<void> {
    for (const { id, state, haltAs } of await listActiveRuns(this.#ports.store)) {
      if (state !== 'pausing') this.start(id);
      else if (!this.#live.has(id)) await this.#endIdle(id, haltAs ?? 'paused');
    }
  }

  /** Begins a queued run, or continues a run of an ended process. */
  start(id: string): void {
    if (this.#isClosed || this.#live.has(id) || this.#ending.has(id)) return;
    const ended = Promise.withResolvers<undefined>();
    const live: LiveRun = { id, halt: undefined, ended: ended.promise };
    // Add the run before the first await, so that no run is started twice.
    this.#live.set(id, live);
    this.#work(live)
      .catch((error: unknown) => {
        log.error(
          { err: error, run: id },
          'The run was interrupted by an unexpected error; it resumes when the server starts again',
        );
      })
      .finally(() => {
        this.#live.delete(id);
        ended.resolve(undefined);
      });
  }

  /** Resolves when the run has ended, after its requests in flight. */
  async halt(id: string, as: 'paused' | 'stopped'): Promise<void> {
    const { store, publish } = this.#ports;
    const live = this.#live.get(id);
    if (live === undefined) {
      if (!this.#isClosed) await this.#endIdle(id, as);
      return;
    }
    if (live.halt === undefined || live.halt === 'paused') live.halt = as;
    try {
      await haltRun(store, id, as);
    } finally {
      live.work?.stop();
    }
    if (live.sheet !== undefined) publish({ type: 'sheet', sheet: live.sheet });
    await live.ended;
  }

  /** The process of the run may have died before it stored the rows. */
  async #endIdle(id: string, as: HaltAs): Promise<void> {
    this.#ending.add(id);
    try {
      await this.#endUnstarted(id, as);
    } finally {
      this.#ending.delete(id);
    }
  }

  async #endUnstarted(id: string, as: HaltAs): Promise<void> {
    const { store } = this.#ports;
    const idle = await findRun(store, id);
    if (idle !== undefined && activeStateSet.has(idle.state)) await this.#recordRows(idle);
    const ended = await inTransaction(store, async (tx) => {
      const run = await findRun(tx, id);
      if (run === undefined || !activeStateSet.has(run.state)) return undefined;
      await this.#store(tx, run, { state: as, messages: [] });
      return run;
    });
    if (ended !== undefined) this.#ports.publish({ type: 'sheet', sheet: ended.sheet });
  }

  /** Stores the rows from the journal. */
  async #recordRows({ id, sheet }: StoredRun): Promise<void> {
    try {
      const rows = await changeSheet(this.#ports, sheet, () => []);
      this.#ports.publish({ type: 'rows', sheet, rows });
    } catch (error) {
      if (isTransient(error)) throw error;
      // For example, the file was deleted. A run that a person has halted must end nevertheless.
      log.error({ err: error, run: id, sheet }, 'The rows of the halted run could not be stored');
    }
  }

  /** The next start of the server continues the runs, except those that a person has halted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const liveRuns = [...this.#live.values()];
    for (const live of liveRuns) {
      live.halt ??= 'closed';
      live.work?.stop();
    }
    await Promise.all(liveRuns.map(({ ended }) => ended));
  }

  async #work(live: LiveRun): Promise<void> {
    const { store, publish } = this.#ports;
    const run = await findRun(store, live.id);
    if (run === undefined) return;
    const { rows = 0 } = (await findSheet(store, run.sheet)) ?? {};
    const work = new RunOnSheet(this.#ports, run);
    [live.work, live.sheet] = [work, run.sheet];
    if (live.halt !== undefined) work.stop();
    const leave = await this.#queue.enter(rows, work.signal);
    let end: RunOutcome;
    try {
      // The run was ended while it waited.
      if (!(await recordRunBegin(store, run.id))) return;
      publish({ type: 'sheet', sheet: run.sheet });
      end = await work.runToEnd();
    } catch (error) {
      end = {
        state: 'failed',
        messages: [reportFailure(error, { run: run.id, sheet: run.sheet }, work.words)],
      };
    } finally {
      leave();
    }
    if (end.state === 'interrupted') {
      if (live.halt === 'closed' || live.halt === undefined) return;
      await this.#storeUntilDone(run, { state: live.halt, messages: [] });
    } else await this.#storeUntilDone(run, { state: end.state, messages: end.messages });
    // Do not await this, because `start` ignores the run until this function has ended.
    void this.#resultSync.copyNow();
  }

  /** Retries until the server ends: the journal has the outcomes of the rows, but not the end of the run. */
  async #storeUntilDone(run: StoredRun, end: StoredEnd): Promise<void> {
    const outage = new OutageLog('The end of the run could not be stored', { run: run.id });
    for (;;) {
      try {
        await inTransaction(this.#ports.store, (tx) => this.#store(tx, run, end));
        outage.recordSuccess();
        this.#ports.publish({ type: 'sheet', sheet: run.sheet });
        return;
      } catch (error) {
        if (this.#isClosed) return;
        outage.recordFailure(error);
        await sleep(storeRetryMs, undefined, { ref: false });
      }
    }
  }

  async #store(tx: Store, run: StoredRun, { state, messages }: StoredEnd): Promise<void> {
    await endRun(tx, run.id, state, { at: new Date(this.#ports.now()).toISOString(), messages });
    await updateCounts(tx, run.sheet);
  }
}

interface StoredEnd {
  readonly state: EndState;
  readonly messages: readonly Sentence[];
}
