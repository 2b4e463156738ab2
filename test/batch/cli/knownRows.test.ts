import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProxy } from '../../sandbox/openProxy.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];

async function sendTwoRows(...options: readonly string[]) {
  const service = await startTestSandbox();
  const original = toCsv(people(2));
  const folder = await folderWith({ 'hires.csv': original });
  await mkdir(join(folder, 'kept'));
  const run = (env: Record<string, string>, file: string, ...extraArgs: readonly string[]) =>
    rwa(folder, ['assess', file, ...quick, ...extraArgs], env);
  const first = await run(toEnv(service), 'hires.csv', ...options);
  expect(first.code).toBe(0);
  const readIds = async () =>
    (await service.readLedger()).assessments.map(({ assessmentId }) => String(assessmentId));
  return { service, folder, original, run, readIds };
}

test('following the advice for a changed base URL sends no row twice', async () => {
  const { service, folder, original, run, readIds } = await sendTwoRows();
  const renamed = { ...toEnv(service), RWA_BASE_URL: await openProxy(service) };
  const refused = await run(renamed, 'hires.csv');
  const advice: unknown = expect.stringContaining('add --same-service to the next run');
  expect([refused.code, refused.err]).toEqual([2, advice]);
  const readStatus = () => rwa(folder, ['status', 'hires.csv', '--exit-code'], renamed);
  expect(await readStatus()).toMatchObject({ code: 2, out: advice });
  expect((await run(renamed, 'hires.csv', '--same-service')).code).toBe(0);
  expect((await run(renamed, 'hires.csv')).code).toBe(0);
  expect((await readStatus()).code).toBe(0);

  // Follow the advice for another service, although this is the same service.
  await writeFile(join(folder, 'copy.csv'), original);
  const third = { ...toEnv(service), RWA_BASE_URL: await openProxy(service) };
  const refusedAgain = await run(third, 'copy.csv', '--other-service');
  expect([refusedAgain.code, refusedAgain.err]).toEqual([
    5,
    expect.stringContaining('without --other-service'),
  ]);
  expect((await run(third, 'copy.csv')).code).toBe(3);
  expect(await readIds()).toHaveLength(2);
});

test('a copy without result columns, made after a decision, is not sent again', async () => {
  const { service, folder, run, readIds } = await sendTwoRows();
  const [id] = await readIds();
  const row = { ...people(1)[0], 'Compliance team member ID': 'C-300' };
  const decided = { ...row, 'Assessment ID': id ?? '', Decision: 'Compliance Approved' };
  await writeFile(join(folder, 'hires.csv'), toCsv([decided]));
  await rwa(folder, ['decide', 'hires.csv', '--yes'], toEnv(service));
  await writeFile(join(folder, 'bare.csv'), toCsv([row]));
  const again = await run(toEnv(service), 'bare.csv');
  expect([again.code, again.out + again.err]).toEqual([
    3,
    expect.stringContaining('sent from hires.csv before'),
  ]);
  expect(await readIds()).toHaveLength(2);
});

test('following the advice for another service sends a copy of the sheet to that service', async () => {
  const { folder, original, run, readIds } = await sendTwoRows();
  const other = await startTestSandbox();
  const refused = await run(toEnv(other), 'hires.csv', '--other-service');
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('make a copy')]);
  await writeFile(join(folder, 'copy.csv'), original);
  expect((await run(toEnv(other), 'copy.csv', '--other-service')).code).toBe(0);
  expect((await run(toEnv(other), 'copy.csv')).code).toBe(0);
  expect([await readIds(), (await other.readLedger()).assessments]).toEqual([
    expect.objectContaining({ length: 2 }),
    expect.objectContaining({ length: 2 }),
  ]);
});

test('a named journal is found from another folder, for a copy, and after a rename of the sheet', async () => {
  const { service, folder, original, run, readIds } = await sendTwoRows(
    '--journal',
    'kept/journal.jsonl',
  );
  const elsewhere = await folderWith();
  const path = join(folder, 'hires.csv');
  const journal = join(folder, 'kept', 'journal.jsonl');
  const advice: unknown = expect.stringContaining(`again with --journal "${journal}"`);
  for (const command of [
    ['assess', path, ...quick],
    ['history', path],
    ['report', path],
  ]) {
    const { code, err } = await rwa(elsewhere, command, toEnv(service));
    expect([code, err]).toEqual([2, advice]);
  }

  await writeFile(join(folder, 'copy.csv'), original);
  const copy = await run(toEnv(service), 'copy.csv');
  expect([copy.code, copy.err + copy.out]).toEqual([
    3,
    expect.stringContaining('sent from hires.csv before'),
  ]);

  await rm(path);
  await writeFile(join(folder, 'renamed.csv'), original);
  const renamed = await run(toEnv(service), 'renamed.csv');
  expect([renamed.code, renamed.err]).toEqual([2, advice]);
  expect((await run(toEnv(service), 'renamed.csv', '--journal', journal)).code).toBe(0);
  expect(await readIds()).toHaveLength(2);
});

test('two commands that run on copies at the same time send each row once', async () => {
  const { service, folder, run, readIds } = await sendTwoRows();
  const rows = toCsv(people(6).slice(2));
  for (const name of ['a.csv', 'b.csv']) await writeFile(join(folder, name), rows);
  const results = await Promise.all(['a.csv', 'b.csv'].map((name) => run(toEnv(service), name)));
  // Code 7: the other command is sending the rows. Code 3: the other command has just sent some of
  // them.
  for (const { code } of results) expect([0, 3, 7]).toContain(code);
  await run(toEnv(service), 'a.csv');
  await run(toEnv(service), 'b.csv');
  expect(await readIds()).toHaveLength(6);
});
