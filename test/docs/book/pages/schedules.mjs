import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../../e2e/processes.mjs';
import { readRights } from './installation.mjs';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const config = '/etc/rwa/rwa.config.json';
/** The file that collects the mails from cron, because the machine has no mail server. */
const mailbox = '/var/mail/rwa-test';

/** The steps of docs/schedules.md. */
export const steps = {
  async config(book, block) {
    const text = book.adaptText(block);
    book.machine.write('/home/admin/rwa.config.json', text);
    assert(existsSync(book.machine.toHostPath(JSON.parse(text).$schema)));
  },

  async 'run-by-hand'(book, block) {
    const countCreations = async () => (await book.service.readLedger()).commits.rwa_create;
    assert.equal(await countCreations(), 0);
    const output = await book.type(block, {
      // A dry run exits with 8 because there are rows to send.
      change: (text) => text.replace('--dry-run', '--dry-run || [ $? = 8 ]'),
    });
    assert.match(output, /24 to assess/);
    // All rows are new, so none is due for reassessment.
    assert.equal(await countCreations(), 24);
    await book.typeText(`sudo -u rwa rwa run --config ${config}`);
    assert.equal(await countCreations(), 24);
    const log = await book.typeText('sudo cat /var/log/rwa/rwa.log');
    assert.match(log, /rwa assess hires.xlsx[^]*rwa reassess hires.xlsx/);
    assert.equal(await readRights(book, '/var/log/rwa/rwa.log'), '600 rwa rwa');
  },

  async monitor(book, block) {
    await book.type(block);
    await book.service.loseAnswer(lostEmployeeId);
    await book.typeText(createReassessCommand(`--rows ${lostRow}`), { code: 4 });
    await book.type(block, { code: 4 });
    const [{ assessmentId }] = (await book.service.readLedger()).assessments
      .filter(({ employeeId }) => employeeId === lostEmployeeId)
      .slice(-1);
    const settle = `sudo -u rwa rwa resolve /srv/hr/hires.xlsx --row ${lostRow} --exists ${assessmentId}`;
    await book.typeText(settle);
    await book.typeText(createReassessCommand(`--rows ${lostRow}`));
    await book.type(block);
  },

  async 'beat-check'(book, block) {
    const path = book.writeFile(block);
    const line = parseCommand(readFileSync(book.machine.toHostPath(path), 'utf8'), 'rwa');
    const check = `sudo -u rwa sh -c ${JSON.stringify(line)}`;
    assert.equal(await book.typeText(check), '');
    const log = book.machine.toHostPath('/var/log/rwa/rwa.log');
    const threeDaysAgo = (Date.now() - 3 * 86_400_000) / 1_000;
    utimesSync(log, threeDaysAgo, threeDaysAgo);
    const warning = 'No run of rwa has written to its log for two days.\n';
    assert.equal(await book.typeText(check), warning);
    renameSync(log, `${log}.1`);
    assert.equal(await book.typeText(check), warning);
    utimesSync(`${log}.1`, new Date(), new Date());
    assert.equal(await book.typeText(check), '');
    renameSync(`${log}.1`, log);
  },

  async cron(book, block) {
    const path = book.writeFile(block);
    book.machine.write(path, block.text.replace(/^0 6 [*] [*] [*]/m, '* * * * *'));
    await checkRunByCron(book);
    await book.typeText(`sudo rm ${path}`);
  },

  async units(book, block) {
    book.machine.copyIn(join(root, 'packaging'), '/home/admin/packaging');
    const output = await book.type(block);
    assert.doesNotMatch(output, /rwa-/);
    assert.match(output, /Next elapse: .* 06:00:00/);
    // No row is due, so the run sends rows only in a new round.
    await book.typeText(`sudo sed -i 's/"every": "quarter"/"round": "again"/' ${config}`);
    const { commits } = await book.service.readLedger();
    const unit = book.machine.toHostPath('/etc/systemd/system/rwa-run.service');
    await runAsUnit(book, readFileSync(unit, 'utf8'));
    assert.equal((await book.service.readLedger()).commits.rwa_create, commits.rwa_create + 24);
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
    book.machine.copyIn(join(root, 'packaging'), '/home/admin/packaging');
    assert.doesNotMatch(await book.type(block), /error/i);
    await book.typeText('sudo logrotate --force /etc/logrotate.d/remote-work-assessment');
    assert.equal(await book.typeText('sudo ls /var/log/rwa'), 'rwa.log.1\n');
  },

  async 'clean-up'(book, block) {
    const path = book.writeFile(block, 0o755);
    const oldFiles = ['hires.backup', 'hires.results', 'example/trips.backup'].map(
      (name) => `${name}-2001-02-03T04-05-06.xlsx`,
    );
    const newBackup = nameBackup(new Date());
    for (const name of [...oldFiles, newBackup]) book.machine.write(`/srv/hr/${name}`, '');
    // The new backup has the modification time of its sheet, so `find -mtime` would delete it.
    utimesSync(
      book.machine.toHostPath(`/srv/hr/${newBackup}`),
      new Date('2001-02-03T04:05:06Z'),
      new Date('2001-02-03T04:05:06Z'),
    );
    await book.typeText(`sudo ${path}`);
    const areKept = [...oldFiles, newBackup].map((name) =>
      existsSync(book.machine.toHostPath(`/srv/hr/${name}`)),
    );
    assert.deepEqual(areKept, [false, false, false, true]);
    await book.typeText(`sudo rm -r /srv/hr/${newBackup} /srv/hr/example`);
  },
};

