import type { IntakeRow } from '../intake/readSheet.js';
import { afterKey, requestOfKey } from '../intake/rowKey.js';
import type { StatusWord } from '../intake/statusWords.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { Message } from '../message.js';
import type { RowState } from '../journal/rowState.js';
import { matchRows, type RowMatch } from './rowMatch.js';
import type { Case } from './assessmentHistory.js';
import { hasLostId } from './lostId.js';
import type { RowFault } from './saidOfRows.js';
import type { Unselected } from './selection.js';

/** The status of a row whose work has succeeded: a word for each operation. */
export type SuccessStatus = 'Scored' | 'Decided' | 'Invited' | 'Removed';

/** The status of a row, as people read it in the sheet and in messages. */
export type RowStatus = StatusWord;

/** A row of the plan. */
export interface PlannedRow extends IntakeRow {
  /** Why the row cannot be sent although its inputs are right. */
  readonly blocked?: Message;
  /** What is wrong with it besides the values of its inputs. */
  readonly faults?: readonly RowFault[];
  /**
   * It is blocked by what may be its own; its key if a person says that it is a case of its own.
   */
  readonly ownKey?: string;
  /** The assessment that the sheet already names and that the journal does not know. */
  readonly importedId?: string;
  /**
   * The sheet says that it was sent and never answered, or that it was sent, without its id; and the
   * journal does not know it.
   */
  readonly isOpenInSheet?: true;
  /** The assessments of the case before the one that the key stands for: the last, and its last. */
  readonly earlier?: readonly RowState[];
  /** The earlier assessment was made with other inputs: its scores are not the row's. */
  readonly isChanged?: true;
  /** The row that it is the same as has other inputs since that was assessed. */
  readonly isTwinChanged?: true;
  /** The earlier assessment whose result is not known yet: its key and its id. */
  readonly unread?: { readonly key: string; readonly assessmentId: string };
  /** The round in which the row is to be assessed again. */
  readonly round?: number;
  /** The person was forgotten at this time, ISO 8601, and the row is still in the sheet as it was. */
  readonly forgottenAt?: string;
  /** It shows what was made for a person who was forgotten, and has other inputs since. */
  readonly isOfForgotten?: true;
  /** Why the row is left out of the round. */
  readonly unselected?: Unselected;
}

/** What a status depends on besides the row. */
export interface RowStatusOptions {
  /** Sends a row although the very same request stands further up. */
  readonly sendDuplicates: boolean;
}

/**
 * The status of a row, from the journal's knowledge of it and what the sheet says. A row whose create
 * was sent and never answered is Unconfirmed, whether the answer or the run got lost.
 */
export function rowStatusOf(
  row: PlannedRow,
  state: RowState | undefined,
  { sendDuplicates }: RowStatusOptions,
): RowStatus {
  if (row.forgottenAt !== undefined) return 'Forgotten';
  if (state?.state === 'Pending' || state?.state === 'Scored') return state.state;
  if (row.importedId !== undefined) {
    return row.previous?.scored === true && state === undefined ? 'Scored' : 'Pending';
  }
  if (state?.state === 'Sent' || row.isOpenInSheet === true) return 'Unconfirmed';
  if (state?.state === 'Rejected' || state?.state === 'Unconfirmed') return state.state;
  if (row.blocked !== undefined) return 'Invalid';
  if (row.problems !== undefined) return 'Invalid';
  return row.sameAs !== undefined && !sendDuplicates ? 'Duplicate' : 'Not sent';
}

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
  const hasOpen = unconfirmedAndMissing(rows, states).length > 0;
  let withoutRow = assessmentsWithoutRow(states, [
    ...rows.flatMap(({ key, previous }) => [key, previous?.id]),
    ...matches.flatMap((match) => (match.kind === 'case' ? match.of.latest.key : [])),
  ]).length;
  const isExplained = ({ previous }: IntakeRow) =>
    previous !== undefined && hasLostId(previous) && withoutRow-- > 0;
  return rows.map((row, index): PlannedRow => {
    const match = matches[index] ?? { kind: 'none', key: row.key };
    if (match.kind === 'case') return planCase(row, match);
    if (match.kind !== 'none') return planOpen(row, match);
    const { key, sameAs } = match;
    const twin = sameAs === undefined ? {} : { sameAs, isTwinChanged: true as const };
    const own = key === row.key ? row : { ...row, key, ...twin };
    return !states.has(own.key) && !isExplained(own) && isOpenInSheet(own, settled, hasOpen)
      ? { ...own, isOpenInSheet: true }
      : own;
  });
}

