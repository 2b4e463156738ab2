import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeLock } from '../../../batch/engine/journal/lock.js';
import { thisProcess } from '../../../batch/engine/journal/lockHolder.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { readFiles, toEnv, folderWith, rwa, rwaProcess, start } from './rwaUnderTest.js';
import { toCsv, hire, people, trip } from './sheets.js';

test('before the first run, status reports that nothing has been sent', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([trip, { ...hire, Seniority: 'x' }]) });
  const before = await readFiles(folder);
  const { code, out } = await rwa(folder, ['status', 'hires.csv']);
  expect(code).toBe(0);
  expect(out).toBe(
    [
      '  Row 3: Invalid. D3, Seniority "x": unsupported value. Use Low, Mid or Senior.',
      'hires.csv, sheet "hires", headings in row 1: 2 rows',
      '        1 not sent',
      '        1 invalid',
      'Nothing has been sent yet.',
      'Next:',
      '  See what to correct in the sheet:',
      '    rwa check hires.csv',
      '  Continue; nothing is sent twice:',
      '    rwa assess hires.csv',
      '',
    ].join('\n'),
  );
  expect(await readFiles(folder)).toEqual(before);
});

test('after a finished run, status suggests no next step', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const args = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
  await rwa(folder, args, toEnv(service));
  const { out } = await rwa(folder, ['status', 'hires.csv']);
  expect(out).toBe(
    `hires.csv, sheet "hires", headings in row 1: 3 rows\n        3 scored\nService:  ${service.sandbox.baseUrl}\n`,
  );
});

test('after a sandbox run, status does not report that the sheet lacks results', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const run = await rwa(folder, ['assess', 'hires.csv', '--sandbox', '--yes']);
  expect(run.code).toBe(0);
  const { code, out } = await rwa(folder, ['status', 'hires.csv', '--sandbox', '--exit-code']);
  expect([code, out]).toEqual([0, expect.stringMatching(/Results: {2}hires\.sandbox\.csv\n$/)]);
});

test('without --sandbox, status, history and resolve read the sandbox journal of a sandbox sheet', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  await rwa(folder, ['assess', 'hires.csv', '--sandbox', '--yes']);
  const { out } = await rwa(folder, ['status', 'hires.sandbox.csv']);
  expect(out).toContain('Service:  the embedded sandbox');
  const history = await rwa(folder, ['history', 'hires.sandbox.csv', '--json']);
  expect(history.out.trim().split('\n')).toHaveLength(2);
  const resolved = await rwa(folder, ['resolve', 'hires.sandbox.csv']);
  expect([resolved.code, resolved.out]).toEqual([0, expect.stringContaining('No row')]);
});

test('without a journal and a base URL, status reports that it cannot check the IDs of decisions', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const sheet = join(folder, 'hires.csv');
  await rwa(folder, ['assess', 'hires.csv', '--yes'], toEnv(service));
  await rm(`${sheet}.rwa-journal.jsonl`);
  const [head = '', ...rows] = (await readFile(sheet, 'utf8')).trim().split(/\r?\n/);
  const idColumn = head.split(',').indexOf('Assessment ID');
  const ids = rows.map((row) => row.split(',')[idColumn] ?? '');
  const swapped = rows.map((row, index) => row.replaceAll(ids[index] ?? '', ids[1 - index] ?? ''));
  const decided = [`${head},Decision`, ...swapped.map((row) => `${row},Pending`)];
  await writeFile(sheet, decided.join('\n'));
  const args = ['status', 'hires.csv', '--for', 'decide'];
  expect((await rwa(folder, args)).out).toContain('No base URL is set');
  const { out } = await rwa(folder, args, toEnv(service));
  expect(out).not.toContain('No base URL is set');
  expect(out).toContain('Row 2: Invalid. The decision was not sent');
});

test('status shows why a result could not be read, until the ID is corrected', async () => {
  const service = await startTestSandbox();
  const typed = toCsv([{ ...trip, 'Assessment ID': '1700000000000x100000000000000009' }]);
  const folder = await folderWith({ 'hires.csv': typed });
  const args = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms', '--output', 'out.csv'];
  expect((await rwa(folder, args, toEnv(service))).code).toBe(3);
  await rwa(folder, ['resolve', 'hires.csv', '--row', '2', '--exists']);
  expect((await rwa(folder, args, toEnv(service))).code).toBe(75);
  const { out } = await rwa(folder, ['status', 'hires.csv']);
  expect(out).toMatch(
    /^ {2}Row 2: Pending\. Reading the result failed at 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. Not Found\. Check the Assessment ID/,
  );
  expect((await readFiles(folder))['out.csv']).toContain('Not Found');
  const rightId = ['--row', '2', '--exists', await service.create()];
  await rwa(folder, ['resolve', 'hires.csv', ...rightId]);
  expect((await rwa(folder, ['status', 'hires.csv'])).out).toContain('is not ready yet');
});

