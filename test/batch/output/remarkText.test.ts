import { expect, test } from 'vitest';
import { checkedRemarks } from '../../../batch/cli/wording/checkedRows.js';
import { readProblems, toTable, trip, type Value } from '../intake/tables.js';

const readRemarks = async (heading: string, value: Value) => {
  const problems = await readProblems(toTable({ ...trip, [heading]: value }));
  return problems.map(checkedRemarks.remarkText);
};

test.each<[what: string, heading: string, Value, string]>([
  [
    'a missing country',
    'Destination country',
    undefined,
    'F2, Destination country is missing. Use the English country name.',
  ],
  [
    'an end before the start',
    'End date',
    '2026-11-02',
    'O2, End date "2026-11-02" is before start date. Correct one of the two dates.',
  ],
  [
    'a day that does not exist',
    'Start date',
    '31/02/2027',
    'N2, Start date: "31/02/2027" is not a day that exists. Write the date like 2026-11-30 or 30 November 2026.',
  ],
])('a message names the field once, with its heading: %s', async (_what, heading, value, text) => {
  expect(await readRemarks(heading, value)).toEqual([text]);
});
