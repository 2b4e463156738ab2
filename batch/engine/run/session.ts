import type { SheetFile } from '../../../sheets/sheet.js';
import type { Journal } from '../journal/journal.js';
import type { Lock } from '../journal/heldLock.js';
import { OperatingError } from '../errors.js';
import type { Message } from '../message.js';
import { beginWork } from './beginWork.js';
import type { Listener, Plan, RunEvent, Summary } from './events.js';
import { noteSheet } from './noteSheet.js';
import { probe } from './probe.js';
import { findResultColumns, type FoundColumns } from './resultColumns.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import type { RunOptions, RunPorts } from './runOptions.js';
import { createPlan } from './runPlan.js';
import { endRound } from './runRound.js';
import { claimUnsentRows, readRunSheet } from './readRunSheet.js';
import type { RunSheet } from './runSheet.js';
import { createSummary } from './runSummary.js';
import { type ServiceQuestion, serviceQuestion } from './serviceQuestion.js';
import { ServiceWait } from './serviceWait.js';
import { startWork } from './startWork.js';
import { checkForNews, type Idle, writeResults } from './writeResults.js';

/**
 * Opens a sheet and its journal for a run, and takes the locks, which the run holds until it is
 * closed. Throws what cannot be opened: a SheetError, a SheetInUse, a UsageError.
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

interface Opened {
  readonly file: SheetFile;
  readonly lock: Lock;
  readonly journal: Journal;
}

/** A plan that may be started. */
interface Planned {
  readonly sheet: RunSheet;
  readonly work: readonly PlannedRow[];
  readonly foundColumns: FoundColumns | undefined;
  readonly idle: Idle | undefined;
  readonly plan: Plan;
  /** Why the service could not be used, for a run with nothing to do. */
  readonly unusable: readonly Message[] | undefined;
}

