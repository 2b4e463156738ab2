import type { IntakeRow } from '../intake/intakeRow.js';
import { caseOfKey, requestOfKey } from '../intake/rowKey.js';
import { forgottenIdsIn } from '../journal/forgotten.js';
import type { RowState } from '../journal/rowState.js';
import { hasResults, hasStatus } from './shownStatus.js';
import { disownedIds, requestsOfJournal } from './journalRequests.js';
import { readProofs, type ShownReference } from '../identity/proofs.js';
import { RecordedInputs } from './recordedInputs.js';
import { SentRequests } from '../identity/requests.js';
import { placeRows, type Placement } from '../identity/situation.js';

/** The situations of the rows of a sheet. */
export interface PlacedSheet extends Placement {
  readonly requests: SentRequests;
  /** True for an ID that a person said is no row's, and for one of a forgotten person. */
  readonly isDisowned: (assessmentId: string) => boolean;
  /** True for an ID that one row alone shows. */
  readonly isShownOnce: (assessmentId: string) => boolean;
  /** Returns the key under which a row is sent for the first time, for one row each. */
  readonly nextKey: (row: IntakeRow) => string;
}

/** Places the rows of a sheet by what they show and what its journal contains. */
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
      // What it shows of a request that is known to have had no effect is settled.
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

/** What a row proves that is Unconfirmed and whose reference is missing: a request of its inputs without an answer. */
function unansweredReference({
  key,
  previous,
  employee = '',
}: IntakeRow): ShownReference | undefined {
  const inputs = requestOfKey(key);
  const hasId = previous?.id !== '' || previous.noId !== undefined;
  if (inputs === undefined || hasId || !hasStatus(previous, 'Unconfirmed')) return undefined;
  return { inputs, person: employee, assessment: 'none', isOfThisJournal: false };
}

/** How many rows show each Assessment ID. */
function countShown(rows: readonly IntakeRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { previous } of rows) {
    const id = previous?.id ?? '';
    if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** The hashes of the inputs of a row, by each way to read them; empty if they cannot be read. */
function listInputHashes({ key, otherwise = [] }: IntakeRow): string[] {
  const own = requestOfKey(key);
  return [...(own === undefined ? [] : [own]), ...otherwise.map(caseOfKey)];
}

function showsNothing({ previous }: IntakeRow): boolean {
  if (previous === undefined) return true;
  const { id, noId, shown } = previous;
  if (id !== '' || noId !== undefined || shown !== undefined) return false;
  return !hasResults(previous) && !hasStatus(previous, 'Unconfirmed');
}

/** Numbers rows with the same inputs: a key that the journal has for a sent request is not free. */
function freeKeys(states: ReadonlyMap<string, RowState>): PlacedSheet['nextKey'] {
  const taken = new Set<string>();
  const isFree = (key: string) =>
    !taken.has(key) && (states.get(key) === undefined || states.get(key)?.state === 'Ready');
  return ({ key }) => {
    const request = requestOfKey(key);
    if (request === undefined) return key;
    let free = request;
    for (let count = 2; !isFree(free); count++) free = `${request}:${count}`;
    taken.add(free);
    return free;
  };
}
