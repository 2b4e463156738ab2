import { expect, test } from 'vitest';
import { columnProblemText } from '../../../batch/cli/wording/remarks.js';
import { type Entry, read, tableOf, trip, type Value } from './tables.js';

const textsOf = async (rows: readonly Entry[]) => {
  const { columnProblems } = await read(tableOf(...rows));
  return columnProblems.map(columnProblemText);
};
const rowsWith = (heading: string, values: readonly Value[]): Entry[] =>
  values.map((value, index) => ({ ...trip, 'Employee ID': `E-${index}`, [heading]: value }));

test('a problem that a whole column has is told once', async () => {
  expect(await textsOf(rowsWith('Destination country', Array(6).fill(undefined)))).toEqual([
    'Column F, all 6 rows: Destination country is missing. Use the English country name.',
  ]);
});

test('with some of its values, whatever they are', async () => {
  const words = ['Maybe', 'Perhaps', 'Later', 'Never', 'Soon', 'No'];
  expect(await textsOf(rowsWith('Sales contracts', words))).toEqual([
    'Column H, 5 of 6 rows, first row 2: Sales contracts: unsupported value ("Maybe", "Perhaps", "Later" and others). Use Yes or No.',
  ]);
});

test('the values may stand in the message', async () => {
  const numbers = [46329, 46330, 46331, 46332, 46333];
  expect(await textsOf(rowsWith('Start date', numbers))).toEqual([
    'Column N, all 5 rows: Start date: The cell contains the number …, not a date ("46329", "46330", "46331" and others). Format the cell as a date and check what it shows.',
  ]);
});

test('an input without a column is told so', async () => {
  const { 'Past trips duration': _, ...others } = trip;
  const rows = Array.from({ length: 5 }, (__, n) => ({ ...others, 'Employee ID': `E-${n}` }));
  expect(await textsOf(rows)).toEqual([
    'All 5 rows: Past trips duration is missing, and the sheet has no column for it. Use a whole number; 0 if there were no past trips.',
  ]);
});

test('few rows, or a small part of them, are told one by one', async () => {
  expect(await textsOf(rowsWith('Sales contracts', Array(4).fill('Maybe')))).toEqual([]);
  const some = [...Array<string>(5).fill('Maybe'), ...Array<string>(6).fill('No')];
  expect(await textsOf(rowsWith('Sales contracts', some))).toEqual([]);
});

test('a row is told besides when something else is wrong with it', async () => {
  const rows = rowsWith('Sales contracts', Array(5).fill('Maybe'));
  const { isCoveredByColumnProblem: isCoveredByColumnProblem } = await read(
    tableOf(...rows, { ...rows[0], Seniority: 'Junior' }),
  );
  expect([2, 6, 7].map(isCoveredByColumnProblem)).toEqual([true, true, false]);
});
