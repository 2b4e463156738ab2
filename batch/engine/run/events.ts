import type { ColumnProblem, GroupedWarning } from '../intake/columnFacts.js';
import type { SheetRequest } from '../intake/rowKey.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import type { Outcome } from '../errors.js';
import type { Message } from '../message.js';
import type { ReportData } from '../report/reportData.js';
import type { ResultColumns } from './resultColumns.js';
import type { RowReport } from '../rows/rowReport.js';
import { type RowStatus, type SuccessStatus, successStatuses } from '../sheetCommand.js';
import type { SkipReason } from '../rows/selection.js';

export interface Plan {
  readonly command: SheetOperation['command'];
  readonly file: string;
  readonly sheet: string;
  readonly headerRow: number;
  readonly service: string;
  readonly rows: number;
  /**
   * The number of rows to send, or whose results are to be fetched. If it is 0, a run only writes
   * new results.
   */
  readonly rowsToDo: number;
  readonly rowsToSend: number;
  /** Rejected rows to send again; missing if there are none. */
  readonly rejectedToSend?: number;
  readonly counts: Counts;
  /** Rows that cannot be sent although their inputs are valid. */
  readonly blocked: number;
  /** Hidden rows; missing if there are none. */
  readonly hidden?: HiddenRows;
  /** The people whom the work is about, if a person must see the list before the work begins. */
  readonly people?: readonly PersonOfRow[];
  /** The round, for operations that work in rounds. */
  readonly round?: RoundPlan;
  /** The columns for the results; missing if there is nothing to write, or no room for it. */
  readonly resultColumns?: ResultColumns;
  /** In milliseconds; 0 if there is nothing to do. */
  readonly expectedMs: number;
  /** Created one at a time, because all reports together would fill the memory. */
  readonly reports: Iterable<RowReport>;
  readonly warnings: readonly GroupedWarning[];
  /** Problems in many rows of a column. A row with no other problems is not reported separately. */
  readonly columnProblems: readonly ColumnProblem[];
  readonly isCoveredByColumnProblem: (row: number) => boolean;
  /** Notes about the file, such as a guessed encoding or headings that nearly match. */
  readonly notes: readonly Message[];
}

export interface RoundPlan {
  readonly number: number;
  /** The name that a person gave the round. */
  readonly name?: string;
  /** In ISO 8601; missing for a round that begins now. */
  readonly begunAt?: string;
  /** When the round no longer had unsent or pending rows. */
  readonly endedAt?: string;
  /** The latest time in the round, if it is over a minute after the start of the run. */
  readonly inFuture?: string;
  /** The number of rows to reassess. */
  readonly selected: number;
  /** The number of assessed rows that are skipped, for each reason. */
  readonly unselected: Readonly<Record<SkipReason, number>>;
}

/** The person whom the work on a row is about. */
export interface PersonOfRow {
  readonly row: number;
  readonly request: SheetRequest;
  /** Values from columns that are not sent. */
  readonly context?: string | undefined;
}

/** The numbers of rows that a filter, a group or a person has hidden in the sheet. */
interface HiddenRows {
  /** Hidden rows of the plan. */
  readonly rows: number;
  /** Hidden rows of the plan with the status Not sent. */
  readonly new: number;
  /** Hidden rows that are not in the plan, because of `--visible-only`. */
  readonly skipped: number;
}

export function countHidden(
  skipped: number,
  reports: Iterable<{ readonly row: number; readonly status: RowStatus }>,
  rows: readonly { readonly number: number; readonly hidden?: true }[],
): HiddenRows | undefined {
  const numbers = new Set(rows.flatMap(({ number, hidden }) => (hidden ? [number] : [])));
  if (numbers.size + skipped === 0) return undefined;
  let newRows = 0;
  for (const { row, status } of reports) if (status === 'Not sent' && numbers.has(row)) newRows++;
  return { rows: numbers.size, new: newRows, skipped };
}

