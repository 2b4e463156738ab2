import type { RowState } from '../journal/rowState.js';
import type { Message } from '../message.js';
import { onlyShowsId, type PlannedRow } from '../rows/rowStatus.js';
import type { RunSheet } from './runSheet.js';
import type { NewestElsewhere, RunStorage } from './runStorage.js';

/** An assessment that shows whether the service is the one that the journal was written with. */
export interface ServiceQuestion {
  readonly assessmentId: string;
  /** The service must know the assessment, or must not know it. */
  readonly isExpected: boolean;
  /** The message for the other answer. */
  readonly unexpected: Message;
}

/**
 * The question for the first request of a run. The service must know the newest assessment that it
 * created for the journal: a token of another company, or a service that only looks the same, does
 * not. If the journal has none, the newest one of other sheets is asked for, then one with scores that
 * only the sheet showed: another run, whose journal is lost, or another program wrote them. If a
 * person has confirmed that this is another service, it must not know an assessment from the other sheets.
 */
export function serviceQuestion(
  { read, options }: RunSheet,
  storage: Pick<RunStorage, 'newestElsewhere'>,
): ServiceQuestion | undefined {
  const { operation, service, confirmedService, isSandboxRun } = options;
  if (isSandboxRun) return undefined;
  const isCreate = operation.name === 'rwa_create';
  const inJournal = isCreate ? newestInJournal(read.journal.states) : undefined;
  if (inJournal?.isSent === true) return questionInSheet(read, service, inJournal);
  const elsewhere = storage.newestElsewhere?.();
  if (elsewhere !== undefined) return questionAbout(elsewhere, service);
  if (!isCreate) return undefined;
  return (
    (confirmedService === 'other' ? questionToOther(read.sentElsewhere, service) : undefined) ??
    questionInSheet(read, service, inJournal ?? newestInSheet(read))
  );
}

/** The service must know this assessment. */
export function questionAbout(newest: NewestElsewhere, service: string): ServiceQuestion {
  const { assessmentId } = newest;
  const unexpected: Message = { code: 'assessmentUnknown', service, ...newest };
  return { assessmentId, isExpected: true, unexpected };
}

type Read = RunSheet['read'];

interface KnownAssessment {
  /** Its key in the journal; missing if only the sheet shows it. */
  readonly key?: string;
  readonly assessmentId: string;
}

/** The service must know this assessment of the sheet. */
function questionInSheet(
  { rows, leftOut }: Read,
  service: string,
  known: KnownAssessment | undefined,
): ServiceQuestion | undefined {
  if (known === undefined) return undefined;
  const { key, assessmentId } = known;
  const row = findRow([...rows, ...leftOut], known)?.number;
  const about = { assessmentId, row, isOnlyInSheet: key === undefined };
  return {
    assessmentId,
    isExpected: true,
    unexpected: { code: 'assessmentUnknown', service, ...about },
  };
}

/** Another service must not know the assessments of the service that the other sheets were used with. */
function questionToOther(
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

/** Finds the row of an assessment; in a round, its key is that of the assessment that comes next. */
function findRow(
  rows: readonly PlannedRow[],
  { key, assessmentId }: KnownAssessment,
): PlannedRow | undefined {
  return (
    rows.find((row) => row.key === key) ??
    rows.find(({ earlier = [] }) => earlier.some((state) => state.assessmentId === assessmentId)) ??
    rows.find((row) => row.previous?.id === assessmentId && !onlyShowsId(row))
  );
}

/**
 * The newest assessment that was sent or, if none was, that a sheet showed with scores. An ID that a
 * person typed may be wrong until it has scores.
 */
function newestInJournal(
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

/** The newest assessment that only the sheet shows with scores. */
function newestInSheet({ rows, leftOut, journal }: Read): KnownAssessment | undefined {
  let newest: { assessmentId: string; at: string } | undefined;
  for (const { key, importedId: assessmentId, previous } of [...rows, ...leftOut]) {
    if (assessmentId === undefined || previous?.scored !== true) continue;
    if (journal.state(key) !== undefined) continue;
    const { assessedAt: at = '' } = previous;
    if (newest === undefined || at > newest.at) newest = { assessmentId, at };
  }
  return newest;
}
