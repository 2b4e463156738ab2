import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { killAtExit } from './processes.mjs';

const rwa = join(import.meta.dirname, '../../batch/bin/rwa.js');
/** Far longer than a start takes on a busy machine. */
const startTimeoutMs = 120_000;

/** A real web process (`rwa serve`) or worker, as if on a separate machine. Its output goes to a file. */
export class Machine {
  /** The state of the process: starting, alive, frozen or dead. */
  state = 'starting';

  /** Starts `rwa serve` or `rwa worker`. Resolves when it listens or was killed. */
  static async start(command, { name, folder, args, env, onStart }) {
    const machine = new Machine();
    Object.assign(machine, { command, name, logFile: join(folder, `${name}.log`) });
    const { child } = Object.assign(machine, {
      child: spawn(process.execPath, [rwa, command, '--port', '0', '--json', ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    });
    killAtExit(child);
    const log = createWriteStream(machine.logFile, { flags: 'a' });
    child.stderr.pipe(log, { end: false });
    child.stdout.pipe(log, { end: false });
    machine.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        if (machine.state !== 'dead') machine.crash = `code ${code}, signal ${signal}`;
        machine.state = 'dead';
        log.end();
        resolve();
      });
    });
    onStart(machine);
    const line = await machine.#readFirstLine();
    if (line === undefined || machine.state !== 'starting') return machine;
    Object.assign(machine, JSON.parse(line), { state: 'alive' });
    return machine;
  }

  /** Resolves to the first line, which contains the address; to undefined if the process was killed first. */
  async #readFirstLine() {
    const { child } = this;
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        let output = '';
        child.stdout.setEncoding('utf8').on('data', (text) => {
          output += text;
          if (output.includes('\n')) resolve(output.split('\n')[0]);
        });
        void this.ended.then(() => {
          if (this.crash === undefined) resolve(undefined);
          else reject(new Error(`${this.name} did not start: ${this.crash}; see ${this.logFile}`));
        });
        timer = setTimeout(() => {
          void this.kill();
          reject(new Error(`${this.name} did not start in time; see ${this.logFile}`));
        }, startTimeoutMs);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Kills the process, like a power cut. */
  async kill() {
    this.state = 'dead';
    this.child.kill('SIGKILL');
    await this.ended;
  }

  freeze() {
    this.state = 'frozen';
    this.child.kill('SIGSTOP');
  }

  thaw() {
    if (this.state !== 'frozen') return;
    this.state = 'alive';
    this.child.kill('SIGCONT');
  }
}
