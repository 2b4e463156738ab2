import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { resolveByNumberOrKey } from '../cli/advisedKey.js';
import type { Entry } from '../cli/sheets.js';
import { toEnv, rwa, start } from '../cli/rwaUnderTest.js';
import { testFolder } from '../testFolder.js';
import { member, replace, runOperationOn, readStatuses, writeSheet } from './testSheets.js';

async function createInvitationSheet(
  entries: readonly Entry[] = [member('S-1'), member('S-2')],
): Promise<{ sandbox: SandboxUnderTest; path: string; folder: string }> {
  const sandbox = await startTestSandbox();
  const folder = testFolder();
  return { sandbox, folder, path: writeSheet(folder, entries) };
}

const readRecipients = async (sandbox: SandboxUnderTest) =>
  (await sandbox.readOutbox()).map(({ to }) => to).toSorted();
const bothAddresses = ['s-1@company-1.example', 's-2@company-1.example'];

/** Creates a sheet, and sends its two invitations. The answer to the second invitation is lost. */
async function sendWithLostAnswer() {
  const sheet = await createInvitationSheet();
  await sheet.sandbox.control('POST faults', {
    operation: 'create_pending_user',
    fault: 'reset-after-commit',
    match: { staff_id: 'S-2' },
    times: 1,
  });
  expect(readStatuses(await runOperationOn(sheet.path, invite, sheet.sandbox))).toEqual([
    'Invited',
    'Unconfirmed',
  ]);
  return sheet;
}

const resolveRow = (folder: string, row: string, ...answer: readonly string[]) =>
  resolveByNumberOrKey(
    row,
    (name) => rwa(folder, ['resolve', 'sheet.csv', '--for', 'invite', '--row', name, ...answer]),
    ({ err }) => err,
  );

