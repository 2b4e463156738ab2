import { expect, test } from 'vitest';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { findRefusedInput } from '../../../batch/engine/rows/rowWork.js';
import { refusalText } from '../../../batch/wording/reasons.js';
import { createRequestFailure, serviceMessages } from '../../serviceMessages.js';

const country = serviceMessages.incorrectCountry;

/** Returns the reason of a refusal with an error text for each of these fields. */
function createRefusal(...errors: readonly { readonly field: string; readonly message: string }[]) {
  const labels: Readonly<Record<string, { readonly label: string } | undefined>> = assessmentFields;
  const labelled = errors.map((error) => ({ ...error, label: labels[error.field]?.label }));
  const message = { code: 'service', text: 'Refused', errors: labelled } as const;
  return { code: 'requestFailed', message } as const;
}

const citizenshipError = { field: 'citizenship', message: country };
const destinationError = { field: 'destination', message: 'no; see: the list' };

test.each([
  [createRefusal(destinationError), destinationError],
  [createRefusal({ field: 'other', message: 'no' }, citizenshipError), citizenshipError],
  [createRefusal({ field: '', message: 'no' }), undefined],
  [createRefusal({ field: 'constructor', message: 'no' }), undefined],
  [createRequestFailure('destination: no'), undefined],
])('finds the input that a refusal names: %j', (reason, input) => {
  expect(findRefusedInput(reason, assessmentFields)).toEqual(input);
});

test.each([
  [createRefusal(destinationError), 'Destination country: no; see: the list'],
  [
    createRefusal({ field: 'other', message: 'no' }, citizenshipError),
    `other: no; Citizenship: ${country}`,
  ],
  [createRefusal({ field: '', message: 'no' }), 'no'],
  [createRefusal({ field: 'citizenship', message: ' ' }), 'Refused'],
  [createRequestFailure('Could not create it'), 'Could not create it'],
])('shows the labels of the inputs that a refusal names: %j', ({ message }, shown) => {
  expect(refusalText(message)).toBe(shown);
});
