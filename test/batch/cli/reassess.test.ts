import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ageJournals } from '../../ageRequests.mjs';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { type CommandResult, toEnv, folderWith, rwa, start } from './rwaUnderTest.js';
import { cellsByHeading } from '../run/testRun.js';
import { toCsv, people, trip } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];

interface TestSheet {
  readonly sandbox: SandboxUnderTest;
  readonly folder: string;
  readonly run: (...args: string[]) => Promise<CommandResult>;
}

async function createUnsentSheet(rows: number): Promise<TestSheet> {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(rows)) });
  return { sandbox, folder, run: (...args) => rwa(folder, args, toEnv(sandbox)) };
}

async function createAssessedSheet(rows: number): Promise<TestSheet> {
  const sheet = await createUnsentSheet(rows);
  expect((await sheet.run('assess', 'hires.csv', ...quick)).code).toBe(0);
  return sheet;
}

async function countAssessments({ sandbox }: Pick<TestSheet, 'sandbox'>): Promise<number[]> {
  const counts = new Map<string, number>();
  for (const { employeeId } of (await sandbox.readLedger()).assessments) {
    const employee = String(employeeId);
    counts.set(employee, (counts.get(employee) ?? 0) + 1);
  }
  return [...counts.values()];
}

const findLine = (out: string, type: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .find((line) => line.type === type);

test('the same command continues a killed round and sends no row twice', async () => {
  const sheet = await createAssessedSheet(60);
  const args = ['reassess', 'hires.csv', ...quick, '--concurrency', '2', '--json'];
  const { sandbox, folder } = sheet;
  const countCreated = async () => (await sandbox.readLedger()).commits.rwa_create;
  for (const until of [70, 85, 100]) {
    const running = start(folder, args, toEnv(sandbox));
    await expect.poll(countCreated, { interval: 5 }).toBeGreaterThanOrEqual(until);
    running.kill('SIGKILL');
    await running.ended;
  }
  const last = await sheet.run(...args);
  const counts = findLine(last.out, 'summary')?.counts as Record<string, number>;
  // Requests that were in flight at the kill may have arrived, so their rows are unconfirmed.
  expect([0, 4]).toContain(last.code);
  expect(findLine(last.out, 'plan')?.round).toMatchObject({ number: 2 });
  expect((counts.Scored ?? 0) + (counts.Unconfirmed ?? 0)).toBe(60);
  const assessmentCounts = await countAssessments(sheet);
  expect(Math.max(...assessmentCounts)).toBe(2);
  const unassessed = assessmentCounts.filter((count) => count === 1).length;
  expect(unassessed).toBeLessThanOrEqual(counts.Unconfirmed ?? 0);

  const { assessments } = await sandbox.readLedger();
  await sheet.run(...args);
  expect((await sandbox.readLedger()).assessments).toEqual(assessments);
});

test.each([
  ['a round of all rows', [], ['--round', '2027-Q2']],
  ['a round of selected rows', ['--rows', '2-41'], ['--round', '2027-Q2', '--rows']],
])(
  'after %s was killed, the command that rwa status suggests leaves out no row',
  async (_, selected, advised) => {
    const sheet = await createAssessedSheet(60);
    const { sandbox, folder, run } = sheet;
    const args = ['reassess', 'hires.csv', '--round', '2027-Q2', ...selected];
    const running = start(folder, [...args, '--yes', '--concurrency', '1'], toEnv(sandbox));
    const countCreated = async () => (await sandbox.readLedger()).commits.rwa_create;
    await expect.poll(countCreated, { interval: 5 }).toBeGreaterThanOrEqual(65);
    running.kill('SIGKILL');
    await running.ended;
    const { out } = await run('status', 'hires.csv');
    expect(out).toMatch(/^Round: {4}2 \(2027-Q2\), started .*, not finished$/m);
    const command = /^ +rwa (reassess .*)$/m.exec(out)?.[1]?.split(' ') ?? [];
    expect(command.filter((word) => !word.includes(','))).toEqual([
      'reassess',
      'hires.csv',
      ...advised,
    ]);
    await run(...command, ...quick);
    const counts = await countAssessments(sheet);
    // Requests that were in flight at the kill may have arrived, so their rows are unconfirmed.
    const unconfirmed = Number(/(\d+) unconfirmed: /.exec(out)?.[1] ?? 0);
    const rows = selected.length === 0 ? 60 : 40;
    const assessedAgain = counts.filter((count) => count === 2).length;
    expect(assessedAgain).toBeGreaterThanOrEqual(rows - unconfirmed);
    expect(Math.max(...counts.slice(0, rows))).toBe(2);
    expect(counts.slice(rows).every((count) => count === 1)).toBe(true);
  },
);

test('a second rwa reassess on the same day reports when the round finished', async () => {
  const sheet = await createAssessedSheet(3);
  const first = await sheet.run('reassess', 'hires.csv', ...quick);
  expect(first.code).toBe(0);
  expect(first.out).toMatch(/3 to assess again\nRound: {4}2, starts now\.\nSelected: 3 rows\./);
  const second = await sheet.run('reassess', 'hires.csv', ...quick);
  expect(second.code).toBe(0);
  expect(second.out).toMatch(/Round: {4}2, finished \d{4}-\d\d-\d\d \d\d:\d\d UTC\./);
  expect(second.out).toContain('none; skipped: 3 already assessed in this round');
  expect(second.out).toContain('--new-round starts another round now.');
  expect(second.out).toContain('Nothing to do');
  const json = await sheet.run('reassess', 'hires.csv', ...quick, '--json');
  expect(findLine(json.out, 'plan')).toMatchObject({
    round: {
      number: 2,
      selected: 0,
      unselected: { done: 3 },
      endedAt: expect.any(String) as string,
    },
  });
  expect(findLine(json.out, 'summary')).toMatchObject({ round: 2, exitCode: 0 });
  expect((await sheet.run('reassess', 'hires.csv', ...quick, '--new-round')).code).toBe(0);
  expect(await countAssessments(sheet)).toEqual([3, 3, 3]);
});

test('a round with a name sends no row twice, and its name is printed', async () => {
  const sheet = await createAssessedSheet(2);
  const reassess = (...args: string[]) => sheet.run('reassess', 'hires.csv', ...quick, ...args);
  const first = await reassess('--round', '2026-Q4');
  expect(first.out).toContain('Round:    2 (2026-Q4), starts now.');
  const second = await reassess('--round', '2026-q4');
  expect(second.out).toMatch(/Round: {4}2 \(2026-Q4\), finished/);
  expect(second.out).toContain('To start another round, use another name after --round.');
  expect(await countAssessments(sheet)).toEqual([2, 2]);
  expect((await reassess('--round', '2027-Q1')).out).toContain(
    'Round:    3 (2027-Q1), starts now.',
  );
  expect(await countAssessments(sheet)).toEqual([3, 3]);
  const refused = await reassess('--round', '2027-Q2', '--new-round');
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('cannot be used with')]);
  expect(await countAssessments(sheet)).toEqual([3, 3]);
});

