import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../batch/engine/journal/lock.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, rwa, rwaProcess } from './rwaUnderTest.js';
import { toCsv, people, trip } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];
const journal = 'hires.csv.rwa-journal.jsonl';
const forgetArgs = ['forget', 'hires.csv', '--employee', '00001'];

/** Creates a folder with a sheet of three scored people, its journal, a backup and a report. */
async function createScoredSheet(): Promise<{ sandbox: SandboxUnderTest; folder: string }> {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const report = ['--report', 'risks.html'];
  await rwa(folder, ['assess', 'hires.csv', ...quick, ...report], toEnv(sandbox));
  return { sandbox, folder };
}

async function readSheet(folder: string): Promise<string> {
  return readFile(join(folder, 'hires.csv'), 'utf8');
}

async function countCreated(sandbox: SandboxUnderTest): Promise<number> {
  return (await sandbox.readLedger()).commits.rwa_create;
}

async function findFirstId(sandbox: SandboxUnderTest): Promise<string> {
  const { assessments } = await sandbox.readLedger();
  return String(assessments.find(({ employeeId }) => employeeId === '00001')?.assessmentId);
}

test('no file beside the sheet contains a forgotten person, and the row is not sent again', async () => {
  const { sandbox, folder } = await createScoredSheet();
  await rwa(folder, ['assess', 'hires.csv', '--sandbox', ...quick]);
  const id = await findFirstId(sandbox);
  expect(await readFile(join(folder, journal), 'utf8')).toContain(id);
  const sheet = await readSheet(folder);

  const { code, out } = await rwa(folder, [...forgetArgs, '--yes']);
  expect([code, out]).toEqual([0, expect.stringMatching(/^ {2}rewrite {2}hires[.]csv[.]rwa-/m)]);
  expect(out).toContain('delete   risks.html: a report');
  expect(out).toMatch(
    /While it stays, rwa does not send it again[.] If a run starts before you delete it, .*\nrwa cannot reach .*logs/,
  );
  expect((await readdir(folder)).toSorted()).toEqual(['hires.csv', journal]);
  expect(await readFile(join(folder, journal), 'utf8')).not.toContain(id);
  expect(await readSheet(folder)).toBe(sheet);

  const status = await rwa(folder, ['status', 'hires.csv']);
  expect(status.out).toMatch(
    /^ *Row 2: Forgotten[.] rwa forget removed this person from the journal on \d{4}-/m,
  );
  expect(status.out).toMatch(/^ +2 scored$/m);
  const again = await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect([again.code, await countCreated(sandbox)]).toEqual([0, 3]);
  await rwa(folder, ['reassess', 'hires.csv', '--new-round', ...quick], toEnv(sandbox));
  expect(await countCreated(sandbox)).toBe(5);
});

test('a second rwa forget reports that nothing is left, also after the row was deleted', async () => {
  const { folder } = await createScoredSheet();
  await rwa(folder, [...forgetArgs, '--yes']);
  const before = await readFiles(folder);
  const second = await rwa(folder, forgetArgs);
  expect([second.code, second.out]).toEqual([0, expect.stringContaining('no longer contain')]);
  expect(await readFiles(folder)).toEqual(before);
  const lines = (await readSheet(folder)).split('\r\n');
  await writeFile(join(folder, 'hires.csv'), lines.toSpliced(1, 1).join('\r\n'));
  const third = await rwa(folder, forgetArgs);
  expect([third.code, third.out]).toEqual([
    2,
    expect.stringMatching(
      /^Employee 00001 was not found .* forgotten here before, there is nothing left/,
    ),
  ]);
});

