import { expect, test } from 'vitest';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { collectUnrecognizedValues } from '../../../batch/engine/intake/unrecognizedValues.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { type Entry, toFile, hire, type ReadingOptions, toTable, trip } from './tables.js';

/** Reads a sheet with these rows, each for another employee, and returns its unrecognised values. */
async function findUnrecognizedValues(entries: readonly Entry[], options: ReadingOptions = {}) {
  const values = collectUnrecognizedValues(assess);
  const rows = entries.map((entry, index) => ({ ...entry, 'Employee ID': `E-${index}` }));
  const file = toFile({ Hires: toTable(...rows) });
  await readSheet(file, { inputs: assess, ...options }, values.onRow);
  return values.all();
}

const tripFromUk = { ...trip, Citizenship: 'UK' };

test('groups unrecognised values by input, the most frequent first, with suggestions', async () => {
  const found = await findUnrecognizedValues([
    { ...trip, 'Sales contracts': 'Vielleicht' },
    ...Array.from({ length: 7 }, () => tripFromUk),
    { ...tripFromUk, Citizenship: 'Holland', 'Sales contracts': 'Nein' },
    { ...tripFromUk, Citizenship: 'Germny' },
    { ...hire, Citizenship: 'Atlantis', 'Number of hires': '2-3', 'Start date': 'soon' },
  ]);
  expect(
    found.map(({ field, value, rows, suggestion }) => [field, value, rows, suggestion]),
  ).toEqual([
    ['citizenship', 'UK', 7, 'United Kingdom'],
    ['citizenship', 'Holland', 1, 'Netherlands'],
    ['citizenship', 'Germny', 1, 'Germany'],
    ['citizenship', 'Atlantis', 1, undefined],
    ['salesContracts', 'Vielleicht', 1, undefined],
    ['salesContracts', 'Nein', 1, 'No'],
    ['numberHires', '2-3', 1, undefined],
    ['startDate', 'soon', 1, undefined],
  ]);
  const guesses = found.filter(({ isGuess }) => isGuess);
  expect(guesses.map(({ value }) => value)).toEqual(['Germny']);
  expect(found[0]).toMatchObject({
    label: 'Citizenship',
    firstRows: [3, 4, 5, 6, 7],
    message: { code: 'unknownCountry', text: 'UK', suggestion: undefined },
  });
});

test('omits a value with an accepted suggestion, and a corrected value if the correction is recognised', async () => {
  const correction = { field: 'citizenship', value: 'UK', to: 'United Kingdom' };
  expect(await findUnrecognizedValues([tripFromUk], { corrections: [correction] })).toEqual([]);
  expect(await findUnrecognizedValues([tripFromUk], { acceptSuggestions: true })).toEqual([]);
  expect(
    await findUnrecognizedValues([tripFromUk], {
      corrections: [{ ...correction, to: 'Untied Kingdom' }],
    }),
  ).toMatchObject([{ value: 'UK', readAs: 'Untied Kingdom', suggestion: 'United Kingdom' }]);
});

test('omits missing values, errors, IDs, ambiguous dates and dates that contradict each other', async () => {
  const found = await findUnrecognizedValues([
    { ...trip, Seniority: undefined, 'Manager ID': { kind: 'boolean', value: true } },
    { ...trip, 'Start date': '03.11.2026' },
    { ...trip, Citizenship: { kind: 'error', code: '#VALUE!', isRich: true } },
    { ...trip, Citizenship: { kind: 'error', code: '#N/A' } },
    { ...trip, 'Start date': '2026-11-30' },
  ]);
  expect(found).toEqual([]);
});

test('returns the 200 most frequent values', async () => {
  const many = Array.from({ length: 250 }, (_, index) => ({
    ...trip,
    Citizenship: `Land ${index}`,
  }));
  const found = await findUnrecognizedValues([...many, ...many.slice(240)]);
  expect(found).toHaveLength(200);
  expect(found.slice(0, 10).map(({ rows }) => rows)).toEqual(Array(10).fill(2));
});
