import { hash } from 'node:crypto';
import type { SheetRequest } from './rowKey.js';

/** Hexadecimal characters of each part. */
const inputsChars = 16;
const personChars = 8;
const idChars = 6;

const form = new RegExp(
  `^(?<inputs>[0-9a-f]{${inputsChars}}[.][0-9a-f]{${personChars}})[.][0-9a-f]{${idChars}}$`,
);

/**
 * A short code in a cell beside results: of the inputs and the person that an assessment was made for, and of
 * its ID. With it, a workbook is its own memory where no journal goes from one run to the next. Workbooks that
 * exist have it, so it can never be made otherwise.
 */
export function inputsCodeOf(inputsHash: string, assessmentId: string): string {
  return `${inputsHash}.${part(assessmentId, idChars)}`;
}

/** The part of a code that is of the inputs and the person. */
export function inputsHashOf(inputs: SheetRequest, person: string): string {
  return `${part(JSON.stringify(inputs), inputsChars)}.${part(person, personChars)}`;
}

/** The same part of a code that was read; nothing for a text that is none. */
export function inputsHashIn(code: string): string | undefined {
  return form.exec(code)?.groups?.inputs;
}

/** True for a code of this assessment, or of any where its ID is missing. */
export function isInputsCode(text: string, assessmentId = ''): boolean {
  const inputsHash = inputsHashIn(text);
  if (inputsHash === undefined) return false;
  return assessmentId === '' || text === inputsCodeOf(inputsHash, assessmentId);
}

/** True when both are of the same person. */
export function isSamePerson(inputsHash: string, other: string): boolean {
  return inputsHash.slice(inputsChars) === other.slice(inputsChars);
}

// Hexadecimal, since a cell that begins with a hyphen may be read as a formula.
function part(text: string, chars: number): string {
  return hash('sha256', text).slice(0, chars);
}
