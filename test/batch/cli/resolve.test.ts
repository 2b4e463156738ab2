import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../batch/engine/journal/lock.js';
import { rwa as runInProcess } from '../../../batch/rwa.js';
import { ageJournals } from '../../ageRequests.mjs';
import { makeReadOnly, readOnlyUnavailable } from '../readOnly.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { createPerson } from './person.js';
import { readFiles, toEnv, folderWith, rwa, rwaProcess } from './rwaUnderTest.js';
import { toCsv, hire, trip } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];
const createLostRow = (id: string) => ({ ...trip, 'Employee ID': `SANDBOX-LOST-ANSWER-${id}` });

/** Creates a folder with a sheet. Its rows 2 and 4 were assessed, but are unconfirmed. */
async function createUnconfirmedSheet(): Promise<{ sandbox: SandboxUnderTest; folder: string }> {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({
    'my hires.csv': toCsv([createLostRow('1'), hire, createLostRow('2')]),
  });
  await rwa(folder, ['assess', 'my hires.csv', ...quick], toEnv(sandbox));
  return { sandbox, folder };
}

async function findKey(folder: string, row: number): Promise<string> {
  const { out } = await rwa(folder, ['resolve', 'my hires.csv', '--json']);
  const listed = out.trimEnd().split('\n');
  const rows = listed.map((line) => JSON.parse(line) as { readonly row: number; key: string });
  return rows.find((each) => each.row === row)?.key ?? '';
}

async function findId(sandbox: SandboxUnderTest, employee: string): Promise<string> {
  const { assessments } = await sandbox.readLedger();
  const found = assessments.find(({ employeeId }) => String(employeeId).endsWith(employee));
  return String(found?.assessmentId);
}

test('resolve lists each unconfirmed row with its request and time', async () => {
  const { folder } = await createUnconfirmedSheet();
  const { code, out } = await rwa(folder, ['resolve', 'my hires.csv']);
  expect(code).toBe(4);
  expect(out).toMatch(
    /^Row 2\n {2}Key: {6}[\w-]{22}\n {2}Sent: {5}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. No answer: /,
  );
  expect(out).toContain(
    '  Request:  employee SANDBOX-LOST-ANSWER-1, Work From Anywhere, Portugal, 2026-11-03 to 2026-11-20\nRow 4\n',
  );
});

test('an answer with a row number is refused if another row is unconfirmed, because somebody may have sorted the sheet', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  const path = join(folder, 'my hires.csv');
  const { out } = await rwa(folder, ['resolve', 'my hires.csv']);
  const [, key = ''] = /^Row 4\n {2}Key: {6}(\S+)$/m.exec(out) ?? [];
  // The list suggests to name the row by its key.
  expect(out).toContain('Resolve each: --row KEY --exists ID');
  ageJournals(folder);
  const [head = '', ...rows] = readFileSync(path, 'utf8').trimEnd().split('\r\n');
  writeFileSync(path, [head, ...rows.toReversed(), ''].join('\r\n'));
  const before = await readFiles(folder);
  const id = await findId(sandbox, '-2');
  for (const answer of [['--send-again'], ['--exists', id]]) {
    const refused = await rwa(folder, ['resolve', 'my hires.csv', '--row', '4', ...answer]);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('Name the row by its key: other rows can be resolved too'),
    ]);
    expect(refused.err).toContain(
      'If you looked up row 4 as it is now (employee SANDBOX-LOST-ANSWER-1, ',
    );
  }
  expect(await readFiles(folder)).toEqual(before);
  const answer = ['resolve', 'my hires.csv', '--row', key, '--send-again'];
  expect((await rwa(folder, answer)).out).toContain('Resolved: row 2 will be sent again.');
  // Now no other row waits for an answer.
  const otherId = await findId(sandbox, '-1');
  const last = ['resolve', 'my hires.csv', '--row', '4', '--exists', otherId];
  expect((await rwa(folder, last)).out).toContain(`Resolved: row 4 exists (${otherId}).`);
});

