import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scriptedService, type Turn } from '../../http/scriptedService.js';
import { sandboxOfTest } from '../../sandbox/sandboxUnderTest.js';
import { envOf, folderWith, rwa, start } from '../cli/rwaUnderTest.js';
import { csvOf, people, trip } from '../cli/sheets.js';

const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
const keep = ['--on-finish', 'cat > notice.json'];

const lastLine = (out: string): unknown => JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
const noticeIn = async (folder: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(folder, 'notice.json'), 'utf8')) as Record<string, unknown>;

async function receiver(...turns: Turn[]) {
  const service = await scriptedService(turns);
  onTestFinished(() => service.close());
  return { service, webhook: ['--webhook', `${service.url}/hook?sig=secret`] };
}

test('when a run has ended, a command and a webhook get the summary of --json', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(3)) });
  const { service, webhook } = await receiver({ body: 'ok' });
  const { code, out, err } = await rwa(
    folder,
    [...assess, '--json', ...keep, ...webhook],
    envOf(sandbox),
  );
  expect([code, err]).toEqual([0, '']);
  const notice = await noticeIn(folder);
  expect(notice).toMatchObject(lastLine(out) as object);
  expect(notice).toMatchObject({
    command: 'assess',
    file: 'hires.csv',
    service: sandbox.sandbox.baseUrl,
    sandboxRun: false,
    exitCode: 0,
    text: expect.stringMatching(
      /^rwa assess hires.csv finished after .*: sent 3, 3 scored[.]$/,
    ) as string,
  });
  expect(service.requests.map(({ body }) => body)).toEqual([notice]);
});

test('neither the token nor a person is in what is told', async () => {
  const sandbox = await sandboxOfTest();
  const lost = { ...trip, 'Employee ID': 'SANDBOX-LOST-ANSWER' };
  const refused = { ...trip, 'Employee ID': 'SANDBOX-REJECTED' };
  const folder = await folderWith({ 'hires.csv': csvOf([trip, lost, refused]) });
  await rwa(folder, [...assess, ...keep], envOf(sandbox));
  const told = JSON.stringify(await noticeIn(folder));
  for (const secret of [sandbox.sandbox.tokens[0], 'mit', 'pfel', '00123', 'LOST', 'Portugal']) {
    expect(told).not.toContain(secret);
  }
});

test('a run that had nothing to do is told too', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(2)) });
  await rwa(folder, assess, envOf(sandbox));
  const { code } = await rwa(folder, [...assess, ...keep], envOf(sandbox));
  expect(code).toBe(0);
  expect(await noticeIn(folder)).toMatchObject({ exitCode: 0, counts: { Scored: 2 } });
});

test('a run that was interrupted is told as such', async () => {
  const sandbox = await sandboxOfTest({ latencyMs: 50 });
  const folder = await folderWith({ 'hires.csv': csvOf(people(100)) });
  const running = start(folder, [...assess, ...keep], envOf(sandbox));
  await running.says(' of 100 rows finished');
  running.kill('SIGTERM');
  expect((await running.ended).code).toBe(130);
  expect(await noticeIn(folder)).toMatchObject({ exitCode: 130, interrupted: true });
});

test('a run that stopped early is told with the reason', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(9)) });
  await sandbox.control('POST faults', {
    operation: 'rwa_create',
    fault: 'status-500-before-commit',
    times: 100,
  });
  const args = [...assess, ...keep, '--max-errors', '2', '--concurrency', '1'];
  expect((await rwa(folder, args, envOf(sandbox))).code).toBe(5);
  const notice = await noticeIn(folder);
  expect(notice).toMatchObject({ exitCode: 5, interrupted: false });
  expect(notice.stopped).toMatch(/^2 consecutive rows have failed/);
});

test('telling may fail: it is said on standard error, and the run is as it was', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(2)) });
  const { webhook } = await receiver({ status: 404, body: 'no such hook' });
  const args = [...assess, '--json', ...webhook, '--on-finish', 'echo printed; exit 9'];
  const { code, out, timed } = await rwa(folder, args, envOf(sandbox));
  const { err } = timed;
  expect(code).toBe(0);
  expect(lastLine(out)).toMatchObject({ type: 'summary', exitCode: 0 });
  expect(err).toMatch(/^printed$/m);
  expect(err).toMatch(/^\d{4}-\S+Z The command of --on-finish failed with exit code 9[.]/m);
  expect(err).toMatch(/^\d{4}-\S+Z The webhook http:\S+\/[.]{3} answered HTTP 404[.]/m);
  expect(out + err).not.toContain('secret');
});