export interface Summary {
  readonly counts: Counts;
  /** Rows that this run sent, whatever their result. */
  readonly sent: number;
  /** Rows that were already done before this run. */
  readonly doneBefore: number;
  readonly outcome: Outcome;
  readonly tookMs: number;
  /** The number of the round, for operations that work in rounds. */
  readonly round?: number;
  /** The file with the results; missing if nothing was written. */
  readonly output?: string;
  readonly backup?: string | undefined;
  /** Backups and results of earlier runs that `--keep-backups` deleted after the write. */
  readonly oldCopiesDeleted?: number;
  readonly journal: string;
  /**
   * Rows that were sent and never answered, and have since been removed from the sheet or edited.
   */
  readonly missing: number;
  /** Invalid rows with valid inputs that wait for a person; `rwa status` explains why. */
  readonly blocked: number;
  /** Blocked rows whose inputs have changed since their assessment. */
  readonly changed?: number;
  /**
   * Rejected rows that were assessed before, which only a round sends again; missing if there are
   * none.
   */
  readonly refusedInRound?: number;
  /**
   * Rows that a round skips because they were never assessed, and that `rwa assess` would send;
   * missing if there are none.
   */
  readonly neverAssessed?: number;
  /** Why the run stopped early. */
  readonly stopped?: readonly Message[] | undefined;
  /** Why results are not in the requested file, which file contains them, and what to do. */
  readonly notInPlace?: readonly Message[] | undefined;
  /** Why the requested report could not be written, and what to do. */
  readonly reportNotWritten?: Message;
  /** True if `--max-new` stopped the run before anything was sent. */
  readonly blockedByMaxNew?: boolean;
  readonly interrupted: boolean;
  readonly notes: readonly Message[];
}

/** The events of a run, for progress bars, JSON lines and reports. */
export type RunEvent =
  /** Before the plan: the run waits for the service, or the service is available again. */
  | { readonly type: 'waiting'; readonly message: Message }
  | { readonly type: 'plan'; readonly plan: Plan }
  /**
   * Work begins on this many rows. `unconfirmed` counts the rows that have been sent without a
   * usable answer so far.
   */
  | { readonly type: 'start'; readonly rows: number; readonly unconfirmed: () => number }
  /** The assessment of a row exists (`done: false`), or the work on the row has ended. */
  | {
      readonly type: 'progress';
      readonly row: number;
      readonly done: boolean;
      readonly status: RowStatus;
      /** Returns the state of the row at the time of the call. */
      readonly report: () => RowReport;
    }
  | { readonly type: 'row'; readonly report: RowReport }
  /** `report` creates the report on demand; missing for an operation without scores. */
  | { readonly type: 'summary'; readonly summary: Summary; readonly report?: () => ReportData };

export type Listener = (event: RunEvent) => void;

/**
 * The number of rows for each status. Only the operation's own success status is included, and
 * Forgotten only if there are such rows.
 */
export type Counts = Readonly<
  Record<Exclude<RowStatus, SuccessStatus | 'Forgotten'>, number> &
    Partial<Record<SuccessStatus | 'Forgotten', number>>
>;

export function succeededRows(counts: Partial<Counts>): number {
  return successStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

export function isSuccess(status: string): boolean {
  return successStatuses.some((success) => success === status);
}

export function countStatuses(
  { successStatus }: Pick<SheetOperation, 'successStatus'>,
  reports: Iterable<{ status: RowStatus }>,
): Counts {
  const ours: Partial<Record<SuccessStatus | 'Forgotten', number>> = { [successStatus]: 0 };
  const rest = { Pending: 0, Unconfirmed: 0, Rejected: 0, Invalid: 0, Duplicate: 0, 'Not sent': 0 };
  const counts = { ...ours, ...rest };
  for (const { status } of reports) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/**
 * Returns true for the event that ends the work on a row that was sent or fetched. A run that stops
 * early also ends the work on rows that it has not sent.
 */
export function finishesRow(event: RunEvent): boolean {
  return event.type === 'progress' && event.done && event.status !== 'Not sent';
}
