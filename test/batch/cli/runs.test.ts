import { existsSync } from 'node:fs';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readShown, createWorkbookParts } from '../../sheets/xlsx/workbookFixture.js';
import { buildZip } from '../../sheets/xlsx/zipFixture.js';
import { readFiles, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, hire, people, trip } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];

test('a run in the root folder names files by their whole path', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const path = join(folder, 'hires.csv');
  const { out } = await rwa('/', ['assess', path, ...quick], toEnv(sandbox));
  expect(out).toContain(`Results:  ${path}\n`);
});

test('no command replaces a file that is not an earlier copy or report', async () => {
  const sandbox = await startTestSandbox();
  const foreign = { 'salaries.csv': 'Name,Salary\nAnn,1000\n', 'page.html': '<p>ours</p>' };
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)), ...foreign });
  const assess = ['assess', 'hires.csv', ...quick];
  for (const args of [
    [...assess, '--output', 'salaries.csv'],
    [...assess, '--report', 'page.html'],
    ['report', 'hires.csv', '--output', 'page.html'],
  ]) {
    const { code, err } = await rwa(folder, args, toEnv(sandbox));
    expect([code, err]).toEqual([2, expect.stringMatching(/exists and .* delete that file/)]);
  }
  expect(await readFiles(folder)).toMatchObject(foreign);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});

test('--output does not change the sheet, and a deleted output file is written again', async () => {
  const sandbox = await startTestSandbox();
  const content = toCsv(people(3));
  const folder = await folderWith({ 'my hires.csv': content });
  const args = ['assess', 'my hires.csv', '--output', 'scored.csv', ...quick];
  const { out } = await rwa(folder, args, toEnv(sandbox));
  expect(out).toContain('Results:  to scored.csv; my hires.csv is not changed');
  const first = await readFiles(folder);
  expect(first['my hires.csv']).toBe(Buffer.from(content).toString('latin1'));
  expect(first['scored.csv']).toContain('Assessment ID');
  expect(Object.keys(first)).toHaveLength(3);

  await rm(join(folder, 'scored.csv'));
  await rwa(folder, args, toEnv(sandbox));
  expect(await readFiles(folder)).toEqual(first);

  // A run without new results does not overwrite edits in the copy.
  await appendFile(join(folder, 'scored.csv'), 'seen by Ana\n');
  const later = await rwa(folder, args, toEnv(sandbox));
  expect((await readFiles(folder))['scored.csv']).toContain('seen by Ana');
  expect(later.out).toContain(
    'Results:  nothing new to write; scored.csv is newer than the sheet and was not changed',
  );
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(3);
});

