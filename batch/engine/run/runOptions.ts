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

export interface RunOptions {
  readonly operation: SheetOperation;
  /** The name or path of the sheet in its storage. */
  readonly input: string;
  /** The file to write: the sheet itself, or a copy. */
  readonly output: string;
  readonly intake: IntakeOptions;
  /**
   * The Assessment IDs of rows whose inputs were changed, or which are no longer read, by row
   * number. An empty ID cell gets this ID, so that a sheet without the journal does not send the
   * row as new.
   */
  readonly lostIds?: ReadonlyMap<number, string>;
  readonly service: string;
  readonly isSandboxRun: boolean;
  readonly concurrency: number;
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
  readonly pollTimeoutMs: number;
  readonly maxErrors: number;
  /** How long to wait for a service that is unavailable at the start; undefined for no wait. */
  readonly waitForServiceMs?: number | undefined;
  readonly sendDuplicates: boolean;
  readonly retryRejected: boolean;
  /**
   * A person's confirmation. `same`: the journal's service now has this base URL. `other`: other
   * journals in the folder belong to another service, so they do not count.
   */
  readonly confirmedService?: 'same' | 'other' | undefined;
  /** True if rows that were sent from another sheet are sent, too. */
  readonly sendKnown?: boolean;
  /** A person has confirmed that the journal of the sheet is lost, or never existed. */
  readonly withoutJournal?: boolean;
  /**
   * True starts a new round, even if the latest round is not finished. `onceFinished` continues an
   * unfinished round, or starts a round if there is none.
   */
  readonly newRound?: boolean | 'onceFinished';
  readonly roundName?: string | undefined;
  /**
   * The time at which the run was ordered; by default, its start. A run that was paused for days
   * therefore continues its own round.
   */
  readonly orderedMs?: number | undefined;
  readonly colourScale: boolean;
}

export interface RunPorts {
  readonly client: Client;
  /** Polls results, once per call; by default, `client`. */
  readonly poller?: Client;
  readonly limiter: RequestLimiter;
  readonly timing: Timing;
  /** The claims of other runs that do not share a journal with this run. */
  readonly otherRuns?: ClaimStore | undefined;
  readonly wording: Wording;
  readonly storage: RunStorage;
  /**
   * Called only for operations with scores. Resolves to a message if the report could not be
   * written.
   */
  readonly writeReport?: ((data: ReportData) => Promise<Message | undefined>) | undefined;
}

export interface NewestOtherAssessment {
  readonly assessmentId: string;
  readonly sheet: string;
  readonly row: number;
}

/** A request that a run of another sheet may have sent. */
export interface RequestElsewhere {
  /** The request that was looked up, or an equal request. */
  readonly sent: string;
  /** True if the request was sent for a new row, not to assess a row again. */
  readonly isFirst: boolean;
}

export interface RunStorage {
  readonly openSheet: () => Promise<SheetFile>;
  lock(): Promise<Lock>;
  openJournal(lock: Lock): Promise<Journal>;
  /** Reads the journal of the assessments that decisions in the sheet are about. */
  readonly readAssessments?: () => Promise<JournalState | undefined>;
  findLeftBehind(rows: readonly IntakeRow[], journal: Journal): Promise<LeftBehind | undefined>;
  /**
   * Finds rows that were sent according to the journals of other sheets; missing if journals are
   * not files.
   */
  readonly findSentElsewhere?: (
    rows: readonly PlannedRow[],
    journal: Journal,
  ) => Promise<ReadonlyMap<number, SentElsewhere>>;
  readonly claims?: {
    readonly refuse: (rows: readonly PlannedRow[]) => void;
    /**
     * Returns the function that releases the claims. Throws a SheetInUse if another run is sending
     * one of these rows.
     */
    readonly take: (rows: readonly PlannedRow[]) => () => void;
    /** Returns only rows that other journals have recorded since `findSentElsewhere` was called. */
    readonly findSentSince: NonNullable<RunStorage['findSentElsewhere']>;
  };
  /**
   * Returns the newest backup or results file of a sheet without a journal. Missing for the
   * sandbox, and if such files are not beside the sheet.
   */
  readonly findBackupWithoutJournal?: () => string | undefined;
  /** Lets later commands notice a journal that a person has named. */
  readonly recordJournalLocation?: () => void;
  /** Returns notes for the plan if later commands cannot find the journal by themselves. */
  readonly listJournalNotes?: () => readonly Message[];
  readonly findRequestsElsewhere?: (
    requests: readonly string[],
  ) => Promise<ReadonlyMap<string, RequestElsewhere>>;
  /**
   * Returns facts from the journals of other sheets about these assessments. If `hasRounds`, the
   * sheet already has rounds, so the rounds of other sheets cannot be added.
   */
  readonly findFactsElsewhere?: (
    assessmentIds: readonly string[],
    hasRounds: boolean,
  ) => Promise<readonly (RowFact | RoundFact)[]>;
  readonly findNewestElsewhere?: () => Promise<NewestOtherAssessment | undefined>;
  readonly isJournalNamed: boolean;
  readonly results: ResultsPlace;
}

export interface ResultsPlace {
  /** True if results go into the sheet itself, not into a copy. */
  readonly isInPlace: boolean;
  /** Resolves to true if the copy must be written. */
  isStale(): Promise<boolean>;
  /** Called before anything is sent. Missing if a run does not need this check. */
  readonly assertWritable?: () => Promise<void>;
  chooseFallback(): string;
  /** Keeps the copies in `made`. Resolves to undefined if the run keeps all copies. */
  deleteOldCopies(made: readonly string[]): Promise<DeletedCopies | undefined>;
  toWriteError(error: unknown): unknown;
}
