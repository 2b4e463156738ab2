import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { wordFinding } from '../../../batch/cli/wording/findings.js';
import { checkAuthorities } from '../../../batch/doctor/checkMachine.js';
import { checkClock } from '../../../batch/doctor/checkService.js';
import { takeLock } from '../../../batch/engine/journal/lock.js';
import { canBeId } from '../../../src/id.js';
import type { Exchange } from '../../../src/transport.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, readFiles, rwa, rwaProcess, toEnv } from './rwaUnderTest.js';
import { people, toCsv } from './sheets.js';

const sheet = toCsv(people(3));

function omitOkLines(out: string): string[] {
  return out.split('\n').filter((line) => line !== '' && !line.startsWith('ok '));
}

const notChecked = expect.stringMatching(
  /^unknown +Token: not checked: rwa_create and create_pending_user, because/,
) as string;

test('rwa doctor calls three operations, finds no problem, and changes nothing', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': sheet });
  const before = await readFiles(folder);
  const { commits, assessments, staff } = await service.readLedger();
  const { code, out } = await rwa(folder, ['doctor', 'hires.csv'], toEnv(service));
  expect([code, omitOkLines(out)]).toEqual([0, [notChecked, 'No problem was found.']]);
  expect(out).toMatch(/^ok +Token: accepted by rwa_retrieve, rwa_update and remove_user_access$/m);
  expect(out).toContain('hires.csv, sheet and journal: 3 rows; no journal yet\n');
  const after = await service.readLedger();
  expect(after.requests).toEqual({
    rwa_create: 0,
    rwa_retrieve: 1,
    rwa_update: 1,
    create_pending_user: 0,
    remove_user_access: 1,
  });
  expect(after).toMatchObject({ commits, assessments, staff });
  expect((await service.control('GET outbox')).body).toEqual([]);
  expect(await readFiles(folder)).toEqual(before);
});

test('a refused token and a missing sheet are problems, and the other sheet is checked', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': sheet });
  const env = { ...toEnv(service), RWA_TOKEN: 'wrong' };
  const { code, out } = await rwa(folder, ['doctor', 'none.csv', 'hires.csv'], env);
  expect([code, omitOkLines(out)]).toEqual([
    5,
    [
      expect.stringMatching(/^problem +Token: The service refused the company token/),
      notChecked,
      expect.stringMatching(
        /^problem +none[.]csv, sheet and journal: The file none[.]csv does not/,
      ),
      '2 lines above need attention.',
    ],
  ]);
  expect(out).toContain('hires.csv, lock: no run is using the sheet\n');
});

test('without settings, the service is not asked', async () => {
  const { code, out } = await rwa(await folderWith(), ['doctor']);
  expect([code, omitOkLines(out)]).toEqual([
    5,
    [
      expect.stringMatching(/^problem +Settings: No base URL[.]/),
      'unknown  Service: not asked, because the settings cannot be used',
      '1 line above needs attention.',
    ],
  ]);
});

test('rwa doctor exits with 75 if the service does not answer', async () => {
  const env = { RWA_BASE_URL: 'http://127.0.0.1:1/wf', RWA_TOKEN: 'token' };
  const { code, out } = await rwa(await folderWith(), ['doctor', '--json'], env);
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(code).toBe(75);
  expect(lines).toContainEqual(
    expect.objectContaining({ type: 'finding', check: 'Service', state: 'away' }),
  );
  expect(lines.at(-1)).toEqual({ type: 'end', exitCode: 75 });
});

test('a token that only remove_user_access refuses is a problem', async () => {
  const service = await startTestSandbox();
  const operation = 'remove_user_access';
  await service.control('POST faults', { operation, fault: 'token-refused' });
  const { commits, assessments, staff } = await service.readLedger();
  const { code, out } = await rwa(await folderWith(), ['doctor'], toEnv(service));
  expect(out).toMatch(/^ok +Token: accepted by rwa_retrieve and rwa_update$/m);
  expect([code, omitOkLines(out)]).toEqual([
    5,
    [
      expect.stringMatching(
        /^problem +Token: refused by remove_user_access, but not by others: Invalid authorization token[.]/,
      ),
      notChecked,
      '1 line above needs attention.',
    ],
  ]);
  expect(await service.readLedger()).toMatchObject({ commits, assessments, staff });
});

test('an operation that does not return the expected refusal causes only a warning', async () => {
  const service = await startTestSandbox();
  await service.control('POST faults', { operation: 'rwa_update', fault: 'html-200' });
  const { code, out } = await rwa(await folderWith(), ['doctor'], toEnv(service));
  expect(out).toMatch(/^ok +Token: accepted by rwa_retrieve and remove_user_access$/m);
  expect([code, omitOkLines(out)]).toEqual([
    0,
    [
      expect.stringMatching(/^warning +Token: The answer of rwa_update does not show/),
      notChecked,
      '1 line above needs attention.',
    ],
  ]);
});