/** The Employee ID and the row of the request whose answer is lost. */
const [lostEmployeeId, lostRow] = ['00107', 5];

const withSettings = (command) =>
  `sudo -u rwa sh -c ${quote(`cd /srv/hr && umask 077 && set -a && . /etc/rwa/env && set +a && ${command} --yes --poll-interval 100ms --token-file /etc/rwa/token`)}`;
const createReassessCommand = (options) =>
  withSettings(`rwa reassess hires.xlsx --new-round ${options}`);

function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function nameBackup(date) {
  return `hires.backup-${date.toISOString().slice(0, 19).replaceAll(':', '-')}.xlsx`;
}

/** Returns the command of the first job in a crontab: the text after the times and the account. */
function parseCommand(crontab, account) {
  const line = crontab.split('\n').find((text) => /^\d/.test(text)) ?? '';
  return line.slice(line.indexOf(` ${account} `) + account.length + 2);
}

/**
 * Checks that cron runs the line with its settings, and sends a mail only after a run that fails.
 */
async function checkRunByCron(book) {
  const { machine, notices } = book;
  machine.write('/usr/sbin/sendmail', `#!/bin/sh\ncat >> ${mailbox}\n`, 0o755);
  machine.write(mailbox, '', 0o666);
  const readMails = () => readFileSync(machine.toHostPath(mailbox), 'utf8');
  const countBefore = notices.length;
  const cron = machine.start('cron', ['-f']);
  try {
    await until('the notices of a run by cron', () => notices.length >= countBefore + 2);
    assert.deepEqual([notices.at(-1).exitCode, readMails()], [0, '']);
    await book.typeText('sudo mv /etc/rwa/token /etc/rwa/away');
    await until('a mail of cron', () => readMails().includes('rwa run ended with 2, see '));
    await book.typeText('sudo mv /etc/rwa/away /etc/rwa/token');
  } finally {
    cron.kill();
  }
}

/**
 * Runs the command of a systemd unit with its restrictions, but without systemd: only the folders in
 * the unit are writable, `/home` is empty, temporary files are private, and there are no capabilities.
 */
export async function runAsUnit(book, unit) {
  const { code, output } = await book.machine.run('unshare', createUnitCommand(unit));
  assert.equal(code, 0, output);
}

/**
 * Creates the arguments of unshare for {@link runAsUnit}. The command replaces the shells, so ending
 * the process ends the command.
 */
export function createUnitCommand(unit) {
  const findSetting = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
  const readSetting = (name) => findSetting(name) ?? assert.fail(name);
  for (const restriction of [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
  ]) {
    assert(unit.includes(`\n${restriction}\n`), restriction);
  }
  const credentials = '/run/credentials/rwa';
  const writable = Object.entries({
    StateDirectory: '/var/lib/',
    LogsDirectory: '/var/log/',
    ReadWritePaths: '',
  }).flatMap(([name, parent]) => {
    const value = findSetting(name);
    // A dash before a path means that the folder may be missing.
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
    if touch /etc/rwa/written 2>/dev/null; then echo 'The disk is not read-only.' >&2; exit 1; fi
    exec setpriv --reuid ${readSetting('User')} --regid ${readSetting('User')} --init-groups --no-new-privs \\
      --bounding-set=-all --inh-caps=-all sh -c ${quote(inner)}`;
  return ['--mount', '--propagation', 'private', 'sh', '-c', outer];
}
