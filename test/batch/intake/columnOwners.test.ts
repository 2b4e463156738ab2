import { expect, test } from 'vitest';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { decide } from '../../../batch/engine/operations/decide.js';
import { toFile, hire, read, readRefusal, type Table, type Value } from './tables.js';

const headings = Object.keys(hire);
const values = Object.values(hire);
const id = '1700000000000x100000000000000001';

const createTable = (moreHeadings: readonly string[], ...rows: readonly Value[][]): Table => [
  [...headings, ...moreHeadings],
  ...rows.map((cells) => [...values, ...cells]),
];
const status = ['Assessment status'];
const statusAndId = [...status, 'Assessment ID'];
const withMessage = [...statusAndId, 'Assessment message'];
/** The index of the first column after the inputs. */
const firstAdded = headings.length;

test.each<[what: string, table: Table]>([
  ['other words', createTable(status, ['in progress'], [undefined], ['done'])],
  ['a date', createTable(status, [{ kind: 'date', iso: '2026-11-03' }])],
  ['only common words that are also our statuses', createTable(status, ['Pending'], ['Rejected'])],
  ['n/a', createTable(statusAndId, ['n/a', 'n/a'])],
  ['internal numbers', createTable(statusAndId, ['open', 10023], ['closed', 'INT-2026-7'])],
  ['internal numbers alone', createTable(['Assessment ID'], ['INT-2026-7'])],
])(
  'a column with the heading of our status or ID is the user’s if it contains %s',
  async (_what, table) => {
    const { columns, rows, notes } = await read(table);
    expect(columns.results).toEqual(new Map());
    expect(rows.map(({ previous }) => previous)).toEqual(rows.map(() => undefined));
    expect(rows.every(({ problems }) => problems === undefined)).toBe(true);
    expect(notes).toEqual([]);
    const own = columns.usersOwn.get('status') ?? columns.usersOwn.get('id');
    expect(own).toBe(firstAdded);
  },
);

test.each<[what: string, table: Table, ours: readonly string[]]>([
  ['our statuses', createTable(status, ['Invalid'], [undefined]), ['status']],
  [
    'a word that people use, with our message beside it',
    createTable(withMessage, ['Pending', undefined, 'The result is not ready yet.']),
    ['status', 'message', 'id'],
  ],
  [
    'IDs beside our statuses',
    createTable(statusAndId, ['Scored', 'a-1'], ['Scored', 'n/a']),
    ['status', 'id'],
  ],
  [
    'IDs of the service without a status column',
    createTable(['Assessment ID'], [id], ['n/a']),
    ['id'],
  ],
  [
    'an overwritten status beside an ID of the service',
    createTable(statusAndId, ['Scored', id], ['checked by Bo', id]),
    ['status', 'id'],
  ],
  ['no values yet', createTable(statusAndId, [undefined, undefined]), ['status', 'id']],
])('without a journal, a column is ours if it contains %s', async (_what, table, ours) => {
  const { columns } = await read(table);
  expect([...columns.results.keys()]).toEqual(ours);
});

test('an ID column with IDs of the service is ours beside the user’s status column', async () => {
  const { columns, rows } = await read(createTable(statusAndId, ['in progress', id]));
  expect([...columns.results]).toEqual([['id', firstAdded + 1]]);
  expect(rows[0]?.previous?.id).toBe(id);
});

test('reads our status column and not the user’s beside it', async () => {
  const ours = statusAndId.map((heading) => `${heading} (assessment)`);
  const table = createTable([...statusAndId, ...ours], ['in progress', 10023, 'Scored', id]);
  const { columns, notes } = await read(table);
  expect([...columns.results.values()]).toEqual([firstAdded + 2, firstAdded + 3]);
  expect(columns.usersOwn.get('status')).toBe(firstAdded);
  expect(notes).toEqual([]);
});

test('refuses a status column with our statuses and other texts, and names the cells', async () => {
  const rows = ['Scored', 'in progress', 'Invalid', 'later', 'n/a', 'x', 'y'].map((text) => [text]);
  expect(await readRefusal(read(createTable(status, ...rows)))).toContain(
    'Column P "Assessment status" contains statuses of rwa and other text: P3 says "in progress", P5 says "later", P6 says "n/a", and 2 more.',
  );
});

test('does not list our statuses among the other texts, even if people use the same words', async () => {
  const rows = ['Scored', 'Pending', 'Sent'].map((text) => [text]);
  const text = await readRefusal(read(createTable(status, ...rows)));
  expect(text).toContain('other text: P4 says "Sent".');
  const { columns } = await read(createTable(status, ['Scored'], ['Pending']));
  expect([...columns.results.keys()]).toEqual(['status']);
});

test('ignores cells below the list', async () => {
  const table = createTable(status, ['Invalid']);
  const legend = [...headings.map(() => undefined), 'green: low risk'];
  const { columns } = await read([...table, undefined, legend]);
  expect([...columns.results.keys()]).toEqual(['status']);
});

test('a column in the journal is ours whatever it contains', async () => {
  const knownColumns = new Map([['Hires', { status: 'Assessment status' }]]);
  const table = createTable(status, ['in progress'], ['Scored']);
  const { columns } = await read(table, { knownColumns });
  expect([...columns.results.keys()]).toEqual(['status']);
});

test('does not use the user’s column if our column in the journal was deleted from the sheet', async () => {
  const written = { status: 'Assessment status (assessment)', id: 'Assessment ID (assessment)' };
  const knownColumns = new Map([['Hires', written]]);
  const table = createTable(statusAndId, ['in progress', 10023]);
  expect((await read(table, { knownColumns })).columns.results.size).toBe(0);
});

test.each(["'-1700x1", '-1700x1'])(
  'reads the Assessment ID of a decision from %s, and does not change the note',
  async (text) => {
    const table = [
      ['Assessment ID', 'Decision', 'Note'],
      [text, 'Pending', "'-fine"],
    ];
    const { rows } = await readSheet(toFile({ Hires: table }), { inputs: decide });
    expect(rows[0]?.inputs).toMatchObject({
      assessmentId: '-1700x1',
      note: "'-fine",
    });
  },
);

test('refuses decisions with two ID columns until one is chosen', async () => {
  const table = [
    ['Assessment ID', 'Assessment ID (assessment)', 'Decision'],
    [10023, id, 'Pending'],
  ];
  const reading = (columns?: Record<string, string>) =>
    readSheet(toFile({ Hires: table }), { inputs: decide, columns });
  await expect(reading()).rejects.toThrow(/columnsAlike.*Assessment ID/);
  const { rows } = await reading({ assessmentId: 'Assessment ID (assessment)' });
  expect(rows[0]?.inputs?.assessmentId).toBe(id);
});
