import type { IntakeRow } from '../intake/intakeRow.js';
import { afterKey } from '../intake/rowKey.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';
import type { PlannedRow } from './rowStatus.js';

/** Requests that may have taken effect and whose key no row has. */
export function unconfirmedAndMissing(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): RowState[] {
  const unconfirmed = new Map<string, RowState>();
  for (const [key, state] of states) if (isUnconfirmed(state)) unconfirmed.set(key, state);
  if (unconfirmed.size === 0) return [];
  for (const { key } of rows) unconfirmed.delete(key);
  return [...unconfirmed.values()];
}

/**
 * The latest assessment of each case for which no row stands, by its key or its id. A row that lost
 * its id and was edited may be of one: a row is not blocked for a missing ID that the journal has.
 */
export function assessmentsWithoutRow(
  states: ReadonlyMap<string, RowState>,
  keysAndIds: Iterable<string | undefined>,
): RowState[] {
  const known = new Set(keysAndIds);
  const left: RowState[] = [];
  for (const [key, state] of states) {
    const { assessmentId } = state;
    if (assessmentId === undefined || known.has(key) || known.has(assessmentId)) continue;
    if (states.get(afterKey(assessmentId))?.assessmentId === undefined) left.push(state);
  }
  return left;
}

/** The keys and ids by which planned rows name assessments, also the earlier ones of their cases. */
export function* keysAndIds(rows: readonly PlannedRow[]): Generator<string | undefined> {
  for (const { key, earlier = [], importedId } of rows) {
    yield* [key, importedId];
    for (const { assessmentId } of earlier) yield assessmentId;
  }
}

/** How many there are of each employee. Of those that were imported from a sheet, none is known. */
export function countByEmployee(states: readonly RowState[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { employee = '' } of states) counts.set(employee, (counts.get(employee) ?? 0) + 1);
  return counts;
}

/**
 * How many requests a person has said to have had no effect, by employee, if no row has their inputs
 * any more: those rows were edited since, and what the sheet says about them is settled.
 */
export function settledEmployees(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): Map<string, number> {
  const settled: RowState[] = [];
  let inSheet: ReadonlySet<string> | undefined;
  for (const [key, state] of states) {
    if (state.state !== 'Ready' || state.byPerson !== true) continue;
    inSheet ??= new Set(rows.map((row) => row.key));
    if (!inSheet.has(key)) settled.push(state);
  }
  return countByEmployee(settled);
}

/** Takes one of this employee's from the counts; false if none is left. */
export function takeOneOfEmployee(counts: Map<string, number>, employee: string): boolean {
  const left = counts.get(employee) ?? 0;
  if (left > 0) counts.set(employee, left - 1);
  return left > 0;
}