test('values of --where are read like cells, and a row must match all filters', async () => {
  const sheet = await createAssessedSheet(4);
  const json = [...quick, '--json'];
  const filters = [
    '--where',
    'Destination country= portugal',
    '--where',
    'purpose=hire from anywhere',
  ];
  const { out } = await sheet.run('reassess', 'hires.csv', ...json, ...filters, '--rows', '2-4');
  expect(findLine(out, 'plan')?.round).toMatchObject({
    selected: 1,
    unselected: { where: 2, rows: 1 },
  });
  expect(await countAssessments(sheet)).toEqual([1, 2, 1, 1]);
  const filteredJson = await sheet.run('reassess', 'hires.csv', ...json, '--older-than', '90d');
  expect(findLine(filteredJson.out, 'plan')?.round).toMatchObject({
    selected: 0,
    unselected: { recent: 4, done: 0 },
  });
  const filteredText = await sheet.run('reassess', 'hires.csv', ...quick, '--older-than', '90d');
  // A new round would assess none of these rows either.
  expect(filteredText.out).not.toContain('--new-round');
});

test('--scored-before selects rows by the day of their scores', async () => {
  const sheet = await createAssessedSheet(2);
  const addDays = (days: number) => {
    const date = new Date();
    date.setDate(date.getDate() + days);
    return date.toLocaleDateString('sv');
  };
  const today = await sheet.run('reassess', 'hires.csv', ...quick, '--scored-before', addDays(0));
  expect([today.code, today.out]).toEqual([0, expect.stringContaining('2 assessed too recently')]);
  expect(await countAssessments(sheet)).toEqual([1, 1]);
  await sheet.run('reassess', 'hires.csv', ...quick, '--scored-before', addDays(1));
  expect(await countAssessments(sheet)).toEqual([2, 2]);
});

