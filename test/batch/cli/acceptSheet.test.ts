import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { invite } from '../../../batch/engine/operations/invite.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { rwa } from '../../../batch/rwa.js';
import { type SandboxUnderTest, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { member, runOperationOn, readStatuses, writeSheet } from '../operations/testSheets.js';
import {
  cellsByHeading,
  readCells,
  employees,
  hireRow,
  runOn,
  writeHires,
} from '../run/testRun.js';
import { createPerson } from './person.js';

const resolve = async (path: string, ...args: string[]) => {
  const person = createPerson([]);
  return {
    code: await rwa(['resolve', path, ...args], person),
    message: person.messages.join('\n'),
  };
};
const append = (path: string, line: string) => {
  writeFileSync(path, `${readFileSync(path, 'utf8')}${line}\r\n`);
};
const edit = (path: string, before: string, after: string) => {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(before);
  writeFileSync(path, text.replace(before, after));
};

test('an outdated journal is refused until the IDs in the sheet are accepted', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(1));
  const { journal } = toSheetFiles(path, {});
  await runOn(path, service.sandbox);
  const older = readFileSync(journal);
  append(path, hireRow('E-2'));
  await runOn(path, service.sandbox);
  const sheet = readFileSync(path);
  writeFileSync(journal, older);
  await expect(runOn(path, service.sandbox)).rejects.toThrow(/journalOlderThanSheet/);
  expect(readFileSync(path)).toEqual(sheet);

  expect(await resolve(path, '--accept-sheet', '--dry-run')).toEqual({
    code: 8,
    message: 'Would record: the IDs of 1 row.\nNothing was recorded.',
  });
  expect(readFileSync(journal)).toEqual(older);
  expect(await resolve(path, '--accept-sheet')).toMatchObject({ code: 0 });
  expect((await runOn(path, service.sandbox)).summary).toMatchObject({ counts: { Scored: 2 } });
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});

test('after the IDs in a sheet of invitations were accepted, nobody is invited again', async () => {
  const service = await startTestSandbox();
  const path = writeSheet(testFolder(), [member('S-1')]);
  const { journal } = toSheetFiles(path, { command: 'invite' });
  await runOperationOn(path, invite, service);
  const older = readFileSync(journal);
  const [head = '', row = ''] = readFileSync(path, 'utf8').split('\r\n');
  const other = row.replaceAll('S-1', 'S-2').replaceAll('s-1', 's-2').split(',');
  const results = head.split(',').indexOf('Invitation status');
  append(path, other.map((cell, at) => (at < results ? cell : '')).join(','));
  await runOperationOn(path, invite, service);
  writeFileSync(journal, older);
  await expect(runOperationOn(path, invite, service)).rejects.toThrow(/journalOlderThanSheet/);
  expect(await resolve(path, '--for', 'invite', '--accept-sheet')).toMatchObject({ code: 0 });
  expect(readStatuses(await runOperationOn(path, invite, service))).toEqual(['Invited', 'Invited']);
  expect((await service.readLedger()).requests.create_pending_user).toBe(2);
});

/** Assesses both rows, loses the record that the sheet shows the assessments, and then corrects the rows. */
async function correctAfterCrash(service: SandboxUnderTest, correctedIds: readonly string[]) {
  const path = writeHires(testFolder(), employees(2));
  const [head = '', ...rows] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  await runOn(path, service.sandbox);
  const { journal } = toSheetFiles(path, {});
  const facts = readFileSync(journal, 'utf8').split('\n');
  writeFileSync(journal, facts.filter((line) => !line.includes('"written"')).join('\n'));
  const corrected = rows.map((row) =>
    correctedIds.some((id) => row.startsWith(`${id},`)) ? row.replace(',Mid,', ',Low,') : row,
  );
  const write = (lines: readonly string[]) => {
    writeFileSync(path, [head, ...lines, ''].join('\r\n'));
  };
  write(corrected);
  return { path, journal, corrected, write };
}

test('after --new-row, the next run sends the blocked row and no other row', async () => {
  const service = await startTestSandbox();
  const { path, journal } = await correctAfterCrash(service, ['E-1']);
  expect((await runOn(path, service.sandbox)).reports[0]?.status).toBe('Invalid');
  expect(await resolve(path, '--row', '3', '--new-row')).toMatchObject({ code: 2 });
  const [sheet, recorded] = [readFileSync(path), readFileSync(journal)];
  expect(await resolve(path, '--row', '2', '--new-row', '--dry-run')).toEqual({
    code: 8,
    message:
      'Would record: row 2 counts as new; the next run would send it.\nNothing was recorded.',
  });
  expect([readFileSync(path), readFileSync(journal)]).toEqual([sheet, recorded]);
  expect(await resolve(path, '--row', '2', '--new-row')).toMatchObject({ code: 0 });
  expect((await runOn(path, service.sandbox)).summary).toMatchObject({ outcome: 'done' });
  const created = (await service.readLedger()).assessments.map(({ employeeId }) => employeeId);
  expect(created).toEqual(['E-1', 'E-2', 'E-1']);
});

