import type { SheetFile } from '../../../sheets/sheet.js';
import type { DeletedCopies } from '../files/keptCopies.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { Journal } from '../journal/journal.js';
import type { JournalState } from '../journal/journalState.js';
import type { Lock } from '../journal/heldLock.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import type { LeftBehind, SentElsewhere } from './runMessages.js';

/** An assessment that the service created for a row of another sheet. */
export interface NewestElsewhere {
  readonly assessmentId: string;
  /** The name and the row of that sheet. */
  readonly sheet: string;
  readonly row: number;
}

/** Where a run finds its sheet and its journal, and where its results go. */
export interface RunStorage {
  /** Opens the sheet as it is now. Throws a SheetError. */
  readonly openSheet: () => Promise<SheetFile>;
  /** Takes the locks of a run. Throws a SheetInUse when another run has them. */
  lock(): Promise<Lock>;
  /** Reads the journal. Throws a UsageError when it cannot be used. */
  openJournal(lock: Lock): Promise<Journal>;
  /** Reads the journal of the assessments that decisions in the sheet are about; missing for other rows. */
  readonly assessments?: () => Promise<JournalState | undefined>;
  /** Looks for journals that contain more of these rows than the one in use. */
  leftBehind(rows: readonly IntakeRow[], journal: Journal): Promise<LeftBehind | undefined>;
  /** Looks for rows that were sent from other sheets; missing if there are no other sheets. */
  readonly sentElsewhere?: (
    rows: readonly PlannedRow[],
    journal: Journal,
  ) => Promise<ReadonlyMap<number, SentElsewhere>>;
  /** Rows that runs of other sheets are about to send; missing if there are no other sheets. */
  readonly claims?: {
    /** Throws a SheetInUse if another run is sending one of these rows. */
    readonly refuse: (rows: readonly PlannedRow[]) => void;
    /** Claims rows for this run, and gives the function that ends the claim. Throws as `refuse` does. */
    readonly take: (rows: readonly PlannedRow[]) => () => void;
    /** Like `sentElsewhere`, but only what other journals contain since that was called. */
    readonly sentSince: NonNullable<RunStorage['sentElsewhere']>;
  };
  /** The newest backup or results file of the sheet, if it has no journal; missing if there are no such files. */
  readonly backupWithoutJournal?: () => string | undefined;
  /** Called before the first request, if a person has named the journal. */
  readonly recordJournalLocation?: () => void;
  /**
   * Returns those of these requests that runs of other sheets may have sent, each with the request that was sent for
   * it; missing if there is no record of them.
   */
  readonly requestsElsewhere?: (requests: readonly string[]) => ReadonlyMap<string, string>;
  /** The newest assessment that the service created for other sheets; missing where none are known. */
  readonly newestElsewhere?: () => NewestElsewhere | undefined;
  /** The journal is not the sheet's own: a person has named it. */
  readonly isJournalNamed: boolean;
  readonly results: ResultsPlace;
}

/** The file that the results of a run go into. */
export interface ResultsPlace {
  /** They go into the sheet itself, not into a copy. */
  readonly isInPlace: boolean;
  /** True unless the copy is newer than everything that it was made from. */
  isStale(): Promise<boolean>;
  /**
   * Throws if the results cannot be written, before anything is sent. Missing if nothing can be
   * read-only.
   */
  readonly assertWritable?: () => Promise<void>;
  /** A new file beside the sheet, for results that cannot be written into it. */
  beside(): string;
  /**
   * Deletes copies that earlier runs have made, but not these; undefined for a run that was not told to
   * delete any.
   */
  deleteOldCopies(made: readonly string[]): Promise<DeletedCopies | undefined>;
  /** An error of the storage as a SheetError if a person can do something about it, else the error. */
  asSheetError(error: unknown): unknown;
}
