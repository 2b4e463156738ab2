import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startAnswerGate } from '../../http/answerGate.js';
import { testSandbox } from '../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith, rwa, start } from './rwaUnderTest.js';
import { toCsv, hire, people, trip } from './sheets.js';

const quick = ['--poll-interval', '50ms'];
const assess = ['assess', 'hires.csv', '--yes', ...quick];

test('exit code 0: all rows are done', async () => {
  const sandbox = await testSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(4)) });
  const { code, out } = await rwa(folder, assess, toEnv(sandbox));
  expect([code, out]).toEqual([0, expect.stringMatching(/^ +4 scored$/m)]);
  expect((await sandbox.ledger()).commits.rwa_create).toBe(4);
});

test.each([
  ['invalid', { ...trip, Seniority: 'Junior' }, 1],
  ['duplicate', hire, 1],
  ['rejected', { ...trip, 'Employee ID': 'SANDBOX-REJECTED' }, 2],
])('exit code 3: finished, and a row is %s', async (status, entry, requests) => {
  const sandbox = await testSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv([hire, entry]) });
  const { code, out } = await rwa(folder, assess, toEnv(sandbox));
  expect([code, out]).toEqual([3, expect.stringMatching(new RegExp(`^ +1 ${status}`, 'm'))]);
  expect((await sandbox.ledger()).requests.rwa_create).toBe(requests);
});

test('exit code 4: finished, and a row is unconfirmed; the next run does not send it', async () => {
  const sandbox = await testSandbox();
  const lost = { ...trip, 'Employee ID': 'SANDBOX-LOST-ANSWER' };
  const folder = await folderWith({ 'hires.csv': toCsv([hire, lost]) });
  const { code, out } = await rwa(folder, assess, toEnv(sandbox));
  expect(code).toBe(4);
  expect(out).toMatch(/^ +1 unconfirmed/m);
  expect(out).toContain('    rwa resolve hires.csv\n');
  expect((await rwa(folder, assess, toEnv(sandbox))).code).toBe(4);
  expect((await sandbox.ledger()).requests.rwa_create).toBe(2);
});

test('exit code 5: stopped early by failures, even if rows are unconfirmed', async () => {
  const sandbox = await testSandbox();
  await sandbox.control('POST faults', {
    operation: 'rwa_create',
    fault: 'status-500-before-commit',
    times: 100,
  });
  const folder = await folderWith({ 'hires.csv': toCsv(people(20)) });
  const args = [...assess, '--max-errors', '3', '--concurrency', '1'];
  const { code, out } = await rwa(folder, args, toEnv(sandbox));
  expect(code).toBe(5);
  expect(out).toContain('Stopped early');
  expect(out).toMatch(/^ +3 unconfirmed/m);
  expect(out).toMatch(/^ +17 not sent/m);
  expect((await sandbox.ledger()).requests.rwa_create).toBe(3);
});

test('exit code 75: results are pending at the deadline, and a later run waits for them again', async () => {
  const sandbox = await testSandbox();
  const pending = { ...trip, 'Employee ID': 'SANDBOX-ALWAYS-PENDING' };
  const folder = await folderWith({ 'hires.csv': toCsv([hire, pending]) });
  const args = [...assess, '--poll-timeout', '300ms'];
  const { code, out } = await rwa(folder, args, toEnv(sandbox));
  expect([code, out]).toEqual([75, expect.stringMatching(/^ +1 pending/m)]);
  expect((await rwa(folder, args, toEnv(sandbox))).code).toBe(75);
  expect((await sandbox.ledger()).commits.rwa_create).toBe(2);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'exit code 130: after %s, requests in flight are finished, and the command for the other rows is suggested',
  async (signal) => {
    const sandbox = await testSandbox();
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
    expect((await sandbox.ledger()).commits.rwa_create).toBe(60);
  },
);

test('exit code 130: a second signal stops at once, and requests in flight are unconfirmed', async () => {
  const sandbox = await testSandbox();
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
  const { commits, requests } = await sandbox.ledger();
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
  const gate = await startAnswerGate(await testSandbox(), 'rwa_create');
  const folder = await folderWith({ 'hires.csv': toCsv(people(20)) });
  const running = start(folder, [...assess, '--concurrency', '20'], gate.env);
  await gate.waitForHeld(20);
  running.kill('SIGINT');
  await running.waitForText('Finishing');
  // The answers arrive while the process is suspended, and the second signal after them.
  running.kill('SIGSTOP');
  await gate.open();
  running.kill('SIGINT');
  running.kill('SIGCONT');
  expect((await running.ended).code).toBe(130);
  const journal = await readFile(join(folder, 'hires.csv.rwa-journal.jsonl'), 'utf8');
  expect(journal.match(/"fact":"created"/g)).toHaveLength(20);
});
