import type { IntakeRow } from '../intake/intakeRow.js';
import { requestOfKey } from '../intake/rowKey.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { RowState } from '../journal/rowState.js';
import { matchRows } from './matchRows.js';
import type { CaseMatch, RowMatch } from './rowMatch.js';
import type { Case } from './case.js';
import { hasLostId, saysThatItWasSent, says } from './shownStatus.js';
import type { PlannedRow } from './rowStatus.js';
import {
  assessmentsWithoutRow,
  countByEmployee,
  settledEmployees,
  takeOne,
  takeOneOfEmployee,
  unconfirmedAndMissing,
} from './withoutRow.js';

/**
 * Adds to each row what only shows when all rows and the journal are seen together. A row whose case
 * was assessed again stands on its latest assessment. An Assessment ID in the sheet is taken over
 * where the journal has none, also for a row whose answer was lost: a person has looked it up and
 * typed it in.
 */
export function planRows(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): PlannedRow[] {
  const matches = matchRows(rows, states);
  const settled = settledEmployees(rows, states);
  const hasUnconfirmed = unconfirmedAndMissing(rows, states, nextKeys(matches)).length > 0;
  let withoutRow: Map<string, number> | undefined;
  const isExplained = ({ previous, employee }: IntakeRow) => {
    if (previous === undefined || !hasLostId(previous)) return false;
    withoutRow ??= countByEmployee(assessmentsWithoutRow(states, shownKeysAndIds(rows, matches)));
    return takeOne(withoutRow, employee);
  };
  const assessedTwins = twinsWithCase(rows, matches, states);
  return rows.map((row, index): PlannedRow => {
    const match = matches[index] ?? { kind: 'none', key: row.key };
    if (match.kind === 'case') return planCase(row, match);
    if (match.kind !== 'none') return planUnresolved(row, match, states);
    const { key, sameAs } = match;
    const twin = assessedTwins.get(row.number) ?? sameAs ?? assessedTwins.get(row.sameAs ?? 0);
    const isTwinChanged = sameAs !== undefined && twin === sameAs;
    const keyed = key === row.key ? row : { ...row, key };
    const own =
      twin === undefined
        ? keyed
        : { ...keyed, sameAs: twin, ...(isTwinChanged ? { isTwinChanged } : {}) };
    return !states.has(own.key) &&
      !isExplained(own) &&
      isSentBySheetOnly(own, settled, hasUnconfirmed)
      ? { ...own, isSentBySheetOnly: true }
      : own;
  });
}

/** By what the rows name assessments: their keys, their ids, and the keys of their cases. */
function* shownKeysAndIds(
  rows: readonly IntakeRow[],
  matches: readonly RowMatch[],
): Generator<string | undefined> {
  for (const { key, previous } of rows) yield* [key, previous?.id];
  for (const match of matches) {
    if (match.kind === 'case') yield match.of.latest.key;
  }
}

/** The keys of next assessments that rows stand for, besides their own. */
function* nextKeys(matches: readonly RowMatch[]): Generator<string> {
  for (const match of matches) {
    if (match.kind === 'case') yield match.of.nextKey;
    if (match.kind === 'unconfirmed') yield match.key;
  }
}

/**
 * The first repeat that has an assessment, or was sent as the sheet says, by the number of the original,
 * where that has none: after sorting, the original is the duplicate.
 */
function twinsWithCase(
  rows: readonly IntakeRow[],
  matches: readonly RowMatch[],
  states: ReadonlyMap<string, RowState>,
): ReadonlyMap<number, number> {
  const isAssessed = ({ previous }: IntakeRow, match: RowMatch | undefined) => {
    if (match?.kind === 'case') return !match.of.isChanged;
    return match?.kind === 'none' && !states.has(match.key) && saysThatItWasSent(previous);
  };
  const twins = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    const { number, sameAs } = row;
    if (sameAs === undefined || twins.has(sameAs) || !isAssessed(row, matches[index])) continue;
    twins.set(sameAs, number);
  }
  if (twins.size === 0) return twins;
  for (const [index, row] of rows.entries()) {
    if (isAssessed(row, matches[index])) twins.delete(row.number);
  }
  return twins;
}

/** A row that a person must check or resolve. */
export function planUnresolved(
  row: IntakeRow,
  match: Extract<RowMatch, { kind: 'unclear' | 'unconfirmed' }>,
  states: ReadonlyMap<string, RowState>,
): PlannedRow {
  if (match.kind === 'unconfirmed') {
    const { key, typed } = match;
    if (typed !== undefined) return { ...row, key, importedId: typed };
    const isChanged = isEditedSince(row, states.get(key)?.request ?? requestOfKey(key), true);
    return { ...row, key, ...(isChanged ? { isChanged, isEditedSinceSent: true } : {}) };
  }
  const { why, ownKey } = match;
  return { ...row, key: '', blocked: why, ...(ownKey === undefined ? {} : { ownKey }) };
}

