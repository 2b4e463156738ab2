import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startAnswerGate } from '../../http/answerGate.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, rwa, start } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

const quick = ['--poll-interval', '50ms'];
const assess = ['assess', 'hires.csv', '--yes', ...quick];

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'exit code 130: after %s, requests in flight are finished, and a command to continue is suggested',
  async (signal) => {
    const sandbox = await startTestSandbox();
    const gate = await startAnswerGate(sandbox, 'rwa_create', 20);
    const folder = await folderWith({ 'hires.csv': toCsv(people(60)) });
    const running = start(folder, assess, gate.env);
    await gate.waitForHeld(1);
    running.kill(signal);
    await running.waitForText('Finishing');
    await gate.open();
    const { code, out } = await running.ended;
    expect(code).toBe(130);
    expect(out).toContain('Interrupted after');
    expect(out).toContain('Continue; nothing is sent twice:\n    rwa assess hires.csv --yes');

    const after = await rwa(folder, assess, gate.env);
    expect(after.code).toBe(0);
    expect((await sandbox.readLedger()).commits.rwa_create).toBe(60);
  },
);

test('exit code 130: a second signal stops at once, and requests in flight are unconfirmed', async () => {
  const sandbox = await startTestSandbox();
  const gate = await startAnswerGate(sandbox, 'rwa_create', 8);
  const folder = await folderWith({ 'hires.csv': toCsv(people(24)) });
  const running = start(folder, assess, gate.env);
  await gate.waitForHeld(2);
  running.kill('SIGINT');
  await running.waitForText('Finishing');
  running.kill('SIGINT');
  const { code, err } = await running.ended;
  expect(code).toBe(130);
  expect(err).toMatch(/^Stopped[.] \d+ rows are now unconfirmed: run$/m);

  await gate.open();
  const after = await rwa(folder, assess, gate.env);
  const { commits, requests } = await sandbox.readLedger();
  expect(requests.rwa_create).toBe(commits.rwa_create);
  const unconfirmed = Number(/(\d+) unconfirmed/.exec(after.out)?.[1] ?? 0);
  const [, now = '0'] = /^ +(\d+) scored$/m.exec(after.out) ?? [];
  const [, before = '0'] = /^ +(\d+) scored before this run$/m.exec(after.out) ?? [];
  expect(Number(now) + Number(before)).toBe(24 - unconfirmed);
  // A request that was about to be sent is unconfirmed too, but was not committed.
  expect(commits.rwa_create).toBeGreaterThanOrEqual(24 - unconfirmed);
  expect(commits.rwa_create).toBeLessThanOrEqual(24);
});

test('exit code 130: a second signal loses no answer that has arrived', async () => {
  const gate = await startAnswerGate(await startTestSandbox(), 'rwa_create');
  const folder = await folderWith({ 'hires.csv': toCsv(people(20)) });
  const running = start(folder, [...assess, '--concurrency', '20'], gate.env);
  await gate.waitForHeld(20);
  running.kill('SIGINT');
  await running.waitForText('Finishing');
  // The answers arrive while the process is suspended, and the second signal arrives later.
  running.kill('SIGSTOP');
  await gate.open();
  running.kill('SIGINT');
  running.kill('SIGCONT');
  expect((await running.ended).code).toBe(130);
  const journal = await readFile(join(folder, 'hires.csv.rwa-journal.jsonl'), 'utf8');
  expect(journal.match(/"fact":"created"/g)).toHaveLength(20);
});
