import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import type { Operations, Refusal, Run } from '../../../../batch/server/contract/shapes.js';
import { beginDueRounds } from '../../../../batch/server/rounds/dueRounds.js';
import { setSchedule } from '../../../../batch/server/rounds/scheduleStore.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { findRun } from '../../../../batch/server/runs/runStore.js';
import { type Change, Changes } from '../../../../batch/server/changes.js';
import { OwnProcess } from '../../../../batch/server/operations/ownProcess.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/testRun.js';
import { type TestRounds, testRounds } from '../rounds/testRounds.js';
import { TestWork } from '../runs/testWork.js';
import { testAdministrator } from './testAdministrator.js';

const path = '/api/operations';

/** Starts a server without its engine. `show` and `change` send the requests of an administrator. */
async function testOperations() {
  const server = await testRounds();
  const { ask, services } = server;
  const change = (method: string, subpath: string, body: unknown = {}) =>
    ask('administrator', method, `${path}${subpath}`, body);
  return {
    ...server,
    change,
    show: async () => (await (await ask('administrator', 'GET', path)).json()) as Operations,
    listActions: async () =>
      (await services.access.logPage(undefined, 'en')).entries.map(({ action }) => action),
    readState: async (id: string) => (await findRun(services.store, id))?.state,
    setState: (id: string, state: Run['state']) =>
      services.store.db.updateTable('run').set({ state }).where('id', '=', id).execute(),
  };
}

const startRun = ({ ask }: TestRounds, sheet: string) =>
  ask('editor', 'POST', `/api/sheets/${sheet}/runs`, { operation: 'assess' });

test('on one machine, Operations shows the process, the limits, and the active, waiting and failed runs', async () => {
  const server = await testOperations();
  expect(await server.show()).toMatchObject({
    activeRuns: 0,
    pause: null,
    limits: { perSecond: null, concurrency: 5 },
    workers: [{ host: hostname(), pid: process.pid, state: 'live', isDraining: false, inHand: 0 }],
    slices: null,
    retries: [],
    failedRuns: [],
  });
  const [waiting, failing] = [await server.addSheet(), await server.addSheet()];
  const why = 'The service cannot be reached.';
  await server.addRun(waiting, { state: 'running', messages: [why] });
  const failed = await server.addRun(failing, { state: 'failed', messages: ['It is broken.'] });
  await server.addRun(failing, { state: 'failed', endedAt: '2026-11-20T08:00:00.000Z' });
  expect(await server.show()).toMatchObject({
    activeRuns: 1,
    workers: [{ inHand: 1 }],
    retries: [{ sheet: { id: waiting, name: 'hires.csv' }, why }],
    failedRuns: [{ id: failed, sheet: { id: failing }, messages: ['It is broken.'] }],
  });
});

test('pausing all runs halts the active ones, and resuming all runs resumes only these', async () => {
  const server = await testOperations();
  const { services, change, show, readState, setState, halted, started } = server;
  const ids = [];
  for (const state of ['running', 'queued', 'paused', 'ended'] as const) {
    ids.push(await server.addRun(await server.addSheet(), { state }));
  }
  const [running = '', queued = '', paused = '', ended = ''] = ids;
  const changes: Change[] = [];
  services.changes.on((published) => changes.push(published));
  expect((await change('POST', '/pause')).status).toBe(200);
  expect(halted).toEqual([running, queued]);
  expect([await readState(running), await readState(queued)]).toEqual(['pausing', 'pausing']);
  expect(changes.map(({ type }) => type)).toEqual(['sheet', 'sheet', 'operations']);
  expect((await show()).pause).toMatchObject({
    by: 'Somebody 1 (administrator)',
    runs: 2,
    endingRuns: 2,
  });

  await change('POST', '/pause');
  expect(halted).toHaveLength(2);

  await setState(running, 'paused');
  const early = await change('POST', '/resume');
  expect(early.status).toBe(409);
  expect(((await early.json()) as Refusal).error.message).toBe(
    '1 run is not paused yet: requests are still in flight. Try again in a moment.',
  );
  await setState(queued, 'paused');
  expect((await change('POST', '/resume')).status).toBe(200);
  expect(started).toEqual([running, queued]);
  expect([await readState(running), await readState(queued)]).toEqual(['queued', 'queued']);
  expect([await readState(paused), await readState(ended)]).toEqual(['paused', 'ended']);
  expect((await show()).pause).toBeNull();
  expect(await server.listActions()).toEqual(
    expect.arrayContaining(['paused all runs', 'resumed all runs']),
  );
});

test('a run that was stopped during the pause of all runs is not resumed', async () => {
  const server = await testOperations();
  const sheet = await server.addSheet();
  const run = await server.addRun(sheet, { state: 'running' });
  await server.change('POST', '/pause');
  await server.setState(run, 'paused');
  expect((await server.ask('editor', 'POST', `/api/sheets/${sheet}/run/stop`)).status).toBe(200);
  await server.change('POST', '/resume');
  expect(server.started).toEqual([]);
  expect(await server.readState(run)).toBe('stopped');
});

