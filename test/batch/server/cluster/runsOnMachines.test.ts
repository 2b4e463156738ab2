import { describe, expect, test, vi } from 'vitest';
import type { Store } from '../../../../batch/server/db/store.js';
import { takeSlice } from '../../../../batch/server/cluster/slice.js';
import { SliceJournal } from '../../../../batch/server/cluster/sliceJournal.js';
import { workOnSlice } from '../../../../batch/server/cluster/workOnSlice.js';
import { findSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { changeSheet } from '../../../../batch/server/sheets/changeSheet.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees, hireRow } from '../../run/testRun.js';
import { addReadSheet } from '../runs/testSheet.js';
import { TestWork } from '../runs/testWork.js';
import { testLog } from '../testLog.js';
import { loseAnswers } from './lostAnswers.js';
import { TestMachines } from './testMachines.js';

const changesOfLocks = /(?:insert into|update|delete from) "?(?:slice|hold)\b/i;

describe.skipIf(!hasPostgres)('a run on many machines', () => {
  test('is split into slices, which two workers finish', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const count = 120;
    const sheet = await machines.addSheet(employees(count));
    const { run, slices } = await machines.begin(sheet);
    const totals = await machines.ask(
      'SELECT json_array_length(rows::json) AS total FROM slice ORDER BY total',
    );
    expect(totals).toEqual([{ total: 20 }, { total: 100 }]);
    await machines.workAll(slices, [machines.ports, await machines.openWorker()]);
    const finished = await machines.ask('SELECT rows, done FROM slice ORDER BY done');
    expect(finished).toEqual([
      { rows: null, done: 20 },
      { rows: null, done: 100 },
    ]);
    await machines.end(run);
    expect(await machines.readLatestRun(sheet)).toMatchObject({
      state: 'ended',
      messages: [],
      rows: count,
      done: count,
      created: 0,
    });
    expect(await machines.readStatuses(sheet, count)).toEqual(employees(count).map(() => 'Scored'));
    expect((await findSheet(machines.store, sheet))?.counts).toEqual({ Scored: count });
    expect(await machines.ask('SELECT 1 FROM slice')).toEqual([]);
    expect(await machines.ask("SELECT 1 FROM sent_request WHERE state <> 'done'")).toEqual([]);
    expect(await machines.countCreates()).toBe(count);
  });

  test('has the same statuses and messages as on one machine', async () => {
    const hire = hireRow('E-1');
    const lines = [
      hire,
      hire,
      hireRow('E-2').replace('France', 'Atlantis'),
      hireRow(''),
      hireRow('SANDBOX-REJECTED'),
      hireRow('SANDBOX-LOST-ANSWER'),
      hireRow('E-3'),
      '',
    ];
    const alone = await TestWork.open(await startTestSandbox());
    const machines = await TestMachines.on(await startTestSandbox());
    await addReadSheet(alone.ports, 'sheet-1', lines);
    await alone.start('sheet-1');
    const expected = await alone.until('sheet-1', 'ended');
    const sheet = await machines.addLines(lines);
    const { state, messages, rows, done, created } = await machines.runToEnd(sheet);
    const { state: expectedState, messages: expectedMessages, ...counts } = expected;
    expect({ state, messages }).toEqual({ state: expectedState, messages: expectedMessages });
    expect(counts).toMatchObject({ rows, done, created });
    const rowsOfBoth = [await alone.rows('sheet-1', 7), await machines.readRows(sheet, 7)];
    const both = rowsOfBoth.map((rows) => rows.map(({ status, message }) => ({ status, message })));
    expect(both[1]).toEqual(both[0]);
    expect((await findSheet(machines.store, sheet))?.counts).toEqual(
      (await findSheet(alone.store, 'sheet-1'))?.counts,
    );
    const readUnconfirmed = async (store: Store, id: string) =>
      (await listUnconfirmed(store, id)).map(({ row, reason, sent }) => ({ row, reason, sent }));
    expect(await readUnconfirmed(machines.store, sheet)).toEqual(
      await readUnconfirmed(alone.store, 'sheet-1'),
    );
  });

  test('ends although the service has no result for an Assessment ID that a person has mistyped', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.loseAnswer('E-1');
    const machines = await TestMachines.on(sandbox);
    const sheet = await machines.addSheet(['E-1', 'E-2']);
    await machines.runToEnd(sheet);
    const [lost] = await listUnconfirmed(machines.store, sheet);
    const id = '1700000000000x123456789012345678';
    await settleRow(machines.ports, sheet, lost?.key ?? '', { exists: true, id });
    await machines.runToEnd(sheet);
    expect(await machines.readStatuses(sheet, 2)).toEqual(['Pending', 'Scored']);
  });

  test('leaves its rows to other workers if one worker has the token of another company', async () => {
    testLog();
    const machines = await TestMachines.on(await startTestSandbox());
    await machines.runToEnd(await machines.addSheet(['E-1']));
    const token = machines.sandbox.sandbox.tokens[1] ?? '';
    const sheet = await machines.addSheet(['E-2']);
    const { job } = await machines.beginOne(sheet);
    await machines.work(job, await machines.openWorker({ token }));
    const { state, messages } = await machines.readLatestRun(sheet);
    expect(state).toBe('running');
    expect(messages[0]).toContain('has no assessment');
    expect(messages[1]).toContain('which leaves the rows to other workers');
    expect(await machines.countCreates()).toBe(1);
    await machines.workAll(await machines.jobs.giveOut());
    expect((await machines.readLatestRun(sheet)).messages).toEqual([]);
    expect(await machines.readStatuses(sheet, 1)).toEqual(['Scored']);
  });

  test('assesses each scored row exactly once in a round, and ends the round', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(3));
    await machines.runToEnd(sheet);
    const before = (await machines.readRows(sheet, 3)).map(({ assessmentId }) => assessmentId);
    const run = await machines.runToEnd(sheet, { operation: 'reassess' });
    expect(run).toMatchObject({ state: 'ended', rows: 3, done: 3 });
    const after = await machines.readRows(sheet, 3);
    expect(after.every(({ change }) => change !== undefined)).toBe(true);
    expect(after.some(({ assessmentId }) => before.includes(assessmentId))).toBe(false);
    const rounds = (await machines.readFacts(sheet)).filter(({ fact }) => fact.startsWith('round'));
    expect(rounds.map(({ fact }) => fact)).toEqual(['round', 'round_ended']);
    expect(await machines.countCreates()).toBe(6);
  });

  test('resends each rejected row once on request, even if its slice is taken twice', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const { sandbox } = machines;
    const once = { operation: 'rwa_create', fault: 'platform-400', times: 1 };
    await sandbox.control('POST faults', { ...once, match: { employeeId: 'E-1' } });
    const sheet = await machines.addSheet(['E-1', 'SANDBOX-REJECTED']);
    await machines.runToEnd(sheet);
    expect(await machines.readStatuses(sheet, 2)).toEqual(['Rejected', 'Rejected']);

    const order = { operation: 'assess', retryRejected: true } as const;
    const { run, job } = await machines.beginOne(sheet, order);
    await workOnSlice(machines.ports, await machines.take(job), new AbortController().signal);
    // The first worker dies before it can report the end of the slice.
    await machines.workAll([await machines.letDie(job)], [await machines.openWorker()]);
    await machines.end(run);
    expect(await machines.readLatestRun(sheet)).toMatchObject({ state: 'ended', rows: 2, done: 2 });
    expect(await machines.readStatuses(sheet, 2)).toEqual(['Scored', 'Rejected']);
    expect((await sandbox.readLedger()).requests.rwa_create).toBe(4);
  });

  test('fails with the reason if it has more new rows than allowed', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(3));
    const { slices } = await machines.begin(sheet, { operation: 'assess', maxNew: 2 });
    expect(slices).toEqual([]);
    const { state, messages } = await machines.readLatestRun(sheet);
    expect(state).toBe('failed');
    expect(messages[0]).toMatch(/^3 rows would be assessed for the first time, but at most 2/);
    expect((await findSheet(machines.store, sheet))?.stage).toBe('check');
    expect(await machines.runToEnd(sheet, { operation: 'assess', maxNew: 3 })).toMatchObject({
      state: 'ended',
      done: 3,
    });
  });

  test('fails with the reason, without retries, if its journal is damaged', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(3));
    const { run, job } = await machines.beginOne(sheet);
    await machines.ask(
      `INSERT INTO journal (owner, row, lines)
       SELECT $1, key, '{"fact":' || chr(10) FROM row WHERE sheet = $1 ORDER BY number LIMIT 1`,
      sheet,
    );
    testLog();
    await machines.work(job);
    const [course] = await machines.ask(
      'SELECT halt_as, run_course.messages FROM run_course JOIN run ON id = run WHERE run = $1',
      run,
    );
    expect(course?.halt_as).toBe('failed');
    expect(course?.messages).toContain('damaged');
    expect(await machines.countCreates()).toBe(0);
  });

  test('shows Unconfirmed for the row that a dead worker was sending, as soon as another worker has the slice', async () => {
    const sandbox = await startTestSandbox({ latencyMs: 4_000 });
    // This fault adds three seconds to the latency of each answer.
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'slow' });
    const machines = await TestMachines.on(sandbox);
    const sheet = await machines.addSheet(employees(3));
    const { job, taken } = await machines.beginAndTake(sheet);
    const journalStore = new SliceJournal(machines.store, taken);
    const key = taken.rows[1]?.key ?? '';
    const intent = { fact: 'intent', row: key, attempt: 1, at: '2026-11-25T12:00:00.000Z' };
    journalStore.append(Buffer.from(`${JSON.stringify(intent)}\n`));
    await journalStore.sync();
    const working = machines.work(await machines.letDie(job));
    await vi.waitFor(async () => {
      expect(await machines.readStatuses(sheet, 3)).toEqual([
        'Not sent',
        'Unconfirmed',
        'Not sent',
      ]);
    }, 6_900);
    expect(await listUnconfirmed(machines.store, sheet)).toHaveLength(1);
    const [row] = await machines.ask("SELECT choices FROM row WHERE status = 'Unconfirmed'");
    expect(row?.choices).toContain('settle');
    await working;
    expect(await machines.readStatuses(sheet, 3)).toEqual(['Scored', 'Unconfirmed', 'Scored']);
  });

  test('is split again after a change of its sheet, even one that affects no row', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(3));
    const run = await machines.queue(sheet);
    await machines.split(run);
    await changeSheet(machines.ports, sheet, () => []);
    const listDue = () =>
      machines.ask('SELECT 1 FROM run_course WHERE run = $1 AND is_split_due', run);
    expect(await listDue()).toHaveLength(1);
    const [job] = await machines.jobs.giveOut();
    // The rows of the slice are outdated.
    expect(job && (await takeSlice(machines.store, job))).toBe('none');
    if (job) await machines.work(job);
    expect(await machines.countCreates()).toBe(0);
    await machines.end(run);
    expect((await machines.readLatestRun(sheet)).state).toBe('running');
    await machines.split(run);
    expect(await listDue()).toEqual([]);
    await machines.workAll(await machines.jobs.giveOut());
    await machines.end(run);
    expect(await machines.readLatestRun(sheet)).toMatchObject({ state: 'ended', rows: 3, done: 3 });
  });

  test('can be split again if the process that was splitting it froze', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const { locks } = machines.ports;
    const sheet = await machines.addSheet(employees(3));
    const run = await machines.queue(sheet);
    const hold = await locks.take(sheet);
    const taking = vi.spyOn(locks, 'take');
    const frozen = { ...hold, findLoss: () => ({ code: 'lockLost', lock: sheet }) as const };
    taking.mockResolvedValueOnce({ ...frozen, release: () => Promise.resolve() });
    await expect(machines.split(run)).rejects.toThrow('lockLost');
    expect(await machines.readLatestRun(sheet)).toMatchObject({ state: 'queued', messages: [] });
    await hold.release();
    await machines.split(run);
    await machines.workAll(await machines.jobs.giveOut());
    await machines.end(run);
    expect(await machines.readLatestRun(sheet)).toMatchObject({
      state: 'ended',
      messages: [],
      done: 3,
    });
  });

  test('does not send a row that another run sends at the same time for another sheet', async () => {
    const machines = await TestMachines.on(await startTestSandbox({ latencyMs: 300 }));
    const sheets = [
      await machines.addSheet(['E-1', 'E-2']),
      await machines.addSheet(['E-1', 'E-3'], '\r\n'),
    ] as const;
    const runs = [await machines.beginOne(sheets[0]), await machines.beginOne(sheets[1])] as const;
    await Promise.all([
      machines.work(runs[0].job),
      machines.work(runs[1].job, await machines.openWorker()),
    ]);
    await machines.end(runs[0].run);
    await machines.end(runs[1].run);
    for (const sheet of sheets)
      expect(await machines.readStatuses(sheet, 2)).toEqual(['Scored', 'Scored']);
    expect(await machines.countCreates()).toBe(3);
    const [first, second] = await Promise.all(sheets.map((sheet) => machines.readRows(sheet, 1)));
    expect(first?.[0]?.assessmentId).toBe(second?.[0]?.assessmentId);
  });

  test('does not fail if connections are lost while it is split or ended', async () => {
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(employees(3));
    // The answer to every second change of a slice or a lock is lost, beginning with the first.
    loseAnswers(machines.store, changesOfLocks, (count) => count % 2 === 1);
    const run = await machines.runToEnd(sheet);
    expect(run).toMatchObject({ state: 'ended', messages: [], rows: 3, done: 3 });
    expect(await machines.readStatuses(sheet, 3)).toEqual(['Scored', 'Scored', 'Scored']);
    expect(await machines.ask('SELECT 1 FROM slice')).toEqual([]);
    expect(await machines.countCreates()).toBe(3);
  });
});
