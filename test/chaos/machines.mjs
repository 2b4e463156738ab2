import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Machine } from './machineProcesses.mjs';

const hourMs = 3_600_000;
/** The time limit for all attempts to start a process: longer than the database is ever unavailable. */
const startTimeoutMs = 300_000;
const clockModule = join(import.meta.dirname, 'shiftedClock.mjs');

/** All web processes and workers. */
export class Machines {
  /** The latest process with each name. */
  #all = new Map();
  /** The names of the processes that ended unexpectedly, each with its exit code and signal. */
  crashes = [];

  /** `routes` assigns the URLs of the database. */
  constructor({ folder, random, env, concurrency, routes }) {
    Object.assign(this, { folder, random, env, concurrency, routes });
  }

  /** Starts all processes at the same time, so that they race to create the tables. One worker has a wrong clock. */
  async startAll({ servers, workers }) {
    const numbered = (name, count) =>
      Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
    const names = [...numbered('server', servers), ...numbered('worker', workers)];
    await Promise.all(names.map((name) => this.start(name, name === 'worker-3')));
  }

  /**
   * Starts the process with this name, sometimes with a clock that is off by an hour. Like systemd,
   * retries a failed start, for example while the database is unavailable.
   */
  async start(name, isClockWrong = this.random.chance(0.15)) {
    const untilMs = performance.now() + startTimeoutMs;
    while (!this.isClosed) {
      try {
        return await this.#startOnce(name, isClockWrong);
      } catch (error) {
        if (performance.now() > untilMs) throw error;
        await delay(1_000);
      }
    }
  }

  async #startOnce(name, isClockWrong) {
    const shiftMs = isClockWrong ? this.random.pick([-hourMs, hourMs]) : 0;
    const command = name.startsWith('server') ? 'serve' : 'worker';
    const machine = await Machine.start(command, {
      name,
      folder: this.folder,
      args: [
        '--concurrency',
        String(this.concurrency),
        '--database',
        await this.routes.assignUrl(name),
      ],
      env: {
        ...this.env,
        // Temporary files of killed processes are deleted with the folder.
        TMPDIR: this.folder,
        NODE_OPTIONS: `--import ${clockModule}`,
        NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
        RWA_TEST_CLOCK_SHIFT_MS: String(shiftMs),
      },
      onStart: (started) => this.#all.set(name, started),
    });
    void machine.ended.then(() => {
      if (machine.crash !== undefined) this.crashes.push(`${name}: ${machine.crash}`);
    });
  }

  /** Lists the processes in a state, of one command or of both. */
  find(state, command) {
    return [...this.#all.values()].filter(
      (machine) =>
        machine.state === state && (command === undefined || machine.command === command),
    );
  }

  get count() {
    return this.#all.size;
  }

  async killAll() {
    this.isClosed = true;
    await Promise.all([...this.#all.values()].map((machine) => machine.kill()));
  }
}