test('during a pause of all runs, a run is not started or resumed, and the message advises to ask an administrator', async () => {
  const server = await testOperations();
  const sheet = await server.addSheet();
  const other = await server.addSheet();
  await server.addRun(other, { state: 'paused' });
  await server.change('POST', '/pause');
  const answers = [
    await startRun(server, sheet),
    await server.ask('editor', 'POST', `/api/sheets/${other}/run/resume`),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(409);
    expect(((await answer.json()) as Refusal).error.message).toBe(
      'Somebody 1 (administrator) has paused all runs of this server. Ask an administrator to resume them under Operations.',
    );
  }
  expect(server.started).toEqual([]);
  await server.change('POST', '/resume');
  expect((await startRun(server, sheet)).status).toBe(200);
  expect(server.started).toEqual([(await findLatestRun(server.services.store, sheet))?.id]);
});

test('a round that is due during a pause of all runs begins after the pause', async () => {
  const server = await testOperations();
  const { services, clock, started } = server;
  const sheet = await server.addSheet();
  const schedule = {
    every: 'quarter',
    from: '2027-01-01',
    olderThanDays: 0,
    maxNew: null,
  } as const;
  await setSchedule(services.store, sheet, schedule, { nextAt: '2027-01-01T06:00:00Z', by: 'ana' });
  await server.change('POST', '/pause');
  clock.now = '2027-01-01T07:00:00.000Z';
  await beginDueRounds(services);
  expect(started).toEqual([]);
  await server.change('POST', '/resume');
  await beginDueRounds(services);
  expect(started).toHaveLength(1);
});

test('a change of the limits is logged, and impossible limits are refused', async () => {
  const server = await testOperations();
  const limits = { perSecond: 12.5, concurrency: 20 };
  const answer = await server.change('PUT', '/limits', limits);
  expect(await answer.json()).toMatchObject({ limits });
  expect((await server.show()).limits).toEqual(limits);
  expect(await server.listActions()).toContain(
    'set the limits to 20 requests at the same time, and 12.5 requests a second',
  );
  for (const impossible of [
    { perSecond: 0, concurrency: 1 },
    { perSecond: null, concurrency: 0 },
  ]) {
    expect((await server.change('PUT', '/limits', impossible)).status).toBe(422);
  }
  expect((await server.show()).limits).toEqual(limits);
});

test('on one machine, no process can be drained, and a request to retry slices has no effect', async () => {
  const server = await testOperations();
  const drained = await server.change('PUT', '/workers/server', { isDraining: true });
  expect(drained.status).toBe(404);
  expect((await server.change('POST', '/retries')).status).toBe(200);
  expect((await server.listActions()).join()).not.toContain('tried');
});

/** Starts a server on one machine with its engine, and signs in an administrator. */
async function testOwnWork() {
  const server = await TestWork.open(await startTestSandbox());
  const { store, work } = server;
  const parts = { store, work, processes: new OwnProcess(work, Date.now), changes: new Changes() };
  return { server, ...(await testAdministrator(parts)) };
}

test('on one machine, changed limits apply at once, even to requests that already wait', async () => {
  const { server, change } = await testOwnWork();
  const { limiter } = server.ports;
  expect(limiter.concurrency).toBe(5);
  await change('PUT', '/limits', { perSecond: null, concurrency: 2 });
  expect(limiter.concurrency).toBe(2);
  const sheet = await server.addSheet(employees(20));
  await change('PUT', '/limits', { perSecond: 1 / 3600, concurrency: 2 });
  await server.start(sheet);
  await server.until(sheet, 'running');
  await change('PUT', '/limits', { perSecond: null, concurrency: 9 });
  await server.until(sheet, 'ended');
  expect(limiter.concurrency).toBe(9);
});

test('on one machine, nothing is sent during a pause of all runs, and no row is sent twice afterwards', async () => {
  const { server, change, show } = await testOwnWork();
  await change('PUT', '/limits', { perSecond: 50, concurrency: 5 });
  const sheets = [
    await server.addSheet(employees(30)),
    await server.addSheet(employees(30).map((id) => `B-${id}`)),
  ];
  for (const sheet of sheets) await server.start(sheet);
  await expect.poll(() => server.countCreates()).toBeGreaterThan(3);
  await change('POST', '/pause');
  await expect.poll(async () => (await show()).pause?.endingRuns).toBe(0);
  const sent = await server.countCreates();
  expect(sent).toBeLessThan(60);
  expect(await show()).toMatchObject({ activeRuns: 0, pause: { by: 'Ana', runs: 2 } });
  await change('PUT', '/limits', { perSecond: null, concurrency: 5 });
  expect(await server.countCreates()).toBe(sent);
  await change('POST', '/resume');
  for (const sheet of sheets) await server.until(sheet, 'ended');
  expect(await server.countCreates()).toBe(60);
});
