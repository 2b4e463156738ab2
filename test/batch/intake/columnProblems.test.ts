import { expect, test } from 'vitest';
import { columnProblemText } from '../../../batch/cli/wording/remarks.js';
import { type Entry, read, toTable, trip, type Value } from './tables.js';

const readTexts = async (rows: readonly Entry[]) => {
  const { columnProblems } = await read(toTable(...rows));
  return columnProblems.map(columnProblemText);
};
const createRows = (heading: string, values: readonly Value[]): Entry[] =>
  values.map((value, index) => ({ ...trip, 'Employee ID': `E-${index}`, [heading]: value }));

test('reports a problem of a whole column once', async () => {
  expect(await readTexts(createRows('Destination country', Array(6).fill(undefined)))).toEqual([
    'Column F, all 6 rows: Destination country is missing. Use the English country name.',
  ]);
});

test('reports a column problem with the first values if they differ', async () => {
  const words = ['Maybe', 'Perhaps', 'Later', 'Never', 'Soon', 'No'];
  expect(await readTexts(createRows('Sales contracts', words))).toEqual([
    'Column H, 5 of 6 rows, first row 2: Sales contracts: unsupported value ("Maybe", "Perhaps", "Later" and others). Use Yes or No.',
  ]);
});

test('removes the values from a message that contains them', async () => {
  const numbers = [46329, 46330, 46331, 46332, 46333];
  expect(await readTexts(createRows('Start date', numbers))).toEqual([
    'Column N, all 5 rows: Start date: The cell contains the number …, not a date ("46329", "46330", "46331" and others). Format the cell as a date and check what it shows.',
  ]);
});

test('reports a required input without a column', async () => {
  const { 'Past trips duration': _, ...others } = trip;
  const rows = Array.from({ length: 5 }, (__, n) => ({ ...others, 'Employee ID': `E-${n}` }));
  expect(await readTexts(rows)).toEqual([
    expect.stringContaining(
      'All 5 rows: Past trips duration is missing, and the sheet has no column for it.',
    ),
  ]);
});

test('reports no column problem for few rows or a small share of the rows', async () => {
  expect(await readTexts(createRows('Sales contracts', Array(4).fill('Maybe')))).toEqual([]);
  const some = [...Array<string>(5).fill('Maybe'), ...Array<string>(6).fill('No')];
  expect(await readTexts(createRows('Sales contracts', some))).toEqual([]);
});

test('a row with another problem is not covered by the column problem', async () => {
  const rows = createRows('Sales contracts', Array(5).fill('Maybe'));
  const { isCoveredByColumnProblem } = await read(
    toTable(...rows, { ...rows[0], Seniority: 'Junior' }),
  );
  expect([2, 6, 7].map(isCoveredByColumnProblem)).toEqual([true, true, false]);
});
