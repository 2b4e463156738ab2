import {
  assessmentHash,
  inputsHash,
  parseReference,
  personHash,
  type RequestReference,
  type RowReference,
} from '../identity/reference.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { hashOfRequest, type HashOf, requestOfKey } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isSheetReason } from './sheetReason.js';
import type { RowReport } from './rowReport.js';
import type { PlannedRow } from './rowStatus.js';

/** The parts of a reference that depend on the run, not on the row. */
export interface ReferenceScope {
  /** The base URL of the service. */
  readonly service: string;
  /** See {@link RowReference.journal}. */
  readonly journal: string;
  readonly hashOf: HashOf;
}

/** Returns the reference that a row shows. */
export function shownReference({
  previous,
}: Pick<IntakeRow, 'previous'>): RowReference | undefined {
  return parseReference(previous?.reference ?? '');
}

/** Returns the reference that a row shows, if it belongs to the Assessment ID beside it. */
export function shownProof(row: IntakeRow, service: string): RowReference | undefined {
  const { id = '' } = row.previous ?? {};
  const reference = id === '' ? undefined : shownReference(row);
  return reference?.assessment === assessmentHash(service, id) ? reference : undefined;
}

/** True for a row whose inputs are those of the reference. */
export function hasInputs({ inputs }: IntakeRow, reference: RequestReference): boolean {
  return inputs !== undefined && inputsHash(inputs) === reference.inputs;
}

/** True for a row whose results were made for other inputs, as their reference proves. */
export function showsOtherInputs(row: IntakeRow): boolean {
  const reference = shownReference(row);
  return reference !== undefined && row.inputs !== undefined && !hasInputs(row, reference);
}

/** True for a row of the same person as the reference; also for one whose person is unknown. */
export function hasPerson({ subject }: IntakeRow, reference: RequestReference): boolean {
  return subject === undefined || personHash(subject.employeeId) === reference.person;
}

/**
 * Returns the reference to write beside a row, without its cells. It is made only for a request that is in the
 * journal with the row's inputs, since it must prove them. The reference beside another ID, or beside
 * inputs that cannot be sent, stays as it is.
 */
export function rowReference(
  row: PlannedRow,
  state: RowState | undefined,
  { status, assessmentId }: Pick<RowReport, 'status' | 'assessmentId'>,
  scope: ReferenceScope,
): RequestReference | undefined {
  if (status === 'Scored' || status === 'Pending' || status === 'Unconfirmed') {
    const shown = shownReference(row);
    // The row of a round without an answer still shows its assessment before.
    const isEarlier = status === 'Unconfirmed' && provesId(row, scope.service, assessmentId);
    return isEarlier ? shown : (createReference(row, state, scope) ?? shown);
  }
  const stays = status === 'Invalid' || assessmentId !== undefined;
  return stays ? shownReference(row) : undefined;
}

function provesId(row: IntakeRow, service: string, assessmentId: string | undefined): boolean {
  if (assessmentId === undefined) return false;
  return shownReference(row)?.assessment === assessmentHash(service, assessmentId);
}

function createReference(
  { key, inputs, otherInputs = [] }: PlannedRow,
  state: RowState | undefined,
  { service, journal, hashOf }: ReferenceScope,
): RequestReference | undefined {
  // The employee is known only of a request that was sent, and not of an ID from a cell.
  if (state?.employee === undefined || isSheetReason(state.message)) return undefined;
  const { assessmentId } = state;
  const sent = state.request ?? requestOfKey(key);
  const request = [inputs, ...otherInputs].find(
    (each) => each !== undefined && hashOfRequest(each, hashOf) === sent,
  );
  if (request === undefined) return undefined;
  return {
    inputs: inputsHash(request),
    person: personHash(String(request.employeeId)),
    assessment: assessmentId === undefined ? undefined : assessmentHash(service, assessmentId),
    journal,
  };
}
