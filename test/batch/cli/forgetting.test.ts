import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { decide } from '../../../batch/engine/operations/decide.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { createReassessment } from '../../../batch/engine/operations/assess.js';
import { removeAccess } from '../../../batch/engine/operations/removeAccess.js';
import { rwa } from '../../../batch/rwa.js';
import { createDraftPath } from '../../../sheets/files/draft.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import {
  approval,
  member,
  replace,
  runOperationOn,
  readStatuses,
  writeSheet,
} from '../operations/testSheets.js';
import { cellsByHeading, readCells, employees, runOn, writeHires } from '../run/testRun.js';
import { createPerson } from './person.js';

async function typeCommand(words: readonly string[], answers: readonly string[] = []) {
  const person = createPerson(answers);
  const code = await rwa(words, person);
  return { code, message: person.messages.join('\n') };
}

const forgetFirst = (path: string, ...more: string[]) =>
  typeCommand(['forget', path, '--employee', 'E-1', '--yes', ...more]);

async function createScoredSheet() {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(2));
  await runOn(path, service.sandbox);
  return { service, path, folder: dirname(path), journal: toSheetFiles(path, {}).journal };
}

const readFolder = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );

/** Clears the cell that contains only this ID. */
const clearId = (path: string, id: string) => {
  replace(path, new RegExp(`(?<=,)${id}(?=[,\r])`), '');
};

const findId = (path: string, row: number) => cellsByHeading(path)[row]?.['Assessment ID'] ?? '';

test.each([
  ['Ctrl+C', [], 130],
  ['the answer no', ['n'], 2],
] as const)(
  'after %s at the question, nothing is deleted and the output confirms this',
  async (_, answers, code) => {
    const { path, folder } = await createScoredSheet();
    const before = readFolder(folder);
    const ended = await typeCommand(['forget', path, '--row', '2'], answers);
    expect([ended.code, ended.message]).toEqual([
      code,
      expect.stringMatching(/^Forget employee E-1 .*cannot be undone.*Nothing was deleted[.]$/s),
    ]);
    expect(readFolder(folder)).toEqual(before);
  },
);