/** A row of a case, as a command sees it that makes no further assessment. */
function planCase(row: IntakeRow, { of, ownKey }: CaseMatch): PlannedRow {
  if (hasUnconfirmedNext(row, of)) return unfinishedRow(row, of);
  return restingRow(row, of, ownKey);
}

/**
 * A row whose inputs are not those of its latest assessment: that one's scores are not for it, and
 * no assessment is for it yet.
 */
function changedRow(row: IntakeRow, { latest }: Case, ownKey?: string): PlannedRow {
  const { state } = latest;
  // Not the key of its inputs: that may be of an assessment made before the latest.
  const changed: PlannedRow = { ...row, key: '', earlier: [state], isChanged: true };
  if (row.problems !== undefined) return changed;
  const assessmentId = state.assessmentId ?? '';
  if (ownKey === undefined) {
    return { ...changed, blocked: { code: 'inputsChanged', assessmentId } };
  }
  const createdAt = state.sentAt ?? state.at;
  const blocked = { code: 'assessmentNeverShown', assessmentId, createdAt } as const;
  return { ...changed, ownKey, blocked };
}

/** True for a row whose next assessment may exist, as the journal or only the sheet says. */
export function hasUnconfirmedNext(row: IntakeRow, of: Case): boolean {
  return (of.next !== undefined && isUnconfirmed(of.next)) || isLostInRound(row, of);
}

/**
 * True for a row whose next assessment was sent and never answered as the sheet says, and the journal
 * does not know it: it was deleted, or is older than the sheet.
 */
function isLostInRound(
  { previous }: IntakeRow,
  { latest, next, isKnown, isTyped, isBack }: Case,
): boolean {
  const { state, assessmentId } = latest.state;
  if (isBack) return false;
  const isLost = next === undefined && says(previous, 'Unconfirmed');
  // An id without scores may be what a person has found out of this very request.
  const isEarlier = state === 'Scored' || !(isKnown || isTyped);
  return isLost && isEarlier && previous?.id === assessmentId;
}

/** A row with the latest assessment of its case. */
export function latestRow(
  row: IntakeRow,
  { latest, isKnown, before, isBeforeChanged, importKey }: Case,
): PlannedRow {
  if (!isKnown) return { ...row, key: importKey, importedId: latest.state.assessmentId ?? '' };
  if (latest.key === row.key && before === undefined) return row;
  const known = { ...row, key: latest.key, earlier: before === undefined ? [] : [before] };
  // Should the latest turn out to be another row's, the scores before it are not of these inputs.
  return isBeforeChanged ? { ...known, isChanged: true } : known;
}

/** A row of which no further assessment is made just now; where the service has refused one, it says so. */
export function restingRow(row: IntakeRow, of: Case, ownKey?: string): PlannedRow {
  if (isRefused(row, of)) return unfinishedRow(row, of);
  return of.isChanged ? changedRow(row, of, ownKey) : latestRow(row, of);
}

/** True for a row whose next assessment the service has refused, with the inputs that it has. */
export function isRefused(row: IntakeRow, { next }: Case): boolean {
  return next?.state === 'Rejected' && next.request === requestAsRead(row);
}

/** The request that a row makes now: the journal may know it by one that it made before. */
export function requestAsRead({ key, readAs = key }: IntakeRow): string | undefined {
  return requestOfKey(readAs);
}

/** A row whose next assessment is unconfirmed or was rejected. */
export function unfinishedRow(row: IntakeRow, of: Case): PlannedRow {
  const { latest, before, nextKey, next, typed, isChanged, isTyped, importKey } = of;
  return {
    ...row,
    key: nextKey,
    earlier: before === undefined ? [latest.state] : [latest.state, before],
    ...(isChanged ? { isChanged } : {}),
    ...(isEditedSince(row, next?.request, isChanged) ? { isEditedSinceSent: true } : {}),
    ...(next === undefined ? { isSentBySheetOnly: true } : {}),
    ...(isTyped && !isChanged && importKey === row.key ? { earlierKey: importKey } : {}),
    ...(typed === undefined ? {} : { importedId: typed }),
  };
}

/** True when the inputs are not those that were sent; where it is unknown which those were, `unknown`. */
function isEditedSince({ key }: IntakeRow, sent: string | undefined, unknown: boolean): boolean {
  return sent === undefined ? unknown : sent !== requestOfKey(key);
}

/**
 * True for a row that the sheet alone knows as sent and never answered, or as sent, without its id:
 * its journal was lost, or it is older than the sheet. Not for one that a person has settled and
 * then edited, nor for one whose inputs cannot be read while the journal knows of requests that no
 * row stands for.
 */
function isSentBySheetOnly(
  { previous, employee }: IntakeRow,
  settled: Map<string, number>,
  hasUnconfirmed: boolean,
): boolean {
  if (!saysThatItWasSent(previous)) return false;
  // A text in place of its ID blocks it, until a person clears the cell.
  if (previous?.noId !== undefined && says(previous, 'Invalid')) return false;
  if (employee === undefined) return !hasUnconfirmed && settled.size === 0;
  return !takeOneOfEmployee(settled, employee);
}