test('if two rows are blocked, --new-row needs the key of the row, because somebody may have sorted the sheet', async () => {
  const service = await startTestSandbox();
  const { path, journal, corrected, write } = await correctAfterCrash(service, ['E-1', 'E-2']);
  const recorded = readFileSync(journal);
  const refused = await resolve(path, '--row', '2', '--new-row');
  expect(refused.message).toContain('If you looked up row 2 as it is now (employee E-1, ');
  const [, key = ''] = /--row (\S+) --new-row/.exec(refused.message) ?? [];
  expect(readFileSync(journal)).toEqual(recorded);

  write(corrected.toReversed());
  expect(await resolve(path, '--row', key, '--new-row')).toMatchObject({ code: 0 });
  await runOn(path, service.sandbox);
  const created = (await service.readLedger()).assessments.map(({ employeeId }) => employeeId);
  expect(created).toEqual(['E-1', 'E-2', 'E-1']);
});

test('without a journal, a row cannot be resolved before a run has recorded the sheet', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ['E-1']);
  const lost = { operation: 'rwa_create', fault: 'reset-before-commit', times: 1 };
  await service.control('POST faults', lost);
  await runOn(path, service.sandbox);
  rmSync(toSheetFiles(path, {}).journal);
  const early = await resolve(path, '--row', '2', '--send-again');
  expect([early.code, early.message]).toEqual([2, expect.stringContaining('Then run: rwa assess')]);
  expect((await runOn(path, service.sandbox)).summary.counts.Unconfirmed).toBe(1);
  expect(await resolve(path, '--row', '2', '--send-again')).toMatchObject({ code: 0 });
  expect((await runOn(path, service.sandbox)).summary).toMatchObject({ outcome: 'done' });
});

test('a CSV file that is renamed with its journal keeps its result columns', async () => {
  const service = await startTestSandbox();
  const folder = testFolder();
  const path = writeHires(folder, employees(2));
  await runOn(path, service.sandbox);
  const rows = readCells(path).map((cells, at) =>
    cells.toSpliced(16, 0, at === 0 ? 'My notes' : ''),
  );
  writeFileSync(path, rows.map((cells) => `${cells.join(',')}\r\n`).join(''));
  await runOn(path, service.sandbox);
  const renamed = join(folder, 'hires-2026.csv');
  renameSync(path, renamed);
  renameSync(toSheetFiles(path, {}).journal, toSheetFiles(renamed, {}).journal);
  edit(renamed, 'E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Low');
  await runOn(renamed, service.sandbox);
  const [head = [], changed = []] = readCells(renamed);
  expect(head.filter((heading) => heading === 'Working rights risk')).toHaveLength(1);
  expect(head.join()).not.toContain('(assessment)');
  expect(changed[head.indexOf('Working rights risk')]).toBe('');
});

test('without the journal, a changed row gets no old score, even after the sheet was accepted', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  await runOn(path, service.sandbox);
  edit(path, 'E-1,Hire From Anywhere,Mid', 'E-1,Hire From Anywhere,Low');
  await runOn(path, service.sandbox);
  const { journal } = toSheetFiles(path, {});
  const [head = '', ...facts] = readFileSync(journal, 'utf8').split('\n');
  const readStatusCells = () => cellsByHeading(path).map((cells) => cells['Assessment status']);

  // The new journal contains what the sheet shows, so it is not older than the sheet.
  rmSync(journal);
  for (let run = 0; run < 2; run++) {
    const { summary } = await runOn(path, service.sandbox);
    expect([summary.outcome, readStatusCells()]).toEqual(['someFailed', ['Invalid', 'Scored']]);
  }
  // Accepting the sheet does not assign the old score to the new inputs.
  const { row: keyOfRow2 } = JSON.parse(facts[0] ?? '') as { row: string };
  const factsOfRow3 = facts.filter((line) => !line.includes(keyOfRow2));
  writeFileSync(
    journal,
    [head, ...factsOfRow3.filter((line) => !line.includes('"written"'))].join('\n'),
  );
  await expect(runOn(path, service.sandbox)).rejects.toThrow(/journalOlderThanSheet/);
  expect(await resolve(path, '--accept-sheet')).toMatchObject({ code: 0 });
  await runOn(path, service.sandbox);
  expect(readStatusCells()).toEqual(['Invalid', 'Scored']);
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});
