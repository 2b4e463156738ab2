import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProxy } from '../../http/proxy.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, folderWith, rwa, rwaProcess, start } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
const waiting = [...assess, '--wait-for-service', '2h'];
const waitNotice = 'Nothing was sent. Trying again for 2.0 hours, until ';

async function createUnavailableService() {
  const sandbox = await startTestSandbox();
  let isAvailable = false;
  const { baseUrl, tokens } = await startProxy(sandbox, (request) =>
    isAvailable
      ? request.forward()
      : Promise.resolve({ status: 503, type: 'text/plain', body: 'maintenance' }),
  );
  const countCreates = async () => (await sandbox.readLedger()).requests.rwa_create;
  const env = { RWA_BASE_URL: baseUrl, RWA_TOKEN: tokens[0] ?? '' };
  return { env, countCreates, makeAvailable: () => (isAvailable = true) };
}

test('a run waits for an unavailable service, and reads the sheet only afterwards', async () => {
  const { env, countCreates, makeAvailable } = await createUnavailableService();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const running = start(folder, waiting, env);
  await running.waitForText(waitNotice);
  await writeFile(join(folder, 'hires.csv'), toCsv(people(3)));
  makeAvailable();
  const { code, out, err } = await running.ended;
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^The service is available again after .+[.]$/m),
  ]);
  expect(out).toMatch(/3 scored/);
  expect(await countCreates()).toBe(3);
  expect(err.match(/Trying again/g)).toHaveLength(1);
});

test('with --json, standard output contains nothing about the wait', async () => {
  const { env, makeAvailable } = await createUnavailableService();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const running = start(folder, [...waiting, '--json'], env);
  await running.waitForText(waitNotice);
  makeAvailable();
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  const types = out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type);
  expect(types).toEqual(['plan', 'row', 'summary']);
});

test('a second scheduled run sends nothing while another one waits', async () => {
  const { env, countCreates, makeAvailable } = await createUnavailableService();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const first = start(folder, waiting, env);
  await first.waitForText(waitNotice);
  const second = await rwa(folder, waiting, env);
  expect(second.code).toBe(7);
  expect(second.err).toContain('this sheet since');
  makeAvailable();
  expect((await first.ended).code).toBe(0);
  expect(await countCreates()).toBe(2);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the wait at once', async (signal) => {
  const { env, countCreates } = await createUnavailableService();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const before = await readFiles(folder);
  const running = start(folder, waiting, env);
  await running.waitForText(waitNotice);
  running.kill(signal);
  const { code, err } = await running.ended;
  expect([code, err]).toEqual([130, expect.stringMatching(/Nothing was sent[.]\n/)]);
  expect(await countCreates()).toBe(0);
  expect(await readFiles(folder)).toEqual(before);
});

test('after the time limit, the run exits with 5 and has created no files', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  server.close();
  const env = { RWA_BASE_URL: `http://127.0.0.1:${port}/wf`, RWA_TOKEN: 'a-company-token' };
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const before = await readFiles(folder);
  const args = [...assess, '--wait-for-service', '1s', '--on-finish', 'cat'];
  const { code, err } = await rwaProcess(folder, args, env);
  expect(err).toMatch(/connection refused[.] Nothing was sent[.] Trying again for 1 s, until /);
  expect(err).toContain('rwa: The service was not available within 1 s (--wait-for-service).');
  expect(code).toBe(5);
  // The notice of --on-finish contains the exit code.
  expect(err).toContain('"exitCode":5');
  expect(await readFiles(folder)).toEqual(before);
});
