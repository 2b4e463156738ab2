import { execFile } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Log, Plan, Sheet } from '../../../batch/server/contract/shapes.js';
import { openStore } from '../../../batch/server/db/open.js';
import { holdIfFolderRestored, renewFolderMark } from '../../../batch/server/restore/folderMark.js';
import { wordPeopleGap, wordSheetGap } from '../../../batch/server/restore/recordGap.js';
import { translateRefusals } from '../../../batch/server/words/language/language.js';
import { type SandboxUnderTest, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../cli/rwaUnderTest.js';
import { testFolder } from '../testFolder.js';
import { headings, hireRow } from '../run/testRun.js';
import { dataFolder, serve, type ServerUnderTest } from './serveUnderTest.js';

const createSheet = (ids: readonly string[]): string =>
  [headings, ...ids.map(hireRow), ''].join('\r\n');

const listSentIds = async (sandbox: SandboxUnderTest): Promise<unknown[]> =>
  (await sandbox.readLedger()).assessments.map(({ employeeId }) => employeeId).toSorted();

const copyFolder = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['--archive', from, to]);
};

/** Stops a server, changes its folder, and starts it again. */
async function restart(
  server: ServerUnderTest,
  folder: string,
  sandbox: SandboxUnderTest,
  changeFolder: () => Promise<void>,
): Promise<ServerUnderTest> {
  await server.stop();
  await changeFolder();
  return serve(folder, toEnv(sandbox), ['--new-link']);
}

/** Reads and renews the mark of a data folder, as a server does when it starts. Returns true after a restore. */
async function startAndStop(data: string): Promise<boolean> {
  const store = await openStore(data);
  try {
    const isRestored = await holdIfFolderRestored(store, Date.now());
    await renewFolderMark(store, Date.now());
    return isRestored;
  } finally {
    await store.close();
  }
}

const replaceByCopy = async (data: string, backup: string): Promise<void> => {
  await rm(data, { recursive: true });
  await copyFolder(backup, data);
};

const restores: Readonly<Record<string, (data: string, backup: string) => Promise<void>>> = {
  'the folder is replaced by its copy': replaceByCopy,
  'the copy is written over the folder': (data, backup) => copyFolder(`${backup}/.`, data),
  'the copy is used instead of the folder': async (data, backup) => {
    await rename(data, `${data}-before`);
    await rename(backup, data);
  },
  'only the database is restored': async (data, backup) => {
    await Promise.all(
      ['-wal', '-shm'].map((suffix) => rm(join(data, `rwa.sqlite${suffix}`), { force: true })),
    );
    await copyFolder(join(backup, 'rwa.sqlite'), join(data, 'rwa.sqlite'));
  },
};

test.each(Object.entries(restores))(
  'a restore is noticed once, at the next start, if %s',
  async (_, restore) => {
    const folder = testFolder();
    const [data, backup] = [join(folder, 'data'), join(folder, 'backup')];
    await mkdir(data);
    expect(await startAndStop(data)).toBe(false);
    await copyFolder(data, backup);
    expect(await startAndStop(data)).toBe(false);
    await restore(data, backup);
    expect(await startAndStop(data)).toBe(true);
    expect(await startAndStop(data)).toBe(false);
  },
);

