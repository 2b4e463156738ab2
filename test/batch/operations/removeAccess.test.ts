import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rwa as runInProcess } from '../../../batch/rwa.js';
import { createPerson } from '../cli/person.js';
import { toEnv, rwa } from '../cli/rwaUnderTest.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../testFolder.js';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { removeAccess } from '../../../batch/engine/operations/removeAccess.js';
import { edit, runOperationOn, writeSheet } from './testSheets.js';

const leavers = [
  { Name: 'Pat Pending', 'Staff ID': 'C-101', Email: 'pat@company-1.example' },
  { Name: 'Max Manager', 'Staff ID': 'M-200', Email: '' },
];
const command = ['remove-access', 'sheet.csv'];

async function createLeaverSheet(entries: readonly Record<string, string>[] = leavers) {
  const sandbox = await startTestSandbox();
  const folder = testFolder();
  return { sandbox, folder, path: writeSheet(folder, entries) };
}

async function readRoles(sandbox: SandboxUnderTest): Promise<unknown[]> {
  return (await sandbox.readLedger()).staff.map(({ role }) => role);
}

/** Runs the command in a terminal with these answers. */
async function runWithAnswers(path: string, sandbox: SandboxUnderTest, answers: readonly string[]) {
  const person = createPerson(answers);
  const env = toEnv(sandbox);
  Object.assign(process.env, env);
  try {
    const code = await runInProcess(['remove-access', path], person);
    return { code, message: person.messages.join('\n') };
  } finally {
    for (const name of Object.keys(env)) Reflect.deleteProperty(process.env, name);
  }
}

describe('the confirmation', () => {
  test('lists the people with their values in the sheet, and asks for the number of people', async () => {
    const { sandbox, path } = await createLeaverSheet();
    const { code, message } = await runWithAnswers(path, sandbox, ['2']);
    expect(message).toContain(
      'Access will be removed for:\n  Row 2: Staff ID C-101, Pat Pending pat@company-1.example\n  Row 3: Staff ID M-200, Max Manager\n',
    );
    expect(message).toContain('Type 2 to remove the access of 2 people: ');
    expect(code).toBe(0);
    expect(await readRoles(sandbox)).toEqual(['Approver', 'Remove Access', 'Remove Access']);
  });

  test.each([['1'], ['y'], ['yes'], [''], ['two']])(
    'refuses "%s" instead of the number of people, and nothing is sent',
    async (answer) => {
      const { sandbox, path } = await createLeaverSheet();
      const before = readFileSync(path, 'utf8');
      const { code, message } = await runWithAnswers(path, sandbox, [answer]);
      expect([code, message.split('\n')]).toEqual([
        2,
        expect.arrayContaining(['Nothing was sent.']),
      ]);
      expect((await sandbox.readLedger()).requests.remove_user_access).toBe(0);
      expect(readFileSync(path, 'utf8')).toBe(before);
    },
  );

  test('is skipped with --yes, and nothing is sent if there is neither a terminal nor --yes', async () => {
    const { sandbox, folder } = await createLeaverSheet();
    const refused = await rwa(folder, command, toEnv(sandbox));
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('Add --yes.')]);
    expect((await sandbox.readLedger()).requests.remove_user_access).toBe(0);
    expect((await rwa(folder, [...command, '--yes'], toEnv(sandbox))).code).toBe(0);
  });
});

test('outside the test environment, nothing is sent and the message contains the base URL', async () => {
  const { sandbox, folder } = await createLeaverSheet();
  const env = toEnv(sandbox);
  const live = env.RWA_BASE_URL?.replace('version-test/', '') ?? '';
  const { code, err } = await rwa(folder, [...command, '--yes'], { ...env, RWA_BASE_URL: live });
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(
      `rwa: remove_user_access works only in the test environment, and ${live} is not a test URL. Nothing was sent.\n`,
    ),
  ]);
  const { requests } = await sandbox.readLedger();
  expect([requests.remove_user_access, requests.rwa_retrieve]).toEqual([0, 0]);
});

test('an unknown Staff ID is refused with advice', async () => {
  const { sandbox, folder } = await createLeaverSheet([{ 'Staff ID': 'NOBODY' }]);
  const { code, out } = await rwa(folder, [...command, '--yes', '--json'], toEnv(sandbox));
  expect(code).toBe(3);
  expect(out).toContain(
    'Nobody has this Staff ID, or several people have it: check in the service.',
  );
});

