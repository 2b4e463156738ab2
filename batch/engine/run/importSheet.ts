import type { RunSheet } from './runSheet.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { toFollowingKey, toFoundKey } from '../intake/rowKey.js';
import type { RowFact } from '../journal/facts.js';
import { findDisownedIds } from '../journal/journalState.js';
import type { RowState } from '../journal/rowState.js';
import { type KnownRows, findRowsMissingFromJournal } from './journalRefusal.js';
import { createKeyAllocator, listJournalRequests, placeSheet } from '../rows/placeSheet.js';
import { findUnshown } from '../identity/proofs.js';
import { SentRequests } from '../identity/requests.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { toResultFacts } from '../rows/rowResults.js';
import { hasUnansweredReassessment, findReasonInSheet } from '../rows/shownStatus.js';
import {
  type PlannedRow,
  createImportedPlan,
  isEditedSinceSent,
  showsImported,
  findUnprovenId,
} from '../rows/plannedRow.js';

/**
 * Adds to the journal the facts that only the sheet contains; `at` is in ISO 8601. Resolves to true
 * if it added anything. Rejects with a JournalError if the journal cannot be written.
 */
export async function recordSheetFacts({ read, options }: RunSheet, at: string): Promise<boolean> {
  const { journal, intake, rows } = read;
  const hasLearned = journal.recordLearned();
  const { toImportedFact = () => undefined, findProvenFacts } = options.operation;
  const proven = findProvenFacts?.(intake.rows, journal.states, at) ?? [];
  for (const fact of proven) journal.append(fact);
  // Call this before recording rows, which may have the same inputs as a request without a row.
  const orphanFacts = findProvenFacts === undefined ? listOrphanFacts(read, at) : [];
  let hasRecorded = hasLearned || proven.length + orphanFacts.length > 0;
  // A waiting row also records its previous assessment, perhaps without the inputs. A row that
  // proves the inputs is therefore recorded first.
  const isWaiting = ({ plan }: PlannedRow) => plan?.kind === 'unanswered';
  for (const row of [...rows.filter((row) => !isWaiting(row)), ...rows.filter(isWaiting)]) {
    const state = journal.state(row.key);
    const isImported = row.plan?.kind === 'imported' && row.inputs !== undefined;
    const done = isImported && state?.state !== 'Done' ? toImportedFact(row, state, at) : undefined;
    const facts =
      done === undefined
        ? [...toSheetFacts(row, state, at, journal), ...listChangedFacts(row, journal, at)]
        : [done];
    for (const fact of facts) journal.append(fact);
    hasRecorded ||= facts.length > 0;
  }
  for (const fact of orphanFacts) journal.append(fact);
  hasRecorded =
    journal.noteShown(intake.rows.map(({ previous }) => previous?.id ?? '')) || hasRecorded;
  await journal.waitForSync();
  journal.assertUsable();
  return hasRecorded;
}

/**
 * If the row's inputs have changed, only its reference proves its assessment. The next assessment
 * of the row follows that assessment.
 */
function listChangedFacts(
  row: PlannedRow,
  known: { readonly findKeyById: (id: string) => string | undefined },
  at: string,
): RowFact[] {
  const { plan, previous } = row;
  if (plan?.kind !== 'changed' && plan?.kind !== 'blocked') return [];
  const id = previous?.id ?? '';
  if (plan.proven === undefined || id === '' || known.findKeyById(id) !== undefined) return [];
  const { inputs: request, person: employee } = plan.proven;
  return toShownFacts(toFoundKey(id), row, at, { request, employee });
}

/**
 * Returns facts about requests that only references in the sheet prove and that have no row, or a
 * row with a text in place of the ID: a person must be able to resolve them.
 */
