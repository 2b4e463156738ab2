import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toSentence } from '../../../batch/cli/wording/wording.js';
import { SheetInUse } from '../../../batch/engine/errors.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { toClaimsPath } from '../../../batch/engine/journal/lock.js';
import { showValues } from '../../../batch/wording/sentence.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { employees, headings, hireRow, runOn } from './testRun.js';

async function createFolder(sheets: Readonly<Record<string, readonly string[]>>) {
  const service = await startTestSandbox();
  const folder = testFolder();
  for (const [name, ids] of Object.entries(sheets)) {
    writeFileSync(join(folder, name), [headings, ...ids.map(hireRow), ''].join('\r\n'));
  }
  const path = (name: string) => join(folder, name);
  const run = (name: string, settings: Parameters<typeof runOn>[2] = {}) =>
    runOn(path(name), service.sandbox, settings);
  const countCreates = async () => (await service.readLedger()).requests.rwa_create;
  const listLockFiles = () => readdirSync(folder).filter((name) => name.includes('.lock'));
  return { service, folder, path, run, countCreates, listLockFiles };
}

const matchInUseError = (rows: readonly number[], sheet: string): unknown =>
  expect.objectContaining({ outcome: 'inUse', messages: [{ code: 'rowsInUse', rows, sheet }] });

test('a copy of a sheet is refused during a run of the original', async () => {
  const { path, run, countCreates, listLockFiles } = await createFolder({
    'hires.csv': employees(6),
  });
  let copy: Promise<unknown> | undefined;
  await run('hires.csv', {
    concurrency: 1,
    onEvent: ({ type }) => {
      if (type !== 'progress' || copy !== undefined) return;
      copyFileSync(path('hires.csv'), path('copy.csv'));
      copy = run('copy.csv', { concurrency: 1 }).catch((error: unknown) => error);
    },
  });
  const error = await copy;
  expect(error).toEqual(matchInUseError([2, 3, 4, 5, 6, 7], 'hires.csv'));
  expect(showValues(toSentence(error as SheetInUse))).toMatch(
    /^Rows 2, 3, 4, 5, 6 and 7 are also in hires.csv, which another run is sending/,
  );
  expect(await countCreates()).toBe(6);
  expect(listLockFiles()).toEqual([]);
});

test('at least one of two copies that start at the same moment sends nothing', async () => {
  const { run, countCreates } = await createFolder({
    'a.csv': employees(5),
    'b.csv': employees(5),
  });
  const ends = await Promise.allSettled([run('a.csv'), run('b.csv')]);
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  expect(refused).not.toEqual([]);
  for (const error of refused) expect(error).toBeInstanceOf(SheetInUse);
  expect(await countCreates()).toBe(5 * (2 - refused.length));
  await run('a.csv');
  await run('b.csv');
  expect(await countCreates()).toBe(5);
});

test('a run is refused if another sheet sends one of its rows before the run starts', async () => {
  const { run, countCreates } = await createFolder({
    'a.csv': employees(3),
    'b.csv': ['E-9', 'E-2'],
  });
  const late = run('a.csv', { beforeStart: () => run('b.csv') });
  await expect(late).rejects.toEqual(matchInUseError([3], 'b.csv'));
  expect(await countCreates()).toBe(2);
  await run('a.csv');
  expect(await countCreates()).toBe(4);
});

test('a copy with an added Manager ID is refused during a run of the original', async () => {
  const { path, run, countCreates } = await createFolder({ 'a.csv': employees(3) });
  const filledIn = [`${headings},Manager ID`, `${hireRow('E-2')},M-1`, ''].join('\r\n');
  let copy: Promise<unknown> | undefined;
  await run('a.csv', {
    concurrency: 1,
    onEvent: ({ type }) => {
      if (type !== 'progress' || copy !== undefined) return;
      writeFileSync(path('copy.csv'), filledIn);
      copy = run('copy.csv').catch((error: unknown) => error);
    },
  });
  expect(await copy).toEqual(matchInUseError([2], 'a.csv'));
  expect(await countCreates()).toBe(3);
});

test('--send-known does not send rows that another run is sending', async () => {
  const { run, countCreates } = await createFolder({
    'a.csv': employees(3),
    'b.csv': employees(3),
  });
  let other: Promise<unknown> | undefined;
  await run('a.csv', {
    concurrency: 1,
    onEvent: ({ type }) => {
      if (type === 'progress') other ??= run('b.csv', { sendKnown: true }).catch((e: unknown) => e);
    },
  });
  expect(await other).toEqual(matchInUseError([2, 3, 4], 'a.csv'));
  expect(await countCreates()).toBe(3);
});

test('sheets with different rows in one folder run at the same time', async () => {
  const { run, countCreates } = await createFolder({
    'a.csv': ['E-1', 'E-2'],
    'b.csv': ['E-3', 'E-4'],
  });
  const ends = await Promise.all([run('a.csv'), run('b.csv')]);
  expect(ends.map(({ summary }) => summary.counts.Scored)).toEqual([2, 2]);
  expect(await countCreates()).toBe(4);
});

test('claims of a killed run do not block other runs', async () => {
  const { path, run, countCreates } = await createFolder({
    'a.csv': employees(2),
    'b.csv': employees(2),
  });
  let claimed = '';
  const claims = toClaimsPath(toSheetFiles(path('a.csv'), {}).lock);
  await run('a.csv', {
    onEvent: ({ type }) => {
      if (type === 'progress') claimed = readFileSync(claims, 'utf8');
    },
  });
  expect(JSON.parse(claimed)).toMatchObject({ command: '', requests: { length: 2 } });
  writeFileSync(claims, claimed);
  await run('b.csv');
  await run('a.csv');
  expect(await countCreates()).toBe(2);
  expect(readdirSync(path('.'))).not.toContain('a.csv.rwa-journal.jsonl.lock.rows');
});
