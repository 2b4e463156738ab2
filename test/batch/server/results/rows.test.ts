import { expect, test } from 'vitest';
import { rowFilters, rowSorts } from '../../../../batch/server/contract/shapes.js';
import {
  listPastAssessments,
  addChanges,
  writeHistory,
} from '../../../../batch/server/results/historyStore.js';
import { readCachedRiskMap } from '../../../../batch/server/results/riskMap.js';
import {
  readCursor,
  countRows,
  type RowCursor,
  readRowPage,
  type RowQuery,
  readRowsByNumber,
  formatCursor,
} from '../../../../batch/server/results/rowPages.js';
import { type StoredRow, updateRows } from '../../../../batch/server/results/rowStore.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { testStore } from './testStore.js';
import { writeRows } from '../storedRows.js';

const commonFields = {
  key: 'k',
  purpose: 'Hire From Anywhere',
  message: '',
  hidden: false,
  inputs: {},
  instead: {},
};
const createScoredRow = (
  number: number,
  overallTrip: number,
  previousOverall?: number,
): StoredRow => ({
  ...commonFields,
  number,
  employeeId: `E-${number}`,
  destination: 'Portugal',
  status: 'Scored',
  scores: { overallTrip },
  previousOverall,
  assessmentId: `A${number}`,
});
const createRow = (number: number, status: StoredRow['status']): StoredRow => ({
  ...commonFields,
  number,
  employeeId: `E-${number}`,
  destination: 'Spain',
  status,
});

/** Stores 203 rows with seven statuses and many equal values to sort by, and one row of another sheet. */
async function storeManyRows(): Promise<Store> {
  const store = await testStore();
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
      ? createScoredRow(number, (index % 7) + 2.96, (index % 5) + 3)
      : createRow(number, status);
  });
  await writeRows(store, 'one', rows);
  await writeRows(store, 'two', [createScoredRow(5, 9)]);
  return store;
}

const allRows: RowQuery = { filter: 'all', search: '', sort: 'row', after: undefined, limit: 500 };

/** Returns the numbers of the rows that a query lists, read in pages of 7 rows. */
async function listInPages(store: Store, query: Partial<RowQuery>): Promise<number[]> {
  const numbers: number[] = [];
  let after: RowCursor | undefined;
  do {
    const page = await readRowPage(store, 'one', { ...allRows, ...query, after, limit: 7 });
    numbers.push(...page.rows.map(({ row }) => row));
    after = page.next && readCursor(formatCursor(page.next), typeof page.next.value === 'string');
  } while (after !== undefined);
  return numbers;
}

test.each(rowSorts)(
  'with each filter, the pages sorted by %s list every matching row once',
  async (sort) => {
    const store = await storeManyRows();
    const counts = await countRows(store, 'one');
    for (const filter of rowFilters) {
      const numbers = await listInPages(store, { filter, sort });
      const all = (await readRowPage(store, 'one', { ...allRows, filter, sort })).rows.map(
        ({ row }) => row,
      );
      expect([filter, numbers]).toEqual([filter, all]);
      expect([filter, new Set(numbers).size]).toEqual([filter, counts[filter]]);
    }
  },
);

test('the reversed order lists every row once, and rows without a score last', async () => {
  const store = await storeManyRows();
  const all = await listInPages(store, { sort: 'row' });
  for (const sort of rowSorts) {
    const numbers = await listInPages(store, { sort, isReversed: true });
    expect([sort, numbers.toSorted((a, b) => a - b)]).toEqual([sort, all]);
    if (sort !== 'risk') continue;
    const rows = await readRowsByNumber(store, 'one', numbers);
    const hasScore = rows.map(({ overall }) => overall !== undefined);
    expect(hasScore).toEqual(hasScore.toSorted((a, b) => Number(b) - Number(a)));
  }
  expect(await listInPages(store, { sort: 'row', isReversed: true })).toEqual(all.toReversed());
});

