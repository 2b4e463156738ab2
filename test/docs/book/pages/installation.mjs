import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { until } from '../../../e2e/processes.mjs';
import { readBlocks } from '../../blocks.ts';
import { stop } from '../processes.mjs';
import { createUnitCommand, runAsUnit } from './schedules.mjs';

/** The token that the administrator types. */
const token = 'sandbox-token';

/** The steps of docs/installation.md. */
export const steps = {
  async 'deb-install'(book, block) {
    // The machine has no checkout, so `prepare` has built the package.
    await book.type(block, { change: (text) => text.replace(/^npm ci .*\n/, '') });
    const output = await book.typeText(
      'rwa --version; getent passwd rwa; systemd-analyze verify /usr/lib/systemd/system/rwa-*',
    );
    assert.match(output, /^\d+[.]\d+[.]\d+\nrwa:.*:\/var\/lib\/rwa:\/usr\/sbin\/nologin\n$/);
    assert.equal(await readRights(book, '/etc/rwa'), '750 root rwa');
    assert.equal(await readRights(book, '/etc/rwa/token'), '600 rwa rwa');
    assert.equal(await readRights(book, '/etc/rwa/env'), '600 rwa rwa');
    const settings = `--base-url ${book.service.baseUrl} --token-file /etc/rwa/token`;
    await book.typeText(`echo ${token} | sudo tee /etc/rwa/token
      sudo -u rwa rwa doctor ${settings}
      sudo apt-get install --yes --reinstall ./out/*.deb
      sudo grep ${token} /etc/rwa/token`);
    await checkManualAndCompletion(book);
    await serveAsUnit(book);
    await runPackagedUnit(book);
  },

  async 'deb-remove'(book, block) {
    await book.typeText('sudo -u rwa touch /var/lib/rwa/hires.xlsx.rwa-journal.jsonl');
    await book.type(block);
    const output = await book.typeText(
      'sudo ls /etc/rwa; id -un rwa; sudo ls /var/lib/rwa; test ! -e /var/log/rwa',
    );
    assert.match(output, /^rwa[.]config[.]json\nrwa\n/);
    assert.match(output, /^hires[.]xlsx[.]rwa-journal[.]jsonl$/m);
    assert.match(output, /^rwa[.]sqlite$/m);
    await book.typeText('rwa --version', { code: 127 });
    // The next steps install the command in another way, on a machine without an account.
    await book.typeText('sudo rm -r /etc/rwa; sudo userdel --remove rwa');
  },

  async node(book, block) {
    assert.match(await book.type(block), /^v24[.]\d+[.]\d+\n$/);
  },

  async package(book, block) {
    await book.type(block);
    const output = await book.typeText('ls /opt/rwa/bin /opt/rwa/lib/node_modules');
    assert.match(output, /^rwa$/m);
  },

  async command(book, block) {
    assert.match(await book.type(block), /^\d+[.]\d+[.]\d+\n$/m);
    // As the page promises, the command also works with an empty environment and with sudo.
    const output = await book.typeText(
      'sudo --reset-timestamp; env -i /bin/sh -c "/usr/local/bin/rwa --version"; sudo rwa --version',
    );
    assert.match(output, /^(\d+[.]\d+[.]\d+)\n\1\n$/);
  },

  async account(book, block) {
    await book.type(block);
    const output = await book.typeText('getent passwd rwa; id -gn rwa; stat -c %U /var/lib/rwa');
    assert.match(output, /^rwa:.*:\/var\/lib\/rwa:\/usr\/sbin\/nologin\nrwa\nrwa\n$/);
  },

  async folder(book, block) {
    await book.type(block);
    assert.equal(await readRights(book, '/srv/hr'), '700 rwa rwa');
  },

  async token(book, block) {
    await book.type(block, { env: { EDITOR: await createEditor(book, token) } });
    assert.equal(await readRights(book, '/etc/rwa'), '700 rwa rwa');
    assert.equal(await readRights(book, '/etc/rwa/token'), '600 rwa rwa');
    assert.equal(await book.typeText('sudo cat /etc/rwa/token'), `${token}\n`);
  },

  async 'own-token'(book, block) {
    const env = { EDITOR: await createEditor(book, token) };
    await book.type(block, { account: 'anna', env });
    const output = await book.typeText('stat -c "%a %U" ~/.config/rwa ~/.config/rwa/token', {
      account: 'anna',
    });
    assert.equal(output, '700 anna\n600 anna\n');
  },

  async 'settings-file'(book, block) {
    await book.type(block, { env: { EDITOR: '/bin/true' } });
    assert.equal(await readRights(book, '/etc/rwa/env'), '600 rwa rwa');
  },

  async settings(book, block) {
    const [text, path] = [book.adaptText(block), '/etc/rwa/env'];
    const { mode, uid, gid } = statSync(book.machine.toHostPath(path));
    book.machine.write(path, text, mode & 0o777);
    assert.deepEqual(
      [uid, gid].map((id) => id > 0),
      [true, true],
    );
    // The page warns that the shell loses a value without quotes.
    const unquoted = text.replaceAll("'", '');
    book.machine.write('/tmp/bare', unquoted);
    const value = await book.typeText('. /tmp/bare 2>/dev/null; echo "[$RWA_WEBHOOK]"');
    assert.equal(value, '[]\n');
  },

  async 'settings-read'(book, block) {
    const output = await book.type(block);
    assert.match(output, /^http:\S+\/wf http:\S+\/rwa[?]key=1&room=2\n$/);
    assert(output.includes(book.service.baseUrl));
  },

  async 'sandbox-run'(book, block) {
    const output = await book.type(block);
    assert.match(output, / scored$/m);
    assert.equal((await book.service.readLedger()).requests.rwa_create, 0);
    assert.match(await book.typeText('sudo ls /srv/hr'), /^hires[.]sandbox[.]xlsx$/m);
  },

  async doctor(book, block) {
    const output = await book.type(block);
    assert.match(output, /^ok +Token: accepted/m);
    assert.match(output, /No problem was found/);
    assert.equal((await book.service.readLedger()).requests.rwa_create, 0);
  },

  async 'dry-run'(book, block) {
    const output = await book.type(block, { code: 8 });
    assert.match(output, /--max-new allows 0\. Nothing was sent/);
    const { requests } = await book.service.readLedger();
    assert.deepEqual([requests.rwa_create, requests.rwa_retrieve > 0], [0, true]);
    const [notice] = book.notices;
    assert.deepEqual([notice.address, notice.blockedByMaxNew], ['/rwa?key=1&room=2', true]);
    book.machine.write('/tmp/wrong', 'nonsense\n', 0o644);
    const refused = await book.type(block, {
      code: 5,
      change: (text) => text.replace('/etc/rwa/token', '/tmp/wrong'),
    });
    assert.match(refused, /refused the company token/);
  },

  // Checks only that the shell reads the quoted values in the file. The tests in test/batch cover the
  // proxy itself.
  async proxy(book, block) {
    book.machine.write('/tmp/proxy', book.adaptText(block));
    const output = await book.typeText(
      '. /tmp/proxy; echo "$HTTPS_PROXY $NO_PROXY"; ls "$NODE_EXTRA_CA_CERTS"',
    );
    assert.equal(
      output,
      'http://proxy.example.com:3128 localhost,.corp.example\n/etc/ssl/certs/ca-certificates.crt\n',
    );
  },

  async held(book, block) {
    assert.equal(await book.type(block), '');
    book.machine.write('/srv/hr/hires.xlsx.rwa-journal.jsonl.lock', '');
    assert.match(await book.type(block), /hires[.]xlsx[.]rwa-journal[.]jsonl[.]lock\n$/);
    await book.typeText('sudo rm /srv/hr/hires.xlsx.rwa-journal.jsonl.lock');
  },

  async upgrade(book, block) {
    // The journal of another company, in its own folder.
    book.machine.write('/srv/hr/example/trips.csv.rwa-journal.jsonl', '');
    const output = await book.type(block);
    assert.match(output, /^\d+[.]\d+[.]\d+$/m);
    const copies = await book.typeText('sudo find /var/backups/hr -type f');
    assert.match(copies, /[/]hr[/]hires[.]xlsx[.]rwa-.*[.]jsonl$/m);
    assert.match(copies, /[/]hr[/]example[/]trips[.]csv[.]rwa-journal[.]jsonl$/m);
    await book.typeText('sudo rm -r /srv/hr/example /var/backups/hr/example');
  },

  async remove(book, block) {
    await book.type(block);
    await book.typeText('rwa --version', { code: 127 });
  },
};

