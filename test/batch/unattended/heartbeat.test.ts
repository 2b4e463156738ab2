import { expect, onTestFinished, test } from 'vitest';
import { type Reaction, startScriptedService } from '../../http/scriptedService.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, rwa, rwaProcess, start, toEnv } from '../cli/rwaUnderTest.js';
import { people, toCsv } from '../cli/sheets.js';

const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];

async function startWatcher(...reactions: Reaction[]) {
  const service = await startScriptedService(reactions);
  onTestFinished(() => service.close());
  return { service, heartbeat: ['--heartbeat', `${service.url}/a-secret-check`] };
}

test('a run reports its beginning and success to the heartbeat, without personal data', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const { service, heartbeat } = await startWatcher({ body: 'OK' }, { body: 'OK' });
  const { code, err } = await rwaProcess(folder, [...assess, ...heartbeat], toEnv(sandbox));
  expect([code, err]).toEqual([0, expect.not.stringContaining('heartbeat')]);
  expect(service.operations()).toEqual(['start', 'a-secret-check']);
  expect(service.requests.map(({ body }) => body)).toEqual([
    { text: 'rwa assess hires.csv begins.' },
    {
      exitCode: 0,
      text: expect.stringMatching(
        /^rwa assess hires.csv finished after .*: sent 3, 3 scored[.]$/,
      ) as string,
    },
  ]);
});

test('a run that finds the sheet in use reports success', async () => {
  const sandbox = await startTestSandbox();
  const [first, second] = people(2);
  const waiting = { ...second, 'Employee ID': 'SANDBOX-ALWAYS-PENDING' };
  const folder = await folderWith({ 'hires.csv': toCsv([{ ...first }, waiting]) });
  const otherRun = start(folder, assess, toEnv(sandbox));
  await otherRun.waitForText('1 of 2 rows finished');
  const { service, heartbeat } = await startWatcher({ body: 'OK' }, { body: 'OK' });
  const { code } = await rwa(folder, [...assess, ...heartbeat], toEnv(sandbox));
  expect([code, service.operations().at(-1)]).toEqual([7, 'a-secret-check']);
  otherRun.kill('SIGTERM');
  await otherRun.ended;
});

test('a heartbeat that does not answer the first report does not delay the run', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const { service, heartbeat } = await startWatcher('hang', { body: 'OK' });
  const beforeMs = performance.now();
  const { code } = await rwa(folder, [...assess, ...heartbeat], toEnv(sandbox));
  expect([code, service.operations()]).toEqual([0, ['start', 'a-secret-check']]);
  // A run that waited for the heartbeat would take at least 10 s, the time limit of one attempt.
  expect(performance.now() - beforeMs).toBeLessThan(8_000);
});

test('a refused heartbeat is reported without the secret in its URL', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const { heartbeat } = await startWatcher({ body: 'OK' }, { status: 404, body: 'not found' });
  const { code, out, err } = await rwa(folder, [...assess, ...heartbeat], toEnv(sandbox));
  expect(code).toBe(0);
  expect(err).toMatch(
    /^The heartbeat http:\S+\/[.]{3} answered HTTP 404[.] The run itself is not affected[.]$/m,
  );
  expect(out + err).not.toContain('a-secret-check');
});

test.each([
  ['http://example.com/a-secret-check', 'uses http'],
  ['a-secret-check', 'is not a complete URL'],
])('--heartbeat %s is refused before anything is sent', async (url, why) => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const { code, err } = await rwa(folder, [...assess, '--heartbeat', url], toEnv(sandbox));
  expect([code, err]).toEqual([2, expect.stringContaining(`--heartbeat ${why}`)]);
  expect(err).not.toContain('a-secret-check');
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});
