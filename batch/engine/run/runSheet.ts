import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Client } from '../../../src/client.js';
import { sanitized } from '../../../src/sanitized.js';
import type { Timing } from '../../../src/transport.js';
import { isLeftOut } from '../intake/hiddenRows.js';
import { type IntakeOptions } from '../intake/intakeOptions.js';
import { type Intake, readSheet } from '../intake/readSheet.js';
import { realPath, type SheetFiles } from '../journal/files.js';
import type { Journal } from '../journal/journal.js';
import { currentRound, type CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import { reportCase, reportRound } from '../report/reportCase.js';
import type { ReportData } from '../report/reportData.js';
import { probe } from './probe.js';
import { ServiceWait } from './serviceWait.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import { count } from '../wording/words.js';
import { deleteOldCopies, type KeptCopies } from '../../../sheets/files/oldCopies.js';
import { asSheetError } from '../../../sheets/files/replace.js';
import type { RoundFact } from '../journal/facts.js';
import type { Outcome } from '../outcome.js';
import { UsageError } from '../errors.js';
import type { Message, Said, Wording } from '../message.js';
import { SheetError, type SheetFile } from '../../../sheets/sheet.js';
import { countStatuses, hiddenRows, type Listener, type Plan, type Summary } from './events.js';
import { asSentBefore } from './sentBefore.js';
import { outcomeOf } from './outcome.js';
import { expectedTimeMs } from './expectedTime.js';
import { heldNotes, orphanNotes } from './heldNotes.js';
import { changedFacts, sheetFacts } from './importSheet.js';
import { journalRefusal } from './journalRefusal.js';
import type { LeftBehind } from './said.js';
import { planSheet } from './planSheet.js';
import {
  columnsToWrite,
  findResultColumns,
  type FoundColumns,
  usersOwnNote,
} from './resultColumns.js';
import { roundPlan } from './roundPlan.js';
import { reportOn } from './reportOn.js';
import { type RowReport, wordedReport } from './rowReport.js';
import { type RunEnd, runRows } from './runRows.js';
import { onDisk, type RunStorage } from './runStorage.js';
import type { RequestLimiter } from './requestLimiter.js';
import { countBlocked, type PlannedRow, unconfirmedAndMissing, withHistory } from './rowStatus.js';
import { SheetCells } from './sheetCells.js';
import { writeBack, type WrittenBack } from './writeBack.js';

export interface RunSheetOptions {
  readonly operation: SheetOperation;
  readonly input: string;
  readonly output: string;
  readonly files: SheetFiles;
  readonly intake: IntakeOptions;
  /** Names the service in the plan and in the journal. */
  readonly service: string;
  /** The service is the embedded sandbox. */
  readonly isSandboxRun: boolean;
  readonly concurrency: number;
  /** The least time between two requests; 0 for none. The limiter keeps it, the plan counts with it. */
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  readonly maxErrors: number;
  /** How long a service that is away at the start is waited for; not at all unless given. */
  readonly waitForServiceMs?: number | undefined;
  readonly sendDuplicates: boolean;
  readonly retryRejected: boolean;
  /** Begins another round, whatever the latest one came to. */
  readonly newRound?: boolean;
  readonly colourScale: boolean;
  /** Which backups and results of earlier runs stay beside the sheet; all unless given. */
  readonly keepBackups?: KeptCopies | undefined;
}

export interface RunSheetPorts {
  readonly client: Client;
  /** Polls results, each time once; default the client. */
  readonly poller?: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
  /** First Ctrl+C: finish what is in flight, write back, end. */
  readonly signal: AbortSignal;
  readonly listen: Listener;
  /** Hears in sentences of the wait for the service. */
  readonly say?: (text: string) => void;
  /** The words for what is written into the sheet. */
  readonly wording: Wording;
  /** Where the sheet and its journal are; default on the disk, by the paths of the options. */
  readonly storage?: RunStorage;
  /** Shows the plan and asks; false ends the run before anything is sent. */
  readonly confirm: (plan: Plan) => Promise<boolean>;
  /**
   * Makes the report that was asked for, of a run whose rows have scores. Resolves to why it could not
   * be written, and what to do.
   */
  readonly writeReport?: ((data: ReportData) => Promise<string | undefined>) | undefined;
}

/**
 * Does an operation for a sheet, from its rows to the results in it. Running it again goes on where
 * it ended. Resolves to nothing when the plan was declined.
 */
export async function runSheet(
  options: RunSheetOptions,
  ports: RunSheetPorts,
): Promise<Summary | undefined> {
  const wait = serviceWait(options, ports);
  const { service, input, files } = options;
  const { timing, storage = onDisk(input, files, { service, now: timing.now }) } = ports;
  const file = await storage.openSheet();
  try {
    const lock = await storage.lock();
    try {
      const journal = await storage.openJournal(lock);
      try {
        const opened = { ...ports, storage };
        let ended = await runOpened(file, journal, options, opened, wait);
        while (ended === 'waited') ended = await runAgain(journal, options, opened, wait);
        return ended;
      } finally {
        await journal.close();
      }
    } finally {
      await lock.release();
    }
  } finally {
    await file.close();
  }
}

/**
 * The wait for the service, with the lock held: another start of a schedule ends, and does not come
 * after this one to begin a round of its own.
 */
function serviceWait(
  { waitForServiceMs }: RunSheetOptions,
  { poller, client, timing, signal, say = () => undefined }: RunSheetPorts,
): ServiceWait | undefined {
  if (waitForServiceMs === undefined) return undefined;
  return new ServiceWait(waitForServiceMs, { client: poller ?? client, timing, signal, say });
}

/** Reads the sheet and does its work; to `waited` when the sheet may be another since. */
async function runOpened(
  file: SheetFile,
  journal: Journal,
  options: RunSheetOptions,
  ports: OpenedPorts,
  wait: ServiceWait | undefined,
): Promise<Summary | 'waited' | undefined> {
  const { operation, newRound } = options;
  const read = await readSheet(file, intakeOf(options, journal));
  const intake = { ...read, rows: asSentBefore(read.rows, journal.states) };
  await refuseByJournal(options, journal, intake.rows, () =>
    ports.storage.leftBehind(read.rows, journal),
  );
  operation.check?.(intake.rows);
  const round = currentRound(journal.rounds, ports.timing.now(), newRound);
  const planned = planSheet(operation, intake.rows, journal.states, round);
  const rows = planned.filter((row) => !isLeftOut(row, options.intake));
  const leftOut = planned.filter((row) => isLeftOut(row, options.intake));
  const run = new SheetRun(options, ports, { file, intake, journal, rows, leftOut, round });
  return run.run(wait);
}

/** What people wrote while the service was away counts. */
async function runAgain(
  journal: Journal,
  options: RunSheetOptions,
  ports: OpenedPorts,
  wait: ServiceWait | undefined,
): Promise<Summary | 'waited' | undefined> {
  const file = await ports.storage.openSheet();
  try {
    return await runOpened(file, journal, options, ports, wait);
  } finally {
    await file.close();
  }
}

/** With a journal that does not know what was sent, rows would be sent again. */
async function refuseByJournal(
  { operation, files, input: sheet }: RunSheetOptions,
  known: Journal,
  sentBefore: Intake['rows'],
  leftBehind: () => Promise<LeftBehind | undefined>,
): Promise<void> {
  const about = { operation, sheet, files, known, isNew: known.isNew, leftBehind };
  const { refusal } = await journalRefusal(about, sentBefore);
  if (refusal !== undefined) throw new UsageError(refusal, 'Nothing was sent.');
}

/** Without a journal, all that is known of earlier assessments is in the sheet. */
function intakeOf({ intake }: RunSheetOptions, journal: Journal): IntakeOptions {
  const options = { ...intake, knownColumns: journal.columns, hashOf: journal.hashOf };
  if (!journal.isNew) return options;
  return { ...options, inputs: { ...intake.inputs, readsResults: true } };
}

type OpenedPorts = RunSheetPorts & { readonly storage: RunStorage };

interface Opened {
  readonly file: SheetFile;
  readonly intake: Intake;
  readonly journal: Journal;
  readonly rows: readonly PlannedRow[];
  /** Hidden rows that the run leaves alone. */
  readonly leftOut: readonly PlannedRow[];
  readonly round: CurrentRound;
}

/** A run without anything to send: whether there is something to write, and what. */
interface Idle {
  readonly cells: SheetCells;
  readonly isNews: boolean;
}

/** More than the journal needs for what came of one request. */
const answerBytes = 1_024;

/** A run that ends so has left nothing to do in its round. */
const settledOutcomes: ReadonlySet<Outcome> = new Set(['done', 'someFailed', 'unconfirmed']);

class SheetRun {
  readonly #options: RunSheetOptions;
  readonly #ports: OpenedPorts;
  readonly #opened: Opened;
  #notes: ReadonlyMap<number, string> = new Map();
  /** What a person should know of cells in a sheet that was not written. */
  #cellNotes: readonly Message[] = [];
  /** What the plan has said of the places of the results. */
  #toldBefore: ReadonlySet<Said> = new Set();
  /** How many rows were done before the run. */
  #doneBefore = 0;

  constructor(options: RunSheetOptions, ports: OpenedPorts, opened: Opened) {
    this.#options = options;
    this.#ports = ports;
    this.#opened = opened;
  }

  async run(wait: ServiceWait | undefined): Promise<Summary | 'waited' | undefined> {
    const { rows } = this.#opened;
    const { timing, client, limiter, listen, confirm, signal } = this.#ports;
    const work = rows.filter((row) => this.#needsWork(row));
    const idle = work.length === 0 ? await this.#checkForNews() : undefined;
    const places = await this.#findColumns(idle);
    if (work.length > 0) {
      const { service } = this.#options;
      if (wait === undefined) await probe(client, service, signal);
      else if (await wait.reach(service)) return 'waited';
    }
    const plan = this.#plan(work, places, limiter.answerMs);
    this.#doneBefore = plan.counts[this.#options.operation.succeeded] ?? 0;
    listen({ type: 'plan', plan });
    if (work.length > 0 && !(await confirm(plan))) return undefined;

    const startMs = timing.now();
    await this.#import();
    const end = await this.#work(work);
    this.#notes = end.notes;
    const written = await this.#writeOrSay(end, idle);
    const unreported = this.#hasScores
      ? await this.#ports.writeReport?.(this.#reportData())
      : undefined;
    return this.#summary(end, { ...written, unreported }, timing.now() - startMs);
  }

  /** What was written; or, where that failed, why nothing could be. */
  async #writeOrSay(
    end: RunEnd,
    idle: Idle | undefined,
  ): Promise<Partial<WrittenBack> | undefined> {
    try {
      const written = await this.#write(idle);
      const deleted = end.stopped === undefined ? await this.#deleteOldCopies(written) : {};
      return { ...written, ...deleted };
    } catch (thrown) {
      const error = asSheetError(thrown, this.#options.output);
      if (!(error instanceof SheetError)) throw error;
      // A run that stopped because of its journal has said already what the journal lacks.
      const kept =
        end.stopped === undefined
          ? 'Nothing is lost: the journal holds every result, and the same command writes them.'
          : 'The same command writes the results that the journal holds.';
      return { notInPlace: `${sanitized(error.message)} ${kept}`, notes: [] };
    }
  }

  /** Room that is missing is no news to come with when rows have been sent. */
  async #findColumns(idle: Idle | undefined): Promise<FoundColumns | undefined> {
    if (idle?.isNews === false) return undefined;
    const { file, intake } = this.#opened;
    const finding = findResultColumns(file, intake, this.#columnsToWrite, this.#options.output);
    // Without anything to send, the write says it.
    const places = await (idle === undefined ? finding : finding.catch(() => undefined));
    this.#toldBefore = new Set(places?.notes);
    return places;
  }

  #needsWork(row: PlannedRow): boolean {
    const status = this.#status(row);
    if (status === 'Pending' || status === 'Not sent') return true;
    if (status === 'Unconfirmed') {
      return this.#options.operation.repeatable && row.blocked === undefined;
    }
    return status === 'Rejected' && this.#options.retryRejected && row.body !== undefined;
  }

  #status(row: PlannedRow) {
    const { operation } = this.#options;
    return operation.status(row, this.#opened.journal.state(row.key), this.#options);
  }

  get #columnsToWrite(): readonly ReportColumn[] {
    const { intake, rows } = this.#opened;
    return columnsToWrite(this.#options.operation, rows, intake.columns);
  }

  #plan(work: readonly PlannedRow[], places: FoundColumns | undefined, latencyMs: number): Plan {
    const { file, intake, rows, round } = this.#opened;
    const missing = this.#missing();
    const { requestsPerRow, isInRounds = false } = this.#options.operation;
    const meant = intake.rows.filter((row) => !isLeftOut(row, this.#options.intake));
    const hidden = hiddenRows(intake.rows.length - meant.length, this.#reports(), rows);
    const create = work.filter((row) => this.#status(row) !== 'Pending').length;
    return {
      command: this.#options.operation.command,
      file: this.#options.input,
      sheet: intake.sheet,
      headerRow: intake.headerRow,
      service: this.#options.service,
      rows: rows.length,
      ...this.#people(work),
      ...(isInRounds ? { round: roundPlan(round, rows) } : {}),
      counts: countStatuses(this.#options.operation, this.#reports()),
      ...(hidden === undefined ? {} : { hidden }),
      ...(places === undefined ? {} : { resultColumns: places.resultColumns }),
      expectedMs: expectedTimeMs({
        requests: requestsPerRow * create + (work.length - create),
        latencyMs,
        ...this.#options,
      }),
      reports: { [Symbol.iterator]: () => this.#reports() },
      warnings: intake.warnings,
      columnProblems: intake.columnProblems,
      isToldByColumn: intake.isToldByColumn,
      notes: [
        ...file.notes,
        ...intake.notes,
        ...usersOwnNote(this.#columnsToWrite, intake.columns),
        ...(places?.notes ?? []),
        ...(missing === 0 ? [] : [{ code: 'unconfirmedRowsMissing', count: missing } as const]),
        ...this.#neverAssessedNote(),
        ...this.#importedNote(),
        ...heldNotes(rows, this.#options.operation),
        ...orphanNotes([...rows, ...this.#opened.leftOut], this.#opened.journal.states),
      ],
    };
  }

  /** Rows that a round leaves out, as it makes assessments again. */
  #neverAssessed(): number {
    if (this.#options.operation.isInRounds !== true) return 0;
    const { intake, rows } = this.#opened;
    const meant = intake.rows.filter((row) => !isLeftOut(row, this.#options.intake));
    return meant.length - rows.length;
  }

  /** In the plan, and once more at the end: without a person at the plan, only the end is heard. */
  #neverAssessedNote(): Message[] {
    const count = this.#neverAssessed();
    return count === 0 ? [] : [{ code: 'rowsNeverAssessed', count }];
  }

  #people(work: readonly PlannedRow[]): Pick<Plan, 'people'> {
    if (this.#options.operation.requiresTypedConfirmation !== true) return {};
    const people = work.map(({ number, context, body = '{}' }) => ({
      row: number,
      request: JSON.parse(body) as Readonly<Record<string, string>>,
      context,
    }));
    return { people };
  }

  #importedNote(): string[] {
    const { command, succeeded, importedFact } = this.#options.operation;
    const { rows, journal } = this.#opened;
    const isTaken = (row: PlannedRow) =>
      row.importedId !== undefined &&
      (importedFact !== undefined || this.#status(row) === succeeded);
    const taken = rows.filter((row) => isTaken(row) && journal.state(row.key) === undefined).length;
    if (taken === 0) return [];
    const [are, them] = taken === 1 ? ['is', 'it is'] : ['are', 'they are'];
    const taking = `${count(taken, 'row')} ${are} ${succeeded} as the sheet says. The journal has no record of this, so ${them} taken as done with the inputs that the sheet has today.`;
    return [
      importedFact === undefined
        ? `${taking} If inputs were changed since, run rwa reassess for these rows.`
        : `${taking} rwa resolve --for ${command} --row N --send-again sends one again.`,
    ];
  }

  /** Lets the journal know what only the sheet knows: after this run it is not lost any more. */
  async #import(): Promise<void> {
    const { journal, intake, rows } = this.#opened;
    const { importedFact = () => undefined } = this.#options.operation;
    const at = this.#time();
    for (const row of rows) {
      const state = journal.state(row.key);
      const isDone = row.importedId !== undefined && row.body !== undefined;
      const done = isDone ? importedFact(row, state, at) : undefined;
      const facts =
        done === undefined
          ? [...sheetFacts(row, state, at, journal.hashOf), ...changedFacts(row, journal, at)]
          : [done];
      for (const fact of facts) journal.append(fact);
    }
    journal.noteShown(intake.rows.map(({ previous }) => previous?.id ?? ''));
    await journal.synced();
    journal.assertUsable();
  }

  async #work(work: readonly PlannedRow[]): Promise<RunEnd> {
    if (work.length === 0) return { notes: new Map(), sent: new Set() };
    const { journal } = this.#opened;
    const { client, poller = client, limiter, timing, signal, listen } = this.#ports;
    for (const { key } of work) {
      if (journal.state(key)?.state !== 'Rejected') continue;
      journal.append({ fact: 'send_again', row: key, at: this.#time() });
    }
    const { operation, concurrency } = this.#options;
    if (work.some((row) => row.round !== undefined)) this.#noteRound('round');
    journal.reserve(concurrency * answerBytes);
    const unconfirmed = () => work.filter(({ key }) => hasNoAnswer(journal.state(key))).length;
    listen({ type: 'start', rows: work.length, unconfirmed });
    return runRows(
      work,
      { work: operation.work, client, poller, journal, limiter, timing },
      {
        ...this.#options,
        signal,
        onProgress: (row, done) => {
          listen({ type: 'progress', row: row.number, done, status: this.#status(row) });
          // Of 100,000 rows the requests are a large part of what is held.
          if (done && this.#hasScores) row.body = undefined;
        },
      },
    );
  }

  /** Now, ISO 8601. */
  #time(): string {
    return new Date(this.#ports.timing.now()).toISOString();
  }

  #noteRound(fact: RoundFact['fact']): void {
    const { journal, round } = this.#opened;
    journal.append({ fact, round: round.number, at: this.#time() });
  }

  /** A round that was worked on ends when nothing is left to do in it. */
  #endRound(outcome: Outcome): void {
    const { journal, round } = this.#opened;
    const begun = journal.rounds.find(({ number }) => number === round.number);
    const isOpen = begun !== undefined && begun.endedAt === undefined;
    const isDone = settledOutcomes.has(outcome);
    if (this.#options.operation.isInRounds === true && isOpen && isDone) {
      this.#noteRound('round_ended');
    }
  }

  /** What a run without anything to send finds to write. */
  async #checkForNews(): Promise<Idle> {
    const { file, intake } = this.#opened;
    const cells = this.#cells();
    if (this.#isCopy) return { cells, isNews: await this.#isStale(this.#options.output) };
    return { cells, isNews: await cells.hasNews(file, intake.sheet, intake.headerRow) };
  }

  /** Writes when something is new: results, or a state that the sheet does not show yet. */
  async #write(idle: Idle | undefined): Promise<WrittenBack | undefined> {
    const { file, intake, journal, rows, leftOut } = this.#opened;
    const { sheet, headerRow, columns } = intake;
    const cells = idle?.cells ?? this.#cells();
    const isNews = this.#isCopy
      ? await this.#isStale(this.#options.output)
      : !(await file.isCurrent()) ||
        (idle?.isNews ?? (await cells.hasNews(file, sheet, headerRow)));
    if (!isNews) {
      this.#cellNotes = cells.notes;
      return undefined;
    }
    const source = { file, sheet, headerRow, rows, leftOut, columns, cells };
    return writeBack(source, journal, {
      ...this.#cellOptions,
      reopen: this.#ports.storage.openSheet,
    });
  }

  /**
   * After a run that ended in order: then all results are in the sheet, or in a file that this run made.
   * A sandbox run has none of the sheet's own.
   */
  async #deleteOldCopies(written: WrittenBack | undefined): Promise<Partial<WrittenBack>> {
    const { keepBackups, input, output, isSandboxRun } = this.#options;
    if (keepBackups === undefined || !this.#opened.journal.isUsable) return {};
    const real = (path: string) => resolve(realPath(path));
    const sheets = new Set([output, ...(isSandboxRun ? [] : [input])].map(real));
    const made = [written?.path ?? [], written?.backup ?? []].flat().map(real);
    const ends = await Promise.all(
      [...sheets].map((sheet) => deleteOldCopies(sheet, made, keepBackups, Date.now())),
    );
    const deleted = ends.reduce((sum, end) => sum + end.deleted, 0);
    const left = ends.flatMap((end) => end.left);
    const told = deleted === 0 ? {} : { oldCopiesDeleted: deleted };
    if (left.length === 0) return told;
    const note = `--keep-backups could not delete ${left.join(', ')}; delete them by hand.`;
    return { ...told, notes: [...(written?.notes ?? this.#cellNotes), note] };
  }

  #cells(): SheetCells {
    const { intake, journal, rows, leftOut } = this.#opened;
    const planned = { read: intake.rows, rows, leftOut, columns: intake.columns };
    return new SheetCells(planned, journal, this.#cellOptions);
  }

  get #cellOptions() {
    const { round } = this.#opened;
    return {
      ...this.#options,
      notes: this.#notes,
      wording: this.#ports.wording,
      round,
      at: this.#time(),
    };
  }

  get #isCopy(): boolean {
    return resolve(this.#options.input) !== resolve(this.#options.output);
  }

  /** True unless a copy is newer than all that it was made from. */
  async #isStale(copy: string): Promise<boolean> {
    const { input, files } = this.#options;
    const [made = 0, ...from] = await Promise.all([copy, input, files.journal].map(modifiedMs));
    return from.some((ms) => made <= ms);
  }

  // One at a time: a sheet may have 100,000.
  *#reports(): Generator<RowReport> {
    for (const row of this.#opened.rows) yield this.#report(row);
  }

  get #hasScores(): boolean {
    return this.#options.operation.succeeded === 'Scored';
  }

  #report(row: PlannedRow): RowReport {
    const { operation } = this.#options;
    const state = this.#opened.journal.state(row.key);
    const { journal } = this.#opened;
    return reportOn(
      operation,
      withHistory(row, journal),
      state,
      this.#options,
      this.#notes.get(row.number),
    );
  }

  #missing(): number {
    const { rows, leftOut, journal } = this.#opened;
    if (this.#options.operation.repeatable) return 0;
    return unconfirmedAndMissing([...rows, ...leftOut], journal.states).length;
  }

  #summary(
    { stopped, sent }: RunEnd,
    written: Partial<WrittenBack> & { readonly unreported: string | undefined },
    tookMs: number,
  ): Summary {
    const { listen, signal } = this.#ports;
    let sentRows = 0;
    for (const report of this.#reports()) {
      listen({ type: 'row', report });
      // What a refused token turned away was as good as not sent.
      if (sent.has(report.row) && report.status !== 'Not sent') sentRows++;
    }
    const counts = countStatuses(this.#options.operation, this.#reports());
    const interrupted = signal.aborted;
    const missing = this.#missing();
    const unmatchedRows = written.unmatchedRows?.length ?? 0;
    const end = { interrupted, stopped: stopped !== undefined, missing, unmatchedRows };
    const { unreported } = written;
    const notInPlace = written.notInPlace !== undefined;
    const neverAssessed = this.#neverAssessed();
    const summary: Summary = {
      counts,
      sent: sentRows,
      doneBefore: Math.min(this.#doneBefore, counts[this.#options.operation.succeeded] ?? 0),
      outcome: outcomeOf(counts, { ...end, notInPlace: notInPlace || unreported !== undefined }),
      tookMs,
      ...(this.#options.operation.isInRounds === true ? { round: this.#opened.round.number } : {}),
      ...(written.path === undefined ? {} : { output: written.path, backup: written.backup }),
      ...(written.oldCopiesDeleted === undefined
        ? {}
        : { oldCopiesDeleted: written.oldCopiesDeleted }),
      journal: this.#options.files.journal,
      gone: missing,
      ...countBlocked(this.#opened.rows),
      ...(neverAssessed === 0 ? {} : { neverAssessed }),
      stopped,
      ...(written.notInPlace === undefined ? {} : { notInPlace: written.notInPlace }),
      ...(unreported === undefined ? {} : { unreported }),
      interrupted,
      notes: [
        ...(written.notes ?? this.#cellNotes).filter((note) => !this.#toldBefore.has(note)),
        ...this.#neverAssessedNote(),
      ],
    };
    // Results in another file are read there; those in none are for the next start to write.
    const isWritten = !notInPlace || written.path !== undefined;
    if (isWritten) this.#endRound(outcomeOf(counts, end));
    listen({
      type: 'summary',
      summary,
      ...(this.#hasScores ? { report: () => this.#reportData() } : {}),
    });
    return summary;
  }

  #reportData(): ReportData {
    const { intake, rows, journal } = this.#opened;
    const round = journal.rounds.at(-1);
    const { input, service, isSandboxRun } = this.#options;
    return {
      file: basename(input),
      sheet: intake.sheet,
      service,
      generatedAt: this.#time(),
      isSandboxRun,
      ...(round && { round: reportRound(round) }),
      cases: rows.map((row) =>
        reportCase(row, wordedReport(this.#report(row), this.#ports.wording)),
      ),
    };
  }
}

function hasNoAnswer(state: RowState | undefined): boolean {
  return state !== undefined && isUnconfirmed(state);
}

/** When a file was last written; 0 when there is none. */
async function modifiedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}
