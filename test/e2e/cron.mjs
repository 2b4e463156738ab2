// node test/e2e/cron.mjs: assesses a sheet, and lets a line of a crontab reassess it three times. The
// line has --new-round, because all runs are on the same day. Then the script starts one run without
// that option, and two at the same time. As root, the script uses Debian's cron, and installs it if
// possible. Without cron or root, and with `--loop`, a shell with the environment of cron runs the line.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, start, stopAll, until } from './processes.mjs';
import { root } from './root.mjs';
import { startService } from './service.mjs';

const options = '--token-file token --yes --max-new 500';
const sameRoundCommand = `rwa reassess hires.csv ${options}`;
const newRoundCommand = `${sameRoundCommand} --new-round`;
const rowCount = 6;
const roundCount = 3;
/** The exit code of a run that finds its sheet in use by another run. */
const sheetInUseCode = 7;

const crontab = '/etc/cron.d/rwa-e2e';
const timestampPattern = String.raw`^\d{4}-\d\d-\d\dT[\d:.]+Z `;
const headings =
  'Employee ID,Purpose,Seniority,Role type,Citizenship,Destination country,Residency,Sales contracts,Past trips duration,Legal right to work,Benefits the local market,Start date,End date';
/** The cells of a trip after the Employee ID, in the order of the headings. */
const tripCells =
  ',Work From Anywhere,Mid,Other,Germany,Portugal,Germany,No,0,Yes,No,2026-11-03,2026-11-20';

const folder = await mkdtemp(join(tmpdir(), 'rwa-cron-'));
const read = (name) => readFile(join(folder, name), 'utf8').catch(() => '');
const readLines = async (name) => (await read(name)).split('\n').filter((line) => line !== '');
const service = await startService(folder, { readyAfterMs: 1_500 });
const [token] = service.tokens;
const environment = {
  SHELL: '/bin/sh',
  PATH: `${join(root, 'node_modules/.bin')}:/usr/bin:/bin`,
  RWA_BASE_URL: service.baseUrl,
};
// Writes the exit code last, so a new line in codes.txt means that a run has ended.
const toCrontabLine = (command) =>
  `cd ${folder} && ${command} --on-finish 'cat >> notices.jsonl' >> rwa.log 2>&1; echo $? >> codes.txt`;
const line = toCrontabLine(newRoundCommand);

