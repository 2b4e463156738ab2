import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Store } from '../../../../batch/server/db/store.js';
import {
  createAttachmentHeaders,
  readOnce,
  createTemporaryPath,
} from '../../../../batch/server/results/downloads/temporaryFile.js';
import { generateResultsCsv } from '../../../../batch/server/results/downloads/resultsCsv.js';
import { german } from '../../../../batch/server/words/german/pack.js';
import { resultsCsv } from '../../../../batch/server/words/resultsCsv.js';
import type { Language } from '../../../../batch/server/contract/languages.js';
import { type Download, matchChoice } from '../../../../batch/server/contract/shapes.js';
import { keepAssessments } from '../../../../batch/server/results/keptAssessments.js';
import { readGeneration } from '../../../../batch/server/sheets/liveSheet.js';
import { endReading, requestReading } from '../../../../batch/server/sheets/sheetStore.js';
import { setMatchChoice } from '../../../../batch/server/sheets/matchStore.js';
import { writeDownload } from '../../../../batch/server/results/downloads/writeDownload.js';
import { addProblems } from '../../../../batch/server/sheets/problemStore.js';
import { readRowsByNumber } from '../../../../batch/server/results/rowPages.js';
import type { Cell } from '../../../../sheets/sheet.js';
import { assess } from '../../../../batch/engine/operations/assess.js';
import { openSheet } from '../../../../sheets/files/open.js';
import { readPartText } from '../../../sheets/xlsx/workbookFixture.js';
import { testFolder } from '../../testFolder.js';
import { headings, hireRow, runOn } from '../../run/testRun.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import {
  type ResultsUnderTest,
  runSheet,
  testResults,
  testStore,
  storeSheet,
} from './testStore.js';
import { unsentRow, writeRows } from '../storedRows.js';

/** The columns of the inputs in the CSV with results. The command does not read its headings in other languages. */
const columnsOfResultsCsv = {
  employeeId: { column: 'B' },
  purpose: { column: 'C' },
  destination: { column: 'D' },
  seniority: { column: 'E' },
  roleType: { column: 'F' },
  citizenship: { column: 'G' },
  residency: { column: 'H' },
  salesContracts: { column: 'I' },
  legalRight: { column: 'J' },
  benefitLocalMarket: { column: 'K' },
  numberHires: { column: 'L' },
  urgency: { column: 'M' },
  startDate: { column: 'N' },
  endDate: { column: 'O' },
};

async function createWorkbook(): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Einstellungen');
  sheet.addRow(['Hires of the quarter']).font = { bold: true, size: 20 };
  sheet.addRow([]);
  sheet.addRow([...headings.split(','), 'Cost', 'Remark']);
  const invalid = hireRow('00042').replace('Mid', 'Middling');
  for (const [index, row] of [hireRow('00041'), invalid].entries()) {
    const added = sheet.addRow([
      ...row.split(','),
      { formula: `${index + 2}*2`, result: 2 * (index + 2) },
      '=1+1',
    ]);
    added.getCell(1).numFmt = '@';
  }
  workbook.addWorksheet('Notes').addRow(['Keep', 'this']);
  return Buffer.from(await workbook.xlsx.writeBuffer());
}

async function readCells(path: string): Promise<Map<string, Cell>> {
  const file = await openSheet(path);
  const cells = new Map<string, Cell>();
  for (const { name } of file.sheets) {
    for await (const batch of file.rows(name)) {
      for (const row of batch) {
        for (const [column, cell] of row.cells.entries()) {
          if (cell !== undefined) cells.set(`${name} ${row.number} ${column}`, cell);
        }
      }
    }
  }
  await file.close();
  return cells;
}

/** Downloads a file as text. */
async function download(fixture: ResultsUnderTest, sheet: string, kind: Download): Promise<string> {
  const path = createTemporaryPath(fixture.store.folder, '.txt');
  await writeDownload(fixture.ports, sheet, kind, path);
  return readFileSync(path, 'utf8');
}

const setLanguage = ({ store }: ResultsUnderTest, language: Language) =>
  store.db.updateTable('sheet').set({ language }).execute();

