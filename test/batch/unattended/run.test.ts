import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDraftPath } from '../../../sheets/files/draft.js';
import { startScriptedService, type Reaction } from '../../http/scriptedService.js';
import { startProxy } from '../../http/proxy.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, readFiles, rwa, rwaProcess } from '../cli/rwaUnderTest.js';
import { toCsv, people, trip } from '../cli/sheets.js';

const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
const saveNotice = ['--on-finish', 'cat > notice.json'];

const parseLastLine = (out: string): unknown => JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
const readNotice = async (folder: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, 'notice.json'), 'utf8')) as Record<string, unknown>;

async function startReceiver(...reactions: Reaction[]) {
  const receiver = await startScriptedService(reactions);
  onTestFinished(() => receiver.close());
  return { receiver, webhook: ['--webhook', `${receiver.url}/hook?sig=secret`] };
}

test('after a run, the command of --on-finish and the webhook get the summary of --json', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const { receiver, webhook } = await startReceiver({ body: 'ok' });
  const { code, out, err } = await rwa(
    folder,
    [...assess, '--json', ...saveNotice, ...webhook],
    toEnv(service),
  );
  expect([code, err]).toEqual([0, '']);
  const notice = await readNotice(folder);
  expect(notice).toMatchObject(parseLastLine(out) as object);
  expect(notice).toMatchObject({
    command: 'assess',
    file: 'hires.csv',
    service: service.sandbox.baseUrl,
    sandboxRun: false,
    exitCode: 0,
    text: expect.stringMatching(
      /^rwa assess hires.csv finished after .*: sent 3, 3 scored[.]$/,
    ) as string,
  });
  expect(receiver.requests.map(({ body }) => body)).toEqual([notice]);
});

test('a run that has nothing to send also sends a notice', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  await rwa(folder, assess, toEnv(service));
  const { code } = await rwa(folder, [...assess, ...saveNotice], toEnv(service));
  expect(code).toBe(0);
  expect(await readNotice(folder)).toMatchObject({ exitCode: 0, counts: { Scored: 2 } });
});

test('the notice of a run that stopped early contains the reason', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(9)) });
  await service.control('POST faults', {
    operation: 'rwa_create',
    fault: 'status-500-before-commit',
    times: 100,
  });
  const args = [...assess, ...saveNotice, '--max-errors', '2', '--concurrency', '1'];
  expect((await rwa(folder, args, toEnv(service))).code).toBe(5);
  const notice = await readNotice(folder);
  expect(notice).toMatchObject({ exitCode: 5, interrupted: false });
  expect(notice.stopped).toMatch(/^2 consecutive rows have failed/);
});

test('the summary, the log and the notice report why a run could not send some rows', async () => {
  const service = await startTestSandbox();
  const busy = { status: 429, type: 'text/plain', body: '', headers: { 'retry-after': '100000' } };
  let requests = 0;
  const proxy = await startProxy(service, async (request) => {
    if (request.operation !== 'rwa_create') return request.forward();
    return ++requests === 1 ? request.forward() : busy;
  });
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const args = [...assess, ...saveNotice, '--log', 'log.txt', '--concurrency', '1'];
  const env = { ...toEnv(service), RWA_BASE_URL: proxy.baseUrl };
  const { code, out } = await rwa(folder, args, env);
  const why = /2 rows were not sent, and row 3 is the first of them[.] The error: .*HTTP 429/;
  expect([code, out]).toEqual([5, expect.stringMatching(why)]);
  expect(out).toContain('Finished after');
  expect(await readFile(join(folder, 'log.txt'), 'utf8')).toMatch(why);
  expect(await readNotice(folder)).toMatchObject({
    exitCode: 5,
    counts: { 'Not sent': 2 },
    notes: [expect.stringMatching(why) as string],
    text: expect.stringContaining('finished after') as string,
  });
});

test('a failed notice is reported on standard error and does not change the exit code', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const { webhook } = await startReceiver({ status: 404, body: 'no such hook' });
  const args = [...assess, '--json', ...webhook, '--on-finish', 'echo printed; exit 9'];
  const { code, out, raw } = await rwaProcess(folder, args, toEnv(service));
  const { err } = raw;
  expect(code).toBe(0);
  expect(parseLastLine(out)).toMatchObject({ type: 'summary', exitCode: 0 });
  expect(err).toMatch(/^printed$/m);
  expect(err).toMatch(/^\d{4}-\S+Z The command of --on-finish failed with exit code 9[.]/m);
  expect(err).toMatch(/^\d{4}-\S+Z The webhook http:\S+\/[.]{3} answered HTTP 404[.]/m);
  expect(out + err).not.toContain('secret');
});

test('the suggested command does not contain the URL of the webhook', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv([{ ...trip, Seniority: 'x' }]) });
  const { webhook } = await startReceiver({ body: 'ok' });
  const { out, err } = await rwa(folder, [...assess, ...webhook], toEnv(service));
  expect(out).toContain('    rwa assess hires.csv --yes --poll-interval 50ms\n');
  expect(out + err).not.toContain('secret');
});

test.each([
  ['--webhook', 'http://example.com/secret'],
  ['--max-new', 'many'],
])('%s %s is refused before anything is sent', async (option, value) => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const { code, err } = await rwa(folder, [...assess, option, value], toEnv(service));
  expect([code, err]).toEqual([2, expect.stringContaining('rwa: ')]);
  expect(err).not.toContain('/secret');
  expect((await service.readLedger()).requests.rwa_create).toBe(0);
});

