import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../e2e/processes.mjs';
import { rights } from './installation.mjs';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const config = '/etc/rwa/rwa.config.json';
/** The mailbox of an account on a machine without a mail server. */
const mailbox = '/var/mail/rwa-test';

/** The steps of docs/schedules.md. */
export const steps = {
  async config(book, block) {
    const text = book.adaptText(block);
    book.machine.write('/home/admin/rwa.config.json', text);
    assert(existsSync(book.machine.path(JSON.parse(text).$schema)));
  },

  async 'run-by-hand'(book, block) {
    const created = async () => (await book.service.ledger()).commits.rwa_create;
    assert.equal(await created(), 0);
    const output = await book.type(block, {
      // The plan has rows to send.
      change: (text) => text.replace('--dry-run', '--dry-run || [ $? = 8 ]'),
    });
    assert.match(output, /24 to assess/);
    // All rows are new, so none is due for reassessment.
    assert.equal(await created(), 24);
    await book.typeText(`sudo -u rwa rwa run --config ${config}`);
    assert.equal(await created(), 24);
    const log = await book.typeText('sudo cat /var/log/rwa/rwa.log');
    assert.match(log, /rwa assess hires.xlsx[^]*rwa reassess hires.xlsx/);
    assert.equal(await rights(book, '/var/log/rwa/rwa.log'), '600 rwa rwa');
  },

  async monitor(book, block) {
    await book.type(block);
    await book.service.loseAnswer(lost);
    await book.typeText(reassess(`--rows ${rowOfLost}`), { code: 4 });
    await book.type(block, { code: 4 });
    const [{ assessmentId }] = (await book.service.ledger()).assessments
      .filter(({ employeeId }) => employeeId === lost)
      .slice(-1);
    const settle = `sudo -u rwa rwa resolve /srv/hr/hires.xlsx --row ${rowOfLost} --exists ${assessmentId}`;
    await book.typeText(settle);
    await book.typeText(reassess(`--rows ${rowOfLost}`));
    await book.type(block);
  },

  async 'beat-check'(book, block) {
    const path = book.place(block);
    const line = parseCommand(readFileSync(book.machine.path(path), 'utf8'), 'rwa');
    const check = `sudo -u rwa sh -c ${JSON.stringify(line)}`;
    assert.equal(await book.typeText(check), '');
    const log = book.machine.path('/var/log/rwa/rwa.log');
    const old = (Date.now() - 3 * 86_400_000) / 1_000;
    utimesSync(log, old, old);
    const late = 'No run of rwa has written to its log for two days.\n';
    assert.equal(await book.typeText(check), late);
    renameSync(log, `${log}.1`);
    assert.equal(await book.typeText(check), late);
    utimesSync(`${log}.1`, new Date(), new Date());
    assert.equal(await book.typeText(check), '');
    renameSync(`${log}.1`, log);
  },

  async cron(book, block) {
    const path = book.place(block);
    book.machine.write(path, block.text.replace(/^0 6 [*] [*] [*]/m, '* * * * *'));
    await checkRunByCron(book);
    await book.typeText(`sudo rm ${path}`);
  },

  async units(book, block) {
    book.machine.bring(join(root, 'packaging'), '/home/admin/packaging');
    const output = await book.type(block);
    assert.doesNotMatch(output, /rwa-/);
    assert.match(output, /Next elapse: .* 06:00:00/);
    // No row is due, so another round makes the run send and write.
    await book.typeText(`sudo sed -i 's/"every": "quarter"/"round": "again"/' ${config}`);
    const { commits } = await book.service.ledger();
    const unit = book.machine.path('/etc/systemd/system/rwa-run.service');
    await runAsUnit(book, readFileSync(unit, 'utf8'));
    assert.equal((await book.service.ledger()).commits.rwa_create, commits.rwa_create + 24);
  },

  async 'log-ends'(book, block) {
    const output = await book.type(block);
    for (const line of output.trim().split('\n')) {
      assert.match(line, /^\d{4}-\d\d-\d\dT[\d:.]+Z .*Exit code \d+[.]$/);
    }
    const log = await book.typeText('sudo cat /var/log/rwa/rwa.log');
    for (const line of log.trim().split('\n')) assert.match(line, /^\d{4}-\d\d-\d\dT[\d:.]+Z /);
  },

  async logrotate(book, block) {
    book.machine.bring(join(root, 'packaging'), '/home/admin/packaging');
    assert.doesNotMatch(await book.type(block), /error/i);
    await book.typeText('sudo logrotate --force /etc/logrotate.d/remote-work-assessment');
    assert.equal(await book.typeText('sudo ls /var/log/rwa'), 'rwa.log.1\n');
  },

  async 'clean-up'(book, block) {
    const path = book.place(block, 0o755);
    const old = ['backup', 'results'].map((kind) => `hires.${kind}-2001-02-03T04-05-06.xlsx`);
    const fresh = backupOfToday();
    for (const name of [...old, fresh]) book.machine.write(`/srv/hr/${name}`, '');
    // The new backup keeps the time of the sheet, so `find -mtime` would delete it.
    utimesSync(book.machine.path(`/srv/hr/${fresh}`), 981_173_106, 981_173_106);
    await book.typeText(`sudo ${path}`);
    const left = [...old, fresh].map((name) => existsSync(book.machine.path(`/srv/hr/${name}`)));
    assert.deepEqual(left, [false, false, true]);
    await book.typeText(`sudo rm /srv/hr/${fresh}`);
  },
};

