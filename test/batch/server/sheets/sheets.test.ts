import ExcelJS from 'exceljs';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type {
  Matching,
  Problems,
  Refusal,
  RowCells,
  Sheet,
  Uploaded,
} from '../../../../batch/server/contract/shapes.js';
import { employees, headings, hireRow } from '../../run/testRun.js';
import { Changes } from '../../../../batch/server/changes.js';
import { Readings } from '../../../../batch/server/sheets/readings.js';
import { DatabaseError } from '../../../../batch/server/db/errors.js';
import { listSheetsToRead } from '../../../../batch/server/sheets/sheetStore.js';
import type { Work } from '../../../../batch/server/threads/work.js';
import { createSheetFiles } from '../../../../batch/server/sheets/files/sheetFiles.js';
import { testLog } from '../testLog.js';
import { isOnPostgres } from '../openTestStore.js';
import { findPlacesWith, listStoredFiles } from '../storedFile.js';
import { planRun } from '../../../../batch/server/runs/planRun.js';
import { testSheets } from './testSheets.js';

const createSheet = (ids: readonly string[]): string =>
  [headings, ...ids.map(hireRow), ''].join('\r\n');

test('an upload is read, and its file is stored under an ID instead of its name', async () => {
  const { store, upload } = await testSheets();
  const sheet = await upload('hires.csv', createSheet(employees(3)));
  expect(sheet).toMatchObject({
    name: 'hires.csv',
    stage: 'check',
    rows: 3,
    problems: 0,
    worksheet: 'hires',
    counts: { 'Not sent': 3 },
    uploadedBy: 'Ana',
  });
  expect(await listStoredFiles(store)).toEqual([expect.stringMatching(/^[\w-]{36}\.csv$/)]);
});

test('a value that was chosen for all rows of a sheet is suggested in the next sheet, and not used before a person confirms it', async () => {
  const { json, upload } = await testSheets();
  const createTrips = (id: string) =>
    createSheet([id]).replace('Portugal', 'Holand').replace('Mid', 'Middling');
  const first = await upload('first.csv', createTrips('E-1'));
  const correct = (field: string, value: string, to: string) =>
    json('POST', `/api/sheets/${first.id}/corrections`, [{ field, value, to, row: null }]);
  await correct('destination', 'Holand', 'Netherlands');
  await correct('seniority', 'Middling', 'Senior');
  await correct('startDate', '2026-11-03', '2026-11-04');

  const next = await upload('next.csv', createTrips('E-2'));
  const path = `/api/sheets/${next.id}`;
  const { unrecognizedValues } = await json<Matching>('GET', `${path}/match`);
  expect(
    unrecognizedValues.map(({ value, suggestion, isGuess, message }) => [
      value,
      suggestion,
      isGuess,
      message.slice(message.indexOf('In another')),
    ]),
  ).toEqual([
    ['Middling', 'Senior', true, 'In another sheet, "Senior" was chosen instead.'],
    ['Holand', 'Netherlands', true, 'In another sheet, "Netherlands" was chosen instead.'],
  ]);
  const { problems, corrections } = await json<Problems>('GET', `${path}/problems`);
  expect(problems.map(({ value, suggestion }) => [value, suggestion])).toEqual([
    ['Middling', 'Senior'],
    ['Holand', 'Netherlands'],
  ]);
  expect(corrections).toEqual([]);
});

test('no choice in another sheet is suggested for an empty cell, to send nothing or the same value, or instead of a known spelling', async () => {
  const { json, upload } = await testSheets();
  const createTrips = (id: string) =>
    createSheet([id, `${id}b`, `${id}c`])
      .replaceAll('Mid', '')
      .replace('Portugal', 'Atlantis')
      .replace('Portugal', 'Wakanda')
      .replace('Portugal', 'Rumänien');
  const first = await upload('first.csv', createTrips('E-1'));
  for (const [field, value, to] of [
    ['seniority', '', 'Senior'],
    ['destination', 'Atlantis', ''],
    ['destination', 'Wakanda', 'Wakanda'],
    ['destination', 'Rumänien', 'Moldova'],
  ] as const) {
    const corrections = [{ field, value, to, row: null }];
    await json('POST', `/api/sheets/${first.id}/corrections`, corrections);
  }

  const next = await upload('next.csv', createTrips('E-2'));
  const { unrecognizedValues } = await json<Matching>('GET', `/api/sheets/${next.id}/match`);
  const { problems } = await json<Problems>('GET', `/api/sheets/${next.id}/problems`);
  expect(
    unrecognizedValues.map(({ value, suggestion, isGuess }) => [value, suggestion, isGuess]),
  ).toEqual([
    ['Atlantis', undefined, false],
    ['Wakanda', undefined, false],
    ['Rumänien', 'Romania', false],
  ]);
  expect(problems.map(({ value, suggestion }) => [value, suggestion])).toEqual([
    ['', undefined],
    ['Atlantis', undefined],
    ['Wakanda', undefined],
    ['Rumänien', 'Romania'],
  ]);
  expect(JSON.stringify([unrecognizedValues, problems])).not.toContain('In another sheet');
});

