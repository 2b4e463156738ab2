import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Plan } from '../../../../batch/server/contract/shapes.js';
import { holdIfRestored } from '../../../../batch/server/restore/restored.js';
import { openStore } from '../../../../batch/server/db/open.js';
import {
  addDecisions,
  listDecisions,
  listUnfinishedDecisions,
} from '../../../../batch/server/decisions/decisionStore.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { queueRun, requeueRun } from '../../../../batch/server/runs/runStore.js';
import {
  endGapForNewSheets,
  markChecked,
  findUncheckedGap,
} from '../../../../batch/server/restore/recordGap.js';
import { listDueSchedules, setSchedule } from '../../../../batch/server/rounds/scheduleStore.js';
import { testCluster, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { toEnv, folderWith } from '../../cli/rwaUnderTest.js';
import { headings, hireRow } from '../../run/testRun.js';
import { signIn, startServing } from '../serveUnderTest.js';
import { addCsvSheet } from '../storedRows.js';
import { createAsk } from './testMachines.js';

test.runIf(hasPostgres)(
  'a server holds each sheet of a copied database until a person has checked it, but holds none after a crash of Postgres',
  async () => {
    const cluster = await testCluster();
    const url = await cluster.createDatabase();
    const store = await openStore(url);
    const order = { operation: 'assess' } as const;
    const started = { by: 'me', at: '2026-11-25T12:00:00.000Z' };
    await queueRun(store, 'sheet', order, started);
    expect(await holdIfRestored(store)).toBe(false);
    await cluster.restart();
    expect(await holdIfRestored(store)).toBe(false);
    expect((await findLatestRun(store, 'sheet'))?.state).toBe('queued');
    expect(await findUncheckedGap(store, 'sheet')).toBeUndefined();
    await store.close();

    const copied = await openStore(await cluster.copyDatabase(url));
    onTestFinished(() => copied.close());
    expect(await holdIfRestored(copied)).toBe(true);
    const { id = '' } = (await findLatestRun(copied, 'sheet')) ?? {};
    expect(await findLatestRun(copied, 'sheet')).toMatchObject({
      state: 'paused',
      messages: [expect.stringContaining('restored')],
    });
    expect(await holdIfRestored(copied)).toBe(false);
    expect(await requeueRun(copied, id)).toBe(false);
    const gap = await findUncheckedGap(copied, 'sheet');
    expect(gap?.since).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    await expect(queueRun(copied, 'other', order, started)).rejects.toThrow('restored');
    if (gap !== undefined) await markChecked(copied, 'sheet', gap);
    expect(await requeueRun(copied, id)).toBe(true);
    expect(await findUncheckedGap(copied, 'other')).toEqual(gap);
    await endGapForNewSheets(copied, '2026-11-25T13:00:00.000Z');
    for (const [sheet, hour] of [
      ['before', 12],
      ['after', 14],
    ] as const) {
      await addCsvSheet(copied, sheet, { uploadedAt: `2026-11-25T${hour}:00:00.000Z` });
    }
    expect(await findUncheckedGap(copied, 'before')).toEqual(gap);
    expect(await findUncheckedGap(copied, 'after')).toBeUndefined();
  },
);

test.runIf(hasPostgres)(
  'a server stores the time in its database at most once a minute, so that it can determine after a restore until when the data is complete',
  async () => {
    const cluster = await testCluster();
    const url = await cluster.createDatabase();
    const store = await openStore(url);
    const ask = createAsk(store);
    onTestFinished(() => store.close());
    await holdIfRestored(store);
    const readStored = async () =>
      (await ask("SELECT value FROM setting WHERE name = 'database_identity'"))[0]?.value;
    const before = await readStored();
    expect(await holdIfRestored(store)).toBe(false);
    expect(await readStored()).toBe(before);
    // Makes the stored time older than a minute. The identity must end with the id of the transaction that writes the
    // row; otherwise the database counts as restored.
    await ask(
      `UPDATE setting SET value = jsonb_build_object(
         'identity', regexp_replace(value::json->>'identity', '\\d+$', pg_current_xact_id()::xid::text),
         'at', '2026-01-01T00:00:00.000Z')::text WHERE name = 'database_identity'`,
    );
    expect(await holdIfRestored(store)).toBe(false);
    expect(await readStored()).not.toContain('2026-01-01');
    expect(await holdIfRestored(store)).toBe(false);
  },
);

test.runIf(hasPostgres)(
  'a server holds runs and rounds of schedules, and fails unfinished decisions, when a dump is restored into its own database',
  async () => {
    const cluster = await testCluster();
    const url = await cluster.createDatabase();
    const before = await openStore(url);
    const [by, at] = ['me', '2026-11-25T12:00:00.000Z'];
    await queueRun(before, 'sheet', { operation: 'assess' }, { by, at });
    const schedule = {
      every: 'month',
      from: '2026-10-01',
      olderThanDays: 0,
      maxNew: null,
    } as const;
    await setSchedule(before, 'scheduled', schedule, { nextAt: at, by });
    await addDecisions(before, [
      {
        id: 'decision',
        sheet: 'sheet',
        row: 2,
        assessmentId: '1x2',
        status: 'Manager Approved',
        person: 'm',
        personField: 'managerId',
        note: '',
        by,
        at,
      },
    ]);
    expect(await holdIfRestored(before)).toBe(false);
    expect(await listDueSchedules(before, at)).toHaveLength(1);
    await cluster.restoreInPlace(url, () => before.close());

    const restored = await openStore(url);
    onTestFinished(() => restored.close());
    expect(await holdIfRestored(restored)).toBe(true);
    expect((await findLatestRun(restored, 'sheet'))?.state).toBe('paused');
    expect(await listDueSchedules(restored, at)).toEqual([]);
    expect(await listUnfinishedDecisions(restored)).toEqual([]);
    expect(await listDecisions(restored, 'sheet', { row: 2, employeeId: '' })).toMatchObject([
      { state: 'failed' },
    ]);
    expect(await holdIfRestored(restored)).toBe(false);
    const gap = await findUncheckedGap(restored, 'scheduled');
    if (gap !== undefined) await markChecked(restored, 'scheduled', gap);
    expect(await listDueSchedules(restored, at)).toHaveLength(1);
  },
);

test.runIf(hasPostgres)(
  'a server sends none of 120 rows again after a dump from before their run was restored',
  async () => {
    const [cluster, sandbox] = [await testCluster(), await startTestSandbox()];
    const [folder, url] = [await folderWith(), await cluster.createDatabase()];
    writeFileSync(join(folder, 'database'), url);
    const startCommand = (name: 'serve' | 'worker', ...more: string[]) => {
      const args = [name, '--database-file', join(folder, 'database'), '--port', '0', '--json'];
      return startServing(folder, [...args, ...more], toEnv(sandbox));
    };
    const startServer = async () => signIn(await startCommand('serve', '--new-link'));
    let server = await startServer();
    const employees = Array.from({ length: 120 }, (_, index) => `E-${index + 1}`);
    const sheet = [headings, ...employees.map(hireRow), ''].join('\r\n');
    const { id } = await server.upload('hires.csv', sheet);
    await server.stop();

    const sendAll = async () => {
      server = await startServer();
      const worker = await startCommand('worker');
      await server.start(id);
      await expect.poll(async () => (await server.sheet(id)).run?.state).toBe('ended');
      worker.kill('SIGTERM');
      await worker.ended;
      await server.stop();
    };
    await cluster.restoreInPlace(url, sendAll);
    expect((await sandbox.readLedger()).assessments).toHaveLength(120);

    server = await startServer();
    const { restored } = await server.sheet(id);
    expect(restored?.message).toMatch(/It does not know what was sent (?:between|at) /);
    const plan = await server.json<Plan>('GET', `/api/sheets/${id}/plan?operation=assess`);
    expect(plan.messages[0]).toBe(restored?.message);
    const { status } = await server.ask('POST', `/api/sheets/${id}/runs`, { operation: 'assess' });
    expect(status).toBe(409);
    expect((await sandbox.readLedger()).assessments).toHaveLength(120);
  },
  180_000,
);
