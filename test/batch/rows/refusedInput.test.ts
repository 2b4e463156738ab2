import { expect, test } from 'vitest';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { findRefusedInput } from '../../../batch/engine/rows/rowWork.js';
import { refusalText } from '../../../batch/wording/reasons.js';
import { failedWith, serviceMessages } from '../../serviceMessages.js';

const country = serviceMessages.incorrectCountry;

/** Returns the reason of a refusal with texts about fields. */
function refusedWith(...errors: readonly { readonly field: string; readonly message: string }[]) {
  const labels: Readonly<Record<string, { readonly label: string } | undefined>> = assessmentFields;
  const labelled = errors.map((error) => ({ ...error, label: labels[error.field]?.label }));
  const message = { code: 'service', text: 'Refused', errors: labelled } as const;
  return { code: 'requestFailed', message } as const;
}

const inCitizenship = { field: 'citizenship', message: country };
const inDestination = { field: 'destination', message: 'no; see: the list' };

test.each([
  [refusedWith(inDestination), inDestination],
  [refusedWith({ field: 'other', message: 'no' }, inCitizenship), inCitizenship],
  [refusedWith({ field: '', message: 'no' }), undefined],
  [refusedWith({ field: 'constructor', message: 'no' }), undefined],
  [failedWith('destination: no'), undefined],
])('finds the input that a refusal names: %j', (reason, input) => {
  expect(findRefusedInput(reason, assessmentFields)).toEqual(input);
});

test.each([
  [refusedWith(inDestination), 'Destination country: no; see: the list'],
  [
    refusedWith({ field: 'other', message: 'no' }, inCitizenship),
    `other: no; Citizenship: ${country}`,
  ],
  [refusedWith({ field: '', message: 'no' }), 'no'],
  [refusedWith({ field: 'citizenship', message: ' ' }), 'Refused'],
  [failedWith('Could not create it'), 'Could not create it'],
])('shows the labels of the inputs that a refusal names: %j', ({ message }, shown) => {
  expect(refusalText(message)).toBe(shown);
});
