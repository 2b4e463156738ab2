import type { RowStatus, SuccessStatus } from '../sheetCommand.js';
import type { ReportCase } from './reportData.js';

/** Rows that are unfinished for the same reason. */
export interface Reason {
  /** The message of the first row. */
  readonly message: string;
  readonly rows: readonly number[];
  /** False if the messages differ in a row, value or time. */
  readonly isSameForAll: boolean;
}

/** The unfinished rows with one status. */
export interface Unfinished {
  readonly status: UnfinishedStatus;
  readonly cases: number;
  /** Sorted by the most frequent. */
  readonly reasons: readonly Reason[];
}
/** The status of an unfinished row. */
export type UnfinishedStatus = Exclude<RowStatus, SuccessStatus>;

/** The unfinished statuses, those that need a person first. */
const unfinished: readonly UnfinishedStatus[] = [
  'Unconfirmed',
  'Rejected',
  'Invalid',
  'Duplicate',
  'Forgotten',
  'Pending',
  'Not sent',
];

/** Returns true for an unfinished row. */
export function isUnfinished({ status }: ReportCase): boolean {
  return unfinished.some((one) => one === status);
}

/** Returns the unfinished rows by status, with their reasons. */
export function listUnfinished(cases: readonly ReportCase[]): Unfinished[] {
  const byStatus = Map.groupBy(cases, ({ status }) => status);
  return unfinished.flatMap((status) => {
    const group = byStatus.get(status);
    if (group === undefined) return [];
    return [{ status, cases: group.length, reasons: groupReasons(group) }];
  });
}

function groupReasons(cases: readonly ReportCase[]): Reason[] {
  // Messages are compared without the rows, times and values in them.
  const byReason = Map.groupBy(cases, ({ message }) =>
    message.replaceAll(/"[^"]*"|\S*\d\S*/g, '#').trim(),
  );
  return [...byReason.values()]
    .map((group) => ({
      message: group[0]?.message.trim() ?? '',
      rows: group.map(({ row }) => row),
      isSameForAll: group.every(({ message }) => message === group[0]?.message),
    }))
    .toSorted((a, b) => b.rows.length - a.rows.length);
}
