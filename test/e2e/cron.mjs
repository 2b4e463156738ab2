// node test/e2e/cron.mjs: a crontab line runs rwa three times, on three minutes, as docs/scheduling.md
// has it, and then twice at once. Takes Debian's cron, which it installs where it is missing and may
// be; else, and with `--loop`, a shell with cron's environment calls the same line.
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, start, stopAll, until } from './processes.mjs';
import { root } from './root.mjs';
import { startService } from './service.mjs';

const command = 'rwa assess hires.csv --token-file token --yes --max-new 500';
/** For each run, how many rows the sheet has then, and how many assessments the service after it. */
const runs = [
  { rows: 6, created: 6 },
  { rows: 8, created: 8 },
  { rows: 8, created: 8 },
];
/** The same for the two starts at once, of which one must end with this. */
const atOnce = { rows: 12, created: 12 };
const heldByTheOther = 2;

const crontab = '/etc/cron.d/rwa-e2e';
const stamp = String.raw`^\d{4}-\d\d-\d\dT[\d:.]+Z `;
const headings =
  'Employee ID,Purpose,Seniority,Role type,Citizenship,Destination country,Residency,Sales contracts,Past trips duration,Legal right to work,Benefits the local market,Start date,End date';
const trip =
  ',Work From Anywhere,Mid,Other,Germany,Portugal,Germany,No,0,Yes,No,2026-11-03,2026-11-20';

const folder = await mkdtemp(join(tmpdir(), 'rwa-cron-'));
const read = (name) => readFile(join(folder, name), 'utf8').catch(() => '');
const linesOf = async (name) => (await read(name)).split('\n').filter((line) => line !== '');
const service = await startService(folder, { readyAfterMs: 1_500 });
const [token] = service.tokens;
const environment = {
  SHELL: '/bin/sh',
  PATH: `${join(root, 'node_modules/.bin')}:/usr/bin:/bin`,
  RWA_BASE_URL: service.baseUrl,
};
// The exit code is written down last: then a run is over.
const line = `cd ${folder} && ${command} --on-finish 'cat >> notices.jsonl' >> rwa.log 2>&1; echo $? >> codes.txt`;

try {
  await writeFile(join(folder, 'token'), `${token}\n`, { mode: 0o600 });
  await writeFile(join(folder, 'hires.csv'), `${headings}\r\n`);
  const clock = await startClock();
  try {
    let rows = 0;
    for (const [index, expected] of runs.entries()) {
      await addRows(rows, (rows = expected.rows));
      await clock.nextRun(index + 1);
      await checkRun(index + 1, expected);
      console.log(
        `ok    run ${index + 1} by ${clock.name}: exit code 0, ${expected.created} created`,
      );
    }
  } finally {
    await clock.stop();
  }
  await checkTwoAtOnce();
  console.log('ok    two starts at once: one works, the other says who holds the sheet');
  for (const name of ['rwa.log', 'notices.jsonl', 'hires.csv.rwa-journal.jsonl']) {
    assert(!(await read(name)).includes(token), `The token is in ${name}.`);
  }
  console.log('ok    the token is in no file but its own\n\nAll checks passed. The log:\n');
  console.log(await read('rwa.log'));
} catch (error) {
  console.error(`FAIL  ${error.stack}\n\nThe log:\n${await read('rwa.log')}`);
  process.exitCode = 1;
} finally {
  await stopAll();
  await service.close();
  await rm(folder, { recursive: true, force: true });
}

async function addRows(from, to) {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index + 1);
  const text = numbers.map((number) => `${String(number).padStart(5, '0')}${trip}\r\n`).join('');
  await appendFile(join(folder, 'hires.csv'), text);
}

/** After run `number`: its exit code, its lines, what the service has, what the sheet says. */
async function checkRun(number, { rows, created }) {
  const codes = await linesOf('codes.txt');
  assert.deepEqual(codes, Array(number).fill('0'), 'the exit codes so far');
  const log = await linesOf('rwa.log');
  for (const end of ['begins[.]$', ' finished after .* Exit code 0[.]$']) {
    const said = log.filter((text) => new RegExp(`${stamp}rwa .*${end}`).test(text));
    assert.equal(said.length, number, `lines of the log with "${end}"`);
  }
  const notices = (await linesOf('notices.jsonl')).map((text) => JSON.parse(text));
  assert.equal(notices.length, number, 'notices of --on-finish');
  assert.equal(notices.at(-1).counts.Scored, rows);
  await checkService(created);
  const scored = (await linesOf('hires.csv')).filter((text) => text.includes(',Scored,'));
  assert.equal(scored.length, rows, 'rows of the sheet that are scored');
}

/** Everything was sent once: as many requests as creations, and as many as there should be. */
async function checkService(created) {
  const { requests, commits } = await service.ledger();
  assert.deepEqual([requests.rwa_create, commits.rwa_create], [created, created]);
}

async function checkTwoAtOnce() {
  const before = (await linesOf('codes.txt')).length;
  await addRows(runs.at(-1).rows, atOnce.rows);
  await writeFile(join(folder, 'rwa.log'), '', { flag: 'a' });
  const begun = (await linesOf('rwa.log')).length;
  const first = callLine();
  await until('the first of two runs', async () => (await linesOf('rwa.log')).length > begun + 1);
  await Promise.all([first, callLine()]);
  const codes = (await linesOf('codes.txt')).slice(before);
  assert.deepEqual(codes.toSorted(), ['0', String(heldByTheOther)]);
  assert.match(await read('rwa.log'), /^rwa: Process \d+ on .* has held this sheet since /m);
  await checkService(atOnce.created);
}

function callLine() {
  return run('the line', '/bin/sh', ['-c', line], { env: { ...environment, HOME: folder } });
}

/** What calls the line: Debian's cron on every minute, or we ourselves. */
async function startClock() {
  if (process.argv.includes('--loop') || !(await hasCron())) {
    return { name: 'a loop with the exact line', nextRun: callLine, stop: () => undefined };
  }
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(crontab, `${settings.join('')}* * * * * root ${line}\n`, { mode: 0o644 });
  // It ends at once where one runs already, and that one reads the file too.
  const cron = start('cron', 'cron', ['-f']);
  return {
    name: "Debian's cron",
    nextRun: (number) =>
      until(`run ${number}`, async () => (await linesOf('codes.txt')).length >= number, 150_000),
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
