import {
  type Cell,
  type CurrentCells,
  keep,
  type ResultCell,
  type ResultValue,
} from '../../../sheets/sheet.js';
import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import {
  hashAssessment,
  formatCells,
  formatReference,
  noCell,
  parseCells,
  parseReference,
  type RequestReference,
  hashInputs,
  hashPerson,
} from '../identity/reference.js';
import { listHashPlaces, hashWrittenValue } from '../intake/writtenCells.js';
import { readCellText } from '../intake/cellValues.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { ShownRow } from './shownRows.js';
import { hashRequest, type ComputeHash, findRequestHash } from '../intake/rowKey.js';
import type { RowState } from '../journal/rowState.js';
import { isSheetReason } from '../rows/shownStatus.js';
import type { RowReport } from '../rows/rowReport.js';
import { isHeldWithoutReference, isSameRequest, showsOwnDecision } from '../rows/submissions.js';

interface ReferenceInCell {
  readonly text: string | undefined;
  /** Undefined for a reference that contains only hashes of cells. */
  readonly request: RequestReference | undefined;
}

export const noReference: ReferenceInCell = { text: undefined, request: undefined };

/** Returns undefined for a person's text, which is kept. */
export function readReferenceCell(cell: Cell): ReferenceInCell | undefined {
  const text = unguardText(readCellText(cell));
  const request = parseReference(text);
  return request === undefined && parseCells(text) === undefined ? undefined : { text, request };
}

interface RowCells {
  readonly written: readonly ResultCell[];
  /** Our value in each cell after the write; missing for a cell that keeps a person's value. */
  readonly ours: readonly ResultValue[];
  readonly current: CurrentCells;
}

export class ReferenceCells {
  readonly #operation: SheetOperation;
  readonly #scope: ReferenceScope;
  readonly #columns: readonly ReportColumn[];
  /** The indexes of the hashed columns, in the order of the reference; -1 for a missing column. */
  readonly #hashed: readonly number[];
  readonly #id: number;

  constructor(operation: SheetOperation, columns: readonly ReportColumn[], scope: ReferenceScope) {
    const findColumn = (wanted: string) => columns.findIndex(({ name }) => name === wanted);
    this.#operation = operation;
    this.#scope = scope;
    this.#columns = columns;
    this.#hashed = [...listHashPlaces(operation.columns).keys()].map(findColumn);
    this.#id = findColumn('id');
  }

