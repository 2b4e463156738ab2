import type { CurrentRound } from '../journal/rounds.js';
import type { Unselected } from '../rows/selection.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** The work of a run in its round. */
export interface RoundPlan {
  readonly number: number;
  /** The name that a person gave it. */
  readonly name?: string;
  /** ISO 8601; missing for a round that begins now. */
  readonly begunAt?: string;
  /** When no row of it was unsent or pending any more. */
  readonly endedAt?: string;
  /** The latest time of the round, if the clock is behind it: no round begins by itself before. */
  readonly inFuture?: string;
  /** Rows to assess again. */
  readonly selected: number;
  /** Scored rows that are skipped, by reason. */
  readonly unselected: Readonly<Record<Unselected, number>>;
}

/** Counts what a round selects and skips. */
export function roundPlan(
  { nowMs: _, ...round }: CurrentRound,
  rows: readonly PlannedRow[],
): RoundPlan {
  const unselected = { done: 0, rows: 0, where: 0, recent: 0, unchanged: 0, unknown: 0 };
  let selected = 0;
  for (const row of rows) {
    if (row.round !== undefined) selected++;
    if (row.unselected !== undefined) unselected[row.unselected]++;
  }
  return { ...round, selected, unselected };
}
