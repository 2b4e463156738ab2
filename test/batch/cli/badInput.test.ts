import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testSandbox } from '../../sandbox/sandboxUnderTest.js';
import { workbookParts } from '../../sheets/xlsx/workbookFixture.js';
import { buildZip, zipBomb } from '../../sheets/xlsx/zipFixture.js';
import { readFiles, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, hire, trip } from './sheets.js';

const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
const workbook = buildZip(workbookParts({ rows: '<row><c t="str"><v>Employee ID</v></c></row>' }));

test.each<[string, string, string | Uint8Array, string]>([
  ['an empty file', 'a.csv', '', 'a.csv is empty. Use a file with headings'],
  ['an empty .xlsx file', 'a.xlsx', '', 'a.xlsx is empty.'],
  ['a file with only blank lines', 'a.csv', '\r\n\r\n,,,\r\n', 'has no values'],
  [
    'a file without headings',
    'a.csv',
    '00123,Anna,Germany\r\n00124,Ben,France\r\n',
    'No heading row was found',
  ],
  ['a file with only unknown headings', 'a.csv', 'Name,Team\r\nAnna,A\r\n', 'Found: Name, Team.'],
  [
    'a file with headings and no rows',
    'a.csv',
    toCsv([trip]).split('\r\n')[0] ?? '',
    'has no rows below its headings',
  ],
  ['a workbook in the old .xls format', 'a.xls', ole, 'old .xls format'],
  [
    'an encrypted workbook',
    'a.xlsx',
    Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]),
    'password',
  ],
  [
    'a workbook encrypted by a sensitivity label',
    'a.xlsx',
    Buffer.concat([ole, Buffer.from('DRMEncryptedDataSpace EncryptedPackage', 'utf16le')]),
    'is encrypted by a sensitivity label',
  ],
  ['a truncated workbook', 'a.xlsx', workbook.subarray(0, 700), 'is damaged'],
  [
    'a compression bomb of 1.5 GB',
    'a.xlsx',
    zipBomb(workbookParts({}), 'xl/worksheets/sheet1.xml'),
    'unpacks to more than 400 times',
  ],
  ['a workbook without rows', 'a.xlsx', buildZip(workbookParts({})), 'has no values'],
  [
    'a file with an unclosed quote',
    'a.csv',
    `${toCsv([trip])}"00124,Ben\r\n00125,Cleo\r\n`,
    'quotation mark',
  ],
  [
    'a picture',
    'a.csv',
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'a.csv is not a text file',
  ],
  ['an .ods file', 'a.ods', buildZip({ mimetype: 'x' }), 'Save it in LibreOffice'],
  [
    'a text file with the extension of a workbook',
    'a.xlsx',
    toCsv([trip]),
    'has the extension of an Excel workbook but is not one',
  ],
])('%s is refused, and nothing is sent or written', async (_, name, content, message) => {
  const sandbox = await testSandbox();
  const folder = await folderWith({ [name]: content });
  const before = await readFiles(folder);
  for (const args of [
    ['check', name],
    ['assess', name, '--yes', '--verbose'],
  ]) {
    const { code, out, err } = await rwa(folder, args, toEnv(sandbox));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^rwa: /m);
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n +at |undefined|\[object/);
  }
  expect(await readFiles(folder)).toEqual(before);
  expect((await sandbox.ledger()).requests.rwa_create).toBe(0);
});

const text = toCsv([
  { ...trip, Name: 'Ümit Äpfel' },
  { ...hire, Name: 'Zoë' },
]);
const toUtf16 = (encoding: 'le' | 'be') => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return encoding === 'le' ? bytes : bytes.swap16();
};

test.each<[string, string | Uint8Array]>([
  ['UTF-8 with a byte order mark', `\uFEFF${text}`],
  ['UTF-16, little-endian', toUtf16('le')],
  ['UTF-16, big-endian', toUtf16('be')],
  ['Windows-1252', Buffer.from(text, 'latin1')],
  ['semicolons', toCsv([{ ...trip, Name: 'Salary 1.234,50' }, hire], ';')],
  ['sep=;', `sep=;\r\n${toCsv([trip, hire], ';')}`],
  ['tabs', toCsv([trip, hire], '\t')],
  [
    'two equal headings that are not ours',
    toCsv([{ ...trip, Note: 'a' }, hire]).replace('Name', 'Note'),
  ],
  ['a heading __proto__', toCsv([{ ...trip, __Proto: 'a' }, hire]).replace('__Proto', '__proto__')],
  ['a title above the headings', `Hires of the quarter\r\n\r\n${text}`],
  ['the headings repeated below the rows', text + (text.split('\r\n')[0] ?? '') + '\r\n'],
  ['decimal commas in columns that are not read', toCsv([{ ...trip, Salary: '1,5' }, hire])],
  ['emojis and text from right to left', toCsv([{ ...trip, Name: '👩‍💻 שלום' }, hire])],
])('a CSV file (%s) is read and assessed', async (_, content) => {
  const sandbox = await testSandbox();
  const folder = await folderWith({ 'a.csv': content });
  const args = ['assess', 'a.csv', '--yes', '--poll-interval', '50ms'];
  const { code, out } = await rwa(folder, args, toEnv(sandbox));
  expect([code, out]).toEqual([0, expect.stringMatching(/^ +2 scored$/m)]);
});

