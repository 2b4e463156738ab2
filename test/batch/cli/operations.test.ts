import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationWords } from '../../../batch/cli/operations/operations.js';
import { member, operationCases } from '../operations/testSheets.js';
import { startAnswerGate } from '../../http/answerGate.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, rwa, start } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';
import { typeInto } from './typeInto.js';

describe.each(operationCases)('rwa $operation.command', (operationCase) => {
  const { operation, createRows, readEffects, expectedEffects } = operationCase;
  const { command, name } = operation;

  async function createSheet() {
    const sandbox = await startTestSandbox();
    const folder = await folderWith({ 'sheet.csv': toCsv(await createRows(sandbox)) });
    const run = (...more: string[]) =>
      rwa(folder, [command, 'sheet.csv', '--yes', ...more], toEnv(sandbox));
    return { sandbox, folder, run };
  }
  const parseLines = (out: string) =>
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('a second run has nothing to send, to write or to wait for', async () => {
    const { sandbox, folder, run } = await createSheet();
    const first = await run();
    expect([first.code, await readEffects(sandbox)]).toEqual([0, expectedEffects]);
    expect(first.out + first.err).not.toMatch(/result|Fetch|scored/);
    const before = await readFiles(folder);
    const { requests } = await sandbox.readLedger();
    const second = await run();
    expect(second.code).toBe(0);
    expect(second.out).toContain(`Nothing to do: ${operationWords[command].allDonePhrase}.`);
    expect(second.out).toContain('Results:  nothing new to write');
    expect(await readFiles(folder)).toEqual(before);
    expect((await sandbox.readLedger()).requests[name]).toBe(requests[name]);
  });

  test('--json prints a plan, the rows and a summary', async () => {
    const { run } = await createSheet();
    const [plan, ...others] = parseLines((await run('--json')).out);
    expect(plan).toMatchObject({ type: 'plan', command, new: 3, done: 0, pending: 0 });
    expect(others.slice(0, -1).map(({ row, status, message }) => [row, status, message])).toEqual(
      [2, 3, 4].map((row) => [row, operation.successStatus, '']),
    );
    for (const row of others.slice(0, -1)) {
      const idFields = command === 'invite' ? ['userId'] : [];
      expect(Object.keys(row)).toEqual(['type', 'row', 'status', 'message', ...idFields, 'doneAt']);
    }
    expect(others.at(-1)).toMatchObject({
      type: 'summary',
      exitCode: 0,
      counts: { [operation.successStatus]: 3 },
    });
  });

  test('without the journal, rows whose references prove that they are done are not sent again', async () => {
    const { sandbox, folder, run } = await createSheet();
    await run();
    await rm(join(folder, `sheet.csv.rwa-journal-${command}.jsonl`));
    const { requests } = await sandbox.readLedger();
    const { code, out } = await run();
    const note = `Note: The sheet shows 3 rows as ${operation.successStatus}`;
    expect([code, out]).toEqual([0, expect.stringContaining(note)]);
    expect((await sandbox.readLedger()).requests[name]).toBe(requests[name]);
  });

  test('if a run is killed before the answers arrive, no request takes effect twice', async () => {
    const { sandbox, folder, run } = await createSheet();
    const before = (await sandbox.readLedger()).requests[name];
    await sandbox.control('POST faults', { operation: name, fault: 'timeout-after-commit' });
    const running = start(folder, [command, 'sheet.csv', '--yes'], toEnv(sandbox));
    await expect.poll(async () => (await sandbox.readLedger()).requests[name]).toBe(before + 3);
    running.kill('SIGKILL');
    await running.ended;
    await sandbox.control('DELETE faults');
    const { code } = await run();
    expect(code).toBe(operation.repeatable ? 0 : 4);
    expect(await readEffects(sandbox)).toEqual(expectedEffects);
  });

  test('after Ctrl+C, the run finishes the requests in flight and writes their results', async () => {
    const { sandbox, folder } = await createSheet();
    const gate = await startAnswerGate(sandbox, name);
    const args = [command, 'sheet.csv', '--yes', '--concurrency', '1'];
    const running = start(folder, args, gate.env);
    await gate.waitForHeld(1);
    running.kill('SIGINT');
    await running.waitForText('Finishing');
    await gate.open();
    const { code, out } = await running.ended;
    expect([code, out]).toEqual([130, expect.stringContaining('Interrupted after')]);
    expect(out).toContain('Continue;');
    const written = (await readFiles(folder))['sheet.csv'] ?? '';
    expect(written.match(new RegExp(`,${operation.successStatus},`, 'g'))).toHaveLength(1);
    expect(written.match(/,Not sent,/g)).toHaveLength(2);
  });

  test('too many failures stop the run, and the next run continues', async () => {
    const { sandbox, run } = await createSheet();
    const rule = { operation: name, fault: 'status-500-before-commit' };
    await sandbox.control('POST faults', rule);
    const { code, out } = await run('--max-errors', '1', '--concurrency', '1');
    expect([code, out]).toEqual([5, expect.stringContaining('Stopped early')]);
    await sandbox.control('DELETE faults');
    const next = await run();
    expect(next.code).toBe(operation.repeatable ? 0 : 4);
    if (operation.repeatable) expect(await readEffects(sandbox)).toEqual(expectedEffects);
  });

  test('a second run on the same sheet is refused while the first one is active', async () => {
    const { sandbox, folder } = await createSheet();
    const gate = await startAnswerGate(sandbox, name);
    const args = [command, 'sheet.csv', '--yes'];
    const running = start(folder, args, gate.env);
    await gate.waitForHeld(1);
    const second = await rwa(folder, args, gate.env);
    expect([second.code, second.err]).toEqual([7, expect.stringContaining('Wait for it to end')]);
    await gate.open();
    expect((await running.ended).code).toBe(0);
  });

  test('the template passes its check after one of its examples was replaced', async () => {
    const folder = await folderWith();
    const created = await rwa(folder, ['template', 'x.xlsx', '--for', command]);
    const check = `rwa check x.xlsx --for ${command}`;
    expect([created.code, created.out]).toEqual([0, expect.stringContaining(`\n  ${check}\n`)]);
    await typeInto(join(folder, 'x.xlsx'), { A2: 'S-7' });
    const { code, out } = await rwa(folder, check.split(' ').slice(1));
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`The row can be ${operationWords[command].participle}.`),
    ]);
    expect(out).toContain('Row 3 is an example of the template and is skipped.');
    const again = await rwa(folder, ['template', 'x.xlsx', '--for', command]);
    expect(again.err).toContain(`rwa template NAME.xlsx --for ${command}`);
  });

  test('a sheet of another kind is refused, and the message names the command for the right template', async () => {
    const folder = await folderWith({ 'x.csv': 'Colour\r\nred\r\n' });
    const { code, err } = await rwa(folder, ['check', 'x.csv', '--for', command]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`rwa template --for ${command} creates a sheet`),
    ]);
  });
});