test('a row that was deleted before rwa forget and restored later is not sent', async () => {
  const { sandbox, folder } = await createScoredSheet();
  const lines = (await readSheet(folder)).split('\r\n');
  await writeFile(join(folder, 'hires.csv'), lines.toSpliced(1, 1).join('\r\n'));
  // The row is missing from the sheet, so only the journal can identify the person.
  expect((await rwa(folder, [...forgetArgs, '--yes'])).code).toBe(0);
  await writeFile(join(folder, 'hires.csv'), toCsv(people(3)));
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect(await countCreated(sandbox)).toBe(3);
  await rwa(folder, ['reassess', 'hires.csv', '--rows', '2', ...quick], toEnv(sandbox));
  expect(await countCreated(sandbox)).toBe(3);
});

test('a forgotten row with changed inputs is invalid, and is not sent', async () => {
  const { sandbox, folder } = await createScoredSheet();
  await rwa(folder, ['forget', 'hires.csv', '--row', '2', '--yes']);
  const changed = (await readSheet(folder)).replace('2026-11-20', '2026-11-19');
  await writeFile(join(folder, 'hires.csv'), changed);
  const { code, out } = await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect([code, await countCreated(sandbox)]).toEqual([3, 3]);
  expect(out).toContain('1 invalid');
  expect((await rwa(folder, ['status', 'hires.csv'])).out).toContain(
    'This row shows the results of a person who was forgotten with rwa forget',
  );
  await rwa(folder, ['reassess', 'hires.csv', ...quick, '--only-changed'], toEnv(sandbox));
  expect(await countCreated(sandbox)).toBe(3);
});

test('a person with an unconfirmed request is not forgotten', async () => {
  const sandbox = await startTestSandbox();
  const lost = { ...trip, 'Employee ID': 'SANDBOX-LOST-ANSWER-1' };
  const folder = await folderWith({ 'hires.csv': toCsv([lost]) });
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  const before = await readFiles(folder);
  const inSheet = await rwa(folder, ['forget', 'hires.csv', '--row', '2', '--yes']);
  expect([inSheet.code, inSheet.err]).toEqual([
    4,
    expect.stringContaining('rwa resolve hires.csv'),
  ]);
  expect(await readFiles(folder)).toEqual(before);
  await writeFile(join(folder, 'hires.csv'), toCsv(people(1)));
  const forgetMissing = ['forget', 'hires.csv', '--employee', 'SANDBOX-LOST-ANSWER-1', '--yes'];
  expect((await rwa(folder, forgetMissing)).code).toBe(4);
});

test('a person with a pending result is not forgotten, and the message suggests a command', async () => {
  const sandbox = await startTestSandbox();
  const pending = { ...trip, 'Employee ID': 'SANDBOX-ALWAYS-PENDING-1' };
  const folder = await folderWith({ 'hires.csv': toCsv([pending]) });
  const wait = ['--poll-timeout', '50ms'];
  await rwa(folder, ['assess', 'hires.csv', ...quick, ...wait], toEnv(sandbox));
  const before = await readFiles(folder);
  const { code, err } = await rwa(folder, ['forget', 'hires.csv', '--row', '2', '--yes']);
  expect([code, err]).toEqual([75, expect.stringContaining('Next:\n  rwa assess hires.csv')]);
  expect(await readFiles(folder)).toEqual(before);
});

test('nothing is deleted without a confirmation, during a run, or with a damaged journal', async () => {
  const { folder } = await createScoredSheet();
  const before = await readFiles(folder);
  const unattended = await rwa(folder, forgetArgs);
  expect([unattended.code, unattended.out]).toEqual([
    2,
    expect.stringContaining('Forget employee 00001'),
  ]);
  for (const kind of ['rwa-journal', 'rwa-sandbox']) {
    const lock = await takeLock(join(folder, `hires.csv.${kind}.jsonl.lock`), Date.now);
    expect((await rwaProcess(folder, [...forgetArgs, '--yes'])).code).toBe(7);
    await lock.release();
  }
  expect(await readFiles(folder)).toEqual(before);
  const lines = (before[journal] ?? '').split('\n');
  await writeFile(join(folder, journal), lines.with(1, '{').join('\n'));
  const damaged = await readFiles(folder);
  expect((await rwa(folder, [...forgetArgs, '--yes'])).code).toBe(5);
  expect(await readFiles(folder)).toEqual(damaged);
});

