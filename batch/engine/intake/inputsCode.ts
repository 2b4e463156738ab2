import { plainHash, type SheetRequest } from './rowKey.js';

/**
 * A short code of the inputs and the person that an assessment was made for, and of its ID. It stands in a cell
 * beside the results, where no journal goes from one run to the next: so it is wherever the workbook is. It is
 * no secret to who has the inputs beside it. Workbooks that exist have it, so it can never be made otherwise.
 */
export function inputsCodeOf(madeFor: string, assessmentId: string): string {
  return `${madeFor}.${part(assessmentId, 4)}`;
}

/** The part of a code that is of the inputs and the person. */
export function madeForOf(inputs: SheetRequest, person: string): string {
  return `${part(JSON.stringify(inputs), 12)}.${part(person, 6)}`;
}

/** The same part of a code that was read. */
export function madeForIn(code: string): string {
  return code.slice(0, code.lastIndexOf('.'));
}

/** True for a code of this assessment, or of any where its ID is missing. */
export function isInputsCode(text: string, assessmentId = ''): boolean {
  if (!/^[\w-]{12}[.][\w-]{6}[.][\w-]{4}$/.test(text)) return false;
  return assessmentId === '' || text === inputsCodeOf(madeForIn(text), assessmentId);
}

/** True when what two assessments were made for has the same person. */
export function isSamePerson(madeFor: string, other: string): boolean {
  return madeFor.slice(13) === other.slice(13);
}

function part(text: string, chars: number): string {
  return plainHash(text).slice(0, chars);
}