test("status counts a row with another employee's Assessment ID on a separate line, not as pending", async () => {
  const service = await startTestSandbox();
  const id = await service.create({ employeeId: 'OTHER' });
  const folder = await folderWith({ 'hires.csv': toCsv([{ ...trip, 'Assessment ID': id }]) });
  const args = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
  await rwa(folder, args, toEnv(service));
  await rwa(folder, ['resolve', 'hires.csv', '--row', '2', '--exists']);
  await rwa(folder, args, toEnv(service));
  const { out } = await rwa(folder, ['status', 'hires.csv']);
  expect(out).toMatch(/Row 2: Pending\..* belongs to another employee/);
  expect(out).toContain('        1 with the Assessment ID of another request\n');
  expect(out).not.toContain('not ready yet');
});

test('rwa sandbox --json prints its addresses and tokens, and exits with 0 after SIGTERM', async () => {
  const folder = await folderWith();
  const running = start(folder, ['sandbox', '--port', '0', '--json', '--ready-after', '0ms']);
  await running.waitForText('}\n');
  running.kill('SIGTERM');
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    baseUrl: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/version-test\/api\/1\.1\/wf$/,
    ) as string,
    tokens: ['sandbox-token', 'sandbox-token-2'],
    controlUrl: expect.stringMatching(/\/_sandbox\/$/) as string,
  });
});

test('rwa sandbox prints commands for another terminal, with a token file instead of environment variables', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv([trip]) });
  const running = start(folder, ['sandbox', '--port', '0', '--ready-after', '0ms']);
  await running.waitForText('Press Ctrl+C to stop the sandbox.');
  running.kill('SIGINT');
  const { code, out } = await running.ended;
  expect(code).toBe(0);
  expect(out).toMatch(
    /chmod 600 sandbox-token\n {2}rwa assess FILE --base-url http:\S+ --token-file sandbox-token\n/,
  );
});

test('rwa sandbox reports a port that is in use', async () => {
  const service = await startTestSandbox();
  const port = new URL(service.sandbox.baseUrl).port;
  const { code, err } = await rwa(await folderWith(), ['sandbox', '--port', port]);
  expect([code, err]).toEqual([2, expect.stringMatching(/^rwa: .*in use/)]);
});

test('status --exit-code exits with a code for the state of the sheet and its journal', async () => {
  const service = await startTestSandbox();
  const lost = { ...trip, 'Employee ID': 'SANDBOX-LOST-ANSWER' };
  const pending = { ...trip, 'Employee ID': 'SANDBOX-ALWAYS-PENDING' };
  const folder = await folderWith({ 'hires.csv': toCsv([hire]) });
  const [sheet, journal] = ['hires.csv', 'hires.csv.rwa-journal.jsonl'].map((name) =>
    join(folder, name),
  ) as [string, string];
  const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
  const run = () => rwa(folder, [...assess, '--poll-timeout', '300ms'], toEnv(service));
  const readCode = async () =>
    (await rwaProcess(folder, ['status', 'hires.csv', '--exit-code'])).code;

  expect(await readCode()).toBe(5); // not sent
  expect((await run()).code).toBe(0);
  expect(await readCode()).toBe(0);
  const scored = await readFile(sheet, 'utf8');

  await writeFile(sheet, toCsv([hire])); // the results are missing from the sheet
  expect(await readCode()).toBe(6);
  expect((await rwa(folder, ['status', 'hires.csv'])).code).toBe(0);
  await writeFile(sheet, scored);
  await writeFile(`${journal}.lock`, createLockText(Date.now()));
  expect(await readCode()).toBe(7); // another run is using the sheet
  await writeFile(`${journal}.lock`, createLockText(Date.now() - 2 * 86_400_000));
  expect(await readCode()).toBe(5); // the lock is two days old, so its run may hang
  await rm(`${journal}.lock`);

  for (const [entries, code] of [
    [[hire, { ...trip, Seniority: 'x' }], 3],
    [[hire, pending], 75],
    [[hire, pending, lost], 4],
  ] as const) {
    await writeFile(sheet, toCsv(entries));
    expect((await run()).code).toBe(code);
    expect(await readCode()).toBe(code);
  }
  await appendFile(journal, 'nonsense\n{}\n');
  expect(await readCode()).toBe(5);
});