test('a dry run lists the files that would change, and changes none', async () => {
  const { folder } = await createScoredSheet();
  const before = await readFiles(folder);
  const { code, out, err } = await rwa(folder, [...forgetArgs, '--dry-run']);
  expect([code, err]).toEqual([8, 'Nothing was deleted.\n']);
  expect(out).toMatch(
    /^Forget employee 00001 \(row 2 of hires[.]csv\):\n {2}rewrite {2}hires[.]csv/,
  );
  expect(out).toContain('delete   risks.html: a report');

  const json = await rwa(folder, [...forgetArgs, '--dry-run', '--json']);
  const lines = json.out.trim().split('\n');
  const results = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect([json.code, results.map(({ action }) => action)]).toEqual([
    8,
    ['wouldRewrite', 'wouldDelete', 'wouldDelete', undefined],
  ]);
  expect(results.at(-1)).toMatchObject({ rows: [2], rewritten: 0, deleted: 0 });

  const unknown = ['forget', 'hires.csv', '--employee', '00113', '--dry-run'];
  expect((await rwa(folder, unknown)).code).toBe(2);
  const lock = await takeLock(join(folder, 'hires.csv.rwa-sandbox.jsonl.lock'), Date.now);
  expect((await rwaProcess(folder, [...forgetArgs, '--dry-run'])).code).toBe(7);
  await lock.release();
  expect(await readFiles(folder)).toEqual(before);

  await rwa(folder, [...forgetArgs, '--yes']);
  const after = await rwa(folder, [...forgetArgs, '--dry-run']);
  expect([after.code, after.out]).toEqual([0, expect.stringContaining('no longer contain')]);
});

test('with --json the outcome of each file is printed', async () => {
  const { folder } = await createScoredSheet();
  const { out } = await rwa(folder, [...forgetArgs, '--yes', '--json']);
  const lines = out.trim().split('\n');
  const results = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(results.map(({ type, action }) => [type, action])).toEqual([
    ['file', 'rewritten'],
    ['file', 'deleted'],
    ['file', 'deleted'],
    ['summary', undefined],
  ]);
  expect(results.at(-1)).toMatchObject({ rows: [2], rewritten: 1, deleted: 2, failed: 0 });
});

test('the suggested command for another sheet has the same options if they fit that sheet', async () => {
  const sandbox = await startTestSandbox();
  const german = toCsv(people(2)).replace('Employee ID', 'Pers.-Nr.');
  const folder = await folderWith({
    'hires.csv': german,
    'more.csv': german,
    'english.csv': toCsv(people(2)),
    'columns.json': JSON.stringify({ employeeId: 'Pers.-Nr.' }),
  });
  const mapped = ['--columns', 'columns.json'];
  for (const [file, options] of [
    ['hires.csv', mapped],
    ['more.csv', mapped],
    ['english.csv', []],
  ] as const) {
    const args = ['assess', file, ...options, ...quick, '--send-known'];
    expect(await rwa(folder, args, toEnv(sandbox))).toMatchObject({ code: 0 });
  }
  const { code, out } = await rwa(folder, [...forgetArgs, ...mapped, '--yes']);
  expect(code).toBe(0);
  const suggested = out.split('\n').filter((line) => line.startsWith('  rwa forget '));
  expect(suggested).toEqual([
    '  rwa forget english.csv --employee 00001',
    '  rwa forget more.csv --columns columns.json --employee 00001',
  ]);
  for (const line of suggested) {
    const [, ...args] = line.trim().split(' ');
    expect(await rwa(folder, [...args, '--yes'])).toMatchObject({ code: 0, err: '' });
  }
});
