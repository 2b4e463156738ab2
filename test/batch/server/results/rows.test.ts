import { expect, test } from 'vitest';
import { rowFilters, rowSorts } from '../../../../batch/server/api/shapes.js';
import {
  pastAssessments,
  withChanges,
  writeHistory,
} from '../../../../batch/server/store/historyStore.js';
import { riskMapOf } from '../../../../batch/server/store/riskMap.js';
import {
  readCursor,
  type RowCursor,
  writtenCursor,
} from '../../../../batch/server/store/rowCursor.js';
import { rowCounts, rowPage, type RowQuery } from '../../../../batch/server/store/rowPages.js';
import { type StoredRow, updateRows, writeRows } from '../../../../batch/server/store/rowStore.js';
import { rowsByNumber } from '../../../../batch/server/store/storedRows.js';
import type { Store } from '../../../../batch/server/store/store.js';
import { storeOfTest } from './storeOfTest.js';

const blank = {
  key: 'k',
  purpose: 'Hire From Anywhere',
  message: '',
  hidden: false,
  inputs: {},
  instead: {},
};
const scored = (number: number, overallTrip: number, previousOverall?: number): StoredRow => ({
  ...{ ...blank, number, employeeId: `E-${number}`, destination: 'Portugal', status: 'Scored' },
  ...{ scores: { overallTrip }, previousOverall, assessmentId: `A${number}` },
});
const ofStatus = (number: number, status: StoredRow['status']): StoredRow => ({
  ...{ ...blank, number, employeeId: `E-${number}`, destination: 'Spain', status },
});

/** Rows of all kinds, many of which sort alike, and a row of another sheet. */
function manyRows(): Store {
  const store = storeOfTest();
  const statuses = [
    'Pending',
    'Invalid',
    'Duplicate',
    'Rejected',
    'Not sent',
    'Unconfirmed',
  ] as const;
  const rows = Array.from({ length: 203 }, (_, index) => {
    const number = 2 + 3 * index;
    const status = statuses[index % 12];
    return status === undefined
      ? scored(number, (index % 7) + 2.96, (index % 5) + 3)
      : ofStatus(number, status);
  });
  writeRows(store, 'one', rows);
  writeRows(store, 'two', [scored(5, 9)]);
  return store;
}

const whole: RowQuery = { filter: 'all', search: '', sort: 'row', after: undefined, limit: 500 };

function paged(store: Store, query: Partial<RowQuery>): number[] {
  const numbers: number[] = [];
  let after: RowCursor | undefined;
  do {
    const page = rowPage(store, 'one', { ...whole, ...query, after, limit: 7 });
    numbers.push(...page.rows.map(({ row }) => row));
    after = page.next && readCursor(writtenCursor(page.next), typeof page.next.value === 'string');
  } while (after !== undefined);
  return numbers;
}

test.each(rowSorts)('pages have every row once, whatever the filter, sorted by %s', (sort) => {
  const store = manyRows();
  const counts = rowCounts(store, 'one');
  for (const filter of rowFilters) {
    const numbers = paged(store, { filter, sort });
    const all = rowPage(store, 'one', { ...whole, filter, sort }).rows.map(({ row }) => row);
    expect([filter, numbers]).toEqual([filter, all]);
    expect([filter, new Set(numbers).size]).toEqual([filter, counts[filter]]);
  }
});

test('a page begins where the one before ended, although rows have changed in between', () => {
  const store = manyRows();
  const first = rowPage(store, 'one', { ...whole, filter: 'scored', sort: 'risk', limit: 7 });
  const row = first.rows[0]?.row ?? 0;
  updateRows(store, 'one', [{ number: row, status: 'Rejected', message: '', result: {} }]);
  const all = rowPage(store, 'one', { ...whole, filter: 'scored', sort: 'risk' }).rows;
  const next = rowPage(store, 'one', {
    ...whole,
    filter: 'scored',
    sort: 'risk',
    after: first.next,
  });
  expect(next.rows.map((each) => each.row)).toEqual(all.slice(6).map((each) => each.row));
});

