import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Journal } from '../../../../batch/engine/journal/journal.js';
import { JournalError } from '../../../../batch/engine/journal/journalStore.js';
import { SharedLocks } from '../../../../batch/server/cluster/sharedLocks.js';
import { sliceSender } from '../../../../batch/server/cluster/queue.js';
import { checkLease, releaseSlice, takeSlice } from '../../../../batch/server/cluster/slice.js';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { readSliceJournal, SliceJournal } from '../../../../batch/server/cluster/sliceJournal.js';
import { workOnSlice } from '../../../../batch/server/cluster/workOnSlice.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/testRun.js';
import { testService } from '../runs/testWork.js';
import { loseAnswers } from './lostAnswers.js';
import { TestMachines } from './testMachines.js';

const at = '2026-11-25T12:00:00.000Z';
const toLine = (fact: object) => Buffer.from(`${JSON.stringify(fact)}\n`);
const intentFact = (row: string) => ({ fact: 'intent', row, attempt: 1, at });
const createdFact = (row: string) => ({ fact: 'created', row, assessmentId: `of ${row}`, at });
const unaborted = new AbortController().signal;

describe.skipIf(!hasPostgres)('a slice', () => {
  /** Takes a slice, lets this first holder die, and takes the slice again. */
  const takeOverSlice = async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(3));
    const { job, taken: lost } = await machines.beginAndTake(sheet);
    const nextJob = await machines.letDie(job);
    const taken = await machines.take(nextJob);
    return { machines, sheet, job, nextJob, lost, taken };
  };

  test('is not changed by appends, claims, counts or a release from its first holder after a takeover', async () => {
    const { machines, sheet, lost, taken } = await takeOverSlice();
    const { store, sent } = machines.ports;
    const before = await machines.readFacts(sheet);
    const journalStore = new SliceJournal(store, lost);
    journalStore.append(toLine(intentFact(lost.rows[0]?.key ?? '')));
    await expect(journalStore.sync()).rejects.toMatchObject({
      reason: { code: 'journalChanged' },
    });
    expect(journalStore.isLost).toBe(true);
    expect(() => {
      journalStore.assertInPlace();
    }).toThrow(JournalError);
    expect(await machines.readFacts(sheet)).toEqual(before);

    const claim = sent
      .createClaimStore(sheet, () => undefined, lost)
      .claim(lost.rows[1]?.key ?? '', {});
    await expect(claim).rejects.toMatchObject({ reason: { code: 'journalChanged' } });
    expect(await machines.ask('SELECT 1 FROM sent_request')).toEqual([]);

    const counts = { done: 3, created: 0 };
    expect((await checkLease(store, lost, counts)).status).toBe('lost');
    const releasing = inTransaction(store, (tx) =>
      releaseSlice(tx, sliceSender, lost, { kind: 'done' }, counts),
    );
    expect(await releasing).toBe(false);
    const [slice] = await machines.ask('SELECT rows IS NULL AS is_done, done, attempt FROM slice');
    expect(slice).toEqual({ is_done: false, done: 0, attempt: 1 });
    expect((await checkLease(store, taken, { done: 0, created: 0 })).status).toBe('held');
  });

  test('is no longer held by its worker once a web process has locked its sheet', async () => {
    const { machines, sheet, nextJob, taken } = await takeOverSlice();
    const { store } = machines.ports;
    await machines.jobs.fail(nextJob);
    const hold = await new SharedLocks(machines.store).take(sheet);
    const journalStore = new SliceJournal(store, taken);
    journalStore.append(toLine(intentFact(taken.rows[0]?.key ?? '')));
    await expect(journalStore.sync()).rejects.toMatchObject({
      reason: { code: 'journalChanged' },
    });
    expect((await checkLease(store, taken, { done: 0, created: 0 })).status).toBe('lost');
    await hold.release();
    // A worker that was frozen before it took the slice cannot take it from another worker.
    const [next] = await machines.jobs.giveOut();
    await takeSlice(store, nextJob);
    expect((await checkLease(store, taken, { done: 0, created: 0 })).status).toBe('lost');
    expect(await takeSlice(store, next ?? nextJob)).toMatchObject({ attempt: 2 });
    expect(await takeSlice(store, nextJob)).toBe('none');
  });

  test('stays in the queue after its holder was silent and a web process locked its sheet for a moment', async () => {
    // With this latency, the web process locks the sheet long before the slice is finished.
    const machines = await TestMachines.on(await startTestSandbox({ latencyMs: 4_000 }));
    const sheet = await machines.addSheet(employees(3));
    const { job } = await machines.beginOne(sheet);
    const working = machines.work(job);
    const countSent = async () => (await machines.sandbox.readLedger()).requests.rwa_create;
    await expect.poll(countSent).toBeGreaterThan(0);
    await machines.jobs.fail(job);
    const hold = await new SharedLocks(machines.store).take(sheet);
    await hold.release();
    await working;
    expect(await machines.jobs.giveOut()).toMatchObject([{ id: job.id, retryCount: 1 }]);
  });

  test('is not worked on while the last heartbeat of its holder is old', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const { job } = await machines.beginOne(await machines.addSheet(employees(3)));
    await machines.ask("UPDATE rwa_queue.job SET heartbeat_on = now() - interval '20 seconds'");
    await machines.work(job);
    expect((await machines.sandbox.readLedger()).requests.rwa_create).toBe(0);
  });

  test('is worked on only by its new holder after a takeover', async () => {
    const { machines, sheet, nextJob, lost } = await takeOverSlice();
    await workOnSlice(machines.ports, lost, unaborted);
    const { requests } = await machines.sandbox.readLedger();
    expect(requests.rwa_create).toBe(0);
    expect(await machines.readStatuses(sheet, 3)).toEqual(['Not sent', 'Not sent', 'Not sent']);
    await machines.work(await machines.letDie(nextJob));
    expect(await machines.readStatuses(sheet, 3)).toEqual(['Scored', 'Scored', 'Scored']);
  });

  test('shows Unconfirmed for rows that its first holder sent, and its next holder sends only the other rows', async () => {
    const machines = await TestMachines.on(await startTestSandbox({ latencyMs: 1_000 }));
    // Enough rows that the first worker cannot send all of them before the takeover, even on a busy machine.
    const rows = 24;
    const sheet = await machines.addSheet(employees(rows));
    const { job, taken: lost } = await machines.beginAndTake(sheet);
    const work = workOnSlice(machines.ports, lost, unaborted);
    await expect.poll(() => machines.countCreates(), { interval: 10 }).toBeGreaterThan(0);
    const taken = await machines.take(await machines.letDie(job));
    expect(await work).toBe('lost');
    const intents = (await machines.readFacts(sheet)).filter(
      ({ fact }) => fact === 'intent',
    ).length;
    const sent = await machines.countCreates();
    expect(intents).toBeLessThan(rows);
    // A row whose intent was written during the takeover may not have been sent.
    expect(sent).toBeLessThanOrEqual(intents);

    const other = await machines.openWorker();
    await workOnSlice(other, taken, unaborted);
    expect(await machines.countCreates()).toBe(sent + rows - intents);
    const statuses = await machines.readStatuses(sheet, rows);
    const unconfirmed = statuses.filter((status) => status === 'Unconfirmed');
    expect(unconfirmed).toHaveLength(intents);
  });

  test('is never held by a worker while another process holds its sheet', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const { store } = await machines.openWorker();
    const outcomes = new Set<string>();
    for (let number = 0; number < 12; number++) {
      const sheet = await machines.addSheet([`E-${number}`], '\n'.repeat(number));
      await machines.split(await machines.queue(sheet));
      const take = async () => {
        const [job] = await machines.jobs.giveOut();
        return job && takeSlice(store, job);
      };
      const hold = async () => {
        // The sheet is taken before or after the job is given out, depending on `number`.
        await sleep(2 * number);
        return machines.ports.locks.tryTake(sheet, true);
      };
      const [taken, held] = await Promise.all([take(), hold()]);
      outcomes.add(`${typeof taken} ${typeof held}`);
      await held?.release();
    }
    expect([...outcomes]).not.toContain('object object');
  });

  test('rejects repeated appends from its first holder after a takeover', async () => {
    const { machines, lost } = await takeOverSlice();
    const journalStore = new SliceJournal(machines.store, lost);
    journalStore.append(toLine(intentFact('row')));
    await expect(journalStore.sync()).rejects.toThrow(JournalError);
    journalStore.append(toLine(createdFact('row')));
    await expect(journalStore.sync()).rejects.toThrow(JournalError);
  });
});