test('results can be written into an Excel template, but not as another kind of file', async () => {
  const sandbox = await startTestSandbox();
  const [headings, ...rows] = toCsv([hire]).trim().split('\r\n');
  const cells = (line = '') =>
    line.split(',').map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`);
  const xml = [headings, ...rows].map((line) => `<row>${cells(line).join('')}</row>`).join('');
  const folder = await folderWith({ 'hires.xltx': buildZip(createWorkbookParts({ rows: xml })) });
  const args = ['assess', 'hires.xltx', ...quick];
  const refused = await rwa(folder, [...args, '--output', 'hires.xlsx'], toEnv(sandbox));
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('ends in .xltx')]);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
  expect(await rwa(folder, args, toEnv(sandbox))).toMatchObject({ code: 0 });
  const [, row] = await readShown(join(folder, 'hires.xltx'));
  expect(row).toContain('Scored');
});

test('--sandbox needs no settings, writes a copy, and does not affect a later real run', async () => {
  const sandbox = await startTestSandbox();
  const content = toCsv([trip, hire]);
  const folder = await folderWith({ 'hires.csv': content });
  const { code, out } = await rwa(folder, ['assess', 'hires.csv', '--sandbox', ...quick]);
  expect(code).toBe(0);
  expect(out).toContain('Results:  hires.sandbox.csv');
  const files = await readFiles(folder);
  expect(files['hires.csv']).toBe(Buffer.from(content).toString('latin1'));
  expect(files['hires.sandbox.csv']).toContain('Scored');

  const real = await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect(real.out).toMatch(/^ +2 to assess$/m);
});

test('--retry-rejected sends rejected rows again', async () => {
  const sandbox = await startTestSandbox();
  const unknown = { ...trip, Citizenship: 'Atlantis' };
  const folder = await folderWith({ 'hires.csv': toCsv([unknown]) });
  const args = ['assess', 'hires.csv', ...quick];
  const { code, out } = await rwa(folder, args, toEnv(sandbox));
  expect(code).toBe(3);
  expect(out).toContain(
    'Correct the rejected row (--retry-rejected sends it again unchanged). To see the reason:',
  );
  await rwa(folder, args, toEnv(sandbox));
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(1);
  const again = await rwa(folder, [...args, '--retry-rejected'], toEnv(sandbox));
  expect(again.out).toContain('1 rejected by the service, will be sent again');
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(2);
});

test('the plan shows --set and --columns, and its estimated time depends on --rate', async () => {
  const sandbox = await startTestSandbox();
  const others = people(3).map(({ Purpose: _, 'Employee ID': id = '', ...entry }) => ({
    Payroll: id,
    ...entry,
    'Past trips duration': '1',
  }));
  const folder = await folderWith({
    'hires.csv': toCsv(others),
    'map.json': '\uFEFF{"Employee ID": "payroll"}',
  });
  const purpose = ['--set', 'purpose=work from anywhere', '--columns', 'map.json'];
  const rate = ['--rate', '10/m'];
  const args = ['assess', 'hires.csv', ...purpose];
  const { out } = await rwa(folder, [...args, ...rate, '--verbose'], toEnv(sandbox));
  expect(out).toContain('Note: Employee ID is read from column A, "payroll" (--columns).\n');
  expect(out).toContain('Note: Purpose is "work from anywhere" in every row (--set).\n');
  expect(out).toContain('Time:     at least 36 s');
  expect((await rwa(folder, args, toEnv(sandbox))).out).toContain('Time:     a few seconds');
});

test('assess sends its requests no faster than --rate', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const startMs = performance.now();
  const { code } = await rwa(
    folder,
    ['assess', 'hires.csv', ...quick, '--rate', '5/s'],
    toEnv(sandbox),
  );
  const tookMs = performance.now() - startMs;
  expect(code).toBe(0);
  const { requests } = await sandbox.readLedger();
  const sent = requests.rwa_create + requests.rwa_retrieve;
  expect(sent).toBeGreaterThanOrEqual(6);
  expect(tookMs).toBeGreaterThan((sent - 1) * 190);
});

test('assess shortens a list of 5,000 invalid rows, and check lists every row', async () => {
  // Each problem occurs in a third of the rows, so it is reported for each row, not for the column.
  const fields = ['Seniority', 'Legal right to work', 'Start date'] as const;
  const bad = people(5_000).map((entry, index) => ({
    ...entry,
    Citizenship: 'Londn',
    [fields[index % 3] ?? '']: 'x',
  }));
  const folder = await folderWith({ 'hires.csv': toCsv(bad) });
  const { out } = await rwa(folder, ['assess', 'hires.csv', '--sandbox', ...quick, '--verbose']);
  expect(out.split('\n').length).toBeLessThan(30);
  expect(out).toContain('  ... and 4,990 more. rwa check hires.csv lists all.');
  expect(out).toContain('Warning, rows 2, 3, 4, 5, 6 and 4,995 more: Citizenship: "Londn"');
  const check = await rwa(folder, ['check', 'hires.csv']);
  expect(check.out.match(/^Row \d+$/gm)).toHaveLength(5_000);
  expect(check.out).toContain('    1,667 Seniority, first in row 2\n');
});

test('moved result columns are found, and a renamed result column is added again', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  const written = (await readFiles(folder))['hires.csv'] ?? '';
  const inputs = people(1).flatMap((entry) => Object.keys(entry)).length;
  const moved = written
    .trimEnd()
    .split('\r\n')
    .map((line) => {
      const cells = line.split(',');
      return [...cells.slice(inputs), ...cells.slice(0, inputs)].join(',');
    });
  const text = [
    ...moved,
    `${','.repeat(14)}${toCsv([{ ...trip, 'Employee ID': 'new' }]).split('\r\n')[1] ?? ''}`,
  ]
    .join('\r\n')
    .replace('Payroll tax risk', 'Payroll');
  await writeFile(join(folder, 'hires.csv'), text, 'latin1');

  expect((await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox))).code).toBe(0);
  const [headings = '', ...rows] = ((await readFiles(folder))['hires.csv'] ?? '').split('\r\n');
  expect(headings.match(/Assessment ID/g)).toHaveLength(1);
  expect(headings).toMatch(/^Assessment status,.*,Payroll,.*,Payroll tax risk$/);
  expect(rows.filter((row) => row.startsWith('Scored,'))).toHaveLength(4);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(4);
});

test('an output that cannot be written is refused before anything is sent', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv([trip]) });
  for (const output of ['scored.pdf', 'none/scored.csv']) {
    const { code, err } = await rwa(
      folder,
      ['assess', 'hires.csv', '--output', output, ...quick],
      toEnv(sandbox),
    );
    expect(code, output).toBe(2);
    expect(err).toMatch(/Choose an(?:other)? --output/);
  }
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});

test('the summary names files relative to the current folder', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith();
  await mkdir(join(folder, 'hr', 'q4'), { recursive: true });
  await writeFile(join(folder, 'hr', 'q4', 'hires.csv'), toCsv([trip]));
  const sheet = join('hr', 'q4', 'hires.csv');
  const { out } = await rwa(folder, ['assess', sheet, ...quick], toEnv(sandbox));
  expect(out).toContain(`\nResults:  ${sheet}\n`);
  const [, backup = ''] = /^Backup: {3}(.*), the sheet before this run$/m.exec(out) ?? [];
  const [, journal = ''] = /^Journal: {2}(.*); keep this file/m.exec(out) ?? [];
  expect(journal).toBe(`${sheet}.rwa-journal.jsonl`);
  expect(backup).toContain(join('hr', 'q4', 'hires.backup-'));
  expect(existsSync(join(folder, backup))).toBe(true);
});

test('a sandbox run refuses to write its results into the sheet itself', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([trip]) });
  const { code, err } = await rwa(folder, [
    'assess',
    'hires.csv',
    '--sandbox',
    '--output',
    'hires.csv',
    ...quick,
  ]);
  expect(code).toBe(2);
  expect(err).toContain("Sandbox results can't be written into the original sheet");
});
