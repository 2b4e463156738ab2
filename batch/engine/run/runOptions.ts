import type { Client } from '../../../src/client.js';
import type { Timing } from '../../../src/transport.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { Message, Wording } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { ClaimStore } from '../rows/rowWork.js';
import type { ReportData } from '../report/reportData.js';
import type { RequestLimiter } from './limiter.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import type { DeletedCopies } from '../files/keptCopies.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { RoundFact, RowFact } from '../journal/facts.js';
import type { Journal } from '../journal/journal.js';
import type { JournalState } from '../journal/journalState.js';
import type { Lock } from '../journal/journalStore.js';
import type { LeftBehind, SentElsewhere } from './runMessages.js';
import type { PlannedRow } from '../rows/plannedRow.js';

/** The options of a run. */
export interface RunOptions {
  readonly operation: SheetOperation;
  /** The name or path of the sheet in its storage. */
  readonly input: string;
  /** The file to write: the sheet itself, or a copy. */
  readonly output: string;
  readonly intake: IntakeOptions;
  /**
   * The Assessment IDs of rows whose inputs were changed after their assessment, or which are no
   * longer read, by row number. An empty ID cell gets this ID, so that a sheet without the journal
   * does not send the row as a new one.
   */
  readonly lostIds?: ReadonlyMap<number, string>;
  /** The base URL of the service. */
  readonly service: string;
  /** True if the service is the built-in sandbox. */
  readonly isSandboxRun: boolean;
  /** The maximum number of concurrent requests. */
  readonly concurrency: number;
  /** The minimum time between two requests; 0 for no limit. */
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  /** The run stops after this many consecutive failures. */
  readonly maxErrors: number;
  /**
   * The longest time that the run waits for a service that is unavailable at the start; undefined
   * for no wait.
   */
  readonly waitForServiceMs?: number | undefined;
  /** True to also send duplicates of other rows. */
  readonly sendDuplicates: boolean;
  /** True to also send rows again that the service has rejected. */
  readonly retryRejected: boolean;
  /**
   * A person's confirmation. `same`: the journal's service now has this base URL. `other`: other
   * journals in the folder belong to another service, so they do not count.
   */
  readonly confirmedService?: 'same' | 'other' | undefined;
  /** True to also send rows that were sent from another sheet. */
  readonly sendKnown?: boolean;
  /** True if a person has confirmed that the journal of the sheet is lost, or never existed. */
  readonly withoutJournal?: boolean;
  /**
   * True starts a new round, even if the latest one is not finished. A repeated run then starts yet
   * another round, unless `roundName` is set. `onceFinished` continues an unfinished round, or
   * starts a round if there is none.
   */
  readonly newRound?: boolean | 'onceFinished';
  /** Continues the round with this name, or begins it. */
  readonly roundName?: string | undefined;
  /**
   * The time at which the run was ordered; by default, the time at which it starts. A run that was
   * paused for days therefore continues its own round.
   */
  readonly orderedMs?: number | undefined;
  readonly colourScale: boolean;
}

/** The dependencies of a run. */
export interface RunPorts {
  readonly client: Client;
  /** The client that polls results, once per call; by default, `client`. */
  readonly poller?: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
  /** The claims of other runs that do not share a journal with this one, if there are any. */
  readonly otherRuns?: ClaimStore | undefined;
  /**
   * Called right before the first byte of a request is written; if it returns false, the request is
   * not sent.
   */
  readonly maySend?: (() => boolean) | undefined;
  /** Formats the messages in the sheet's cells and in the report. */
  readonly wording: Wording;
  /** The places of the sheet, its journal and its results. */
  readonly storage: RunStorage;
  /**
   * Writes the report of a run; missing if no report was requested. Called only for operations with
   * scores. Resolves to a message if the report could not be written.
   */
  readonly writeReport?: ((data: ReportData) => Promise<Message | undefined>) | undefined;
}

/** An assessment that the service has for a row in any sheet. */
export interface NewestElsewhere {
  readonly assessmentId: string;
  /** The name of the sheet, and the number of the row in it. */
  readonly sheet: string;
  readonly row: number;
}

/** A request that a run of another sheet may have sent. */
export interface RequestElsewhere {
  /** The request that was sent: the one that was looked up, or an equal one. */
  readonly sent: string;
  /** True if it was sent for a new row, not to assess a row again. */
  readonly isFirst: boolean;
}

