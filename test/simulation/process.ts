import { Client } from '../../src/client.js';
import type { CancelSignal, Timing } from '../../src/transport.js';
import { readBaseUrl } from '../../src/baseUrl.js';
import { inWords } from '../../batch/cli/wording/wording.js';
import { SheetInUse } from '../../batch/engine/errors.js';
import { Journal } from '../../batch/engine/journal/journal.js';
import type { JournalStore } from '../../batch/engine/journal/journalStore.js';
import type { Lock } from '../../batch/engine/journal/lock.js';
import { type Line, type StoredJournal, storedIn } from '../../batch/engine/journal/readJournal.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import type { Summary } from '../../batch/engine/run/events.js';
import { limitedBy } from '../../batch/engine/run/limitedTransport.js';
import type { RunOptions, RunPorts } from '../../batch/engine/run/runOptions.js';
import type { RunStorage } from '../../batch/engine/run/runStorage.js';
import { RequestLimiter } from '../../batch/engine/run/requestLimiter.js';
import { openRun } from '../../batch/engine/run/session.js';
import type { VirtualClock } from './clock.js';
import type { JournalDisk } from './journalDisk.js';
import type { ScriptedNetwork } from './network.js';
import type { SheetOfPeople } from './sheet.js';

/** The machine on which runs start and die: one sheet, its journal and its lock. */
export interface Machine {
  readonly clock: VirtualClock;
  readonly network: ScriptedNetwork;
  readonly sheet: SheetOfPeople;
  readonly disk: JournalDisk;
  holder: RunProcess | undefined;
}

/** What a person knows the journal and its lock by. */
export const journalFiles = { journal: 'journal', ownJournal: 'journal', lock: 'lock' };

export const serviceUrl = 'https://service.example/api/1.1/wf';

/** What the lines on the disk say. */
export function readDisk(disk: JournalDisk): Promise<StoredJournal> {
  const { bytes } = disk;
  const lines: Line[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
    lines.push({ line: bytes.subarray(start, end), isComplete: true });
    start = end + 1;
  }
  // A journal comes into being with its first lines.
  if (bytes.length > 0) lines.push({ line: bytes.subarray(start), isComplete: false });
  return storedIn(lines, 'the journal');
}

/** How a run is started. */
export interface RunOfProcess {
  readonly newRound?: boolean;
  readonly concurrency?: number;
  readonly retryRejected?: boolean;
}

/**
 * One process that runs a sheet. It may die before or after anything that leaves it: from then on
 * nothing that it does has an effect, and nothing that it waits for comes.
 */
export class RunProcess {
  readonly #machine: Machine;
  /** Dies when it does so many things; never for undefined. */
  #stepsLeft: number | undefined;
  readonly #died: Promise<'died'>;
  #die: () => void = () => undefined;
  isDead = false;

