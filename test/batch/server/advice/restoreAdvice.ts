import { execFile } from 'node:child_process';
import { rename, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import { expect } from 'vitest';
import type {
  DetailedRow,
  Outcomes,
  RestoreHold,
  Sheet,
} from '../../../../batch/server/contract/shapes.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { folderWith, rwa, toEnv } from '../../cli/rwaUnderTest.js';
import { toCsv } from '../../cli/sheets.js';
import { employees, headings, hireRow } from '../../run/testRun.js';
import { dataFolder, serve } from '../serveUnderTest.js';
import { type Follow, hires, Page } from './pageOfAdvice.js';

const copy = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['--archive', from, to]);
};

/** Stops the server of a page, backs up or restores the data folder with `meanwhile`, and starts the server again. */
async function restartWith(
  { sandbox, server, folder }: Page,
  meanwhile: (data: string, backup: string) => Promise<void>,
): Promise<Page> {
  await server.stop();
  await meanwhile(dataFolder(folder), join(folder, 'backup'));
  return new Page(sandbox, await serve(folder, toEnv(sandbox), ['--new-link']), folder);
}

const backUp = copy;
const restore = async (data: string, backup: string): Promise<void> => {
  await rm(data, { recursive: true });
  await copy(backup, data);
};

async function startSlowRun(rows: readonly string[]): Promise<{ page: Page; sheet: string }> {
  const page = await Page.open({ latencyMs: 200 });
  const sheet = await page.upload(hires(...rows));
  await page.server.start(sheet);
  await expect.poll(async () => (await listSent(page)).length).toBeGreaterThan(0);
  return { page, sheet };
}

async function listSent({ sandbox }: Page): Promise<string[]> {
  const { assessments } = await sandbox.readLedger();
  return assessments.map(({ employeeId }) => employeeId as string).toSorted();
}

/** Presses "I have checked the service" beside a notice. */
async function confirmCheck({ server }: Page, route: string): Promise<void> {
  const path = `/api/${route}/restore-check`;
  const { noticedAt } =
    route === 'people'
      ? await server.json<RestoreHold>('GET', path)
      : ((await server.json<Sheet>('GET', `/api/${route}`)).restored ?? {});
  await server.json('POST', path, { noticedAt });
}

const resume = ({ server }: Page, sheet: string) =>
  server.ask('POST', `/api/sheets/${sheet}/run/resume`);
const pausedText =
  'The notice on the page of the sheet lists what to check before you press "Resume".';

const createPerson = (id: string) => {
  const email = `${id.toLowerCase()}@x.example`;
  return { first_name: 'Zoë', last_name: 'A', email, staff_id: id };
};

/**
 * Functions that do exactly what messages advise, and check what was sent. The messages concern restored or unusable data
 * folders, and the address of a server.
 */