test('the summary in words, the JSON and the notice count rows that were never assessed', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const line = ['reassess', 'hires.csv', ...quick, '--on-finish', 'cat > notice.json'];
  const message = '2 rows were never assessed and are skipped. Run rwa assess for them.';
  const { code, out } = await rwa(folder, line, toEnv(sandbox));
  expect([code, out.split('Finished after')[1]]).toEqual([0, expect.stringContaining(message)]);
  const json = await rwa(folder, [...line, '--json'], toEnv(sandbox));
  expect(findLine(json.out, 'summary')).toMatchObject({ neverAssessed: 2, notes: [message] });
  expect(JSON.parse(await readFile(join(folder, 'notice.json'), 'utf8'))).toMatchObject({
    neverAssessed: 2,
    notes: [message],
    text: expect.stringContaining('2 never assessed and skipped (run rwa assess)') as string,
  });
});

const mistakes: [string[], RegExp][] = [
  [
    ['--where', 'destnation=Spain'],
    /"destnation", which is not an input of an assessment; did you mean destination\?/,
  ],
  [['--where', 'destination'], /--where destination is incomplete/],
  [['--where', 'seniority=Boss'], /--where seniority="Boss" matches no row/],
  [
    ['--rows', '900'],
    /--rows names row 900, but the sheet has no inputs there\. Its rows are 2 to 3/,
  ],
  [['--rows', '5-3'], /must be row numbers such as 14,20-31/],
  [['--older-than', '3 months'], /must be a time such as 90d/],
  [['--scored-before', '2027-02-31'], /must be a day such as 2027-01-01/],
  [['--scored-before', '0026-01-01'], /must be a day such as 2027-01-01/],
  [['--scored-before', 'January'], /must be a day such as 2027-01-01/],
  [['--round', '--new-round'], /must be at most 40 letters, digits, dashes/],
];
test.each(mistakes)('%j is refused before anything is sent', async (args, message) => {
  const sheet = await createAssessedSheet(2);
  const { code, err } = await sheet.run('reassess', 'hires.csv', ...quick, ...args, '--verbose');
  expect([code, err]).toEqual([2, expect.stringMatching(message) as string]);
  expect(await countAssessments(sheet)).toEqual([1, 1]);
});

test('resolve --row resolves a row of a round, and suggests the next command', async () => {
  const sheet = await createAssessedSheet(3);
  const rule = { operation: 'rwa_create', fault: 'reset-before-commit', times: 1 };
  await sheet.sandbox.control('POST faults', rule);
  const lost = await sheet.run('reassess', 'hires.csv', ...quick, '--concurrency', '1');
  expect(lost.code).toBe(4);
  expect((await sheet.run('status', 'hires.csv')).out).toMatch(
    /Row 2: Unconfirmed\. .* of the previous assessment/,
  );
  expect((await sheet.run('resolve', 'hires.csv')).out).toMatch(/^Row 2\n/);
  ageJournals(sheet.folder);
  const resolved = await sheet.run('resolve', 'hires.csv', '--row', '2', '--send-again');
  expect(resolved.out).toContain('rwa reassess hires.csv --rows 2');
  expect((await sheet.run('reassess', 'hires.csv', '--rows', '2', ...quick)).code).toBe(0);
  expect(await countAssessments(sheet)).toEqual([2, 2, 2]);
});