  constructor(machine: Machine, diesAfter?: number) {
    this.#machine = machine;
    this.#stepsLeft = diesAfter;
    this.#died = new Promise((resolve) => {
      this.#die = () => {
        this.isDead = true;
        if (machine.holder === this) machine.holder = undefined;
        resolve('died');
      };
    });
  }

  /** Runs an operation; resolves to its summary, to what it threw, or to `died`. */
  async run(
    operation: SheetOperation,
    options: RunOfProcess = {},
  ): Promise<Summary | Error | 'died' | undefined> {
    const { clock } = this.#machine;
    const { concurrency = 2, ...rest } = options;
    const timing = this.timing;
    const limiter = new RequestLimiter({ concurrency, sleep: timing.sleep, now: timing.now });
    const transport = this.#machine.network.connect(() => this.isDead);
    const { limited, onExchange } = limitedBy(limiter);
    const observed = {
      post: async (request: Parameters<typeof transport.post>[0]) => {
        const sentMs = clock.now();
        await this.step();
        const exchange = await transport.post(request);
        onExchange(exchange, clock.now() - sentMs);
        await this.step();
        return exchange;
      },
    };
    const read = readBaseUrl(serviceUrl);
    if (!read.ok) throw new Error(read.message);
    const ports = { baseUrl: read.baseUrl, transport: limited(observed), timing };
    const path = this.#machine.sheet.path;
    const work = runOnce(
      {
        ...{
          operation,
          input: path,
          output: path,
          service: serviceUrl,
          intake: { inputs: operation },
        },
        files: { ...journalFiles, journalLock: 'lock', sandboxData: '' },
        isSandboxRun: false,
        ...{
          concurrency,
          spacingMs: 0,
          pollIntervalMs: 2_000,
          pollTimeoutMs: 10_000,
          maxErrors: 6,
        },
        ...{ sendDuplicates: false, retryRejected: false, colourScale: false },
        ...rest,
      },
      {
        client: new Client(ports),
        poller: new Client({ ...ports, maxAttempts: 1 }),
        limiter,
        timing,
          wording: inWords,
        storage: this.storage,
      },
    ).catch((error: unknown) => error as Error);
    return Promise.race([work, this.#died]);
  }

  /** One thing that the process does and others can see; it may die at it. */
  async step(): Promise<void> {
    this.#machine.clock.note();
    if (!this.isAlive()) await new Promise(() => undefined);
  }

  /** False once the process is dead, maybe by this very step. */
  isAlive(): boolean {
    if (this.#stepsLeft !== undefined && !this.isDead && this.#stepsLeft-- <= 0) this.#die();
    return !this.isDead;
  }

  get timing(): Timing {
    const { clock } = this.#machine;
    const sleep = async (milliseconds: number, signal?: CancelSignal) => {
      await clock.sleep(milliseconds, signal);
      if (this.isDead) await new Promise(() => undefined);
    };
    return { now: clock.now, elapsed: clock.now, random: clock.random, sleep };
  }

  get storage(): RunStorage {
    const { sheet, disk, clock } = this.#machine;
    return {
      openSheet: async () => {
        await this.step();
        return sheet.open(() => !this.isAlive());
      },
      lock: () => this.#lock(),
      openJournal: async (lock) => {
        const stored = await readDisk(disk);
        const store = new StoreOnDisk(disk, stored.length, this);
        return new Journal(store, stored, { service: serviceUrl, now: clock.now, lock });
      },
      // No other sheet lies in this folder.
      leftBehind: () => Promise.resolve(undefined),
    };
  }

  async #lock(): Promise<Lock> {
    await this.step();
    const machine = this.#machine;
    if (machine.holder !== undefined) throw new SheetInUse('Another run has the sheet.');
    machine.holder = this;
    return {
      lost: () => (machine.holder === this ? undefined : 'The lock is lost.'),
      release: () => {
        if (machine.holder === this) machine.holder = undefined;
        return Promise.resolve();
      },
    };
  }
}

/** A run from its plan to its summary. */
async function runOnce(options: RunOptions, ports: RunPorts): Promise<Summary> {
  const run = await openRun(options, ports);
  try {
    await run.plan();
    return await run.start();
  } finally {
    await run.close();
  }
}

/** The journal as one process writes it. */
class StoreOnDisk implements JournalStore {
  readonly path = 'the journal';
  readonly #disk: JournalDisk;
  readonly #process: RunProcess;
  #length: number;
  isBegun = false;

  constructor(disk: JournalDisk, length: number, process: RunProcess) {
    this.#disk = disk;
    this.#length = length;
    this.#process = process;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  begin(): void {
    this.isBegun = true;
    if (this.#process.isAlive()) this.#disk.truncate(this.#length);
  }

  assertInPlace(): void {
    // Nobody moves it while a run goes on.
  }

  append(lines: Buffer): void {
    if (!this.#process.isAlive()) return;
    const isNew = this.#disk.length === 0;
    this.#disk.append(lines);
    this.#length += lines.length;
    // A new journal is on the disk before it has its name.
    if (isNew) this.#disk.sync();
  }

  reserve(): undefined {
    return undefined;
  }

  async sync(): Promise<void> {
    await this.#process.step();
    this.#disk.sync();
  }

  close(): void {
    // There is nothing to close.
  }
}
