import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, start } from './rwaUnderTest.js';
import { badPeople, toCsv, people, trip } from './sheets.js';

const invalid = { ...trip, Seniority: 'Junior' };

test.each([[[]], [['--json']]])(
  'a run continues after its output pipes are closed (options %j)',
  async (flags) => {
    const sandbox = await startTestSandbox({ latencyMs: 20, readyAfterMs: 0 });
    const folder = await folderWith({ 'hires.csv': toCsv([...people(50), invalid]) });
    const args = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms', ...flags];
    const running = start(folder, args, toEnv(sandbox));
    await running.waitForText('hires.csv');
    running.stopReading();
    expect((await running.ended).code).toBe(3);
    expect((await sandbox.readLedger()).commits.rwa_create).toBe(50);
    expect((await readFiles(folder))['hires.csv']?.match(/Scored/g)).toHaveLength(50);
  },
);

test('after Ctrl+C, a run writes its results even if its output pipes are closed', async () => {
  const sandbox = await startTestSandbox({ latencyMs: 50, readyAfterMs: 0 });
  const folder = await folderWith({ 'hires.csv': toCsv(people(200)) });
  const args = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
  const running = start(folder, args, toEnv(sandbox));
  await expect.poll(async () => (await sandbox.readLedger()).commits.rwa_create).toBeGreaterThan(0);
  running.stopReading();
  running.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
  const written = (await readFiles(folder))['hires.csv'] ?? '';
  expect(written.match(/Pending|Scored/g)).toHaveLength(
    (await sandbox.readLedger()).commits.rwa_create,
  );
});

test.each(['check', 'status'])(
  'rwa %s exits with 0 after its output pipes are closed',
  async (command) => {
    const folder = await folderWith({
      'hires.csv': toCsv(badPeople(20_000)),
    });
    const running = start(folder, [command, 'hires.csv']);
    await running.waitForText('Row 2');
    running.stopReading();
    expect((await running.ended).code).toBe(0);
  },
);
