import {
  type AssessmentField,
  assessmentFields,
  unknownCountryMessage,
} from '../../src/assessment.js';
import type { Field } from '../../src/field.js';
import { publishedLists } from '../publishedLists.js';
import type { Body } from '../service.js';
import { instantOf, isMissing, isWholeNumber, textOf } from './values.js';

/** What rwa_create reports: one field, never more. */
export interface Problem {
  readonly field: AssessmentField;
  readonly message: string;
}

/** A check's message when the value fails. */
type Check = (value: unknown, field: Field, body: Body) => string | undefined;

const missing: Check = (value, { missing }) => (isMissing(value) ? missing : undefined);

const number: Check = (value, { missing, purpose }, body) =>
  body.purpose === purpose && !isWholeNumber(value) ? missing : undefined;

const country: Check = (value, { values = [] }) =>
  values.includes(textOf(value)) ? undefined : unknownCountryMessage;

const choice: Check = (value, { label, values = [] }) =>
  values.includes(textOf(value)) ? undefined : choiceMessage(label, values);

const roleType: Check = (value, field, body) =>
  choice(value, { ...field, values: publishedLists.roleType }, body);

const urgency: Check = (value, field, body) =>
  isMissing(value) && body.purpose !== field.purpose
    ? undefined
    : choice(value, { ...field, values: publishedLists.urgency }, body);

const date: Check = (value, field) =>
  Number.isNaN(instantOf(value))
    ? (missing(value, field, {}) ?? `${field.label} must be an ISO 8601 date-time`)
    : undefined;

const endDate: Check = (value, field, body) =>
  date(value, field, body) ??
  (instantOf(value) < instantOf(body.startDate)
    ? `${field.label} must be on or after ${assessmentFields.startDate.label}`
    : undefined);

/**
 * The contract's thirteen checks in its order ("POST /rwa_create"), then the dates, for which it
 * gives no message and no place.
 */
export const creationChecks: readonly (readonly [AssessmentField, Check])[] = [
  ['employeeId', missing],
  ['purpose', choice],
  ['seniority', choice],
  ['roleType', roleType],
  ['citizenship', country],
  ['destination', country],
  ['residency', country],
  ['salesContracts', choice],
  ['pastTripsDuration', number],
  ['legalRight', choice],
  ['benefitLocalMarket', choice],
  ['numberHires', number],
  ['urgency', urgency],
  ['startDate', date],
  ['endDate', endDate],
];

/** The first check that fails. */
export function firstProblem(body: Body): Problem | undefined {
  for (const [field, check] of creationChecks) {
    const message = check(body[field], assessmentFields[field], body);
    if (message !== undefined) return { field, message };
  }
  return undefined;
}

/**
 * The text for a value outside its list. The contract says only that these are built from the
 * option lists; the manner is that of its one printed example, rwa_update's for `status`.
 */
export function choiceMessage(label: string, values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  const others = values.slice(0, -1).join(', ');
  return `${label} must be ${others}${values.length > 2 ? ',' : ''} or ${last}.`;
}
