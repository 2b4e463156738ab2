import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Client } from '../../src/client.js';
import type { Timing } from '../../src/transport.js';
import { type Intake, type IntakeOptions, readSheet } from '../intake/readSheet.js';
import type { SheetFiles } from '../journal/files.js';
import { Journal } from '../journal/journal.js';
import { currentRound, type CurrentRound } from '../journal/rounds.js';
import { takeLock } from '../journal/lock.js';
import { reportCase, reportRound } from '../report/reportCase.js';
import type { ReportData } from '../report/reportData.js';
import { probe } from '../service/probe.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import { count } from '../output/terminal.js';
import { openSheet } from '../sheets/open.js';
import type { RoundFact } from '../journal/facts.js';
import { type ExitCode, exitCodes } from '../output/errors.js';
import { SheetError, type SheetFile } from '../sheets/sheet.js';
import { countStandings, type Listener, type Plan, type Summary } from './events.js';
import { exitCodeOf } from './exitCode.js';
import { expectedTimeMs } from './expectedTime.js';
import {
  columnsToWrite,
  findResultColumns,
  hasEarlier,
  type ResultColumns,
  usersOwnNote,
} from './resultColumns.js';
import { roundPlan } from './roundPlan.js';
import { reportOn, type RowReport } from './rowReport.js';
import { type RunEnd, runRows } from './runRows.js';
import type { Slots } from './slots.js';
import { goneNote, openAndGone, type PlannedRow } from './standing.js';
import { isWritten, shownRow, writeBack, type WrittenBack } from './writeBack.js';

export interface RunSheetOptions {
  readonly operation: SheetOperation;
  readonly input: string;
  readonly output: string;
  readonly files: SheetFiles;
  readonly intake: IntakeOptions;
  /** Names the service in the plan and in the journal. */
  readonly service: string;
  /** The service is the embedded sandbox. */
  readonly isRehearsal: boolean;
  readonly concurrency: number;
  /** The least time between two requests; 0 for none. The slots keep it, the plan counts with it. */
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  readonly maxErrors: number;
  readonly sendDuplicates: boolean;
  readonly retryRejected: boolean;
  /** Begins another round, whatever the latest one came to. */
  readonly newRound?: boolean;
  readonly colourScale: boolean;
}

export interface RunSheetPorts {
  readonly client: Client;
  /** Looks at results, each time once; default the client. */
  readonly looker?: Client;
  readonly slots: Slots;
  readonly timing: Timing;
  /** First Ctrl+C: finish what is in flight, write back, end. */
  readonly signal: AbortSignal;
  readonly listen: Listener;
  /** Shows the plan and asks; false ends the run before anything is sent. */
  readonly confirm: (plan: Plan) => Promise<boolean>;
}

/**
 * Does an operation for a sheet, from its rows to the results in it. Running it again goes on where
 * it ended. Resolves to nothing when the plan was declined.
 */
