import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import type { Run, StartRun } from '../../../../batch/server/contract/shapes.js';
import { Changes } from '../../../../batch/server/changes.js';
import { startHeartbeat } from '../../../../batch/server/cluster/liveWorkers.js';
import { MachineWork } from '../../../../batch/server/cluster/machineWork.js';
import type { SliceJob } from '../../../../batch/server/cluster/queue.js';
import { splitRun, endRun } from '../../../../batch/server/cluster/runSlicing.js';
import type { RunEnding } from '../../../../batch/server/threads/work.js';
import { requeueRun } from '../../../../batch/server/runs/runStore.js';
import { EngineWork } from '../../../../batch/server/threads/engineWork.js';
import type { SandboxUnderTest } from '../../../sandbox/sandboxUnderTest.js';
import type { MachinePorts } from '../../../../batch/server/cluster/machinePorts.js';
import { TestMachines } from './testMachines.js';

const pollMs = 100;

/** A web process with its scheduler, all in one thread. After `startWorker`, a worker takes all slices. */
export class TestScheduler {
  readonly work: MachineWork;
  readonly changes = new Changes();
  beforeSplit: (run: string) => Promise<void> = () => Promise.resolve();
  beforeEnd: () => Promise<void> = () => Promise.resolve();
  readonly #drain = new AbortController();
  #working: Promise<void> | undefined;

  private constructor(readonly machines: TestMachines) {
    const { ports, url, store } = machines;
    const threads = Object.assign(new EngineWork(ports, undefined), {
      splitRun: async (run: string) => {
        await this.beforeSplit(run);
        await splitRun(ports, run);
      },
      endRun: async (run: string, _sheet: string, ending: RunEnding) => {
        await this.beforeEnd();
        await endRun(ports, run, ending);
      },
      // `testPorts` closes the ports after the test.
      close: () => Promise.resolve(),
    });
    this.work = new MachineWork({
      database: url,
      store,
      threads,
      changes: this.changes,
      now: Date.now,
    });
  }

  static async on(sandbox: SandboxUnderTest): Promise<TestScheduler> {
    const machines = await TestMachines.on(sandbox);
    const scheduled = new TestScheduler(machines);
    onTestFinished(async () => {
      scheduled.#drain.abort();
      await scheduled.#working;
      await scheduled.work.close();
    });
    return scheduled;
  }

  async startWorker(options: { readonly token?: string } = {}): Promise<void> {
    const worker = await this.machines.openWorker(options);
    const stopHeartbeat = await startHeartbeat(worker.store);
    this.#working = this.#takeAll(worker, stopHeartbeat);
  }

  /** Starts a run as a person does. Returns its ID. */
  async start(sheet: string, order?: StartRun): Promise<string> {
    const run = await this.machines.queue(sheet, order);
    await this.work.start(run);
    return run;
  }

  async resume(run: string): Promise<void> {
    expect(await requeueRun(this.machines.store, run)).toBe(true);
    await this.work.start(run);
  }

  /** Takes the only job as its last attempt, after which the queue does not give it out again. */
  async takeLastAttempt(): Promise<SliceJob> {
    const takeJob = async () => {
      const [job] = await this.machines.jobs.giveOut();
      return job ?? expect.fail('There is no job yet.');
    };
    const job = await vi.waitFor(takeJob, 10_000);
    const [last] = await this.machines.ask(
      'UPDATE rwa_queue.job SET retry_count = retry_limit RETURNING retry_count',
    );
    return { ...job, retryCount: Number(last?.retry_count) };
  }

  /** Waits until the latest run of a sheet has this state. Returns the run. */
  async until(sheet: string, state: Run['state']): Promise<Run> {
    await expect.poll(async () => (await this.machines.readLatestRun(sheet)).state).toBe(state);
    return this.machines.readLatestRun(sheet);
  }

  async #takeAll(worker: MachinePorts, stopHeartbeat: () => Promise<void>): Promise<void> {
    const { signal } = this.#drain;
    const underWay = new Set<Promise<void>>();
    try {
      while (!signal.aborted) {
        for (const job of await this.machines.jobs.giveOut()) {
          const work = this.machines.work(job, worker, signal).finally(() => underWay.delete(work));
          underWay.add(work);
        }
        await sleep(pollMs);
      }
      await Promise.all(underWay);
    } finally {
      await stopHeartbeat();
    }
  }
}