function listOrphanFacts(
  { intake, rows: planned, journal }: RunSheet['read'],
  at: string,
): RowFact[] {
  const { rows } = intake;
  const { states } = journal;
  if (rows.every(({ previous }) => previous?.shown === undefined)) return [];
  const { orphans, requests, situations } = placeSheet(rows, states);
  // These rows may have no facts, because their plan is about the text.
  const requestsWithReplacedId = situations.flatMap((situation, index) =>
    situation.kind === 'known' && rows[index]?.previous?.noId !== undefined
      ? [situation.request]
      : [],
  );
  const unrecorded = [...orphans, ...requestsWithReplacedId];
  // The two sets below take 20 MB for 300,000 rows, and few sheets need them.
  if (unrecorded.length === 0) return [];
  const rowRequests = new Set(
    situations.map((situation) => ('request' in situation ? situation.request : undefined)),
  );
  // A planned row with the same inputs may already have the first key for these inputs.
  const reserveKey = createKeyAllocator(states, new Set(planned.map(({ key }) => key)));
  return unrecorded.flatMap((request): RowFact[] => {
    const { key, inputs, person, assessmentId, follows = '' } = request;
    if (states.has(key)) return [];
    const employeeFields = person === undefined ? {} : { employee: person };
    if (assessmentId !== undefined) {
      const createdFields = {
        assessmentId,
        request: inputs,
        ...employeeFields,
        by: 'sheet',
        at,
      } as const;
      return [{ fact: 'created', row: toFoundKey(assessmentId), ...createdFields }];
    }
    if (rowRequests.has(request)) return [];
    const before = requests.get(follows)?.assessmentId;
    const sent =
      before === undefined
        ? { row: inputs === undefined ? key : reserveKey({ key: inputs }) }
        : { row: toFollowingKey(before), request: inputs };
    return [
      { fact: 'unconfirmed', ...sent, ...employeeFields, reason: { code: 'onlyInSheet' }, at },
    ];
  });
}

export function toSheetFacts(
  row: PlannedRow,
  state: RowState | undefined,
  at: string,
  known: Pick<KnownRows, 'findKeyById'>,
): RowFact[] {
  if (state !== undefined || row.key === '') return [];
  const { plan } = row;
  if (plan?.kind === 'unanswered') {
    const [last] = plan.earlier;
    const id = last?.assessmentId ?? '';
    const isKnown = id === '' || known.findKeyById(id) !== undefined;
    return [...(isKnown ? [] : toEarlierFacts(id, row, at)), toUnconfirmedFact(row, at)];
  }
  if (plan?.kind !== 'imported' || !showsImported(row)) return [];
  const isUnanswered = hasUnansweredReassessment(row.previous);
  if (row.previous?.scored !== true && !isUnanswered) return [];
  const { inputs: request, person: employee = row.employee } = plan.proven ?? {};
  const shown = toShownFacts(row.key, row, at, { request, employee });
  if (!isUnanswered) return shown;
  const { importedId } = plan;
  // The inputs were changed back after a reassessment with other inputs, which has no answer.
  return [
    ...shown,
    toUnconfirmedFact({ ...row, key: toFollowingKey(importedId), request: '' }, at),
  ];
}

interface ImportedRows {
  readonly intakeRows: readonly IntakeRow[];
  readonly planned: readonly PlannedRow[];
}

/**
 * Returns the facts to record if a person confirms that the sheet is right. The results are fetched
 * again, and count if the person and the purpose are those of the row.
 */
