import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import { type PlannedRow, getHistory, findImportedId, onlyShowsId } from '../rows/plannedRow.js';
import type { RunSheet } from './runSheet.js';
import type { NewestOtherAssessment, RunStorage } from './runOptions.js';

/**
 * A question whose answer shows whether the journal belongs to the service: another service, or the
 * token of another company, does not have the assessment.
 */
export interface ServiceQuestion {
  readonly assessmentId: string;
  /** False if the service must not have the assessment. */
  readonly isExpected: boolean;
  readonly unexpected: Message;
}

/**
 * An operation that creates assessments asks about the first assessment that is known: the newest
 * that the journal records as sent, the newest of all sheets, an assessment of the old service if a
 * person confirmed another service, the newest that the sheet has shown with scores. Other
 * operations ask only about the newest assessment of all sheets.
 */
export async function findServiceQuestion(
  { read, options }: RunSheet,
  storage: Pick<RunStorage, 'findNewestElsewhere'>,
): Promise<ServiceQuestion | undefined> {
  const { operation, service, confirmedService, isSandboxRun } = options;
  if (isSandboxRun) return undefined;
  const isCreate = operation.name === 'rwa_create';
  const inJournal = isCreate ? findNewestInJournal(read.journal.states) : undefined;
  if (inJournal?.isSent === true) return createQuestionInSheet(read, service, inJournal);
  const elsewhere = await storage.findNewestElsewhere?.();
  if (elsewhere !== undefined) return createServiceQuestion(elsewhere, service);
  if (!isCreate) return undefined;
  return (
    (confirmedService === 'other'
      ? createOtherServiceQuestion(read.sentElsewhere, service)
      : undefined) ?? createQuestionInSheet(read, service, inJournal ?? findNewestInSheet(read))
  );
}

export function createJournalQuestion(
  { states, ...shown }: ShownRows & { readonly states: ReadonlyMap<string, RowState> },
  service: string,
): ServiceQuestion | undefined {
  return createQuestionInSheet(shown, service, findNewestInJournal(states));
}

export function createServiceQuestion(
  newest: NewestOtherAssessment,
  service: string,
): ServiceQuestion {
  const { assessmentId } = newest;
  const unexpected: Message = { code: 'assessmentUnknown', service, ...newest };
  return { assessmentId, isExpected: true, unexpected };
}

type Read = RunSheet['read'];
type ShownRows = Pick<Read, 'rows' | 'hiddenRows'>;

interface KnownAssessment {
  /** Missing if only the sheet shows the assessment. */
  readonly key?: string;
  readonly assessmentId: string;
}

function createQuestionInSheet(
  { rows, hiddenRows }: ShownRows,
  service: string,
  known: KnownAssessment | undefined,
): ServiceQuestion | undefined {
  if (known === undefined) return undefined;
  const { key, assessmentId } = known;
  const row = findRow([...rows, ...hiddenRows], known)?.number;
  const about = { assessmentId, row, isOnlyInSheet: key === undefined };
  return {
    assessmentId,
    isExpected: true,
    unexpected: { code: 'assessmentUnknown', service, ...about },
  };
}

function createOtherServiceQuestion(
  sentElsewhere: Read['sentElsewhere'],
  service: string,
): ServiceQuestion | undefined {
  for (const { differentService, id: assessmentId, sheet } of sentElsewhere?.values() ?? []) {
    if (differentService === undefined || assessmentId === undefined) continue;
    const about = { service, differentService, assessmentId, sheet };
    const unexpected: Message = { code: 'isNoOtherService', ...about };
    return { assessmentId, isExpected: false, unexpected };
  }
  return undefined;
}

/** Also searches earlier assessments: in a round, a row has the key of its next assessment. */
function findRow(
  rows: readonly PlannedRow[],
  { key, assessmentId }: KnownAssessment,
): PlannedRow | undefined {
  return (
    rows.find((row) => row.key === key) ??
    rows.find((row) =>
      getHistory(row).earlier.some((state) => state.assessmentId === assessmentId),
    ) ??
    rows.find((row) => row.previous?.id === assessmentId && !onlyShowsId(row))
  );
}

/**
 * Prefers an assessment that was sent to an assessment that a sheet showed with scores. A typed ID
 * may be wrong, so it does not count until it has scores.
 */
function findNewestInJournal(
  states: ReadonlyMap<string, RowState>,
): (Required<KnownAssessment> & { readonly isSent: boolean }) | undefined {
  let newest: { key: string; assessmentId: string; isSent: boolean; time: string } | undefined;
  for (const [key, { state, assessmentId, byPerson = false, sentAt, at }] of states) {
    const isSent = sentAt !== undefined;
    if (state !== 'Scored' && (state !== 'Pending' || byPerson || !isSent)) continue;
    if (assessmentId === undefined) continue;
    const time = sentAt ?? at;
    const isNewer =
      newest === undefined || (isSent === newest.isSent ? time >= newest.time : isSent);
    if (isNewer) newest = { key, assessmentId, isSent, time };
  }
  return newest;
}

function findNewestInSheet({ rows, hiddenRows, journal }: Read): KnownAssessment | undefined {
  let newest: { assessmentId: string; at: string } | undefined;
  for (const row of [...rows, ...hiddenRows]) {
    const { key, previous } = row;
    const assessmentId = findImportedId(row);
    if (assessmentId === undefined || previous?.scored !== true) continue;
    if (journal.state(key) !== undefined) continue;
    const { assessedAt: at = '' } = previous;
    if (newest === undefined || at > newest.at) newest = { assessmentId, at };
  }
  return newest;
}
