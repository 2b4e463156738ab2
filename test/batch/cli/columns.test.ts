import ExcelJS from 'exceljs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, type Entry, people, trip } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];
/** The options of a run with its journal, and of a run after the journal was lost. */
const optionsWhen = { kept: quick, lost: [...quick, '--without-journal'] };

/** Creates hires.csv in a folder. Returns functions that run commands, and read and edit the sheet. */
async function createSheet(...entries: readonly Entry[]) {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(entries) });
  const path = join(folder, 'hires.csv');
  return {
    sandbox,
    path,
    run: (...args: string[]) => rwa(folder, args, toEnv(sandbox)),
    countCreated: async () => (await sandbox.readLedger()).commits.rwa_create,
    /** Parses a CSV sheet without quotes into rows by heading. */
    async readRows(): Promise<Record<string, string>[]> {
      const [headings = [], ...rows] = (await readFile(path, 'utf8'))
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','));
      expect(new Set(headings).size).toBe(headings.length);
      return rows.map((cells) =>
        Object.fromEntries(headings.map((heading, index) => [heading, cells[index] ?? ''])),
      );
    },
    async add(entry: Entry): Promise<void> {
      const text = await readFile(path, 'utf8');
      const [headings = ''] = text.split('\r\n');
      const cells = headings.split(',').map((heading) => entry[heading] ?? '');
      await writeFile(path, `${text}${cells.join(',')}\r\n`);
    },
  };
}

test('a user’s columns with our headings keep their cells in every run', async () => {
  const usersCells = { 'Payroll tax risk': 'none seen', 'Report link': 'see binder' };
  const sheet = await createSheet({ ...trip, ...usersCells });
  const first = await sheet.run('assess', 'hires.csv', ...quick);
  expect(first.out).toContain(
    'Columns Q and R are yours and are not changed; ours have the headings "Payroll tax risk (assessment)" and "Report link (assessment)".',
  );
  for (const journal of ['kept', 'lost'] as const) {
    if (journal === 'lost') await rm(`${sheet.path}.rwa-journal.jsonl`);
    await sheet.add({ ...trip, 'Employee ID': `E-${journal}`, ...usersCells });
    const { code, out } = await sheet.run('assess', 'hires.csv', ...optionsWhen[journal]);
    expect([code, out]).toEqual([0, expect.not.stringContaining('are yours')]);
  }
  const rows = await sheet.readRows();
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row).toMatchObject({ ...usersCells, 'Assessment status': 'Scored' });
    expect(row['Payroll tax risk (assessment)']).toMatch(/^\d+(\.\d)?$/);
    expect(row['Report link (assessment)']).toContain('http');
  }
  expect(Object.keys(rows[0] ?? {})).toHaveLength(18 + 14);
  expect(await sheet.countCreated()).toBe(3);
});

test('a user’s columns Assessment status and Assessment ID keep their cells and are not read', async () => {
  const usersCells = { 'Assessment status': 'in progress', 'Assessment ID': '10023' };
  const sheet = await createSheet({ ...trip, ...usersCells });
  const note =
    'Columns Q and R are yours and are not changed; ours have the headings "Assessment status (assessment)" and "Assessment ID (assessment)".';
  expect((await sheet.run('check', 'hires.csv')).out).toContain(note);
  const first = await sheet.run('assess', 'hires.csv', ...quick);
  expect([first.code, first.out]).toEqual([0, expect.stringContaining(note)]);
  for (const journal of ['kept', 'lost'] as const) {
    if (journal === 'lost') await rm(`${sheet.path}.rwa-journal.jsonl`);
    const words = { 'Assessment status': 'n/a', 'Assessment ID': 'n/a' };
    await sheet.add({ ...trip, 'Employee ID': `E-${journal}`, ...words });
    expect((await sheet.run('assess', 'hires.csv', ...optionsWhen[journal])).code).toBe(0);
  }
  const rows = await sheet.readRows();
  expect(rows.map((row) => [row['Assessment status'], row['Assessment ID']])).toEqual([
    ['in progress', '10023'],
    ['n/a', 'n/a'],
    ['n/a', 'n/a'],
  ]);
  for (const row of rows) expect(row['Assessment status (assessment)']).toBe('Scored');
  expect(await sheet.countCreated()).toBe(3);
});