test('after the token was refused, rwa status lists all rows that the round has not sent', async () => {
  const sheet = await createAssessedSheet(70);
  const rule = { operation: 'rwa_create', fault: 'token-refused' };
  await sheet.sandbox.control('POST faults', rule);
  const refused = await sheet.run('reassess', 'hires.csv', '--rows', '2-25,31-70', ...quick);
  expect([refused.code, refused.out]).toEqual([5, expect.stringContaining('No row was sent.')]);
  const rows = '2-25,31-70';
  for (const command of ['assess', 'reassess']) {
    const { out } = await sheet.run('status', 'hires.csv', '--for', command);
    expect(out).toContain('Assess the 64 rows that the round has not sent yet:');
    expect(out).toContain(`    rwa reassess hires.csv --rows ${rows}\n`);
  }
  await sheet.sandbox.control('DELETE faults');
  expect((await sheet.run('assess', 'hires.csv', ...quick)).out).toContain('No row was sent.');
  expect((await sheet.run('reassess', 'hires.csv', '--rows', rows, ...quick)).code).toBe(0);
  expect(await countAssessments(sheet)).toEqual([
    ...Array<number>(24).fill(2),
    ...Array<number>(5).fill(1),
    ...Array<number>(40).fill(2),
    1,
  ]);
  expect((await sheet.run('status', 'hires.csv')).out).not.toContain('Next:');
});

test.each([
  ['a first assessment', createUnsentSheet, 'assess', /^ {2}rwa assess hires\.csv$/m],
  // The first resolve reopens the finished round. A round skips rows that it has assessed, so the
  // command for an open round has no --rows.
  [
    'a reassessment',
    createAssessedSheet,
    'reassess',
    /^ {2}rwa reassess hires\.csv(?: --rows 2)?$/m,
  ],
] as const)(
  'after a row of %s was resolved, the suggested command assesses no other row again',
  async (...testCase) => {
    const [, createSheet, command, next] = testCase;
    const sheet = await createSheet(2);
    const rule = { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 };
    await sheet.sandbox.control('POST faults', rule);
    const lost = await sheet.run(command, 'hires.csv', ...quick, '--concurrency', '1');
    expect(lost.code).toBe(4);
    // The second ID replaces the first one.
    for (const id of ['1700000000000x123456789012345678', '1700000000000x123456789012345679']) {
      const about = ['hires.csv', '--for', 'reassess', '--row', '2', '--exists', id];
      expect((await sheet.run('resolve', ...about)).out).toMatch(next);
    }
  },
);

test('the history lists every assessment, even if its row is missing from the sheet', async () => {
  const sheet = await createAssessedSheet(2);
  const path = join(sheet.folder, 'hires.csv');
  await sheet.run('reassess', 'hires.csv', ...quick);
  const [head = '', , second = ''] = (await readFile(path, 'utf8')).split('\r\n');
  await writeFile(path, [head, second, ''].join('\r\n'));
  const { code, out } = await sheet.run('history', 'hires.csv');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^ *Row {2}Employee ID {2}Round {2}Assessed at \(UTC\) +Overall {2}Change {2}Assessment ID\n/,
  );
  expect(out.match(/^ +2 {2}00002/gm)).toHaveLength(2);
  expect(out.match(/^not in sheet/gm)).toHaveLength(2);
});

test('the history reports that a sheet was never assessed', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([{ ...trip, 'Employee ID': '=1+1' }]) });
  expect((await rwa(folder, ['history', 'hires.csv'])).out.trim()).toBe(
    'No row has been assessed yet.',
  );
});

test('a decision on the previous assessment is not sent for the new one', async () => {
  const sandbox = await startTestSandbox();
  const decided = { ...trip, Decision: 'Pending' };
  const folder = await folderWith({ 'hires.csv': toCsv([decided]) });
  const run = (...args: string[]) => rwa(folder, args, toEnv(sandbox));
  await run('assess', 'hires.csv', ...quick);
  expect((await run('decide', 'hires.csv', '--yes')).code).toBe(0);
  const path = join(folder, 'hires.csv');
  const decisionNote =
    /Row 2 has a decision on another assessment, and none yet on its latest\s+one\. Check each\s+Decision/;
  const reassessed = await run('reassess', 'hires.csv', ...quick);
  expect(reassessed.out).toMatch(decisionNote);
  expect(cellsByHeading(path)).toMatchObject([{ 'Decision status': 'Invalid' }]);
  expect((await run('status', 'hires.csv')).out).toMatch(decisionNote);
  expect((await run('decide', 'hires.csv', '--yes')).code).toBe(3);
  const { out } = await run('status', 'hires.csv', '--for', 'decide');
  expect(out).toContain(
    'A decision was recorded for an earlier assessment of this row, and none yet for its latest one. Check the Decision. To send it, clear its Decision status and run again.',
  );
  // The inputs are valid, so rwa check would not help.
  expect(out).not.toContain('rwa check');
  expect((await sandbox.readLedger()).commits.rwa_update).toBe(1);

  // The sheet also shows which assessment the decision was on, so the journal is not needed.
  await rm(`${path}.rwa-journal-decide.jsonl`);
  expect((await run('decide', 'hires.csv', '--yes')).code).toBe(3);
  expect(cellsByHeading(path)).toMatchObject([{ 'Decision status': 'Invalid' }]);
  expect((await sandbox.readLedger()).commits.rwa_update).toBe(1);

  await writeFile(path, (await readFile(path, 'utf8')).replace(',Invalid,', ',,'));
  expect((await run('decide', 'hires.csv', '--yes')).code).toBe(0);
  expect((await sandbox.readLedger()).commits.rwa_update).toBe(2);
  expect((await run('status', 'hires.csv')).out).not.toContain('no decision yet');
});