test('after --exists the next run fetches the result; after --send-again it creates an assessment', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  const [key, otherKey] = [await findKey(folder, 2), await findKey(folder, 4)];
  const exists = ['--row', key, '--exists', await findId(sandbox, '-1')];
  const first = await rwa(folder, ['resolve', 'my hires.csv', ...exists]);
  expect([first.code, first.out]).toEqual([
    0,
    `Resolved: row 2 exists (${exists.at(-1) ?? ''}). 1 row left unconfirmed.\nNext:\n  rwa assess "my hires.csv"\n`,
  ]);
  ageJournals(folder);
  const second = await rwa(folder, ['resolve', 'my hires.csv', '--row', otherKey, '--send-again']);
  expect(second.out).toBe(
    'Resolved: row 4 will be sent again.\nNext:\n  rwa assess "my hires.csv"\n',
  );
  const { code, out } = await rwa(folder, ['assess', 'my hires.csv', ...quick], toEnv(sandbox));
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^ +2 scored\n +1 scored before this run$/m),
  ]);
  expect((await sandbox.readLedger()).commits.rwa_create).toBe(4);
});

test('spaces around a copied ID are ignored', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  const id = await findId(sandbox, '-1');
  const key = await findKey(folder, 2);
  const resolve = ['resolve', 'my hires.csv', '--row', key, '--dry-run', '--exists', ` ${id} `];
  expect((await rwa(folder, resolve)).out).toBe(`Would record: row 2 exists (${id}).\n`);
});

test('without the journal, the ID of another row is refused even if the other row lost the ID', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  const path = join(folder, 'my hires.csv');
  const otherId = await findId(sandbox, String(hire['Employee ID']));
  writeFileSync(path, readFileSync(path, 'utf8').replace(`,${otherId},`, ',n/a,'));
  rmSync(`${path}.rwa-journal.jsonl`);
  await rwa(folder, ['assess', 'my hires.csv', ...quick], toEnv(sandbox));
  const answer = ['--row', await findKey(folder, 2), '--exists', otherId];
  const { code, err } = await rwa(folder, ['resolve', 'my hires.csv', ...answer]);
  expect([code, err]).toEqual([2, expect.stringContaining('row 3')]);
});

test('the command that is suggested for a missing journal repeats --sandbox', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  const [row, sheet] = [['--row', '2', '--send-again'], 'my hires.csv'];
  const { code, err } = await rwa(folder, ['resolve', sheet, '--sandbox', ...row], toEnv(sandbox));
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('run: rwa assess "my hires.csv" --sandbox --without-journal\n'),
  ]);
});

test('a sandbox run finishes after its unconfirmed row is sent again', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([hire, createLostRow('1')]) });
  const assess = ['assess', 'hires.csv', '--sandbox', ...quick];
  expect((await rwa(folder, assess)).code).toBe(4);
  ageJournals(folder);
  await rwa(folder, ['resolve', 'hires.csv', '--sandbox', '--row', '3', '--send-again']);
  const { code, out } = await rwa(folder, assess);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^ +1 scored\n +1 scored before this run$/m),
  ]);
});

