import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { Correction, Problems, Row } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testSheets } from './testSheets.js';

/** Creates a workbook with the worksheets One and Two. Each contains two people with the destination Portugal. */
async function createWorkbook(destinationHeading = 'Destination country'): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  for (const name of ['One', 'Two']) {
    const head = headings.replace('Destination country', destinationHeading);
    const lines = [head, hireRow(`${name}-1`), hireRow(`${name}-2`)];
    workbook.addWorksheet(name).addRows(lines.map((line) => line.split(',')));
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

async function uploadWorkbook() {
  const { store, upload, ask, json, read } = await testSheets();
  const path = `/api/sheets/${(await upload('hires.xlsx', await createWorkbook())).id}`;
  const readSheet = () => read(path.replace('/api/sheets/', ''));
  const readProblems = () => json<Problems>('GET', `${path}/problems`);
  const match = async (worksheet: string) => {
    await json('PUT', `${path}/match`, { worksheet });
    expect((await readSheet()).worksheet).toBe(worksheet);
  };
  await match('One');
  return {
    match,
    ask: (method: string, subPath: string, body: unknown) => ask(method, path + subPath, body),
    undo: (id: string) => ask('DELETE', `${path}/corrections/${id}`),
    correct: async (to: string, row: Correction['row']) => {
      const correction = { field: 'destination', value: 'Portugal', to, row };
      await json('POST', `${path}/corrections`, [correction]);
      await readSheet();
    },
    /** Marks a row as scored, so that the next correction of all rows skips it. */
    markScored: async (number: number) => {
      const row = store.db.updateTable('row').where('number', '=', number);
      await row.set({ status: 'Scored', assessment_id: 'A-1' }).execute();
    },
    listDestinations: async () => {
      const { rows } = await json<{ rows: Row[] }>('GET', `${path}/rows`);
      return rows.map(({ destination }) => destination);
    },
    listCorrections: async () =>
      (await readProblems()).corrections.map(({ id, to, rows }) => ({ id, to, rows })),
  };
}

test('a correction of one row applies only in the worksheet in which it was made', async () => {
  const { match, undo, correct, listDestinations, listCorrections } = await uploadWorkbook();
  await correct('Japan', 2);
  const [correctionInOne] = await listCorrections();
  expect(await listDestinations()).toEqual(['Japan', 'Portugal']);
  await match('Two');
  expect(await listDestinations()).toEqual(['Portugal', 'Portugal']);
  expect(await listCorrections()).toEqual([]);
  expect((await undo(correctionInOne?.id ?? '')).status).toBe(404);
  // A correction of row 2 in Two does not replace the correction of row 2 in One.
  await correct('Spain', 2);
  expect(await listDestinations()).toEqual(['Spain', 'Portugal']);
  await match('One');
  expect(await listDestinations()).toEqual(['Japan', 'Portugal']);
  expect(await listCorrections()).toEqual([{ ...correctionInOne, rows: 1 }]);
});

test('a correction of all rows applies only in the worksheet in which it was made', async () => {
  const { match, correct, markScored, listDestinations } = await uploadWorkbook();
  await correct('Japan', null);
  await match('Two');
  expect(await listDestinations()).toEqual(['Portugal', 'Portugal']);
  await markScored(2);
  await correct('Spain', null);
  expect(await listDestinations()).toEqual(['Portugal', 'Spain']);
  await match('One');
  expect(await listDestinations()).toEqual(['Japan', 'Japan']);
});

test('a correction of all rows that is made after a failed reading leaves out the assessed rows', async () => {
  const { ask, match, correct, markScored, listDestinations } = await uploadWorkbook();
  await correct('Spain', null);
  await markScored(2);
  // The third row contains no headings.
  await ask('PUT', '/match', { worksheet: 'One', headerRow: 3 });
  expect(await listDestinations()).toEqual([]);
  await correct('Japan', null);
  await match('One');
  expect(await listDestinations()).toEqual(['Spain', 'Japan']);
});

test('a correction for another worksheet is refused until that worksheet is matched', async () => {
  const { ask, match, listCorrections } = await uploadWorkbook();
  const correction = { field: 'destination', value: 'Portugal', to: 'Japan', row: null };
  const correctIn = (worksheet: string) =>
    ask('POST', `/corrections?worksheet=${worksheet}`, [correction]);
  const refused = await correctIn('Two');
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('the worksheet \\"One\\"'),
  ]);
  expect(await listCorrections()).toEqual([]);
  await match('Two');
  expect((await correctIn('Two')).status).toBe(200);
});

test('a correction for another worksheet is accepted before any rows are read, and applies only there', async () => {
  const { json, upload, read } = await testSheets();
  const { id, stage } = await upload('hires.xlsx', await createWorkbook('Zielland'));
  expect(stage).toBe('match');
  const path = `/api/sheets/${id}`;
  const correction = { field: 'destination', value: 'Portugal', to: 'Japan', row: null };
  await json('POST', `${path}/corrections?worksheet=Two`, [correction]);
  const matchAndListDestinations = async (worksheet: string) => {
    await json('PUT', `${path}/match`, { worksheet, columns: { destination: 'F' } });
    expect((await read(id)).worksheet).toBe(worksheet);
    const { rows } = await json<{ rows: Row[] }>('GET', `${path}/rows`);
    return rows.map(({ destination }) => destination);
  };
  expect(await matchAndListDestinations('One')).toEqual(['Portugal', 'Portugal']);
  expect(await matchAndListDestinations('Two')).toEqual(['Japan', 'Japan']);
});