describe.skipIf(!hasPostgres)('an append to the journal of a slice', () => {
  test('is written once although its answer is lost twice, and later appends follow it', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(1));
    const { taken } = await machines.beginAndTake(sheet);
    const before = (await machines.readFacts(sheet)).length;
    const { store } = machines.ports;
    loseAnswers(store, /INSERT INTO journal/, [1, 2]);
    const journalStore = new SliceJournal(store, taken);
    journalStore.append(Buffer.concat([toLine(intentFact('1')), toLine(intentFact('2'))]));
    const synced = journalStore.sync();
    journalStore.append(toLine(intentFact('3')));
    await new Promise((resolve) => setTimeout(resolve, 20));
    journalStore.append(toLine(createdFact('1')));
    await synced;
    await journalStore.sync();
    const added = (await machines.readFacts(sheet)).slice(before);
    expect(added).toEqual([intentFact('1'), intentFact('2'), intentFact('3'), createdFact('1')]);
  });

  test('causes no duplicate request or fact, and loses no score, if its answer is lost', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(4));
    const { run, slices } = await machines.begin(sheet);
    loseAnswers(machines.store, /INSERT INTO journal/, [1, 2, 4]);
    await machines.workAll(slices);
    await machines.end(run);
    expect(await machines.readStatuses(sheet, 4)).toEqual(['Scored', 'Scored', 'Scored', 'Scored']);
    expect(await machines.countCreates()).toBe(4);
    const facts = (await machines.readFacts(sheet)).map((fact) => JSON.stringify(fact));
    expect(new Set(facts).size).toBe(facts.length);
  });
});

