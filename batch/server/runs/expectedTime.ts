import type { Plan, TimeRange } from '../contract/shapes.js';
import type { Store } from '../db/store.js';

interface MeasuredRun {
  readonly rows: number;
  readonly ms: number;
}

/** During older runs, the service may have been slower or faster. */
const maxRuns = 3;
/** The time for reading the sheet and for waiting for the last scores, which does not grow with the rows. */
const fixedMs = 10_000;
/** Runs with fewer rows than the new run by this factor show little about it, and are ignored. */
const maxGrowth = 20;
/** A run that took this many times the least time per row was probably paused, or waited for another run. */
const maxSlowness = 4;
/** The speed of the service and of this machine changes within a day. */
const margins = { from: 0.6, to: 1.4 };

/** Compares with the latest runs. Returns null if no run is comparable. */
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
  return estimateRange(measured, rows);
}

export function estimateRange(measured: readonly MeasuredRun[], rows: number): Plan['expected'] {
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