test('without the journal, the references in the sheet show which inputs are unchanged', async () => {
  const { folder, run } = await createAssessedSheet(2);
  await rm(join(folder, 'hires.csv.rwa-journal.jsonl'));
  const { out } = await run('reassess', 'hires.csv', '--only-changed', ...quick);
  expect(out).toContain('skipped: 2 with unchanged inputs');
});

test('an unconfirmed row of a round is not sent again after the journal was lost', async () => {
  const sheet = await createAssessedSheet(2);
  const { folder, run, sandbox } = sheet;
  const path = join(folder, 'hires.csv');
  const rule = { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 };
  await sandbox.control('POST faults', rule);
  expect((await run('reassess', 'hires.csv', ...quick, '--concurrency', '1')).code).toBe(4);
  await rm(`${path}.rwa-journal.jsonl`);
  for (const command of [['assess'], ['reassess', '--without-journal']]) {
    const { code, out } = await run(...command, 'hires.csv', ...quick, '--verbose');
    expect([code, out]).toEqual([
      4,
      expect.stringContaining('Row 2: Unconfirmed. According to the sheet'),
    ]);
  }
  expect(await countAssessments(sheet)).toEqual([2, 3]);

  // A person finds the new assessment in the service, and types its ID into the sheet.
  const { assessments } = await sandbox.readLedger();
  const newer = String(
    assessments.findLast(({ employeeId }) => employeeId === '00001')?.assessmentId,
  );
  const [head = '', row = '', ...rest] = (await readFile(path, 'utf8')).split('\r\n');
  const headings = head.split(',');
  const firstResult = headings.indexOf('Assessment status');
  const cleared = headings
    .map((heading, at) =>
      at < firstResult ? row.split(',')[at] : heading === 'Assessment ID' ? newer : '',
    )
    .join(',');
  await writeFile(path, [head, cleared, ...rest].join('\r\n'));
  expect((await run('assess', 'hires.csv', ...quick)).code).toBe(0);
  expect(await countAssessments(sheet)).toEqual([2, 3]);
});

test('without the journal, resolve for a round suggests a command that sends no row again', async () => {
  const sheet = await createAssessedSheet(2);
  const rule = { operation: 'rwa_create', fault: 'reset-before-commit', times: 1 };
  await sheet.sandbox.control('POST faults', rule);
  await sheet.run('reassess', 'hires.csv', ...quick, '--concurrency', '1');
  const path = join(sheet.folder, 'hires.csv');
  await rm(`${path}.rwa-journal.jsonl`);
  const before = await countAssessments(sheet);
  const answer = ['--for', 'reassess', '--row', '2', '--send-again'];
  const { err } = await sheet.run('resolve', 'hires.csv', ...answer);
  const [, next = ''] = /^Then run: rwa (.+)$/m.exec(err) ?? [];
  await sheet.run(...next.split(' '), ...quick);
  expect(await countAssessments(sheet)).toEqual(before);
});

test('forget for a round finds a row that was never assessed', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const run = (...args: string[]) => rwa(folder, args, toEnv(sandbox));
  expect((await run('assess', 'hires.csv', ...quick)).code).toBe(0);
  const [, , newPerson = ''] = toCsv(people(2)).split('\n');
  await appendFile(join(folder, 'hires.csv'), newPerson);
  const about = ['hires.csv', '--for', 'reassess', '--row', '3', '--yes'];
  const { code, err, out } = await run('forget', ...about);
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('row 3');
});