test('an ID in an unknown encoding is not sent until the file is saved as UTF-8', async () => {
  const rows = toCsv([{ ...trip, 'Employee ID': 'MÜ-1' }, hire]);
  const folder = await folderWith({ 'a.csv': Buffer.from(rows, 'latin1') });
  const sandbox = await testSandbox();
  const assess = () =>
    rwa(folder, ['assess', 'a.csv', '--yes', '--poll-interval', '50ms'], toEnv(sandbox));
  const first = await assess();
  expect([first.code, first.out]).toEqual([3, expect.stringMatching(/^ +1 invalid$/m)]);
  expect((await rwa(folder, ['check', 'a.csv'])).out).toContain(
    'A2, Employee ID "MÜ-1": The cell contains letters that may be wrong',
  );
  const idsSent = async () =>
    (await sandbox.ledger()).assessments.map(({ employeeId }) => employeeId).toSorted();
  expect(await idsSent()).toEqual(['00123']);

  const path = join(folder, 'a.csv');
  writeFileSync(path, readFileSync(path, 'latin1'));
  expect((await assess()).code).toBe(0);
  expect(await idsSent()).toEqual(['00123', 'MÜ-1']);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['a cell of 10,000 characters', { Citizenship: 'x'.repeat(10_000) }, 'E2, Citizenship "xxx'],
  ['#N/A', { 'Employee ID': '#N/A' }, 'A2, Employee ID: The cell contains the error #N/A.'],
  ['a shortened ID', { 'Employee ID': '1.23E+11' }, 'a number that was shortened'],
  [
    'N/A where a value is needed',
    { 'Past trips duration': 'N/A' },
    'Past trips duration "N/A" is missing.',
  ],
  ['an ambiguous date', { 'Start date': '03/11/2026' }, 'Use --date-format dmy (day first) or'],
  ['a negative number', { 'Past trips duration': '-3' }, '"-3": must not be negative.'],
  ['a decimal number', { 'Past trips duration': '2,5' }, '"2,5": must be a whole number.'],
])('%s makes its row invalid, and the other row is assessed', async (_, values, message) => {
  const { Name: _name, ...nameless } = trip;
  const folder = await folderWith({ 'a.csv': toCsv([{ ...nameless, ...values }, hire]) });
  const check = await rwa(folder, ['check', 'a.csv']);
  expect([check.code, check.out]).toEqual([3, expect.stringContaining(message)]);
  const sandbox = await testSandbox();
  const args = ['assess', 'a.csv', '--yes', '--poll-interval', '50ms'];
  const { code, out } = await rwa(folder, args, toEnv(sandbox));
  expect([code, out]).toEqual([3, expect.stringMatching(/^ +1 scored$/m)]);
  expect(out).toMatch(/^ +1 invalid$/m);
});

test('IDs that look like formulas or numbers are sent unchanged', async () => {
  const sandbox = await testSandbox();
  const ids = ['-5', '1E5', '@x', '+1'];
  const folder = await folderWith({
    'a.csv': toCsv(ids.map((id) => ({ ...trip, 'Employee ID': id }))),
  });
  const args = ['assess', 'a.csv', '--yes', '--poll-interval', '50ms'];
  expect((await rwa(folder, args, toEnv(sandbox))).code).toBe(0);
  const { assessments } = await sandbox.ledger();
  expect(assessments.map(({ employeeId }) => employeeId).toSorted()).toEqual(ids.toSorted());
});

test('a formula that was never calculated makes its row invalid', async () => {
  const entry = Object.entries(trip);
  const cell = (text: string) => `<c t="str"><v>${text}</v></c>`;
  const rows =
    `<row>${entry.map(([heading]) => cell(heading)).join('')}</row>` +
    `<row>${entry.map(([, value]) => (value === 'Mid' ? '<c><f>A1</f></c>' : cell(value))).join('')}</row>`;
  const folder = await folderWith({ 'a.xlsx': buildZip(workbookParts({ rows })) });
  const { code, out } = await rwa(folder, ['check', 'a.xlsx']);
  expect(code).toBe(3);
  expect(out).toContain(
    '  D2, Seniority "(not calculated)": The cell contains a formula that was never calculated. Open the file in Excel, save it, and run again.\n',
  );
});

test.each([
  'https://ana:secret@hooks.example.com/secret',
  'https://hooks.example.com?key=secret',
  'https://hooks.example.com#secret',
])('a refused URL is shortened to its host: %s', async (url) => {
  const { code, err } = await rwa(await folderWith(), ['template', 'a.csv', url]);
  expect(code).toBe(2);
  expect(err).toContain('https://hooks.example.com/...');
  expect(err).not.toMatch(/secret|ana/);
});