test('the downloaded workbook has the results, and every cell of the user is unchanged', async () => {
  const fixture = await testResults();
  const workbook = await createWorkbook();
  const sheet = await storeSheet(fixture, 'hires.xlsx', workbook);
  await runSheet(fixture, sheet);
  const path = createTemporaryPath(fixture.store.folder, '.xlsx');
  const { requests } = await fixture.sandbox.readLedger();
  const journal = await measureJournal(fixture.store);
  await writeDownload(fixture.ports, sheet, 'workbook', path);

  const originalPath = createTemporaryPath(fixture.store.folder, '.xlsx');
  writeFileSync(originalPath, workbook);
  const before = await readCells(originalPath);
  const after = await readCells(path);
  expect(before.size).toBeGreaterThan(40);
  for (const [place, cell] of before) expect([place, after.get(place)]).toEqual([place, cell]);
  const texts = [...after.values()].flatMap((cell) => (cell.kind === 'text' ? cell.text : []));
  const [scored] = await readRowsByNumber(fixture.store, sheet, [4]);
  expect(texts).toEqual(expect.arrayContaining(['Scored', 'Invalid', scored?.assessmentId]));
  const numbers = [...after.values()].flatMap((cell) => (cell.kind === 'number' ? cell.value : []));
  expect(numbers).toContain(scored?.overall);
  // A download sends nothing, and does not change the journal.
  expect((await fixture.sandbox.readLedger()).requests).toEqual(requests);
  expect(await measureJournal(fixture.store)).toEqual(journal);
});

function measureJournal({ db }: Store): Promise<unknown> {
  return db
    .selectFrom('journal')
    .select(sql`sum(length(lines))`.as('bytes'))
    .executeTakeFirstOrThrow();
}

test.each(['workbook', 'results.csv'] as const)(
  'a download (%s) is refused if the sheet is read again during it, and until this reading has ended',
  async (kind) => {
    const fixture = await testResults();
    const { store } = fixture;
    const sheet = await storeSheet(fixture, 'hires.csv', `${headings}\r\n${hireRow('E-1')}\r\n`);
    const path = createTemporaryPath(store.folder, '.csv');
    const download = (db = store.db) =>
      writeDownload({ ...fixture.ports, store: { ...store, db } }, sheet, kind, path);
    const rereading = store.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // Another worksheet was chosen and read.
        await requestReading(store, sheet);
        const generation = (await readGeneration(store, sheet)) ?? 0;
        await endReading(store, sheet, generation, { stage: 'check' });
        return result;
      },
    });
    const refused = {
      code: 'conflict',
      message: expect.stringContaining('is being read') as string,
    };
    await expect(download(rereading)).rejects.toMatchObject(refused);
    await requestReading(store, sheet);
    await expect(download()).rejects.toMatchObject(refused);
    const generation = (await readGeneration(store, sheet)) ?? 0;
    await endReading(store, sheet, generation, { stage: 'check' });
    await download();
  },
);

test('a workbook gets no IDs of another worksheet that was read before', async () => {
  const fixture = await testResults();
  const { store, ports } = fixture;
  const workbook = new ExcelJS.Workbook();
  for (const name of ['One', 'Two']) {
    const lines = [headings, hireRow(`${name}-1`)];
    workbook.addWorksheet(name).addRows(lines.map((line) => line.split(',')));
  }
  const content = Buffer.from(await workbook.xlsx.writeBuffer());
  const sheet = await storeSheet(fixture, 'hires.xlsx', content);
  const downloadIds = async () => {
    const path = createTemporaryPath(store.folder, '.xlsx');
    await writeDownload(ports, sheet, 'workbook', path);
    const cells = [...(await readCells(path)).values()];
    return cells.filter((cell) => cell.kind === 'text' && cell.text === assessmentId);
  };
  const matchWorksheet = (worksheet: string) =>
    setMatchChoice(store, sheet, matchChoice.parse({ worksheet }), { isRemembered: false });
  await matchWorksheet('One');
  await runSheet(fixture, sheet);
  const [{ assessmentId } = {}] = await readRowsByNumber(store, sheet, [2]);
  expect(await downloadIds()).toHaveLength(1);
  await keepAssessments(store, sheet);
  await matchWorksheet('Two');
  expect(await downloadIds()).toEqual([]);
});

