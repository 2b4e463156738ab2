import type { IntakeRow } from '../intake/intakeRow.js';
import { afterKey, foundKey } from '../intake/rowKey.js';
import type { RowFact } from '../journal/facts.js';
import type { RowState } from '../journal/rowState.js';
import { type KnownRows, rowsBeyond } from './rowsBeyond.js';
import { disownedIds, requestsOfJournal } from '../rows/journalRequests.js';
import { placeSheet } from '../rows/placeSheet.js';
import { SentRequests } from '../identity/requests.js';
import type { SheetOperation } from '../operations/sheetOperation.js';

import { resultFacts } from '../rows/resultFacts.js';
import { type PlannedRow, showsImported, unprovenId } from '../rows/rowStatus.js';
import { reasonInSheet } from '../rows/sheetReason.js';

/**
 * The facts of a row whose inputs are not those of its assessment, which only its reference proves: its next
 * assessment follows that one.
 */
export function changedFacts(
  row: PlannedRow,
  known: { readonly findKeyById: (id: string) => string | undefined },
  at: string,
): RowFact[] {
  const { proven, previous, importedId } = row;
  const id = previous?.id ?? '';
  // Beside an assessment that only the sheet names, the ID is this one, or another row's.
  if (importedId !== undefined) return [];
  if (proven === undefined || id === '' || known.findKeyById(id) !== undefined) return [];
  const { inputs: request, person: employee } = proven;
  return shownFacts(foundKey(id), row, at, { request, employee });
}

/**
 * The facts of requests that only the references of a sheet prove, and that no row has: a person can resolve only
 * what the journal contains.
 */
export function homelessFacts(
  rows: readonly IntakeRow[],
  states: ReadonlyMap<string, RowState>,
  at: string,
): RowFact[] {
  if (rows.every(({ previous }) => previous?.shown === undefined)) return [];
  const { homeless } = placeSheet(rows, states);
  return homeless.flatMap(({ key, inputs, person, assessmentId }): RowFact[] => {
    if (states.has(key)) return [];
    const whose = person === undefined ? {} : { employee: person };
    if (assessmentId === undefined) {
      return [
        { fact: 'unconfirmed', row: inputs ?? key, ...whose, reason: { code: 'onlyInSheet' }, at },
      ];
    }
    const made = { assessmentId, request: inputs, ...whose, by: 'sheet', at } as const;
    return [{ fact: 'created', row: foundKey(assessmentId), ...made }];
  });
}

/** The facts of a row that only the sheet knows: it was done, or sent and never answered. */
export function sheetFacts(
  row: PlannedRow,
  state: RowState | undefined,
  at: string,
  known: Pick<KnownRows, 'findKeyById'>,
): RowFact[] {
  if (state !== undefined || row.key === '') return [];
  if (row.isSentBySheetOnly === true) {
    const [last] = row.earlier ?? [];
    // The assessment before it is the beginning of the case's history.
    const id = last?.assessmentId ?? '';
    const isKnown = id === '' || known.findKeyById(id) !== undefined;
    return [...(isKnown ? [] : earlierFacts(id, row, at)), unconfirmedFact(row, at)];
  }
  if (!showsImported(row) || row.previous?.scored !== true) return [];
  const { inputs: request, person: employee = row.employee } = row.proven ?? {};
  return shownFacts(row.key, row, at, { request, employee });
}

/** The rows of a sheet, as they were read and as they were planned. */
interface ReadRows {
  readonly intakeRows: readonly IntakeRow[];
  readonly planned: readonly PlannedRow[];
}

/**
 * The facts that make a journal know what the sheet shows, if a person says that the sheet is right: what its
 * references prove and the journal lacks, and Assessment IDs that nothing proves. Their results are retrieved again,
 * and count if the person and the purpose are the row's.
 */
export function acceptedFacts(
  operation: Pick<SheetOperation, 'importedFact'>,
  { intakeRows, planned }: ReadRows,
  known: KnownRows,
  at: string,
): RowFact[] {
  const { importedFact } = operation;
  const beyond = rowsBeyond(operation, intakeRows, known);
  if (importedFact !== undefined) {
    return beyond
      .filter(({ key }) => key !== '')
      .map((row) => importedFact({ ...row, importedId: row.previous?.id ?? '' }, undefined, at));
  }
  const sent = new SentRequests(requestsOfJournal(known.states));
  return [
    ...beyond.flatMap((row) => referenceFacts(row, sent, at)),
    ...unprovenFacts(planned, known, at),
  ];
}

/**
 * The facts that rows have the Assessment IDs that they show and nothing proves. An ID that a person said is no row's
 * is left for an answer about the row itself.
 */
export function unprovenFacts(
  planned: readonly PlannedRow[],
  { states }: Pick<KnownRows, 'states'>,
  at: string,
): RowFact[] {
  const disowned = disownedIds(states);
  return planned.flatMap((row): RowFact[] => {
    const id = unprovenId(row);
    return id === undefined || disowned.has(id) ? [] : [acceptedFact(row, id, at)];
  });
}

/** The fact that an assessment is a row's, as a person says. */
export function acceptedFact(row: PlannedRow, assessmentId: string, at: string): RowFact {
  return { fact: 'created', row: row.key, assessmentId, ...whose(row), by: 'person', at };
}

/** What the reference of a row proves, for a journal that has no record of it. */
function referenceFacts({ previous }: IntakeRow, sent: SentRequests, at: string): RowFact[] {
  const { id: assessmentId = '', shown } = previous ?? {};
  if (shown === undefined) return [];
  const { inputs: request, person: employee } = shown;
  if (shown.assessment === 'own') {
    const made = { assessmentId, request, employee, by: 'sheet', at } as const;
    // The journal may have the request without its answer, which a full disk kept out of it.
    const row = sent.findUnanswered(request)?.key ?? foundKey(assessmentId);
    return [{ fact: 'created', row, ...made }];
  }
  const isLater = shown.isIdBefore === true;
  const made = isLater ? { row: afterKey(assessmentId), request } : { row: request };
  return [{ fact: 'unconfirmed', ...made, employee, reason: { code: 'onlyInSheet' }, at }];
}

function unconfirmedFact(row: PlannedRow, at: string): RowFact {
  const { key, employee, request } = row;
  return {
    fact: 'unconfirmed',
    row: key,
    ...(request === undefined ? {} : { request }),
    ...(employee === undefined ? {} : { employee }),
    reason: reasonInSheet(row),
    at,
  };
}

/** What the row shows of the assessment before the one that it waits for. */
function earlierFacts(id: string, row: PlannedRow, at: string): RowFact[] {
  const { inputs: request = '', person: employee } = row.proven ?? {};
  return shownFacts(foundKey(id), row, at, { request, employee });
}

/** What a row shows of its assessment, as {@link resultFacts} has it. */
function shownFacts(
  key: string,
  { previous }: IntakeRow,
  now: string,
  made: Pick<RowState, 'request' | 'employee'>,
): RowFact[] {
  const { id: assessmentId = '', redirectUrl, scores, assessedAt: at = now } = previous ?? {};
  return resultFacts(key, { assessmentId, redirectUrl, scores, at }, made);
}

function whose({ employee }: IntakeRow): Pick<RowState, 'employee'> {
  return employee === undefined ? {} : { employee };
}