test('results are found and written under headings that an export changed', async () => {
  const sheet = await createSheet(trip);
  await sheet.run('assess', 'hires.csv', ...quick);
  const text = await readFile(sheet.path, 'utf8');
  const [headings = ''] = text.split('\r\n');
  const exported = headings.toLowerCase().replaceAll(' ', '_');
  await writeFile(sheet.path, text.replace(headings, exported));
  const added = Object.entries({ ...trip, 'Employee ID': '7' }).map(
    ([heading, value]) => [heading.toLowerCase().replaceAll(' ', '_'), value] as const,
  );
  for (const journal of ['kept', 'lost'] as const) {
    if (journal === 'lost') await rm(`${sheet.path}.rwa-journal.jsonl`);
    await sheet.add({ ...Object.fromEntries(added), employee_id: journal });
    expect((await sheet.run('assess', 'hires.csv', ...optionsWhen[journal])).code).toBe(0);
    expect((await readFile(sheet.path, 'utf8')).split('\r\n')[0]).toBe(exported);
  }
  expect(await sheet.countCreated()).toBe(3);
});

test('a user’s column Change beside our columns is not changed', async () => {
  const sheet = await createSheet(trip);
  await sheet.run('assess', 'hires.csv', ...quick);
  const [head = '', row = ''] = (await readFile(sheet.path, 'utf8')).split('\r\n');
  await writeFile(sheet.path, `${head},Change\r\n${row},new desk\r\n`);
  for (const extraArgs of [[], ['--new-round']]) {
    await sheet.run('reassess', 'hires.csv', ...quick, ...extraArgs);
  }
  const [written = {}] = await sheet.readRows();
  expect(Object.keys(written).slice(-3)).toEqual([
    'Change',
    'Previous overall risk',
    'Change in overall risk',
  ]);
  expect(written.Change).toBe('new desk');
});

/** Creates a workbook with a row for each entry, and `extraCells` by address. */
async function createWorkbook(
  entries: readonly Entry[],
  extraCells: Readonly<Record<string, string>>,
) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Hires');
  sheet.addRow(Object.keys(entries[0] ?? {}));
  for (const entry of entries) sheet.addRow(Object.values(entry));
  for (const [address, text] of Object.entries(extraCells)) sheet.getCell(address).value = text;
  const sandbox = await startTestSandbox();
  const folder = await folderWith({
    'hires.xlsx': new Uint8Array(await book.xlsx.writeBuffer()),
  });
  const path = join(folder, 'hires.xlsx');
  return {
    sandbox,
    run: (...args: string[]) => rwa(folder, args, toEnv(sandbox)),
    async open() {
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.readFile(path);
      return {
        cell: (address: string) => workbook.worksheets[0]?.getCell(address) ?? expect.fail(address),
        save: () => workbook.xlsx.writeFile(path),
      };
    },
  };
}

test('results of rows that are added later do not overwrite a legend below the list', async () => {
  const legend = { R6: 'Legend', R7: 'red', S7: 'call HR', R8: 'green', S8: 'fine' };
  const sheet = await createWorkbook(people(2), legend);
  const where = 'T to AG, to the right of S7 so that nothing of yours is covered';
  const { out } = await sheet.run('check', 'hires.xlsx');
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`Results go to columns ${where}.`);
  const first = await sheet.run('assess', 'hires.xlsx', ...quick);
  expect(first.out.replaceAll(/\s+/g, ' ')).toContain(`Columns: ${where}`);

  const { cell, save } = await sheet.open();
  for (let row = 4; row <= 8; row++) {
    for (let column = 1; column <= Object.keys(trip).length; column++) {
      const letter = String.fromCharCode(64 + column);
      cell(`${letter}${row}`).value = cell(`${letter}2`).value;
    }
    cell(`A${row}`).value = `N-${row}`;
  }
  await save();
  const second = await sheet.run('assess', 'hires.xlsx', ...quick);
  expect(second.out).toContain('Columns:  T to AG, which are already there\n');
  expect(second.code).toBe(0);
  const written = await sheet.open();
  for (const [address, text] of Object.entries(legend))
    expect(written.cell(address).value).toBe(text);
  expect(written.cell('T8').value).toBe('Scored');
  expect((await sheet.sandbox.readLedger()).commits.rwa_create).toBe(7);
});

test('nothing is sent without room for the results, and the message gives advice', async () => {
  const sheet = await createWorkbook(people(2), { XFD40: 'x' });
  const message = /no room for 14 columns of results.*column XFD\s\(XFD40\).*Delete/s;
  for (const [command, options] of [
    ['assess', quick],
    ['check', []],
  ] as const) {
    const { code, err } = await sheet.run(command, 'hires.xlsx', ...options);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  }
  const { requests } = await sheet.sandbox.readLedger();
  expect(Object.values(requests).reduce((sum, count) => sum + count, 0)).toBe(0);
});