describe.skipIf(!hasPostgres)('a worker', () => {
  const claimRow = async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(2));
    const { job, taken } = await machines.beginAndTake(sheet);
    const { sent } = await machines.openWorker();
    const [key = ''] = taken.rows.map((row) => row.key);
    expect(await sent.createClaimStore(sheet, () => undefined, taken).claim(key, {})).toBe('new');
    return { machines, sheet, job, taken, key };
  };

  test('that dies between an intent and its answer leaves the row Unconfirmed, and no other worker sends the row', async () => {
    const { machines, sheet, job, taken, key } = await claimRow();
    const { store, now } = machines.ports;
    const stored = await readSliceJournal(store, taken);
    const journalStore = new SliceJournal(store, taken);
    const journal = new Journal(journalStore, stored, { service: testService, now });
    journal.append({ fact: 'intent', row: key, attempt: 1, at });
    await journal.waitForSync();
    await machines.work(await machines.letDie(job));
    expect(await machines.readStatuses(sheet, 2)).toEqual(['Unconfirmed', 'Scored']);
    expect(await machines.countCreates()).toBe(1);
    const open = await machines.ask("SELECT row FROM sent_request WHERE state = 'open'");
    expect(open).toEqual([{ row: key }]);
  });

  test('that dies between a claim and its intent leaves the row to another worker, which sends it', async () => {
    const { machines, sheet, job } = await claimRow();
    await machines.work(await machines.letDie(job));
    expect(await machines.readStatuses(sheet, 2)).toEqual(['Scored', 'Scored']);
    expect(await machines.countCreates()).toBe(2);
  });
});