describe('status reports', () => {
  const assessTwoPeople = async () => {
    const service = await startTestSandbox();
    const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
    const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];
    await rwa(folder, assess, toEnv(service));
    const [sheet, journal] = ['hires.csv', 'hires.csv.rwa-journal.jsonl'].map((name) =>
      join(folder, name),
    ) as [string, string];
    const status = (name = 'hires.csv') => rwa(folder, ['status', name, '--exit-code']);
    const run = () => rwa(folder, assess, toEnv(service));
    return { service, folder, sheet, journal, status, run };
  };

  test('a sheet that was renamed without its journal', async () => {
    const { folder, sheet, status } = await assessTwoPeople();
    await rename(sheet, join(folder, 'staff.csv'));
    const { code, out } = await status('staff.csv');
    expect([code, out]).toEqual([2, expect.stringContaining('Rename the journal too, from')]);
    expect(out).not.toMatch(/Next:|Nothing has been sent|Continue;/);
    for (const command of ['history', 'resolve']) {
      expect((await rwa(folder, [command, 'staff.csv'])).out).toContain('Rename the journal too');
    }
    const json = await rwa(folder, ['status', 'staff.csv', '--json']);
    expect(json.out).toMatch(/"refusal":\["The journal hires/);
  });

  test('a journal that is older than the sheet', async () => {
    const { sheet, journal, status, run } = await assessTwoPeople();
    const older = await readFile(journal, 'utf8');
    await writeFile(sheet, toCsv(people(3)));
    await run();
    await writeFile(journal, older);
    const { code, out } = await status();
    expect([code, out]).toEqual([2, expect.stringContaining('older than the sheet')]);
    expect(out).not.toMatch(/Next:|Continue;/);
    expect((await run()).code).toBe(2);
  });

  test('a new journal for a sheet with results', async () => {
    const { folder, journal } = await assessTwoPeople();
    await rm(journal);
    const args = ['status', 'hires.csv', '--journal', 'new.jsonl', '--exit-code'];
    const { code, out } = await rwa(folder, args);
    expect([code, out]).toEqual([2, expect.stringContaining('new.jsonl is new')]);
  });

  test('an empty journal', async () => {
    const { journal, status, run, service } = await assessTwoPeople();
    await writeFile(journal, '');
    for (const { code, err } of [await status(), await run()]) {
      expect([code, err]).toEqual([5, expect.stringContaining('newest backup')]);
    }
    expect((await service.readLedger()).requests.rwa_create).toBe(2);
  });

  test('results that are missing from the sheet', async () => {
    const { sheet, status, run } = await assessTwoPeople();
    const scored = await readFile(sheet, 'utf8');
    const cells = (scored.split(/\r?\n/)[1] ?? '').split(',');
    const isScore = (text: string, at: number) => at > 14 && /^\d+([.]\d+)?$/.test(text);
    const emptied = cells.with(cells.findIndex(isScore), '').join(',');
    for (const [text, rows] of [
      [toCsv(people(2)), '2 rows'],
      [scored.replace(cells.join(','), emptied), '1 row'],
    ] as const) {
      await writeFile(sheet, text);
      const { code, out } = await status();
      expect([code, out]).toEqual([
        6,
        expect.stringContaining(
          `Results of ${rows} are missing from hires.csv; the journal has them. The next run writes them into hires.csv.`,
        ),
      ]);
      expect(out).toMatch(
        /Next:\n.*[Ww]rite the results into the file; .*\n {4}rwa assess hires.csv\n/,
      );
      expect((await run()).code).toBe(0);
      expect(await status()).toMatchObject({ code: 0 });
    }
    expect(await readFile(sheet, 'utf8')).toBe(scored);
  });
});

const createLockText = (ms: number) =>
  JSON.stringify({ ...thisProcess, since: new Date(ms).toISOString(), id: 'x' });

test('while a run is active, status does not suggest rwa resolve, and resolve is refused', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  await service.control('POST faults', { operation: 'rwa_create', fault: 'reset-after-commit' });
  await rwa(folder, ['assess', 'hires.csv', '--yes'], toEnv(service));
  const lock = await takeLock(join(folder, 'hires.csv.rwa-journal.jsonl.lock'), Date.now);
  try {
    const status = await rwaProcess(folder, ['status', 'hires.csv']);
    expect(status.out).toContain('has been using this sheet since');
    expect(status.out).not.toContain('rwa resolve');
    const resolve = await rwaProcess(folder, ['resolve', 'hires.csv']);
    expect([resolve.code, resolve.err]).toEqual([7, expect.stringContaining('Wait for it to end')]);
  } finally {
    await lock.release();
  }
});
