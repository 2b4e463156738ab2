import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Row } from '../../../batch/server/contract/shapes.js';
import { formatForTerminal } from '../../../batch/server/log.js';
import { folderWith, rwa } from '../cli/rwaUnderTest.js';
import { headings, hireRow } from '../run/testRun.js';
import { type LoggedLine, readLog } from './testLog.js';
import { dataFolder, serve, type ServerUnderTest } from './serveUnderTest.js';

/** The log must not contain any of these personal data, cells and secrets. */
const [employee, name, email, staff] = ['EMP-00107', 'Ada Lovelace', 'ada@example.com', 'ST-4711'];
const [file, cell, unknownCountry] = ['Lovelace hires.csv', 'Portugal', 'Atlantis'];
const department = 'Analytical Engines';
const [secretPath, linkSecret] = ['hook-secret', 'link-secret'];
const privateTexts = [
  employee,
  name,
  'Ada',
  'Lovelace',
  email,
  staff,
  file,
  'hires',
  cell,
  unknownCountry,
  'France',
  department,
  secretPath,
  linkSecret,
  'M-200',
  'laptop of',
];

/**
 * Makes two statements of the server fail until `end` is called: creating an invitation, and ending a run. The message of
 * the error contains personal data.
 */
function failWithValues(folder: string): { end(): void } {
  const database = new DatabaseSync(join(dataFolder(folder), 'rwa.sqlite'));
  const message = `'${name} <${email}> (${employee}) is no ${cell}'`;
  database.exec(`
    CREATE TRIGGER fault_of_request BEFORE INSERT ON link
    BEGIN SELECT RAISE(ABORT, ${message}); END;
    CREATE TRIGGER fault_of_thread BEFORE UPDATE OF state ON run WHEN new.state = 'ended'
    BEGIN SELECT RAISE(ABORT, ${message}); END;`);
  return {
    end: () => {
      database.exec('DROP TRIGGER fault_of_request; DROP TRIGGER fault_of_thread;');
      database.close();
    },
  };
}

/**
 * Uses many routes that handle values, as a member, with a token and with guessed secrets. Returns the secrets of the
 * token and the session.
 */
async function useServer(server: ServerUnderTest, folder: string): Promise<readonly string[]> {
  const hires = [
    hireRow(employee),
    hireRow('EMP-2').replace(cell, unknownCountry),
    hireRow('EMP-3'),
  ];
  const rows = hires.map((hire) => `${name},${department},${hire}`);
  const content = [`Name,Department,${headings}`, ...rows, ''].join('\r\n');
  const { id } = await server.upload(file, content);
  const sheet = `/api/sheets/${id}`;
  for (const path of ['/match', '/problems', '/rounds', '/unconfirmed', '/risks']) {
    await server.ask('GET', sheet + path);
  }
  const webhookUrl = `${server.url}/${secretPath}`;
  await server.json('PUT', '/api/settings', { webhookUrl, retentionDays: null });
  const faults = failWithValues(folder);
  const invitation = { name, role: 'viewer' };
  expect((await server.ask('POST', '/api/members/invitations', invitation)).status).toBe(500);
  await server.start(id);
  await server.running.waitForText('The end of the run could not be stored');
  faults.end();
  await server.ended(id);
  await server.json('POST', '/api/members/invitations', invitation);
  for (const query of [`q=${employee}`, `q=${encodeURIComponent(name)}`, 'sort=person']) {
    await server.ask('GET', `${sheet}/rows?${query}`);
  }
  const row = await server.json<Row>('GET', `${sheet}/rows/2`);
  const decision = { row: 2, assessmentId: row.assessmentId, status: 'Manager Approved' };
  const decisions = [{ ...decision, managerId: 'M-200' }];
  await server.ask('POST', `${sheet}/decisions`, { decisions });
  for (const download of ['workbook', 'results.csv', 'report', 'problems']) {
    await server.ask('GET', `${sheet}/downloads/${download}`);
  }
  const person = { first_name: 'Ada', last_name: 'Lovelace', email, staff_id: staff };
  await server.ask('POST', '/api/people/invitations', { people: [person] });
  await server.ask('POST', '/api/people/removals', { staff_ids: [staff] });
  const token = { name: 'laptop of Ada', role: 'viewer', days: 1 };
  const { secret } = await server.json<{ secret: string }>('POST', '/api/tokens', token);
  const headers = { Authorization: `Bearer ${secret}` };
  await fetch(`${server.url}/api/log`, { headers });
  await fetch(`${buildSheetUrl(server, id)}/rows`, { headers });
  await fetch(`${buildSheetUrl(server, id)}/rows`, {
    headers: { Authorization: `Bearer ${linkSecret}` },
  });
  await server.ask('POST', '/api/links', { code: linkSecret });
  await server.ask('PUT', `/api/sheets?name=${encodeURIComponent(file)}`, Buffer.from('\0'));
  for (const path of [`/api/${name}`, `/${email}`, `/api/sheets/${employee}/rows?q=${name}`]) {
    await server.ask('GET', path);
  }
  const unsafeHeaders = { ...server.headers, 'X-Request-Id': `${name} <${email}>` };
  await fetch(`${server.url}/api/sheets`, { headers: unsafeHeaders });
  await server.running.waitForText('The webhook failed');
  await server.json('DELETE', sheet);
  return [secret, server.headers.Cookie?.split('=')[1] ?? ''];
}

