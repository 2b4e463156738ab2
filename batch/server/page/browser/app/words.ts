import type { rowStatuses, SheetSummary, Stage } from '../../../contract/shapes.js';
import { getLocales, t } from '../language/language.js';

export function formatNumber(value: number): string {
  return value.toLocaleString([...getLocales()]);
}

export function formatScore(score: number): string {
  return formatOneDecimal(Math.round(score * 10) / 10);
}

/** "+0.8", "−0.4", "0.0". */
export function formatChange(change: number): string {
  const rounded = Math.round(change * 10) / 10;
  if (rounded === 0) return formatOneDecimal(0);
  return `${rounded > 0 ? '+' : '−'}${formatOneDecimal(Math.abs(rounded))}`;
}

function formatOneDecimal(value: number): string {
  return value.toLocaleString([...getLocales()], {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** The statuses are in the order of a status bar. */
export const statuses = [
  'Scored',
  'Pending',
  'Not sent',
  'Unconfirmed',
  'Rejected',
  'Invalid',
  'Duplicate',
] as const satisfies readonly (typeof rowStatuses)[number][];

/** Returns the form that follows this number of rows: "1 duplicate", "2 duplicates". */
export function nameStatus(status: string, rows: number): string {
  const known = statuses.find((each) => each === status);
  return known === undefined ? status : t(($) => $.terms.statuses[known], { count: rows });
}

/** "22 scored, 1 unconfirmed". */
export function describeCounts(counts: SheetSummary['counts']): string {
  const texts = statuses
    .map((status) => [status, counts[status] ?? 0] as const)
    .filter(([, rows]) => rows > 0)
    .map(([status, count]) =>
      t(($) => $.terms.rowsWithStatus, { count, status: nameStatus(status, count) }),
    );
  return new Intl.ListFormat([...getLocales()], { type: 'unit' }).format(texts);
}

type RunOutcome = 'done' | 'rejected' | 'failed';

/** Returns undefined if the sheet is not in the stage `results`. Uploaded results count as results of a run. */
export function findRunOutcome({ stage, runState, counts }: SheetSummary): RunOutcome | undefined {
  if (stage !== 'results') return undefined;
  if (runState === 'failed') return 'failed';
  return (counts.Rejected ?? 0) > 0 ? 'rejected' : 'done';
}

/** Also returns true for a paused run. */
export function isRunning({ stage }: Pick<SheetSummary, 'stage'>): boolean {
  return stage === 'running' || stage === 'paused';
}

export function isAssessed(sheet: SheetSummary): boolean {
  const { 'Not sent': unsent = 0, Pending: pending = 0 } = sheet.counts;
  return findRunOutcome(sheet) === 'done' && sheet.unconfirmed + unsent + pending === 0;
}

export function describeStage(sheet: SheetSummary): string {
  const { stage, problems, counts } = sheet;
  if (stage === 'results') return describeOutcome(sheet);
  if (stage !== 'check') return t(($) => $.terms.stages[stage]);
  return problems > 0
    ? t(($) => $.terms.stages.problems, { count: problems })
    : t(($) => $.terms.stages.ready, { count: counts['Not sent'] ?? 0 });
}

function describeOutcome(sheet: SheetSummary): string {
  const { unconfirmed, counts } = sheet;
  const { Rejected: rejected = 0, 'Not sent': unsent = 0, Pending: pending = 0 } = counts;
  const outcome = findRunOutcome(sheet);
  if (outcome === 'failed') return t(($) => $.terms.stages.failed);
  if (unconfirmed > 0) return t(($) => $.terms.stages.review, { count: unconfirmed });
  if (outcome === 'rejected') return t(($) => $.terms.stages.rejected, { count: rejected });
  if (unsent > 0) return t(($) => $.terms.stages.notSent, { count: unsent });
  if (pending > 0) return t(($) => $.terms.stages.pending, { count: pending });
  return t(($) => $.terms.stages.assessed);
}

export function findNextScreen(sheet: SheetSummary): string {
  const screens: Readonly<Record<Stage, string>> = {
    reading: 'match',
    unreadable: 'match',
    match: 'match',
    check: 'check',
    running: 'watch',
    paused: 'watch',
    // The screen `watch` shows the reason for a failure.
    results: findRunOutcome(sheet) === 'failed' ? 'watch' : 'results',
  };
  return screens[sheet.stage];
}

/** Workers send nothing during a pause of all runs or beyond the limits. */
export function describeDueRetry(isPaused: boolean): string {
  return t(($) => (isPaused ? $.terms.dueTry.paused : $.terms.dueTry.free));
}
