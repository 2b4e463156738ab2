import { describe, expect, test } from 'vitest';
import { haltRun } from '../../../../batch/server/runs/runStore.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { runFailures } from '../../../../batch/server/words/runFailures.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { TestScheduler } from './testScheduler.js';
import { entryBy } from '../entryBy.js';
import { testLog } from '../testLog.js';
import { ageRequests } from '../ageRequests.js';

const alwaysPending = 'SANDBOX-ALWAYS-PENDING';

describe.skipIf(!hasPostgres)('a run with a scheduler', () => {
  test('continues after its job in the queue was cancelled', async () => {
    const scheduled = await TestScheduler.on(await startTestSandbox());
    const { machines } = scheduled;
    const sheet = await machines.addSheet(['E-1']);
    await scheduled.start(sheet);
    const cancelJobs = () =>
      machines.ask("UPDATE rwa_queue.job SET state = 'cancelled' RETURNING 1");
    await expect.poll(cancelJobs).toHaveLength(1);
    await scheduled.startWorker();
    await scheduled.until(sheet, 'ended');
    expect(await machines.readStatuses(sheet, 1)).toEqual(['Scored']);
  });

  test('keeps its counts when it is paused, resumed and stopped, and sends no row twice', async () => {
    const scheduled = await TestScheduler.on(await startTestSandbox());
    const { machines, work } = scheduled;
    await scheduled.startWorker();
    const sheet = await machines.addSheet(['E-1', 'E-2', alwaysPending]);
    const run = await scheduled.start(sheet);
    const readStatuses = () => machines.readStatuses(sheet, 3);
    await expect.poll(readStatuses).toEqual(['Scored', 'Scored', 'Pending']);
    await work.halt(run, 'paused');
    // `halt` resolves only after the end of the run.
    expect(await machines.readLatestRun(sheet)).toMatchObject({
      state: 'paused',
      rows: 3,
      done: 2,
    });
    await scheduled.resume(run);
    await scheduled.until(sheet, 'running');
    await expect
      .poll(() => machines.readLatestRun(sheet))
      .toMatchObject({ id: run, rows: 3, done: 2, created: 1 });
    await work.halt(run, 'stopped');
    expect(await machines.readLatestRun(sheet)).toMatchObject({
      id: run,
      state: 'stopped',
      rows: 3,
      done: 2,
    });
    expect(await machines.ask('SELECT 1 FROM slice')).toEqual([]);
    expect(await machines.countCreates()).toBe(3);
  });

  test('ends as stopped if it is stopped right before it is split into slices', async () => {
    const scheduled = await TestScheduler.on(await startTestSandbox());
    const { machines } = scheduled;
    const sheet = await machines.addSheet(['E-1']);
    scheduled.beforeSplit = async (run) => {
      await haltRun(machines.store, run, 'stopped');
    };
    await scheduled.start(sheet);
    await scheduled.until(sheet, 'stopped');
    expect(await machines.countCreates()).toBe(0);
  });

  test('sends a row again after a person has settled it as having no assessment', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.loseAnswer('E-2');
    const scheduled = await TestScheduler.on(sandbox);
    const { machines, work } = scheduled;
    await scheduled.startWorker();
    const sheet = await machines.addSheet(['E-1', 'E-2', alwaysPending]);
    const run = await scheduled.start(sheet, { operation: 'assess', maxNew: 3 });
    await expect.poll(() => listUnconfirmed(machines.store, sheet)).toHaveLength(1);
    // The limit `maxNew` applies only when a run starts.
    const order = JSON.stringify({ operation: 'assess', maxNew: 0 });
    await machines.ask('UPDATE run SET options = $1', order);
    const [unconfirmed] = await listUnconfirmed(machines.store, sheet);
    const key = unconfirmed?.key ?? '';
    await ageRequests(machines.store);
    await work.settle(sheet, key, { exists: false }, entryBy('me'));
    const readStatuses = () => machines.readStatuses(sheet, 3);
    await expect.poll(readStatuses).toEqual(['Scored', 'Scored', 'Pending']);
    expect(await listUnconfirmed(machines.store, sheet)).toEqual([]);
    expect(await machines.countCreates()).toBe(4);
    // A row that is sent again counts as one more row, as on one machine.
    await expect
      .poll(() => machines.readLatestRun(sheet))
      .toMatchObject({ id: run, state: 'running', rows: 4, done: 3, created: 1 });
    await work.halt(run, 'paused');
    expect(await machines.readLatestRun(sheet)).toMatchObject({
      state: 'paused',
      rows: 4,
      done: 3,
    });
  });

  test('fetches the scores of a row that another process settles just before the run ends', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.loseAnswer('E-2');
    const scheduled = await TestScheduler.on(sandbox);
    const { machines } = scheduled;
    await scheduled.startWorker();
    const sheet = await machines.addSheet(['E-1', 'E-2']);
    let settlements = 0;
    scheduled.beforeEnd = async () => {
      const [lost] = await listUnconfirmed(machines.store, sheet);
      if (lost === undefined) return;
      const [assessment] = (await sandbox.readLedger()).assessments.filter(
        (a) => a.employeeId === 'E-2',
      );
      // The other process dies before it can inform the schedulers.
      await settleRow(machines.ports, sheet, lost.key, {
        exists: true,
        id: String(assessment?.assessmentId),
      });
      settlements++;
    };
    await scheduled.start(sheet);
    await expect.poll(() => settlements).toBe(1);
    await scheduled.until(sheet, 'ended');
    expect(await machines.readStatuses(sheet, 2)).toEqual(['Scored', 'Scored']);
    expect(await machines.countCreates()).toBe(2);
  });

  test.for([
    ['an error', 'workFailed', new Error('no room for Ada Lovelace')],
    ['the death of its worker', 'workersDied', undefined],
  ] as const)(
    'fails with a fixed message, without error details, after %s in the last attempt at a slice',
    async ([, failure, error]) => {
      const scheduled = await TestScheduler.on(await startTestSandbox());
      const { machines } = scheduled;
      const sheet = await machines.addSheet(['E-1']);
      await scheduled.start(sheet);
      const job = await scheduled.takeLastAttempt();
      await machines.jobs.fail(job, error);
      const messages = [runFailures[failure]];
      expect((await scheduled.until(sheet, 'failed')).messages).toEqual(messages);
      // The webhook receives the same message.
      const [outside] = await machines.ask('SELECT messages_outside FROM run');
      expect(JSON.parse(outside?.messages_outside as string)).toEqual(messages);
      await scheduled.startWorker();
      await scheduled.start(sheet);
      await scheduled.until(sheet, 'ended');
      expect(await machines.countCreates()).toBe(1);
    },
  );

  test.for([
    ['claims of its rows', 'INSERT ON sent_request', /recorded for other sheets/],
    ['lines of its journal', 'INSERT ON journal', /could not be worked on/],
    ['the record that the slice was taken', 'UPDATE OF taken_at ON slice', /could not be taken/],
  ] as const)(
    'fails with a fixed message after the last attempt at a slice if the database refuses %s',
    async ([, statement, message]) => {
      const lines = testLog();
      const scheduled = await TestScheduler.on(await startTestSandbox());
      const { machines } = scheduled;
      const sheet = await machines.addSheet(['E-1']);
      await scheduled.start(sheet);
      const job = await scheduled.takeLastAttempt();
      await machines.ask(`
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'permission denied' USING ERRCODE = '42501'; END $$`);
      await machines.ask(`CREATE TRIGGER refused BEFORE ${statement} EXECUTE FUNCTION refuse()`);
      await expect(machines.work(job)).rejects.toThrow();
      const logged = lines.filter(({ level, msg }) => level === 'error' && message.test(msg));
      expect(logged).toMatchObject([{ err: { code: '42501' } }]);
      expect((await scheduled.until(sheet, 'failed')).messages).toEqual([runFailures.workFailed]);
      expect(await machines.countCreates()).toBe(0);
    },
  );

  test('is split again after the jobs of its slices were deleted', async () => {
    const scheduled = await TestScheduler.on(await startTestSandbox());
    const { machines } = scheduled;
    const sheet = await machines.addSheet(['E-1']);
    await scheduled.start(sheet);
    await scheduled.until(sheet, 'running');
    const deleteJobs = () => machines.ask('DELETE FROM rwa_queue.job RETURNING 1');
    await expect.poll(deleteJobs).toHaveLength(1);
    await scheduled.startWorker();
    await scheduled.until(sheet, 'ended');
    expect(await machines.countCreates()).toBe(1);
  });

  test('does not delay other runs while another process holds its sheet', async () => {
    const scheduled = await TestScheduler.on(await startTestSandbox());
    const { machines } = scheduled;
    await scheduled.startWorker();
    const sheets = [];
    for (let number = 1; number <= 6; number++) {
      sheets.push(await machines.addSheet([`E-${number}`], '\n'.repeat(number)));
    }
    const last = sheets.pop() ?? '';
    const holds = await Promise.all(sheets.map((sheet) => machines.ports.locks.take(sheet)));
    for (const sheet of sheets) await scheduled.start(sheet);
    await scheduled.start(last);
    await scheduled.until(last, 'ended');
    const waiting = await Promise.all(sheets.map((sheet) => machines.readLatestRun(sheet)));
    expect(waiting.map(({ state }) => state)).toEqual(sheets.map(() => 'queued'));
    await Promise.all(holds.map((hold) => hold.release()));
    for (const sheet of sheets) await scheduled.until(sheet, 'ended');
  });
});