test('writes the user ID of every new account into the row of the person', async () => {
  const { sandbox, path } = await createInvitationSheet();
  await runOperationOn(path, invite, sandbox);
  const accounts = (await sandbox.readLedger()).staff.slice(-2);
  const [head, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  expect(head).toMatch(
    /,Invitation status,Invitation message,Invited user ID,Invited at,Invitation reference$/,
  );
  for (const { user_id, staff_id } of accounts) {
    expect(rows.find((row) => row.includes(String(staff_id)))).toContain(
      `,Invited,,${String(user_id)},`,
    );
  }
});

test("the company's own User ID column is neither read nor written", async () => {
  const entries = [member('S-1'), member('S-2')].map((entry) => ({ ...entry, 'User ID': 'AD-7' }));
  const { sandbox, path } = await createInvitationSheet(entries);
  expect(readStatuses(await runOperationOn(path, invite, sandbox))).toEqual(['Invited', 'Invited']);
  expect(readFileSync(path, 'utf8').match(/,AD-7,Invited,,user-/g)).toHaveLength(2);
});

test('another sheet of the folder does not invite an email address again under another name or Staff ID', async () => {
  const { sandbox, folder } = await sendWithLostAnswer();
  const editedEntries = [
    { ...member('S-1'), 'First name': 'Zoe', Email: 'S-1@company-1.example' },
    { ...member('S-2'), 'Staff ID': 'S-20' },
    member('S-3'),
  ];
  const path = writeSheet(folder, editedEntries, 'again.csv');
  const { reports } = await runOperationOn(path, invite, sandbox);
  expect(reports.map(({ status }) => status)).toEqual(['Invalid', 'Invalid', 'Invited']);
  for (const { message } of reports.slice(0, 2)) expect(message).toContain('was sent from');
  expect(await readRecipients(sandbox)).toEqual([...bothAddresses, 's-3@company-1.example']);
});

test('email addresses that another run is inviting are not invited under another name or Staff ID', async () => {
  const { sandbox, folder, path } = await createInvitationSheet();
  const editedEntries = [
    { ...member('S-1'), 'First name': 'Zoe' },
    { ...member('S-2'), 'Staff ID': 'S-20' },
  ];
  const copy = writeSheet(folder, editedEntries, 'again.csv');
  let otherRun: Promise<unknown> | undefined;
  await runOperationOn(path, invite, sandbox, {
    concurrency: 1,
    onEvent: ({ type }) => {
      if (type === 'progress')
        otherRun ??= runOperationOn(copy, invite, sandbox).catch((error: unknown) => error);
    },
  });
  expect(await otherRun).toMatchObject({ messages: [{ code: 'rowsInUse', rows: [2, 3] }] });
  expect(await readRecipients(sandbox)).toEqual(bothAddresses);
});

describe('two rows with the same address or Staff ID', () => {
  test.each<[string, Entry, string]>([
    [
      'one address in two spellings',
      { ...member('S-1'), Email: 'S-1@Company-1.example' },
      'Rows 2 and 3 have the same Email but different details. Keep one row.',
    ],
    [
      'one Staff ID for two people',
      { ...member('S-2'), 'Staff ID': 'S-1' },
      'Rows 2 and 3 have the same Staff ID but belong to different people. Correct the Staff ID.',
    ],
  ])('are both invalid: %s', async (_, second, message) => {
    const { sandbox, path } = await createInvitationSheet([member('S-1'), second]);
    const { reports } = await runOperationOn(path, invite, sandbox);
    expect(reports.map((report) => report.message)).toEqual([message, message]);
    expect(await readRecipients(sandbox)).toEqual([]);
    const check = await rwa(path.slice(0, path.lastIndexOf('/')), [
      'check',
      'sheet.csv',
      '--for',
      'invite',
    ]);
    expect([check.code, check.out]).toEqual([3, expect.stringContaining(message)]);
  });

  test('are sent once if they are identical', async () => {
    const { sandbox, path } = await createInvitationSheet([member('S-1'), member('S-1')]);
    const result = await runOperationOn(path, invite, sandbox);
    expect(readStatuses(result)).toEqual(['Invited', 'Duplicate']);
    expect(await readRecipients(sandbox)).toEqual(bothAddresses.slice(0, 1));
  });
});

describe('no person is invited twice', () => {
  const unanswered = { operation: 'create_pending_user', fault: 'timeout-after-commit' };

  test('if the run is killed before the answers arrive', async () => {
    const { sandbox, folder } = await createInvitationSheet();
    await sandbox.control('POST faults', unanswered);
    const running = start(folder, ['invite', 'sheet.csv', '--yes'], toEnv(sandbox));
    await expect.poll(() => readRecipients(sandbox)).toHaveLength(2);
    running.kill('SIGKILL');
    await running.ended;
    await sandbox.control('DELETE faults');

    const after = await rwa(folder, ['invite', 'sheet.csv', '--yes'], toEnv(sandbox));
    expect([after.code, after.out]).toEqual([4, expect.stringMatching(/^ +2 unconfirmed/m)]);
    for (const row of ['2', '3']) {
      expect((await resolveRow(folder, row, '--exists', 'yes')).code).toBe(0);
    }
    const last = await rwa(folder, ['invite', 'sheet.csv', '--yes'], toEnv(sandbox));
    expect([last.code, last.out]).toEqual([
      0,
      expect.stringMatching(/^ +2 invited(?: before this run)?$/m),
    ]);
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
  });

  test('if the journal is lost', async () => {
    const { sandbox, path } = await sendWithLostAnswer();
    rmSync(toSheetFiles(path, { command: 'invite' }).journal);
    const { reports } = await runOperationOn(path, invite, sandbox);
    expect(reports.map(({ status, message }) => `${status} ${message}`)).toEqual([
      'Invited ',
      expect.stringContaining(
        'Unconfirmed According to the sheet, the row was sent, but no answer was received',
      ),
    ]);
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
  });

  test('if both the journal and the references are lost', async () => {
    const { sandbox, path, folder } = await createInvitationSheet();
    await runOperationOn(path, invite, sandbox);
    rmSync(toSheetFiles(path, { command: 'invite' }).journal);
    replace(path, /r1[.][0-9a-z.]+/g, '');
    const { reports } = await runOperationOn(path, invite, sandbox);
    expect(reports.map(({ status }) => status)).toEqual(['Invalid', 'Invalid']);
    expect(reports[0]?.message).toContain('neither the journal nor a reference in the sheet');
    for (const row of ['2', '3']) {
      expect((await resolveRow(folder, row, '--exists')).code).toBe(0);
    }
    expect(readStatuses(await runOperationOn(path, invite, sandbox))).toEqual([
      'Invited',
      'Invited',
    ]);
    expect(readFileSync(path, 'utf8').match(/,Invited,,user-/g)).toHaveLength(2);
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
  });

  test('if the journal is lost and the references belong to another service', async () => {
    const { sandbox, path } = await createInvitationSheet();
    await runOperationOn(path, invite, sandbox);
    rmSync(toSheetFiles(path, { command: 'invite' }).journal);
    const otherService = await startTestSandbox();
    expect(readStatuses(await runOperationOn(path, invite, otherService))).toEqual([
      'Invalid',
      'Invalid',
    ]);
    expect(await readRecipients(otherService)).toEqual([]);
  });

  test('if their details are edited', async () => {
    const { sandbox, path } = await createInvitationSheet();
    await runOperationOn(path, invite, sandbox);
    replace(path, 'Zoë', 'Zoe');
    const { reports, summary } = await runOperationOn(path, invite, sandbox);
    expect(summary).toMatchObject({ outcome: 'done', counts: { Invited: 2 } });
    expect(reports[0]?.message).toContain('An invitation cannot be changed from here');
    expect(readFileSync(path, 'utf8')).toContain('An invitation cannot be changed from here');
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
    const thirdRun = await runOperationOn(path, invite, sandbox);
    expect(thirdRun.summary).not.toHaveProperty('output');
  });

  test('if their email address is edited', async () => {
    const { sandbox, path } = await createInvitationSheet();
    await runOperationOn(path, invite, sandbox);
    replace(path, 's-1@company-1', 's-9@company-1');
    const { reports } = await runOperationOn(path, invite, sandbox);
    expect(reports[0]).toMatchObject({
      status: 'Invalid',
      message: expect.stringMatching(
        /^The ID user-\S+ was created for another Email\. If this row/,
      ) as string,
    });
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
  });

  test('if a person confirmed the invitation without the user ID, and the row is replaced', async () => {
    const { sandbox, path, folder } = await sendWithLostAnswer();
    expect((await resolveRow(folder, '3', '--exists', 'yes')).code).toBe(0);
    writeSheet(folder, [member('S-1'), { ...member('S-2'), Email: 's-9@company-1.example' }]);
    const { reports } = await runOperationOn(path, invite, sandbox);
    expect(reports[1]).toMatchObject({
      status: 'Invalid',
      message: expect.stringMatching(
        /^On \S+, the same Staff ID was invited with another Email\. To get that result/,
      ) as string,
    });
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
  });

  test('if the email address of an unanswered invitation is edited', async () => {
    const { sandbox, path, folder } = await createInvitationSheet();
    await sandbox.control('POST faults', unanswered);
    const running = start(folder, ['invite', 'sheet.csv', '--yes'], toEnv(sandbox));
    await expect.poll(() => readRecipients(sandbox)).toHaveLength(2);
    running.kill('SIGKILL');
    await running.ended;
    await sandbox.control('DELETE faults');
    replace(path, 's-1@company-1', 's-9@company-1');
    const { reports, summary } = await runOperationOn(path, invite, sandbox);
    expect(reports[0]?.message).toContain('A row of this person was sent');
    expect(summary).toMatchObject({ outcome: 'unconfirmed', missing: 1 });
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
  });

  test('if the Staff ID of a row is cleared and restored', async () => {
    const { sandbox, path } = await createInvitationSheet();
    await runOperationOn(path, invite, sandbox);
    const before = readFileSync(path, 'utf8');
    replace(path, ',S-2,', ',,');
    expect(readStatuses(await runOperationOn(path, invite, sandbox))).toEqual([
      'Invited',
      'Invited',
    ]);
    writeFileSync(path, before);
    expect(readStatuses(await runOperationOn(path, invite, sandbox))).toEqual([
      'Invited',
      'Invited',
    ]);
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
  });
});

describe('all people keep their own results if only the inputs are moved', () => {
  // Patterns for a user ID and a time in a cell.
  const [id, time] = ['user-[^,]+', '20[^,]+'];
  /** Exchanges the inputs of the two rows, but not our columns. */
  const exchangeInputs = (path: string) => {
    const [head = '', ...rows] = readFileSync(path, 'utf8').split('\r\n');
    const inputs = /^(?:[^,]*,){4}/;
    const [first = '', second = ''] = rows.map((row) => inputs.exec(row)?.[0] ?? '');
    const [firstResults = '', secondResults = ''] = rows.map((row) => row.replace(inputs, ''));
    writeFileSync(path, [head, second + firstResults, first + secondResults, ''].join('\r\n'));
  };
  /** Returns the cells after the Staff ID of a person. */
  const findResults = (path: string, person: string) =>
    new RegExp(`,${person},(.*)`).exec(readFileSync(path, 'utf8'))?.[1] ?? '';

  test('with the journal', async () => {
    const { sandbox, path } = await createInvitationSheet();
    await runOperationOn(path, invite, sandbox);
    const before = ['S-1', 'S-2'].map((person) => findResults(path, person));
    exchangeInputs(path);
    const { summary } = await runOperationOn(path, invite, sandbox);
    expect(summary.notes).toEqual([]);
    expect(['S-1', 'S-2'].map((person) => findResults(path, person))).toEqual(before);
  });

  test('without the journal, even if a run creates a new journal before the move', async () => {
    for (const hasNewJournal of [true, false]) {
      const { sandbox, path } = await createInvitationSheet();
      await runOperationOn(path, invite, sandbox);
      const readResults = () =>
        ['S-1', 'S-2'].map((person) =>
          findResults(path, person).replace(/[.][0-9a-f]{6}[.].*$/, ''),
        );
      const before = readResults();
      rmSync(toSheetFiles(path, { command: 'invite' }).journal);
      if (hasNewJournal) await runOperationOn(path, invite, sandbox);
      exchangeInputs(path);
      await runOperationOn(path, invite, sandbox);
      expect(readResults()).toEqual(before);
      expect(await readRecipients(sandbox)).toEqual(bothAddresses);
    }
  });

  test('without the journal, if one person is unconfirmed', async () => {
    const { sandbox, path } = await sendWithLostAnswer();
    rmSync(toSheetFiles(path, { command: 'invite' }).journal);
    exchangeInputs(path);
    const { reports } = await runOperationOn(path, invite, sandbox);
    expect(reports.map(({ status }) => status)).toEqual(['Unconfirmed', 'Invited']);
    expect(findResults(path, 'S-1')).toMatch(new RegExp(`^Invited,,${id},${time},`));
    expect(findResults(path, 'S-2')).toMatch(/^Unconfirmed,.*,,,[^,]+$/);
    expect(await readRecipients(sandbox)).toEqual(bothAddresses);
  });

  test.each([
    ['is invited', undefined, /^Invited,,user-/],
    [
      'gets no user ID of another person if the answer is lost',
      'reset-after-commit',
      /^Unconfirmed,".+",,,/,
    ],
  ])('with a person inserted above them: the new person %s', async (_what, fault, expected) => {
    for (const isJournalLost of [false, true]) {
      const { sandbox, path } = await createInvitationSheet();
      await runOperationOn(path, invite, sandbox);
      const readIds = () =>
        ['S-1', 'S-2'].map((person) => findResults(path, person).split(',').slice(0, 4));
      const before = readIds();
      if (isJournalLost) rmSync(toSheetFiles(path, { command: 'invite' }).journal);
      const [head = '', first = '', second = ''] = readFileSync(path, 'utf8').split('\r\n');
      const inputs = /^(?:[^,]*,){4}/;
      const people = [first.replaceAll(/s-1/gi, 'S-3'), first, second].map(
        (row) => inputs.exec(row)?.[0] ?? '',
      );
      const results = [first, second, ',,,,,,,,'].map((row) => row.replace(inputs, ''));
      const moved = people.map((person, index) => person + (results[index] ?? ''));
      writeFileSync(path, [head, ...moved, ''].join('\r\n'));
      const rule = { operation: 'create_pending_user', match: { staff_id: 'S-3' }, times: 1 };
      if (fault !== undefined) await sandbox.control('POST faults', { fault, ...rule });
      await runOperationOn(path, invite, sandbox, { withoutJournal: isJournalLost });
      expect(findResults(path, 'S-3')).toMatch(expected);
      for (const [, , id = ''] of before) expect(findResults(path, 'S-3')).not.toContain(id);
      expect(readIds()).toEqual(before);
      expect(await readRecipients(sandbox)).toHaveLength(3);
    }
  });

  test('with the journal, if one person is unconfirmed or rejected', async () => {
    for (const fault of ['reset-after-commit', 'platform-400']) {
      const { sandbox, path } = await createInvitationSheet();
      const match = { staff_id: 'S-2' };
      const rule = { operation: 'create_pending_user', fault, match, times: 1 };
      await sandbox.control('POST faults', rule);
      await runOperationOn(path, invite, sandbox);
      const before = ['S-1', 'S-2'].map((person) => findResults(path, person));
      exchangeInputs(path);
      await runOperationOn(path, invite, sandbox);
      expect(['S-1', 'S-2'].map((person) => findResults(path, person))).toEqual(before);
      expect(findResults(path, 'S-1')).toMatch(new RegExp(`^Invited,,${id},${time},`));
      expect(findResults(path, 'S-2')).toMatch(/^(?:Unconfirmed|Rejected),.*,,,[^,]+$/);
    }
  });
});

test('a typed user ID resolves an unconfirmed row', async () => {
  const { sandbox, path } = await sendWithLostAnswer();
  const { user_id } = (await sandbox.readOutbox()).find(({ to }) => to === bothAddresses[1]) ?? {};
  replace(path, /^(.*,Unconfirmed,".*"),,/m, `$1,${String(user_id)},`);
  expect(readStatuses(await runOperationOn(path, invite, sandbox))).toEqual(['Invited', 'Invited']);
  expect(readFileSync(path, 'utf8')).toContain(`,Invited,,${String(user_id)},`);
  const { out } = await rwa(path.slice(0, path.lastIndexOf('/')), [
    'resolve',
    'sheet.csv',
    '--for',
    'invite',
  ]);
  expect(out).toBe('No row is unconfirmed.\n');
});

test('an invitation for a person who already has an account is rejected with advice', async () => {
  const { sandbox, path } = await createInvitationSheet([
    { ...member('S-1'), Email: 'ada@company-1.example' },
  ]);
  const { reports } = await runOperationOn(path, invite, sandbox);
  expect(reports[0]).toMatchObject({
    status: 'Rejected',
    message:
      'Could not create pending user. Check the details, and whether this person has an account already, before you try again.',
  });
});

test('a person whose access was removed is invited again only after rwa resolve --send-again', async () => {
  const { sandbox, path, folder } = await createInvitationSheet();
  await runOperationOn(path, invite, sandbox);
  await sandbox.answer('remove_user_access', { staff_id: 'S-1' });
  await runOperationOn(path, invite, sandbox);
  expect((await readRecipients(sandbox)).length).toBe(2);
  expect((await resolveRow(folder, '2', '--send-again')).out).toBe(
    'Resolved: row 2 will be sent again.\nNext:\n  rwa invite sheet.csv\n',
  );
  expect(readStatuses(await runOperationOn(path, invite, sandbox))).toEqual(['Invited', 'Invited']);
  const account = (await sandbox.readLedger()).staff.find(({ staff_id }) => staff_id === 'S-1');
  expect(account).toMatchObject({ role: 'Approver' });
  expect(await readRecipients(sandbox)).toEqual([bothAddresses[0], ...bothAddresses]);
});