/**
 * One run of an operation over a sheet, from its rows to the results in it, driven by a command, a
 * page or a worker. Another run continues where it ended.
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
  #planned: Planned | undefined;
  #sheet: RunSheet | undefined;
  /** Ends the claim on the rows that are sent. */
  #release: (() => void) | undefined;
  /** The last call: calls are carried out one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: RunOptions, ports: RunPorts, { file, lock, journal }: Opened) {
    this.#options = options;
    this.#ports = ports;
    this.#file = file;
    this.#lock = lock;
    this.#journal = journal;
    const { waitForServiceMs } = options;
    const { poller = ports.client, timing } = ports;
    const say = (said: Message) => {
      this.#tell({ type: 'waiting', said });
    };
    if (waitForServiceMs === undefined) return;
    const { signal } = this.#stop;
    this.#wait = new ServiceWait(waitForServiceMs, { client: poller, timing, signal, say });
  }

  /** Adds a listener for all events from now on. Returns a function that removes it. */
  on(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Reads the sheet, asks whether the service is there, and says what a start would do. Nothing is
   * sent by it. It may be shown for as long as a person needs, and made again when the sheet was
   * corrected. Throws a UsageError or a SheetError for what is in the way.
   */
  plan(): Promise<Plan> {
    return this.#inTurn(() => this.#plan());
  }

  /**
   * Does what the plan says, writes the results into the sheet and resolves to what came of it. A plan
   * is started once. Throws a SheetInUse when another run is sending one of its rows from another sheet, and a
   * JournalError when the journal cannot take what the sheet knows.
   */
  start(): Promise<Summary> {
    return this.#inTurn(() => this.#start());
  }

  /** The sheet as the last plan or start has left it; undefined before. */
  get sheet(): RunSheet | undefined {
    return this.#sheet;
  }

  /** Finishes what is in flight, and begins nothing new: the start ends with its summary. */
  stop(): void {
    this.#stop.abort();
  }

  /** Releases the sheet and its journal. A run that is still active is stopped and awaited. */
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

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
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
      const idle = work.length === 0 ? await checkForNews(sheet, storage.results) : undefined;
      const foundColumns = await findColumns(sheet, idle);
      if (work.length > 0) await storage.results.assertWritable?.();
      // Includes what people wrote while the service was unavailable.
      const checked = await this.#checkService(sheet);
      if (checked.hasWaited) continue;
      const plan = createPlan(sheet, work, foundColumns, limiter.answerMs);
      const { unusable } = checked;
      this.#planned = { sheet, work, foundColumns, idle, plan, unusable };
      this.#sheet = sheet;
      this.#tell({ type: 'plan', plan });
      return plan;
    }
  }

  /** The sheet as it is now. */
  async #read(): Promise<RunSheet> {
    const { storage, timing, wording } = this.#ports;
    if (this.#isRead) {
      const now = await storage.openSheet();
      await this.#file.close();
      this.#file = now;
    }
    this.#isRead = true;
    const nowMs = timing.now();
    return readRunSheet(this.#file, this.#journal, this.#options, {
      ...{ storage, wording, nowMs },
    });
  }

  /**
   * Asks the service once, also for a run with nothing to do: an expired token must not stay unnoticed
   * until rows are due. If the service is unusable, the run still writes results from the journal, then ends as stopped.
   */
  async #checkService(
    sheet: RunSheet,
  ): Promise<{ readonly hasWaited: boolean; readonly unusable?: readonly Message[] }> {
    try {
      return { hasWaited: await this.#hasWaited(serviceQuestion(sheet, this.#ports.storage)) };
    } catch (error) {
      if (sheet.work.length > 0 || !(error instanceof OperatingError)) throw error;
      return { hasWaited: false, unusable: error.said };
    }
  }

  /**
   * True when the service had to be waited for. The locks are kept during the wait, so that another
   * scheduled run ends at once, and does not start another round afterwards.
   */
  async #hasWaited(question: ServiceQuestion | undefined): Promise<boolean> {
    const { service } = this.#options;
    if (this.#wait !== undefined) return this.#wait.reach(service, question);
    await probe(this.#ports.client, service, this.#stop.signal, question);
    return false;
  }

  async #start(): Promise<Summary> {
    if (this.#planned === undefined) throw new Error('A run is planned before each start.');
    const { sheet, work, foundColumns, idle, plan, unusable } = this.#planned;
    this.#planned = undefined;
    const { timing, storage, writeReport } = this.#ports;
    const { signal } = this.#stop;
    const startMs = timing.now();
    this.#release = await claimUnsentRows(sheet, storage);
    storage.recordJournalLocation?.();
    // Only after the service has given the expected answer.
    if (unusable === undefined) {
      const ignoresOtherServices = this.#options.confirmedService === 'other';
      sheet.read.journal.noteService({ ignoresOtherServices });
    }
    const hasRecorded = await noteSheet(sheet, this.#time());
    beginWork(sheet, work, this.#time());
    const worked = await startWork(sheet.worked, work, this.#ports, { signal, listen: this.#tell });
    const end = unusable === undefined ? worked : { ...worked, stopped: unusable };
    const ended = sheet.withNotes(end.notes);
    this.#sheet = ended;
    const how = { at: this.#time(), isStopped: end.stopped !== undefined };
    // It was computed before `noteSheet`, so it only holds if nothing was recorded there.
    const found = hasRecorded ? undefined : idle;
    const written = await writeResults(ended, found, storage, how);
    const reportData = () => ended.reportData(this.#time());
    const reportNotWritten = ended.hasScores ? await writeReport?.(reportData()) : undefined;
    const course = {
      ...{ end, written, reportNotWritten },
      interrupted: signal.aborted,
      beganAt: new Date(startMs).toISOString(),
      tookMs: timing.now() - startMs,
      doneBefore: plan.counts[this.#options.operation.succeeded] ?? 0,
      saidBefore: foundColumns?.notes ?? [],
    };
    const summary = createSummary(ended, course, this.#tell);
    endRound(ended, summary, this.#time());
    const report = ended.hasScores ? { report: reportData } : {};
    this.#tell({ type: 'summary', summary, ...report });
    return summary;
  }

  /** Now, ISO 8601. */
  #time(): string {
    return new Date(this.#ports.timing.now()).toISOString();
  }

  readonly #tell = (event: RunEvent): void => {
    for (const listener of this.#listeners) listener(event);
  };
}

/**
 * Missing room for columns is only reported before rows are sent; afterwards, the write reports it.
 */
async function findColumns(
  { read, columnsToWrite, options }: RunSheet,
  idle: Idle | undefined,
): Promise<FoundColumns | undefined> {
  if (idle?.isNews === false) return undefined;
  const finding = findResultColumns(read.file, read.intake, columnsToWrite, options.output);
  return idle === undefined ? finding : finding.catch(() => undefined);
}
