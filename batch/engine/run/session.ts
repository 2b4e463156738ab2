import type { SheetFile } from '../../../sheets/sheet.js';
import type { Journal } from '../journal/journal.js';
import type { Lock } from '../journal/journalStore.js';
import { OperatingError } from '../errors.js';
import type { Message } from '../message.js';
import { beginWork, endRound, recordUnsentRows, startWork } from './startWork.js';
import type { Listener, Plan, RunEvent, Summary } from './events.js';
import { recordSheetFacts } from './importSheet.js';
import { assertServiceUsable, ServiceWait } from './serviceWait.js';
import { findResultColumns, type FoundColumns } from './resultColumns.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { RunOptions, RunPorts } from './runOptions.js';
import { createPlan } from './runPlan.js';
import { claimUnsentRows, readRunSheet, type RunSheet } from './runSheet.js';
import { createSummary } from './runSummary.js';
import { type ServiceQuestion, findServiceQuestion } from './serviceQuestion.js';
import { checkForChanges, type ChangeCheck, writeResults } from './writeBack.js';

/**
 * Takes the locks, which the run holds until it is closed. Throws a SheetError, a SheetInUse or a
 * UsageError if the sheet or its journal cannot be opened.
 */
export async function openRun(options: RunOptions, ports: RunPorts): Promise<RunSession> {
  const { storage } = ports;
  const file = await storage.openSheet();
  try {
    const lock = await storage.lock();
    try {
      const journal = await storage.openJournal(lock);
      return new RunSession(options, ports, { file, lock, journal });
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    await file.close();
    throw error;
  }
}

interface OpenedSheet {
  readonly file: SheetFile;
  readonly lock: Lock;
  readonly journal: Journal;
}

interface StartablePlan {
  readonly sheet: RunSheet;
  readonly work: readonly PlannedRow[];
  readonly foundColumns: FoundColumns | undefined;
  readonly idle: ChangeCheck | undefined;
  readonly plan: Plan;
  readonly unusable: readonly Message[] | undefined;
}

/**
 * A run over a sheet, from reading its rows to writing their results. Another run can continue its
 * work.
 */
export class RunSession {
  readonly #options: RunOptions;
  readonly #ports: RunPorts;
  readonly #lock: Lock;
  readonly #journal: Journal;
  readonly #wait: ServiceWait | undefined;
  readonly #listeners = new Set<Listener>();
  readonly #stop = new AbortController();
  #file: SheetFile;
  #isRead = false;
  #planned: StartablePlan | undefined;
  #sheet: RunSheet | undefined;
  #release: (() => void) | undefined;
  /** The latest call. The next call begins when this promise has settled. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: RunOptions, ports: RunPorts, { file, lock, journal }: OpenedSheet) {
    this.#options = options;
    this.#ports = ports;
    this.#file = file;
    this.#lock = lock;
    this.#journal = journal;
    const { waitForServiceMs } = options;
    const { poller = ports.client, timing } = ports;
    const notify = (message: Message) => {
      this.#emit({ type: 'waiting', message });
    };
    if (waitForServiceMs === undefined) return;
    const { signal } = this.#stop;
    this.#wait = new ServiceWait(waitForServiceMs, { client: poller, timing, signal, notify });
  }

  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Sends no row. A plan does not expire, and can be made again after the sheet was corrected.
   * Throws a UsageError, a SheetError, a SheetInUse or an OperatingError if the run cannot start.
   */
  plan(): Promise<Plan> {
    return this.#enqueue(() => this.#plan());
  }

  /**
   * A plan can be started once. Throws a SheetInUse if another run is sending one of its rows from
   * another sheet, and a JournalError if the journal cannot record facts from the sheet.
   */
  start(): Promise<Summary> {
    return this.#enqueue(() => this.#start());
  }

  get sheet(): RunSheet | undefined {
    return this.#sheet;
  }

  /** Finishes requests in flight and begins nothing new; `start` then resolves to its summary. */
  stop(): void {
    this.#stop.abort();
  }

  async close(): Promise<void> {
    this.stop();
    await this.#last;
    try {
      await this.#journal.close();
    } finally {
      this.#release?.();
      await this.#lock.release();
      await this.#file.close();
    }
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #plan(): Promise<Plan> {
    this.#planned = undefined;
    const { storage, limiter } = this.#ports;
    for (;;) {
      const sheet = await this.#read();
      const { work } = sheet;
      const idle = work.length === 0 ? await checkForChanges(sheet, storage.results) : undefined;
      const foundColumns = await findColumns(sheet, idle);
      if (work.length > 0) await storage.results.assertWritable?.();
      const checked = await this.#assertServiceUsable(sheet);
      // People may have edited the sheet during the wait, so it is read again.
      if (checked.hasWaited) continue;
      const plan = createPlan(sheet, work, foundColumns, limiter.answerMs);
      const { unusable } = checked;
      this.#planned = { sheet, work, foundColumns, idle, plan, unusable };
      this.#sheet = sheet;
      this.#emit({ type: 'plan', plan });
      return plan;
    }
  }

  async #read(): Promise<RunSheet> {
    const { storage, timing, wording } = this.#ports;
    if (this.#isRead) {
      const newFile = await storage.openSheet();
      await this.#file.close();
      this.#file = newFile;
    }
    this.#isRead = true;
    const nowMs = timing.now();
    return readRunSheet(this.#file, this.#journal, this.#options, {
      storage,
      wording,
      nowMs,
    });
  }

  /**
   * A run with nothing to do also checks the service, so that an expired token is noticed early. It
   * still writes results from the journal, then ends as stopped.
   */
  async #assertServiceUsable(
    sheet: RunSheet,
  ): Promise<{ readonly hasWaited: boolean; readonly unusable?: readonly Message[] }> {
    try {
      const question = await findServiceQuestion(sheet, this.#ports.storage);
      return { hasWaited: await this.#waitForService(question) };
    } catch (error) {
      if (sheet.work.length > 0 || !(error instanceof OperatingError)) throw error;
      return { hasWaited: false, unusable: error.messages };
    }
  }

  /**
   * Resolves to true if it had to wait. The locks are held during the wait, so that another
   * scheduled run ends at once and does not start another round afterwards.
   */
  async #waitForService(question: ServiceQuestion | undefined): Promise<boolean> {
    const { service } = this.#options;
    if (this.#wait !== undefined) return this.#wait.reach(service, question);
    await assertServiceUsable(this.#ports.client, service, this.#stop.signal, question);
    return false;
  }

  async #start(): Promise<Summary> {
    if (this.#planned === undefined) throw new Error('A run must be planned before each start.');
    const { sheet, work, foundColumns, idle, plan, unusable } = this.#planned;
    this.#planned = undefined;
    const { timing, storage, writeReport } = this.#ports;
    const { signal } = this.#stop;
    const startMs = timing.now();
    this.#release = await claimUnsentRows(sheet, storage);
    storage.recordJournalLocation?.();
    // The confirmation is recorded only after the service has given the expected answer.
    if (unusable === undefined) {
      const ignoresOtherServices = this.#options.confirmedService === 'other';
      sheet.read.journal.noteService({ ignoresOtherServices });
    }
    const hasRecorded = await recordSheetFacts(sheet, this.#getIsoTime());
    beginWork(sheet, work, this.#getIsoTime());
    // The run may be frozen after its intent was recorded, and another run then takes its lock.
    const maySend = () => this.#lock.findLoss() === undefined;
    const controls = { signal, maySend, listen: this.#emit };
    const workEnd = await startWork(sheet.rowsInProgress, work, this.#ports, controls);
    const end = unusable === undefined ? workEnd : { ...workEnd, stopped: unusable };
    const finishedSheet = sheet.withNotes(end.notes);
    this.#sheet = finishedSheet;
    const settings = { at: this.#getIsoTime(), isStopped: end.stopped !== undefined };
    // `idle` was computed before `recordSheetFacts`, so it is valid only if that recorded nothing.
    const currentIdle = hasRecorded ? undefined : idle;
    const written = await writeResults(finishedSheet, currentIdle, storage, settings);
    const reportData = () => finishedSheet.reportData(this.#getIsoTime());
    const reportNotWritten = finishedSheet.hasScores
      ? await writeReport?.(reportData())
      : undefined;
    const finishedRun = {
      end,
      written,
      reportNotWritten,
      interrupted: signal.aborted,
      beganAt: new Date(startMs).toISOString(),
      tookMs: timing.now() - startMs,
      doneBefore: plan.counts[this.#options.operation.successStatus] ?? 0,
      shownBefore: foundColumns?.notes ?? [],
    };
    const summary = createSummary(finishedSheet, finishedRun, this.#emit);
    recordUnsentRows(sheet, work, this.#getIsoTime());
    endRound(finishedSheet, summary, this.#getIsoTime());
    const report = finishedSheet.hasScores ? { report: reportData } : {};
    this.#emit({ type: 'summary', summary, ...report });
    return summary;
  }

  #getIsoTime(): string {
    return new Date(this.#ports.timing.now()).toISOString();
  }

  readonly #emit = (event: RunEvent): void => {
    for (const listener of this.#listeners) listener(event);
  };
}

/**
 * If there is no room, a run with work throws before anything is sent. For a run without work, the
 * write reports the problem.
 */
async function findColumns(
  { read, columnsToWrite, options }: RunSheet,
  idle: ChangeCheck | undefined,
): Promise<FoundColumns | undefined> {
  if (idle?.hasChanges === false) return undefined;
  const finding = findResultColumns(read.file, read.intake, columnsToWrite, options.output);
  return idle === undefined ? finding : finding.catch(() => undefined);
}
