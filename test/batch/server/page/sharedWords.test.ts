import { expect, test } from 'vitest';
import { nameField } from '../../../../batch/server/page/browser/app/fieldNames.js';
import { laterTexts } from '../../../../batch/server/page/browser/language/en/later.js';
import {
  addLaterTexts,
  language,
  loadLanguage,
} from '../../../../batch/server/page/browser/language/language.js';
import { findContext } from '../../../../batch/server/sheets/contextFields.js';
import { problemKinds } from '../../../../batch/server/words/problemKinds.js';
import { assessmentFields } from '../../../../src/assessmentFields.js';
import type { Field } from '../../../../src/field.js';
import { operations } from '../../../../src/operations.js';

addLaterTexts(laterTexts);

const choice = { columns: {}, values: {}, dateOrder: null, skipHidden: false };
const contextFields = findContext({ columns: [], inputs: [] }, choice, undefined);
const fields: readonly (readonly [string, { label: string }])[] = [
  ...Object.values(operations).flatMap((operation) => Object.entries(operation.fields)),
  ...contextFields.map((field) => [field.name, field] as const),
];

test.each(fields)(
  'the page and the server have the same English label for %s',
  (name, { label }) => {
    expect(nameField(name, '')).toBe(label);
  },
);

test('the page and the server have the same English explanations of fields', () => {
  const inputs = Object.entries<Field>(assessmentFields).map(([name, { help, purpose }]) => [
    name,
    // The page adds the purpose itself.
    help.replace(`For ${purpose}: `, ''),
  ]);
  const shown = contextFields.map(({ name, help }) => [name, help]);
  expect(laterTexts.match.help).toEqual(Object.fromEntries([...inputs, ...shown]));
});

test('the page and the server have the same English names for kinds of problems', () => {
  expect(laterTexts.check.kinds).toEqual(problemKinds);
});

test('a known field has a label in the language of the page, and an unknown field has the label from the server', async () => {
  await loadLanguage('de');
  language.value = 'de';
  expect(nameField('destination', 'Destination country')).toBe('Zielland');
  expect(nameField('other', 'Another field')).toBe('Another field');
  language.value = 'en';
});
