import { expect, onTestFinished, test, vi } from 'vitest';
import { JournalInStore } from '../../../../batch/server/journal/journalInStore.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { SheetLocks } from '../../../../batch/server/sheets/sheetLocks.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/testRun.js';
import { TestWork } from './testWork.js';
import { ageRequests } from '../ageRequests.js';

const journal: Pick<JournalInStore, 'append'> = JournalInStore.prototype;
const sheetLocks: Pick<SheetLocks, 'takeForRun'> = SheetLocks.prototype;

/** Asks a run to release its sheet as soon as its journal has this many facts about unconfirmed rows. */
function requestSheetAfter(unconfirmed: number): void {
  let releaseRun: (() => void) | undefined;
  let unconfirmedCount = 0;
  const locks = new SheetLocks();
  const takeForRunSpy = vi
    .spyOn(SheetLocks.prototype, 'takeForRun')
    .mockImplementation((sheet, release) => {
      releaseRun = release;
      return locks.take(sheet);
    });
  const append = journal.append;
  const appendSpy = vi.spyOn(journal, 'append').mockImplementation(function (
    this: JournalInStore,
    lines,
  ) {
    append.call(this, lines);
    unconfirmedCount += lines.toString().split('"fact":"unconfirmed"').length - 1;
    if (unconfirmedCount < unconfirmed) return;
    releaseRun?.();
    releaseRun = undefined;
  });
  onTestFinished(() => {
    takeForRunSpy.mockRestore();
    appendSpy.mockRestore();
  });
}

test('a run that loses ten answers fails, even if it is asked to release its sheet at the same moment', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.control('POST faults', {
    operation: 'rwa_create',
    fault: 'reset-after-commit',
    times: 60,
  });
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(employees(60));
  requestSheetAfter(10);
  await server.start(sheet);
  const { messages } = await server.until(sheet, 'failed');
  expect(messages[0]).toMatch(/^10 consecutive rows have failed/);
  expect(await server.countCreates()).toBeLessThan(20);
});

test('the limit on new rows applies only at the start of a run, so a row that a person settles later as not created is sent', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.loseAnswer('E-2');
  const server = await TestWork.open(sandbox);
  const neverScored = 'SANDBOX-ALWAYS-PENDING';
  const sheet = await server.addSheet(['E-2', neverScored]);
  const { id } = await server.start(sheet);
  await expect.poll(() => listUnconfirmed(server.store, sheet)).toHaveLength(1);
  await server.work.halt(id, 'stopped');
  await server.until(sheet, 'stopped');

  await server.start(sheet, { operation: 'assess', maxNew: 0 });
  await expect.poll(async () => (await findLatestRun(server.store, sheet))?.rows).toBe(1);
  await ageRequests(server.store);
  await server.settle(sheet, await server.findUnconfirmedKey(sheet), { exists: false });
  await expect.poll(() => server.countCreates()).toBe(3);
  await server.until(sheet, 'running');
});

test('a run sends a row that is settled just before the end of the run', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.loseAnswer('E-2');
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(['E-1', 'E-2']);
  const { takeForRun } = sheetLocks;
  const lockRequested = Promise.withResolvers<undefined>();
  const takeLock = server.ports.locks.take.bind(server.ports.locks);
  vi.spyOn(server.ports.locks, 'take').mockImplementation((name) => {
    const lock = takeLock(name);
    lockRequested.resolve(undefined);
    return lock;
  });
  let settled: Promise<void> | undefined;
  const takeForRunSpy = vi
    .spyOn(SheetLocks.prototype, 'takeForRun')
    .mockImplementation(async function (this: SheetLocks, ...args) {
      const lock = await takeForRun.apply(this, args);
      const release = async () => {
        const key = await server.findUnconfirmedKey(sheet);
        await ageRequests(server.store);
        settled ??= server.settle(sheet, key, { exists: false });
        // The settlement takes the lock of the sheet after the run has released it.
        await lockRequested.promise;
        return lock.release();
      };
      return { ...lock, release };
    });
  onTestFinished(() => {
    takeForRunSpy.mockRestore();
  });
  await server.runToEnd(sheet);
  await settled;
  expect(await server.statuses(sheet, 2)).toEqual(['Scored', 'Scored']);
  expect(await server.countCreates()).toBe(3);
});
