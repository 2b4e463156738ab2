import type { Plan, TimeRange } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

interface MeasuredRun {
  readonly rows: number;
  readonly ms: number;
}

/** The maximum number of runs to compare with. During older runs, the service may have been slower or faster. */
const maxRuns = 3;
/**
 * The approximate part of the time of a run that does not grow with its rows: for reading the sheet, and for waiting for
 * the last scores.
 */
const fixedMs = 10_000;
/** Runs are ignored if the new run has more than this many times their rows. They show little about a large run. */
const maxGrowth = 20;
/** A run that took more than this many times the least time per row was probably paused, or waited for another run. */
const maxSlowness = 4;
/** Factors for the two ends of the range. The speed of the service and of this machine changes within a day. */
const margins = { from: 0.6, to: 1.4 };

/** Estimates from the latest runs how long a run of this many rows takes; null if no run is comparable. */
export async function expectTime(
  { db }: Pick<Store, 'db'>,
  rows: number,
): Promise<Plan['expected']> {
  const found = await db
    .selectFrom('run')
    .select(['rows', 'started_at', 'ended_at'])
    .where('state', '=', 'ended')
    .where('operation', 'in', ['assess', 'reassess'])
    .where('rows', '>', 0)
    .orderBy('seq', 'desc')
    .limit(maxRuns)
    .execute();
  const measured = found.map((run) => ({
    rows: run.rows,
    ms: Date.parse(run.ended_at ?? run.started_at) - Date.parse(run.started_at),
  }));
  return rangeFrom(measured, rows);
}

export function rangeFrom(measured: readonly MeasuredRun[], rows: number): Plan['expected'] {
  const fastest = Math.min(...measured.map((run) => run.ms / run.rows));
  const times = measured.flatMap((run) => {
    const growth = rows / run.rows;
    if (growth > maxGrowth || run.ms / run.rows > fastest * maxSlowness) return [];
    const fixed = Math.min(run.ms, fixedMs);
    return [run.ms * growth, fixed + (run.ms - fixed) * growth];
  });
  if (times.length === 0) return null;
  return withMargins(Math.min(...times), Math.max(...times));
}

export function withMargins(leastMs: number, mostMs = leastMs): TimeRange {
  return {
    fromMs: Math.round(leastMs * margins.from),
    toMs: Math.round(mostMs * margins.to),
  };
}