/**
 * The latest assessment of each case for which no row stands, by its key or its id. A row that lost
 * its id and was edited may be of one: what the journal knows is not held for want of the id.
 */
export function assessmentsWithoutRow(
  states: ReadonlyMap<string, RowState>,
  keysAndIds: Iterable<string | undefined>,
): RowState[] {
  const known = new Set(keysAndIds);
  return Array.from(states).flatMap(([key, state]) => {
    const { assessmentId } = state;
    if (assessmentId === undefined || known.has(key) || known.has(assessmentId)) return [];
    const isLatest = states.get(afterKey(assessmentId))?.assessmentId === undefined;
    return isLatest ? [state] : [];
  });
}

/** A row that a person must look at, or settle. */
export function planOpen(
  row: IntakeRow,
  match: Extract<RowMatch, { kind: 'unclear' | 'unconfirmed' }>,
): PlannedRow {
  if (match.kind === 'unconfirmed') {
    const { key, typed } = match;
    return typed === undefined
      ? { ...row, key, isChanged: true }
      : { ...row, key, importedId: typed };
  }
  const { why, ownKey } = match;
  return { ...row, key: '', blocked: why, ...(ownKey === undefined ? {} : { ownKey }) };
}

/** A row of a case, as a command sees it that makes no further assessment. */
function planCase(row: IntakeRow, { of, ownKey }: Extract<RowMatch, { kind: 'case' }>): PlannedRow {
  const { next } = of;
  if ((next !== undefined && isUnconfirmed(next)) || isLostInRound(row, of))
    return openRow(row, of);
  return restingRow(row, of, ownKey);
}

/**
 * A row whose inputs are not those of its latest assessment: that one's scores are not for it, and
 * no assessment is for it yet.
 */
function changedRow(row: IntakeRow, { latest }: Case, heldKey?: string): PlannedRow {
  const { state } = latest;
  // Not the key of its inputs: that may be of an assessment made before the latest.
  const changed: PlannedRow = { ...row, key: '', earlier: [state], isChanged: true };
  if (row.problems !== undefined) return changed;
  const assessmentId = state.assessmentId ?? '';
  if (heldKey === undefined) {
    return { ...changed, blocked: { code: 'inputsChanged', assessmentId } };
  }
  const createdAt = state.sentAt ?? state.at;
  const blocked = { code: 'assessmentNeverShown', assessmentId, createdAt } as const;
  return { ...changed, ownKey: heldKey, blocked };
}

/**
 * True for a row whose next assessment was sent and never answered as the sheet says, and the journal
 * does not know it: it was deleted, or is older than the sheet.
 */
export function isLostInRound(
  { previous }: IntakeRow,
  { latest, next, isKnown, isTyped, isBack }: Case,
): boolean {
  const unconfirmed: RowStatus = 'Unconfirmed';
  const { state, assessmentId } = latest.state;
  if (isBack) return false;
  const isLost = next === undefined && previous?.status === unconfirmed;
  // An id without scores may be what a person has found out of this very request.
  const isEarlier = state === 'Scored' || !(isKnown || isTyped);
  return isLost && isEarlier && previous.id === assessmentId;
}

