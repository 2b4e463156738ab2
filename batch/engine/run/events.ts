import type { ColumnProblem } from '../intake/columnProblems.js';
import type { SheetRequest } from '../intake/rowKey.js';
import type { GroupedWarning } from '../intake/warnings.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { Outcome } from '../outcome.js';
import type { Message } from '../message.js';
import type { ReportData } from '../report/reportData.js';
import type { ResultColumns } from './resultColumns.js';
import type { RoundPlan } from './roundPlan.js';
import type { RowReport } from '../rows/rowReport.js';
import { type RowStatus, type SuccessStatus, successStatuses } from '../intake/statusWords.js';

/** What a run is about to do. */
export interface Plan {
  readonly command: SheetOperation['command'];
  readonly file: string;
  readonly sheet: string;
  readonly headerRow: number;
  readonly service: string;
  readonly rows: number;
  /** Those to send, or whose results are to be fetched; with none, a run only writes what is new. */
  readonly rowsToDo: number;
  /** Those to send. */
  readonly rowsToSend: number;
  /** Rejected rows that are sent again; missing for none. */
  readonly rejectedToSend?: number;
  readonly counts: Counts;
  /** Hidden rows; missing if there are none. */
  readonly hidden?: HiddenRows;
  /** The people whom the work is about, if they must be shown before it begins. */
  readonly people?: readonly PersonOfRow[];
  /** The round, for operations that work in rounds. */
  readonly round?: RoundPlan;
  /** The columns for the results; missing when there is nothing to do. */
  readonly resultColumns?: ResultColumns;
  /** Milliseconds; 0 when there is nothing to do. */
  readonly expectedMs: number;
  /** Created for each reader: all of them at once would fill the memory. */
  readonly reports: Iterable<RowReport>;
  readonly warnings: readonly GroupedWarning[];
  /** What is wrong with large parts of whole columns, and which rows need not be told besides. */
  readonly columnProblems: readonly ColumnProblem[];
  readonly isCoveredByColumnProblem: (row: number) => boolean;
  /** What is to be said of the file: a guessed encoding, headings that nearly match. */
  readonly notes: readonly Message[];
}

/** The person whom the work on a row is about. */
export interface PersonOfRow {
  readonly row: number;
  readonly request: SheetRequest;
  /** From columns that are not sent. */
  readonly context?: string | undefined;
}

/** How many rows a filter, a group or a person has hidden in the sheet. */
export interface HiddenRows {
  /** Hidden rows of the plan. */
  readonly rows: number;
  /** Hidden rows that will be sent. */
  readonly new: number;
  /** Hidden rows that are not in the plan, because of `--visible-only`. */
  readonly leftOut: number;
}

/** Counts the hidden rows of a plan; nothing when there are none. */
export function hiddenRows(
  leftOut: number,
  reports: Iterable<{ readonly row: number; readonly status: RowStatus }>,
  rows: readonly { readonly number: number; readonly hidden?: true }[],
): HiddenRows | undefined {
  const numbers = new Set(rows.flatMap(({ number, hidden }) => (hidden ? [number] : [])));
  if (numbers.size + leftOut === 0) return undefined;
  let fresh = 0;
  for (const { row, status } of reports) if (status === 'Not sent' && numbers.has(row)) fresh++;
  return { rows: numbers.size, new: fresh, leftOut };
}

/** The result of a run. */
export interface Summary {
  readonly counts: Counts;
  /** Rows that this run sent, whatever the result. */
  readonly sent: number;
  /** Rows that were already done before this run. */
  readonly doneBefore: number;
  readonly outcome: Outcome;
  readonly tookMs: number;
  /** The number of the round, for operations that work in rounds. */
  readonly round?: number;
  /** The file with the results; not given when nothing had to be written. */
  readonly output?: string;
  readonly backup?: string | undefined;
  /** Backups and results of earlier runs that `--keep-backups` has deleted after the write. */
  readonly oldCopiesDeleted?: number;
  readonly journal: string;
  /** Rows that were sent, never answered, and are no longer in the sheet as they were sent. */
  readonly missing: number;
  /** Invalid rows with valid inputs that wait for a person; `rwa status` says why. */
  readonly blocked: number;
  /** Blocked rows whose inputs have changed since they were assessed. */
  readonly changed?: number;
  /** Rejected rows that were assessed before: only a round sends them again. Left out for none. */
  readonly refusedInRound?: number;
  /** Rows that a round skips because they were never assessed. */
  readonly neverAssessed?: number;
  /** Why the run stopped early. */
  readonly stopped?: readonly Message[] | undefined;
  /**
   * Why results are not in the file that was asked for, where they are, and what to do: the sheet was
   * open or edited, may not be written by this account, or its disk is full.
   */
  readonly notInPlace?: readonly Message[] | undefined;
  /** Why the report that was asked for could not be written, and what to do. */
  readonly reportNotWritten?: Message;
  /** True when `--max-new` stopped the run before anything was sent. */
  readonly blockedByMaxNew?: boolean;
  readonly interrupted: boolean;
  readonly notes: readonly Message[];
}

/** The events of a run; progress bars, JSON lines and reports listen to them. */
export type RunEvent =
  /** Before the plan: the run waits for the service, or it is available again. */
  | { readonly type: 'waiting'; readonly said: Message }
  | { readonly type: 'plan'; readonly plan: Plan }
  /**
   * Work begins, on this many rows. `unconfirmed` counts those that have been sent without a usable
   * answer so far.
   */
  | { readonly type: 'start'; readonly rows: number; readonly unconfirmed: () => number }
  /** A row's assessment exists (`done: false`), or the work on it has ended. */
  | {
      readonly type: 'progress';
      readonly row: number;
      readonly done: boolean;
      readonly status: RowStatus;
      /** What is known of the row at the time of the call. */
      readonly report: () => RowReport;
    }
  | { readonly type: 'row'; readonly report: RowReport }
  /** `report` is of a run whose rows have scores, made when it is asked for. */
  | { readonly type: 'summary'; readonly summary: Summary; readonly report?: () => ReportData };

/** Is called with each event of a run, as it happens. */
export type Listener = (event: RunEvent) => void;

/**
 * The number of rows by status. Of the success statuses, it has the operation's own; Forgotten is
 * only there if it is not 0.
 */
export type Counts = Readonly<
  Record<Exclude<RowStatus, SuccessStatus | 'Forgotten'>, number> &
    Partial<Record<SuccessStatus | 'Forgotten', number>>
>;

/** How many of the rows are done. */
export function succeededRows(counts: Partial<Counts>): number {
  return successStatuses.reduce((sum, word) => sum + (counts[word] ?? 0), 0);
}

/** True for the word of rows that are done. */
export function isSuccess(status: string): boolean {
  return successStatuses.some((word) => word === status);
}

/** Counts the rows of an operation by status. */
export function countStatuses(
  { succeeded }: Pick<SheetOperation, 'succeeded'>,
  reports: Iterable<{ status: RowStatus }>,
): Counts {
  const ours: Partial<Record<SuccessStatus | 'Forgotten', number>> = { [succeeded]: 0 };
  const rest = { Pending: 0, Unconfirmed: 0, Rejected: 0, Invalid: 0, Duplicate: 0, 'Not sent': 0 };
  const counts = { ...ours, ...rest };
  for (const { status } of reports) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
