import type { Language } from '../contract/languages.js';
import type { DecisionStatus } from '../../../src/decision.js';
import type { RowSelection } from '../results/rowPages.js';
import type { RowDigest } from '../sheets/ignoredRowStore.js';
import type { LogEntry } from '../access/logStore.js';
import type { Sentence } from '../../wording/sentence.js';
import type {
  Download,
  MatchChoice,
  Matching,
  PersonSettlement,
  Plan,
  RowCells,
  SeenState,
  Stage,
  StartRun,
} from '../contract/shapes.js';

/** The plan of a run as the API returns it, but without the token. */
export interface PlannedRun {
  readonly rows: number;
  readonly rowsToSend: number;
  readonly rowsToFetch: number;
  readonly newRows: number;
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly expected: Plan['expected'];
}

/**
 * The engine's work for the server, outside the thread that answers requests. The work reads and writes the store
 * itself.
 */
export interface Work {
  /**
   * Finds the structure of the sheet's file, with the stored match or a remembered one, and stores the structure. If
   * the sheet fits, also reads all its rows. The caller stores the stage, unless the sheet must be read again.
   */
  inspect(sheet: string): Promise<ReadOutcome>;
  /**
   * Returns how the sheet would be read with this choice, and stores nothing. Throws a RefusalError if the sheet cannot
   * be opened.
   */
  preview(sheet: string, choice: MatchChoice): Promise<Matching>;
  /** Returns a hash and a short text of each of these rows. Throws a RefusalError if the sheet cannot be opened. */
  digests(sheet: string, rows: readonly number[]): Promise<readonly RowDigest[]>;
  /** Reads the cells of a row, like `readStoredCells`. Throws a RefusalError if the sheet cannot be opened. */
  cells(sheet: string, row: number): Promise<RowCells['cells']>;
  /** Reads all rows with the stored match and corrections, and stores rows, problems and counts. */
  read(sheet: string): Promise<ReadOutcome>;
  /** Plans a run without starting it. Throws a RefusalError if the run could not begin. */
  plan(sheet: string, order: StartRun): Promise<PlannedRun>;
  /** Begins or continues a queued run. Does not wait until the run ends. */
  start(run: string): Promise<void>;
  /** Ends the run as paused or stopped, after its requests in flight. Resolves when the run has ended. */
  halt(run: string, as: 'paused' | 'stopped'): Promise<void>;
  /**
   * Settles an unconfirmed row, or confirms or corrects the ID that a row shows. `insteadOf` is the ID that the person
   * saw in the row. `sentAt` is the time that the person saw for the row's request. `alsoOthers` also accepts the
   * unproven IDs of the other rows. Adds the entry to the log in the same transaction. Throws a RefusalError for an
   * impossible answer, and if the row has changed since the person saw it.
   */
  settle(
    sheet: string,
    key: string,
    answer: {
      exists: boolean;
      assessmentId?: string;
      insteadOf?: string;
      sentAt?: string;
      alsoOthers?: boolean;
    },
    entry: LogEntry,
  ): Promise<void>;
  /**
   * Records that a blocked row is new, so that the next run sends it, or that the assessment of a row belongs to another
   * row. Throws a RefusalError for an impossible answer, and for a row that no longer shows what the person saw.
   */
  markRow(sheet: string, row: number, mark: RowMark, entry: LogEntry): Promise<void>;
  /** Sends decisions on rows with assessments to the service, and resolves to the outcome of each decision. */
  decide(
    sheet: string,
    decisions: readonly DecisionToSend[],
    entry: LogEntry,
  ): Promise<readonly SentOutcome[]>;
  /** Invites people, or removes their access. `language` is the member's language, for the messages. */
  sendPeople(
    action: 'invite' | 'remove',
    people: readonly Readonly<Record<string, string>>[],
    entry: LogEntry,
    language: Language,
  ): Promise<readonly SentOutcome[]>;
  /**
   * Records a member's answer about a waiting invitation. Sends the invitation, unless the answer is that the
   * invitation exists. `action` is the ID of the invitation. Throws a RefusalError for an impossible answer.
   */
  settlePerson(
    action: string,
    answer: PersonSettlement,
    entry: LogEntry,
    language: Language,
  ): Promise<void>;
  /**
   * Writes a download into a new file: the uploaded workbook (or CSV) with its results, the `rows` as CSV, the HTML
   * report, or a workbook of the problems. Sends nothing to the service. Throws a RefusalError with the reason if the
   * download cannot be written.
   */
  renderDownload(sheet: string, kind: Download, path: string, rows?: RowSelection): Promise<void>;
  /** Ends all work. Runs resume when the server starts again. */
  close(): Promise<void>;
}

/** How a run ends. `messages` replaces the messages about its rows. */
export interface RunEnding {
  readonly state: 'paused' | 'stopped' | 'ended' | 'failed';
  readonly messages?: readonly Sentence[];
}

/** The work that threads do: for the routes, and for the server itself. */
export interface ThreadWork extends Work {
  /** Reads the limits of the server again. Not used if workers do the runs. */
  applyLimits(): Promise<void>;
  /** Resumes the work of processes that died. */
  resume(): Promise<void>;
  /** Copies the available results of other sheets to the rows that wait for them. */
  follow(): Promise<void>;
  /** Splits a run of a sheet into slices, if workers do the runs. */
  splitRun(run: string, sheet: string): Promise<void>;
  /** Ends a run of a sheet, if workers do the runs. */
  endRun(run: string, sheet: string, ending: RunEnding): Promise<void>;
}

/** The stage of a sheet after a reading, and the reason if the sheet cannot be run. */
export interface ReadOutcome {
  readonly stage: Stage;
  readonly refused?: string | undefined;
}

/** A person's declaration about a row, and the row as the person saw it. */
interface RowMark {
  readonly what: 'newRow' | 'notItsAssessment';
  readonly seen: SeenState;
}

/** A decision to send, with its row. */
export interface DecisionToSend {
  readonly row: number;
  readonly assessmentId: string;
  readonly status: DecisionStatus;
  readonly managerId?: string | undefined;
  readonly complianceTeamMemberId?: string | undefined;
  readonly cancelledByStaffId?: string | undefined;
  readonly note?: string | undefined;
}

/** The outcome of a request for one row or person. `index` is the index of the row or person in the call. */
export interface SentOutcome {
  readonly index: number;
  readonly ok: boolean;
  readonly message: string;
  readonly status: string;
}
