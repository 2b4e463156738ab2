import type { Role, rowStatuses, SheetSummary, Stage } from '../../../contract/shapes.js';

const numbers = new Intl.NumberFormat('en-GB');

/** "1,234" */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** "1 row", "1,234 rows" */
export function plural(value: number, one: string, more = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : more}`;
}

/** "7.6", for a risk */
export function formatScore(score: number): string {
  return (Math.round(score * 10) / 10).toFixed(1);
}

/** "+0.8", "−0.4", "0.0", for a change of a risk */
export function formatChange(change: number): string {
  const rounded = Math.round(change * 10) / 10;
  if (rounded === 0) return '0.0';
  return `${rounded > 0 ? '+' : '−'}${Math.abs(rounded).toFixed(1)}`;
}

/** The names of statuses in a sentence, in the order of {@link statuses}. */
const statusWords: Readonly<Record<string, string>> = {
  Scored: 'scored',
  Pending: 'waiting for the score',
  'Not sent': 'not sent yet',
  Unconfirmed: 'unconfirmed',
  Rejected: 'rejected',
  Invalid: 'with problems',
  Duplicate: 'duplicates',
} satisfies Record<(typeof rowStatuses)[number], string>;

/** The statuses of rows, in the order of a status bar. */
export const statuses = Object.keys(statusWords);

/** Returns the name of a status for this number of rows. */
export function statusName(status: string, rows: number): string {
  return status === 'Duplicate' && rows === 1 ? 'duplicate' : (statusWords[status] ?? status);
}

/** "22 scored, 1 unconfirmed" */
export function countsInWords(counts: SheetSummary['counts']): string {
  return statuses
    .map((status) => [status, counts[status] ?? 0] as const)
    .filter(([, rows]) => rows > 0)
    .map(([status, rows]) => `${formatNumber(rows)} ${statusName(status, rows)}`)
    .join(', ');
}

/** The rights of each role. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: 'can look and download',
  editor: 'can also upload, correct, start and review',
  approver: 'can look, download and decide',
  administrator: 'can do everything, also manage members, schedules and settings',
};

/** The result of a run that is over. */
type RunOutcome = 'done' | 'rejected' | 'failed';

/**
 * Returns the result of the latest run of a sheet; undefined if it is not over. `rejected` if the sheet still has rows
 * that the service rejected.
 */
export function findRunOutcome({ stage, runState, counts }: SheetSummary): RunOutcome | undefined {
  if (stage !== 'results') return undefined;
  if (runState === 'failed') return 'failed';
  return (counts.Rejected ?? 0) > 0 ? 'rejected' : 'done';
}

/** Returns true if a run has ended, and no row waits for a score or a person. */
export function isAssessed(sheet: SheetSummary): boolean {
  const { 'Not sent': unsent = 0, Pending: pending = 0 } = sheet.counts;
  return findRunOutcome(sheet) === 'done' && sheet.unconfirmed + unsent + pending === 0;
}

/** The next step of a sheet, by its stage. */
export function stageInWords(sheet: SheetSummary): string {
  const { stage, problems, rows } = sheet;
  const words: Readonly<Record<Stage, string>> = {
    reading: 'Being read…',
    unreadable: 'Cannot be read',
    match: 'Columns to match',
    check:
      problems > 0
        ? `${plural(problems, 'row')} with problems`
        : `${plural(rows, 'row')} ready to assess`,
    running: 'Being assessed',
    paused: 'Paused',
    results: outcomeInWords(sheet),
  };
  return words[stage];
}

function outcomeInWords(sheet: SheetSummary): string {
  const { unconfirmed, counts } = sheet;
  const outcome = findRunOutcome(sheet);
  if (outcome === 'failed') return 'The run has failed';
  if (unconfirmed > 0)
    return `${formatNumber(unconfirmed)} ${unconfirmed === 1 ? 'needs' : 'need'} review`;
  if (outcome === 'rejected') return `${plural(counts.Rejected ?? 0, 'row')} rejected`;
  const left = ['Not sent', 'Pending'].find((status) => (counts[status] ?? 0) > 0);
  if (left === undefined) return 'Assessed';
  return `${plural(counts[left] ?? 0, 'row')} ${statusName(left, counts[left] ?? 0)}`;
}

/** Returns the screen with the next task of a sheet. */
export function screenForSheet(sheet: SheetSummary): string {
  const screens: Readonly<Record<Stage, string>> = {
    reading: 'match',
    unreadable: 'match',
    match: 'match',
    check: 'check',
    running: 'watch',
    paused: 'watch',
    // That screen shows the reason of a failure.
    results: findRunOutcome(sheet) === 'failed' ? 'watch' : 'results',
  };
  return screens[sheet.stage];
}
