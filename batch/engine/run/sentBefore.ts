import type { IntakeRow } from '../intake/intakeRow.js';
import { toBaseKey, findRequestHash } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';

/**
 * Gives rows the keys of their requests in the journal: an earlier run may have read a date in
 * another way, or with other options (`--accept-suggestions`).
 */
export function withJournalKeys(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): readonly IntakeRow[] {
  if (rows.every(({ alternateKeys }) => alternateKeys === undefined)) return rows;
  return rows.map((row) => {
    if (row.request === undefined) return row;
    const request = states.get(row.key)?.request;
    const isKnown = request !== undefined && row.alternateKeys?.includes(request) === true;
    return isKnown ? { ...row, request } : row;
  });
}

/**
 * Gives rows the keys of equal requests that were sent from other sheets, if the journal has no
 * record of these rows. `findSent` returns the request that was sent for each request that it
 * finds.
 */
export async function asSentElsewhere(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  findSent: (requests: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<readonly IntakeRow[]> {
  const sentHere = requestsThatMayExist(states);
  const isAsked = ({ key, inputs, request, alternateKeys = [] }: IntakeRow) =>
    inputs !== undefined &&
    request === undefined &&
    ![key, ...alternateKeys].some((one) => sentHere.has(toBaseKey(one)));
  const asked = rows.filter(isAsked);
  if (asked.length === 0) return rows;
  const keys = asked.flatMap(({ key, alternateKeys = [] }) => [key, ...alternateKeys]);
  const sent = await findSent(keys);
  return rows.map((row) => {
    const { key, alternateKeys = [] } = row;
    if (!isAsked(row)) return row;
    // Rows with different Manager IDs are different, although a row without one is equal to each of them.
    const other = sent.get(key) ?? alternateKeys.find((one) => sent.get(one) === one) ?? key;
    return other === key ? row : { ...row, key: other, currentKey: key };
  });
}

function requestsThatMayExist(states: ReadonlyMap<string, RowState>): ReadonlySet<string> {
  const requests = new Set<string>();
  for (const [key, { state, request = findRequestHash(key) }] of states) {
    if (state !== 'Ready' && state !== 'Rejected' && request !== undefined) requests.add(request);
  }
  return requests;
}
