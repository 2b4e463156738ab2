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

export interface PlannedRun {
  readonly rows: number;
  readonly rowsToSend: number;
  readonly rowsToFetch: number;
  readonly newRows: number;
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly expected: Plan['expected'];
}

/** Runs outside the thread that answers requests, and reads and writes the store itself. */
export interface Work {
  /**
   * Uses the stored match or a remembered match. If the sheet fits, also reads all its rows. The caller stores the
   * stage, unless the sheet must be read again.
   */
  inspect(sheet: string): Promise<ReadOutcome>;
  /** Stores nothing. */
  preview(sheet: string, choice: MatchChoice): Promise<Matching>;
  digests(sheet: string, rows: readonly number[]): Promise<readonly RowDigest[]>;
  cells(sheet: string, row: number): Promise<RowCells['cells']>;
  read(sheet: string): Promise<ReadOutcome>;
  plan(sheet: string, order: StartRun): Promise<PlannedRun>;
  /** Does not wait until the run ends. */
  start(run: string): Promise<void>;
  /** Resolves when the run has ended, after its requests in flight. */
  halt(run: string, as: 'paused' | 'stopped'): Promise<void>;
  /**
   * `insteadOf` and `sentAt` are the ID and the time that the person saw in the row. `alsoOthers` also accepts the
   * unproven IDs of the other rows. Adds the entry to the log in the same transaction.
   */
  settle(
    sheet: string,
    key: string,
    answer: {
      exists: boolean;
      assessmentId?: string;
      insteadOf?: string;
      sentAt?: string | null;
      alsoOthers?: boolean;
    },
    entry: LogEntry,
  ): Promise<void>;
  /** Refuses a row that no longer shows what the person saw. */
  markRow(sheet: string, row: number, mark: RowMark, entry: LogEntry): Promise<void>;
  decide(
    sheet: string,
    decisions: readonly DecisionToSend[],
    entry: LogEntry,
  ): Promise<readonly SentOutcome[]>;
  /** `language` is the member's language, for the messages. */
  sendPeople(
    action: 'invite' | 'remove',
    people: readonly Readonly<Record<string, string>>[],
    entry: LogEntry,
    language: Language,
  ): Promise<readonly SentOutcome[]>;
  /** Sends the invitation, unless the answer is that it exists. `action` is the ID of the invitation. */
  settlePerson(
    action: string,
    answer: PersonSettlement,
    entry: LogEntry,
    language: Language,
  ): Promise<void>;
  /** Sends nothing to the service. */
  renderDownload(sheet: string, kind: Download, path: string, rows?: RowSelection): Promise<void>;
  /** Runs resume when the server starts again. */
  close(): Promise<void>;
}

export interface RunEnding {
  readonly state: 'paused' | 'stopped' | 'ended' | 'failed';
  readonly messages?: readonly Sentence[];
}

export interface ThreadWork extends Work {
  /** Has no effect if workers do the runs. */
  applyLimits(): Promise<void>;
  /** Resumes the work of processes that died. */
  resume(): Promise<void>;
  /** Copies the available results of other sheets to the rows that wait for them. */
  follow(): Promise<void>;
  /** Splits a run into slices. Used if workers do the runs. */
  splitRun(run: string, sheet: string): Promise<void>;
  /** Used if workers do the runs. */
  endRun(run: string, sheet: string, ending: RunEnding): Promise<void>;
}

/** `refused` is the reason if the sheet cannot be run. */
export interface ReadOutcome {
  readonly stage: Stage;
  readonly refused?: string | undefined;
}

interface RowMark {
  readonly what: 'newRow' | 'notItsAssessment';
  readonly seen: SeenState;
}

export interface DecisionToSend {
  readonly row: number;
  readonly assessmentId: string;
  readonly status: DecisionStatus;
  readonly managerId?: string | undefined;
  readonly complianceTeamMemberId?: string | undefined;
  readonly cancelledByStaffId?: string | undefined;
  readonly note?: string | undefined;
}

/** `index` is the position of the row or person in the call. */
export interface SentOutcome {
  readonly index: number;
  readonly ok: boolean;
  readonly message: string;
  readonly status: string;
}
