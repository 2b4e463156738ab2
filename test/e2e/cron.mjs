// node test/e2e/cron.mjs: assesses a sheet, and lets a line of a crontab reassess it in three successive
// minutes. They are on the same day, so the line has --new-round. Then it starts one run without that
// option, and two at the same time. Needs Debian's cron, which it installs if possible; otherwise, and with
// `--loop`, a shell with the environment of cron runs the line.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, start, stopAll, until } from './processes.mjs';
import { root } from './root.mjs';
import { startService } from './service.mjs';

const options = '--token-file token --yes --max-new 500';
const sameRound = `rwa reassess hires.csv ${options}`;
const command = `${sameRound} --new-round`;
const rows = 6;
const rounds = 3;
/** The exit code of one of two starts at the same time. */
const heldByTheOther = 7;

const crontab = '/etc/cron.d/rwa-e2e';
const stamp = String.raw`^\d{4}-\d\d-\d\dT[\d:.]+Z `;
const headings =
  'Employee ID,Purpose,Seniority,Role type,Citizenship,Destination country,Residency,Sales contracts,Past trips duration,Legal right to work,Benefits the local market,Start date,End date';
const trip =
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
// The exit code is written last, so the run is over then.
const toLine = (typed) =>
  `cd ${folder} && ${typed} --on-finish 'cat >> notices.jsonl' >> rwa.log 2>&1; echo $? >> codes.txt`;
const line = toLine(command);

try {
  await writeFile(join(folder, 'token'), `${token}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'hires.csv'), sheet());
  await call(`cd ${folder} && rwa assess hires.csv ${options}`);
  const clock = await startClock();
  try {
    for (let number = 1; number <= rounds; number++) {
      await changeSheet(number);
      await clock.nextRun(number);
      await checkRound(number);
      console.log(`ok    round ${number + 1} by ${clock.name}: exit code 0, each row sent once`);
    }
  } finally {
    await clock.stop();
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

function sheet() {
  const numbers = Array.from({ length: rows }, (_, index) => index + 1);
  const trips = numbers.map((number) => `${String(number).padStart(5, '0')}${trip}\r\n`);
  return [`${headings}\r\n`, ...trips].join('');
}

/** Edits the sheet like HR between two rounds: changes a destination and sorts the rows. */
async function changeSheet(number) {
  const [head, ...trips] = await readLines('hires.csv');
  const changed = trips.map((text) =>
    text.startsWith(`0000${number},`) ? text.replace(',Portugal,', ',Spain,') : text,
  );
  const lines = [head, ...changed.toReversed()].map((text) => `${text}\n`);
  await writeFile(join(folder, 'hires.csv'), lines.join(''));
}

/** Checks exit codes, log lines, notices, the service and the sheet after this number of rounds. */
async function checkRound(number) {
  const codes = await readLines('codes.txt');
  assert.deepEqual(codes, Array(number).fill('0'), 'the exit codes so far');
  const log = await readLines('rwa.log');
  for (const end of ['begins[.]$', ' finished after .* Exit code 0[.]$']) {
    const found = log.filter((text) => new RegExp(`${stamp}rwa .*${end}`).test(text));
    assert.equal(found.length, number, `lines of the log with "${end}"`);
  }
  const notices = (await readLines('notices.jsonl')).map((text) => JSON.parse(text));
  assert.deepEqual(
    notices.map(({ counts, round }) => [counts.Scored, round]),
    Array.from({ length: number }, (_, index) => [rows, index + 2]),
    'scored rows and round, by the notices of --on-finish',
  );
  await checkService(number + 1);
  const scored = (await readLines('hires.csv')).filter((text) => text.includes(',Scored,'));
  assert.equal(scored.length, rows, 'rows of the sheet that are scored');
  await checkHistory(number);
}

/** Checks that each row has an assessment in every round, and that the row with the last edit shows a change. */
async function checkHistory(number) {
  await call(`cd ${folder} && rwa history hires.csv --json > history.jsonl`);
  const past = (await readLines('history.jsonl')).map((text) => JSON.parse(text));
  const expected = Array.from({ length: number + 1 }, (_, index) => index + 1);
  const byEmployee = Map.groupBy(past, ({ employeeId }) => employeeId);
  for (const [employeeId, assessments] of byEmployee) {
    const found = assessments.map(({ round }) => round);
    assert.deepEqual(found, expected, `the rounds of ${employeeId}`);
    const isChanged = employeeId === `0000${number}`;
    assert.equal(assessments.at(-1).change !== 0, isChanged, `the change of ${employeeId}`);
  }
  assert.equal(byEmployee.size, rows, 'employees in the history');
}

/** Checks how often every row was sent: by requests, creations and employees. */
async function checkService(times) {
  const { requests, commits, assessments } = await service.ledger();
  const all = rows * times;
  assert.deepEqual([requests.rwa_create, commits.rwa_create], [all, all]);
  for (const [employeeId, sent] of Map.groupBy(assessments, (one) => one.employeeId)) {
    assert.equal(sent.length, times, `assessments of ${employeeId}`);
  }
}

async function checkSameDay() {
  await call(toLine(sameRound));
  assert.equal((await readLines('codes.txt')).at(-1), '0');
  assert.match(await read('rwa.log'), /skipped: 6 already assessed in this round/);
  await checkService(rounds + 1);
}

async function checkTwoAtOnce() {
  const before = (await readLines('codes.txt')).length;
  const begun = (await readLines('rwa.log')).length;
  const first = call(line);
  await until('the first of two runs', async () => (await readLines('rwa.log')).length > begun + 1);
  await Promise.all([first, call(line)]);
  const codes = (await readLines('codes.txt')).slice(before);
  assert.deepEqual(codes.toSorted(), ['0', String(heldByTheOther)]);
  assert.match(await read('rwa.log'), /^rwa: Process \d+ on .* has been using this sheet since /m);
  await checkService(rounds + 2);
}

/** Runs a line with the environment of cron. */
function call(shellLine) {
  return run('the line', '/bin/sh', ['-c', shellLine], { env: { ...environment, HOME: folder } });
}

/** Starts Debian's cron, which runs the line every minute, or a loop that does. */
async function startClock() {
  if (process.argv.includes('--loop') || !(await hasCron())) {
    return { name: 'a loop with the exact line', nextRun: () => call(line), stop: () => undefined };
  }
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(crontab, `${settings.join('')}* * * * * root ${line}\n`, { mode: 0o644 });
  // It ends at once if another cron is running, which reads the file too.
  const cron = start('cron', 'cron', ['-f']);
  return {
    name: "Debian's cron",
    nextRun: (number) =>
      until(`run ${number}`, async () => (await readLines('codes.txt')).length >= number, 150_000),
    async stop() {
      await rm(crontab, { force: true });
      await cron.stop();
    },
  };
}

async function hasCron() {
  const there = () => existsSync('/usr/sbin/cron');
  if (there()) return process.getuid() === 0;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  await run('apt-get update', 'apt-get', ['update', '-qq']).catch(() => undefined);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get install', 'apt-get', ['install', '-y', '-qq', 'cron'], { env }).catch(
    () => undefined,
  );
  return there();
}