/** The places of a run's sheet, journal and results. */
export interface RunStorage {
  /** Opens the current version of the sheet. Throws a SheetError if it cannot be read. */
  readonly openSheet: () => Promise<SheetFile>;
  /** Takes the locks of a run. Throws a SheetInUse if another run has them. */
  lock(): Promise<Lock>;
  /** Reads the journal. Throws a UsageError if it cannot be used. */
  openJournal(lock: Lock): Promise<Journal>;
  /**
   * Reads the journal of the assessments that decisions in the sheet are about; resolves to
   * undefined if the rows are not decisions.
   */
  readonly assessments?: () => Promise<JournalState | undefined>;
  /** Finds journals that contain more of these rows than the one in use. */
  leftBehind(rows: readonly IntakeRow[], journal: Journal): Promise<LeftBehind | undefined>;
  /**
   * Finds rows that were sent according to the journals of other sheets; missing if journals are
   * not files.
   */
  readonly sentElsewhere?: (
    rows: readonly PlannedRow[],
    journal: Journal,
  ) => Promise<ReadonlyMap<number, SentElsewhere>>;
  /** Claims on rows by runs of other sheets; missing if journals are not files. */
  readonly claims?: {
    /** Throws a SheetInUse if another run is sending one of these rows. */
    readonly refuse: (rows: readonly PlannedRow[]) => void;
    /**
     * Acquires claims on rows for this run, and returns the function that releases them. Throws a
     * SheetInUse in the same cases as `refuse`.
     */
    readonly take: (rows: readonly PlannedRow[]) => () => void;
    /**
     * Like `sentElsewhere`, but returns only rows that other journals have recorded since
     * `sentElsewhere` was called.
     */
    readonly sentSince: NonNullable<RunStorage['sentElsewhere']>;
  };
  /**
   * Returns the newest backup or results file of a sheet without a journal. Missing for the
   * sandbox, and if journals and such files are not stored beside the sheet.
   */
  readonly backupWithoutJournal?: () => string | undefined;
  /**
   * Called when a run starts. Records where its journal is if a person has named the journal, so
   * that later commands notice that journal.
   */
  readonly recordJournalLocation?: () => void;
  /** Returns notes for the plan if later commands cannot find the journal by themselves. */
  readonly journalNotes?: () => readonly Message[];
  /**
   * Returns the requests that runs of other sheets may have sent; missing if there is no record of
   * them.
   */
  readonly requestsElsewhere?: (
    requests: readonly string[],
  ) => Promise<ReadonlyMap<string, RequestElsewhere>>;
  /**
   * Returns facts from the journals of other sheets about assessments with these IDs; missing if
   * there are no such journals. `hasRounds` is true if the sheet already has rounds: rounds of
   * other sheets cannot be added to them.
   */
  readonly factsElsewhere?: (
    assessmentIds: readonly string[],
    hasRounds: boolean,
  ) => Promise<readonly (RowFact | RoundFact)[]>;
  /**
   * Returns the newest assessment of all sheets in the storage; missing if only the assessments of
   * this sheet are known.
   */
  readonly newestElsewhere?: () => Promise<NewestElsewhere | undefined>;
  /** True if a person has named the journal, so it is not the sheet's own. */
  readonly isJournalNamed: boolean;
  readonly results: ResultsPlace;
}

/** The file for the results of a run. */
export interface ResultsPlace {
  /** True if results go into the sheet itself, not into a copy. */
  readonly isInPlace: boolean;
  /** Resolves to true if the copy must be written. */
  isStale(): Promise<boolean>;
  /**
   * Throws if the results cannot be written; called before anything is sent. Missing if a run does
   * not need this check.
   */
  readonly assertWritable?: () => Promise<void>;
  /**
   * Returns the name of a new file beside the sheet, for results that cannot be written into it.
   */
  beside(): string;
  /**
   * Deletes copies of earlier runs, except those in `made`; resolves to undefined if the run keeps
   * all copies.
   */
  deleteOldCopies(made: readonly string[]): Promise<DeletedCopies | undefined>;
  /**
   * Converts a storage error that a person can fix to a SheetError; returns any other error
   * unchanged.
   */
  toWriteError(error: unknown): unknown;
}