test('Match alone shows that other worksheets fit, and Check alone which rows are skipped', async () => {
  const { upload, json } = await testSheets();
  const workbook = new ExcelJS.Workbook();
  for (const name of ['Hires', 'Trips']) {
    const worksheet = workbook.addWorksheet(name);
    worksheet.addRow([...headings.split(','), 'Remark']);
    worksheet.addRow(hireRow('E-1').split(','));
    worksheet.addRow([]).getCell(headings.split(',').length + 1).value = 'a remark';
    worksheet.addRow(hireRow('E-2').split(','));
  }
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer());
  const { id, notes } = await upload('hires.xlsx', bytes);
  const rowSkipped = expect.stringMatching(/^Row 3 has no values/) as string;
  expect(notes).toEqual([
    { text: expect.stringMatching(/^The sheet "Trips" also has/) as string, step: 'match' },
    { text: rowSkipped, step: 'check' },
  ]);
  await json('PUT', `/api/sheets/${id}/match`, { worksheet: 'Hires' });
  expect((await json<Sheet>('GET', `/api/sheets/${id}`)).notes).toEqual([
    { text: rowSkipped, step: 'check' },
  ]);
});

test('the plan names a value for all rows that was taken over from another sheet', async () => {
  const { upload, json, read, store } = await testSheets();
  const january = await upload('January.csv', `${headings}\r\n${hireRow('E-1')}\r\n`);
  const choice = { values: { destination: 'Spain' } };
  await json('PUT', `/api/sheets/${january.id}/match`, choice);
  await read(january.id);
  const february = await upload('February.csv', `${headings}\r\n${hireRow('E-2')}\r\n`);
  const service = { name: 'the embedded sandbox', isSandbox: true, isTest: true };
  const ports = { store, service, now: Date.now, limits: {} };
  const { rowsToSend, notes } = await planRun(ports, february.id, { operation: 'assess' });
  expect(rowsToSend).toBe(1);
  expect(notes).toEqual([
    'Destination country is "Spain" in every row (value for all rows); column F is not read.',
  ]);
});

test('two simultaneous uploads of the same bytes create one sheet', async () => {
  const { store, json } = await testSheets();
  const bytes = Buffer.from(createSheet(['E-1']));
  const answers = await Promise.all(
    ['a.csv', 'b.csv'].map((name) => json<Uploaded>('PUT', `/api/sheets?name=${name}`, bytes)),
  );
  expect(new Set(answers.map(({ sheet }) => sheet.id)).size).toBe(1);
  expect(answers.map(({ existing }) => existing).toSorted()).toEqual([false, true]);
  expect(await listStoredFiles(store)).toHaveLength(1);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\hires.xlsx', 'hires.xlsx'],
  ['\u202Exslx.hires\u0000.csv', 'xslx.hires.csv'],
  ['..', 'Sheet'],
  [`${'a'.repeat(300)}.csv`, `${'a'.repeat(116)}.csv`],
])('a file that is uploaded as %j gets the name %j', async (given, name) => {
  const { upload } = await testSheets();
  expect((await upload(given, createSheet(['E-1']))).name).toBe(name);
});

test.each([
  ['empty', '', 415],
  ['a PDF', '%PDF-1.7 and so on', 415],
  ['a picture', '\u0089PNG\u0000\u0000', 415],
])('a file that is %s is refused with a sentence and not kept', async (_what, content, status) => {
  const { store, ask } = await testSheets();
  const answer = await ask('PUT', '/api/sheets?name=hires.xlsx', Buffer.from(content, 'latin1'));
  expect(answer.status).toBe(status);
  const { error } = (await answer.json()) as Refusal;
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  expect(await listStoredFiles(store)).toEqual([]);
});

test('several corrections during a reading of the sheet cause only one more reading', async () => {
  const { upload, json, read, hooks, countReadings } = await testSheets();
  const csv = createSheet(employees(3)).replaceAll('Portugal', 'Portugl');
  const { id } = await upload('hires.csv', csv);
  const before = countReadings();
  const gate = Promise.withResolvers<undefined>();
  let isHeld = false;
  hooks.before = () => {
    isHeld = true;
    return gate.promise;
  };
  const correct = (row: number) =>
    json<Sheet>('POST', `/api/sheets/${id}/corrections`, [
      { field: 'destination', value: 'Portugl', to: 'Portugal', row },
    ]);
  const first = correct(2);
  await expect.poll(() => isHeld).toBe(true);
  const answers = [first, correct(3), correct(4)];
  await expect
    .poll(async () => (await json<Sheet>('GET', `/api/sheets/${id}`)).corrections)
    .toBe(3);
  expect((await json<Sheet>('GET', `/api/sheets/${id}`)).stage).toBe('reading');
  gate.resolve(undefined);
  await Promise.all(answers);
  await read(id);
  const { corrections, problems } = await json<Problems>('GET', `/api/sheets/${id}/problems`);
  expect(corrections.map(({ rows }) => rows)).toEqual([1, 1, 1]);
  expect(problems).toEqual([]);
  // One reading for the first correction, and one for the two later corrections.
  expect(countReadings() - before).toBe(2);
});