test('after a restore, a server refuses runs and invitations, and holds each sheet until a person has checked it', async () => {
  const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
  const backup = join(folder, 'backup');
  let server = await serve(folder, toEnv(sandbox));
  const { id } = await server.upload('hires.csv', createSheet(['E-1', 'E-2', 'E-3']));
  server = await restart(server, folder, sandbox, () => copyFolder(dataFolder(folder), backup));
  expect((await server.sheet(id)).restored).toBeUndefined();
  await server.runToEnd(id);
  const later = await server.upload('later.csv', createSheet(['E-4']));
  await server.runToEnd(later.id);
  expect(await listSentIds(sandbox)).toEqual(['E-1', 'E-2', 'E-3', 'E-4']);

  server = await restart(server, folder, sandbox, () => replaceByCopy(dataFolder(folder), backup));
  const { restored } = await server.sheet(id);
  expect(restored?.since).toMatch(/^20/);
  expect(restored?.message).toMatch(/It does not know what was sent (?:between|at) 20/);
  const plan = await server.json<Plan>('GET', `/api/sheets/${id}/plan?operation=assess`);
  expect(plan.messages[0]).toBe(restored?.message);
  const { entries } = await server.json<Log>('GET', '/api/log');
  expect(entries.map(({ action }) => action).join('\n')).toContain('restored from a backup');
  const request = { operation: 'assess', token: plan.token };
  const refused = await server.ask('POST', `/api/sheets/${id}/runs`, request);
  expect(refused.status).toBe(409);
  // The backup does not contain this file, but its rows were sent, so its new sheet is held, too.
  const laterSheet = await server.upload('later.csv', createSheet(['E-4']));
  expect((await server.ask('POST', `/api/sheets/${laterSheet.id}/runs`, request)).status).toBe(409);
  const people = [{ first_name: 'A', last_name: 'B', email: 'a@b.example', staff_id: 'C-9' }];
  const invited = await server.ask('POST', '/api/people/invitations', { people });
  expect(invited.status).toBe(409);
  expect(await listSentIds(sandbox)).toHaveLength(4);

  // Each sheet is held until it is checked, even after another start.
  server = await restart(server, folder, sandbox, () => Promise.resolve());
  const check = { noticedAt: restored?.noticedAt };
  const checked = await server.json<Sheet>('POST', `/api/sheets/${id}/restore-check`, check);
  expect(checked.restored).toBeUndefined();
  expect((await server.sheet(laterSheet.id)).restored?.noticedAt).toBe(restored?.noticedAt);
});

test('after a restore, new sheets wait until an administrator lets them run', async () => {
  const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
  const backup = join(folder, 'backup');
  const restore = () => copyFolder(`${backup}/.`, dataFolder(folder));
  let server = await serve(folder, toEnv(sandbox));
  const { id } = await server.upload('hires.csv', createSheet(['E-1']));
  server = await restart(server, folder, sandbox, () => copyFolder(dataFolder(folder), backup));
  server = await restart(server, folder, sandbox, restore);
  const earlierHold = (await server.sheet(id)).restored;
  expect(earlierHold).not.toHaveProperty('isNewSheet');
  expect(earlierHold?.message).not.toContain('Let new sheets run');
  const first = await server.upload('first.csv', createSheet(['E-2']));
  expect(first.restored).toMatchObject({ isNewSheet: true, since: earlierHold?.since });
  expect(first.restored?.message).toContain('until an administrator presses "Let new sheets run"');

  const allowNewSheets = (noticedAt = earlierHold?.noticedAt) =>
    server.ask('POST', `/api/sheets/${first.id}/new-sheets-check`, { noticedAt });
  expect((await allowNewSheets('2026-01-01T00:00:00.000Z')).status).toBe(409);
  const tooEarly = await allowNewSheets();
  expect(tooEarly.status).toBe(409);
  expect(tooEarly.text).toContain('1 other sheet still waits for its check.');
  const deletion = await server.ask('DELETE', `/api/sheets/${id}`);
  expect(deletion.status).toBe(409);
  expect(deletion.text).toContain('this sheet waits for a check');
  await server.json('POST', `/api/sheets/${id}/restore-check`, {
    noticedAt: earlierHold?.noticedAt,
  });
  // A copy of this sheet would run, so the choice also confirms its check.
  expect((await allowNewSheets()).status).toBe(200);
  const next = await server.upload('next.csv', createSheet(['E-3']));
  expect(next.restored).toBeUndefined();
  await server.runToEnd(next.id);
  expect(await listSentIds(sandbox)).toEqual(['E-3']);
  expect((await server.sheet(first.id)).restored).toBeUndefined();

  // After another restore, new sheets wait again.
  server = await restart(server, folder, sandbox, restore);
  expect((await server.upload('last.csv', createSheet(['E-4']))).restored).toMatchObject({
    isNewSheet: true,
  });
});

test.each([
  ['sent between 2026-11-26 15:42 UTC and 2026-11-26 15:43 UTC.', '2026-11-26T15:42:01.000Z'],
  ['sent at 2026-11-26 15:43 UTC.', '2026-11-26T15:43:01.000Z'],
  ['sent before 2026-11-26 15:43 UTC.', null],
])('the notices for a sheet and for people contain the missing period: "%s"', (period, since) => {
  const gap = { since, noticedAt: '2026-11-26T15:43:59.000Z' };
  const t = translateRefusals('en');
  expect(wordSheetGap(t, { ...gap, kind: 'earlier' })).toContain(period);
  expect(wordPeopleGap(t, gap)).toContain(period);
});
