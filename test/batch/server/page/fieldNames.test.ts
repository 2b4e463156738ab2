import { expect, test } from 'vitest';
import { nameField } from '../../../../batch/server/page/browser/app/fieldNames.js';
import { changeLanguage } from '../../../../batch/server/page/browser/language/language.js';
import { operations } from '../../../../src/operations.js';

const fields = Object.values(operations).flatMap((operation) => Object.entries(operation.fields));

test.each(fields)('the English label of %s is the one of the contract', (name, { label }) => {
  expect(nameField(name, '')).toBe(label);
});

test('a field has its label in the language of the page, and an unknown one the label of the server', async () => {
  await changeLanguage('de');
  expect(nameField('destination', 'Destination country')).toBe('Zielland');
  expect(nameField('other', 'Another field')).toBe('Another field');
  await changeLanguage('en');
});
