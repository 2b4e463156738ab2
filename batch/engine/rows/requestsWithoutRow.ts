import type { IntakeRow } from '../intake/intakeRow.js';
import { toFollowingKey } from '../intake/rowKey.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';
import { type PlannedRow, getHistory, findImportedId } from './plannedRow.js';

export function listUnconfirmedAndMissing(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): RowState[] {
  const unconfirmed = new Map<string, RowState>();
  for (const [key, state] of states) if (isUnconfirmed(state)) unconfirmed.set(key, state);
  if (unconfirmed.size === 0) return [];
  for (const { key } of rows) unconfirmed.delete(key);
  return [...unconfirmed.values()];
}

/** If an assessment was followed by reassessments, returns only the latest. */
export function listAssessmentsWithoutRow(
  states: ReadonlyMap<string, RowState>,
  keysAndIds: Iterable<string | undefined>,
): RowState[] {
  if (states.size === 0) return [];
  const known = new Set(keysAndIds);
  const withoutRow: RowState[] = [];
  for (const [key, state] of states) {
    const { assessmentId } = state;
    if (assessmentId === undefined || known.has(key) || known.has(assessmentId)) continue;
    if (states.get(toFollowingKey(assessmentId))?.assessmentId === undefined)
      withoutRow.push(state);
  }
  return withoutRow;
}

export function* listKeysAndIds(rows: readonly PlannedRow[]): Generator<string | undefined> {
  for (const row of rows) {
    yield row.key;
    yield findImportedId(row);
    for (const { assessmentId } of getHistory(row).earlier) yield assessmentId;
  }
}

/**
 * Counts settled requests whose rows were edited, so that no row has their key. For each of these
 * requests, one unanswered row of the employee counts as settled.
 */
export function countSettledByEmployee(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): Map<string, number> {
  const counts = new Map<string, number>();
  let keysInSheet: ReadonlySet<string> | undefined;
  for (const [key, { state, byPerson, employee = '' }] of states) {
    if (state !== 'Ready' || byPerson !== true) continue;
    keysInSheet ??= new Set(rows.map((row) => row.key));
    if (!keysInSheet.has(key)) counts.set(employee, (counts.get(employee) ?? 0) + 1);
  }
  return counts;
}

/** Returns false if the count was 0. */
export function decrementCount(counts: Map<string, number>, employee: string): boolean {
  const left = counts.get(employee) ?? 0;
  if (left > 0) counts.set(employee, left - 1);
  return left > 0;
}