test('rwa doctor sends no text that could be an ID, and reports operations that a service lacks', async () => {
  const bodies: Record<string, Record<string, string>> = {};
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      const operation = request.url?.split('/').at(-1) ?? '';
      bodies[operation] = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as never;
      const isKnown = operation === 'rwa_retrieve';
      response.statusCode = isKnown ? 200 : 404;
      response.end(isKnown ? '{"status":"error","success":false,"message":"Not Found"}' : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const RWA_BASE_URL = `http://127.0.0.1:${port}/version-test/api/1.1/wf`;
  const { code, out } = await rwa(await folderWith(), ['doctor'], { RWA_BASE_URL, RWA_TOKEN: 't' });
  expect([code, omitOkLines(out)]).toEqual([
    0,
    [
      expect.stringMatching(
        /^warning +Token: The service has no rwa_update .*nor the page can send/,
      ),
      expect.stringMatching(/^unknown +Token: this service has no remove_user_access$/),
      notChecked,
      '1 line above needs attention.',
    ],
  ]);
  expect(Object.keys(bodies).toSorted()).toEqual([
    'remove_user_access',
    'rwa_retrieve',
    'rwa_update',
  ]);
  const ids = Object.values(bodies).map((body) => body.assessmentId ?? body.staff_id ?? '1');
  expect(ids.filter(canBeId)).toEqual([]);
});

test('an operation of the test environment is not checked on a live service', async () => {
  const service = await startTestSandbox();
  const live = service.sandbox.baseUrl.replace('/version-test', '');
  const env = { ...toEnv(service), RWA_BASE_URL: live };
  const { code, out } = await rwa(await folderWith(), ['doctor'], env);
  expect([code, omitOkLines(out)]).toEqual([0, [notChecked, 'No problem was found.']]);
  expect(out).toMatch(/^ok +Token: accepted by rwa_retrieve and rwa_update$/m);
  expect(out).toContain('remove_user_access, which exists only in the test environment');
});

test('rwa doctor exits with 7 for a sheet in use, and with 5 for a sheet of another service', async () => {
  const [service, other] = [await startTestSandbox(), await startTestSandbox()];
  const folder = await folderWith({ 'hires.csv': sheet });
  const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
  await rwa(folder, assess, toEnv(service));
  const lock = await takeLock(join(folder, 'hires.csv.rwa-journal.jsonl.lock'), Date.now);
  const inUse = await rwaProcess(folder, ['doctor', 'hires.csv'], toEnv(service));
  await lock.release();
  expect([inUse.code, omitOkLines(inUse.out)]).toEqual([
    7,
    [
      notChecked,
      expect.stringMatching(/^in use +hires[.]csv, lock: /),
      '1 line above needs attention.',
    ],
  ]);
  expect(inUse.out).toContain(`3 rows; 3 requests in its journal, for ${service.sandbox.baseUrl}`);
  const { code, out } = await rwa(folder, ['doctor', 'hires.csv'], toEnv(other));
  expect([code, out]).toEqual([
    5,
    expect.stringMatching(/problem +hires[.]csv, sheet and journal: /),
  ]);
});

test('a token of another company is a problem for a sheet with a journal', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': sheet });
  await rwa(folder, ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'], toEnv(service));
  const before = await service.readLedger();
  const own = await rwa(folder, ['doctor', 'hires.csv'], toEnv(service));
  expect([own.code, omitOkLines(own.out)]).toEqual([0, [notChecked, 'No problem was found.']]);
  const [, otherToken = ''] = service.sandbox.tokens;
  const env = { ...toEnv(service), RWA_TOKEN: otherToken };
  const { code, out } = await rwa(folder, ['doctor', 'hires.csv'], env);
  expect([code, omitOkLines(out).join(' ')]).toEqual([
    5,
    expect.stringMatching(
      /problem +hires[.]csv, company: .* has no assessment .* The token may +belong to another company/,
    ),
  ]);
  expect(await service.readLedger()).toMatchObject({
    commits: before.commits,
    requests: { rwa_create: 3, rwa_retrieve: before.requests.rwa_retrieve + 4 },
  });
});

test('rwa doctor --config finds a log that cannot be written', async () => {
  const service = await startTestSandbox();
  const company = { name: 'Beta', baseUrl: service.sandbox.baseUrl, tokenFile: 'token' };
  const sheets = [{ file: 'hires.csv' }, { file: 'more.csv' }];
  const config = { options: { log: 'logs/rwa.log' }, companies: [{ ...company, sheets }] };
  const folder = await folderWith({
    'hires.csv': sheet,
    'more.csv': toCsv(people(1)),
    'rwa.config.json': JSON.stringify(config),
  });
  const token = service.sandbox.tokens[0] ?? '';
  await writeFile(join(folder, 'token'), token, { mode: 0o600 });
  const doctor = () => rwa(folder, ['doctor', '--config', 'rwa.config.json'], {});
  const { code, out } = await doctor();
  expect([code, omitOkLines(out).join(' ')]).toEqual([
    5,
    expect.stringMatching(/problem +Beta, log: The folder .*logs of the log does not exist[.]/),
  ]);
  expect(out.match(/Beta, log: /g)).toHaveLength(1);
  await mkdir(join(folder, 'logs'));
  const after = await doctor();
  expect([after.code, after.out]).toEqual([0, expect.stringMatching(/^ok +Beta, log: /m)]);
  expect(await readdir(join(folder, 'logs'))).toEqual([]);
});

test('a NODE_EXTRA_CA_CERTS file that cannot be read or has no certificate is a problem', async () => {
  const folder = await folderWith();
  const file = join(folder, 'authorities.pem');
  const check = () => wordFinding(checkAuthorities({ NODE_EXTRA_CA_CERTS: file }));
  expect(check()).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('cannot be read') as string,
  });
  await writeFile(file, 'no certificate');
  expect(check()).toMatchObject({
    state: 'problem',
    message: expect.stringContaining('no certificate') as string,
  });
  expect(checkAuthorities({})).toMatchObject({ state: 'ok' });
});

test.each([
  ['2026-11-02T08:00:30Z', 'ok'],
  ['2026-11-02T10:30:00Z', 'warning'],
])(
  'with a service at 08:00:00 and this machine at %s, the clock check returns %s',
  (now, state) => {
    const answer: Exchange = {
      delivery: 'answered',
      httpStatus: 200,
      body: '',
      complete: true,
      date: 'Mon, 02 Nov 2026 08:00:00 GMT',
    };
    expect(wordFinding(checkClock(answer, Date.parse(now)))).toMatchObject({
      check: 'Clock',
      state,
    });
  },
);
