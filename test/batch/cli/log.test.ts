import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hostname, userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { takeLock } from '../../../batch/engine/journal/lock.js';
import { ageJournals } from '../../ageRequests.mjs';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, readFiles, rwa, rwaProcess, toEnv } from './rwaUnderTest.js';
import { operationCases } from '../operations/testSheets.js';
import { hire, people, toCsv, trip } from './sheets.js';

const quick = ['--yes', '--poll-interval', '50ms'];
const by = `by ${userInfo().username} on ${hostname()}`;
const journal = 'hires.csv.rwa-journal.jsonl';

/** Replaces the times and the account with constants, so that tests can compare logs. */
function replaceVariableParts(out: string): string {
  return out.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d( to .*?)? UTC/g, 'TIME').replaceAll(by, 'BY');
}

test('rwa log lists the commands that changed the journal, newest first, and changes no file', async () => {
  const sandbox = await startTestSandbox();
  const lost = { ...trip, 'Employee ID': 'SANDBOX-LOST-ANSWER-1' };
  const folder = await folderWith({ 'hires.csv': toCsv([lost, hire]) });
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  ageJournals(folder);
  await rwa(folder, ['resolve', 'hires.csv', '--row', '2', '--send-again']);
  // rwa status adds nothing to the journal, so the log does not list it.
  await rwa(folder, ['status', 'hires.csv']);
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  await rwa(folder, ['reassess', 'hires.csv', '--round', 'Q4', ...quick], toEnv(sandbox));
  await rwa(folder, ['forget', 'hires.csv', '--row', '3', '--yes']);
  const before = await readFiles(folder);
  const { code, out } = await rwa(folder, ['log', 'hires.csv']);
  expect([code, replaceVariableParts(out)]).toEqual([
    0,
    [
      'TIME, rwa forget, BY',
      '  1 forgotten',
      'TIME, rwa reassess, BY',
      '  1 sent, 1 scored, round 2 (Q4) finished',
      'TIME, rwa assess, BY',
      '  1 sent, 1 scored',
      'TIME, rwa resolve, BY',
      '  1 to be sent again',
      'TIME, rwa assess, BY',
      '  1 sent, 1 unconfirmed, 1 of these resolved since',
      '',
    ].join('\n'),
  ]);
  expect(await readFiles(folder)).toEqual(before);
});

test('the log and the output of the run show the same number of sent rows', async () => {
  const sandbox = await startTestSandbox();
  const refuse = { operation: 'rwa_create', fault: 'token-refused', match: { employeeId: 'LAST' } };
  await sandbox.control('POST faults', refuse);
  // The refused token ends the run. The slow answer for the second row gives the run time to read
  // the first score.
  const slow = { operation: 'rwa_create', fault: 'slow', match: { employeeId: '2' } };
  await sandbox.control('POST faults', slow);
  const rejected = { ...trip, 'Employee ID': '2', 'Role type': 'Astronaut' };
  const lost = { ...trip, 'Employee ID': 'SANDBOX-LOST-ANSWER-1' };
  const sheet = toCsv([trip, rejected, lost, { ...trip, 'Employee ID': 'LAST' }]);
  const folder = await folderWith({ 'hires.csv': sheet });
  const args = ['assess', 'hires.csv', ...quick, '--concurrency', '1'];
  const { out } = await rwa(folder, args, toEnv(sandbox));
  expect(out).toContain('3 rows were sent.');
  const { out: listed } = await rwa(folder, ['log', 'hires.csv']);
  expect(listed).toContain('\n  3 sent, 1 scored, 1 rejected, 1 unconfirmed\n');
});

test.each(operationCases)(
  'the log counts the rows that rwa $operation.command has sent',
  async (operationCase) => {
    const sandbox = await startTestSandbox();
    const { command } = operationCase.operation;
    const folder = await folderWith({
      'sheet.csv': toCsv(await operationCase.createRows(sandbox)),
    });
    const { out } = await rwa(folder, [command, 'sheet.csv', '--yes'], toEnv(sandbox));
    expect(out).toContain('3 rows were sent.');
    const again = await rwa(folder, [command, 'sheet.csv', '--yes'], toEnv(sandbox));
    expect(again.out).toContain('No row was sent.');
    const { out: listed } = await rwa(folder, ['log', 'sheet.csv']);
    expect(listed.match(/^ {2}\d.*/gm)).toEqual([expect.stringMatching(/^ {2}3 sent, 3 /)]);
  },
);

test('a run that has nothing to do does not change the journal', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  const before = await readFile(join(folder, journal), 'utf8');
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  expect(await readFile(join(folder, journal), 'utf8')).toBe(before);
});

test('--limit and --since select runs, even if the sheet was deleted', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  await rwa(folder, ['reassess', 'hires.csv', ...quick], toEnv(sandbox));
  await rm(join(folder, 'hires.csv'));
  const newest = await rwa(folder, ['log', 'hires.csv', '--json', '--limit', '1']);
  expect(JSON.parse(newest.out)).toEqual({
    type: 'run',
    journal: 'assess',
    command: 'reassess',
    account: userInfo().username,
    host: hostname(),
    beganAt: expect.any(String) as string,
    endedAt: expect.any(String) as string,
    isRunning: false,
    counts: { sent: 2, results: 2 },
    rounds: [{ number: 2, isFinished: true }],
    services: [],
    ignoresOtherServices: false,
  });
  const listSince = async (time: string) =>
    (await rwa(folder, ['log', 'hires.csv', '--since', time])).out;
  expect((await listSince('1h')).match(/rwa \w+/g)).toEqual(['rwa reassess', 'rwa assess']);
  expect(await listSince('2999-01-01')).toBe(
    'The journals of hires.csv contain no run that ended since then.\n',
  );
});

test.each(['monday', '2026-02-31', '2026-13-01'])('--since %s is refused', async (time) => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const { code, err } = await rwa(folder, ['log', 'hires.csv', '--since', time]);
  expect([code, err]).toEqual([2, expect.stringContaining('It must be a date such as 2026-11-30')]);
});

test('the log marks a running command, and does not count its requests as unconfirmed', async () => {
  const sandbox = await startTestSandbox();
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  await rwa(folder, ['assess', 'hires.csv', ...quick], toEnv(sandbox));
  const lines = (await readFile(join(folder, journal), 'utf8')).split('\n');
  const intent = lines.findIndex((line) => line.includes('"intent"'));
  const inFlight = `${lines.slice(0, intent + 1).join('\n')}\n`;
  const other = await folderWith({ 'hires.csv': toCsv(people(2)), [journal]: inFlight });
  expect(replaceVariableParts((await rwa(other, ['log', 'hires.csv'])).out)).toBe(
    'TIME, rwa assess, BY\n  1 sent, 1 unconfirmed\n',
  );
  const lock = await takeLock(join(other, `${journal}.lock`), Date.now);
  const { out } = await rwaProcess(other, ['log', 'hires.csv']);
  await lock.release();
  expect(replaceVariableParts(out)).toBe('TIME, rwa assess, BY (still running)\n  1 sent\n');
});

test('the log of a sheet that was never sent contains no run, and a missing sheet is refused', async () => {
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  expect(await rwa(folder, ['log', 'hires.csv'])).toMatchObject({
    code: 0,
    out: 'The journals of hires.csv contain no run.\n',
  });
  expect(await rwa(folder, ['log', 'hire.csv'])).toMatchObject({
    code: 2,
    err: 'rwa: The file hire.csv does not exist.\n',
  });
});
