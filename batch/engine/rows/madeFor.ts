import type { IntakeRow } from '../intake/intakeRow.js';
import { inputsCodeOf, madeForIn, madeForOf } from '../intake/inputsCode.js';
import type { RowState } from '../journal/rowState.js';
import type { PlannedRow } from './rowStatus.js';
import { saysThatItWasSent } from './shownStatus.js';

/** What an assessment of a row is made for, as in its code; nothing for a row with problems. */
export function madeForNow({ inputs, subject }: IntakeRow): string | undefined {
  if (inputs === undefined || subject === undefined) return undefined;
  return madeForOf(inputs, subject.employeeId);
}

/** What the assessment that a row shows was made for, as the code beside it says. */
export function madeForBefore({ previous }: IntakeRow): string | undefined {
  const { inputsCode: code } = previous ?? {};
  return code === undefined ? undefined : madeForIn(code);
}

/** True for a row whose results were made for other inputs, as the code beside them says. */
export function showsOtherInputs(row: IntakeRow): boolean {
  const before = madeForBefore(row);
  const now = madeForNow(row);
  return before !== undefined && now !== undefined && before !== now;
}

/**
 * The code to show beside the assessment of a row, where it is known to be of these inputs: scores that the
 * sheet shows without one get none. A row whose ID is missing keeps its own.
 */
export function inputsCode(row: PlannedRow, state: RowState | undefined): string | undefined {
  const { earlier: [last] = [], blocked, isChanged, previous } = row;
  const isOfBefore = state?.assessmentId === undefined;
  const { assessmentId: id } = isOfBefore ? (last ?? {}) : state;
  if (id === undefined) return saysThatItWasSent(previous) ? previous?.inputsCode : undefined;
  if (blocked !== undefined || (isOfBefore && isChanged === true)) return undefined;
  const isUnproven = previous?.id === id && previous.scored && previous.inputsCode === undefined;
  const madeFor = isUnproven ? undefined : madeForNow(row);
  return madeFor && inputsCodeOf(madeFor, id);
}