test('an ID with an umlaut is a problem in a file whose encoding was guessed, but not in the same file in UTF-8', async () => {
  const { upload, json } = await testSheets();
  const csv = createSheet(['MÜ-1', 'E-2']);
  const { id, problems: rows } = await upload('hires.csv', Buffer.from(csv, 'latin1'));
  expect(rows).toBe(1);
  const { problems } = await json<Problems>('GET', `/api/sheets/${id}/problems`);
  expect(problems).toMatchObject([{ row: 2, field: 'employeeId', kind: 'id', value: 'MÜ-1' }]);
  expect(problems[0]?.remedy).toContain('as UTF-8');
  expect(await upload('hires.csv', csv)).toMatchObject({ problems: 0 });
});

test('problems with the same value are listed once, in pages that are sorted by the first row of each problem', async () => {
  const { upload, json, ask } = await testSheets();
  const csv = createSheet(employees(5))
    .replaceAll(',Mid,', ',Middle,')
    .replaceAll('Yes', '')
    .replaceAll(/^E-[1-4],/gm, ',');
  const { id, problems: invalid } = await upload('hires.csv', csv);
  expect(invalid).toBe(5);
  const path = `/api/sheets/${id}/problems`;
  const list = async (query: string) => {
    const { problems, next } = await json<Problems>('GET', `${path}?limit=3${query}`);
    return { problems, next: next ?? '', ids: problems.map(({ id }) => id) };
  };
  const summarize = ({ problems }: Pick<Problems, 'problems'>) =>
    problems.map(({ row, field, kind, rows }) => `${row} ${field} ${kind} in ${rows}`);
  const first = await list('');
  expect(summarize(first)).toEqual([
    '2 employeeId missing in 1',
    '2 seniority choice in 5',
    '2 legalRight missing in 5',
  ]);
  expect(first.problems[1]).toMatchObject({ firstRows: [2, 3, 4], rowsAlike: 5 });
  // Each person has their own Employee ID, so a missing Employee ID is a separate problem in each row.
  const second = await list(`&after=${first.next}`);
  const others = [3, 4, 5].map((row) => `${row} employeeId missing in 1`);
  expect(summarize(second)).toEqual(others);
  expect(second.next).toBe('');
  const missing = await list('&kind=missing');
  expect(missing.problems.map(({ field }) => field)).toEqual([
    'employeeId',
    'legalRight',
    'employeeId',
  ]);

  const listAlike = async (problem = '') => {
    const page = await list(`&like=${problem}`);
    const rest =
      page.next === '' ? [] : (await list(`&like=${problem}&after=${page.next}`)).problems;
    return [...page.problems, ...rest].map(({ row, value }) => [row, value]);
  };
  expect(await listAlike(first.ids[1])).toEqual([2, 3, 4, 5, 6].map((row) => [row, 'Middle']));
  expect(await listAlike(first.ids[0])).toEqual([[2, '']]);
  const refused = await ask('GET', `${path}?like=first`);
  expect(await refused.json()).toMatchObject({ error: { field: 'like' } });
  const { cells } = await json<RowCells>('GET', `/api/sheets/${id}/rows/3/cells`);
  expect(cells.find(({ heading }) => heading === 'Seniority')).toMatchObject({
    value: 'Middle',
    input: { field: 'seniority' },
  });
});

test('a preview counts assessed rows separately, because a correction of all rows does not change them', async () => {
  const { upload, json, store } = await testSheets();
  const csv = createSheet(employees(3)).replaceAll('Portugal', 'Portugall');
  const { id } = await upload('hires.csv', csv);
  const assessed = store.db.updateTable('row').set({ status: 'Scored' });
  await assessed.where('sheet', '=', id).where('number', '<', 4).execute();
  const path = `/api/sheets/${id}/match`;
  const { unrecognizedValues, fields, worksheet, headerRow } = await json<Matching>('GET', path);
  expect(unrecognizedValues).toMatchObject([{ value: 'Portugall', rows: 1, assessedRows: 2 }]);
  const columns = Object.fromEntries(fields.map(({ name, column }) => [name, column]));
  const choice = { worksheet, headerRow, columns, values: { managerId: 'M-1' } };
  const preview = await json<Matching>('POST', `${path}/preview`, choice);
  expect(preview.unrecognizedValues).toEqual(unrecognizedValues);
});

