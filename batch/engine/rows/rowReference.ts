import {
  assessmentHash,
  inputsHash,
  parseReference,
  personHash,
  type RequestReference,
  type RowReference,
} from '../identity/reference.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { hashRequest, type HashOf, findRequestHash } from '../intake/rowKey.js';
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

/**
 * Returns the reference to write into a row, without the hashes of its cells. A new reference must
 * prove the row's inputs, so it is created only for a request in the journal with these inputs. A
 * row with another ID, or with inputs that cannot be sent, keeps its reference.
 */
export function rowReference(
  row: PlannedRow,
  state: RowState | undefined,
  { status, assessmentId }: Pick<RowReport, 'status' | 'assessmentId'>,
  scope: ReferenceScope,
): RequestReference | undefined {
  if (status === 'Scored' || status === 'Pending' || status === 'Unconfirmed') {
    return createReference(row, state, scope) ?? shownReference(row);
  }
  const stays = status === 'Invalid' || assessmentId !== undefined;
  return stays ? shownReference(row) : undefined;
}

function createReference(
  row: PlannedRow,
  state: RowState | undefined,
  { service, journal, hashOf }: ReferenceScope,
): RequestReference | undefined {
  if (state?.employee === undefined || isSheetReason(state.message)) return undefined;
  // The result shows that the ID, which a person has entered, is wrong.
  if (state.byPerson === true && state.message !== undefined) return undefined;
  const { key, inputs, otherInputs = [] } = row;
  const { assessmentId } = state;
  const sent = state.request ?? findRequestHash(key);
  const request = [inputs, ...otherInputs].find(
    (each) => each !== undefined && hashRequest(each, hashOf) === sent,
  );
  const assessment = assessmentId === undefined ? undefined : assessmentHash(service, assessmentId);
  if (request !== undefined) {
    const person = personHash(String(request.employeeId));
    return { inputs: inputsHash(request), person, assessment, journal };
  }
  // The row was edited after an assessment of the same inputs was sent.
  const shown = shownReference(row);
  if (shown === undefined || hashOf(shown.inputs) !== sent) return undefined;
  return { inputs: shown.inputs, person: shown.person, assessment, journal };
}
