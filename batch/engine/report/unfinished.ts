import type { DoneStanding, Standing } from '../run/standing.js';
import type { ReportCase } from './reportData.js';

/** Cases that wait for the same thing. */
export interface Reason {
  /** What is said of the first of them. */
  readonly message: string;
  readonly rows: readonly number[];
  /** False when others say the same of another row, value or time. */
  readonly isSameForAll: boolean;
}

/** The unfinished cases of one standing. */
export interface Unfinished {
  readonly status: UnfinishedStanding;
  readonly cases: number;
  /** The most frequent first. */
  readonly reasons: readonly Reason[];
}
export type UnfinishedStanding = Exclude<Standing, DoneStanding>;

/** What they are and what to do about them, the ones that need a person first. */
export const remedies: Readonly<Record<UnfinishedStanding, string>> = {
  Unconfirmed:
    'Sent, but no usable answer came. Settle them with rwa resolve; until then they are not sent again.',
  Rejected:
    'The service refused them. Correct the rows as it says, and run the same command again.',
  Invalid:
    'Something is missing or wrong; not sent. Correct the rows, and run the same command again.',
  Duplicate: 'The same as another row; not sent. Remove one of each, or add --send-duplicates.',
  Forgotten:
    'The person was forgotten with rwa forget; not sent again. Delete the rows from the sheet.',
  Pending: 'The result is not there yet. Run the same command again later. Nothing is sent twice.',
  'Not sent': 'The run ended before. Run the same command again: it goes on where it ended.',
};

/** Whether a case waits for something. */
export function isUnfinished({ status }: ReportCase): boolean {
  return Object.hasOwn(remedies, status);
}

/** What is unfinished and why. */
export function unfinishedOf(cases: readonly ReportCase[]): Unfinished[] {
  const byStatus = Map.groupBy(cases, ({ status }) => status);
  return (Object.keys(remedies) as UnfinishedStanding[]).flatMap((status) => {
    const group = byStatus.get(status);
    if (group === undefined) return [];
    return [{ status, cases: group.length, reasons: reasonsOf(group) }];
  });
}

function reasonsOf(cases: readonly ReportCase[]): Reason[] {
  // Messages name rows, times and values; without them, equal reasons are equal.
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