export function toAcceptedFacts(
  operation: Pick<SheetOperation, 'toImportedFact' | 'findProvenFacts'>,
  { intakeRows, planned }: ImportedRows,
  known: KnownRows,
  at: string,
): RowFact[] {
  const { toImportedFact, findProvenFacts } = operation;
  const missingFromJournal = findRowsMissingFromJournal(operation, intakeRows, known);
  if (toImportedFact !== undefined) {
    const proven = findProvenFacts?.(intakeRows, known.states, at) ?? [];
    const withoutReference = missingFromJournal.filter(
      ({ key, previous }) => key !== '' && previous?.shown === undefined,
    );
    return [
      ...proven,
      ...withoutReference.map((row) =>
        toImportedFact({ ...row, plan: createImportedPlan(row.previous?.id ?? '') }, undefined, at),
      ),
    ];
  }
  const sent = new SentRequests(listJournalRequests(known.states));
  const references = intakeRows.map(({ previous }) => ({ reference: previous?.shown }));
  const findAnswered = (inputs: string) => findUnshown(inputs, references, sent)?.key;
  return [
    ...missingFromJournal.flatMap((row) => toReferenceFacts(row, findAnswered, at)),
    ...listUnprovenFacts(planned, known, at),
  ];
}

/**
 * An ID that was detached from its row or belongs to a forgotten person is left out, because it
 * needs an answer about the row itself.
 */
export function listUnprovenFacts(
  planned: readonly PlannedRow[],
  { states }: Pick<KnownRows, 'states'>,
  at: string,
): RowFact[] {
  const disowned = findDisownedIds(states);
  return planned.flatMap((row): RowFact[] => {
    const id = findUnprovenId(row);
    return id === undefined || disowned.has(id) ? [] : [toAcceptedFact(row, id, at)];
  });
}

export function toAcceptedFact(row: PlannedRow, assessmentId: string, at: string): RowFact {
  return { fact: 'created', row: row.key, assessmentId, ...toEmployeeField(row), by: 'person', at };
}

/** `findAnswered` returns the key of the journal's request that an ID answers. */
function toReferenceFacts(
  { previous }: IntakeRow,
  findAnswered: (inputs: string) => string | undefined,
  at: string,
): RowFact[] {
  const { id: assessmentId = '', shown } = previous ?? {};
  if (shown === undefined) return [];
  const { inputs: request, person: employee } = shown;
  if (shown.assessment === 'own') {
    const createdFields = { assessmentId, request, employee, by: 'sheet', at } as const;
    // The journal may contain the request without its answer, if the disk was full.
    const row = findAnswered(request) ?? toFoundKey(assessmentId);
    return [{ fact: 'created', row, ...createdFields }];
  }
  const isLater = shown.hasPreviousId === true;
  const requestFields = isLater ? { row: toFollowingKey(assessmentId), request } : { row: request };
  return [{ fact: 'unconfirmed', ...requestFields, employee, reason: { code: 'onlyInSheet' }, at }];
}

function toUnconfirmedFact(row: PlannedRow, at: string): RowFact {
  const { key, request, previous } = row;
  // The Employee ID may have been edited, too.
  const employee = isEditedSinceSent(row) ? previous?.shown?.person : row.employee;
  return {
    fact: 'unconfirmed',
    row: key,
    ...(request === undefined ? {} : { request }),
    ...(employee === undefined ? {} : { employee }),
    reason: findReasonInSheet(row),
    at,
  };
}

/** Returns the facts about the assessment that the row's unanswered request follows. */
function toEarlierFacts(id: string, row: PlannedRow, at: string): RowFact[] {
  const { id: shownId, shown } = row.previous ?? {};
  if (id !== shownId)
    return toResultFacts(toFoundKey(id), { assessmentId: id, at }, { request: '' });
  const ownReference = shown?.assessment === 'own' ? shown : undefined;
  return toShownFacts(toFoundKey(id), row, at, {
    request: ownReference?.inputs ?? '',
    employee: ownReference?.person,
  });
}

function toShownFacts(
  key: string,
  { previous }: IntakeRow,
  now: string,
  request: Pick<RowState, 'request' | 'employee'>,
): RowFact[] {
  const { id: assessmentId = '', redirectUrl, scores, assessedAt: at = now } = previous ?? {};
  return toResultFacts(key, { assessmentId, redirectUrl, scores, at }, request);
}

function toEmployeeField({ employee }: IntakeRow): Pick<RowState, 'employee'> {
  return employee === undefined ? {} : { employee };
}
