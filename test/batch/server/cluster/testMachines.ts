import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import { onTestFinished } from 'vitest';
import type { Run, StartRun } from '../../../../batch/server/contract/shapes.js';
import type { Change } from '../../../../batch/server/changes.js';
import type { Connection } from '../../../../batch/http/connection.js';
import { openStore } from '../../../../batch/server/db/open.js';
import type { Store } from '../../../../batch/server/db/store.js';
import {
  type MachinePorts,
  createMachinePorts,
} from '../../../../batch/server/cluster/machinePorts.js';
import { getPlainDb } from '../../../../batch/server/db/plainDb.js';
import { type SliceJob, SliceQueue } from '../../../../batch/server/cluster/queue.js';
import { splitRun, endRun } from '../../../../batch/server/cluster/runSlicing.js';
import type { RunEnding } from '../../../../batch/server/threads/work.js';
import { takeSlice, type TakenSlice } from '../../../../batch/server/cluster/slice.js';
import { workOn } from '../../../../batch/server/cluster/startWorker.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { queueRun } from '../../../../batch/server/runs/runStore.js';
import { readBaseUrl } from '../../../../src/baseUrl.js';
import { testDatabase } from '../../../postgres/postgresUnderTest.js';
import type { SandboxUnderTest } from '../../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { hireRow } from '../../run/testRun.js';
import { addReadSheet, readFirstRows } from '../runs/testSheet.js';
import { testService } from '../runs/testWork.js';

/** Runs a statement in the database of a test. */
export type Ask = (
  sql: string,
  ...values: readonly unknown[]
) => Promise<readonly Record<string, unknown>[]>;

/** The error that pg-boss stores for a job without a heartbeat. */
const heartbeatTimeout = { value: { message: 'job heartbeat timeout' } };

/** The jobs of a database. A test gives them to its workers, which do not poll pg-boss themselves. */
export class TestJobs {
  readonly #boss: PgBoss;

  private constructor(store: Store) {
    const ask = createAsk(store);
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => ({
        rows: [...(await ask(text, ...values))],
      }),
    };
    this.#boss = new PgBoss({ db, schema: 'rwa_queue' });
  }

  static async on(store: Store): Promise<TestJobs> {
    const queue = await SliceQueue.start(store);
    await queue.close();
    return new TestJobs(store);
  }

  /** Gives out all waiting jobs, even before they are due. */
  giveOut(): Promise<SliceJob[]> {
    return this.#boss.fetch('slices', { batchSize: 1_000, ignoreStartAfter: true });
  }

  /** Does the work for a job, with heartbeats. Then completes the job, or fails it and throws the error of the work. */
  async work(job: SliceJob, work: () => Promise<unknown>): Promise<void> {
    const beating = setInterval(() => {
      this.#boss.touch('slices', job).catch(() => undefined);
    }, 1_000);
    try {
      await work();
      await this.#boss.complete('slices', job);
    } catch (error) {
      await this.fail(job, error as Error);
      throw error;
    } finally {
      clearInterval(beating);
    }
  }

  /** Fails a job, as pg-boss does if its work has thrown or its worker is silent. */
  async fail(job: SliceJob, error: object = heartbeatTimeout): Promise<void> {
    await this.#boss.fail('slices', job, error);
  }
}

/** Returns the connection settings for a sandbox, by default with the token of its first company. */
export function createConnection(
  { baseUrl, tokens }: SandboxUnderTest['sandbox'],
  token = tokens[0] ?? '',
): Connection {
  const read = readBaseUrl(baseUrl);
  if (!read.ok) throw new Error(read.message);
  return { baseUrl: read.baseUrl, token };
}

/** Opens the ports of one more process on a database. Closes them after the test. */
export async function testPorts(
  url: string,
  { sandbox }: SandboxUnderTest,
  options: {
    readonly token?: string;
    readonly folder?: string;
    readonly timeoutMs?: number;
  } = {},
): Promise<MachinePorts & { readonly changes: readonly Change[] }> {
  const folder = options.folder ?? testFolder();
  prepareFolder(folder);
  const { timeoutMs } = options;
  const store = await openStore(url, folder, timeoutMs === undefined ? {} : { timeoutMs });
  const changes: Change[] = [];
  const ports = await createMachinePorts({
    database: url,
    store,
    connection: createConnection(sandbox, options.token),
    service: { name: testService, isSandbox: false, isTest: true },
    publish: (change) => changes.push(change),
    isSending: true,
  });
  onTestFinished(async () => {
    await ports.close();
    await store.close();
  });
  const limits = { ...ports.limits, pollIntervalMs: 20 };
  return { ...ports, limits, changes };
}

/** Opens a store, as another process does. Closes it after the test. */
export async function testStore(url: string): Promise<Store> {
  const store = await openStore(url, testFolder(), { connections: 2 });
  onTestFinished(() => store.close());
  return store;
}

/** Returns a function that sends a statement to the database of a store, without retries or a serializable transaction. */
export function createAsk(store: Store): Ask {
  return async (sql, ...values) => {
    const { rows } = await getPlainDb(store).executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(sql, [...values]),
    );
    return rows;
  };
}