/** Starts the packaged unit of `rwa serve`, and checks that the URL of its page answers. */
async function serveAsUnit(book) {
  const { machine, service } = book;
  machine.write(
    '/etc/rwa/env',
    `RWA_BASE_URL='${service.baseUrl}'\nRWA_SERVE_OPTIONS='--port 0 --json'\n`,
    0o600,
  );
  const child = machine.start('unshare', createUnitCommand(readUnit(book, 'rwa-serve')));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  try {
    const findUrl = () => /"url":"([^"]+)"/.exec(output)?.[1];
    const url = await until(
      'the address of the page',
      () => findUrl() ?? child.exitCode ?? undefined,
    );
    assert.equal(url, findUrl(), output);
    assert.equal((await fetch(url)).status, 200);
  } finally {
    await stop(child);
  }
}

/**
 * Runs the packaged unit of `rwa run` with the configuration of docs/schedules.md, and checks that
 * logrotate accepts the settings for its log.
 */
async function runPackagedUnit(book) {
  const { machine, service } = book;
  const block = readBlocks('docs/schedules.md').find(({ triedBy }) => triedBy === 'config');
  const { $schema, ...config } = JSON.parse(book.adaptText(block));
  const schema = `/usr/share/remote-work-assessment/${basename($schema)}`;
  assert(existsSync(machine.toHostPath(schema)), schema);
  machine.write('/etc/rwa/rwa.config.json', JSON.stringify({ $schema: schema, ...config }));
  await book.typeText(`sudo install -d -m 700 -o rwa -g rwa /srv/hr
    sudo install -m 600 -o rwa -g rwa hires.xlsx /srv/hr/hires.xlsx`);
  await runAsUnit(book, readUnit(book, 'rwa-run'));
  assert.equal((await service.readLedger()).commits.rwa_create, 24);
  assert.equal(await readRights(book, '/var/log/rwa/rwa.log'), '600 rwa rwa');
  await book.typeText(`sudo grep "Exit code 0" /var/log/rwa/rwa.log
    sudo logrotate --debug /etc/logrotate.d/remote-work-assessment
    sudo rm -r /srv/hr`);
  // The next steps expect a service without requests.
  await service.reset();
}