const buildSheetUrl = (server: ServerUnderTest, id: string) => `${server.url}/api/sheets/${id}`;

test('the log of a server contains requests, runs and errors, but no name, value, file name or secret', async () => {
  const folder = await folderWith();
  const server = await serve(folder, {}, ['--log-level', 'trace']);
  const secrets = await useServer(server, folder);
  expect(await server.stop()).toBe(0);
  const { err } = (await server.running.ended).raw;
  for (const value of [...privateTexts, ...secrets]) {
    expect(value).not.toBe('');
    expect(err).not.toContain(value);
  }
  const lines = readLog(err);
  const otherLines = err.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  expect(otherLines).toEqual([expect.stringMatching(/^Stopping[.]/)]);
  const requests = lines.filter(({ msg }) => msg === 'Answered a request');
  const routes = requests.map(({ method, route }) => `${String(method)} ${String(route)}`);
  expect(routes).toEqual(
    expect.arrayContaining([
      'PUT /api/sheets',
      'GET /api/sheets/:id/rows',
      'POST /api/sheets/:id/runs',
      'DELETE /api/sheets/:id',
      'GET /api/sheets/:id/rows/:row',
      'GET /api/*',
      'GET /*',
    ]),
  );
  expect(new Set(requests.map(({ caller }) => caller))).toEqual(
    new Set(['session', 'token', undefined]),
  );
  expectErrors(lines, new URL(server.url).host);
});

/** Expects lines about the failed invitation, the failed end of the run in its thread, and the failed webhook. */
function expectErrors(lines: readonly LoggedLine[], host: string): void {
  const [text, number] = [expect.any(String) as unknown, expect.any(Number) as unknown];
  const failedRequest = lines.find(({ status }) => status === 500);
  const requestError = lines.find(({ msg }) => msg === 'A request failed because of a bug');
  expect(requestError).toMatchObject({
    level: 'error',
    process: 'serve',
    request: failedRequest?.request,
    err: { type: 'Error', code: 'ERR_SQLITE_ERROR', stack: text },
  });
  expect(failedRequest).toMatchObject({ level: 'info', route: '/api/members/invitations' });
  const runBegin = lines.find(({ msg }) => msg === 'A run begins');
  expect(runBegin).toMatchObject({ run: text, sheet: text });
  const threadError = lines.find(({ msg }) => msg === 'The end of the run could not be stored');
  expect(threadError).toMatchObject({ run: runBegin?.run, pid: runBegin?.pid, thread: number });
  const runEnd = lines.find(({ msg }) => msg === 'A run has ended');
  expect(runEnd).toMatchObject({ level: 'info', run: runBegin?.run, state: 'ended' });
  const webhook = lines.find(({ msg }) => msg.startsWith('The webhook failed'));
  expect(webhook).toMatchObject({ run: runBegin?.run, host });
}

