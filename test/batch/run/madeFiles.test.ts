import { chmodSync, chownSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withSandbox } from '../../../batch/cli/embeddedSandbox.js';
import { LogFile } from '../../../batch/cli/output/logFile.js';
import type { RunEvent } from '../../../batch/engine/run/events.js';
import { writeReport } from '../../../batch/report/writeReport.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { openJournal } from '../../../batch/engine/journal/journalFile.js';
import { lockSheet } from '../../../batch/engine/journal/sheetLock.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { employees, runOn, writeHires } from './testRun.js';

const isRoot = process.getuid?.() === 0;

/** Creates every kind of file next to a sheet, and returns the group and mode of each. */
async function createAllFiles(path: string): Promise<Record<string, string>> {
  const folder = join(path, '..');
  const service = await startTestSandbox();
  const { lock, journal, sandboxData } = toSheetFiles(path, {});
  let lockAccess = '';
  await runOn(path, service.sandbox, {
    onEvent: ({ type }) => {
      if (type === 'progress') lockAccess = readAccess(lock);
    },
  });
  // Create a copy, a workbook, and results next to a sheet that is open in another program.
  await runOn(path, service.sandbox, { output: join(folder, 'scored.csv') });
  await runOn(path, service.sandbox, { output: join(folder, 'scored.xlsx') });
  writeFileSync(path, `${[...employees(2)].join()}\r\n`, { flag: 'a' });
  writeFileSync(join(folder, '~$hires.csv'), '');
  let lastEvent: RunEvent | undefined;
  await runOn(path, service.sandbox, { onEvent: (event) => (lastEvent = event) });
  const data = lastEvent?.type === 'summary' ? lastEvent.report?.() : undefined;
  if (data === undefined) throw new Error('The run has no numbers for a report.');
  await writeReport(join(folder, 'hires.report.html'), path, data, 'rwa assess');
  LogFile.open(join(folder, 'rwa.log'), path, 'log').close();
  let walAccess = '';
  await withSandbox(sandboxData, path, () => {
    walAccess = readAccess(`${sandboxData}-wal`);
    return Promise.resolve();
  });
  await recoverJournal(path, journal, service.sandbox.baseUrl);
  const created = readdirSync(folder).filter((name) => !name.startsWith('~$'));
  return {
    lock: lockAccess,
    wal: walAccess,
    ...Object.fromEntries(created.map((name) => [name, readAccess(join(folder, name))])),
  };
}

async function recoverJournal(path: string, journalPath: string, service: string): Promise<void> {
  const lock = await lockSheet(path, toSheetFiles(path, {}), Date.now);
  const journal = await openJournal(journalPath, service, Date.now, { lock, sheet: path });
  journal.append({ fact: 'round', round: 2, at: new Date().toISOString() });
  await journal.waitForSync();
  renameSync(journalPath, `${journalPath}.away`);
  expect(() => {
    journal.assertUsable();
  }).toThrow('journalLost');
  journal.takeUnwritten();
  await journal.close().catch(() => undefined);
  renameSync(`${journalPath}.away`, journalPath);
  await lock.release();
}

function readAccess(path: string): string {
  const { gid, mode } = statSync(path);
  return `${gid} ${(mode & 0o777).toString(8)}`;
}

const permissions = [0o000, 0o077].flatMap((umask) =>
  [0o600, 0o640, 0o660].map((mode) => [umask.toString(8), mode.toString(8)] as const),
);
test.each(permissions)(
  'with umask %s, files that are created from a sheet with mode %s have its group and mode',
  async (umask, mode) => {
    const folder = testFolder();
    const path = writeHires(folder, employees(2));
    // Only root can give a file to any group. Other users must be members of that group.
    if (isRoot) chownSync(path, 0, 54_321);
    chmodSync(path, Number.parseInt(mode, 8));
    const before = process.umask(Number.parseInt(umask, 8));
    onTestFinished(() => {
      process.umask(before);
    });
    const created = await createAllFiles(path);
    const sheetAccess = readAccess(path);
    const names = Object.keys(created).join(' ');
    for (const kind of [
      /backup-/,
      /results-/,
      /recovered-/,
      /jsonl/,
      /scored.csv/,
      /scored.xlsx/,
      /sqlite/,
      /report/,
      /rwa[.]log/,
    ]) {
      expect(names).toMatch(kind);
    }
    expect(created).toEqual(
      Object.fromEntries(Object.keys(created).map((name) => [name, sheetAccess])),
    );
    expect(sheetAccess).toBe(`${isRoot ? 54_321 : statSync(folder).gid} ${mode}`);
  },
);