test('an invalid ID, the ID of another row, and an unsuitable row are refused, and no file changes', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  const before = await readFiles(folder);
  const idOfRow3 = await findId(sandbox, '00123');
  const key = await findKey(folder, 2);
  const refusals: [string[], string][] = [
    [['--row', key, '--exists', 'yes'], '"yes" is not an Assessment ID.'],
    [['--row', key, '--exists', 'a b'], '"a b" is not an Assessment ID.'],
    [['--row', key, '--exists', 'later'], '"later" is not an Assessment ID.'],
    [['--row', key, '--exists', idOfRow3], 'already belongs to row 3'],
    [
      ['--row', key, '--exists', idOfRow3],
      `If it belongs to row 3, enter the right ID: rwa resolve "my hires.csv" --row ${key} --exists ID\nIf it does not: rwa resolve "my hires.csv" --row 3 --not-its-assessment\n`,
    ],
    [['--row', 'x', '--new-row'], 'The sheet has no row x with inputs. Its rows are 2 to 4.'],
    [['--row', 'x', '--not-its-assessment'], '--row "x" is not a row number.'],
    [['--row', '3', '--new-row'], '--new-row does not apply to row 3.'],
    [['--row', '3', '--send-again'], 'Row 3 is not unconfirmed. Unconfirmed rows: 2, 4.'],
    [['--row', '99', '--send-again'], 'Row 99 is not unconfirmed. Unconfirmed rows: 2, 4.'],
  ];
  for (const [args, message] of refusals) {
    const { code, err } = await rwa(folder, ['resolve', 'my hires.csv', ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  }
  expect(await readFiles(folder)).toEqual(before);
});

test('resolve asks about each row, and repeats the question after an invalid answer', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  const person = createPerson(['yes', await findId(sandbox, '-1'), 'No']);
  const path = `${folder}/my hires.csv`;
  ageJournals(folder);
  expect(await runInProcess(['resolve', path], person)).toBe(0);
  const message = person.messages.join('\n');
  expect(message).toContain(
    'These 2 rows were sent, but it is not certain that the service has what was requested.',
  );
  expect(
    message.match(/Row 2, employee SANDBOX-LOST-ANSWER-1: Assessment ID or no\?/g),
  ).toHaveLength(2);
  expect(message).toContain('Row 4, employee SANDBOX-LOST-ANSWER-2: Assessment ID or no?');
  expect(person.messages.at(-1)).toBe(`Next:\n  rwa assess "${path}"`);
});

test('an answer is not recorded if the row was sent again after the question was asked', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  const path = `${folder}/my hires.csv`;
  ageJournals(folder);
  const person = createPerson(['no']);
  const answerNow = person.ask.bind(person);
  const latePerson = {
    ...person,
    async ask(question: string) {
      // Another person resolves the row and sends it again before this person answers.
      if (question.startsWith('Row 2')) {
        const key = await findKey(folder, 2);
        await rwa(folder, ['resolve', 'my hires.csv', '--row', key, '--send-again']);
        const lost = { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 };
        await sandbox.control('POST faults', lost);
        await rwa(folder, ['assess', 'my hires.csv', ...quick], toEnv(sandbox));
        ageJournals(folder);
      }
      return answerNow(question);
    },
  };
  expect(await runInProcess(['resolve', path], latePerson)).toBe(4);
  expect(person.messages.join('\n')).toContain('This row has changed since you were asked');
  const before = (await sandbox.readLedger()).requests.rwa_create;
  await rwa(folder, ['assess', 'my hires.csv', ...quick], toEnv(sandbox));
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(before);
});

test('Enter at a question of resolve skips one row, and Ctrl+C skips all remaining rows', async () => {
  const { folder } = await createUnconfirmedSheet();
  const path = `${folder}/my hires.csv`;
  const before = await readFiles(folder);
  const patient = createPerson(['', '']);
  expect(await runInProcess(['resolve', path], patient)).toBe(4);
  expect(patient.messages.at(-1)).toBe('2 rows left unconfirmed.');
  const busy = createPerson([]);
  expect(await runInProcess(['resolve', path], busy)).toBe(4);
  expect(busy.messages.filter((text) => text.includes('Assessment ID or no?'))).toHaveLength(1);
  expect(await readFiles(folder)).toEqual(before);
});