test('a request keeps an ID from a proxy if it is short and safe, and otherwise gets a new ID', async () => {
  const server = await serve(await folderWith());
  const getRequestId = async (proxyId: string) => {
    const { headers } = await fetch(`${server.url}/healthz`, {
      headers: { 'X-Request-Id': proxyId },
    });
    return headers.get('X-Request-Id');
  };
  expect(await getRequestId('4f9a-B_1')).toBe('4f9a-B_1');
  for (const harmful of ['a b', 'ada@example.com', 'x'.repeat(65)]) {
    expect(await getRequestId(harmful)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('GET requests are logged at the level debug, but not by default, and --log-level overrides RWA_LOG_LEVEL', async () => {
  const defaultServer = await serve(await folderWith());
  await defaultServer.ask('GET', '/api/sheets');
  await defaultServer.stop();
  const lines = readLog((await defaultServer.running.ended).raw.err);
  expect(lines.map(({ route }) => route)).toEqual(['/api/links']);
  const silentServer = await serve(await folderWith(), { RWA_LOG_LEVEL: 'silent' });
  await silentServer.stop();
  expect(readLog((await silentServer.running.ended).raw.err)).toEqual([]);
  const debugServer = await serve(await folderWith(), { RWA_LOG_LEVEL: 'silent' }, [
    '--log-level',
    'debug',
  ]);
  await debugServer.ask('GET', '/api/sheets');
  await debugServer.stop();
  const routes = readLog((await debugServer.running.ended).raw.err).map(({ route }) => route);
  expect(routes).toContain('/api/sheets');
});

test('an unknown log level is refused with a list of the levels', async () => {
  const folder = await folderWith();
  const refusedSetting = await rwa(folder, ['serve'], { RWA_LOG_LEVEL: 'loud' });
  const levels = 'fatal, error, warn, info, debug, trace, silent';
  expect(refusedSetting).toMatchObject({ code: 2 });
  expect(refusedSetting.err).toContain(`RWA_LOG_LEVEL must be one of ${levels}.`);
  const refusedOption = await rwa(folder, ['serve', '--log-level', 'loud']);
  expect(refusedOption).toMatchObject({ code: 2 });
  expect(refusedOption.err).toContain(levels);
});

test('in a terminal, a log line is text with fields, followed by the stack of its error', () => {
  const err = { type: 'TypeError', code: 'E1', stack: '    at read (rwa.js:1:2)' };
  const fields = { process: 'serve', pid: 1, run: 'R' };
  const line = {
    level: 'error',
    time: '2026-11-27T12:30:59.001Z',
    ...fields,
    err,
    msg: 'It failed',
  };
  expect(formatForTerminal(JSON.stringify(line))).toMatch(
    /^\d\d:\d\d:59 ERROR It failed run=R type=TypeError code=E1\n {4}at read \(rwa.js:1:2\)\n$/,
  );
});

test('an uncaught error ends the server, and the log contains the type of the error, but not the message', async () => {
  const source = `
    import { isMainThread } from 'node:worker_threads';
    const fail = () => { throw new TypeError('${name} <${email}>'); };
    if (isMainThread) process.on('SIGUSR2', fail);`;
  const folder = await folderWith({ 'fault.mjs': source });
  const options = `--import=${pathToFileURL(join(folder, 'fault.mjs')).href}`;
  const server = await serve(folder, { NODE_OPTIONS: options });
  server.running.kill('SIGUSR2');
  const { code, raw } = await server.running.ended;
  expect(code).toBe(1);
  const last = readLog(raw.err).at(-1);
  expect(last).toMatchObject({ level: 'fatal', msg: 'The process ends because of a bug' });
  expect(last?.err?.type).toBe('TypeError');
  expect(raw.err).not.toContain('Ada');
});