test('the access of a restored person is removed again only after rwa resolve --send-again', async () => {
  const { sandbox, folder } = await createLeaverSheet();
  await rwa(folder, [...command, '--yes'], toEnv(sandbox));
  await sandbox.control('POST restore', { staff_id: 'M-200' });
  await rwa(folder, [...command, '--yes'], toEnv(sandbox));
  expect(await readRoles(sandbox)).toEqual(['Approver', 'Remove Access', 'Approver']);
  const resolveArgs = [
    'resolve',
    'sheet.csv',
    '--for',
    'remove-access',
    '--row',
    '3',
    '--send-again',
  ];
  expect((await rwa(folder, resolveArgs)).code).toBe(0);
  const { out } = await rwa(folder, [...command, '--yes', '--verbose'], toEnv(sandbox));
  expect(out).toContain('Access will be removed for:\n  Row 3: Staff ID M-200, Max Manager\n');
  expect(await readRoles(sandbox)).toEqual(['Approver', 'Remove Access', 'Remove Access']);
});

test('after unreadable answers, the next run sends the rows again', async () => {
  const { sandbox, folder } = await createLeaverSheet();
  const operation = 'remove_user_access';
  await sandbox.control('POST faults', { operation, fault: 'truncated-after-commit', times: 2 });
  const first = await rwa(folder, [...command, '--yes'], toEnv(sandbox));
  expect(first.code).toBe(4);
  expect(first.out).toContain(
    'Send the 2 unconfirmed rows again, which is harmless:\n    rwa remove-access sheet.csv --yes\n',
  );
  const resolve = await rwa(folder, ['resolve', 'sheet.csv', '--for', 'remove-access']);
  expect([resolve.code, resolve.out]).toEqual([
    0,
    'Nothing to resolve: rwa remove-access sends unconfirmed rows again, which is harmless.\n',
  ]);
  const { message, code } = await runWithAnswers(`${folder}/sheet.csv`, sandbox, ['2']);
  expect(message).toContain('2 unconfirmed, will be sent again');
  expect([code, await readRoles(sandbox)]).toEqual([
    0,
    ['Approver', 'Remove Access', 'Remove Access'],
  ]);
});

test('a row without a Staff ID is reported as invalid', async () => {
  const withoutStaffId = { Name: 'Emil Egger', 'Staff ID': '', Email: '' };
  const { sandbox, path } = await createLeaverSheet([...leavers, withoutStaffId]);
  const { reports } = await runOperationOn(path, removeAccess, sandbox);
  expect(reports[2]).toMatchObject({
    status: 'Invalid',
    message: expect.stringContaining('Staff ID is missing') as string,
  });
});

test('without the journal, a row with a changed Staff ID is sent only after its status is cleared', async () => {
  const { sandbox, path } = await createLeaverSheet([{ Name: 'Pat Pending', 'Staff ID': 'C-101' }]);
  await runOperationOn(path, removeAccess, sandbox);
  rmSync(toSheetFiles(path, { command: 'remove-access' }).journal);
  edit(path, (text) => text.replace('C-101', 'M-200'));
  const blocked = await runOperationOn(path, removeAccess, sandbox);
  expect(blocked.reports).toMatchObject([{ status: 'Invalid' }]);
  edit(path, (text) => text.replace(',Invalid,', ',,'));
  const { code, message } = await runWithAnswers(path, sandbox, ['1']);
  expect([code, message]).toEqual([0, expect.stringContaining('Row 2: Staff ID M-200')]);
  expect(await readRoles(sandbox)).toEqual(['Approver', 'Remove Access', 'Remove Access']);
});

test.each([false, true])(
  'removes the access of a new person whose row shows the results of somebody else (journal lost: %s)',
  async (isJournalLost) => {
    const { sandbox, path } = await createLeaverSheet();
    await runOperationOn(path, removeAccess, sandbox);
    const [head = '', first = '', second = ''] = readFileSync(path, 'utf8').split('\r\n');
    if (isJournalLost) rmSync(toSheetFiles(path, { command: 'remove-access' }).journal);
    const inputs = /^(?:[^,]*,){3}/;
    const people = [
      'Ada Activated,C-100,,',
      ...[first, second].map((row) => inputs.exec(row)?.[0]),
    ];
    const results = [...[first, second].map((row) => row.replace(inputs, '')), ',,,'];
    const moved = people.map((person, index) => `${person ?? ''}${results[index] ?? ''}`);
    writeFileSync(path, [head, ...moved, ''].join('\r\n'));
    const { reports } = await runOperationOn(path, removeAccess, sandbox, {
      withoutJournal: isJournalLost,
    });
    expect(reports.map(({ status }) => status)).toEqual(['Removed', 'Removed', 'Removed']);
    expect((await sandbox.readLedger()).requests.remove_user_access).toBe(3);
    // Compare without the references, which change if the journal is lost.
    const rowsBefore = [first, second].map((row) => row.slice(0, row.lastIndexOf(',')));
    for (const row of rowsBefore) expect(readFileSync(path, 'utf8')).toContain(`\n${row},`);
  },
);
