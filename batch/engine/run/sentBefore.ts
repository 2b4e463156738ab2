import type { IntakeRow } from '../intake/intakeRow.js';
import { caseOfKey, Occurrences, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { withTwinKeys } from './twinKeys.js';

/**
 * The rows of a sheet under their keys in the journal. A row may have been sent with other options
 * (`--accept-suggestions`): it is the same row, and must not be taken for one that was never sent.
 * A request that was refused, or is known not to have taken effect, is sent as the row reads now.
 */
export function asSentBefore(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): readonly IntakeRow[] {
  return withTwinKeys(asRequestedBefore(rows, states), states);
}

/**
 * Gives rows the keys of requests that were sent from other sheets and count as theirs, if the journal has no record
 * of these rows. Further rows that count as the same request become duplicates.
 */
export function asSentElsewhere(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  findSent: (requests: readonly string[]) => ReadonlySet<string>,
): readonly IntakeRow[] {
  const sentHere = requestsThatMayExist(states);
  const isAsked = ({ key, inputs, request, otherwise = [] }: IntakeRow) =>
    inputs !== undefined &&
    request === undefined &&
    otherwise.length > 0 &&
    ![key, ...otherwise].some((one) => sentHere.has(caseOfKey(one)));
  const asked = rows.filter(isAsked);
  if (asked.length === 0) return rows;
  const sent = findSent(asked.flatMap(({ key, otherwise = [] }) => [key, ...otherwise]));
  const renamed = rows.map((row) => {
    const { key, otherwise = [] } = row;
    const other =
      isAsked(row) && !sent.has(key) ? otherwise.find((one) => sent.has(one)) : undefined;
    return other === undefined ? row : { ...row, key: other, readAs: key };
  });
  return renamed.every((row, index) => row === rows[index]) ? rows : countedAnew(renamed);
}

function countedAnew(rows: readonly IntakeRow[]): readonly IntakeRow[] {
  const occurrences = new Occurrences();
  return rows.map((row) => {
    const request = requestOfKey(row.key);
    if (request === undefined || row.request !== undefined) return row;
    const { sameAs: _, ...rest } = row;
    return { ...rest, ...occurrences.next(request, row.number) };
  });
}

function asRequestedBefore(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): readonly IntakeRow[] {
  if (rows.every(({ otherwise }) => otherwise === undefined)) return rows;
  const sent = requestsThatMayExist(states);
  const renamed = rows.map((row) => {
    const { key, request, otherwise = [] } = row;
    if (request !== undefined) {
      const before = states.get(key)?.request;
      return before !== undefined && otherwise.includes(before) ? { ...row, request: before } : row;
    }
    const other = sent.has(caseOfKey(key))
      ? undefined
      : otherwise.find((name) => sent.has(caseOfKey(name)));
    return other === undefined ? row : { ...row, key: other, readAs: key };
  });
  return countedAgain(rows, renamed);
}

function requestsThatMayExist(states: ReadonlyMap<string, RowState>): ReadonlySet<string> {
  const requests = new Set<string>();
  for (const [key, { state, request = requestOfKey(key) }] of states) {
    if (state !== 'Ready' && state !== 'Rejected' && request !== undefined) requests.add(request);
  }
  return requests;
}

/** Rows are no repetitions of one that was sent as another request. */
function countedAgain(
  before: readonly IntakeRow[],
  renamed: readonly IntakeRow[],
): readonly IntakeRow[] {
  const left = new Set(
    before.flatMap(({ key }, index) => (renamed[index]?.key === key ? [] : [caseOfKey(key)])),
  );
  if (left.size === 0) return renamed;
  const occurrences = new Occurrences();
  return renamed.map((row, index) => {
    const hash = caseOfKey(row.key);
    if (row !== before[index] || !left.has(hash)) return row;
    const { sameAs: _, ...rest } = row;
    return { ...rest, ...occurrences.next(hash, row.number) };
  });
}