/** A row as it stands on the latest assessment of its case. */
export function latestRow(
  row: IntakeRow,
  { latest, isKnown, before, importKey }: Case,
): PlannedRow {
  if (!isKnown) return { ...row, key: importKey, importedId: latest.state.assessmentId ?? '' };
  if (latest.key === row.key && before === undefined) return row;
  return { ...row, key: latest.key, earlier: before === undefined ? [] : [before] };
}

/** A row of which no further assessment is made just now; where the service has refused one, it says so. */
export function restingRow(row: IntakeRow, of: Case, heldKey?: string): PlannedRow {
  const { next, isChanged } = of;
  const isRefused = next?.state === 'Rejected' && next.request === requestOfKey(row.key);
  if (isRefused) return openRow(row, of);
  return isChanged ? changedRow(row, of, heldKey) : latestRow(row, of);
}

/** A row whose next assessment was sent and never answered, or refused. */
export function openRow(row: IntakeRow, of: Case): PlannedRow {
  const { latest, before, nextKey, next, typed, isChanged } = of;
  return {
    ...row,
    key: nextKey,
    earlier: before === undefined ? [latest.state] : [latest.state, before],
    ...(isChanged ? { isChanged } : {}),
    ...(next === undefined ? { isOpenInSheet: true } : {}),
    ...(typed === undefined ? {} : { importedId: typed }),
  };
}

/** The row with what its run has learnt of the assessment before. */
export function withHistory(
  row: PlannedRow,
  journal: { state(key: string): RowState | undefined },
): PlannedRow {
  const [last, ...before] = row.earlier ?? [];
  if (row.unread === undefined || last === undefined) return row;
  return { ...row, earlier: [journal.state(row.unread.key) ?? last, ...before] };
}

/** Creates that may have taken effect, and that no row of the sheet stands for. */
export function unconfirmedAndMissing(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): RowState[] {
  const open = new Map(states.entries().filter(([, state]) => isUnconfirmed(state)));
  if (open.size > 0) for (const { key } of rows) open.delete(key);
  return [...open.values()];
}

/** Rows that are blocked, and those among them whose inputs have changed since they were assessed. */
export function countBlocked(rows: readonly PlannedRow[]): { blocked: number; changed: number } {
  const blocked = rows.filter((row) => row.blocked !== undefined);
  const changed = blocked.filter(
    ({ isChanged, ownKey }) => isChanged === true && ownKey === undefined,
  );
  return { blocked: blocked.length, changed: changed.length };
}

/**
 * Of which employees a person has said that a request did not take effect, and how many such requests
 * no row stands for: their rows were edited since, and what the sheet says of them is settled.
 */
export function settledEmployees(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): Map<string, number> {
  const settled = new Map<string, number>();
  const inSheet = new Set(rows.map(({ key }) => key));
  for (const [key, { state, byPerson, employee = '' }] of states) {
    if (state !== 'Ready' || byPerson !== true || inSheet.has(key)) continue;
    settled.set(employee, (settled.get(employee) ?? 0) + 1);
  }
  return settled;
}

/** True for a row that takes one of the settled requests of its employee for its own. */
export function takesSettled(settled: Map<string, number>, employee: string): boolean {
  const left = settled.get(employee) ?? 0;
  if (left > 0) settled.set(employee, left - 1);
  return left > 0;
}

/**
 * True for a row that the sheet alone knows as sent and never answered, or as sent, without its id:
 * its journal was lost, or it is older than the sheet. Not for one that a person has settled and
 * then edited, nor for one whose inputs cannot be read while the journal knows of requests that no
 * row stands for.
 */
function isOpenInSheet(
  { previous, employee }: IntakeRow,
  settled: Map<string, number>,
  hasOpen: boolean,
): boolean {
  const unconfirmed: RowStatus = 'Unconfirmed';
  if (previous === undefined) return false;
  if (previous.status !== unconfirmed && !hasLostId(previous)) return false;
  if (employee === undefined) return !hasOpen && settled.size === 0;
  return !takesSettled(settled, employee);
}
