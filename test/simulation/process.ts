import { Client } from '../../src/client.js';
import type { CancelSignal, Exchange, Post, Timing, Transport } from '../../src/transport.js';
import { readBaseUrl } from '../../src/baseUrl.js';
import { inWords } from '../../batch/cli/wording/wording.js';
import { SheetInUse } from '../../batch/engine/errors.js';
import { hashRequest, findRequestHash } from '../../batch/engine/intake/rowKey.js';
import { Journal } from '../../batch/engine/journal/journal.js';
import type { Lock } from '../../batch/engine/journal/journalStore.js';
import type { SheetOperation } from '../../batch/engine/operations/sheetOperation.js';
import type { Summary } from '../../batch/engine/run/events.js';
import { createLimiterOptions } from '../../batch/engine/run/limiter.js';
import type { RunOptions, RunPorts, RunStorage } from '../../batch/engine/run/runOptions.js';
import { createProcessLimiter } from '../../batch/engine/run/processLimiter.js';
import { openRun } from '../../batch/engine/run/session.js';
import { BrokenPromise } from './allowance.js';
import { StoreOnDisk } from './journalStore.js';
import { readKnown, type Machine, readDisk, serviceUrl } from './machine.js';

export interface ProcessRunOptions {
  readonly newRound?: boolean;
  readonly concurrency?: number;
  readonly retryRejected?: boolean;
  readonly sendDuplicates?: boolean;
}

/** An incident at one step of a process. */
export interface Incident {
  readonly after: number;
  readonly happen: (process: RunProcess) => void;
}

/**
 * The end of a run: its summary, the error that it threw, or its death; undefined if workers did
 * the run.
 */
export type RunEnd = Summary | Error | 'died' | undefined;

/**
 * One process that runs a sheet. An incident may happen before or after each of its visible effects. After
 * its death, a process has no more effects: `run` resolves to `died`, and its requests and pauses never end.
 */
export class RunProcess {
  readonly #machine: Machine;
  readonly #incident: Incident | undefined;
  #steps = 0;
  readonly #stop = new AbortController();
  readonly #died: Promise<'died'>;
  #end: (how: 'died') => void = () => undefined;
  #frozen: Promise<unknown> | undefined;
  isDead = false;
  /** True once the process begins to read the journal. */
  hasJournal = false;