test('rows can be sorted by one kind of risk, by name regardless of accents, and by decision', async () => {
  const store = await testStore();
  const createPerson = (name: string) => ({ context: { name, department: '' } });
  await writeRows(store, 'one', [
    { ...createScoredRow(2, 5), ...createPerson('Zimmer'), scores: { payrollTax: 1 } },
    { ...createScoredRow(3, 4), ...createPerson('Özil'), scores: { payrollTax: 9 } },
    { ...createScoredRow(4, 3), ...createPerson('Adam'), scores: {} },
    { ...createScoredRow(5, 2), employeeId: 'B-1' },
  ]);
  expect(await listInPages(store, { sort: 'payrollTax' })).toEqual([3, 2, 4, 5]);
  expect(await listInPages(store, { sort: 'payrollTax', isReversed: true })).toEqual([2, 3, 4, 5]);
  expect(await listInPages(store, { sort: 'person' })).toEqual([4, 5, 3, 2]);
  await store.db.updateTable('row').set({ decision: 'Rejected' }).where('number', '=', 5).execute();
  expect(await listInPages(store, { sort: 'decision' })).toEqual([5, 2, 3, 4]);
});

test('rows and counts can be filtered by destination, decision and search text', async () => {
  const store = await testStore();
  const rows = [
    { ...createScoredRow(2, 8), destination: 'Spain' },
    { ...createScoredRow(3, 3), destination: 'Spain' },
    { ...createScoredRow(4, 8), destination: 'Spain, La Palma' },
    { ...createRow(5, 'Rejected'), destination: 'Spain' },
  ];
  await writeRows(store, 'one', rows);
  await store.db.updateTable('row').set({ decision: 'Rejected' }).where('number', '=', 2).execute();
  const inSpain = { destination: 'Spain' };
  expect(await listInPages(store, inSpain)).toEqual([2, 3, 5]);
  expect(await listInPages(store, { ...inSpain, filter: 'high', sort: 'person' })).toEqual([2]);
  expect(await listInPages(store, { ...inSpain, decision: 'Pending', search: 'spain' })).toEqual([
    3, 5,
  ]);
  expect(await listInPages(store, { decision: 'Rejected', sort: 'risk' })).toEqual([2]);
  expect(await countRows(store, 'one', inSpain)).toMatchObject({ all: 3, high: 1, undecided: 1 });
  const palma = { search: 'LA PALMA' };
  expect(await countRows(store, 'one', palma)).toMatchObject({ all: 1, high: 1, rejected: 0 });
  expect(await countRows(store, 'one', { ...inSpain, ...palma })).toMatchObject({
    all: 0,
    high: 0,
  });
  expect(await countRows(store, 'one', { search: ' ' })).toMatchObject({ all: 4 });
  expect(await countRows(store, 'one', { decision: 'Pending' })).toMatchObject({ all: 3, high: 1 });
  expect((await readCachedRiskMap(store, 'one')).allDestinations).toEqual([
    'Spain',
    'Spain, La Palma',
  ]);
});

test('rows and counts can be filtered by purpose, status and minimum risk', async () => {
  const store = await testStore();
  const rows: StoredRow[] = [
    { ...createScoredRow(2, 6.94), purpose: 'Work From Anywhere' },
    { ...createScoredRow(3, 6.95), scores: { overallTrip: 6.95, payrollTax: 2 } },
    { ...createScoredRow(4, 2), scores: { overallTrip: 2, payrollTax: 7.5 } },
    { ...createRow(5, 'Rejected'), purpose: 'Work From Anywhere' },
  ];
  await writeRows(store, 'one', rows);
  const listFiltered = async (values: Partial<RowQuery>) => {
    const numbers = await listInPages(store, { ...values, sort: 'risk' });
    expect(await countRows(store, 'one', values)).toMatchObject({ all: numbers.length });
    return numbers;
  };
  expect(await listFiltered({ purpose: 'Work From Anywhere' })).toEqual([2, 5]);
  expect(await listFiltered({ status: 'Rejected' })).toEqual([5]);
  expect(await listFiltered({ risk: { kind: 'any', atLeast: 7 } })).toEqual([3, 4]);
  // 6.95 is shown as 7.0.
  expect(await listFiltered({ risk: { kind: 'overallTrip', atLeast: 7 } })).toEqual([3]);
  expect(await listFiltered({ risk: { kind: 'payrollTax', atLeast: 2 } })).toEqual([3, 4]);
  const purposeAndRisk = {
    purpose: 'Work From Anywhere',
    risk: { kind: 'any', atLeast: 0 },
  } as const;
  expect(await listFiltered(purposeAndRisk)).toEqual([2]);
});

