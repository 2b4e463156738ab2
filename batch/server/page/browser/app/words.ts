import type { Role, rowStatuses, SheetSummary, Stage } from '../../../contract/shapes.js';

const numbers = new Intl.NumberFormat('en-GB');

/** Formats a whole number: "1,234". */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Formats a number with its noun: "1 row", "1,234 rows". */
export function plural(value: number, singular: string, pluralForm = `${singular}s`): string {
  return `${formatNumber(value)} ${value === 1 ? singular : pluralForm}`;
}

/** Formats a risk: "7.6". */
export function formatScore(score: number): string {
  return (Math.round(score * 10) / 10).toFixed(1);
}

/** Formats a change of a risk: "+0.8", "−0.4", "0.0". */
export function formatChange(change: number): string {
  const rounded = Math.round(change * 10) / 10;
  if (rounded === 0) return '0.0';
  return `${rounded > 0 ? '+' : '−'}${Math.abs(rounded).toFixed(1)}`;
}

/** The names of statuses in a sentence, in the order of {@link statuses}. */
const statusNames: Readonly<Record<string, string>> = {
  Scored: 'scored',
  Pending: 'waiting for the score',
  'Not sent': 'not sent yet',
  Unconfirmed: 'unconfirmed',
  Rejected: 'rejected',
  Invalid: 'with problems',
  Duplicate: 'duplicates',
} satisfies Record<(typeof rowStatuses)[number], string>;

/** The statuses of rows, in the order of a status bar. */
export const statuses = Object.keys(statusNames);

/** Returns the name of a status for this number of rows. */
export function nameStatus(status: string, rows: number): string {
  return status === 'Duplicate' && rows === 1 ? 'duplicate' : (statusNames[status] ?? status);
}

/** Returns the counts of a sheet in words: "22 scored, 1 unconfirmed". */
export function describeCounts(counts: SheetSummary['counts']): string {
  return statuses
    .map((status) => [status, counts[status] ?? 0] as const)
    .filter(([, rows]) => rows > 0)
    .map(([status, rows]) => `${formatNumber(rows)} ${nameStatus(status, rows)}`)
    .join(', ');
}

/** A description of the rights of each role. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  viewer: 'can look and download',
  editor: 'can also upload, correct, start and review',
  approver: 'can look, download and decide',
  administrator: 'can do everything, also manage members, schedules and settings',
};

/** The outcome of a run that is over. */
type RunOutcome = 'done' | 'rejected' | 'failed';

/**
 * Returns the outcome of the latest run of a sheet; undefined if it is not over, or the sheet has no results.
 * `rejected` if the sheet still has rows that the service rejected.
 */
export function findRunOutcome({ stage, runState, counts }: SheetSummary): RunOutcome | undefined {
  if (stage !== 'results') return undefined;
  if (runState === 'failed') return 'failed';
  return (counts.Rejected ?? 0) > 0 ? 'rejected' : 'done';
}

/**
 * Returns true if the latest run is over and has not failed, and no row is unsent, rejected, or waiting for a score or
 * a person.
 */
export function isAssessed(sheet: SheetSummary): boolean {
  const { 'Not sent': unsent = 0, Pending: pending = 0 } = sheet.counts;
  return findRunOutcome(sheet) === 'done' && sheet.unconfirmed + unsent + pending === 0;
}

/** Returns the state or the next task of a sheet in a few words. */
export function describeStage(sheet: SheetSummary): string {
  const { stage, problems, rows } = sheet;
  const descriptions: Readonly<Record<Stage, string>> = {
    reading: 'Being read…',
    unreadable: 'Cannot be read',
    match: 'Columns to match',
    check:
      problems > 0
        ? `${plural(problems, 'row')} with problems`
        : `${plural(rows, 'row')} ready to assess`,
    running: 'Being assessed',
    paused: 'Paused',
    results: describeOutcome(sheet),
  };
  return descriptions[stage];
}

function describeOutcome(sheet: SheetSummary): string {
  const { unconfirmed, counts } = sheet;
  const outcome = findRunOutcome(sheet);
  if (outcome === 'failed') return 'The run has failed';
  if (unconfirmed > 0)
    return `${formatNumber(unconfirmed)} ${unconfirmed === 1 ? 'needs' : 'need'} review`;
  if (outcome === 'rejected') return `${plural(counts.Rejected ?? 0, 'row')} rejected`;
  const unfinished = ['Not sent', 'Pending'].find((status) => (counts[status] ?? 0) > 0);
  if (unfinished === undefined) return 'Assessed';
  return `${plural(counts[unfinished] ?? 0, 'row')} ${nameStatus(unfinished, counts[unfinished] ?? 0)}`;
}

/** Returns the screen with the next task of a sheet. */
export function findNextScreen(sheet: SheetSummary): string {
  const screens: Readonly<Record<Stage, string>> = {
    reading: 'match',
    unreadable: 'match',
    match: 'match',
    check: 'check',
    running: 'watch',
    paused: 'watch',
    // Watch shows the reason of a failure.
    results: findRunOutcome(sheet) === 'failed' ? 'watch' : 'results',
  };
  return screens[sheet.stage];
}

/** Words when a try begins whose time has come: no worker sends during a pause, or beyond a limit. */
export function wordDueTry(isPaused: boolean): string {
  return isPaused ? 'after the pause' : 'once a worker and the limits allow it';
}
