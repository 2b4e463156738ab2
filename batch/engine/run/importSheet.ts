import type { IntakeRow } from '../intake/intakeRow.js';
import {
  followedBy,
  foundKey,
  type HashOf,
  hashOfRequest,
  requestOfKey,
} from '../intake/rowKey.js';
import type { RowFact } from '../journal/facts.js';
import { forgottenIdsIn } from '../journal/forgotten.js';
import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { isUnconfirmed } from '../journal/settle.js';
import { hasResults, says } from '../rows/shownStatus.js';
import { matchRows } from '../rows/matchRows.js';
import { resultFacts } from '../rows/resultFacts.js';
import { inOtherRow, type RowMatch } from '../rows/rowMatch.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import { reasonInSheet } from '../rows/sheetReason.js';

/** What the journal knows of rows and assessments. */
export interface KnownRows {
  readonly states: ReadonlyMap<string, RowState>;
  readonly keyOfId: (id: string) => string | undefined;
}

/**
 * Rows that show results that the journal does not contain. A journal is written before the sheet
 * is, so it is older than the sheet (restored from a backup), or these results came from elsewhere.
 * An older journal would let rows be sent again, so nothing may be sent on the strength of it.
 */
export function rowsBeyond(rows: readonly IntakeRow[], known: KnownRows): IntakeRow[] {
  const forgotten = forgottenIdsIn(known.states);
  const unconfirmed = unconfirmedRequests(known.states);
  const taken = new Set<string>();
  for (const { rejectedIds = [] } of known.states.values())
    for (const id of rejectedIds) taken.add(id);
  return rows.filter(({ key: rowKey, previous }) => {
    if (previous === undefined || previous.id === '') return false;
    const own = known.states.get(rowKey);
    if (own?.state === 'Forgotten' || forgotten.has(previous.id)) return false;
    // A person has said that it is not the row's, and no run has taken it out of the sheet since.
    if (taken.has(previous.id)) return false;
    // The journal knows that it was sent, or that a person takes what the row shows for void.
    if (own !== undefined && isUnconfirmed(own)) return false;
    if (unconfirmed.has(requestOfKey(rowKey))) return false;
    // Or a person has typed an id before, and now another one in its place.
    if (own?.byPerson === true && (own.state === 'Ready' || own.state === 'Pending')) return false;
    return hasResults(previous) && known.keyOfId(previous.id) === undefined;
  });
}

/** The requests of further assessments that were never answered. */
function unconfirmedRequests(states: KnownRows['states']): ReadonlySet<string | undefined> {
  const requests = new Set<string | undefined>();
  for (const state of states.values()) {
    if (isUnconfirmed(state) && (state.request ?? '') !== '') requests.add(state.request);
  }
  return requests;
}

/**
 * The facts of a row whose inputs have changed since its assessment was made, as the sheet alone
 * knows: without them, the next run would take the journal for older than the sheet.
 */
export function changedFacts(
  { earlier: [last] = [], isChanged, ...row }: PlannedRow,
  known: Pick<KnownRows, 'keyOfId'>,
  at: string,
): RowFact[] {
  const id = last?.assessmentId ?? '';
  const isOnlyInSheet = isChanged === true && id !== '' && id === row.previous?.id;
  if (!isOnlyInSheet || known.keyOfId(id) !== undefined) return [];
  // Where the inputs only cannot be read, the results may be of them.
  return says(row.previous, 'Invalid')
    ? shownFacts(foundKey(id), row, at, '')
    : shownFacts(foundKey(id), row, at);
}

/** The facts of a row that only the sheet knows: it was done, or sent and never answered. */
export function sheetFacts(
  row: PlannedRow,
  state: RowState | undefined,
  at: string,
  hashOf: HashOf,
): RowFact[] {
  if (state !== undefined || row.key === '') return [];
  if (row.isSentBySheetOnly === true) {
    const [last] = row.earlier ?? [];
    // The assessment before it is the beginning of the case's history.
    const before =
      last?.byPerson === true ? earlierFacts(last.assessmentId ?? '', row, at, hashOf) : [];
    return [...before, unconfirmedFact(row, at, hashOf)];
  }
  if (row.importedId === undefined || row.previous?.scored !== true) return [];
  return shownFacts(row.key, row, at);
}

/**
 * The facts that make the journal know what {@link rowsBeyond} show, when a person says that the
 * sheet is right.
 */