test('a sheet is listed to be read at the next start if the server ends during its reading', async () => {
  const { json, store, hooks } = await testSheets();
  const gate = Promise.withResolvers<undefined>();
  hooks.before = () => gate.promise;
  const { sheet } = await json<Uploaded>(
    'PUT',
    '/api/sheets?name=a.csv',
    Buffer.from(createSheet(['E-1'])),
  );
  const readings = new Readings(createFailingWork(), store, new Changes());
  const reading = readings.inspect(sheet.id);
  readings.close();
  await reading;
  expect(await listSheetsToRead(store)).toEqual([sheet.id]);
  gate.resolve(undefined);
});

test('a waiting reading resolves at the end of the server and never begins', async () => {
  const { upload, store } = await testSheets();
  const { id } = await upload('a.csv', createSheet(['E-1']));
  const first = Promise.withResolvers<undefined>();
  const read = vi.fn(async (): Promise<never> => {
    await first.promise;
    throw new Error('The thread has ended.');
  });
  const readings = new Readings({ inspect: read, read }, store, new Changes());
  const firstReading = readings.read(id);
  await expect.poll(() => read.mock.calls).toHaveLength(1);
  const secondReading = readings.read(id);
  readings.close();
  first.resolve(undefined);
  await Promise.all([firstReading, secondReading]);
  await readings.read(id);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a reading that cannot begin because of a bug is logged once and not repeated', async () => {
  const { upload, store } = await testSheets();
  const { id } = await upload('a.csv', createSheet(['E-1']));
  const lines = testLog();
  const readings = new Readings(
    createFailingWork(),
    { ...store, db: undefined as never },
    new Changes(),
  );
  await readings.read(id);
  expect(lines).toMatchObject([
    { level: 'error', msg: 'The reading of the sheet could not begin yet', sheet: id },
  ]);
});

test('a reading that fails during an outage of the database is repeated after the outage', async () => {
  const { upload, hooks } = await testSheets();
  let attempts = 0;
  hooks.before = () => {
    const outage = new DatabaseError('The connection is gone.', { isLost: true });
    return attempts++ === 0 ? Promise.reject(outage) : Promise.resolve();
  };
  expect(await upload('hires.csv', createSheet(['E-1']))).toMatchObject({ stage: 'check' });
  expect(attempts).toBeGreaterThan(1);
});

/** Returns work that always fails, as after the end of its threads. */
function createFailingWork(): Pick<Work, 'inspect' | 'read'> {
  const fail = () => Promise.reject(new Error('The thread has ended.'));
  return { inspect: fail, read: fail };
}

test('a deleted sheet leaves no data about its people in the store', async () => {
  const { store, upload, json, ask } = await testSheets();
  const [person, place] = ['Zarathustra-4711', 'Atlantis-Nord'];
  const csv = createSheet([person, 'E-2']).replace('Portugal', place);
  const { id } = await upload(`${person}.csv`, csv);
  await json('POST', `/api/sheets/${id}/corrections`, [
    { field: 'destination', value: place, to: `${place}-2` },
  ]);
  expect(await findPlacesWith(store, person)).not.toEqual([]);
  expect(await findPlacesWith(store, place)).not.toEqual([]);
  expect((await ask('DELETE', `/api/sheets/${id}`)).status).toBe(204);
  expect(await findPlacesWith(store, person)).toEqual([]);
  expect(await findPlacesWith(store, place)).toEqual([]);
  expect((await ask('GET', `/api/sheets/${id}`)).status).toBe(404);
});

test('a file that is uploaded again after retention has deleted it is stored under the ID of its sheet', async () => {
  const { store, upload } = await testSheets();
  const content = 'Employee ID,Destination\n00123,Zanzibar\n';
  const { id } = await upload('hires.csv', content);
  const files = createSheetFiles(store);
  await files.deleteAll(store, id);
  await store.db.updateTable('sheet').set({ file: null }).execute();
  const again = await upload('hires.csv', content);
  expect(again.id).toBe(id);
  expect(await listStoredFiles(store)).toEqual([`${id}.csv`]);
});

test.runIf(isOnPostgres)(
  'Postgres has statistics about the rows of a large sheet after it was read',
  async () => {
    const { store, upload } = await testSheets();
    const people = Array.from({ length: 2_100 }, (_, index) => `E-${index}`);
    await upload('hires.csv', createSheet(people));
    // `reltuples` is -1 if Postgres has no statistics about a table.
    const counts = sql<{ rows: number }>`
    SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'row'::regclass`;
    const { rows } = await counts.execute(store.db);
    expect(rows).toEqual([{ rows: 2_100 }]);
  },
);
