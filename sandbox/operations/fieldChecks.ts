import { unknownCountryMessage } from '../../src/assessmentFields.js';
import { checkCountry } from '../../src/countries.js';
import type { Field, FieldKind, Fields } from '../../src/field.js';
import { inputWording } from '../../src/inputWords.js';
import { optionLists } from '../optionLists.js';
import type { Body } from '../body.js';
import { parseInstant, isMissing, isWholeNumber, toText } from './values.js';

export type Problem = readonly [field: string, message: string];

type Check = (value: unknown, field: Field, name: string) => string | undefined;

const checkPresent: Check = (value, field) =>
  isMissing(value) ? inputWording.inputMissing(field) : undefined;

const checkChoice = (value: unknown, { label }: Field, values: readonly string[] = []) =>
  values.includes(toText(value)) ? undefined : createChoiceMessage(label, values);

const checks: Readonly<Record<FieldKind, Check>> = {
  text: checkPresent,
  staffId: checkPresent,
  choice: (value, field) => checkChoice(value, field, field.values),
  openChoice: (value, field, name) => checkChoice(value, field, optionLists[name]),
  country: (value) => (checkCountry(toText(value)).known ? undefined : unknownCountryMessage),
  // The contract has a text for a missing number, but none for a malformed one.
  integer: (value, field) => (isWholeNumber(value) ? undefined : inputWording.inputMissing(field)),
  email: (value, field) =>
    checkPresent(value, field, '') ??
    (emailAddress.test(toText(value).trim())
      ? undefined
      : `${field.label} must be a valid email address`),
  dateTime: (value, field) =>
    checkPresent(value, field, '') ??
    (Number.isNaN(parseInstant(value))
      ? `${field.label} must be an ISO 8601 date-time`
      : undefined),
};

const emailAddress = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Checks the fields in the order of the field table, which is the order of the contract. */
export function findFirstProblem(fields: Fields, body: Body): Problem | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const value = body[name];
    if (field.required === 'never' || isOfOtherPurpose(field, body, value)) continue;
    const message = checks[field.kind](value, field, name);
    if (message !== undefined) return [name, message];
  }
  return undefined;
}

function isOfOtherPurpose({ kind, purpose }: Field, body: Body, value: unknown): boolean {
  const isOther = purpose !== undefined && purpose !== body.purpose;
  return isOther && (isMissing(value) || kind !== 'openChoice');
}

/** The contract shows a text of this form only for the `status` of rwa_update. */
function createChoiceMessage(label: string, values: readonly string[]): string {
  const others = values.slice(0, -1).join(', ');
  return `${label} must be ${others}${values.length > 2 ? ',' : ''} or ${values.at(-1) ?? ''}.`;
}