export function acceptedFacts(
  { importedFact }: Pick<SheetOperation, 'importedFact'>,
  rows: readonly IntakeRow[],
  known: KnownRows,
  at: string,
): RowFact[] {
  if (importedFact !== undefined) {
    return rowsBeyond(rows, known)
      .filter(({ key }) => key !== '')
      .map((row) => importedFact({ ...row, importedId: row.previous?.id ?? '' }, undefined, at));
  }
  return matchedBeyond(rows, known).flatMap(({ row, match }) => {
    if (match.kind === 'unclear') return [];
    const of = match.kind === 'case' ? match.of : undefined;
    const next = of?.isKnown === true ? of.nextKey : undefined;
    if (says(row.previous, 'Invalid')) {
      return shownFacts(next ?? foundKey(row.previous?.id ?? ''), row, at, '');
    }
    const key = next ?? of?.importKey ?? row.key;
    return shownFacts(key, row, at, key === row.key ? undefined : (requestOfKey(row.key) ?? ''));
  });
}

/** Rows of {@link rowsBeyond} whose results cannot be accepted before a person corrects the row. */
export function notAccepted(
  { importedFact }: Pick<SheetOperation, 'importedFact'>,
  rows: readonly IntakeRow[],
  known: KnownRows,
): { readonly row: number; readonly why: Message }[] {
  if (importedFact !== undefined) return [];
  return matchedBeyond(rows, known).flatMap(({ row: { number: row }, match }) =>
    match.kind === 'unclear' ? [{ row, why: match.why }] : [],
  );
}

/** The rows of {@link rowsBeyond} and their cases. An id that several of them show belongs to one. */
function matchedBeyond(
  rows: readonly IntakeRow[],
  known: KnownRows,
): readonly { readonly row: IntakeRow; readonly match: RowMatch }[] {
  const matches = matchRows(rows, known.states);
  const beyond = new Set(rowsBeyond(rows, known));
  const found = rows.flatMap((row, index) => {
    const match = matches[index];
    return match === undefined || !beyond.has(row) ? [] : [{ row, match }];
  });
  const owners = new Map<string, IntakeRow>();
  // A row that says itself that the id is not its own comes last.
  const inOrder = found.toSorted(
    (one, other) =>
      Number(says(one.row.previous, 'Invalid')) - Number(says(other.row.previous, 'Invalid')),
  );
  for (const { row, match } of inOrder) {
    const id = row.previous?.id ?? '';
    if (match.kind !== 'unclear' && !owners.has(id)) owners.set(id, row);
  }
  return found.map(({ row, match }) => {
    const owner = owners.get(row.previous?.id ?? '');
    if (match.kind === 'unclear' || owner === undefined || owner === row) return { row, match };
    return { row, match: inOtherRow(row, owner) };
  });
}

function unconfirmedFact(row: PlannedRow, at: string, hashOf: HashOf): RowFact {
  const { key, employee, inputs } = row;
  // The key of a first assessment is the hash of its request; of a later one, the sheet has the inputs.
  const isLater = followedBy(key) !== undefined && inputs !== undefined;
  const made = isLater ? hashOfRequest(inputs, hashOf) : row.request;
  // The scores beside it are of the inputs that it was sent with, and of those before: not of today's.
  const isOfOthers = row.isChanged === true && row.previous?.scored === true;
  const request = isOfOthers ? '' : made;
  return {
    fact: 'unconfirmed',
    row: key,
    ...(request === undefined ? {} : { request }),
    ...(employee === undefined ? {} : { employee }),
    reason: reasonInSheet(row),
    at,
  };
}

/**
 * What the row shows of the assessment before the one that it waits for, whose scores it keeps only while its
 * inputs are those.
 */
function earlierFacts(id: string, row: PlannedRow, at: string, hashOf: HashOf): RowFact[] {
  const { inputs, earlierKey } = row;
  // The key of a request is its hash.
  if (earlierKey !== undefined) return shownFacts(earlierKey, row, at);
  const made = inputs === undefined ? undefined : hashOfRequest(inputs, hashOf);
  return shownFacts(foundKey(id), row, at, made);
}

/** What a row shows of its assessment, as {@link resultFacts} has it. */
function shownFacts(
  key: string,
  { previous }: IntakeRow,
  now: string,
  request?: string,
): RowFact[] {
  const { id: assessmentId = '', redirectUrl, scores, assessedAt: at = now } = previous ?? {};
  return resultFacts(key, { assessmentId, redirectUrl, scores, at }, request);
}
