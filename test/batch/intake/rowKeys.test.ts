import fc from 'fast-check';
import { expect, test } from 'vitest';
import { date, type Entry, hire, read, toTable, trip } from './tables.js';

const readKeys = async (...records: readonly Entry[]) => {
  const { rows } = await read(toTable(...records));
  return rows.map(({ key }) => key);
};
const people = ['1', '2', '3', '3', '4', '4', '4'].map((id, index) => ({
  ...(index % 2 === 0 ? trip : hire),
  'Employee ID': id,
}));

test('does not change the keys by which journals identify rows', async () => {
  expect(await readKeys(trip, hire, trip)).toEqual([
    'VMkZGFw37Yfju1gKhU-ubL',
    'fKH9Q83IxHxoUU8cQ0pBZP',
    'VMkZGFw37Yfju1gKhU-ubL:2',
  ]);
});

test('creates the same set of keys if rows are shuffled', async () => {
  const keys = (await readKeys(...people)).toSorted();
  expect(new Set(keys).size).toBe(people.length);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(people, { minLength: people.length }),
      async (shuffled) => {
        expect((await readKeys(...shuffled)).toSorted()).toEqual(keys);
      },
    ),
  );
});

test('keeps the keys of all rows if another row is inserted', async () => {
  const keys = await readKeys(...people);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: people.length }), fc.nat(), async (index, id) => {
      const inserted = { ...trip, 'Employee ID': `new ${id}` };
      const after = await readKeys(...people.toSpliced(index, 0, inserted));
      expect(after.toSpliced(index, 1)).toEqual(keys);
    }),
  );
});

test('keeps the key whatever the spelling, the column order and the values that are not sent', async () => {
  const [usual, respelled] = await Promise.all([
    readKeys(trip),
    readKeys({
      Name: 'Anna',
      ...Object.fromEntries(Object.entries(trip).toReversed()),
      Purpose: ' WORK from anywhere',
      'Sales contracts': false,
      'Past trips duration': '0',
      'Start date': '3 November 2026',
      'Number of hires': 'of the other purpose',
    }),
  ]);
  expect(respelled).toEqual(usual);
});

test('changes the key if any input of a trip changes', async () => {
  const before = { ...trip, 'Working days': 3, 'Manager ID': 'M-1' };
  await expectEachChangesKey(before, {
    'Employee ID': '00124',
    Seniority: 'Low',
    'Role type': 'Sales',
    Citizenship: 'France',
    'Destination country': 'Spain',
    Residency: 'France',
    'Sales contracts': 'Yes',
    'Past trips duration': 1,
    'Legal right to work': 'Unsure',
    'Benefits the local market': 'Yes',
    'Start date': date('2026-11-04'),
    'End date': date('2026-11-21'),
    'Working days': 4,
    'Manager ID': 'M-2',
  });
});

test('changes the key if the purpose or an input that only a hire has changes', async () => {
  await expectEachChangesKey(
    { ...hire, 'Past trips duration': 0 },
    { Purpose: trip.Purpose, 'Number of hires': 3, 'Hiring urgency': '3-6 months' },
  );
});

async function expectEachChangesKey(before: Entry, changes: Entry): Promise<void> {
  const [key] = await readKeys(before);
  for (const [heading, value] of Object.entries(changes)) {
    const [other] = await readKeys({ ...before, [heading]: value });
    expect([heading, other]).not.toEqual([heading, key]);
  }
}

test('marks rows with the same request, and gives each its own key', async () => {
  const { rows } = await read(toTable(trip, hire, trip, trip));
  expect(rows.map(({ sameAs }) => sameAs)).toEqual([undefined, undefined, 2, 2]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(4);
});

test('reads the rows after blank rows', async () => {
  const [headings = [], row = []] = toTable(trip);
  const blank = headings.map(() => ' ');
  const { rows } = await read([headings, undefined, row, blank, undefined, row, blank, blank]);
  expect(rows.map(({ number }) => number)).toEqual([3, 6]);
});

test('reads earlier results in any position, and keys an invalid row by its Assessment ID', async () => {
  const headings = { overallTrip: 'Overall trip risk', id: 'Assessment ID' };
  const { rows } = await read(
    toTable(
      { 'Overall trip risk': 4.2, ...trip, 'Assessment ID': 'a-1', 'assessment STATUS': 'Scored' },
      { ...hire, 'Assessment ID': "'-x1" },
      { ...hire, 'Employee ID': undefined, 'Assessment ID': 17 },
      { ...hire, 'Employee ID': 'new' },
    ),
    { knownColumns: new Map([['Hires', headings]]) },
  );
  expect(rows.map(({ previous }) => previous)).toEqual([
    {
      status: 'Scored',
      id: 'a-1',
      scored: true,
      isLinked: false,
      unproven: {
        names: ['overallTrip'],
        cells: { overallTrip: { kind: 'number', value: 4.2, text: '4.2' } },
      },
    },
    { status: '', id: '-x1', scored: false, isLinked: false },
    { status: '', id: '17', scored: false, isLinked: false },
    undefined,
  ]);
  expect(rows[2]?.key).toBe('id:17');
});