/** A web process and its workers on one database, all in this process. Tests split and end runs themselves, without a scheduler. */
export class TestMachines {
  readonly store: Store;
  readonly ask: Ask;
  #sheets = 0;

  private constructor(
    readonly url: string,
    readonly sandbox: SandboxUnderTest,
    /** The ports of the web process, which also works on slices. */
    readonly ports: MachinePorts,
    readonly folder: string,
    readonly jobs: TestJobs,
  ) {
    this.store = ports.store;
    this.ask = createAsk(ports.store);
  }

  static async on(sandbox: SandboxUnderTest): Promise<TestMachines> {
    const url = await testDatabase();
    const folder = testFolder();
    const ports = await testPorts(url, sandbox, { folder });
    return new TestMachines(url, sandbox, ports, folder, await TestJobs.on(ports.store));
  }

  openWorker(options: { readonly token?: string } = {}): Promise<MachinePorts> {
    return testPorts(this.url, this.sandbox, options);
  }

  /** Adds a sheet with these employees. Returns its ID. */
  addSheet(employees: readonly string[], end = ''): Promise<string> {
    return this.addLines([...employees.map(hireRow), end]);
  }

  async addLines(lines: readonly string[]): Promise<string> {
    const id = `sheet-${++this.#sheets}`;
    await addReadSheet(this.ports, id, lines);
    return id;
  }

  /** Queues a run without splitting it. Returns its ID. */
  async queue(sheet: string, order: StartRun = { operation: 'assess' }): Promise<string> {
    const at = new Date().toISOString();
    const { run } = await queueRun(this.store, sheet, order, { by: 'nobody', at });
    return run.id;
  }

  split(run: string): Promise<void> {
    return splitRun(this.ports, run);
  }

  end(run: string, ending: RunEnding = { state: 'ended' }): Promise<void> {
    return endRun(this.ports, run, ending);
  }

  async begin(sheet: string, order?: StartRun): Promise<{ run: string; slices: SliceJob[] }> {
    const run = await this.queue(sheet, order);
    await this.split(run);
    return { run, slices: await this.jobs.giveOut() };
  }

  async beginAndTake(
    sheet: string,
    order?: StartRun,
  ): Promise<{ run: string; job: SliceJob; taken: TakenSlice }> {
    const { run, job } = await this.beginOne(sheet, order);
    return { run, job, taken: await this.take(job) };
  }

  /** Queues and splits a run that must have exactly one slice. Returns its ID and the job of the slice. */
  async beginOne(sheet: string, order?: StartRun): Promise<{ run: string; job: SliceJob }> {
    const { run, slices } = await this.begin(sheet, order);
    const [job] = slices;
    if (job === undefined || slices.length > 1)
      throw new Error('The run does not have exactly one slice.');
    return { run, job };
  }

  async take(job: SliceJob): Promise<TakenSlice> {
    const taken = await takeSlice(this.store, job);
    if (typeof taken === 'string') throw new Error(`The slice was not taken: ${taken}`);
    return taken;
  }

  /** Works on a slice as a worker does. */
  work(
    job: SliceJob,
    ports: MachinePorts = this.ports,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<void> {
    return this.jobs.work(job, async () => {
      await workOn(ports, job, signal);
    });
  }

  /** Works on slices, including those that are given out again, until none is left. */
  async workAll(slices: readonly SliceJob[], workers: readonly MachinePorts[] = [this.ports]) {
    let left = [...slices];
    const work = async (ports: MachinePorts) => {
      for (let slice = left.shift(); slice !== undefined; slice = left.shift()) {
        await this.work(slice, ports);
      }
    };
    while (left.length > 0) {
      await Promise.all(workers.map(work));
      left = await this.jobs.giveOut();
    }
  }

  /** Queues a run, works on all its slices, and ends it if it is still running. */
  async runToEnd(sheet: string, order?: StartRun, workers?: readonly MachinePorts[]): Promise<Run> {
    const { run, slices } = await this.begin(sheet, order);
    await this.workAll(slices, workers);
    if ((await this.readLatestRun(sheet)).state === 'running') await this.end(run);
    return this.readLatestRun(sheet);
  }

  async readLatestRun(sheet: string): Promise<Run> {
    const run = await findLatestRun(this.store, sheet);
    if (run === undefined) throw new Error('There is no run.');
    return run;
  }

  readRows(sheet: string, count: number) {
    return readFirstRows(this.store, sheet, count);
  }

  async readStatuses(sheet: string, count: number): Promise<string[]> {
    return (await this.readRows(sheet, count)).map(({ status }) => status);
  }

  /** Fails a job, as if its worker had died. Returns the job that the next worker gets for the slice. */
  async letDie(job: SliceJob): Promise<SliceJob> {
    await this.jobs.fail(job);
    const [next] = await this.jobs.giveOut();
    if (next === undefined) throw new Error('The slice is not given out again.');
    return next;
  }

  async readFacts(sheet: string): Promise<{ fact: string; row?: string }[]> {
    const found = await this.ask(
      'SELECT lines FROM journal WHERE owner = $1 ORDER BY number',
      sheet,
    );
    return found.map(({ lines }) => JSON.parse(lines as string) as { fact: string; row?: string });
  }

  async countCreates(): Promise<number> {
    return (await this.sandbox.readLedger()).commits.rwa_create;
  }
}
