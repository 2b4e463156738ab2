// A machine of its own for the book: what the disk of this one has, and nothing that is written there
// stays. For root, who may mount; in a mount namespace that ends with the process (see ../run.mjs).
import { spawn, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stop } from './processes.mjs';

/** No block takes as long. */
const longestMs = 300_000;

export class Machine {
  /** Its file system, as this machine sees it. */
  root;
  #started = [];

  /** With an empty folder of this machine to be mounted on. */
  constructor(folder) {
    mount('-t', 'tmpfs', 'tmpfs', folder);
    for (const name of ['written', 'work', 'root']) mkdirSync(join(folder, name));
    this.root = join(folder, 'root');
    const parts = `lowerdir=/,upperdir=${join(folder, 'written')},workdir=${join(folder, 'work')}`;
    mount('-t', 'overlay', 'overlay', '-o', parts, this.root);
    mount('-t', 'proc', 'proc', this.path('/proc'));
    mount('--rbind', '/dev', this.path('/dev'));
    for (const each of ['/run', '/tmp']) {
      mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', this.path(each));
    }
    // Often mounted by themselves, and then not part of the disk below.
    for (const each of ['/etc/hosts', '/etc/resolv.conf', '/etc/hostname']) {
      copyFileSync(each, this.path(each));
    }
  }

  /** A path of it, as this machine sees it. */
  path(path) {
    return join(this.root, path);
  }

  /** Writes a file of it. */
  write(path, text, mode = 0o644) {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
    chmodSync(this.path(path), mode);
  }

  /** Makes a symbolic link. */
  link(target, path) {
    symlinkSync(target, this.path(path));
  }

  /** An account that logs in, with a home. */
  addAccount(name) {
    execFileSync('/usr/sbin/chroot', [
      this.root,
      'useradd',
      '--create-home',
      '--shell',
      '/bin/bash',
      name,
    ]);
  }

  /** Copies a file or a folder of this machine to it. */
  bring(path, to) {
    cpSync(path, this.path(to), { recursive: true, verbatimSymlinks: true });
  }

  /**
   * Lets an account type commands into a shell of its own, as after a login. Resolves to the exit
   * code and to all that was said.
   */
  async type(account, text, { env = {} } = {}) {
    const settings = Object.entries(env).map(
      ([name, value]) => `export ${name}=${quoted(value)}\n`,
    );
    const script = `set -eo pipefail\n${settings.join('')}${text}`;
    return this.run('su', ['-', account, '-s', '/bin/bash', '-c', script]);
  }

  /** Runs a command of it as root. */
  async run(command, args = []) {
    const child = this.start(command, args);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (said += text));
    }
    // What hangs is ended by its id, and fails with what it has said.
    const patience = setTimeout(() => void stop(child), longestMs);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
    });
    clearTimeout(patience);
    return { code, said };
  }

  /** Starts a command of it as root, to be ended by {@link end}. */
  start(command, args = []) {
    // Nothing of our own environment, as for a service or a login.
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
    const child = spawn('/usr/sbin/chroot', [this.root, command, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#started.push(child);
    return child;
  }

  /** Ends what it still runs. */
  async end() {
    for (const child of this.#started) await stop(child);
  }
}

/** A word for the shell. */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function mount(...args) {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