test('a CSV file is downloaded as CSV, even during a run', async () => {
  const fixture = await testResults();
  const rows = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');
  const sheet = await storeSheet(fixture, 'hires.csv', rows);
  const lock = await fixture.ports.locks.take(sheet);
  const lines = (await download(fixture, sheet, 'workbook')).split('\r\n');
  await lock.release();
  expect(lines[1]).toMatch(new RegExp(`^${hireRow('E-1')},Not sent`));
});

test('a download of the workbook is refused with advice if the uploaded file was deleted', async () => {
  const fixture = await testResults();
  const sheet = await storeSheet(fixture, 'hires.csv', [headings, hireRow('E-1'), ''].join('\r\n'));
  await fixture.store.db.updateTable('sheet').set({ file: null }).execute();
  await expect(download(fixture, sheet, 'workbook')).rejects.toMatchObject({
    name: 'RefusalError',
    message: expect.stringMatching(/was deleted\. Upload it again/) as string,
  });
});

test('no text in the CSV can be read as a formula, and commas and quotes are escaped', async () => {
  const store = await testStore();
  await writeRows(store, 'one', [
    {
      ...unsentRow,
      employeeId: '=HYPERLINK("http://evil","E")',
      purpose: '@SUM(1)',
      destination: '\t-1+1',
      status: 'Rejected',
      message: 'He said "no", twice\nand went',
    },
  ]);
  const csv = await text(generateResultsCsv(store, 'one', { words: resultsCsv }));
  const [, line] = csv.split('\r\n');
  expect(line).toMatch(
    /^2,"'=HYPERLINK\(""http:\/\/evil"",""E""\)",'@SUM\(1\),'\t-1\+1,Rejected,"He said ""no"", twice\nand went"/,
  );
});

test('a German CSV has the separators that a German Excel expects', async () => {
  const store = await testStore();
  await writeRows(store, 'one', [
    {
      ...unsentRow,
      destination: 'Bonn; Berlin',
      status: 'Scored',
      scores: { overallTrip: 7.5 },
    },
  ]);
  const csv = await text(generateResultsCsv(store, 'one', { words: german.resultsCsv }));
  const [headings, line] = csv.split('\r\n');
  expect(headings).toMatch(/^\uFEFFZeile;Personalnummer;Zweck;Zielland;Assessment status;/);
  expect(line).toMatch(/^2;E-1;Hire From Anywhere;"Bonn; Berlin";Scored;;7,5;/);
});

test('the CSV includes columns of the file that are not inputs, each value in its row', async () => {
  const fixture = await testResults();
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Hires');
  sheet.addRow(['Name', ...headings.split(','), 'Row', null, 'Since']);
  sheet.addRow(['=Zoë, "the" first', ...hireRow('E-1').split(','), 'Lead', 'note', 2019]);
  sheet.addRow([]);
  sheet.addRow(['Bo', ...hireRow('E-2').split(','), null, null, new Date('2020-03-01')]);
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer());
  const id = await storeSheet(fixture, 'hires.xlsx', bytes);
  const readLines = async () => (await download(fixture, id, 'results.csv')).split('\r\n');
  const [first, ...others] = await readLines();
  expect(first).toContain('Row,Employee ID,Purpose,Destination,Name,Row (sheet),Since,Seniority,');
  expect(first).toContain(',End date,Assessment status,');
  expect(others[0]).toMatch(
    /^2,E-1,Hire From Anywhere,Portugal,"'=Zoë, ""the"" first",Lead,2019,Mid,Other,.*,Not sent,/,
  );
  expect(others[1]).toMatch(
    /^4,E-2,Hire From Anywhere,Portugal,Bo,,2020-03-01,Mid,Other,.*,Not sent,/,
  );

  // Retention deletes the file, and with it these columns.
  await fixture.store.db.updateTable('sheet').set({ file: null }).execute();
  expect((await readLines())[0]).toContain(
    'Row,Employee ID,Purpose,Destination,Assessment status,',
  );
});