test('while a result is pending, forget for a round suggests a command that sends no row again', async () => {
  const sandbox = await startTestSandbox();
  const pending = { ...trip, 'Employee ID': 'SANDBOX-ALWAYS-PENDING' };
  const folder = await folderWith({ 'hires.csv': toCsv([...people(1), pending]) });
  const run = (...args: string[]) => rwa(folder, args, toEnv(sandbox));
  const wait = [...quick, '--poll-timeout', '300ms'];
  await run('assess', 'hires.csv', ...wait);
  const { err } = await run('forget', 'hires.csv', '--for', 'reassess', '--row', '3', '--yes');
  const [, next = ''] = /^Next:\n {2}rwa (.+)$/m.exec(err) ?? [];
  await run(...next.split(' '), ...wait);
  expect(await countAssessments({ sandbox })).toEqual([1, 1]);
});

test('the check for a round does not suggest --send-duplicates, which only rwa assess has', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([trip, trip]) });
  const { out } = await rwa(folder, ['check', 'hires.csv', '--for', 'reassess']);
  expect(out).toMatch(/Identical to row 2[.] Delete one of them[.]$/m);
});

test('a round is not repeated after an older journal without the round was accepted', async () => {
  const { sandbox, folder, run } = await createAssessedSheet(2);
  const round = (name: string, ...options: string[]) =>
    run('reassess', 'hires.csv', ...quick, '--round', name, ...options);
  const journal = join(folder, 'hires.csv.rwa-journal.jsonl');
  await round('R0');
  const older = await readFile(journal);
  await round('R1');
  await writeFile(journal, older);
  expect((await round('R1')).code).toBe(2);
  expect((await run('resolve', 'hires.csv', '--accept-sheet')).code).toBe(0);
  expect((await run('assess', 'hires.csv', ...quick)).code).toBe(0);
  const refused = await round('R1');
  const advice: unknown = expect.stringContaining('If this round has a name, do not use it again');
  expect([refused.code, refused.err]).toEqual([2, advice]);
  expect((await sandbox.readLedger()).assessments).toHaveLength(6);
  expect((await round('R2', '--without-journal')).code).toBe(0);
  expect((await round('R3')).code).toBe(0);
  expect((await sandbox.readLedger()).assessments).toHaveLength(10);
});

test.each([
  ['the round is unfinished', (lines: string[]) => lines.slice(0, findNthIntent(lines, 4))],
  ['the round ended today', (lines: string[]) => lines],
])(
  'a round without a name is not continued after an older journal was accepted (%s)',
  async (_, truncate) => {
    const { sandbox, folder, run } = await createAssessedSheet(2);
    const round = (...options: string[]) => run('reassess', 'hires.csv', ...quick, ...options);
    const journal = join(folder, 'hires.csv.rwa-journal.jsonl');
    expect((await round('--concurrency', '1')).code).toBe(0);
    const older = truncate((await readFile(journal, 'utf8')).split('\n')).join('\n');
    if (older.includes('round_ended')) expect((await round('--new-round')).code).toBe(0);
    const { length } = (await sandbox.readLedger()).assessments;
    await writeFile(journal, `${older.trimEnd()}\n`);
    expect((await run('resolve', 'hires.csv', '--accept-sheet')).code).toBe(0);
    expect((await run('assess', 'hires.csv', ...quick)).code).toBe(0);
    const refused = [await round()];
    if (!older.includes('round_ended')) refused.push(await round('--new-round'));
    const message: unknown = expect.stringContaining('in this round');
    for (const { code, err } of refused) expect([code, err]).toEqual([2, message]);
    expect((await run('status', 'hires.csv', '--for', 'reassess')).out).toMatch(/in this round[.]/);
    expect((await sandbox.readLedger()).assessments).toHaveLength(length);
    expect((await round('--round', 'R2', '--without-journal')).code).toBe(0);
    expect((await round('--round', 'R2')).code).toBe(0);
    expect((await round()).code).toBe(0);
    expect((await sandbox.readLedger()).assessments).toHaveLength(length + 2);
  },
);

const findNthIntent = (lines: readonly string[], n: number) =>
  lines.flatMap((line, at) => (line.startsWith('{"fact":"intent"') ? [at] : []))[n - 1];