test('the second page begins after the last row of the first page, even if a row has changed in between', async () => {
  const store = await storeManyRows();
  const first = await readRowPage(store, 'one', {
    ...allRows,
    filter: 'scored',
    sort: 'risk',
    limit: 7,
  });
  const row = first.rows[0]?.row ?? 0;
  await updateRows(store, 'one', [{ number: row, status: 'Rejected', message: '', result: {} }]);
  const all = (await readRowPage(store, 'one', { ...allRows, filter: 'scored', sort: 'risk' }))
    .rows;
  const next = await readRowPage(store, 'one', {
    ...allRows,
    filter: 'scored',
    sort: 'risk',
    after: first.next,
  });
  expect(next.rows.map(({ row }) => row)).toEqual(all.slice(6).map(({ row }) => row));
});

test('rows with the highest risk or the largest increase are first, rows without scores are last, and filters use rounded scores', async () => {
  const store = await testStore();
  const rows = [
    createRow(2, 'Not sent'),
    createScoredRow(3, 6.94, 2),
    createScoredRow(4, 6.95, 6),
    createScoredRow(5, 9, 9.5),
    createRow(6, 'Invalid'),
  ];
  await writeRows(store, 'one', rows);
  expect(await listInPages(store, { sort: 'risk' })).toEqual([5, 4, 3, 2, 6]);
  expect(await listInPages(store, { sort: 'change' })).toEqual([3, 4, 5, 2, 6]);
  // 6.95 is shown as 7.0.
  expect(await listInPages(store, { filter: 'high' })).toEqual([4, 5]);
  expect(await listInPages(store, { filter: 'risen' })).toEqual([3, 4]);
  expect(await readRowsByNumber(store, 'one', [4])).toMatchObject([{ overall: 6.95, change: 1 }]);
});

test('Employee IDs are sorted by the values of their numbers, and regardless of case', async () => {
  const store = await testStore();
  const ids = ['E10', 'e9', 'E100', 'D7'];
  await writeRows(
    store,
    'one',
    ids.map((employeeId, index) => ({ ...createRow(index + 2, 'Pending'), employeeId })),
  );
  expect(await listInPages(store, { sort: 'person' })).toEqual([5, 3, 2, 4]);
});

test('a search matches special characters literally, and ignores case and accents', async () => {
  const store = await testStore();
  const ids = [
    '100%',
    '1000',
    'a_b',
    'axb',
    'Zoë',
    'O\'Neil"; DROP TABLE row; --',
    '[a-z]*',
    '\u{1F9D1}',
  ];
  await writeRows(
    store,
    'one',
    ids.map((employeeId, index) => ({ ...createRow(index + 2, 'Pending'), employeeId })),
  );
  const findIds = async (search: string) =>
    (await readRowPage(store, 'one', { ...allRows, search })).rows.map(
      ({ employeeId }) => employeeId,
    );
  expect(await findIds('%')).toEqual(['100%']);
  expect(await findIds('_')).toEqual(['a_b']);
  expect(await findIds('ZOË')).toEqual(['Zoë']);
  expect(await findIds('o\'neil"; drop')).toEqual([ids[5]]);
  expect(await findIds('*')).toEqual(['[a-z]*']);
  expect(await findIds('zoe')).toEqual(['Zoë']);
  // This search has two characters for "ë": the letter and the accent.
  expect(await findIds('zoe\u0308')).toEqual(['Zoë']);
  expect(await findIds('spain')).toHaveLength(ids.length);
  expect(await findIds('\0')).toEqual([]);
  expect(await findIds(' '.repeat(50))).toHaveLength(ids.length);
});