/** A person in the sheet whose answer is lost, and the row. */
const [lost, rowOfLost] = ['00107', 5];

/** Adds the settings of the account to commands. */
const withSettings = (command) =>
  `sudo -u rwa sh -c ${quoted(`cd /srv/hr && umask 077 && set -a && . /etc/rwa/env && set +a && ${command} --yes --poll-interval 100ms --token-file /etc/rwa/token`)}`;
const reassess = (options) => withSettings(`rwa reassess hires.xlsx --new-round ${options}`);

function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function backupOfToday() {
  return `hires.backup-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.xlsx`;
}

/** Returns the command in a crontab line, after its times and account. */
function parseCommand(crontab, account) {
  const line = crontab.split('\n').find((each) => /^\d/.test(each)) ?? '';
  return line.slice(line.indexOf(` ${account} `) + account.length + 2);
}

/** Checks that cron runs the line with the settings and without a mail, and sends a mail when the run fails. */
async function checkRunByCron(book) {
  const { machine, notices } = book;
  machine.write('/usr/sbin/sendmail', `#!/bin/sh\ncat >> ${mailbox}\n`, 0o755);
  machine.write(mailbox, '', 0o666);
  const readMails = () => readFileSync(machine.path(mailbox), 'utf8');
  const before = notices.length;
  const cron = machine.start('cron', ['-f']);
  try {
    await until('the notices of a run by cron', () => notices.length >= before + 2);
    assert.deepEqual([notices.at(-1).exitCode, readMails()], [0, '']);
    await book.typeText('sudo mv /etc/rwa/token /etc/rwa/away');
    await until('a mail of cron', () => readMails().includes('rwa run ended with 2, see '));
  } finally {
    await book.typeText('sudo mv /etc/rwa/away /etc/rwa/token');
    cron.kill();
  }
}

/**
 * Runs a command with the restrictions of a systemd unit, without systemd: only the folders in the unit
 * are writable, there is no home, temporary files are private, and there are no capabilities.
 */
export async function runAsUnit(book, unit) {
  const { code, output } = await book.machine.run('unshare', createUnitCommand(unit));
  assert.equal(code, 0, output);
}

/** Creates the arguments of unshare that run the command of a unit in the same way, and not in a child process. */
export function createUnitCommand(unit) {
  const findSetting = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
  const readSetting = (name) => findSetting(name) ?? assert.fail(name);
  for (const set of [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
  ]) {
    assert(unit.includes(`\n${set}\n`), set);
  }
  const credentials = '/run/credentials/rwa';
  const writable = Object.entries({
    StateDirectory: '/var/lib/',
    LogsDirectory: '/var/log/',
    ReadWritePaths: '',
  }).flatMap(([name, parent]) => {
    const value = findSetting(name);
    // A dash allows that the folder does not exist.
    return value === undefined ? [] : `${parent}${value.replace(/^-/, '')}`;
  });
  const credential = findSetting('LoadCredential')?.split(':');
  const settings = findSetting('EnvironmentFile') ?? '/dev/null';
  const inner = `set -a; . ${settings}; set +a; umask ${readSetting('UMask')} && export CREDENTIALS_DIRECTORY=${credentials} && exec ${readSetting('ExecStart')}`;
  const outer = `set -e
    mkdir -p ${credentials}
    ${credential === undefined ? '' : `install -m 440 -o root -g ${readSetting('User')} ${credential[1]} ${credentials}/${credential[0]}`}
    ${writable.map((folder) => `mount --bind ${folder} ${folder}`).join('\n')}
    mount -t tmpfs -o mode=1777 tmpfs /tmp
    mount -t tmpfs -o ro tmpfs /home
    mount -o remount,bind,ro /
    ! touch /etc/rwa/written 2>/dev/null
    exec setpriv --reuid ${readSetting('User')} --regid ${readSetting('User')} --init-groups --no-new-privs \\
      --bounding-set=-all --inh-caps=-all sh -c ${quoted(inner)}`;
  return ['--mount', '--propagation', 'private', 'sh', '-c', outer];
}
