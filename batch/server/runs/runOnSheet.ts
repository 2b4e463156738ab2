import { OperatingError } from '../../engine/errors.js';
import type { Journal } from '../../engine/journal/journal.js';
import type { Summary } from '../../engine/run/events.js';
import { openRun, type RunSession } from '../../engine/run/session.js';
import type { Sentence } from '../../wording/sentence.js';
import { inTransaction } from '../db/transaction.js';
import { addClaims } from '../journal/sentRequests.js';
import { log } from '../log.js';
import { findRun, setMessages, type StoredRun } from './runStore.js';
import { readSheetWords } from '../sheets/sheetWords.js';
import { type Words, wordsIn } from '../words/wording.js';
import { describeSummary } from './endWords.js';
import { countNewRows, createOperation, toRoundOptions } from './runOperation.js';
import { readOwnLimits, toRunSettings } from '../operations/ownLimits.js';
import { RunProgress } from './runProgress.js';
import { recordSheet } from '../results/recordSheet.js';
import { findAwayFailure, isHarmless } from './serviceAway.js';
import { prepareSheetRun } from './sheetRun.js';
import type { OwnWorkPorts } from '../threads/workPorts.js';

/** `interrupted` if `stop` was called before the end. */
export type RunOutcome =
  | { readonly state: 'interrupted' }
  | { readonly state: 'ended' | 'failed'; readonly messages: readonly Sentence[] };

/** The limit is long, because a person can stop the run at any time. */
const waitForServiceMs = 30 * 86_400_000;
const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

/**
 * Opens a new session of the engine after each outage of the service, and after each change for which the run has
 * released the sheet.
 */
export class RunOnSheet {
  readonly #ports: OwnWorkPorts;
  readonly #run: StoredRun;
  readonly #stop = new AbortController();
  #session: RunSession | undefined;
  /** The run releases the sheet once its requests in flight have ended. */
  #isReleaseRequested = false;
  #hasCheckedNewRows = false;
  /** True if the run has waited since the last failure of the service. */
  #hasWaited = false;
  /** Messages are stored in order, and before the end of the run. */
  #lastMessages: Promise<void> = Promise.resolve();
  #words: Words = wordsIn('en');

  constructor(ports: OwnWorkPorts, run: StoredRun) {
    this.#ports = ports;
    this.#run = run;
  }