  #hashShownId({ previous }: PlannedRow, written: readonly ResultCell[]): string | undefined {
    const change = written[this.#id];
    const id = change === keep ? (previous?.id ?? '') : String(change ?? '');
    return id === '' ? undefined : hashAssessment(this.#scope.service, id);
  }

  toResultCell(
    shown: ShownRow,
    before: ReferenceInCell,
    { written, ours, current }: RowCells,
  ): ResultCell {
    const cells = this.#hashed.map((index, place) => {
      const column = this.#columns[index];
      if (column === undefined) return noCell;
      const value = ours[index];
      const isPersons =
        value === undefined && written[index] === keep && current(index) !== undefined;
      if (!isPersons) return hashWrittenValue(value, column.kind);
      // If a cell contains a person's value, the reference keeps the hash of our value, so the two
      // do not match.
      return parseCells(before.text ?? '')?.(place) ?? noCell;
    });
    const reference = this.#chooseReference(shown, before.request);
    if (reference === undefined) return toChange(formatCells(cells), before);
    // Only a new reference to a request without an answer gets the hash of the ID beside it.
    const isCreatedNow = !('beside' in reference) && reference.assessment === undefined;
    const beside = isCreatedNow ? this.#hashShownId(shown.row, written) : reference.beside;
    return toChange(formatReference({ ...reference, beside, cells }), before);
  }

  /** `shown` is the request in the reference that the row shows now. */
  #chooseReference(
    { row, state, report }: ShownRow,
    shown: RequestReference | undefined,
  ): RequestReference | undefined {
    // The journal contains no request of a forgotten person.
    if (row.plan?.kind === 'forgotten') return shown;
    const about = { ...this.#scope, report, shown };
    return this.#operation.identifyTarget === undefined
      ? chooseRowReference(row, state, about)
      : chooseSubmissionReference(row, state, { ...about, ...this.#operation });
  }
}

function toChange(wanted: string | undefined, { text }: ReferenceInCell): ResultCell {
  return wanted === text ? keep : wanted;
}

interface ReferenceScope {
  readonly service: string;
  readonly journal: string;
  readonly computeHash: ComputeHash;
  readonly findInputs: (assessmentId: string) => string | undefined;
}

interface ShownReport {
  readonly report: Pick<RowReport, 'status' | 'assessmentId'>;
  readonly shown: RequestReference | undefined;
}

/**
 * A new reference must prove the row's inputs, so it is created only for a request in the journal
 * with these inputs. The hashes of the cells are added later.
 */
function chooseRowReference(
  row: PlannedRow,
  state: RowState | undefined,
  about: ReferenceScope & ShownReport,
): RequestReference | undefined {
  const { report, shown } = about;
  const { status, assessmentId } = report;
  if (status === 'Scored' || status === 'Pending' || status === 'Unconfirmed') {
    return createReference(row, state, about) ?? shown;
  }
  // A duplicate that shows nothing else may contain the reference of a request that took no effect.
  // Another row sends that request again, so the reference is removed, unless old scores or a link
  // in the duplicate still need it.
  const { scored = false, isLinked = false } = row.previous ?? {};
  const showsNothing = row.plan?.kind === 'repeat' && row.plan.showsNothing && !scored && !isLinked;
  const isWaiting = status === 'Invalid' || (status === 'Duplicate' && !showsNothing);
  const isKept = isWaiting || assessmentId !== undefined;
  return isKept ? chooseKeptReference(row, about) : undefined;
}

/**
 * Returns the reference that a row shows now. If the row will show another ID, the reference names
 * that ID, or is removed if that assessment was made for other inputs. A text in place of an ID
 * keeps its reference.
 */
function chooseKeptReference(
  { previous }: PlannedRow,
  { report, shown, service, journal, computeHash, findInputs }: ReferenceScope & ShownReport,
): RequestReference | undefined {
  const { assessmentId } = report;
  const staysBesideId =
    assessmentId === undefined || assessmentId === previous?.id || previous?.noId !== undefined;
  if (shown === undefined || staysBesideId) return shown;
  if (computeHash(shown.inputs) !== findInputs(assessmentId)) return undefined;
  const { inputs, person } = shown;
  return { inputs, person, assessment: hashAssessment(service, assessmentId), journal };
}

/** Creates a reference that proves for whom a request without an assessment was sent. */
function chooseSubmissionReference(
  row: PlannedRow,
  state: RowState | undefined,
  about: ReferenceScope & ShownReport & Pick<SheetOperation, 'identifyTarget' | 'successStatus'>,
): RequestReference | undefined {
  const { report, shown, service, journal, successStatus, identifyTarget } = about;
  const isDone = report.status === successStatus;
  const { inputs } = row;
  const isHeld = isHeldWithoutReference(row);
  if (!isHeld && !isDone && report.status !== 'Unconfirmed') {
    // Without it, the decision would be held again after a person has cleared its status.
    const isReleased = state === undefined && showsOwnDecision(row);
    return report.status === 'Invalid' || isReleased ? shown : undefined;
  }
  if (inputs === undefined || identifyTarget === undefined) return shown;
  const person = hashPerson(identifyTarget(inputs));
  if (isHeld) return { inputs: hashInputs(inputs), person, assessment: undefined, journal };
  if (state === undefined) return shown;
  const isKept = shown?.person === person && !isSameRequest(row, state);
  const sent = isKept ? shown.inputs : hashInputs(inputs);
  const assessment = isDone ? hashAssessment(service, state.id ?? '') : undefined;
  return { inputs: sent, person, assessment, journal };
}

function createReference(
  row: PlannedRow,
  state: RowState | undefined,
  { service, journal, computeHash, shown }: ReferenceScope & ShownReport,
): RequestReference | undefined {
  if (state?.employee === undefined) return undefined;
  if (shown !== undefined && isSheetReason(state.reason)) return undefined;
  // A person or the sheet supplied the ID, and it may be wrong: its result could not be read, or
  // belongs to another row.
  if (state.byPerson === true && state.reason !== undefined) return undefined;
  const { key, inputs, otherInputs = [], previous } = row;
  const { assessmentId } = state;
  const sent = state.request ?? findRequestHash(key);
  // Most rows already show the reference, and hashing the ID and inputs again is slow.
  const proof = previous?.shown;
  const isOwn = proof?.assessment === 'own' && previous?.id === assessmentId;
  const assessment = isOwn
    ? shown?.assessment
    : assessmentId && hashAssessment(service, assessmentId);
  const isShown = proof !== undefined && proof.inputs === sent && proof.person === state.employee;
  if (shown !== undefined && isShown) {
    return { inputs: shown.inputs, person: shown.person, assessment, journal };
  }
  const request = [inputs, ...otherInputs].find(
    (equal) => equal !== undefined && hashRequest(equal, computeHash) === sent,
  );
  if (request !== undefined) {
    const person = hashPerson(String(request.employeeId));
    return { inputs: hashInputs(request), person, assessment, journal };
  }
  if (shown === undefined || computeHash(shown.inputs) !== sent) return undefined;
  return { inputs: shown.inputs, person: shown.person, assessment, journal };
}