function readUnit({ machine }, name) {
  return readFileSync(machine.toHostPath(`/usr/lib/systemd/system/${name}.service`), 'utf8');
}

/**
 * Checks that the package has the manual and completions for three shells, and that bash loads its
 * completion.
 */
async function checkManualAndCompletion(book) {
  const output = await book.typeText(`zcat /usr/share/man/man1/rwa.1.gz | sed -n 1p
    . /usr/share/bash-completion/completions/rwa; complete -p rwa
    head -1 /usr/share/zsh/vendor-completions/_rwa
    grep -c 'complete -c rwa' /usr/share/fish/vendor_completions.d/rwa.fish`);
  assert.match(output, /^[.]TH RWA 1 .*\ncomplete .* rwa\n#compdef rwa\n\d+\n$/);
}

/** Returns the mode, the owner and the group of a file. */
export async function readRights(book, path) {
  return (await book.typeText(`sudo stat -c '%a %U %G' ${path}`)).trim();
}

/**
 * Creates an editor command that replaces the content of a file with the text. Returns the path of the
 * command.
 */
async function createEditor(book, text) {
  const path = '/usr/local/bin/test-editor';
  book.machine.write(path, `#!/bin/sh\necho '${text}' > "$1"\n`, 0o755);
  return path;
}
