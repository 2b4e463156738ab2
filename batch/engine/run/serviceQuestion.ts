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
 * not. If the journal has none, the newest one of other sheets is asked for. A service that a person has
 * called another one must not know an assessment of that one.
 */
export function serviceQuestion(
  { read, options }: RunSheet,
  storage: Pick<RunStorage, 'newestElsewhere'>,
): ServiceQuestion | undefined {
  const { operation, service, isOtherService, isSandboxRun } = options;
  if (isSandboxRun) return undefined;
  const isCreate = operation.name === 'rwa_create';
  const newest = isCreate ? newestCreated(read.journal.states) : undefined;
  if (newest !== undefined) {
    const { key, assessmentId } = newest;
    const row = rowOfAssessment([...read.rows, ...read.leftOut], key, assessmentId)?.number;
    const unexpected: Message = { code: 'assessmentUnknown', service, assessmentId, row };
    return { assessmentId, isExpected: true, unexpected };
  }
  const elsewhere = storage.newestElsewhere?.();
  if (elsewhere !== undefined) return questionAbout(elsewhere, service);
  if (!isCreate || isOtherService !== true) return undefined;
  for (const { otherService, id: assessmentId, sheet } of read.sentElsewhere?.values() ?? []) {
    if (otherService === undefined || assessmentId === undefined) continue;
    const about = { service, otherService, assessmentId, sheet };
    const unexpected: Message = { code: 'isNoOtherService', ...about };
    return { assessmentId, isExpected: false, unexpected };
  }
  return undefined;
}

/** The service must know this assessment. */
export function questionAbout(newest: NewestElsewhere, service: string): ServiceQuestion {
  const { assessmentId } = newest;
  const unexpected: Message = { code: 'assessmentUnknown', service, ...newest };
  return { assessmentId, isExpected: true, unexpected };
}

/** Finds the row of an assessment; in a round, its key is that of the assessment that comes next. */
function rowOfAssessment(
  rows: readonly PlannedRow[],
  key: string,
  assessmentId: string,
): PlannedRow | undefined {
  return (
    rows.find((row) => row.key === key) ??
    rows.find(({ earlier = [] }) => earlier.some((state) => state.assessmentId === assessmentId)) ??
    rows.find((row) => row.previous?.id === assessmentId && !onlyShowsId(row))
  );
}

/** An ID that a person typed may be wrong. */
function newestCreated(
  states: ReadonlyMap<string, RowState>,
): { readonly key: string; readonly assessmentId: string } | undefined {
  let newest: { key: string; assessmentId: string; sentAt: string } | undefined;
  for (const [key, { state, assessmentId, byPerson = false, sentAt }] of states) {
    if (state !== 'Pending' && state !== 'Scored') continue;
    if (assessmentId === undefined || byPerson || sentAt === undefined) continue;
    if (newest === undefined || sentAt > newest.sentAt) newest = { key, assessmentId, sentAt };
  }
  return newest;
}