test('no suggestion repeats the secret of a webhook', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf([{ ...trip, Seniority: 'x' }]) });
  const { webhook } = await receiver({ body: 'ok' });
  const { out, err } = await rwa(folder, [...assess, ...webhook], envOf(sandbox));
  expect(out).toContain('    rwa assess hires.csv --yes --poll-interval 50ms\n');
  expect(out + err).not.toContain('secret');
});

test.each([
  ['--webhook', 'http://example.com/secret'],
  ['--max-new', 'many'],
])('%s %s is refused before anything is sent', async (option, value) => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(2)) });
  const { code, err } = await rwa(folder, [...assess, option, value], envOf(sandbox));
  expect([code, err]).toEqual([2, expect.stringContaining('rwa: ')]);
  expect(err).not.toContain('/secret');
  expect((await sandbox.ledger()).requests.rwa_create).toBe(0);
});

test('more rows than --max-new allows: nothing is sent, and whoever watches is told', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(3)) });
  const held = await rwa(folder, [...assess, ...keep, '--max-new', '2'], envOf(sandbox));
  expect(held.code).toBe(5);
  expect(held.out).toMatch(/^ +3 to assess$/m);
  expect(held.out).toContain(
    '3 rows would be sent, but --max-new allows 2. Nothing was sent. If the sheet is right, use --max-new 3 or remove the option.',
  );
  expect(await noticeIn(folder)).toMatchObject({ exitCode: 5, counts: { 'Not sent': 3 } });
  // The same command would stop again.
  expect(held.out).toMatch(/If the sheet is right, send it with:\n.*rwa assess (?!.*--max-new)/);
  expect((await sandbox.ledger()).requests.rwa_create).toBe(0);

  const allowed = await rwa(folder, [...assess, '--max-new', '3'], envOf(sandbox));
  expect(allowed.code).toBe(0);
  expect((await sandbox.ledger()).commits.rwa_create).toBe(3);
  // Rows that exist are not new.
  expect((await rwa(folder, [...assess, '--max-new', '0'], envOf(sandbox))).code).toBe(0);
});

test('a run that --max-new stopped names the command that explains blocked rows', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'a.csv': csvOf(people(2)), 'b.csv': csvOf(people(3)) });
  await rwa(folder, ['assess', 'a.csv', '--yes'], envOf(sandbox));
  const { out } = await rwa(folder, ['assess', 'b.csv', '--yes', '--max-new', '0'], envOf(sandbox));
  expect(out).toMatch(/See why rows are blocked:\n.*rwa status b.csv\n/);
  expect(out).not.toContain('rwa check');
});

test('every command that sends a sheet is guarded and tells how it ended', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'leavers.csv': 'Staff ID\nC-100\n' });
  const args = ['remove-access', 'leavers.csv', '--yes', ...keep];
  const held = await rwa(folder, [...args, '--max-new', '0'], envOf(sandbox));
  expect(held.code).toBe(5);
  expect((await sandbox.ledger()).requests.remove_user_access).toBe(0);
  await rwa(folder, args, envOf(sandbox));
  const { requests } = await sandbox.ledger();
  expect(requests.remove_user_access).toBe(1);
  expect((await noticeIn(folder)).text).toMatch(/^rwa remove-access leavers.csv finished/);
});

test('without a terminal, a log has a line with the time for the beginning, the work and the end', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(3)) });
  const { timed } = await rwa(folder, assess, envOf(sandbox));
  const lines = timed.err.trimEnd().split('\n');
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

test('a webhook hears of an end before any run, without the token and its own address', async () => {
  const sandbox = await sandboxOfTest();
  const folder = await folderWith({ 'hires.csv': csvOf(people(2)) });
  const { service, webhook } = await receiver({ body: 'ok' });
  const token = 'a-token-that-was-withdrawn';
  const args = [...assess, ...webhook, '--base-url', sandbox.sandbox.baseUrl];
  const { code, out, err } = await rwa(folder, args, { RWA_TOKEN: token });
  expect(code).toBe(5);
  const [told] = service.requests;
  expect(told?.body).toMatchObject({ exitCode: 5, counts: {}, interrupted: false });
  const said = JSON.stringify(told?.body) + out + err;
  for (const secret of [token, 'sig=secret']) expect(said).not.toContain(secret);
});

test.each([
  ['an unknown option', ['--webhok=https://hooks.example.com/its-secret']],
  ['a word too many', ['https://hooks.example.com/its-secret']],
  ['a webhook without https', ['--webhook', 'http://hooks.example.com/its-secret']],
])('%s does not show the address of a webhook', async (_, wrong) => {
  const folder = await folderWith({ 'hires.csv': csvOf(people(1)) });
  const { code, out, err } = await rwa(folder, [...assess, ...wrong]);
  expect([code, out + err]).toEqual([2, expect.not.stringContaining('its-secret')]);
});