test('a run that would send more rows than --max-new allows sends nothing', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const limited = await rwa(folder, [...assess, ...saveNotice, '--max-new', '2'], toEnv(service));
  expect(limited.code).toBe(5);
  expect(limited.out).toMatch(/^ +3 to assess$/m);
  expect(limited.out).toContain(
    '3 rows would be sent, but --max-new allows 2. Nothing was sent. If the sheet is right, use --max-new 3 or remove the option.',
  );
  expect(await readNotice(folder)).toMatchObject({ exitCode: 5, counts: { 'Not sent': 3 } });
  // The suggested command lacks --max-new, which would stop it again.
  expect(limited.out).toMatch(/If the sheet is right, send it with:\n.*rwa assess (?!.*--max-new)/);
  expect((await service.readLedger()).requests.rwa_create).toBe(0);

  const allowed = await rwa(folder, [...assess, '--max-new', '3'], toEnv(service));
  expect(allowed.code).toBe(0);
  expect((await service.readLedger()).commits.rwa_create).toBe(3);
  // Rows that were sent before do not count.
  expect((await rwa(folder, [...assess, '--max-new', '0'], toEnv(service))).code).toBe(0);
});

test('a dry run shows the plan, changes no file and notifies nobody', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const { receiver, webhook } = await startReceiver();
  const notified = [...saveNotice, ...webhook, '--heartbeat', `${receiver.url}/check`];
  const args = [...assess, ...notified, '--metrics-file', 'rwa.prom', '--dry-run'];
  // A run that sends something would delete this draft.
  await writeFile(createDraftPath(join(folder, 'hires.csv')), 'of a killed run');
  const before = await readFiles(folder);
  const { code, out, raw } = await rwa(folder, args, toEnv(service));
  expect([code, out]).toEqual([8, expect.stringMatching(/^ +3 to assess$/m)]);
  expect(raw.err).toContain('rwa assess hires.csv would send 3 rows. Exit code 8.');
  expect(await readFiles(folder)).toEqual(before);
  expect(receiver.requests).toEqual([]);
  expect((await service.readLedger()).requests.rwa_create).toBe(0);

  const stopped = await rwa(folder, [...args, '--max-new', '2'], toEnv(service));
  expect([stopped.code, stopped.out]).toEqual([5, expect.stringContaining('--max-new allows 2')]);
  await rwa(folder, assess, toEnv(service));
  expect((await rwa(folder, args, toEnv(service))).code).toBe(0);
});

test('a run that --max-new stopped suggests the command that explains why rows are blocked', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'a.csv': toCsv(people(2)), 'b.csv': toCsv(people(3)) });
  await rwa(folder, ['assess', 'a.csv', '--yes'], toEnv(service));
  const { out } = await rwa(folder, ['assess', 'b.csv', '--yes', '--max-new', '0'], toEnv(service));
  expect(out).toMatch(/See why rows are blocked:\n.*rwa status b.csv\n/);
  expect(out).not.toContain('rwa check');
});

test('rwa remove-access also supports --max-new and notices', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'leavers.csv': 'Staff ID\nC-100\n' });
  const args = ['remove-access', 'leavers.csv', '--yes', ...saveNotice];
  const limited = await rwa(folder, [...args, '--max-new', '0'], toEnv(service));
  expect(limited.code).toBe(8);
  expect((await service.readLedger()).requests.remove_user_access).toBe(0);
  await rwa(folder, args, toEnv(service));
  const { requests } = await service.readLedger();
  expect(requests.remove_user_access).toBe(1);
  expect((await readNotice(folder)).text).toMatch(/^rwa remove-access leavers.csv finished/);
});

test('without a terminal, the log has lines for the beginning, the progress and the end', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const { raw } = await rwa(folder, assess, toEnv(service));
  const lines = raw.err.trimEnd().split('\n');
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
  expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'rwa assess hires.csv begins.',
    ...lines.slice(1, -2).map(() => expect.stringMatching(/^\d of 3 rows finished$/) as string),
    '3 of 3 rows finished',
    expect.stringMatching(
      /^rwa assess hires.csv finished after .*: sent 3, 3 scored[.] Exit code 0[.]$/,
    ),
  ]);
});

test('a command that fails before its run begins notifies the webhook without secrets', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const { receiver, webhook } = await startReceiver({ body: 'ok' });
  const token = 'a-token-that-was-withdrawn';
  const args = [...assess, ...webhook, '--base-url', service.sandbox.baseUrl];
  const { code, out, err } = await rwa(folder, args, { RWA_TOKEN: token });
  expect(code).toBe(5);
  const [posted] = receiver.requests;
  expect(posted?.body).toMatchObject({ exitCode: 5, counts: {}, interrupted: false });
  const message = JSON.stringify(posted?.body) + out + err;
  for (const secret of [token, 'sig=secret']) expect(message).not.toContain(secret);
});

test.each([
  ['an unknown option', ['--webhok=https://hooks.example.com/its-secret']],
  ['an extra argument', ['https://hooks.example.com/its-secret']],
  ['a webhook without https', ['--webhook', 'http://hooks.example.com/its-secret']],
])('the message about %s does not contain the URL of the webhook', async (_, wrong) => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const { code, out, err } = await rwa(folder, [...assess, ...wrong]);
  expect([code, out + err]).toEqual([2, expect.not.stringContaining('its-secret')]);
});
