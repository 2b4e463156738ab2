import { setTimeout as sleep } from 'node:timers/promises';
import { workingStates } from '../store/latestRun.js';
import type { StoredRun } from '../store/runStore.js';
import { beginRun, endRun, haltRun, runOf, unendedRuns } from '../store/runStore.js';
import { followJournal, ownersOfOpenClaims } from '../store/sentRequests.js';
import { readJournalOf } from '../store/journalInStore.js';
import { inTransaction } from '../store/transaction.js';
import { sheetOf, updateCounts } from '../store/sheetStore.js';
import type { Sentence } from '../../wording/sentence.js';
import { markedSentenceOf } from '../words/wording.js';
import type { FollowOthers } from './followOthers.js';
import { RunOnSheet, type RunEnded } from './runOnSheet.js';
import { RunQueue } from './runQueue.js';
import type { OwnWorkPorts } from './workPorts.js';

/** How a person ends a run, or that the process does. */
type Halt = 'paused' | 'stopped' | 'closed';

/** A run that works or is about to. */
interface Live {
  readonly run: StoredRun;
  readonly work: RunOnSheet;
  halt: Halt | undefined;
  readonly ended: Promise<void>;
}

/** The end of a run is stored again after this time when the disk was full. */
const storeAgainMs = 5_000;

/** All runs of a server that are under way. They share the connection to the service and its limit. */
export class Runs {
  readonly #ports: OwnWorkPorts;
  readonly #others: Pick<FollowOthers, 'now' | 'soon'>;
  readonly #live = new Map<string, Live>();
  readonly #queue = new RunQueue();
  #isClosed = false;

  constructor(ports: OwnWorkPorts, others: Pick<FollowOthers, 'now' | 'soon'>) {
    this.#ports = ports;
    this.#others = others;
    ports.sent.onAnswer(others.soon);
  }

  /**
   * Frees the rows that a run claimed before it died and did not send. No run may work meanwhile: what it
   * claims after its journal was read here would be freed, too, and another sheet would send it.
   */
  async freeClaims(): Promise<void> {
    const { store } = this.#ports;
    for (const owner of ownersOfOpenClaims(store)) {
      try {
        const { known } = (await readJournalOf(store, owner)).stored;
        inTransaction(store, () => {
          followJournal(store, owner, known);
        });
      } catch (error) {
        // One damaged journal keeps its own rows, and no other run from going on.
        console.error(`What ${owner} has sent stays as it is:`, error);
      }
    }
  }

  /** Goes on with the runs that were under way. One that was about to pause is paused. */
  goOn(): void {
    const { store } = this.#ports;
    for (const run of unendedRuns(store)) {
      if (run.state === 'pausing') this.#store(run, { state: 'paused', said: [] });
      else this.start(run.id);
    }
  }

  /** Begins the run that the store has as queued, or goes on with it. */
  start(id: string): void {
    if (this.#isClosed || this.#live.has(id)) return;
    const run = runOf(this.#ports.store, id);
    if (run === undefined) return;
    const work = new RunOnSheet(this.#ports, run);
    const ended = Promise.withResolvers<undefined>();
    const live: Live = { run, work, halt: undefined, ended: ended.promise };
    this.#live.set(id, live);
    void this.#work(live).finally(() => {
      this.#live.delete(id);
      ended.resolve(undefined);
    });
  }

  /** Finishes what is in flight. Resolves when the run has ended. */
  async halt(id: string, as: 'paused' | 'stopped'): Promise<void> {
    const { store, tell } = this.#ports;
    const live = this.#live.get(id);
    if (live === undefined) {
      const run = runOf(store, id);
      if (run === undefined || this.#isClosed) return;
      // Nothing works on it: a paused one may be stopped, and one that could not begin ends here.
      const mayEnd = workingStates.has(run.state) || (run.state === 'paused' && as === 'stopped');
      if (mayEnd) this.#store(run, { state: as, said: [] });
      return;
    }
    live.halt ??= as;
    haltRun(store, id);
    tell({ type: 'sheet', sheet: live.run.sheet });
    live.work.stop();
    await live.ended;
  }

  /** Stops all runs; the next start of the server goes on with them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#live.values()];
    for (const live of all) {
      live.halt ??= 'closed';
      live.work.stop();
    }
    await Promise.all(all.map(({ ended }) => ended));
  }

  async #work(live: Live): Promise<void> {
    const { store, tell } = this.#ports;
    const { run, work } = live;
    const leave = await this.#queue.enter(sheetOf(store, run.sheet)?.rows ?? 0, work.signal);
    let end: RunEnded;
    try {
      beginRun(store, run.id);
      tell({ type: 'sheet', sheet: run.sheet });
      end = await work.untilEnd();
    } catch (error) {
      const said = [markedSentenceOf(error)];
      end = { state: 'failed', said };
    } finally {
      leave();
    }
    if (end.state === 'interrupted') {
      if (live.halt === 'closed' || live.halt === undefined) return;
      await this.#storeUntilDone(run, { state: live.halt, said: [] });
    } else await this.#storeUntilDone(run, { state: end.state, said: end.said });
    // Not waited for: the run may be resumed.
    void this.#others.now();
  }

  /** What became of the rows is in the journal; a disk that is full must not lose the end of the run. */
  async #storeUntilDone(run: StoredRun, end: StoredEnd): Promise<void> {
    for (;;) {
      try {
        this.#store(run, end);
        return;
      } catch (error) {
        if (this.#isClosed) return;
        console.error(`The end of run ${run.id} could not be stored:`, error);
        await sleep(storeAgainMs, undefined, { ref: false });
      }
    }
  }

  #store(run: StoredRun, { state, said }: StoredEnd): void {
    const { store, now, tell } = this.#ports;
    endRun(store, run.id, state, { at: new Date(now()).toISOString(), said });
    updateCounts(store, run.sheet);
    tell({ type: 'sheet', sheet: run.sheet });
  }
}

interface StoredEnd {
  readonly state: 'paused' | 'stopped' | 'ended' | 'failed';
  readonly said: readonly Sentence[];
}