test('the plan is printed before the question even with --json', async () => {
  const { path } = await createScoredSheet();
  const { code, message } = await typeCommand(['forget', path, '--row', '2', '--json'], ['y']);
  expect([code, message]).toEqual([
    0,
    expect.stringMatching(/^Forget employee E-1 .*rewrite .*undone.*\n{"type":"file",.*"summary"/s),
  ]);
});

test('nothing is deleted after the lock was lost', async () => {
  const { path, folder } = await createScoredSheet();
  const before = readFolder(folder);
  const person = createPerson([]);
  const ask = () => {
    rmSync(toSheetFiles(path, {}).lock);
    return Promise.resolve('y');
  };
  const code = await rwa(['forget', path, '--row', '2'], { ...person, ask });
  expect([code, person.messages.join('\n')]).toEqual([
    5,
    expect.stringContaining('was lost: it was deleted'),
  ]);
  expect(readFolder(folder)).toEqual(before);
});

test('rwa forget deletes drafts of killed commands, and keeps active drafts and marks of added rows', async () => {
  const { path, folder, journal } = await createScoredSheet();
  const inviteJournal = toSheetFiles(path, { command: 'invite' }).journal;
  const sandboxSheet = path.replace('.csv', '.sandbox.csv');
  // Linux gives no process this ID.
  const endedPid = 4_194_304;
  const outputDraft = createDraftPath(join(folder, 'out.csv')).replace(
    `-${process.pid}-`,
    `-${endedPid}-`,
  );
  const drafts = [
    ...[path, journal, inviteJournal, sandboxSheet].map(createDraftPath),
    outputDraft,
  ];
  for (const draft of drafts) writeFileSync(draft, 'E-1');
  const activeDraft = createDraftPath(join(folder, 'other.csv'));
  writeFileSync(activeDraft, 'of a process that works on another sheet');
  const mark = createDraftPath(`${path}.adding`).replace(`-${process.pid}-`, `-${endedPid}-`);
  writeFileSync(mark, 'a row that a server was adding');
  expect((await forgetFirst(path)).code).toBe(0);
  const expectedFiles = [
    'hires.csv',
    ...[journal, activeDraft, mark].map((file) => basename(file)),
  ];
  expect(readdirSync(folder).toSorted()).toEqual(expectedFiles.toSorted());
});

test('a run deletes the drafts of a killed run, even if it has nothing to write', async () => {
  const { service, path, folder, journal } = await createScoredSheet();
  const before = readdirSync(folder);
  for (const file of [path, journal]) writeFileSync(createDraftPath(file), 'E-1');
  await runOn(path, service.sandbox);
  expect(readdirSync(folder)).toEqual(before);
});

test('rwa forget suggests a command for another sheet with the person, and keeps its report', async () => {
  const { service, path, folder } = await createScoredSheet();
  const other = path.replace('hires', 'more');
  writeFileSync(other, readFileSync(writeHires(testFolder(), ['E-1'])));
  await runOn(other, service.sandbox, { files: toSheetFiles(other, {}), sendKnown: true });
  await typeCommand(['report', other]);
  const { code, message } = await forgetFirst(path);
  expect([code, message]).toEqual([
    0,
    expect.stringContaining(
      `more.csv also contains the person and has its own files. Forget the person there too:\n  rwa forget ${other} --employee E-1`,
    ),
  ]);
  expect(readdirSync(folder)).toContain('more.report.html');
  expect(message).not.toContain('more.backup');
  expect((await forgetFirst(other)).code).toBe(0);
  expect(readdirSync(folder)).not.toContain('more.report.html');
});

test.each([
  ['that were added later', (row: string) => row],
  ['that were added without a country', (row: string) => row.replace('Portugal', '')],
])(
  'a dry run for a person in rows %s lists only files that contain the person',
  async (_, change) => {
    const { service, path, folder } = await createScoredSheet();
    const later = writeHires(testFolder(), ['E-3', 'E-3']);
    const [, added = '', identical = ''] = readFileSync(later, 'utf8').split(/\r?\n/);
    const columns = cellsByHeading(path)[0] ?? {};
    const missing = Object.keys(columns).length - added.split(',').length;
    for (const row of [added, identical]) {
      appendFileSync(path, `${change(row)}${','.repeat(missing)}\r\n`);
    }
    await runOn(path, service.sandbox);
    const others = readFileSync(writeHires(testFolder(), ['E-9']), 'utf8');
    writeFileSync(join(folder, 'others.csv'), others.replace('Portugal', ''));
    const { message } = await typeCommand(['forget', path, '--employee', 'E-3', '--dry-run']);
    expect(message).not.toContain('others.csv');
    expect(message).toContain('Forget employee E-3 (rows 4 and 5 of');
    const backups = readdirSync(folder).filter((name) => name.includes('backup'));
    for (const name of backups) {
      const hasPerson = readFileSync(join(folder, name), 'utf8').includes('E-3');
      expect(message.includes(name), name).toBe(hasPerson);
    }
  },
);

test('the message suggests the command that forgets the decision in a separate sheet', async () => {
  const { service, path, folder } = await createScoredSheet();
  const id = findId(path, 0);
  const decisions = writeSheet(folder, [approval(findId(path, 1)), approval(id)]);
  await runOperationOn(decisions, decide, service);
  const { journal } = toSheetFiles(decisions, { command: 'decide' });
  expect((await forgetFirst(path)).message).toContain(
    `rwa forget ${decisions} --for decide --row 3`,
  );
  expect(
    await typeCommand(['forget', decisions, '--for', 'decide', '--employee', 'E-1']),
  ).toMatchObject({
    code: 2,
    message: expect.stringContaining('Use --row with the row of the decision.') as string,
  });
  const { code, message } = await typeCommand([
    'forget',
    decisions,
    '--for',
    'decide',
    '--row',
    '3',
    '--yes',
  ]);
  expect([code, message]).toEqual([
    0,
    expect.stringContaining(`Forget assessment ${id} (row 3 of`),
  ]);
  expect(message).toMatch(/1 journal rewritten, 1 file deleted/);
  const facts = readFileSync(journal, 'utf8').trim().split('\n');
  const kinds = facts.map((line) => (JSON.parse(line) as { fact: string }).fact);
  expect(kinds.filter((fact) => fact === 'done')).toHaveLength(1);
  expect(kinds.at(-1)).toBe('forgotten');
  expect(readStatuses(await runOperationOn(decisions, decide, service))).toEqual([
    'Decided',
    'Forgotten',
  ]);
});

test('rwa forget for a decision suggests the command for the sheet of the assessments', async () => {
  const { service, path, folder } = await createScoredSheet();
  const decisions = writeSheet(folder, [approval(findId(path, 0))]);
  await runOperationOn(decisions, decide, service);
  const forgetDecision = ['forget', decisions, '--for', 'decide', '--row', '2', '--yes'];
  expect((await typeCommand(forgetDecision)).message).toContain(
    `hires.csv also contains the assessment and has its own files. Forget the person there too:\n  rwa forget ${path} --row 2`,
  );
});

test('a decision in the sheet of the assessments is forgotten together with the assessment', async () => {
  const { service, path, journal } = await createScoredSheet();
  const rows = readCells(path).map((cells, at) =>
    [...cells, ...(at === 0 ? ['Decision', 'Manager ID'] : ['Manager Approved', 'M-1'])].join(),
  );
  writeFileSync(path, `${rows.join('\r\n')}\r\n`);
  const files = toSheetFiles(path, { command: 'decide' });
  await runOn(path, service.sandbox, { operation: decide, files });
  const alone = await typeCommand(['forget', path, '--for', 'decide', '--row', '2', '--yes']);
  expect([alone.code, alone.message]).toEqual([2, expect.stringMatching(/without --for\s+decide/)]);
  expect((await forgetFirst(path)).message).toContain('2 journals rewritten');
  for (const journalPath of [journal, files.journal]) {
    expect(readFileSync(journalPath, 'utf8')).toContain('"forgotten"');
  }
});

test('an invited person is forgotten and not invited again', async () => {
  const service = await startTestSandbox();
  const path = writeSheet(testFolder(), [member('S-1'), member('S-2')]);
  await runOperationOn(path, invite, service);
  const { journal } = toSheetFiles(path, { command: 'invite' });
  const [userId = ''] = cellsByHeading(path).map((cells) => cells['Invited user ID'] ?? '');
  expect(readFileSync(journal, 'utf8')).toContain(userId);
  const args = ['forget', path, '--for', 'invite', '--employee', 'S-1', '--yes'];
  expect((await typeCommand(args)).code).toBe(0);
  expect(readFileSync(journal, 'utf8')).not.toContain(userId);
  expect(readStatuses(await runOperationOn(path, invite, service))).toEqual([
    'Forgotten',
    'Invited',
  ]);
  expect((await service.readLedger()).requests.create_pending_user).toBe(2);
});

test('a person whose access was removed is forgotten, even if the answer was lost', async () => {
  const service = await startTestSandbox();
  const path = writeSheet(testFolder(), [{ 'Staff ID': 'S-1' }, { 'Staff ID': 'S-2' }]);
  for (const staff_id of ['S-1', 'S-2']) {
    const names = { first_name: 'Zoë', last_name: 'O', email: `${staff_id}@x.example` };
    await service.answer('create_pending_user', { ...names, staff_id });
  }
  const lost = { operation: 'remove_user_access', fault: 'reset-after-commit' };
  await service.control('POST faults', lost);
  expect(readStatuses(await runOperationOn(path, removeAccess, service))[0]).toBe('Unconfirmed');
  const { journal } = toSheetFiles(path, { command: 'remove-access' });
  const countFacts = () => readFileSync(journal, 'utf8').split('"row"').length - 1;
  const before = countFacts();
  const args = ['forget', path, '--for', 'remove-access', '--row', '2', '--yes'];
  expect(await typeCommand(args)).toMatchObject({ code: 0 });
  expect(countFacts()).toBeLessThan(before);
  expect(readFileSync(journal, 'utf8')).not.toContain('forgotten');
});

test('a forgotten row is sent again only after its old ID is cleared', async () => {
  const { service, path, journal } = await createScoredSheet();
  const id = findId(path, 0);
  await forgetFirst(path);
  const forgottenSheet = readFileSync(path);
  const resolveArgs = ['resolve', path, '--row', '2', '--send-again'];
  const early = await typeCommand(resolveArgs);
  expect([early.code, early.message]).toEqual([
    2,
    expect.stringContaining('Row 2 still shows the Assessment ID'),
  ]);
  clearId(path, id);
  expect(await typeCommand(resolveArgs)).toMatchObject({ code: 0 });
  // An older copy of the sheet restores the cells.
  writeFileSync(path, forgottenSheet);
  expect((await runOn(path, service.sandbox)).summary.counts).toMatchObject({ Invalid: 1 });
  expect(readFileSync(journal, 'utf8')).not.toContain(id);
  clearId(path, id);
  expect((await runOn(path, service.sandbox)).summary.counts).toMatchObject({ Scored: 2 });
  expect((await service.readLedger()).commits.rwa_create).toBe(3);
});

test('forgetting 113 keeps the assessment and the history of 00113', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), ['00113', '113']);
  await runOn(path, service.sandbox);
  const [header = '', row = ''] = readFileSync(path, 'utf8').split('\r\n');
  const readHistory = async (employee: string) =>
    (await typeCommand(['history', path, '--json', '--employee', employee])).code;
  // The row of 113 is missing, so only the journal can identify the person.
  writeFileSync(path, `${header}\r\n${row}\r\n`);
  expect([await readHistory('113'), await readHistory('00113')]).toEqual([0, 0]);
  expect((await typeCommand(['forget', path, '--employee', '113', '--yes'])).code).toBe(0);
  expect(await readHistory('00113')).toBe(0);
  expect(await readHistory('113')).toBe(2);
  expect((await runOn(path, service.sandbox)).summary.counts).toMatchObject({
    Scored: 1,
    Invalid: 0,
  });
  expect((await service.readLedger()).commits.rwa_create).toBe(2);
});

test('the history of one person contains no other person', async () => {
  const { service, path } = await createScoredSheet();
  const reassess = createReassessment({ olderThanMs: 0 });
  await runOn(path, service.sandbox, {
    operation: reassess,
    intake: { inputs: reassess },
    newRound: true,
  });
  const listHistory = async (...args: string[]) => {
    const { code, message } = await typeCommand(['history', path, '--json', ...args]);
    const lines = message.split('\n').filter((line) => line.startsWith('{'));
    return { code, assessments: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
  };
  expect((await listHistory()).assessments).toHaveLength(4);
  const historyOfE2 = await listHistory('--employee', 'E-2');
  expect(historyOfE2.assessments.map(({ employeeId }) => employeeId)).toEqual(['E-2', 'E-2']);
  expect(await listHistory('--row', '3')).toEqual(historyOfE2);
  // After the row is deleted, the journal identifies the person.
  writeFileSync(path, readFileSync(path, 'utf8').split('\r\n').toSpliced(2, 1).join('\r\n'));
  expect((await listHistory('--employee', 'E-2')).assessments).toHaveLength(2);
  expect((await listHistory('--employee', 'E-02')).code).toBe(2);
});
