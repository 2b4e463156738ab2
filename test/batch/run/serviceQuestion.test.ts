import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { createReassessment } from '../../../batch/engine/operations/assess.js';
import { openProxy } from '../../sandbox/openProxy.js';
import { type SandboxUnderTest, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { employees, readFacts, hireRow, runOn, writeHires } from './testRun.js';

/** Creates a sheet and sends its two rows. `before` is the text of the sheet without results. */
async function sendSheet() {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  const before = readFileSync(path, 'utf8');
  await runOn(path, service.sandbox);
  const countCreates = async () => (await service.readLedger()).requests.rwa_create;
  return { service, path, before, countCreates };
}

async function openOtherUrl(service: SandboxUnderTest) {
  return { baseUrl: await openProxy(service), tokens: service.sandbox.tokens };
}

function addRow(path: string): void {
  writeFileSync(path, `${readFileSync(path, 'utf8')}${hireRow('E-9')}\r\n`);
}

function deleteBackups(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (name.includes('.backup-')) rmSync(join(folder, name));
  }
}

test('a token of another company stops a run before anything is sent', async () => {
  const { service, path, countCreates } = await sendSheet();
  const { baseUrl, tokens } = service.sandbox;
  const otherCompany = { baseUrl, tokens: [tokens[1] ?? ''] };
  const { summary } = await runOn(path, otherCompany);
  expect([summary.outcome, summary.stopped?.[0]?.code]).toEqual(['stopped', 'assessmentUnknown']);
  addRow(path);
  await expect(runOn(path, otherCompany)).rejects.toMatchObject({
    outcome: 'stopped',
    messages: [expect.objectContaining({ code: 'assessmentUnknown' })],
  });
  expect(await countCreates()).toBe(2);
});

test('a refusal names the row of an assessment that the service does not know', async () => {
  const { service, path } = await sendSheet();
  const { baseUrl, tokens } = service.sandbox;
  const otherCompany = { baseUrl, tokens: [tokens[1] ?? ''] };
  const toUnknownError = (row: unknown) => ({
    messages: [expect.objectContaining({ code: 'assessmentUnknown', row })],
  });
  const reassess = () => runOn(path, otherCompany, { operation: createReassessment({}) });
  await expect(reassess()).rejects.toMatchObject(toUnknownError(expect.any(Number)));

  const [first = '', ...others] = readFileSync(path, 'utf8').split('\r\n');
  writeFileSync(path, [first, hireRow('E-9'), ''].join('\r\n'));
  await expect(runOn(path, otherCompany)).rejects.toMatchObject(toUnknownError(undefined));
  writeFileSync(path, [first, ...others.slice(0, 2), hireRow('E-9'), ''].join('\r\n'));
  await expect(runOn(path, otherCompany)).rejects.toMatchObject(toUnknownError(expect.any(Number)));
});

test('a token of another company stops a run even if only the sheet shows the results', async () => {
  const { service, path, countCreates } = await sendSheet();
  const { baseUrl, tokens } = service.sandbox;
  const otherCompany = { baseUrl, tokens: [tokens[1] ?? ''] };
  const { journal } = toSheetFiles(path, {});
  rmSync(journal);
  deleteBackups(path);
  const toStoppedError = (isOnlyInSheet: boolean) => ({
    outcome: 'stopped',
    messages: [
      expect.objectContaining({
        code: 'assessmentUnknown',
        isOnlyInSheet,
        row: expect.any(Number) as number,
      }),
    ],
  });
  addRow(path);
  await expect(runOn(path, otherCompany)).rejects.toMatchObject(toStoppedError(true));
  expect(existsSync(journal)).toBe(false);

  writeFileSync(path, readFileSync(path, 'utf8').replace(`${hireRow('E-9')}\r\n`, ''));
  await runOn(path, service.sandbox);
  expect(readFacts(path)).not.toContainEqual(expect.objectContaining({ fact: 'intent' }));
  addRow(path);
  await expect(runOn(path, otherCompany)).rejects.toMatchObject(toStoppedError(false));
  expect(await countCreates()).toBe(2);
});

test('a run with nothing to send reports an expired token, and still writes results', async () => {
  const { service, path, before, countCreates } = await sendSheet();
  const shown = readFileSync(path, 'utf8');
  writeFileSync(path, before);
  const { baseUrl } = service.sandbox;
  const { summary } = await runOn(path, { baseUrl, tokens: ['expired'] });
  expect([summary.outcome, summary.stopped?.[0]?.code]).toEqual(['stopped', 'serviceUnusable']);
  expect(readFileSync(path, 'utf8')).toBe(shown);
  expect(await countCreates()).toBe(2);
});

test('a sheet is not sent again under another URL of its service', async () => {
  const { service, path, countCreates } = await sendSheet();
  const renamed = await openOtherUrl(service);
  await expect(runOn(path, renamed)).rejects.toThrow('journalOfOtherService');
  const { summary } = await runOn(path, renamed, { confirmedService: 'same' });
  expect([summary.counts.Scored, summary.sent]).toEqual([2, 0]);
  expect(readFacts(path)).toContainEqual(expect.objectContaining({ fact: 'service' }));
  addRow(path);
  expect((await runOn(path, renamed)).summary.sent).toBe(1);
  expect((await runOn(path, service.sandbox)).summary.sent).toBe(0);
  expect(await countCreates()).toBe(3);
});

test('a sheet whose rows were all invalid can be sent to any service', async () => {
  const [first, second] = [await startTestSandbox(), await startTestSandbox()];
  const path = writeHires(testFolder(), ['E-1']);
  const edit = (from: string, to: string) => {
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };
  edit('2026-11-03', 'soon');
  expect((await runOn(path, first.sandbox)).summary.counts.Invalid).toBe(1);
  edit('soon', '2026-11-03');
  expect((await runOn(path, second.sandbox)).summary.counts.Scored).toBe(1);
  await expect(runOn(path, first.sandbox)).rejects.toThrow('journalOfOtherService');
  expect((await runOn(path, second.sandbox)).summary.sent).toBe(0);
  expect((await first.readLedger()).requests.rwa_create).toBe(0);
});

test('a service without the assessments is refused, even if a person confirmed the service', async () => {
  const { path } = await sendSheet();
  const other = await startTestSandbox();
  const idle = await runOn(path, other.sandbox, { confirmedService: 'same' });
  expect(idle.summary.outcome).toBe('stopped');
  addRow(path);
  await expect(runOn(path, other.sandbox, { confirmedService: 'same' })).rejects.toThrow(
    'assessmentUnknown',
  );
  expect(readFacts(path)).not.toContainEqual(expect.objectContaining({ fact: 'service' }));
  expect((await other.readLedger()).requests.rwa_create).toBe(0);
});

test('a person cannot confirm that a service is another service if it knows an assessment', async () => {
  const { service, path, before, countCreates } = await sendSheet();
  const copy = join(path, '..', 'copy.csv');
  copyFileSync(path, copy);
  writeFileSync(copy, before);
  const renamed = await openOtherUrl(service);
  await expect(runOn(copy, renamed, { confirmedService: 'other' })).rejects.toThrow(
    'isNoOtherService',
  );
  expect(await countCreates()).toBe(2);
});

test('treats localhost and 127.0.0.1 as the same service', async () => {
  const { service, path, countCreates } = await sendSheet();
  const { baseUrl, tokens } = service.sandbox;
  const named = { baseUrl: baseUrl.replace('127.0.0.1', 'LOCALHOST'), tokens };
  expect((await runOn(path, named)).summary.counts.Scored).toBe(2);
  expect(await countCreates()).toBe(2);
});
