import { existsSync } from 'node:fs';
import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, hire, people, trip } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];
const assessWithReport = ['assess', 'hires.csv', ...quick, '--report', 'risks.html'];

test('--report writes the same report as rwa report, and the summary has its main numbers', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({
    'hires.csv': toCsv([...people(2), { ...hire, Purpose: 'x' }]),
  });
  const { code, out } = await rwa(folder, [...assessWithReport, '--verbose'], toEnv(service));
  expect(code).toBe(3);
  expect(out).toContain('Risks of 2 rows:\n  Overall:  ');
  expect(out).toMatch(/\nReport: {3}risks\.html\n$/);
  const page = await readFile(join(folder, 'risks.html'), 'utf8');
  expect(page).toContain('<dd>3</dd>');
  expect(page).toContain(service.sandbox.baseUrl);
  expect(page).not.toContain('made up');

  const again = await rwa(folder, ['report', 'hires.csv', '--output', 'again.html']);
  expect([again.code, again.err]).toEqual([0, '']);
  const removeTimes = (text: string) => text.replaceAll(/\d+ \w+ \d{4} at \d\d:\d\d/g, '');
  expect(removeTimes(await readFile(join(folder, 'again.html'), 'utf8'))).toBe(removeTimes(page));
});

test('rwa report and a second run show the scores of a copy that has no journal', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const assess = ['assess', 'hires.csv', '--output', 'copy.csv', ...quick, '--verbose'];
  const { out } = await rwa(folder, assess, toEnv(service));
  const risks = out.slice(out.indexOf('  Overall:'), out.indexOf('Results:  copy.csv'));
  expect(risks).toContain('Overall:');
  const result = await rwa(folder, ['report', 'copy.csv']);
  // Without a terminal, the output contains numbers, but no person and no country.
  const [overall = ''] = risks.split('\n');
  expect(result.out).toContain(overall);
  expect(result.out).not.toMatch(/Where:|Highest:|0000[12]|Portugal/);
  const page = await readFile(join(folder, 'copy.report.html'), 'utf8');
  expect(page).toContain('<dt>with scores</dt>');
  expect(page).not.toContain('Service:');
  expect(page).toContain('all scores are made up');
  const secondAssess = ['assess', 'copy.csv', '--report', 'risks.html', '--yes', '--verbose'];
  expect((await rwa(folder, secondAssess, toEnv(service))).out).toContain(risks);
});

test('a run whose report cannot be written exits with 6, and suggests a command for the report', async () => {
  const service = await startTestSandbox({ latencyMs: 300 });
  // The path of the report is unused when the run begins.
  const run = async (...more: string[]) => {
    const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
    const running = rwa(folder, [...assessWithReport, ...more], toEnv(service));
    await vi.waitFor(() => access(join(folder, 'hires.csv.rwa-journal.jsonl')), {
      timeout: 10_000,
    });
    await mkdir(join(folder, 'risks.html'));
    return { folder, ...(await running) };
  };
  const { code, out, folder } = await run();
  expect(code).toBe(6);
  expect(out).toContain('risks.html could not be written: it is a folder. Choose another name');
  expect(out).not.toContain('..');
  expect(out).toContain('    rwa report hires.csv --output risks.html');
  expect(out).not.toContain('Report: ');
  const json = await run('--json');
  const summary = JSON.parse(json.out.trimEnd().split('\n').at(-1) ?? '') as object;
  expect(summary).toMatchObject({ exitCode: 6, sent: 1 });
  expect(summary).toHaveProperty('reportNotWritten', expect.stringContaining('it is a folder'));
  const refused = await rwa(folder, assessWithReport, toEnv(service));
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('that is a folder')]);
});

test('the report of a sandbox run has its own file name, and states that all scores are made up', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([trip]) });
  await rwa(folder, ['assess', 'hires.csv', '--sandbox', '--yes', '--poll-interval', '100ms']);
  const { code, out } = await rwa(folder, ['report', 'hires.csv', '--sandbox']);
  expect([code, out]).toEqual([0, expect.stringContaining('Created hires.sandbox.report.html.')]);
  const page = () => readFile(join(folder, 'hires.sandbox.report.html'), 'utf8');
  expect(await page()).toContain('all scores are made up');
  await rwa(folder, ['report', 'hires.sandbox.csv']);
  expect(await page()).toContain('all scores are made up');
  expect(existsSync(join(folder, 'hires.report.html'))).toBe(false);
});

test.each([
  ['report', ['report', 'hires.csv', '--output', 'hires.csv'], 'ends in .html'],
  ['report', ['report', 'hires.csv', '--output', 'no/where.html'], 'folder of no/where.html'],
  ['assess', ['assess', 'hires.csv', '--yes', '--report', 'hires.csv'], 'ends in .html'],
  ['assess', ['assess', 'hires.csv', '--yes', '--report', 'no/x.html'], 'folder of no/x.html'],
])('rwa %s refuses an invalid path for a report, and changes no file', async (_, args, message) => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv([trip]) });
  const before = await readFiles(folder);
  const { code, err } = await rwa(folder, args, toEnv(service));
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(await readFiles(folder)).toEqual(before);
});
