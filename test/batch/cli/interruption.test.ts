import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { OperationName } from '../../../src/operations.js';
import { rwa as rwaInProcess } from '../../../batch/rwa.js';
import { endingSignals, Interruption } from '../../../batch/cli/commands/interrupt.js';
import { createSendingStage } from '../../../batch/cli/commands/runStages.js';
import { type SandboxUnderTest, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { createPerson } from './person.js';
import { toEnv, folderWith, type Running, rwa, start } from './rwaUnderTest.js';
import { badPeople, toCsv, hire, people } from './sheets.js';

const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];

async function waitForRequests(sandbox: SandboxUnderTest, name: OperationName, count: number) {
  while ((await sandbox.readLedger()).requests[name] < count) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function leaveUnanswered(sandbox: SandboxUnderTest, operation: OperationName, times: number) {
  return sandbox.control('POST faults', { operation, fault: 'timeout-after-commit', times });
}

async function interruptTwice(running: Running) {
  running.kill('SIGINT');
  await running.waitForText('Press Ctrl+C again to stop at once.');
  running.kill('SIGINT');
  return running.ended;
}

test('the first signal cancels the availability check before anything is sent', async () => {
  const sandbox = await startTestSandbox();
  await leaveUnanswered(sandbox, 'rwa_retrieve', 5);
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const patient = [...assess, '--request-timeout', '10m'];
  const running = start(folder, patient, toEnv(sandbox));
  await waitForRequests(sandbox, 'rwa_retrieve', 1);
  running.kill('SIGTERM');
  const { code, err } = await running.ended;
  expect([code, err]).toEqual([
    130,
    expect.stringMatching(/Stopping before anything is sent.*\n(.*\n)*Nothing was sent[.]\n/),
  ]);
  expect((await sandbox.readLedger()).requests).toMatchObject({ rwa_create: 0, rwa_retrieve: 1 });
});

test('after the second signal, rwa assess and rwa status print the same number of unconfirmed rows', async () => {
  const sandbox = await startTestSandbox();
  await leaveUnanswered(sandbox, 'rwa_create', 3);
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const running = start(folder, assess, toEnv(sandbox));
  await waitForRequests(sandbox, 'rwa_create', 3);
  const { code, err } = await interruptTwice(running);
  expect([code, err]).toEqual([
    130,
    expect.stringContaining(
      '\nStopped. 3 rows are now unconfirmed: run\n  rwa resolve hires.csv\nthen\n  rwa assess hires.csv --yes --poll-interval 50ms\n',
    ),
  ]);
  const { out } = await rwa(folder, ['status', 'hires.csv']);
  expect(out).toMatch(/^ +3 unconfirmed/m);
});

test('the message after the second signal has wordings for no row and for one row', () => {
  const commands = { again: 'rwa assess hires.csv', resolve: 'rwa resolve hires.csv' };
  const message = (rows: number) => createSendingStage(commands, false, () => rows).stopped();
  expect(message(0)).toBe(
    'Stopped. No row was in flight. To continue, run\n  rwa assess hires.csv',
  );
  expect(message(1)).toMatch(/^Stopped[.] 1 row is now unconfirmed: run\n/);
});

test('the same command completes the interrupted rows of a repeatable operation', async () => {
  const sandbox = await startTestSandbox();
  const id = await sandbox.create();
  await leaveUnanswered(sandbox, 'rwa_update', 1);
  const folder = await folderWith({
    'decisions.csv': toCsv([{ 'Assessment ID': id, Decision: 'Pending' }]),
  });
  const args = ['decide', 'decisions.csv', '--yes'];
  const running = start(folder, args, toEnv(sandbox));
  await waitForRequests(sandbox, 'rwa_update', 1);
  const { code, err } = await interruptTwice(running);
  expect([code, err]).toEqual([
    130,
    expect.stringContaining(
      'which is harmless. To continue, run\n  rwa decide decisions.csv --yes\n',
    ),
  ]);
  expect(err).not.toContain('resolve');
  expect((await rwa(folder, args, toEnv(sandbox))).code).toBe(0);
});

test('a signal at the confirmation question interrupts the command', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([hire]) });
  const person = createPerson([]);
  const questions: string[] = [];
  const terminal = {
    ...person,
    ask: (question: string, signal?: AbortSignal) =>
      new Promise<undefined>((resolve) => {
        questions.push(question);
        signal?.addEventListener('abort', () => {
          resolve(undefined);
        });
        process.emit('SIGTERM');
      }),
  };
  const earlierListeners = new Set(endingSignals.flatMap((signal) => process.listeners(signal)));
  onTestFinished(() => {
    for (const signal of endingSignals) {
      for (const listener of process.listeners(signal)) {
        if (!earlierListeners.has(listener)) process.off(signal, listener);
      }
    }
  });
  const interruption = new Interruption(terminal);
  interruption.listen();
  const args = ['assess', join(folder, 'hires.csv'), '--sandbox'];
  expect(await rwaInProcess(args, terminal, interruption)).toBe(130);
  expect(questions).toEqual(['Assess 1 row now? [y/N] ']);
  expect(person.messages).toContain('Nothing was sent.');
});

test('a signal after the summary stops the command of --on-finish and does not change the exit code', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv([hire]) });
  const running = start(
    folder,
    [...assess, '--on-finish', 'echo waits; sleep 600'],
    toEnv(sandbox),
  );
  await running.waitForText('waits');
  running.kill('SIGINT');
  const { code, err } = await running.ended;
  expect(code).toBe(0);
  expect(err).toContain('The run has ended. Stopping its notices');
  expect(err).toContain('The command of --on-finish was stopped by the interruption.');
});

test('a command that sends nothing reports an interruption', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(badPeople(20_000)) });
  const running = start(folder, ['check', 'hires.csv']);
  await running.waitForText('Row 2');
  running.kill('SIGINT');
  expect(await running.ended).toMatchObject({ code: 130, err: '\nInterrupted.\n' });
});