test('a dry run of resolve checks each answer, asks nothing, and changes no file', async () => {
  const { sandbox, folder } = await createUnconfirmedSheet();
  ageJournals(folder);
  const before = await readFiles(folder);
  const id = await findId(sandbox, '-1');
  const [keyOfRow2, keyOfRow4] = [await findKey(folder, 2), await findKey(folder, 4)];
  const dryRun = ['resolve', 'my hires.csv', '--dry-run'];
  const exists = await rwa(folder, [...dryRun, '--row', keyOfRow2, '--exists', id]);
  expect([exists.code, exists.out, exists.err]).toEqual([
    8,
    `Would record: row 2 exists (${id}).\n`,
    'Nothing was recorded.\n',
  ]);
  const again = await rwa(folder, [...dryRun, '--row', keyOfRow4, '--send-again']);
  expect([again.code, again.out]).toEqual([8, 'Would record: row 4 will be sent again.\n']);
  expect((await rwa(folder, [...dryRun, '--row', keyOfRow2, '--exists', 'later'])).code).toBe(2);
  const none = await rwa(folder, [...dryRun, '--accept-sheet']);
  expect([none.code, none.out]).toEqual([0, 'No row shows an ID that can be accepted.\n']);
  const lock = await takeLock(join(folder, 'my hires.csv.rwa-journal.jsonl.lock'), Date.now);
  expect((await rwaProcess(folder, [...dryRun, '--row', keyOfRow4, '--send-again'])).code).toBe(7);
  await lock.release();

  const person = createPerson(['no', 'no']);
  const listing = ['resolve', `${folder}/my hires.csv`, '--dry-run'];
  expect(await runInProcess(listing, person)).toBe(4);
  expect(person.messages.join('\n')).not.toContain('or no?');
  expect(await readFiles(folder)).toEqual(before);

  // The same answer is accepted without --dry-run.
  expect(
    (await rwa(folder, ['resolve', 'my hires.csv', '--row', keyOfRow2, '--exists', id])).code,
  ).toBe(0);
});

test('a dry run of resolve is refused if the answer could not be recorded', async ({ skip }) => {
  const { folder } = await createUnconfirmedSheet();
  ageJournals(folder);
  const keyOfRow4 = await findKey(folder, 4);
  const answer = ['resolve', 'my hires.csv', '--row', keyOfRow4, '--send-again'];
  await makeReadOnly(folder).catch(() => {
    skip(readOnlyUnavailable);
  });
  const recorded = await rwa(folder, answer);
  const dryRun = await rwa(folder, [...answer, '--dry-run']);
  for (const { code, out, err } of [recorded, dryRun]) {
    expect([code, out]).toEqual([5, '']);
    expect(err).toMatch(/^rwa: The lock my hires.csv.rwa-journal.jsonl.lock cannot be written/);
  }
});

test('a dry run of resolve keeps the assessment of a scored row', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv([hire]) });
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  const before = await readFiles(folder);
  const detach = ['resolve', 'hires.csv', '--row', '2', '--not-its-assessment'];
  const { code, out } = await rwa(folder, [...detach, '--dry-run']);
  expect([code, out]).toEqual([
    8,
    expect.stringMatching(
      /^Would record: row 2 does not have assessment \S+; it becomes unconfirmed[.]$/m,
    ),
  ]);
  expect(await readFiles(folder)).toEqual(before);
  expect((await rwa(folder, detach)).code).toBe(0);
});

test('an assessment that was removed from its row and added again keeps its report link', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv([hire]) });
  const assess = ['assess', 'hires.csv', ...quick];
  await rwa(folder, assess, toEnv(sandbox));
  const before = readFileSync(join(folder, 'hires.csv'), 'utf8');
  const id = await findId(sandbox, '00123');
  expect(before).toContain(`/redirect/${id}`);
  const row = ['resolve', 'hires.csv', '--row', '2'];
  await rwa(folder, [...row, '--not-its-assessment']);
  await rwa(folder, [...row, '--exists', id]);
  expect((await rwa(folder, assess, toEnv(sandbox))).code).toBe(0);
  expect(readFileSync(join(folder, 'hires.csv'), 'utf8')).toContain(`/redirect/${id}`);
});

test('a run starts only after the answer yes; Ctrl+C at the question interrupts the command', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([trip]) });
  for (const [answers, code] of [
    [['n'], 2],
    [[''], 2],
    [['maybe'], 2],
    [[], 130],
    [['Y'], 0],
  ] as const) {
    const person = createPerson(answers);
    const args = ['assess', `${folder}/hires.csv`, '--sandbox', '--poll-interval', '50ms'];
    expect(await runInProcess(args, person), answers.join()).toBe(code);
    expect(person.messages).toContain('Assess 1 row now? [y/N] ');
    if (code !== 0) expect(person.messages).toContain('Nothing was sent.');
  }
});
