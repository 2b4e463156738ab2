import type { IntakeRow } from '../intake/intakeRow.js';
import { toBaseKey, findRequestHash } from '../intake/rowKey.js';
import { forgottenIdsIn } from '../journal/forgotten.js';
import type { RowState } from '../journal/rowState.js';
import { hasResults, hasStatus } from './shownStatus.js';
import { disownedIds, requestsOfJournal } from './journalRequests.js';
import { readProofs, type ShownReference } from '../identity/proofs.js';
import { RecordedInputs } from './recordedInputs.js';
import { SentRequests } from '../identity/requests.js';
import { placeRows, type Placement } from '../identity/situation.js';

/** The rows of a sheet, matched with the requests in its journal. */
export interface PlacedSheet extends Placement {
  readonly requests: SentRequests;
  /** Returns true for an ID that a person has rejected for its row, and for an ID of a forgotten person. */
  readonly isDisowned: (assessmentId: string) => boolean;
  /** Returns true for an ID that exactly one row shows. */
  readonly isShownOnce: (assessmentId: string) => boolean;
  /** Returns the key for the first request of a row. Each call reserves its key. */
  readonly nextKey: (row: IntakeRow) => string;
}

/** Matches the rows of a sheet with the requests in its journal, by what the rows show. */
export function placeSheet(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
): PlacedSheet {
  const requests = new SentRequests(requestsOfJournal(states));
  const disowned = disownedIds(states);
  const forgotten = forgottenIdsIn(states);
  const isDisowned = (id: string) => disowned.has(id) || forgotten.has(id);
  const records = new RecordedInputs(states);
  const cells = rows.map((row) => ({
    assessmentId: row.previous?.id ?? '',
    reference: row.previous?.shown ?? unansweredReference(row),
  }));
  const proofs = readProofs(cells, requests, {
    isDisowned,
    isRecorded: (reference) => records.has(reference),
  });
  const placement = placeRows(
    rows.map((row, index) => {
      const inputs = listInputHashes(row);
      const id = row.previous?.id ?? '';
      const reference = row.previous?.shown;
      // The request is known to have had no effect, so what the row shows about it is settled.
      const isSettled =
        (id === '' || isDisowned(id)) &&
        [...inputs, reference?.inputs ?? ''].some((each) => records.isUnsent(each));
      return {
        number: row.number,
        inputs,
        person: row.employee,
        trip: row.trip,
        assessmentId: id,
        proof: proofs[index],
        isWholeCopy: reference?.assessment === 'own',
        showsNothing: isSettled || showsNothing(row),
      };
    }),
    requests,
    isDisowned,
  );
  let shown: ReadonlyMap<string, number> | undefined;
  const isShownOnce = (id: string) => {
    shown ??= countShown(rows);
    return shown.get(id) === 1;
  };
  return {
    ...placement,
    requests,
    isDisowned,
    isShownOnce,
    nextKey: freeKeys(states),
  };
}

/**
 * Returns the proof of an unanswered request for a row that is Unconfirmed and whose reference is
 * missing.
 */
function unansweredReference({
  key,
  previous,
  employee = '',
}: IntakeRow): ShownReference | undefined {
  const inputs = findRequestHash(key);
  const hasId = previous?.id !== '' || previous.noId !== undefined;
  if (inputs === undefined || hasId || !hasStatus(previous, 'Unconfirmed')) return undefined;
  return { inputs, person: employee, assessment: 'none', isOfThisJournal: false };
}

/** Counts the rows that show each Assessment ID. */
function countShown(rows: readonly IntakeRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { previous } of rows) {
    const id = previous?.id ?? '';
    if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Returns the hashes of a row's inputs, one for each way to read them; none if they cannot be read. */
function listInputHashes({ key, alternateKeys = [] }: IntakeRow): string[] {
  const own = findRequestHash(key);
  return [...(own === undefined ? [] : [own]), ...alternateKeys.map(toBaseKey)];
}

function showsNothing({ previous }: IntakeRow): boolean {
  if (previous === undefined) return true;
  const { id, noId, shown } = previous;
  if (id !== '' || noId !== undefined || shown !== undefined) return false;
  return !hasResults(previous) && !hasStatus(previous, 'Unconfirmed');
}

/**
 * Returns a function that numbers rows with the same inputs, skipping the keys that the journal has
 * for a sent request.
 */
function freeKeys(states: ReadonlyMap<string, RowState>): PlacedSheet['nextKey'] {
  const taken = new Set<string>();
  const isFree = (key: string) =>
    !taken.has(key) && (states.get(key) === undefined || states.get(key)?.state === 'Ready');
  return ({ key }) => {
    const request = findRequestHash(key);
    if (request === undefined) return key;
    let free = request;
    for (let count = 2; !isFree(free); count++) free = `${request}:${count}`;
    taken.add(free);
    return free;
  };
}