export const restoreAdvice: Readonly<Record<string, Follow>> = {
  async 'a run that a restore has paused, if nothing was sent after the backup'() {
    const rows = employees(30);
    const { page: running, sheet } = await startSlowRun(rows);
    const page = await restartWith(running, async (data, backup) => {
      await backUp(data, backup);
      await restore(data, backup);
    });
    const sent = await listSent(page);
    expect(sent.length).toBeLessThan(rows.length);
    expect(await page.message(sheet)).toContain(pausedText);
    const refused = await resume(page, sheet);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('If there are none, press');
    await confirmCheck(page, `sheets/${sheet}`);
    expect((await resume(page, sheet)).status).toBe(200);
    await page.server.ended(sheet);
    expect(await listSent(page)).toEqual(rows.toSorted());
  },

  async 'a run that a restore has paused, if rows were sent after the backup'() {
    const rows = employees(30);
    const { page: running, sheet } = await startSlowRun(rows);
    const later = await restartWith(running, backUp);
    await later.server.ended(sheet);
    const page = await restartWith(later, restore);
    expect(await listSent(page)).toEqual(rows.toSorted());
    expect(await page.message(sheet)).toContain(pausedText);
    const { restored } = await page.server.sheet(sheet);
    expect(restored?.message).toContain(
      'type the IDs into the column Assessment ID, and upload that file as a new sheet.',
    );

    const text = (await page.download(sheet)).join('\r\n');
    const parse = (csv: string) => Papa.parse<Record<string, string>>(csv, { header: true }).data;
    const data = parse(text);
    const known = data.filter((row) => row['Assessment ID'] !== '').length;
    expect(known).toBeLessThan(rows.length);
    for (const row of data) row['Assessment ID'] ||= await page.findId(row['Employee ID'] ?? '');
    // The row of E-new was never sent.
    data.push(...parse([headings, hireRow('E-new')].join('\r\n')));
    const copied = await page.upload(toCsv(data).split('\r\n'));
    const row = rows.length + 1;
    const { unconfirmed } = await page.server.json<DetailedRow>(
      'GET',
      `/api/sheets/${copied}/rows/${row}`,
    );
    const { key, assessmentId, sentAt } = unconfirmed ?? {};
    await page.server.json('POST', `/api/sheets/${copied}/settlements`, {
      key,
      exists: true,
      assessmentId,
      insteadOf: assessmentId,
      sentAt,
      alsoOthers: true,
    });
    const remove = () => page.server.ask('DELETE', `/api/sheets/${sheet}`);
    expect((await remove()).text).toContain('as the notice on its page describes, then delete it.');
    for (const checked of [copied, sheet]) await confirmCheck(page, `sheets/${checked}`);
    expect((await remove()).status).toBe(204);
    await page.assess(copied);
    expect((await page.server.sheet(copied)).counts).toEqual({ Scored: rows.length + 1 });
    expect(await listSent(page)).toEqual([...rows, 'E-new'].toSorted());
  },

  async 'a decision that was being sent when the server was killed and then restored'(first) {
    const sheet = await first.uploadAndAssess(hires('E-1', 'E-2'));
    const decide = async ({ server }: Page) => {
      const decision = { rows: [2], status: 'Manager Approved', managerId: 'M-200' };
      const path = `/api/sheets/${sheet}/decisions`;
      return (await server.json<Outcomes>('POST', path, decision)).outcomes;
    };
    const fault = { operation: 'rwa_update', fault: 'timeout-after-commit', times: 1 };
    await first.sandbox.control('POST faults', fault);
    const commits = async () => (await first.sandbox.readLedger()).commits.rwa_update;
    void decide(first).catch(() => undefined);
    await expect.poll(commits).toBe(1);
    first.server.running.kill('SIGKILL');
    await first.server.running.ended;
    const page = await restartWith(first, async (data, backup) => {
      await backUp(data, backup);
      await restore(data, backup);
    });
    const row = await page.row(sheet, 2);
    expect(row.unrecorded?.message).toContain(
      'Check in the service what was recorded, then decide again.',
    );
    expect(row.decision).toBeUndefined();
    await expect(decide(page)).rejects.toThrow('press \\"I have checked the service');
    await confirmCheck(page, `sheets/${sheet}`);
    expect(await decide(page)).toMatchObject([{ row: 2, ok: true }]);
    const decided = await page.row(sheet, 2);
    expect(decided).toMatchObject({ decision: { status: 'Manager Approved' } });
    expect(decided.unrecorded).toBeUndefined();
    expect(await listSent(page)).toEqual(['E-1', 'E-2']);
  },

  async 'invitations after a restore'(first) {
    const saved = await restartWith(first, backUp);
    await saved.invite(createPerson('C-1'));
    const page = await restartWith(saved, restore);
    await expect(page.invite(createPerson('C-1'))).rejects.toThrow(
      /Check in the service who was invited in that time.* Do not invite these people again/,
    );
    const before = await page.listInvited();
    expect(before).toEqual(['c-1@x.example']);
    await confirmCheck(page, 'people');
    await page.invite(createPerson('C-2'));
    expect(await page.listInvited()).toEqual(['c-1@x.example', 'c-2@x.example']);
  },

  async 'a notice about a restore that another restore has replaced'(first) {
    const sheet = await first.upload(hires('E-1'));
    const saved = await restartWith(first, backUp);
    const held = await restartWith(saved, restore);
    const { restored: seen } = await held.server.sheet(sheet);
    const page = await restartWith(held, restore);
    const path = `/api/sheets/${sheet}/restore-check`;
    const late = await page.server.ask('POST', path, { noticedAt: seen?.noticedAt });
    expect(late.text).toContain('The server was restored again. Read the new notice.');
    expect((await page.server.sheet(sheet)).restored).not.toEqual(seen);
    await confirmCheck(page, `sheets/${sheet}`);
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
  },

  async 'a data folder with assessments of another service'(page) {
    const sheet = await page.uploadAndAssess(hires('E-1', 'E-2'));
    await page.server.stop();
    const other = await startTestSandbox();
    const start = ['serve', '--port', '0', '--data', dataFolder(page.folder)];
    const { code, err } = await rwa(page.folder, start, toEnv(other));
    expect(code).toBe(2);
    expect(err).toContain('If it is another service, choose another folder with --data');
    // The other service has assessed nobody, so it gets every row once.
    const next = new Page(other, await serve(await folderWith(), toEnv(other)), page.folder);
    const uploaded = await next.upload(hires('E-1', 'E-2'));
    expect(await next.listSentBy(() => next.assess(uploaded))).toEqual(['E-1', 'E-2']);
    expect(await listSent(page)).toEqual(['E-1', 'E-2']);
    const back = new Page(page.sandbox, await serve(page.folder, toEnv(page.sandbox)), page.folder);
    expect(await back.listSentBy(() => back.assess(sheet))).toEqual([]);
  },

  async 'a data folder that cannot be used'(page) {
    const sheet = await page.uploadAndAssess(hires('E-1'));
    await page.server.stop();
    const [data, movedAway] = [dataFolder(page.folder), join(page.folder, 'away')];
    await rename(data, movedAway);
    await writeFile(data, '');
    const { code, err } = await rwa(page.folder, ['serve', '--port', '0', '--data', data]);
    expect(code).toBe(2);
    expect(err).toContain('Correct this. Only if nothing was ever sent from this folder, choose');
    await rm(data);
    await rename(movedAway, data);
    const next = new Page(page.sandbox, await serve(page.folder, toEnv(page.sandbox)), page.folder);
    expect(await next.listSentBy(() => next.assess(sheet))).toEqual([]);
  },

  async 'an address that the server does not serve'(page) {
    const { port, origin } = new URL(page.server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const host = `rwa.example:${port}`;
      get({ port, host: '127.0.0.1', headers: { Host: host } }, (incoming) => {
        incoming.setEncoding('utf8').once('data', resolve);
      }).once('error', reject);
    });
    expect(answer).toContain(`Open ${origin}: this server answers only under that address.`);
    const sheet = await page.upload(hires('E-1'));
    expect(await page.listSentBy(() => page.assess(sheet))).toEqual(['E-1']);
  },
};
