import type { IntakeRow } from '../intake/intakeRow.js';
import { caseOfKey, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';

/**
 * Gives rows the keys of their requests in the journal: an earlier run may have read a date in
 * another way, or with other options (`--accept-suggestions`).
 */
export function withJournalKeys(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): readonly IntakeRow[] {
  if (rows.every(({ otherwise }) => otherwise === undefined)) return rows;
  return rows.map((row) => {
    if (row.request === undefined) return row;
    const request = states.get(row.key)?.request;
    const isKnown = request !== undefined && row.otherwise?.includes(request) === true;
    return isKnown ? { ...row, request } : row;
  });
}

/**
 * Gives rows the keys of equal requests that were sent from other sheets, if the journal has no
 * record of these rows. `findSent` returns the request that was sent for each request that it
 * finds.
 */
export function asSentElsewhere(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  findSent: (requests: readonly string[]) => ReadonlyMap<string, string>,
): readonly IntakeRow[] {
  const sentHere = requestsThatMayExist(states);
  const isAsked = ({ key, inputs, request, otherwise = [] }: IntakeRow) =>
    inputs !== undefined &&
    request === undefined &&
    ![key, ...otherwise].some((one) => sentHere.has(caseOfKey(one)));
  const asked = rows.filter(isAsked);
  if (asked.length === 0) return rows;
  const sent = findSent(asked.flatMap(({ key, otherwise = [] }) => [key, ...otherwise]));
  return rows.map((row) => {
    const { key, otherwise = [] } = row;
    if (!isAsked(row)) return row;
    // Rows with different Manager IDs are different, although a row without one is equal to each of them.
    const other = sent.get(key) ?? otherwise.find((one) => sent.get(one) === one) ?? key;
    return other === key ? row : { ...row, key: other, readAs: key };
  });
}

function requestsThatMayExist(states: ReadonlyMap<string, RowState>): ReadonlySet<string> {
  const requests = new Set<string>();
  for (const [key, { state, request = requestOfKey(key) }] of states) {
    if (state !== 'Ready' && state !== 'Rejected' && request !== undefined) requests.add(request);
  }
  return requests;
}
