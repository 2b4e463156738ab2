import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../batch/server/db/open.js';
import {
  type RunHealthQuery,
  createHealthQuery,
} from '../../../../batch/server/cluster/healthStore.js';
import { Metrics } from '../../../../batch/server/cluster/metrics.js';
import { ProcessStatus } from '../../../../batch/server/cluster/processStatus.js';
import { createStoreGauges } from '../../../../batch/server/cluster/storeGauges.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import { testFolder } from '../../testFolder.js';
import { addCsvSheet } from '../storedRows.js';

describe('the metrics of a process', () => {
  it('count requests by operation and outcome, with their durations, but exclude cancelled requests', async () => {
    const metrics = new Metrics('worker');
    metrics.countRequest('rwa_create', 'success', 120);
    metrics.countRequest('rwa_create', 'rate_limited', 20);
    metrics.countRequest('rwa_create', 'success', 700);
    metrics.countRequest('rwa_create', 'cancelled', 700);
    metrics.countWait('limiter', 40);
    metrics.countWait('pool', 20);
    const lines = (await metrics.render()).split('\n');
    expect(lines).toContain('rwa_requests_total{operation="rwa_create",outcome="success"} 2');
    expect(lines).toContain('rwa_requests_total{operation="rwa_create",outcome="rate_limited"} 1');
    expect(lines.join('\n')).not.toContain('cancelled');
    expect(lines).toContain('rwa_request_seconds_bucket{le="0.25",operation="rwa_create"} 2');
    expect(lines).toContain('rwa_request_seconds_count{operation="rwa_create"} 3');
    expect(lines).toContain('rwa_limiter_wait_seconds_sum 0.04');
    expect(lines).toContain('rwa_database_pool_wait_seconds_bucket{le="0.05"} 1');
    expect(lines).toContain('rwa_sheet_lock_wait_seconds_count 0');
    expect(lines.join('\n')).toMatch(/rwa_process_info\{role="worker",version="\d+\.\d+\.\d+"\} 1/);
  });

  it('contain 0 refusals of the token at first, so that an alert can detect the first refusal', async () => {
    const lines = (await new Metrics('worker').render()).split('\n');
    expect(lines).toContain('rwa_requests_total{operation="rwa_create",outcome="unauthorized"} 0');
  });

  it('contain the time of the last success of each operation', async () => {
    const metrics = new Metrics('worker');
    metrics.countRequest('rwa_retrieve', 'pending', 20);
    metrics.countRequest('rwa_create', 'no_answer', 20);
    const name = 'rwa_request_last_success_timestamp_seconds';
    const [line = '', ...others] = (await metrics.render())
      .split('\n')
      .filter((text) => text.startsWith(name));
    expect(others).toEqual([]);
    expect(line).toContain('{operation="rwa_retrieve"} ');
    expect(Math.abs(Number(line.split(' ')[1]) - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('omit only the gauge whose source fails', async () => {
    const metrics = new Metrics('serve');
    let isAway = false;
    metrics.add({
      name: 'rwa_oldest_slice_seconds',
      help: 'Age',
      read: () => {
        if (isAway) throw new Error('the database is away');
        return [{ value: 7 }];
      },
    });
    expect(await metrics.render()).toContain('\nrwa_oldest_slice_seconds 7\n');
    isAway = true;
    const later = await metrics.render();
    expect(later).not.toMatch(/^rwa_oldest_slice_seconds/m);
    expect(later).toContain('process_start_time_seconds');
  });

  it('are counted by each instance separately, without a global registry', async () => {
    const [first, second] = [new Metrics('worker'), new Metrics('worker')];
    first.countWait('limiter', 2);
    expect(await second.render()).toContain('\nrwa_limiter_wait_seconds_count 0\n');
  });

  it('contain the numbers of rows by status and of unconfirmed rows, but no names', async () => {
    const folder = testFolder();
    prepareFolder(folder);
    const store = await openStore(folder);
    for (const id of ['a', 'b', 'c']) {
      await addCsvSheet(store, id, { name: 'Secret hires.csv', uploadedBy: 'Ada' });
    }
    const updateSheet = (
      id: string,
      sheet: { counts: string; unconfirmed?: number; deleted_at?: string },
    ) => store.db.updateTable('sheet').set(sheet).where('id', '=', id).execute();
    await updateSheet('a', { counts: '{"Scored":5,"Ready":2}', unconfirmed: 1 });
    await updateSheet('b', { counts: '{"Scored":3}' });
    await updateSheet('c', { counts: '{}', deleted_at: 'now' });
    let nowMs = 0;
    const metrics = new Metrics('serve');
    for (const gauge of createStoreGauges(createHealthQuery(store), () => nowMs))
      metrics.add(gauge);
    const text = await metrics.render();
    expect(text).toContain('\nrwa_rows{status="Scored"} 8\n');
    expect(text).toContain('\nrwa_rows{status="Ready"} 2\n');
    expect(text).toContain('\nrwa_unconfirmed 1\n');
    expect(text).toContain('\nrwa_runs{state="running"} 0\n');
    expect(text).not.toMatch(/^rwa_run_last_success/m);
    expect(text).not.toMatch(/hires|Ada/);
    await updateSheet('a', { counts: '{"Scored":6}', unconfirmed: 0 });
    expect(await metrics.render()).toContain('\nrwa_rows{status="Ready"} 2\n');
    nowMs = 10_000;
    const later = await metrics.render();
    expect(later).toContain('\nrwa_rows{status="Scored"} 9\n');
    expect(later).not.toContain('rwa_rows{status="Ready"}');
    await store.close();
  });

  it('read the store again after a failure', async () => {
    let isAway = true;
    const ask: RunHealthQuery = () =>
      isAway ? Promise.reject(new Error('the database is away')) : Promise.resolve([]);
    const [rows] = createStoreGauges(ask, () => 0);
    await expect(rows?.read()).rejects.toThrow('the database is away');
    isAway = false;
    await expect(rows?.read()).resolves.toEqual([]);
  });
});

it('the status of a process contains the last success and the last failure, but no values from a sheet', async () => {
  const folder = testFolder();
  prepareFolder(folder);
  const store = await openStore(folder);
  const run = { sheet: 'a', operation: 'assess', options: '{}', started_by: 'Ada' } as const;
  const [started_at, ended_at] = ['2026-11-01T08:00:00Z', '2026-11-01T09:00:00Z'];
  await store.db
    .insertInto('run')
    .values([
      { ...run, id: 'one', state: 'ended', started_at, ended_at, messages: '[]' },
      {
        ...run,
        id: 'two',
        state: 'failed',
        started_at,
        ended_at,
        messages: '["Row 4 says Secret."]',
        messages_outside: '["Row 4 says …."]',
      },
    ])
    .execute();
  const status = new ProcessStatus('serve');
  expect(await status.read()).toMatchObject({ store: null, work: null });
  status.begin(createHealthQuery(store), 'sqlite');
  expect(await status.read()).toMatchObject({
    store: 'sqlite',
    work: {
      lastSuccessAt: ended_at,
      lastFailure: { at: ended_at, messages: ['Row 4 says ….'] },
    },
  });
  await store.close();
});
