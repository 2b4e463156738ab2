// A separate machine for the book: a copy-on-write view of the host's disk. Its changes are discarded.
// Needs root, and a mount namespace that ends with the process (see ../run.mjs).
import { spawn, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stop } from './processes.mjs';

/** The time limit of a command. */
const timeoutMs = 300_000;

export class Machine {
  /** The path of the machine's file system on the host. */
  root;
  #children = [];

  /** `folder` is an empty folder of the host to mount on. */
  constructor(folder) {
    mount('-t', 'tmpfs', 'tmpfs', folder);
    for (const name of ['written', 'work', 'root']) mkdirSync(join(folder, name));
    this.root = join(folder, 'root');
    const layers = `lowerdir=/,upperdir=${join(folder, 'written')},workdir=${join(folder, 'work')}`;
    mount('-t', 'overlay', 'overlay', '-o', layers, this.root);
    mount('-t', 'proc', 'proc', this.toHostPath('/proc'));
    mount('--rbind', '/dev', this.toHostPath('/dev'));
    for (const temporary of ['/run', '/tmp']) {
      mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', this.toHostPath(temporary));
    }
    // On many hosts, these files are separate mounts, which the lower file system does not contain.
    for (const file of ['/etc/hosts', '/etc/resolv.conf', '/etc/hostname']) {
      copyFileSync(file, this.toHostPath(file));
    }
  }

  toHostPath(path) {
    return join(this.root, path);
  }

  write(path, text, mode = 0o644) {
    mkdirSync(dirname(this.toHostPath(path)), { recursive: true });
    writeFileSync(this.toHostPath(path), text);
    chmodSync(this.toHostPath(path), mode);
  }

  link(target, path) {
    symlinkSync(target, this.toHostPath(path));
  }

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

  copyIn(hostPath, to) {
    cpSync(hostPath, this.toHostPath(to), { recursive: true, verbatimSymlinks: true });
  }

  /** Runs commands in a login shell of an account. Resolves to the exit code and the output. */
  async type(account, text, { env = {} } = {}) {
    const settings = Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}\n`);
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
    // A command that hangs is ended. Its result contains the output until then.
    const timer = setTimeout(() => void stop(child), timeoutMs);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) => resolve(exitCode ?? signal));
    });
    clearTimeout(timer);
    return { code, output };
  }

  /** Starts a command as root. {@link end} ends it. */
  start(command, args = []) {
    // A command on a real machine does not get the environment of the tests.
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
    const child = spawn('/usr/sbin/chroot', [this.root, command, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    return child;
  }

  async end() {
    for (const child of this.#children) await stop(child);
  }
}

/** Quotes a word for the shell. */
function quote(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function mount(...args) {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