test('a German CSV has decimal commas in the numbers from the file, and does not change texts', async () => {
  const fixture = await testResults();
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Hires');
  sheet.addRow([...headings.split(','), 'Salary', 'Change', 'Code', 'Version', 'Cost centre']);
  sheet.addRow([...hireRow('E-1').split(','), 1500.5, -2.25, '00123', '1.5', 8]);
  sheet.addRow([...hireRow('E-2').split(','), 1e21, 0, '-1.5', '1,5', 42]);
  sheet.getColumn(sheet.columnCount).numFmt = '00000';
  const bytes = Buffer.from(await workbook.xlsx.writeBuffer());
  const id = await storeSheet(fixture, 'hires.xlsx', bytes);
  const csvRows = [`${headings},Salary`, `${hireRow('E-1')},1500.5`, ''].join('\r\n');
  const csvFile = await storeSheet(fixture, 'hires.csv', csvRows);
  await setLanguage(fixture, 'de');
  const [, first, second] = (await download(fixture, id, 'results.csv')).split('\r\n');
  expect(first).toContain(';Portugal;1500,5;-2,25;00123;1.5;00008;');
  expect(second).toContain(';Portugal;1000000000000000000000;0;\'-1.5;"1,5";00042;');
  // All cells of a CSV file are texts.
  expect(await download(fixture, csvFile, 'results.csv')).toContain(';Portugal;1500.5;');
});

test('the CSV has the inputs that are read, in the language of the sheet', async () => {
  const fixture = await testResults();
  const rows = [`${headings},Remark`, `${hireRow('E-1')},new`, ''].join('\r\n');
  const id = await storeSheet(fixture, 'hires.csv', rows);
  await setLanguage(fixture, 'fr');
  const [first, second] = (await download(fixture, id, 'results.csv')).split('\r\n');
  expect(first).toContain(
    ';Pays de destination;Remark;Niveau d’expérience;Type de poste;Nationalité;Pays de résidence;Contrats de vente;Droit de travailler;Bénéfice pour le marché local;Nombre d’embauches;Urgence de l’embauche;Date de début;Date de fin;Assessment status;',
  );
  expect(second).toContain(
    ';Portugal;new;Mid;Other;France;Germany;No;Yes;No;2;1-3 months;2026-11-03T00:00:00.000Z;2027-11-02T00:00:00.000Z;Not sent;',
  );
});

test.each(['en', 'de', 'fr'] as const)(
  'the CSV with results (%s), used as a sheet, sends no row that was or may have been sent',
  async (language) => {
    const fixture = await testResults();
    const { store, ports } = fixture;
    const rows = [headings, hireRow('E-1'), hireRow('E-2'), hireRow('E-3'), ''].join('\r\n');
    const id = await storeSheet(fixture, 'hires.csv', rows);
    await runSheet(fixture, id);
    const setStatus = (
      employee: string,
      values: { status: 'Pending' | 'Unconfirmed'; assessment_id?: null },
    ) => store.db.updateTable('row').set(values).where('employee_id', '=', employee).execute();
    await setStatus('E-2', { status: 'Pending' });
    await setStatus('E-3', { status: 'Unconfirmed', assessment_id: null });
    await setLanguage(fixture, language);
    const path = join(testFolder(), 'results.csv');
    await writeDownload(ports, id, 'results.csv', path);

    const elsewhere = await startTestSandbox();
    const intake = { inputs: assess, columns: columnsOfResultsCsv };
    const { reports } = await runOn(path, elsewhere.sandbox, { intake });
    expect((await elsewhere.readLedger()).requests.rwa_create).toBe(0);
    expect(reports.map(({ row, status }) => [row, status])).toEqual([
      [2, 'Invalid'],
      [3, 'Invalid'],
      [4, 'Unconfirmed'],
    ]);
    const advice = /^Nothing shows which inputs the assessment .* was made for.*run rwa resolve/;
    expect(reports[0]?.message).toMatch(advice);
    expect(reports[1]?.message).toMatch(advice);
  },
);

test('the CSV has each row of a large sheet exactly once', async () => {
  const store = await testStore();
  const numbers = Array.from({ length: 1234 }, (_, index) => index + 2);
  await writeRows(
    store,
    'one',
    numbers.map((number) => ({ ...unsentRow, number })),
  );
  const lines = (await text(generateResultsCsv(store, 'one', { words: resultsCsv })))
    .trimEnd()
    .split('\r\n');
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(numbers);
});

