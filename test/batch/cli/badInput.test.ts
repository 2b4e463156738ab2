import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { createWorkbookParts } from '../../sheets/xlsx/workbookFixture.js';
import { buildZip, buildZipBomb } from '../../sheets/xlsx/zipFixture.js';
import { readFiles, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, hire, trip } from './sheets.js';

const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);
const workbook = buildZip(
  createWorkbookParts({ rows: '<row><c t="str"><v>Employee ID</v></c></row>' }),
);

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
    buildZipBomb(createWorkbookParts({}), 'xl/worksheets/sheet1.xml'),
    'unpacks to more than 400 times',
  ],
  ['a workbook without rows', 'a.xlsx', buildZip(createWorkbookParts({})), 'has no values'],
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
  const sandbox = await startTestSandbox();
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
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});

const text = toCsv([
  { ...trip, Name: 'Ümit Äpfel' },
  { ...hire, Name: 'Zoë' },
]);
test.each<[string, string | Uint8Array]>([
  ['UTF-16, big-endian', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['sep=;', `sep=;\r\n${toCsv([trip, hire], ';')}`],
  ['a heading __proto__', toCsv([{ ...trip, __Proto: 'a' }, hire]).replace('__Proto', '__proto__')],
  ['emojis and text from right to left', toCsv([{ ...trip, Name: '👩‍💻 שלום' }, hire])],
])('a CSV file (%s) is read and assessed', async (_, content) => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'a.csv': content });
  const args = ['assess', 'a.csv', '--yes', '--poll-interval', '50ms'];
  const { code, out } = await rwa(folder, args, toEnv(sandbox));
  expect([code, out]).toEqual([0, expect.stringMatching(/^ +2 scored$/m)]);
});

test('an ID in an unknown encoding is not sent until the file is saved as UTF-8', async () => {
  const rows = toCsv([{ ...trip, 'Employee ID': 'MÜ-1' }, hire]);
  const folder = await folderWith({ 'a.csv': Buffer.from(rows, 'latin1') });
  const sandbox = await startTestSandbox();
  const assess = () =>
    rwa(folder, ['assess', 'a.csv', '--yes', '--poll-interval', '50ms'], toEnv(sandbox));
  const first = await assess();
  expect([first.code, first.out]).toEqual([3, expect.stringMatching(/^ +1 invalid$/m)]);
  expect((await rwa(folder, ['check', 'a.csv'])).out).toContain(
    'A2, Employee ID "MÜ-1": The cell contains letters that may be wrong',
  );
  const listSentIds = async () =>
    (await sandbox.readLedger()).assessments.map(({ employeeId }) => employeeId).toSorted();
  expect(await listSentIds()).toEqual(['00123']);

  const path = join(folder, 'a.csv');
  writeFileSync(path, readFileSync(path, 'latin1'));
  expect((await assess()).code).toBe(0);
  expect(await listSentIds()).toEqual(['00123', 'MÜ-1']);
});

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['a cell of 10,000 characters', { Citizenship: 'x'.repeat(10_000) }, 'E2, Citizenship "xxx'],
  ['an ambiguous date', { 'Start date': '03/11/2026' }, 'Use --date-format dmy (day first) or'],
])('%s makes its row invalid, and the other row is assessed', async (_, values, message) => {
  const { Name: _name, ...nameless } = trip;
  const folder = await folderWith({ 'a.csv': toCsv([{ ...nameless, ...values }, hire]) });
  const check = await rwa(folder, ['check', 'a.csv']);
  expect([check.code, check.out]).toEqual([3, expect.stringContaining(message)]);
  const sandbox = await startTestSandbox();
  const args = ['assess', 'a.csv', '--yes', '--poll-interval', '50ms'];
  const { code, out } = await rwa(folder, args, toEnv(sandbox));
  expect([code, out]).toEqual([3, expect.stringMatching(/^ +1 scored$/m)]);
  expect(out).toMatch(/^ +1 invalid$/m);
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
