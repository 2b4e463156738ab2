import type { IntakeRow } from '../intake/intakeRow.js';
import { inputsCodeOf, inputsHashIn, inputsHashOf } from '../intake/inputsCode.js';
import type { RowState } from '../journal/rowState.js';
import type { PlannedRow } from './rowStatus.js';
import { saysThatItWasSent } from './shownStatus.js';

/** The hash of what an assessment of the row would be made for; nothing for a row with problems. */
export function hashOfInputs({ inputs, subject }: IntakeRow): string | undefined {
  if (inputs === undefined || subject === undefined) return undefined;
  return inputsHashOf(inputs, subject.employeeId);
}

/** The hash of what the assessment that the row shows was made for, as the code beside it says. */
export function hashInCode({ previous }: IntakeRow): string | undefined {
  return inputsHashIn(previous?.inputsCode ?? '');
}

/** True for a row whose results were made for other inputs, as the code beside them says. */
export function showsOtherInputs(row: IntakeRow): boolean {
  const [shown, own] = [hashInCode(row), hashOfInputs(row)];
  return shown !== undefined && own !== undefined && shown !== own;
}

/**
 * The code to show beside an assessment: of the row's inputs, where they are known to be those that it was made
 * for. An ID that the sheet shows keeps its code, or has none if that is not known. It stays while the ID is missing.
 */
export function inputsCode(row: PlannedRow, state: RowState | undefined): string | undefined {
  const { earlier: [last] = [], blocked, isChanged, previous } = row;
  const isOfBefore = state?.assessmentId === undefined;
  const { assessmentId: id, employee } = isOfBefore ? (last ?? {}) : state;
  if (id === undefined) return saysThatItWasSent(previous) ? previous?.inputsCode : undefined;
  // The employee is known only of a request that was sent, and not of an ID from a cell.
  const isFromCell = previous?.id === id && employee === undefined;
  const isOfOthers = blocked !== undefined || (isOfBefore && isChanged === true);
  if (isFromCell || (previous?.id === id && (isOfOthers || previous.inputsCode !== undefined)))
    return previous.inputsCode;
  const own = isOfOthers ? undefined : hashOfInputs(row);
  return own && inputsCodeOf(own, id);
}