try {
  await writeFile(join(folder, 'token'), `${token}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'hires.csv'), createSheet());
  await runShellLine(`cd ${folder} && rwa assess hires.csv ${options}`);
  const scheduler = await startScheduler();
  try {
    for (let number = 1; number <= roundCount; number++) {
      await changeSheet(number);
      await scheduler.awaitNextRun(number);
      await checkRound(number);
      console.log(
        `ok    round ${number + 1} by ${scheduler.name}: exit code 0, each row sent once`,
      );
    }
  } finally {
    await scheduler.stop();
  }
  await checkSameDay();
  console.log('ok    another start on the same day sends nothing');
  await checkTwoAtOnce();
  console.log(
    'ok    two starts at once: one works, the other reports which process uses the sheet',
  );
  for (const name of ['rwa.log', 'notices.jsonl', 'hires.csv.rwa-journal.jsonl']) {
    assert(!(await read(name)).includes(token), `The token is in ${name}.`);
  }
  console.log('ok    the token is only in its own file\n\nAll checks passed. The log:\n');
  console.log(await read('rwa.log'));
} catch (error) {
  console.error(`FAIL  ${error.stack}\n\nThe log:\n${await read('rwa.log')}`);
  process.exitCode = 1;
} finally {
  await stopAll();
  await service.close();
  await rm(folder, { recursive: true, force: true });
}

function createSheet() {
  const numbers = Array.from({ length: rowCount }, (_, index) => index + 1);
  const trips = numbers.map((number) => `${String(number).padStart(5, '0')}${tripCells}\r\n`);
  return [`${headings}\r\n`, ...trips].join('');
}

/** Edits the sheet like HR between two rounds: changes a destination and reverses the rows. */
async function changeSheet(number) {
  const [headingLine, ...trips] = await readLines('hires.csv');
  const changed = trips.map((text) =>
    text.startsWith(`0000${number},`) ? text.replace(',Portugal,', ',Spain,') : text,
  );
  const lines = [headingLine, ...changed.toReversed()].map((text) => `${text}\n`);
  await writeFile(join(folder, 'hires.csv'), lines.join(''));
}

/** Checks the results after `number` runs by the scheduler. */
async function checkRound(number) {
  const codes = await readLines('codes.txt');
  assert.deepEqual(codes, Array(number).fill('0'), 'the exit codes so far');
  const log = await readLines('rwa.log');
  for (const end of ['begins[.]$', ' finished after .* Exit code 0[.]$']) {
    const found = log.filter((text) => new RegExp(`${timestampPattern}rwa .*${end}`).test(text));
    assert.equal(found.length, number, `lines of the log with "${end}"`);
  }
  const notices = (await readLines('notices.jsonl')).map((text) => JSON.parse(text));
  assert.deepEqual(
    notices.map(({ counts, round }) => [counts.Scored, round]),
    Array.from({ length: number }, (_, index) => [rowCount, index + 2]),
    'scored rows and round, by the notices of --on-finish',
  );
  await checkService(number + 1);
  const scored = (await readLines('hires.csv')).filter((text) => text.includes(',Scored,'));
  assert.equal(scored.length, rowCount, 'rows of the sheet that are scored');
  await checkHistory(number);
}

/** Checks that each row was assessed in every round, and that only the edited row changed in the last round. */
async function checkHistory(number) {
  await runShellLine(`cd ${folder} && rwa history hires.csv --json > history.jsonl`);
  const records = (await readLines('history.jsonl')).map((text) => JSON.parse(text));
  const expected = Array.from({ length: number + 1 }, (_, index) => index + 1);
  const byEmployee = Map.groupBy(records, ({ employeeId }) => employeeId);
  for (const [employeeId, assessments] of byEmployee) {
    const found = assessments.map(({ round }) => round);
    assert.deepEqual(found, expected, `the rounds of ${employeeId}`);
    const isChanged = employeeId === `0000${number}`;
    assert.equal(assessments.at(-1).change !== 0, isChanged, `the change of ${employeeId}`);
  }
  assert.equal(byEmployee.size, rowCount, 'employees in the history');
}

async function checkService(times) {
  const { requests, commits, assessments } = await service.readLedger();
  const expected = rowCount * times;
  assert.deepEqual([requests.rwa_create, commits.rwa_create], [expected, expected]);
  for (const [employeeId, sent] of Map.groupBy(assessments, ({ employeeId }) => employeeId)) {
    assert.equal(sent.length, times, `assessments of ${employeeId}`);
  }
}

async function checkSameDay() {
  await runShellLine(toCrontabLine(sameRoundCommand));
  assert.equal((await readLines('codes.txt')).at(-1), '0');
  assert.match(await read('rwa.log'), /skipped: 6 already assessed in this round/);
  await checkService(roundCount + 1);
}

async function checkTwoAtOnce() {
  const codesBefore = (await readLines('codes.txt')).length;
  const linesBefore = (await readLines('rwa.log')).length;
  const first = runShellLine(line);
  await until(
    'the first of two runs',
    async () => (await readLines('rwa.log')).length > linesBefore + 1,
  );
  await Promise.all([first, runShellLine(line)]);
  const codes = (await readLines('codes.txt')).slice(codesBefore);
  assert.deepEqual(codes.toSorted(), ['0', String(sheetInUseCode)]);
  assert.match(await read('rwa.log'), /^rwa: Process \d+ on .* has been using this sheet since /m);
  await checkService(roundCount + 2);
}

/** Runs a line with the environment of cron. */
function runShellLine(shellLine) {
  return run('the line', '/bin/sh', ['-c', shellLine], { env: { ...environment, HOME: folder } });
}

/**
 * Starts Debian's cron, which runs the line every minute. Without cron, `awaitNextRun` runs the line
 * itself.
 */
async function startScheduler() {
  if (process.argv.includes('--loop') || !(await ensureCron())) {
    return {
      name: 'a loop with the exact line',
      awaitNextRun: () => runShellLine(line),
      stop: () => undefined,
    };
  }
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(crontab, `${settings.join('')}* * * * * root ${line}\n`, { mode: 0o644 });
  // If another cron is running, this one ends at once, and the other one reads the file.
  const cron = start('cron', 'cron', ['-f']);
  return {
    name: "Debian's cron",
    awaitNextRun: (number) =>
      until(`run ${number}`, async () => (await readLines('codes.txt')).length >= number, 150_000),
    async stop() {
      await rm(crontab, { force: true });
      await cron.stop();
    },
  };
}

async function ensureCron() {
  const isInstalled = () => existsSync('/usr/sbin/cron');
  if (isInstalled()) return process.getuid() === 0;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  await run('apt-get update', 'apt-get', ['update', '-qq']).catch(() => undefined);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get install', 'apt-get', ['install', '-y', '-qq', 'cron'], { env }).catch(
    () => undefined,
  );
  return isInstalled();
}