test('the report shows the rows of a sheet, with advice about the page instead of commands', async () => {
  const fixture = await testResults();
  const sheet = await storeSheet(fixture, 'hires.xlsx', await createWorkbook());
  await runSheet(fixture, sheet);
  const page = await download(fixture, sheet, 'report');
  expect(page).toContain('00041');
  expect(page).toContain('all scores are made up');
  expect(page).toMatch(/assessed again now, or regularly/);
  expect(page).not.toMatch(/\brwa \w+/);
});

test('the report is in the language of the sheet', async () => {
  const fixture = await testResults();
  const sheet = await storeSheet(fixture, 'hires.xlsx', await createWorkbook());
  await setLanguage(fixture, 'de');
  const page = await download(fixture, sheet, 'report');
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('Keine der 2 Zeilen hat schon Risikowerte');
});

test('the workbook of problems has cell, value, reason and remedy as text', async () => {
  const fixture = await testResults();
  const sheet = await storeSheet(fixture, 'hires.xlsx', await createWorkbook());
  await addProblems(fixture.store, sheet, [
    {
      row: 5,
      kind: 'value',
      field: 'seniority',
      label: 'Seniority',
      cell: 'C5',
      value: '=cmd()',
      message: 'is not one of them',
      remedy: 'Choose one.',
      suggestion: 'Mid',
    },
  ]);
  const path = createTemporaryPath(fixture.store.folder, '.xlsx');
  await setLanguage(fixture, 'fr');
  await writeDownload(fixture.ports, sheet, 'problems', path);
  expect((await readCells(path)).get('Problèmes 1 1')).toMatchObject({ text: 'Cellule' });
  const cells = [...(await readCells(path)).values()].slice(8);
  expect(cells.slice(1).map((cell) => (cell.kind === 'text' ? cell.text : cell))).toEqual([
    'C5',
    '00042',
    'Niveau d’expérience',
    '=cmd()',
    'is not one of them',
    'Choose one.',
    'Mid',
  ]);
  expect(cells[0]).toMatchObject({ kind: 'number', value: 5 });
  // The formula stays a text when somebody edits its cell.
  const formats =
    /<cellXfs.*<\/cellXfs>/s.exec(await readPartText(path, 'xl/styles.xml'))?.[0] ?? '';
  const format = [...formats.matchAll(/<xf .*?(?:\/>|<\/xf>)/gs)].map(([xml]) => xml);
  const row = /<row r="2".*?<\/row>/s.exec(
    await readPartText(path, 'xl/worksheets/sheet1.xml'),
  )?.[0];
  const styledCells = [...(row ?? '').matchAll(/<c r="([A-H])2" s="(\d+)"/g)];
  expect(styledCells.map(([, column]) => column).join('')).toBe('ABCDEFGH');
  for (const [, column, index] of styledCells) {
    expect(format[Number(index)]?.includes('quotePrefix="1"'), column).toBe(column !== 'A');
  }
});

test('the name of a download cannot break out of its header or folder, and no browser displays the file', () => {
  const headers = createAttachmentHeaders('../a/Zoë "Q1"\r\nX-Evil: 1’s.xlsx', 'text/html');
  const disposition = headers['Content-Disposition'] ?? '';
  expect(disposition).not.toMatch(/[\r\n]|\.\.|[^ -~]/);
  expect(disposition).toMatch(/^attachment; filename="[^"]*\.xlsx"; filename\*=UTF-8''[\w.%~!-]+$/);
  expect(headers['X-Content-Type-Options']).toBe('nosniff');
});

test('a temporary file is deleted after it was read, or when reading is canceled', async () => {
  const folder = testFolder();
  const fixture = await testResults();
  const sheet = await storeSheet(fixture, 'hires.csv', [headings, hireRow('E-1'), ''].join('\r\n'));
  for (const isRead of [true, false]) {
    const path = createTemporaryPath(folder, '.html');
    await writeDownload(fixture.ports, sheet, 'report', path);
    const { body, bytes } = await readOnce(path);
    if (isRead) expect((await new Response(body).bytes()).length).toBe(bytes);
    else await body.cancel();
    await expect.poll(() => readdirSync(join(folder, 'downloads'))).toEqual([]);
  }
});
