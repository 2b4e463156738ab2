import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../batch/engine/journal/lock.js';
import { thisProcess } from '../../../batch/engine/journal/lockHolder.js';
import { rwa as runInProcess } from '../../../batch/rwa.js';
import { createPerson } from './person.js';
import { folderWith, rwa, rwaProcess } from './rwaUnderTest.js';
import { people, toCsv } from './sheets.js';

const lockName = 'hires.csv.rwa-journal.jsonl.lock';
const since = '2026-11-21T10:00:00.000Z';

async function createLockedSheet(
  holder: object,
  secondsAgo = 0,
): Promise<[folder: string, lock: string]> {
  const text = JSON.stringify({ ...thisProcess, since, id: 'x', ...holder });
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)), [lockName]: text });
  const renewedAt = Date.now() / 1_000 - secondsAgo;
  utimesSync(join(folder, lockName), renewedAt, renewedAt);
  return [folder, join(folder, lockName)];
}

const otherMachine = { pid: 4711, host: 'hr-pc' };

test('rwa unlock reports that a sheet has no lock', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  expect(await rwa(folder, ['unlock', 'hires.csv'])).toMatchObject({
    code: 0,
    out: 'No run is using this sheet.\n',
  });
});

test('the lock of an active run is never removed, even if the run was paused for hours', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const path = join(folder, lockName);
  const lock = await takeLock(path, Date.now);
  const hoursAgo = Date.now() / 1_000 - 7_200;
  utimesSync(path, hoursAgo, hoursAgo);
  const text = readFileSync(path, 'utf8');
  const { code, out } = await rwaProcess(folder, ['unlock', 'hires.csv', '--yes']);
  expect([code, readFileSync(path, 'utf8'), lock.findLoss()]).toEqual([7, text, undefined]);
  expect(out).toContain(`Process ${process.pid} on ${hostname()} locked this sheet at `);
  expect(out).toMatch(/ renewed the lock 2[.]0 hours ago[.] It is active[.]/);
  await lock.release();
});

test('a lock is kept while its process ID is in use, even if another program may have the ID', async () => {
  const [folder, lock] = await createLockedSheet(
    { pid: process.ppid, startTicks: undefined },
    7_200,
  );
  const { code, out } = await rwa(folder, ['unlock', 'hires.csv', '--yes']);
  expect([code, existsSync(lock)]).toEqual([7, true]);
  expect(out).toMatch(
    / If it is another program, delete .*[.]lock[.]\nThe lock was not removed[.]\n$/,
  );
  expect(out).not.toContain('kill');
});

test('a lock is removed only after a confirmation', async () => {
  const [folder, lock] = await createLockedSheet(otherMachine, 70);
  const path = join(folder, 'hires.csv');
  expect(await rwa(folder, ['unlock', 'hires.csv'])).toMatchObject({
    code: 2,
    err: 'rwa: Confirmation needs a terminal. Add --yes. Nothing was removed.\n',
  });
  expect(await runInProcess(['unlock', path], createPerson(['n']))).toBe(2);
  expect(existsSync(lock)).toBe(true);
  expect(await runInProcess(['unlock', path], createPerson(['y']))).toBe(0);
  expect(existsSync(lock)).toBe(false);
});

test('an empty lock file is removed', async () => {
  const [folder, lock] = await createLockedSheet({});
  writeFileSync(lock, '');
  const aSecondAgo = Date.now() / 1_000 - 1;
  utimesSync(lock, aSecondAgo, aSecondAgo);
  expect(await rwa(folder, ['unlock', 'hires.csv', '--yes'])).toMatchObject({ code: 0 });
  expect(existsSync(lock)).toBe(false);
});
