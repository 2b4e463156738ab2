import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wordFinding } from '../../../batch/cli/wording/findings.js';
import { checkAuthorities } from '../../../batch/doctor/checkMachine.js';
import { checkClock } from '../../../batch/doctor/checkService.js';
import { takeLock } from '../../../batch/engine/journal/lock.js';
import type { Exchange } from '../../../src/transport.js';
import { testSandbox } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, readFiles, rwa, rwaProcess, toEnv } from './rwaUnderTest.js';
import { people, toCsv } from './sheets.js';

const sheet = toCsv(people(3));

/** Returns the lines of the output with anything but `ok`. */
function troubles(out: string): string[] {
  return out.split('\n').filter((line) => line !== '' && !line.startsWith('ok '));
}

test('the doctor finds no problem, asks once, and changes nothing', async () => {
  const service = await testSandbox();
  const folder = await folderWith({ 'hires.csv': sheet });
  const before = await readFiles(folder);
  const { code, out } = await rwa(folder, ['doctor', 'hires.csv'], toEnv(service));
  expect([code, troubles(out)]).toEqual([0, ['No problem was found.']]);
  expect(out).toContain('hires.csv, sheet and journal: 3 rows; no journal yet\n');
  const { requests } = await service.ledger();
  expect(requests).toMatchObject({ rwa_create: 0, rwa_retrieve: 1 });
  expect(await readFiles(folder)).toEqual(before);
});

test('a refused token and a missing sheet are problems, and the other sheets are checked', async () => {
  const service = await testSandbox();
  const folder = await folderWith({ 'hires.csv': sheet });
  const env = { ...toEnv(service), RWA_TOKEN: 'wrong' };
  const { code, out } = await rwa(folder, ['doctor', 'none.csv', 'hires.csv'], env);
  expect([code, troubles(out)]).toEqual([
    5,
    [
      expect.stringMatching(/^problem +Token: The service refused the company token/),
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
  expect([code, troubles(out)]).toEqual([
    5,
    [
      expect.stringMatching(/^problem +Settings: No base URL[.]/),
      'unknown  Service: not asked, because the settings cannot be used',
      '1 line above needs attention.',
    ],
  ]);
});

test('a service that is away ends with the code to try again', async () => {
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

test('a sheet that a run is using, and one of another service', async () => {
  const [service, other] = [await testSandbox(), await testSandbox()];
  const folder = await folderWith({ 'hires.csv': sheet });
  const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
  await rwa(folder, assess, toEnv(service));
  const lock = await takeLock(join(folder, 'hires.csv.rwa-journal.jsonl.lock'), Date.now);
  const inUse = await rwaProcess(folder, ['doctor', 'hires.csv'], toEnv(service));
  await lock.release();
  expect([inUse.code, troubles(inUse.out)]).toEqual([
    7,
    [expect.stringMatching(/^in use +hires[.]csv, lock: /), '1 line above needs attention.'],
  ]);
  expect(inUse.out).toContain(`3 rows; 3 requests in its journal, for ${service.sandbox.baseUrl}`);
  const { code, out } = await rwa(folder, ['doctor', 'hires.csv'], toEnv(other));
  expect([code, out]).toEqual([
    5,
    expect.stringMatching(/problem +hires[.]csv, sheet and journal: /),
  ]);
});

test('authorities that cannot be read are a problem', async () => {
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
])('the clock of the machine at %s is %s', (now, state) => {
  const answer: Exchange = {
    delivery: 'answered',
    httpStatus: 200,
    body: '',
    complete: true,
    date: 'Mon, 02 Nov 2026 08:00:00 GMT',
  };
  expect(wordFinding(checkClock(answer, Date.parse(now)))).toMatchObject({ check: 'Clock', state });
});