  constructor(machine: Machine, incident?: Incident) {
    this.#machine = machine;
    this.#incident = incident;
    this.#died = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async run(operation: SheetOperation, options: ProcessRunOptions = {}): Promise<RunEnd> {
    const { concurrency = 2 } = options;
    const timing = this.timing;
    const limiter = createProcessLimiter({ concurrency, sleep: timing.sleep, now: timing.now });
    const { wrapTransport, onExchange } = createLimiterOptions(limiter);
    const observed = this.createTransport(onExchange);
    const ports = {
      ...createClients(wrapTransport(observed), timing),
      limiter,
      timing,
      wording: inWords,
      storage: this.storage,
    };
    const work = runOnce(
      createRunOptions(this.#machine, operation, options),
      ports,
      this.#stop.signal,
    ).catch((error: unknown) => error as Error);
    return Promise.race([work, this.#died]);
  }

  /**
   * Returns the connection of the process to the service. Workers set `mayFreezeBefore` to false,
   * because their limiter checks its lease right before each request.
   */
  createTransport(
    onExchange: (exchange: Exchange, durationMs: number) => void,
    { mayFreezeBefore = true } = {},
  ): Transport {
    const { clock, network } = this.#machine;
    const transport = network.connect(() => this.isDead);
    return {
      post: async (request) => {
        const sentMs = clock.now();
        await this.#assertRecorded(request);
        if (mayFreezeBefore) await this.step();
        const exchange = await transport.post(request);
        onExchange(exchange, clock.now() - sentMs);
        await this.step();
        return exchange;
      },
    };
  }

  /**
   * Checks that the journal records a create before it is sent. The journal that a person deleted
   * during the run counts, too.
   */
  async #assertRecorded({ url, body }: Post): Promise<void> {
    if (!url.endsWith('/rwa_create')) return;
    const { disk, deleted = disk } = this.#machine;
    for (const journalDisk of [disk, deleted]) {
      const { states, computeHash } = await readKnown(journalDisk);
      const sent = hashRequest(JSON.parse(body) as object, computeHash);
      for (const [key, { state, request = findRequestHash(key) }] of states) {
        if (state === 'Sent' && request === sent) return;
      }
    }
    throw new BrokenPromise('A request is sent that is not in the journal.');
  }

  /** Dies as if by SIGKILL or a power failure. */
  die(): void {
    this.isDead = true;
    if (this.#machine.holder === this) this.#machine.holder = undefined;
    this.#end('died');
  }

  /** Stops as if by the first Ctrl+C. */
  interrupt(): void {
    this.#stop.abort();
  }

  /** Freezes until the promise settles, as if by SIGSTOP or on a sleeping machine. */
  freeze(until: Promise<unknown>): void {
    this.#frozen = until;
  }

  /** Call this at each visible effect of the process: an incident may happen there. */
  async step(): Promise<void> {
    this.#machine.clock.note();
    this.#count();
    await this.#frozen;
    if (this.isDead) await waitForever();
  }

  /** Returns false after the death of the process, which may happen at this step. */
  isAlive(): boolean {
    this.#count();
    return !this.isDead;
  }

  #count(): void {
    if (this.#steps++ === this.#incident?.after && !this.isDead) this.#incident.happen(this);
  }

  get timing(): Timing {
    const { clock } = this.#machine;
    const sleep = async (milliseconds: number, signal?: CancelSignal) => {
      await clock.sleep(milliseconds, signal);
      await this.#frozen;
      if (this.isDead) await waitForever();
    };
    return { now: clock.now, elapsed: clock.now, random: clock.random, sleep };
  }

  get storage(): RunStorage {
    const machine = this.#machine;
    return {
      openSheet: async () => {
        await this.step();
        return machine.sheet.open(() => !this.isAlive());
      },
      lock: () => this.#lock(),
      openJournal: async (lock) => {
        this.hasJournal = true;
        const stored = await readDisk(machine.disk);
        const store = new StoreOnDisk(machine, stored.length, this);
        return new Journal(store, stored, { service: serviceUrl, now: machine.clock.now, lock });
      },
      // This folder contains no other sheet.
      findLeftBehind: () => Promise.resolve(undefined),
      isJournalNamed: false,
      results: {
        isInPlace: true,
        isStale: () => Promise.resolve(false),
        chooseFallback: () => `${machine.sheet.path}.results`,
        deleteOldCopies: () => Promise.resolve(undefined),
        toWriteError: (error) => error,
      },
    };
  }

  async #lock(): Promise<Lock> {
    await this.step();
    const machine = this.#machine;
    if (machine.holder !== undefined)
      throw new SheetInUse({ code: 'lockHeld', lock: 'the lock', what: 'sheet' });
    machine.holder = this;
    return {
      findLoss: () =>
        machine.holder === this ? undefined : { code: 'lockLost' as const, lock: 'the lock' },
      release: () => {
        if (machine.holder === this) machine.holder = undefined;
        return Promise.resolve();
      },
    };
  }
}

/** Creates the two clients of a process: one that retries, and one for polling. */
export function createClients(
  transport: Transport,
  timing: Timing,
): Pick<RunPorts, 'client' | 'poller'> {
  const read = readBaseUrl(serviceUrl);
  if (!read.ok) throw new Error(read.message);
  const ports = { baseUrl: read.baseUrl, transport, timing };
  return { client: new Client(ports), poller: new Client({ ...ports, maxAttempts: 1 }) };
}

export function createRunOptions(
  { sheet: { path } }: Machine,
  operation: SheetOperation,
  { concurrency = 2, ...rest }: ProcessRunOptions,
): RunOptions {
  return {
    operation,
    input: path,
    output: path,
    service: serviceUrl,
    intake: { inputs: operation },
    isSandboxRun: false,
    concurrency,
    spacingMs: 0,
    maxErrors: 6,
    pollIntervalMs: 2_000,
    pollTimeoutMs: 10_000,
    sendDuplicates: false,
    retryRejected: false,
    colourScale: false,
    ...rest,
  };
}

async function runOnce(
  options: RunOptions,
  ports: RunPorts,
  signal: AbortSignal,
): Promise<Summary> {
  const run = await openRun(options, ports);
  const stop = () => {
    run.stop();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    await run.plan();
    return await run.start();
  } finally {
    await run.close();
  }
}

function waitForever(): Promise<never> {
  return new Promise(() => undefined);
}
