import { readdirSync } from 'node:fs';
import { cp, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DetailedRow, Unconfirmed } from '../../../batch/server/contract/shapes.js';
import { openProxy } from '../../sandbox/openProxy.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa, start } from '../cli/rwaUnderTest.js';
import { employees, headings, hireRow } from '../run/testRun.js';
import { dataFolder, serve, type ServerUnderTest } from './serveUnderTest.js';
import { ageInDataFolder } from '../../ageRequests.mjs';

const createSheet = (ids: readonly string[]): string =>
  [headings, ...ids.map(hireRow), ''].join('\r\n');

/** Reads the key of row 2, the first row of a sheet, from the database. */
function readKey(data: string, sheet: string): string {
  const db = new DatabaseSync(join(data, 'rwa.sqlite'), { readOnly: true });
  const row = db.prepare('SELECT key FROM row WHERE sheet = ? AND number = 2').get(sheet);
  db.close();
  return String(row?.key);
}

describe('rwa serve', () => {
  // This test tries the block `page-start` in README.md.
  it('prints a link that signs in one person once', async () => {
    const folder = await folderWith();
    const running = start(folder, ['serve', '--port', '0']);
    onTestFinished(async () => {
      running.kill('SIGKILL');
      await running.ended;
    });
    await running.waitForText('Press Ctrl+C');
    expect(running.printed()).toContain('It uses the embedded sandbox: all scores are made up.');
    const link = /Open:\s+(http:\/\/127\.0\.0\.1:\d+\/join#\S+)/.exec(running.printed())?.[1] ?? '';
    const { origin, hash } = new URL(link);
    const useLink = () =>
      fetch(`${origin}/api/links`, {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json' },
        body: JSON.stringify({ code: hash.slice(1) }),
      });
    expect((await useLink()).status).toBe(200);
    expect((await useLink()).status).toBeGreaterThanOrEqual(400);
  });

  it('serves its page with all scripts and styles, and the help', async () => {
    const { url } = await serve(await folderWith());
    const document = await (await fetch(url)).text();
    const parts = Array.from(document.matchAll(/"(\/page\/[^"]+)"/g), ([, path = '']) => path);
    expect(parts.some((path) => path.endsWith('.js'))).toBe(true);
    expect(parts.some((path) => path.endsWith('.css'))).toBe(true);
    for (const path of [...parts, '/help']) {
      expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, 200]);
    }
  });

  it('prints one line of JSON for programs, and refuses a second server on its folder', async () => {
    const folder = await folderWith();
    const server = await serve(folder);
    const printed = server.running.printed();
    expect(printed.trim().split('\n')).toHaveLength(1);
    expect(Object.keys(JSON.parse(printed) as object)).toEqual(['url', 'link']);
    const second = await rwa(folder, ['serve', '--port', '0', '--data', dataFolder(folder)]);
    expect(second).toMatchObject({ code: 2, out: '' });
    // The message does not suggest another folder, because a server on it would send the rows of this server again.
    expect(second.err).toMatch(
      /Another rwa serve is using .*data\. Open its page, or stop it first\.\s*$/,
    );
  });

  it('does not start with the sandbox if a token for a service is set', async () => {
    const { code, err } = await rwa(await folderWith(), ['serve', '--port', '0'], {
      RWA_TOKEN: 'company-1',
    });
    expect(code).toBe(2);
    expect(err).toContain('There is a company token, but no service. Set RWA_BASE_URL');
  });

  it('reports that its port is in use', async () => {
    const otherListener = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => {
      otherListener.close();
    });
    await expect.poll(() => otherListener.listening).toBe(true);
    const { port } = otherListener.address() as AddressInfo;
    const { code, err } = await rwa(await folderWith(), ['serve', '--port', String(port)]);
    expect(code).toBe(2);
    expect(err).toContain(`Port ${port} is in use. Choose another one with --port.`);
  });

  it('does not start with a service on a folder with scores of the sandbox', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const sandboxServer = await serve(folder);
    const { id } = await sandboxServer.upload('hires.csv', createSheet(employees(1)));
    await sandboxServer.runToEnd(id);
    await sandboxServer.stop();
    const args = ['serve', '--port', '0', '--data', dataFolder(folder)];
    const { code, err } = await rwa(folder, args, toEnv(sandbox));
    expect(code).toBe(2);
    expect(err).toContain('contains assessments of the embedded sandbox');
    expect(await (await serve(folder)).rows(id)).toMatchObject([{ status: 'Scored' }]);
  });

  it('starts with another URL of its service only after --same-service, and sends nothing again', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const first = await serve(folder, toEnv(sandbox));
    const { id } = await first.upload('hires.csv', createSheet(employees(2)));
    await first.runToEnd(id);
    await first.stop();
    const renamedEnv = { ...toEnv(sandbox), RWA_BASE_URL: await openProxy(sandbox) };
    const args = ['serve', '--port', '0', '--data', dataFolder(folder)];
    const { code, err } = await rwa(folder, args, renamedEnv);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('start rwa serve with --same-service'),
    ]);
    const folderArgs = ['--data', dataFolder(folder)];
    const files = readdirSync(dataFolder(folder));
    const check = (...options: string[]) =>
      rwa(folder, ['serve', 'check', ...folderArgs, ...options], renamedEnv);
    const checked = await check();
    expect([checked.code, checked.out]).toEqual([
      5,
      expect.stringMatching(/^problem +Data: .*start rwa serve with --same-service/m),
    ]);
    expect((await check('--same-service')).code).toBe(0);
    expect(readdirSync(dataFolder(folder))).toEqual(files);
    const confirmed = await serve(folder, renamedEnv, ['--same-service']);
    await confirmed.stop();
    const second = await serve(folder, renamedEnv);
    await second.runToEnd(id);
    expect(await second.rows(id)).toMatchObject([{ status: 'Scored' }, { status: 'Scored' }]);
    expect((await sandbox.readLedger()).requests.rwa_create).toBe(2);
  });

  it('keeps its sheets if a service is set before anything was sent', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const sandboxServer = await serve(folder);
    const { id } = await sandboxServer.upload('hires.csv', createSheet(employees(1)));
    await sandboxServer.stop();
    const server = await serve(folder, toEnv(sandbox));
    expect(await server.sheet(id)).toMatchObject({ stage: 'check' });
  });

  it('makes its folder and files readable only by their owner', async () => {
    const folder = await folderWith();
    const server = await serve(folder);
    const { id } = await server.upload('hires.csv', createSheet(employees(3)));
    await server.runToEnd(id);
    for (const name of ['.', ...(await readdir(dataFolder(folder), { recursive: true }))]) {
      const info = await stat(join(dataFolder(folder), name));
      const mode = (info.mode & 0o777).toString(8);
      expect(`${name} ${mode}`).toBe(`${name} ${info.isDirectory() ? 700 : 600}`);
    }
  });

  it('ends with 0 on SIGTERM, and continues its run at the next start', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox({ latencyMs: 100 })];
    const first = await serve(folder, toEnv(sandbox));
    const ids = employees(40);
    const { id } = await first.upload('hires.csv', createSheet(ids));
    await first.start(id);
    await expect
      .poll(async () => (await sandbox.readLedger()).assessments.length)
      .toBeGreaterThan(5);
    expect(await first.stop()).toBe(0);
    expect((await sandbox.readLedger()).assessments.length).toBeLessThan(ids.length);

    const second = await serve(folder, toEnv(sandbox));
    expect(await second.ended(id)).toMatchObject({
      run: { state: 'ended' },
      counts: { Scored: ids.length },
    });
    const sent = (await sandbox.readLedger()).assessments.map(({ employeeId }) => employeeId);
    expect(sent.toSorted()).toEqual(ids.toSorted());
  });

  it('settles no row whose request is in flight, and lists the row as unconfirmed after a kill', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const first = await serve(folder, toEnv(sandbox));
    const { id } = await first.upload(
      'hires.csv',
      createSheet(['PL-1', 'PL-2', 'SANDBOX-ALWAYS-PENDING']),
    );
    await sandbox.loseAnswer('PL-1', 'timeout-after-commit');
    await sandbox.loseAnswer('PL-2');
    await first.start(id);
    const listUnconfirmedRows = async (server: ServerUnderTest) => {
      const path = `/api/sheets/${id}/unconfirmed`;
      const { unconfirmed } = await server.json<{ unconfirmed: Unconfirmed[] }>('GET', path);
      return unconfirmed.map(({ row }) => row);
    };
    await expect.poll(() => listUnconfirmedRows(first)).not.toEqual([]);
    expect(await listUnconfirmedRows(first)).toEqual([3]);
    expect(await first.sheet(id)).toMatchObject({ unconfirmed: 1, run: { state: 'running' } });
    expect(await first.json('GET', `/api/sheets/${id}/rows/2`)).not.toHaveProperty('unconfirmed');

    const countCreates = async () =>
      (await sandbox.readLedger()).assessments.filter(({ employeeId }) => employeeId === 'PL-1')
        .length;
    const key = readKey(dataFolder(folder), id);
    const settle = (server: ServerUnderTest, sentAt: string | null) =>
      server.ask('POST', `/api/sheets/${id}/settlements`, { key, exists: false, sentAt });
    const refused = await settle(first, null);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.text).toContain('is still under way');
    expect(await countCreates()).toBe(1);

    first.running.kill('SIGKILL');
    await first.running.ended;
    const second = await serve(folder, toEnv(sandbox));
    await expect.poll(() => listUnconfirmedRows(second)).toEqual([2, 3]);
    expect(await second.sheet(id)).toMatchObject({ unconfirmed: 2, run: { state: 'running' } });
    expect(await countCreates()).toBe(1);
    const { unconfirmed: lost } = await second.json<DetailedRow>('GET', `/api/sheets/${id}/rows/2`);
    const sentAt = lost?.sentAt ?? null;
    const earlySettlement = await settle(second, sentAt);
    expect(earlySettlement.text).toContain('may still arrive');
    ageInDataFolder(dataFolder(folder));
    expect(await settle(second, sentAt)).toMatchObject({ status: 200 });
    await expect.poll(countCreates).toBe(2);
  });

  it('starts with the same rows from a copy of its folder that was made after a stop', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const server = await serve(folder, toEnv(sandbox));
    const { id } = await server.upload('hires.csv', createSheet(employees(5)));
    await server.runToEnd(id);
    const rows = await server.rows(id);
    expect(rows.map(({ status }) => status)).toEqual(Array(5).fill('Scored'));
    await server.stop();

    const otherFolder = await folderWith();
    await cp(dataFolder(folder), dataFolder(otherFolder), { recursive: true });
    const restoredServer = await serve(otherFolder, toEnv(sandbox));
    expect(await restoredServer.rows(id)).toEqual(rows);
    const { text } = await restoredServer.ask('GET', `/api/sheets/${id}/downloads/results.csv`);
    expect(text).toContain('E-5');
    // No row is left to send, so no assessment is paid for twice.
    expect(
      await restoredServer.json('GET', `/api/sheets/${id}/plan?operation=assess`),
    ).toMatchObject({
      rowsToSend: 0,
    });
  });

  it('writes the company token to no answer, file or output', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const env = toEnv(sandbox);
    const token = env.RWA_TOKEN ?? '';
    const server = await serve(folder, env);
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'html-200', times: 1 });
    const { id } = await server.upload('hires.csv', createSheet(employees(5)));
    await server.runToEnd(id);
    const sheetPaths = ['', '/match', '/problems', '/rows', '/rows/2', '/risks', '/unconfirmed'];
    const downloads = ['workbook', 'results.csv', 'report', 'problems'];
    const paths = [
      '/',
      '/api/openapi.json',
      '/api/session',
      '/api/settings',
      '/api/members',
      '/api/log',
      '/api/sheets',
      '/api/tokens',
      '/api/people',
      '/api/nothing',
      ...sheetPaths.map((path) => `/api/sheets/${id}${path}`),
      ...downloads.map((path) => `/api/sheets/${id}/downloads/${path}`),
      ...['rounds', 'plan?operation=reassess'].map((path) => `/api/sheets/${id}/${path}`),
    ];
    for (const path of paths) await server.ask('GET', path);
    expect(server.answers.length).toBeGreaterThan(paths.length);
    expect(server.answers.filter((answer) => answer.includes(token))).toEqual([]);
    await server.stop();
    const names = await readdir(dataFolder(folder), { recursive: true, withFileTypes: true });
    const files = names.filter((name) => name.isFile());
    expect(files.map(({ name }) => name)).toContain('rwa.sqlite');
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name));
      expect(`${name} ${bytes.includes(token)}`).toBe(`${name} false`);
    }
    const { out, err } = (await server.running.ended).raw;
    expect(out + err).not.toContain(token);
  });
});