test('a search finds rows by the name of their country in another language', async () => {
  const store = await testStore();
  const destinations = ['Germany', 'Tunisia', 'Czechia', 'Czech Republic', 'Niger', 'Allemagne'];
  await writeRows(
    store,
    'one',
    destinations.map((destination, index) => ({ ...createRow(index + 2, 'Pending'), destination })),
  );
  const find = async (search: string) => {
    const { rows } = await readRowPage(store, 'one', { ...allRows, search });
    expect(await countRows(store, 'one', { search })).toMatchObject({ all: rows.length });
    return rows.map(({ destination }) => destination);
  };
  expect(await find('Allemagne')).toEqual(['Germany', 'Allemagne']);
  expect(await find(' tunisie ')).toEqual(['Tunisia']);
  expect(await find('Tschechien')).toEqual(['Czechia', 'Czech Republic']);
  expect(await find('Deutschland')).toEqual(['Germany']);
  // Similar, incomplete and misspelled names of countries are not translated.
  expect(await find('Nigéria')).toEqual([]);
  expect(await find('Alle')).toEqual(['Allemagne']);
  expect(await find('Germnay')).toEqual([]);
});

test('an invalid cursor is refused', () => {
  const encodeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const text of [
    '',
    'x',
    '%00',
    encodeCursor([1]),
    encodeCursor(['a', 2]),
    encodeCursor([1, 'b']),
    encodeCursor({}),
    encodeCursor([1, 1e300]),
  ]) {
    expect(readCursor(text, false)).toBeUndefined();
  }
  expect(readCursor(encodeCursor([1, 2]), true)).toBeUndefined();
});

test('the scores that an invalid row has from earlier inputs are neither shown nor counted', async () => {
  const store = await testStore();
  await writeRows(store, 'one', [{ ...createScoredRow(2, 9, 8), status: 'Invalid' }]);
  expect((await readRowsByNumber(store, 'one', [2]))[0]).not.toHaveProperty('overall');
  expect(await readCachedRiskMap(store, 'one')).toMatchObject({ rows: 1, scored: 0, risks: [] });
});

test('the risks of a sheet are counted and averaged over its rows with scores', async () => {
  const store = await testStore();
  const spain = { ...createScoredRow(4, 2), destination: 'Spain' };
  await writeRows(store, 'one', [
    createScoredRow(2, 6.95),
    createScoredRow(3, 3.94),
    spain,
    createRow(5, 'Pending'),
  ]);
  expect(await readCachedRiskMap(store, 'one')).toMatchObject({
    rows: 4,
    scored: 3,
    mean: (6.95 + 3.94 + 2) / 3,
    bands: [
      { name: 'higher', rows: 1 },
      { name: 'middle', rows: 0 },
      { name: 'lower', rows: 2 },
    ],
    destinations: [
      { destination: 'Portugal', rows: 2, means: { overallTrip: (6.95 + 3.94) / 2 } },
      { destination: 'Spain', rows: 1, means: { overallTrip: 2 } },
    ],
    risks: [{ kind: 'overallTrip', highest: 6.95 }],
  });
});

test('a row that was assessed more than once has a history of its assessments and their changes', async () => {
  const store = await testStore();
  const createPastAssessment = (round: number, overallTrip: number) => ({
    row: 2,
    round,
    status: 'Scored' as const,
    assessmentId: `A${round}`,
    scores: { overallTrip },
  });
  await writeHistory(store, 'one', [
    createPastAssessment(1, 4.04),
    createPastAssessment(2, 7),
    { ...createPastAssessment(1, 5), row: 3 },
  ]);
  const history = addChanges(await listPastAssessments(store, 'one', 2));
  expect(history).toMatchObject([
    { round: 1, overall: 4.04 },
    { round: 2, change: 3 },
  ]);
  // Row 3 was assessed once.
  expect(await listPastAssessments(store, 'one', 3)).toEqual([]);
});