test('assessments and decisions can share a sheet, and each command finds its columns', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const quick = ['--yes', '--poll-interval', '50ms'];
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  const add = ['--set', 'status=Rejected', '--set', 'managerId=M-200'];
  const decide = () => rwa(folder, ['decide', 'hires.csv', '--yes', ...add], toEnv(sandbox));
  expect((await decide()).code).toBe(0);
  const before = await readFiles(folder);
  expect((await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox))).out).toContain(
    'Nothing to do',
  );
  expect((await decide()).out).toContain('Nothing to do');
  expect(await readFiles(folder)).toEqual(before);
  const [head = ''] = (before['hires.csv'] ?? '').split('\r\n');
  expect(head).toMatch(
    /,Assessed at,Row reference,Decision status,Decision message,Decided at,Decision reference$/,
  );
});

test('rwa check suggests the command that compares the decisions in a sheet with the assessments', async () => {
  const text = 'Assessment ID,Decision\n1700000000000x123456789012345678,Pending\n';
  const folder = await folderWith({ 'x.csv': text });
  const { out } = await rwa(folder, ['check', 'x.csv', '--for', 'decide']);
  expect(out).toMatch(
    /See whether a row shows the assessment of another row:\n +rwa status x.csv --for decide\n.*\n +rwa decide x.csv\n/,
  );
});