test('the highest risk, as it is shown, and the greatest rise come first; rows without one come last', () => {
  const store = storeOfTest();
  const rows = [
    ofStatus(2, 'Not sent'),
    scored(3, 6.94, 2),
    scored(4, 6.95, 6),
    scored(5, 9, 9.5),
    ofStatus(6, 'Invalid'),
  ];
  writeRows(store, 'one', rows);
  expect(paged(store, { sort: 'risk' })).toEqual([5, 4, 3, 2, 6]);
  expect(paged(store, { sort: 'change' })).toEqual([3, 4, 5, 2, 6]);
  // 6.95 is shown as 7.0.
  expect(paged(store, { filter: 'high' })).toEqual([4, 5]);
  expect(paged(store, { filter: 'risen' })).toEqual([3, 4]);
  expect(rowsByNumber(store, 'one', [4])).toMatchObject([{ overall: 6.95, change: 1 }]);
});

test('numbers in IDs sort by their value, and letters whatever their case', () => {
  const store = storeOfTest();
  const ids = ['E10', 'e9', 'E100', 'D7'];
  writeRows(
    store,
    'one',
    ids.map((employeeId, index) => ({ ...ofStatus(index + 2, 'Pending'), employeeId })),
  );
  expect(paged(store, { sort: 'person' })).toEqual([5, 3, 2, 4]);
});

test('a search takes every character for itself, whatever its case', () => {
  const store = storeOfTest();
  const ids = [
    '100%',
    '1000',
    'a_b',
    'axb',
    'Zoë',
    'O\'Neil"; DROP TABLE row; --',
    '[a-z]*',
    'é',
    '\u{1F9D1}',
  ];
  writeRows(
    store,
    'one',
    ids.map((employeeId, index) => ({ ...ofStatus(index + 2, 'Pending'), employeeId })),
  );
  const found = (search: string) =>
    rowPage(store, 'one', { ...whole, search }).rows.map(({ employeeId }) => employeeId);
  expect(found('%')).toEqual(['100%']);
  expect(found('_')).toEqual(['a_b']);
  expect(found('ZOË')).toEqual(['Zoë']);
  expect(found('o\'neil"; drop')).toEqual([ids[5]]);
  expect(found('*')).toEqual(['[a-z]*']);
  // The same letter in two characters.
  expect(found('e\u0301')).toEqual(['é']);
  expect(found('spain')).toHaveLength(ids.length);
  expect(found('\0')).toEqual([]);
  expect(found(' '.repeat(50))).toHaveLength(ids.length);
});

test('a cursor that nobody was given is refused', () => {
  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const text of [
    '',
    'x',
    '%00',
    made([1]),
    made(['a', 2]),
    made([1, 'b']),
    made({}),
    made([1, 1e300]),
  ]) {
    expect(readCursor(text, false)).toBeUndefined();
  }
  expect(readCursor(made([1, 2]), true)).toBeUndefined();
});

test('scores that are not of the inputs as they are now are not shown', () => {
  const store = storeOfTest();
  writeRows(store, 'one', [{ ...scored(2, 9, 8), status: 'Invalid' }]);
  expect(rowsByNumber(store, 'one', [2])[0]).not.toHaveProperty('overall');
  expect(riskMapOf(store, 'one')).toMatchObject({ cases: 1, scored: 0, risks: [] });
});

test('the risks of a sheet are in the numbers of its report', () => {
  const store = storeOfTest();
  const spain = { ...scored(4, 2), destination: 'Spain' };
  writeRows(store, 'one', [scored(2, 6.95), scored(3, 3.94), spain, ofStatus(5, 'Pending')]);
  expect(riskMapOf(store, 'one')).toMatchObject({
    ...{ cases: 4, scored: 3, mean: (6.95 + 3.94 + 2) / 3 },
    bands: [
      { name: 'higher', cases: 1 },
      { name: 'middle', cases: 0 },
      { name: 'lower', cases: 2 },
    ],
    destinations: [
      { destination: 'Portugal', cases: 2, means: { overallTrip: (6.95 + 3.94) / 2 } },
      { destination: 'Spain', cases: 1, means: { overallTrip: 2 } },
    ],
    risks: [{ kind: 'overallTrip', highest: 6.95 }],
  });
});

test('a case has all its assessments, with what changed from each to the next', () => {
  const store = storeOfTest();
  const past = (round: number, overallTrip: number) => ({
    ...({
      row: 2,
      round,
      status: 'Scored',
      assessmentId: `A${round}`,
      scores: { overallTrip },
    } as const),
  });
  writeHistory(store, 'one', [past(1, 4.04), past(2, 7), { ...past(1, 5), row: 3 }]);
  const history = withChanges(pastAssessments(store, 'one', 2));
  expect(history).toMatchObject([
    { round: 1, overall: 4.04 },
    { round: 2, change: 3 },
  ]);
  expect(pastAssessments(store, 'one', 3)).toEqual([]);
});
