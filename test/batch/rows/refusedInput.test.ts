import { expect, test } from 'vitest';
import { assessmentFields } from '../../../src/assessmentFields.js';
import { labelRefusal, refusedInput } from '../../../batch/engine/rows/rowWork.js';
import { serviceMessages } from '../../serviceMessages.js';

const country = serviceMessages.incorrectCountry;

test.each([
  [`destination: ${country}`, { field: 'destination', message: country }],
  [`other: no; citizenship: ${country}`, { field: 'citizenship', message: country }],
  ['destination: no; see the list', { field: 'destination', message: 'no; see the list' }],
  ['Could not create it', undefined],
  ['constructor: no', undefined],
  ['destination:', undefined],
])('finds the input that a refusal names: %s', (reason, input) => {
  expect(refusedInput(reason, assessmentFields)).toEqual(input);
});

test.each([
  [`destination: ${country}`, `Destination country: ${country}`],
  ['other: no; citizenship: no; see: the list', 'other: no; Citizenship: no; see: the list'],
  ['Could not create it', 'Could not create it'],
])('shows the labels of the inputs that a refusal names: %s', (reason, shown) => {
  expect(labelRefusal(reason, assessmentFields)).toBe(shown);
});