test('one note counts the skipped rows without a Decision, and a sheet without any Decision is refused', async () => {
  const sandbox = await startTestSandbox();
  const id = await sandbox.create();
  const row = (decision: string) => ({ 'Assessment ID': id, Decision: decision, Name: 'Ada' });
  const many = Array.from({ length: 120 }, () => row(''));
  const folder = await folderWith({
    'some.csv': toCsv([...many, row('Pending')]),
    'none.csv': toCsv(many),
  });
  const some = await rwa(folder, ['decide', 'some.csv', '--yes'], toEnv(sandbox));
  expect([some.code, some.out]).toEqual([
    0,
    expect.stringContaining('Note: 120 rows have no Decision and are skipped.\n'),
  ]);
  const none = await rwa(folder, ['decide', 'none.csv', '--yes'], toEnv(sandbox));
  expect([none.code, none.err]).toEqual([
    2,
    expect.stringContaining(
      'rwa: No row of the sheet "none" has a Decision. Fill in the column "Decision" in each row to send.\n',
    ),
  ]);
});

test('only sandbox runs can use the sheet of a sandbox run', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const quick = ['--sandbox', '--yes'];
  await rwa(folder, ['assess', 'hires.csv', ...quick, '--poll-interval', '50ms']);
  const decide = ['decide', 'hires.sandbox.csv', '--set', 'status=Pending'];
  const { code, out } = await rwa(folder, [...decide, ...quick]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^ +2 decided$/m)]);
  expect(out).toContain('Results:  hires.sandbox.csv\n');
  expect(Object.keys(await readFiles(folder))).toEqual([
    'hires.csv',
    'hires.csv.rwa-sandbox-decide.jsonl',
    'hires.csv.rwa-sandbox.jsonl',
    'hires.csv.rwa-sandbox.sqlite',
    expect.stringMatching(/^hires\.sandbox\.backup-/),
    'hires.sandbox.csv',
  ]);
  const sandbox = await startTestSandbox();
  const real = await rwa(folder, [...decide, '--yes'], toEnv(sandbox));
  expect([real.code, real.err]).toEqual([
    2,
    expect.stringContaining('was written by a sandbox run'),
  ]);
  expect((await sandbox.readLedger()).requests.rwa_update).toBe(0);
});

test('another command on the same sheet is refused until the first one has ended', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'staff.csv': toCsv([member('S-1')]) });
  const gate = await startAnswerGate(sandbox, 'create_pending_user');
  const inviting = start(folder, ['invite', 'staff.csv', '--yes'], gate.env);
  await gate.waitForHeld(1);
  const { code, err } = await rwa(folder, ['remove-access', 'staff.csv', '--yes'], gate.env);
  expect([code, err]).toEqual([7, expect.stringContaining('Wait for it to end.')]);
  await gate.open();
  expect((await inviting.ended).code).toBe(0);
  const after = await rwa(folder, ['remove-access', 'staff.csv', '--yes'], gate.env);
  expect([after.code, after.out]).toEqual([0, expect.stringMatching(/^ +1 removed$/m)]);
});

test('the plan of --json describes people only with --verbose', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'staff.csv': 'Staff ID,Name\nS-77,Anna\n' });
  const args = ['remove-access', 'staff.csv', '--yes', '--json'];
  const readPlan = async (...more: string[]) => {
    const { out } = await rwa(folder, [...args, ...more], toEnv(sandbox));
    return JSON.parse(out.split('\n')[0] ?? '') as object;
  };
  expect(await readPlan('--retry-rejected')).toHaveProperty('people', [{ row: 2 }]);
  const [named] = ((await readPlan('--retry-rejected', '--verbose')) as { people: object[] })
    .people;
  expect(named).toMatchObject({ row: 2, person: expect.stringContaining('S-77') as string });
});
