import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Run, StartRun } from '../../../../batch/server/contract/shapes.js';
import type { Change } from '../../../../batch/server/changes.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { queueRun, requeueRun, type StoredRun } from '../../../../batch/server/runs/runStore.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { EngineWork } from '../../../../batch/server/threads/engineWork.js';
import { type OwnWorkPorts, createWorkPorts } from '../../../../batch/server/threads/workPorts.js';
import { readBaseUrl } from '../../../../src/baseUrl.js';
import type { SandboxUnderTest } from '../../../sandbox/sandboxUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { openTestStore } from '../openTestStore.js';
import { hireRow } from '../../run/testRun.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { entryBy } from '../entryBy.js';
import { addReadSheet, readFirstRows } from './testSheet.js';

/** The name of the service in journals. */
export const testService = 'the service of the test';

/** An engine in the thread of the test, with a data folder and a sandbox. */
export class TestWork {
  readonly work: EngineWork;
  readonly changes: Change[] = [];
  readonly ports: OwnWorkPorts;
  #sheets = 0;
  #isClosed = false;

  /** Opens the store of a folder, and starts an engine on it. Both are closed after the test. */
  static async open(sandbox: SandboxUnderTest, folder = testFolder()): Promise<TestWork> {
    prepareFolder(folder);
    return new TestWork(sandbox, folder, await openTestStore(folder));
  }

  private constructor(
    readonly sandbox: SandboxUnderTest,
    readonly folder: string,
    readonly store: Store,
  ) {
    const { baseUrl, tokens } = sandbox.sandbox;
    const read = readBaseUrl(baseUrl);
    if (!read.ok) throw new Error(read.message);
    this.ports = createWorkPorts({
      store: this.store,
      connection: { baseUrl: read.baseUrl, token: tokens[0] ?? '' },
      service: { name: testService, isSandbox: false, isTest: true },
      publish: (change) => this.changes.push(change),
      limits: { pollIntervalMs: 20 },
    });
    this.work = new EngineWork(this.ports, this.ports);
    onTestFinished(() => this.close());
  }

  /** Closes the engine and the store, as a process does when it ends in order. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.work.close();
    await this.store.close();
  }

  /** Adds a sheet with these employees, as if it had been uploaded and read. Returns the ID of the sheet. */
  async addSheet(employees: readonly string[], end = ''): Promise<string> {
    const id = `sheet-${++this.#sheets}`;
    await addReadSheet(this.ports, id, [...employees.map(hireRow), end]);
    return id;
  }

  async start(sheet: string, request: StartRun = { operation: 'assess' }): Promise<StoredRun> {
    const at = new Date().toISOString();
    const { run } = await queueRun(this.store, sheet, request, { by: 'nobody', at });
    await this.work.start(run.id);
    return run;
  }

  async resume(sheet: string): Promise<void> {
    const { id = '' } = (await findLatestRun(this.store, sheet)) ?? {};
    expect(await requeueRun(this.store, id)).toBe(true);
    await this.work.start(id);
  }

  /** Waits until the latest run of a sheet has this state. Returns the run. */
  async until(sheet: string, state: Run['state']): Promise<Run> {
    for (;;) {
      const run = await findLatestRun(this.store, sheet);
      if (run?.state === state) return run;
      if (run === undefined || run.state === 'failed') {
        throw new Error(`The run is ${run?.state ?? 'missing'}, not ${state}.`);
      }
      await sleep(50);
    }
  }

  /** Starts a run, and waits until it has ended. Returns the run. */
  async runToEnd(sheet: string, request?: StartRun): Promise<Run> {
    await this.start(sheet, request);
    return this.until(sheet, 'ended');
  }

  settle(
    sheet: string,
    key: string,
    answer: Parameters<EngineWork['settle']>[2],
    by = 'me',
  ): Promise<void> {
    return this.work.settle(sheet, key, answer, entryBy(by));
  }

  mark(sheet: string, row: number, mark: Parameters<EngineWork['markRow']>[2]): Promise<void> {
    return this.work.markRow(sheet, row, mark, entryBy('me'));
  }

  /** Returns the key of the first unconfirmed row of a sheet. */
  async findUnconfirmedKey(sheet: string): Promise<string> {
    return (await listUnconfirmed(this.store, sheet))[0]?.key ?? '';
  }

  /** Returns the ID of the first assessment of an employee from the service. */
  async findId(employee: string): Promise<string> {
    const { assessments } = await this.sandbox.readLedger();
    return assessments.find(({ employeeId }) => employeeId === employee)?.assessmentId as string;
  }

  async countCreates(): Promise<number> {
    return (await this.sandbox.readLedger()).commits.rwa_create;
  }

  rows(sheet: string, count: number) {
    return readFirstRows(this.store, sheet, count);
  }

  async statuses(sheet: string, count: number): Promise<string[]> {
    return (await this.rows(sheet, count)).map(({ status }) => status);
  }
}
