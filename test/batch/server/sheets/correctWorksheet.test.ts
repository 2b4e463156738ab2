import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { Correction, Problems, Row } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/testRun.js';
import { testSheets } from './testSheets.js';

/** A workbook with two people to Portugal in each of its worksheets, One and Two. */
async function createWorkbook(destination = 'Destination country'): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  for (const name of ['One', 'Two']) {
    const head = headings.replace('Destination country', destination);
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
    /** Marks a row as sent for the next correction. */
    markScored: async (number: number) => {
      const row = store.db.updateTable('row').where('number', '=', number);
      await row.set({ status: 'Scored' }).execute();
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
  const [made] = await listCorrections();
  expect(await listDestinations()).toEqual(['Japan', 'Portugal']);
  await match('Two');
  expect(await listDestinations()).toEqual(['Portugal', 'Portugal']);
  expect(await listCorrections()).toEqual([]);
  expect((await undo(made?.id ?? '')).status).toBe(404);
  // A correction of the same row here does not replace the other one.
  await correct('Spain', 2);
  expect(await listDestinations()).toEqual(['Spain', 'Portugal']);
  await match('One');
  expect(await listDestinations()).toEqual(['Japan', 'Portugal']);
  expect(await listCorrections()).toEqual([{ ...made, rows: 1 }]);
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

test('a value that was seen in another worksheet is corrected only after that one was matched', async () => {
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

test('a value that was seen in another worksheet before the rows were read is corrected there', async () => {
  const { json, upload, read } = await testSheets();
  const { id, stage } = await upload('hires.xlsx', await createWorkbook('Zielland'));
  expect(stage).toBe('match');
  const path = `/api/sheets/${id}`;
  const correction = { field: 'destination', value: 'Portugal', to: 'Japan', row: null };
  await json('POST', `${path}/corrections?worksheet=Two`, [correction]);
  const listDestinations = async (worksheet: string) => {
    await json('PUT', `${path}/match`, { worksheet, columns: { destination: 'F' } });
    expect((await read(id)).worksheet).toBe(worksheet);
    const { rows } = await json<{ rows: Row[] }>('GET', `${path}/rows`);
    return rows.map(({ destination }) => destination);
  };
  expect(await listDestinations('One')).toEqual(['Portugal', 'Portugal']);
  expect(await listDestinations('Two')).toEqual(['Japan', 'Japan']);
});