test('the JSON plan contains the result columns', async () => {
  const sheet = await createSheet({ ...trip, 'Payroll tax risk': 'mine' });
  const plans = [];
  for (const employee of ['1', '2']) {
    await sheet.add({ ...trip, 'Employee ID': employee });
    const { out } = await sheet.run('assess', 'hires.csv', '--json', ...quick);
    plans.push((JSON.parse(out.split('\n')[0] ?? '') as { resultColumns: unknown }).resultColumns);
  }
  const span = { from: 'R', to: 'AE' };
  expect(plans).toEqual([
    { ...span, existing: [], added: [span] },
    { ...span, existing: [span], added: [] },
  ]);
  const { out } = await sheet.run('check', 'hires.csv', '--json');
  expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toMatchObject({
    resultColumns: { ...span, existing: [span] },
  });
  const round = await sheet.run('check', 'hires.csv', '--for', 'reassess', '--json');
  expect(JSON.parse(round.out.trim().split('\n').at(-1) ?? '')).toMatchObject({
    resultColumns: { from: 'R', to: 'AG', existing: [span], added: [{ from: 'AF', to: 'AG' }] },
  });
});

test('for headings in another language, a mapping is suggested, and nothing is sent before it is used', async () => {
  const sheet = await createSheet(trip);
  const text = await readFile(sheet.path, 'utf8');
  const german = text
    .replace('Employee ID', 'Personalnr.')
    .replace('Destination country', 'Zielland')
    .replace('Start date', 'Beginn');
  await writeFile(sheet.path, german);
  for (const command of [['check'], ['assess', ...quick], ['assess', '--accept-suggestions']]) {
    const [name = '', ...options] = command;
    const { code, out, err } = await sheet.run(name, 'hires.csv', ...options);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Missing: Employee ID, Destination country, Start date.');
    expect(err).toContain('"destination": "Zielland"');
    expect(await sheet.countCreated()).toBe(0);
  }
  const map = { employeeId: 'Personalnr.', destination: 'Zielland', startDate: 'Beginn' };
  await writeFile(join(sheet.path, '../columns.json'), JSON.stringify(map));
  const { code } = await sheet.run('assess', 'hires.csv', ...quick, '--columns', 'columns.json');
  expect([code, await sheet.countCreated()]).toEqual([0, 1]);
});

test('one --columns file fits commands with different inputs, and an unknown input in it is refused', async () => {
  const { 'Employee ID': who = '', ...inputs } = trip;
  const sheet = await createSheet({
    ...inputs,
    'Pers.-Nr.': who,
    'ID Führungskraft': 'M-200',
    Entscheidung: 'Manager Approved',
    Notiz: 'fine',
  });
  const folder = dirname(sheet.path);
  const staff = toCsv([
    { Vorname: 'Zoë', Nachname: 'Li', Mail: 'z@x.example', 'Pers.-Nr.': 'S-1' },
  ]);
  await writeFile(join(folder, 'staff.csv'), staff);
  const map = {
    employeeId: 'Pers.-Nr.',
    managerId: 'ID Führungskraft',
    status: 'Entscheidung',
    note: 'Notiz',
    first_name: 'Vorname',
    last_name: 'Nachname',
    email: 'Mail',
    staff_id: 'Pers.-Nr.',
  };
  await writeFile(join(folder, 'columns.json'), JSON.stringify(map));
  for (const command of [
    ['check', 'hires.csv'],
    ['assess', 'hires.csv', ...quick],
    ['decide', 'hires.csv', '--yes'],
    ['status', 'hires.csv'],
    ['status', 'hires.csv', '--for', 'decide'],
    ['resolve', 'hires.csv', '--dry-run'],
    ['invite', 'staff.csv', '--yes'],
    ['remove-access', 'staff.csv', '--yes'],
    ['forget', 'staff.csv', '--for', 'invite', '--employee', 'S-1', '--yes'],
    ['forget', 'hires.csv', '--employee', who, '--yes'],
  ]) {
    const [name = '', file = '', ...options] = command;
    const { code, out, err } = await sheet.run(name, file, '--columns', 'columns.json', ...options);
    expect(code, `${command.join(' ')}\n${out}${err}`).toBe(0);
  }
  const { assessments, commits } = await sheet.sandbox.readLedger();
  expect(assessments).toMatchObject([
    { employeeId: who, status: 'Manager Approved', note: 'fine' },
  ]);
  expect(commits).toMatchObject({ create_pending_user: 1, remove_user_access: 1 });

  await writeFile(join(folder, 'columns.json'), JSON.stringify({ ...map, notte: 'Notiz' }));
  const { code, err } = await sheet.run('decide', 'hires.csv', '--columns', 'columns.json');
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('"notte", which is not an input of a decision; did you mean note?'),
  ]);
});
