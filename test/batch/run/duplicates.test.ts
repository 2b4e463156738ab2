import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { cellsByHeading, runOn, type RunSettings, writeHires } from './testRun.js';

const writeDuplicates = () => writeHires(testFolder(), ['E-1', 'E-1']);
const sendingBoth: RunSettings = { sendDuplicates: true, concurrency: 1 };
const editFirst = (path: string) => {
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Low'),
  );
};
const readStatuses = (path: string) =>
  cellsByHeading(path).map((cells) => cells['Assessment status']);

test('after the first of two identical rows is edited, the second row gets its assessment', async () => {
  const service = await startTestSandbox();
  const path = writeDuplicates();
  await runOn(path, service.sandbox);
  expect(readStatuses(path)).toEqual(['Scored', 'Duplicate']);
  const [first] = cellsByHeading(path);
  editFirst(path);
  await runOn(path, service.sandbox);
  const [edited, other] = cellsByHeading(path);
  expect(readStatuses(path)).toEqual(['Scored', 'Scored']);
  expect(other?.['Assessment ID']).toBe(first?.['Assessment ID']);
  expect(edited?.['Assessment ID']).not.toBe(first?.['Assessment ID']);
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});

test('a scored row stays Scored after an identical unconfirmed row above it is edited', async () => {
  const service = await startTestSandbox();
  const path = writeDuplicates();
  const lostAnswer = { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 };
  await service.control('POST faults', lostAnswer);
  await runOn(path, service.sandbox, sendingBoth);
  expect(readStatuses(path)).toEqual(['Unconfirmed', 'Scored']);
  editFirst(path);
  const { reports } = await runOn(path, service.sandbox, sendingBoth);
  expect(readStatuses(path)).toEqual(['Unconfirmed', 'Scored']);
  expect(reports[0]?.message).toContain('inputs have changed since');
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});

test('a scored row keeps its own assessment after it is edited to the inputs of a refused row', async () => {
  const service = await startTestSandbox();
  const path = writeDuplicates();
  editFirst(path);
  await service.control('POST faults', {
    operation: 'rwa_create',
    fault: 'platform-400',
    times: 1,
  });
  await runOn(path, service.sandbox, { concurrency: 1 });
  expect(readStatuses(path)).toEqual(['Rejected', 'Scored']);
  const [, scored] = cellsByHeading(path);
  writeFileSync(path, readFileSync(path, 'utf8').replace(',Mid,', ',Low,'));
  await runOn(path, service.sandbox, { retryRejected: true });
  expect(readStatuses(path)).toEqual(['Scored', 'Invalid']);
  expect(cellsByHeading(path)[1]?.['Assessment ID']).toBe(scored?.['Assessment ID']);
});

test('resends neither of two identical rows after a crash and an edit of the first', async () => {
  const service = await startTestSandbox();
  const path = writeDuplicates();
  let eventsLeft = 4;
  const crash: RunSettings = {
    ...sendingBoth,
    onEvent({ type }) {
      if (type === 'progress' && --eventsLeft === 0) throw new Error('crash');
    },
  };
  await expect(runOn(path, service.sandbox, crash)).rejects.toThrow('crash');
  editFirst(path);
  await runOn(path, service.sandbox, sendingBoth);
  expect(readStatuses(path)).toEqual(['Invalid', 'Scored']);
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});
