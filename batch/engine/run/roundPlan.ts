import type { CurrentRound } from '../journal/rounds.js';
import type { Unselected } from '../rows/selection.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** What a run is going to do in its round. */
export interface RoundPlan {
  readonly number: number;
  /** ISO 8601; missing for a round that begins now. */
  readonly begunAt?: string;
  /** When nothing was left to do in it. */
  readonly endedAt?: string;
  /** Rows to assess again. */
  readonly selected: number;
  /** Scored rows that are skipped, by reason. */
  readonly unselected: Readonly<Record<Unselected, number>>;
}

/** Counts what a round selects and skips. */
export function roundPlan(
  { number, begunAt, endedAt }: CurrentRound,
  rows: readonly PlannedRow[],
): RoundPlan {
  const unselected = { done: 0, rows: 0, where: 0, recent: 0, unchanged: 0, unknown: 0 };
  let selected = 0;
  for (const row of rows) {
    if (row.round !== undefined) selected++;
    if (row.unselected !== undefined) unselected[row.unselected]++;
  }
  return {
    number,
    ...(begunAt === undefined ? {} : { begunAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    selected,
    unselected,
  };
}
