import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { cannotRun } from '../../skips.js';
import { makeReadOnly, readOnlyUnavailable } from '../readOnly.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

const run = promisify(execFile);
const quick = ['--yes', '--poll-interval', '50ms'];

test('a read-only folder is refused before anything is sent', async ({ skip }) => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  await makeReadOnly(folder).catch(() => cannotRun(skip, readOnlyUnavailable));
  const { code, err } = await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect(code).toBe(5);
  expect(err).toContain('cannot be written');
  expect(err).toContain('Then run the same command again.');
  // A copy in another folder would not have the journal.
  expect(err).not.toMatch(/--journal|Copy/);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});

test('with --journal, a read-only folder is refused unless --output names another folder', async ({
  skip,
}) => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const other = await folderWith();
  await makeReadOnly(folder).catch(() => cannotRun(skip, readOnlyUnavailable));
  const args = ['assess', 'hires.csv', '--journal', join(other, 'journal.jsonl'), ...quick];
  await expectRefused(folder, args, sandbox);
  const output = ['--output', join(other, 'scored.csv')];
  expect((await rwa(folder, [...args, ...output], toEnv(sandbox))).code).toBe(0);
  expect((await readFiles(other))['scored.csv']).toContain('Scored');
  expect((await sandbox.readLedger()).commits.rwa_create).toBe(3);
});

async function expectRefused(
  folder: string,
  args: readonly string[],
  sandbox: SandboxUnderTest,
): Promise<void> {
  const { code, err } = await rwa(folder, args, toEnv(sandbox));
  expect(code).toBe(2);
  expect(err).toMatch(/hires.csv could not be written.*--output.*Nothing was sent/s);
  const { requests } = await sandbox.readLedger();
  expect(Object.values(requests).reduce((sum, count) => sum + count)).toBe(0);
}

const earlierCopy = 'Assessment status,Assessment message\n';
test('a read-only sheet is refused unless --output is used or nothing is left to do', async ({
  skip,
}) => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)), 'copy.csv': earlierCopy });
  const protect = (name: string) => makeReadOnly(join(folder, name), 0o444, 0o644);
  const release = await protect('hires.csv').catch(() => cannotRun(skip, readOnlyUnavailable));
  const args = ['assess', 'hires.csv', ...quick];
  await expectRefused(folder, args, sandbox);

  const output = ['--output', 'copy.csv'];
  const releaseCopy = await protect('copy.csv');
  const refused = await rwa(folder, [...args, ...output], toEnv(sandbox));
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.err).toMatch(/copy.csv could not be written.*another --output/s);
  await releaseCopy();
  expect((await rwa(folder, [...args, ...output], toEnv(sandbox))).code).toBe(0);

  await release();
  expect((await rwa(folder, args, toEnv(sandbox))).code).toBe(0);
  await protect('hires.csv');
  expect((await rwa(folder, args, toEnv(sandbox))).code).toBe(0);
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(2);
});

test('the plan for a sheet in a read-only folder notes that every run needs --journal', async ({
  skip,
}) => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const other = await folderWith();
  const [journal, output] = ['journal.jsonl', 'results.csv'].map((name) => join(other, name));
  const args = ['assess', 'hires.csv', '--journal', `${journal}`, '--output', `${output}`];
  const note =
    /cannot be written to, so no file beside .* Give --journal .*journal[.]jsonl.* to every/;
  const release = await makeReadOnly(folder).catch(() => cannotRun(skip, readOnlyUnavailable));
  expect((await rwa(folder, [...args, ...quick, '--dry-run'], toEnv(sandbox))).out).toMatch(note);
  const { code, out } = await rwa(folder, [...args, ...quick, '--json'], toEnv(sandbox));
  expect(code).toBe(0);
  const lines = out.trim().split('\n');
  for (const line of [lines[0], lines.at(-1)]) {
    const { notes } = JSON.parse(line ?? '') as { readonly notes: readonly unknown[] };
    expect(JSON.stringify(notes)).toMatch(note);
  }

  await release();
  expect((await rwa(folder, [...args, ...quick], toEnv(sandbox))).out).not.toMatch(note);
  const forgotten = await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect(forgotten).toMatchObject({ code: 2 });
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(2);
});

const smallDiskUnavailable = 'Tests with a small disk need root, to mount a tmpfs.';
async function mountSmallDisk(kilobytes: number): Promise<string> {
  const folder = await folderWith();
  await run('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  onTestFinished(async () => {
    await run('umount', [folder]);
  });
  return folder;
}

// The sheet takes 8 kB of the disk, and the journal of 60 rows needs more than the other 24 kB.
test('a disk that becomes full stops the run, and no row is sent twice', async ({ skip }) => {
  const sandbox = await startTestSandbox();
  const disk = await mountSmallDisk(32).catch(() => cannotRun(skip, smallDiskUnavailable));
  await writeFile(join(disk, 'hires.csv'), toCsv(people(60)));
  const { code, out, err } = await rwa(disk, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect([code, err]).toEqual([5, expect.not.stringContaining(' at ')]);
  expect(out).toContain('Stopped early');
  const { commits } = await sandbox.readLedger();
  expect(commits.rwa_create).toBeGreaterThan(0);

  await run('mount', ['-o', 'remount,size=1m', disk]);
  const again = await rwa(disk, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  const unconfirmed = Number(/(\d+) unconfirmed/.exec(again.out)?.[1] ?? 0);
  expect(again.code).toBe(unconfirmed === 0 ? 0 : 4);
  expect((await sandbox.readLedger()).commits.rwa_create).toBeLessThanOrEqual(60);
  const scored = Array.from(
    again.out.matchAll(/^ +(\d+) scored(?: before this run)?$/gm),
    ([, n]) => Number(n),
  );
  expect(scored.reduce((sum, n) => sum + n)).toBe(60 - unconfirmed);
});

test('results that do not fit on the disk stay in the journal', async ({ skip }) => {
  const sandbox = await startTestSandbox();
  const disk = await mountSmallDisk(20).catch(() => cannotRun(skip, smallDiskUnavailable));
  const other = await folderWith();
  const content = toCsv(people(60));
  await writeFile(join(disk, 'hires.csv'), content);
  const args = ['assess', 'hires.csv', '--journal', join(other, 'journal.jsonl'), ...quick];
  const { code, out } = await rwa(disk, args, toEnv(sandbox));
  expect(code).toBe(6);
  expect(out).toContain(inWords({ code: 'resultsInJournal', isStopped: false }));
  const contents = await readFiles(disk);
  expect(contents['hires.csv']).toBe(Buffer.from(content).toString('latin1'));
  expect(Object.keys(contents)).toEqual(['hires.csv', 'hires.csv.rwa-journal-location.json']);

  await run('mount', ['-o', 'remount,size=1m', disk]);
  expect((await rwa(disk, args, toEnv(sandbox))).code).toBe(0);
  expect((await readFiles(disk))['hires.csv']).toContain('Scored');
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(60);
});