  /** The words are English before the run begins, and if the language cannot be read. */
  get words(): Words {
    return this.#words;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Finishes the requests in flight. */
  stop(): void {
    this.#stop.abort();
    this.#session?.stop();
  }

  async runToEnd(): Promise<RunOutcome> {
    try {
      return await this.#runToEnd();
    } finally {
      await this.#lastMessages;
    }
  }

  async #runToEnd(): Promise<RunOutcome> {
    this.#words = await readSheetWords(this.#ports.store, this.#run.sheet);
    let failed: Summary | undefined;
    const { signal } = this.#stop;
    let pauseMs = firstPauseMs;
    for (;;) {
      if (signal.aborted) return { state: 'interrupted' };
      const summary = await this.#runSession(failed);
      if (summary === 'refused') return toRunOutcome(failed, this.#words);
      // Another change, such as a settled row, waited for the sheet: run again, unless the run also failed.
      if (this.#isReleaseRequested ? summary.stopped === undefined : summary.interrupted) continue;
      const failure = findAwayFailure(summary);
      if (failure === undefined) return toRunOutcome(summary, this.#words);
      this.#storeMessages((summary.stopped ?? []).map(this.#words.inWords));
      failed = summary;
      this.#hasWaited = false;
      if (summary.sent > 0) pauseMs = firstPauseMs;
      await this.#ports.timing.sleep(pauseMs, signal);
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
    }
  }

  /**
   * Resolves to `refused` if answers were lost, and the service is available now without a wait: each new session would
   * make further rows Unconfirmed.
   */
  async #runSession(failed: Summary | undefined): Promise<Summary | 'refused'> {
    const { store, service, timing, client, poller, limiter, locks, sent, now } = this.#ports;
    const { sheet, order, id, startedAt } = this.#run;
    const { retryRejected = false } = order;
    const orderedMs = Date.parse(startedAt);
    const round = toRoundOptions(order);
    const settings = {
      ...this.#ports.limits,
      ...toRunSettings(await readOwnLimits(store)),
      ...round,
      retryRejected,
      waitForServiceMs,
      orderedMs,
    };
    const stored = (await findRun(store, id)) ?? this.#run;
    const { options, storage } = await prepareSheetRun(
      { store, service, now, locks },
      sheet,
      createOperation(order),
      settings,
    );
    let journal: Journal | undefined;
    this.#isReleaseRequested = false;
    const releaseSheet = () => {
      this.#isReleaseRequested = true;
      this.#session?.stop();
    };
    const session = await openRun(options, {
      client,
      poller,
      limiter,
      timing,
      wording: this.#words.inWords,
      storage: {
        ...storage,
        lock: () => locks.takeForRun(sheet, releaseSheet),
        openJournal: async (lock) => (journal = await storage.openJournal(lock)),
      },
      otherRuns: sent.createClaimStore(sheet, () => journal),
    });
    this.#session = session;
    if (this.#isHalted) session.stop();
    const endClaims = sent.begin(sheet, () => journal);
    const progress = new RunProgress(this.#ports, stored, () => session.sheet, this.#words.inWords);
    try {
      session.on(progress.listen);
      session.on((event) => {
        if (event.type === 'waiting') {
          this.#hasWaited = true;
          this.#storeMessages([this.#words.inWords(event.message)]);
        }
        if (event.type === 'start' && journal !== undefined) void this.#addClaims(journal);
      });
      const plan = await session.plan();
      this.#assertNewAllowed(countNewRows(plan));
      const mayContinue = this.#hasWaited || this.#isHalted;
      const failure = failed === undefined ? undefined : findAwayFailure(failed);
      if (failure !== undefined && !mayContinue && !isHarmless(failure)) return 'refused';
      this.#storeMessages([]);
      return await session.start();
    } finally {
      this.#session = undefined;
      await progress.end();
      await this.#store(session, () => endClaims(journal));
      await session.close();
    }
  }

  /** Checks only the first session: a person may later have more rows sent. */
  #assertNewAllowed(rows: number): void {
    const { maxNew } = this.#run.order;
    if (!this.#hasCheckedNewRows && typeof maxNew === 'number' && rows > maxNew) {
      throw new OperatingError({ code: 'tooManyNew', rows, most: maxNew });
    }
    this.#hasCheckedNewRows = true;
  }

  get #isHalted(): boolean {
    return this.#stop.signal.aborted || this.#isReleaseRequested;
  }

  async #store({ sheet: run }: RunSession, endClaims: () => Promise<void>): Promise<void> {
    const { store, publish } = this.#ports;
    const { id, sheet } = this.#run;
    const runLog = log.child({ run: id, sheet });
    try {
      const rows = run === undefined ? [] : ((await recordSheet(store, sheet, run)) ?? []);
      publish({ type: 'rows', sheet, rows });
    } catch (error) {
      runLog.error({ err: error }, 'The rows of the run could not be stored; its journal has them');
    }
    try {
      await endClaims();
    } catch (error) {
      runLog.error(
        { err: error },
        'The claims of the run could not be updated; its journal has the answers',
      );
    }
  }

  /** The run may last for days, and its file may show that rows of other sheets were sent. */
  async #addClaims({ states }: Journal): Promise<void> {
    const { id, sheet } = this.#run;
    try {
      await inTransaction(this.#ports.store, (tx) => addClaims(tx, sheet, states));
    } catch (error) {
      log.error(
        { err: error, run: id, sheet },
        'The rows that the file shows as sent could not be claimed; the end of the run claims them',
      );
    }
  }

  #storeMessages(messages: readonly string[]): void {
    const { store, publish } = this.#ports;
    const { id, sheet } = this.#run;
    this.#lastMessages = this.#lastMessages.then(async () => {
      try {
        await setMessages(store, id, messages);
      } catch (error) {
        log.error({ err: error, run: id, sheet }, 'The messages of the run could not be stored');
      }
      publish({ type: 'sheet', sheet });
    });
  }
}

function toRunOutcome(summary: Summary | undefined, words: Words): RunOutcome {
  if (summary === undefined) return { state: 'ended', messages: [] };
  const { stopped } = summary;
  if (stopped !== undefined) return { state: 'failed', messages: stopped.map(words.markedWords) };
  return { state: 'ended', messages: describeSummary(summary, words) };
}