export async function runSheet(
  options: RunSheetOptions,
  ports: RunSheetPorts,
): Promise<Summary | undefined> {
  const file = await openSheet(options.input);
  try {
    const lock = await takeLock(options.files.lock, ports.timing.now);
    try {
      const journal = await Journal.open(options.files.journal, options.service, ports.timing.now);
      try {
        const { operation, newRound } = options;
        const knownColumns = journal.columns;
        const intake = await readSheet(file, { ...options.intake, knownColumns });
        operation.check?.(intake.rows);
        const round = currentRound(journal.rounds, ports.timing.now(), newRound);
        const rows = operation.plan(intake.rows, journal.states, round);
        const run = new SheetRun(options, ports, { file, intake, journal, rows, round });
        return await run.run();
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

interface Opened {
  readonly file: SheetFile;
  readonly intake: Intake;
  readonly journal: Journal;
  readonly rows: readonly PlannedRow[];
  readonly round: CurrentRound;
}

/** A run that ends so has left nothing to do in its round. */
const settledCodes: ReadonlySet<ExitCode> = new Set([
  exitCodes.done,
  exitCodes.someFailed,
  exitCodes.unconfirmed,
]);

class SheetRun {
  readonly #options: RunSheetOptions;
  readonly #ports: RunSheetPorts;
  readonly #opened: Opened;
  #notes: ReadonlyMap<number, string> = new Map();

  constructor(options: RunSheetOptions, ports: RunSheetPorts, opened: Opened) {
    this.#options = options;
    this.#ports = ports;
    this.#opened = opened;
  }

  async run(): Promise<Summary | undefined> {
    const { rows } = this.#opened;
    const { timing, client, slots, listen, confirm } = this.#ports;
    const work = rows.filter((row) => this.#needsWork(row));
    // Room that is missing is no news to come with when rows have been sent.
    const { file, intake } = this.#opened;
    const places =
      work.length === 0
        ? undefined
        : await findResultColumns(file, intake, this.#columnsToWrite, this.#options.output);
    if (work.length > 0) await probe(client, this.#options.service);
    const plan = this.#plan(work, places, slots.answerMs);
    listen({ type: 'plan', plan });
    if (work.length > 0 && !(await confirm(plan))) return undefined;

    const startMs = timing.now();
    await this.#adopt();
    const end = await this.#work(work);
    this.#notes = end.notes;
    try {
      const written = await this.#write();
      return this.#summary(end.stopped, written, timing.now() - startMs);
    } catch (error) {
      if (!(error instanceof SheetError)) throw error;
      // A run that stopped because of its journal has said already what the journal lacks.
      const kept =
        end.stopped === undefined
          ? 'Nothing is lost: the journal holds every result, and the same command writes them.'
          : 'The same command writes the results that the journal holds.';
      const stopped = [end.stopped ?? '', error.message, kept].join(' ').trim();
      return this.#summary(stopped, undefined, timing.now() - startMs);
    }
  }

  #needsWork(row: PlannedRow): boolean {
    const standing = this.#standing(row);
    if (standing === 'Pending' || standing === 'Not sent') return true;
    if (standing === 'Unconfirmed') return this.#options.operation.repeatable;
    return standing === 'Rejected' && this.#options.retryRejected && row.body !== undefined;
  }

  #standing(row: PlannedRow) {
    const { operation } = this.#options;
    return operation.standing(row, this.#opened.journal.state(row.key), this.#options);
  }

  get #columnsToWrite(): readonly ReportColumn[] {
    const { intake, rows } = this.#opened;
    return columnsToWrite(this.#options.operation, hasEarlier(rows), intake.columns);
  }

  #plan(work: readonly PlannedRow[], places: ResultColumns | undefined, latencyMs: number): Plan {
    const { file, intake, rows, round } = this.#opened;
    const gone = this.#gone();
    const { requestsPerRow, isInRounds = false, words } = this.#options.operation;
    const left = intake.rows.length - rows.length;
    const create = work.filter((row) => this.#standing(row) !== 'Pending').length;
    return {
      command: this.#options.operation.command,
      file: this.#options.input,
      sheet: intake.sheet,
      headerRow: intake.headerRow,
      service: this.#options.service,
      rows: rows.length,
      ...this.#people(work),
      ...(isInRounds ? { round: roundPlan(round, rows) } : {}),
      counts: countStandings(this.#options.operation, this.#reports()),
      ...(places === undefined ? {} : { resultColumns: places }),
      expectedMs: expectedTimeMs({
        requests: requestsPerRow * create + (work.length - create),
        latencyMs,
        ...this.#options,
      }),
      reports: { [Symbol.iterator]: () => this.#reports() },
      warnings: intake.warnings,
      notes: [
        ...file.notes,
        ...intake.notes,
        ...usersOwnNote(this.#columnsToWrite, intake.columns),
        ...(gone === 0 ? [] : [goneNote(gone)]),
        ...(left === 0 ? [] : [words.leftOut?.(left) ?? []].flat()),
        ...this.#adoptedNote(),
      ],
    };
  }

  #people(work: readonly PlannedRow[]): Pick<Plan, 'people'> {
    const { words } = this.#options.operation;
    if (words.grave === undefined) return {};
    const people = work.map(({ number, about, body = '{}' }) => ({
      row: number,
      person: [
        ...words.describe(JSON.parse(body) as Readonly<Record<string, string>>),
        ...(about === undefined ? [] : [about]),
      ].join(', '),
    }));
    return { people };
  }

  #adoptedNote(): string[] {
    const { command, done, adopted } = this.#options.operation;
    const taken = this.#opened.rows.filter((row) => row.adopted !== undefined).length;
    if (adopted === undefined || taken === 0) return [];
    const [are, them] = taken === 1 ? ['is', 'it is'] : ['are', 'they are'];
    return [
      `${count(taken, 'row')} ${are} ${done} as the sheet says. The journal did not know, so ${them} taken as done with the inputs of today. rwa resolve --for ${command} --row N --send-again sends one again.`,
    ];
  }

  /** Lets the journal know what only the sheet knows: after this run it is not lost any more. */
  async #adopt(): Promise<void> {
    const { journal, rows } = this.#opened;
    const { adopted } = this.#options.operation;
    if (adopted === undefined) return;
    const at = this.#time();
    for (const row of rows) {
      if (row.adopted === undefined || row.body === undefined) continue;
      journal.append(adopted(row, journal.state(row.key), at));
    }
    await journal.synced();
    if (journal.failure !== undefined) throw journal.failure;
  }

  async #work(work: readonly PlannedRow[]): Promise<RunEnd> {
    if (work.length === 0) return { notes: new Map() };
    const { journal } = this.#opened;
    const { client, looker = client, slots, timing, signal, listen } = this.#ports;
    for (const { key } of work) {
      if (journal.state(key)?.state !== 'Rejected') continue;
      journal.append({ fact: 'send_again', row: key, at: this.#time() });
    }
    const { operation } = this.#options;
    if (work.some((row) => row.round !== undefined)) this.#noteRound('round');
    listen({ type: 'start', rows: work.length });
    return runRows(
      work,
      { work: operation.work, client, looker, journal, slots, timing },
      {
        ...this.#options,
        signal,
        onProgress: (row, done) => {
          listen({ type: 'progress', row: row.number, done, status: this.#standing(row) });
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
  #endRound({ exitCode }: Summary): void {
    const { journal, round } = this.#opened;
    const begun = journal.rounds.find(({ number }) => number === round.number);
    const isOpen = begun !== undefined && begun.endedAt === undefined;
    const isDone = settledCodes.has(exitCode);
    if (this.#options.operation.isInRounds === true && isOpen && isDone) {
      this.#noteRound('round_ended');
    }
  }

  /** Writes when something is new: results, or a state that the sheet does not show yet. */
  async #write(): Promise<WrittenBack | undefined> {
    const { file, intake, journal, rows, round } = this.#opened;
    const { input, output } = this.#options;
    const copy = resolve(input) !== resolve(output);
    const news = copy ? await this.#isStale(output) : rows.some((row) => this.#isNews(row));
    if (!news) return undefined;
    const { sheet, headerRow, columns } = intake;
    return writeBack({ file, sheet, headerRow, rows, columns }, journal, {
      ...this.#options,
      notes: this.#notes,
      round,
    });
  }

  /** True unless a copy is newer than all that it was made from. */
  async #isStale(copy: string): Promise<boolean> {
    const { input, files } = this.#options;
    const [made = 0, ...from] = await Promise.all([copy, input, files.journal].map(modifiedMs));
    return from.some((ms) => made <= ms);
  }

  /** True when the row's cells say something else than the journal: news, or cells that were moved. */
  #isNews(row: PlannedRow): boolean {
    const { operation } = this.#options;
    const [shown, state] = shownRow(row, this.#opened.journal.state(row.key));
    if (!isWritten(shown, state)) return false;
    const report = reportOn(operation, shown, state, this.#options);
    const id = operation.columns.find(({ name }) => name === 'id')?.of(report) ?? '';
    const { written } = row;
    return (
      report.status !== written?.status ||
      id !== written.id ||
      (report.scores !== undefined && !written.scored) ||
      // Why a row was not sent is kept nowhere.
      (report.status !== 'Not sent' && lettersOf(report.message) !== lettersOf(written.message)) ||
      isLater(report.doneAt, written.doneAt)
    );
  }

  // One at a time: a sheet may have 100,000.
  *#reports(): Generator<RowReport> {
    for (const row of this.#opened.rows) yield this.#report(row);
  }

  get #hasScores(): boolean {
    return this.#options.operation.done === 'Scored';
  }

  #report(row: PlannedRow): RowReport {
    const { operation } = this.#options;
    const state = this.#opened.journal.state(row.key);
    return reportOn(operation, row, state, this.#options, this.#notes.get(row.number));
  }

  #gone(): number {
    const { rows, journal } = this.#opened;
    return this.#options.operation.repeatable ? 0 : openAndGone(rows, journal.states).length;
  }

  #summary(stopped: string | undefined, written: WrittenBack | undefined, tookMs: number): Summary {
    const { listen, signal } = this.#ports;
    for (const report of this.#reports()) listen({ type: 'row', report });
    const counts = countStandings(this.#options.operation, this.#reports());
    const interrupted = signal.aborted;
    const gone = this.#gone();
    const withoutPlace = written?.withoutPlace?.length ?? 0;
    const summary: Summary = {
      counts,
      exitCode: exitCodeOf(counts, {
        interrupted,
        stopped: stopped !== undefined,
        gone,
        withoutPlace,
      }),
      tookMs,
      ...(this.#options.operation.isInRounds === true ? { round: this.#opened.round.number } : {}),
      ...(written === undefined ? {} : { output: written.path, backup: written.backup }),
      journal: this.#options.files.journal,
      gone,
      blocked: this.#opened.rows.filter(({ blocked }) => blocked !== undefined).length,
      stopped,
      interrupted,
      notes: written?.notes ?? [],
    };
    this.#endRound(summary);
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
    const { input, service, isRehearsal } = this.#options;
    return {
      file: basename(input),
      sheet: intake.sheet,
      service,
      generatedAt: this.#time(),
      isRehearsal,
      ...(round && { round: reportRound(round) }),
      cases: rows.map((row) => reportCase(row, this.#report(row))),
    };
  }
}

/** When a file was last written; 0 when there is none. */
async function modifiedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

/** What every encoding of a CSV file can hold. */
function lettersOf(message = ''): string {
  return message.replaceAll(/[^A-Za-z0-9]/g, '');
}

/** By more than what XLSX leaves off of a time. */
function isLater(at: string | undefined, written: string | undefined): boolean {
  return at !== undefined && written !== undefined && Date.parse(at) - Date.parse(written) > 1_000;
}
