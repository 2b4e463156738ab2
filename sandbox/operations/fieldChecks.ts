import { unknownCountryMessage } from '../../src/assessmentFields.js';
import { checkCountry } from '../../src/countries.js';
import type { Field, FieldKind, Fields } from '../../src/field.js';
import { publishedLists } from '../publishedLists.js';
import type { Body } from '../body.js';
import { instantOf, isMissing, isWholeNumber, textOf } from './values.js';

/** One wrong field and what the service says of it. */
export type Problem = readonly [field: string, message: string];

/** The message when the value fails. */
type Check = (value: unknown, field: Field, name: string) => string | undefined;

const missing: Check = (value, field) => (isMissing(value) ? field.missing : undefined);

const oneOf = (value: unknown, { label }: Field, values: readonly string[] = []) =>
  values.includes(textOf(value)) ? undefined : choiceMessage(label, values);

const checks: Readonly<Record<FieldKind, Check>> = {
  text: missing,
  staffId: missing,
  choice: (value, field) => oneOf(value, field, field.values),
  openChoice: (value, field, name) => oneOf(value, field, publishedLists[name]),
  country: (value) => (checkCountry(textOf(value)).known ? undefined : unknownCountryMessage),
  // The contract has a text for a number that is missing, and none for one that is malformed.
  integer: (value, field) => (isWholeNumber(value) ? undefined : field.missing),
  email: (value, field) =>
    missing(value, field, '') ??
    (emailAddress.test(textOf(value).trim())
      ? undefined
      : `${field.label} must be a valid email address`),
  dateTime: (value, field) =>
    missing(value, field, '') ??
    (Number.isNaN(instantOf(value)) ? `${field.label} must be an ISO 8601 date-time` : undefined),
};

const emailAddress = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/**
 * The first field that fails its check, in the order of the field table: for rwa_create the
 * contract's thirteen, then the dates. Inputs that are never required are not checked. Those of the
 * other purpose may be missing; a choice among them that is given must still be in its list.
 */
export function firstProblem(fields: Fields, body: Body): Problem | undefined {
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

/**
 * The text for a value outside its list. The contract says only that these are built from the
 * option lists; the manner is that of its one printed example, rwa_update's for `status`.
 */
function choiceMessage(label: string, values: readonly string[]): string {
  const others = values.slice(0, -1).join(', ');
  return `${label} must be ${others}${values.length > 2 ? ',' : ''} or ${values.at(-1) ?? ''}.`;
}
