// A separate machine for the book: a copy-on-write view of this disk, whose changes are discarded. Needs
// root to mount, in a mount namespace that ends with the process (see ../run.mjs).
import { spawn, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stop } from './processes.mjs';

/** The time limit of a block. */
const maxMs = 300_000;

export class Machine {
  /** The path of its file system on this machine. */
  root;
  #started = [];

  /** `folder` is an empty folder of this machine to mount on. */
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
    // These files are often separate mounts, and then not part of the lower file system.
    for (const each of ['/etc/hosts', '/etc/resolv.conf', '/etc/hostname']) {
      copyFileSync(each, this.path(each));
    }
  }

  /** Returns the path on this machine of a path in the file system. */
  path(path) {
    return join(this.root, path);
  }

  /** Writes a file. */
  write(path, text, mode = 0o644) {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
    chmodSync(this.path(path), mode);
  }

  /** Creates a symbolic link. */
  link(target, path) {
    symlinkSync(target, this.path(path));
  }

  /** Creates an account with a home and a login shell. */
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

  /** Copies a file or folder from this machine. */
  bring(path, to) {
    cpSync(path, this.path(to), { recursive: true, verbatimSymlinks: true });
  }

  /**
   * Types commands into a login shell of an account. Resolves to the exit code and the output.
   */
  async type(account, text, { env = {} } = {}) {
    const settings = Object.entries(env).map(
      ([name, value]) => `export ${name}=${quoted(value)}\n`,
    );
    const script = `set -eo pipefail\n${settings.join('')}${text}`;
    return this.run('su', ['-', account, '-s', '/bin/bash', '-c', script]);
  }

  /** Runs a command as root. */
  async run(command, args = []) {
    const child = this.start(command, args);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    // A command that hangs is killed by its id, and fails with its output.
    const timer = setTimeout(() => void stop(child), maxMs);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
    });
    clearTimeout(timer);
    return { code, output };
  }

  /** Starts a command as root. {@link end} ends it. */
  start(command, args = []) {
    // An empty environment, like that of a service or a login.
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
    const child = spawn('/usr/sbin/chroot', [this.root, command, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#started.push(child);
    return child;
  }

  /** Ends all running commands. */
  async end() {
    for (const child of this.#started) await stop(child);
  }
}

/** Quotes a word for the shell. */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function mount(...args) {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
