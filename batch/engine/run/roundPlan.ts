import type { CurrentRound } from '../journal/rounds.js';
import type { Unselected } from '../rows/selection.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** The work of a run in its round. */
export interface RoundPlan {
  readonly number: number;
  /** The name that a person gave the round. */
  readonly name?: string;
  /** In ISO 8601; missing for a round that begins now. */
  readonly begunAt?: string;
  /** When no row of the round was unsent or pending anymore. */
  readonly endedAt?: string;
  /** The latest time of the round, if the clock is behind it: until then, no round begins automatically. */
  readonly inFuture?: string;
  /** The number of rows to reassess. */
  readonly selected: number;
  /** The numbers of scored rows that are skipped, by reason. */
  readonly unselected: Readonly<Record<Unselected, number>>;
}

/** Counts the rows that a round selects and skips. */
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
