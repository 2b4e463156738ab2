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
  readonly rowsToDo: number;
  readonly rowsToSend: number;
  readonly rejectedToSend?: number;
  readonly counts: Counts;
  readonly blocked: number;
  readonly hidden?: HiddenRows;
  /** Set only if a person must see the list before the work begins. */
  readonly people?: readonly PersonOfRow[];
  readonly round?: RoundPlan;
  readonly resultColumns?: ResultColumns;
  /** The value is 0 if there is nothing to do. */
  readonly expectedMs: number;
  /** Reports are created one at a time, because all together would fill the memory. */
  readonly reports: Iterable<RowReport>;
  readonly warnings: readonly GroupedWarning[];
  /** Problems in many rows of a column. A row with no other problems is not reported separately. */
  readonly columnProblems: readonly ColumnProblem[];
  readonly isCoveredByColumnProblem: (row: number) => boolean;
  /** Notes about the file, such as a guessed encoding. */
  readonly notes: readonly Message[];
}

export interface RoundPlan {
  readonly number: number;
  readonly name?: string;
  /** ISO 8601; missing for a round that begins now. */
  readonly begunAt?: string;
  /** The time when the round no longer had unsent or pending rows. */
  readonly endedAt?: string;
  /** The latest time in the round, if it is over a minute after the start of the run. */
  readonly inFuture?: string;
  readonly selected: number;
  readonly unselected: Readonly<Record<SkipReason, number>>;
}

export interface PersonOfRow {
  readonly row: number;
  readonly request: SheetRequest;
  /** Values from columns that are not sent. */
  readonly context?: string | undefined;
}

interface HiddenRows {
  readonly rows: number;
  readonly new: number;
  /** The number of rows that are not in the plan because of `--visible-only`. */
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
  readonly sent: number;
  readonly doneBefore: number;
  readonly outcome: Outcome;
  readonly tookMs: number;
  readonly round?: number;
  readonly output?: string;
  readonly backup?: string | undefined;
  /** The number of files that were deleted because of `--keep-backups`. */
  readonly oldCopiesDeleted?: number;
  readonly journal: string;
  readonly missing: number;
  /** Rows whose inputs are valid, and which wait for a person; `rwa status` explains why. */
  readonly blocked: number;
  /** Blocked rows whose inputs have changed since their assessment. */
  readonly changed?: number;
  /** Rejected rows that were assessed before, which only a round sends again. */
  readonly refusedInRound?: number;
  /** Rows that a round skips and that `rwa assess` would send. */
  readonly neverAssessed?: number;
  readonly stopped?: readonly Message[] | undefined;
  /** Why results are not in the requested file, which file contains them, and what to do. */
  readonly notInPlace?: readonly Message[] | undefined;
  readonly reportNotWritten?: Message;
  /** `--max-new` stopped the run before anything was sent. */
  readonly blockedByMaxNew?: boolean;
  readonly interrupted: boolean;
  readonly notes: readonly Message[];
}

export type RunEvent =
  /** Before the plan: the run waits for the service, or the service is available again. */
  | { readonly type: 'waiting'; readonly message: Message }
  | { readonly type: 'plan'; readonly plan: Plan }
  | { readonly type: 'start'; readonly rows: number; readonly unconfirmed: () => number }
  /**
   * Emitted with `done: false` when the assessment of a row exists and the wait for its result begins, and
   * with `done: true` when the work on the row has ended.
   */
  | {
      readonly type: 'progress';
      readonly row: number;
      readonly done: boolean;
      readonly status: RowStatus;
      readonly report: () => RowReport;
    }
  | { readonly type: 'row'; readonly report: RowReport }
  | { readonly type: 'summary'; readonly summary: Summary; readonly report?: () => ReportData };

export type Listener = (event: RunEvent) => void;

/**
 * The number of rows with each status. Only the success status of the operation is included; Forgotten is
 * missing if no row has it.
 */
export type Counts = Readonly<
  Record<Exclude<RowStatus, SuccessStatus | 'Forgotten'>, number> &
    Partial<Record<SuccessStatus | 'Forgotten', number>>
>;

export function countSucceededRows(counts: Partial<Counts>): number {
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

/** Returns false for a row that a run has not sent because it stopped early. */
export function finishesRow(event: RunEvent): boolean {
  return event.type === 'progress' && event.done && event.status !== 'Not sent';
}
