import { expect, test, vi } from 'vitest';
import { UsageError } from '../../../../batch/engine/errors.js';
import type { Message } from '../../../../batch/engine/message.js';
import { toRefusal } from '../../../../batch/server/refusal.js';
import { RefusalError } from '../../../../batch/server/refusalError.js';
import type { Run, Schedule } from '../../../../batch/server/contract/shapes.js';
import { beginDueRounds, toRoundName } from '../../../../batch/server/rounds/dueRounds.js';
import { DatabaseError } from '../../../../batch/server/db/errors.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { listRunsToReport } from '../../../../batch/server/runs/runStore.js';
import { listSheets } from '../../../../batch/server/sheets/sheetStore.js';
import { testRounds } from './testRounds.js';

const quarterly: Schedule = { every: 'quarter', from: '2027-01-31', olderThanDays: 90, maxNew: 5 };

async function scheduleSheet() {
  const server = await testRounds();
  const { services, ask } = server;
  const sheet = await server.addSheet();
  const answer = await ask('administrator', 'PUT', `/api/sheets/${sheet}/schedule`, quarterly);
  const { nextAt } = (await answer.json()) as { nextAt: string };
  return {
    ...server,
    sheet,
    nextAt,
    beginRounds: () => beginDueRounds(services),
    findRun: (): Promise<Run | undefined> => findLatestRun(services.store, sheet),
    findNextTime: async () => (await listSheets(services.store, sheet))[0]?.schedule?.nextAt,
    readOptions: async (id = '') => {
      const run = await services.store.db
        .selectFrom('run')
        .select('options')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return JSON.parse(run.options) as { round?: string };
    },
    setRunState: (state: Run['state']) =>
      services.store.db.updateTable('run').set({ state }).execute(),
  };
}

test('a due round begins only once, even if several calls begin it at the same time', async () => {
  const { clock, beginRounds, nextAt, started, findRun, findNextTime, readOptions } =
    await scheduleSheet();
  await beginRounds();
  expect(started).toEqual([]);
  clock.now = nextAt;
  // The calls of two processes or of one timer can overlap.
  await Promise.all([beginRounds(), beginRounds(), beginRounds()]);
  expect(started).toEqual([(await findRun())?.id]);
  expect(await findRun()).toMatchObject({
    operation: 'reassess',
    state: 'queued',
    startedBy: 'the schedule',
  });
  expect(new Date((await findNextTime()) ?? '').getMonth()).toBe(3);
  expect(await readOptions(started[0])).toEqual({
    operation: 'reassess',
    olderThanDays: 90,
    maxNew: 5,
    round: 'schedule-2027-01-31',
    assessedBefore: new Date(2027, 0, 31).toISOString(),
  });
});

test('a due time that is reached twice uses the same round name, and the next due time uses a new name', async () => {
  const { clock, beginRounds, nextAt, started, findNextTime, services, readOptions, setRunState } =
    await scheduleSheet();
  clock.now = nextAt;
  await beginRounds();
  await setRunState('failed');
  // As if the clock had been set back, the same time is due again.
  await services.store.db.updateTable('schedule').set({ next_due: nextAt }).execute();
  clock.now = new Date(Date.parse(nextAt) + 2 * 86_400_000).toISOString();
  await beginRounds();
  await setRunState('ended');
  clock.now = (await findNextTime()) ?? '';
  await beginRounds();
  const optionsOfRuns = await Promise.all(started.map(readOptions));
  expect(optionsOfRuns.map(({ round }) => round)).toEqual([
    'schedule-2027-01-31',
    'schedule-2027-01-31',
    'schedule-2027-04-30',
  ]);
});

test('after the server has moved to another time zone, the same day is not due again', async () => {
  const { clock, beginRounds, nextAt, started, findNextTime, setRunState } = await scheduleSheet();
  const hoursWest = new Date().getTimezoneOffset() / 60 + 1;
  vi.stubEnv('TZ', `Etc/GMT${hoursWest < 0 ? hoursWest : `+${hoursWest}`}`);
  clock.now = nextAt;
  await beginRounds();
  await setRunState('ended');
  expect(started).toHaveLength(1);
  expect(new Date((await findNextTime()) ?? '').getMonth()).toBe(3);
});

test('for several due times that passed while the server was down, only the latest round begins', async () => {
  const { clock, beginRounds, started, findNextTime, readOptions } = await scheduleSheet();
  clock.now = '2028-05-02T12:00:00.000Z';
  await beginRounds();
  await beginRounds();
  expect(await Promise.all(started.map(readOptions))).toMatchObject([
    { round: 'schedule-2028-04-30', assessedBefore: new Date(2028, 3, 30).toISOString() },
  ]);
  expect((await findNextTime())?.slice(0, 7)).toBe('2028-07');
});

test.each(['queued', 'running', 'pausing', 'paused'] as const)(
  'a round waits while a run is %s, and begins when that run has ended',
  async (state) => {
    const { clock, beginRounds, nextAt, started, addRun, setRunState, sheet } =
      await scheduleSheet();
    clock.now = nextAt;
    await addRun(sheet, { state, endedAt: null });
    await beginRounds();
    expect(started).toEqual([]);
    await setRunState('ended');
    await beginRounds();
    expect(started).toHaveLength(1);
  },
);

test('a round with too many new rows does not begin, and its failed run contains the reason', async () => {
  const { clock, beginRounds, nextAt, started, planned, findRun, findNextTime } =
    await scheduleSheet();
  clock.now = nextAt;
  planned.next = { newRows: 6 };
  await beginRounds();
  expect(started).toEqual([]);
  expect(await findRun()).toMatchObject({
    state: 'failed',
    messages: [
      `The round of the schedule did not begin. 6 rows would be assessed for the first time, but the schedule allows at most 5. Look at the sheet. Then start this round yourself under Reassess, with the days of the schedule and ${toRoundName(new Date(nextAt))} as the name of the round, and after that the assessment of the new rows.`,
    ],
  });
  expect(await findNextTime()).not.toBe(nextAt);
});

test('a round that did not begin is reported in the language of the sheet', async () => {
  const { clock, beginRounds, nextAt, planned, findRun, services } = await scheduleSheet();
  await services.store.db.updateTable('sheet').set({ language: 'de' }).execute();
  clock.now = nextAt;
  planned.next = { newRows: 6 };
  await beginRounds();
  const [message] = (await findRun())?.messages ?? [];
  expect(message).toMatch(/^Die Runde des Zeitplans hat nicht begonnen\. 6 Zeilen würden /);
});

test('new rows are assessed before the round, and the round begins when their run has ended', async () => {
  const {
    clock,
    beginRounds,
    nextAt,
    started,
    planned,
    findRun,
    findNextTime,
    readOptions,
    setRunState,
  } = await scheduleSheet();
  clock.now = nextAt;
  planned.next = { newRows: 5 };
  await beginRounds();
  expect([(await findRun())?.operation, await findNextTime()]).toEqual(['assess', nextAt]);
  await setRunState('ended');
  clock.now = new Date(Date.parse(nextAt) + 60_000).toISOString();
  // The plan still has new rows, as if they could not be sent. The round does not wait for them.
  await beginRounds();
  expect(started).toHaveLength(2);
  expect(await findRun()).toMatchObject({ operation: 'reassess', state: 'queued' });
  expect(await findNextTime()).not.toBe(nextAt);
  // The round skips the rows that were assessed just before it.
  expect(await readOptions(started[1])).toMatchObject({
    assessedBefore: new Date(2027, 0, 31).toISOString(),
  });
});

test('a round does not begin after its run of new rows was stopped', async () => {
  const { clock, beginRounds, nextAt, started, planned, findRun, setRunState } =
    await scheduleSheet();
  clock.now = nextAt;
  planned.next = { newRows: 5 };
  await beginRounds();
  await setRunState('stopped');
  clock.now = new Date(Date.parse(nextAt) + 60_000).toISOString();
  await beginRounds();
  expect(started).toHaveLength(1);
  expect((await findRun())?.messages[0]).toContain('Somebody stopped the run of new rows');
});

test('a round without rows to assess ends with a note, and a round that cannot be planned fails with a reason', async () => {
  const { clock, beginRounds, nextAt, started, planned, findRun, findNextTime } =
    await scheduleSheet();
  clock.now = nextAt;
  planned.next = { rowsToSend: 0 };
  await beginRounds();
  expect(await findRun()).toMatchObject({
    state: 'ended',
    messages: ['The round of the schedule found no assessment older than 90 days.'],
  });
  clock.now = (await findNextTime()) ?? '';
  planned.next = new RefusalError('invalid', () => 'The journal is damaged.');
  await beginRounds();
  expect(await findRun()).toMatchObject({
    state: 'failed',
    messages: ['The round of the schedule did not begin. The journal is damaged.'],
  });
  expect(started).toEqual([]);
});

test('the reason why a round did not begin contains values of the sheet for members, and no values for notices', async () => {
  const { clock, beginRounds, nextAt, planned, findRun, services } = await scheduleSheet();
  clock.now = nextAt;
  const misfit: Message = {
    code: 'headingsDoNotFit',
    sheet: 'Hires',
    row: 1,
    hasNone: true,
    missing: ['Employee ID'],
    found: { first: ['Salary of Ana'], more: 0 },
    nearMisses: [],
    guesses: [],
    operation: 'rwa_create',
  };
  planned.next = toRefusal(new UsageError(misfit)) as RefusalError;
  await beginRounds();
  expect((await findRun())?.messages.join()).toContain('Salary of Ana');
  const [run] = await listRunsToReport(services.store);
  expect(run?.messages.join()).toMatch(/^The round of the schedule did not begin\. .*…/);
  expect(run?.messages.join()).not.toContain('Ana');
});

test('a sheet whose file was deleted accepts no schedule, and a due round fails with the reason', async () => {
  const { clock, beginRounds, nextAt, findRun, services, ask, sheet } = await scheduleSheet();
  await services.store.db.updateTable('sheet').set({ file: null }).execute();
  clock.now = nextAt;
  await beginRounds();
  const run = await findRun();
  expect(run?.state).toBe('failed');
  expect(run?.messages[0]).toContain('was deleted');
  const answer = await ask('administrator', 'PUT', `/api/sheets/${sheet}/schedule`, quarterly);
  expect(answer.status).toBe(409);
});

test('a schedule is refused if the settings would delete the file of its sheet before the next round', async () => {
  const { ask, sheet } = await scheduleSheet();
  await ask('administrator', 'DELETE', `/api/sheets/${sheet}/schedule`);
  await ask('administrator', 'PUT', '/api/settings', { webhookUrl: null, retentionDays: 30 });
  const setSchedule = (every: string) =>
    ask('administrator', 'PUT', `/api/sheets/${sheet}/schedule`, { ...quarterly, every });
  const answer = await setSchedule('month');
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining('keep files for more than 31 days'),
  ]);
  await ask('administrator', 'PUT', '/api/settings', { webhookUrl: null, retentionDays: 32 });
  expect((await setSchedule('month')).status).toBe(200);
  expect((await setSchedule('quarter')).status).toBe(409);
});

test('a deleted schedule has no next round', async () => {
  const { ask, sheet, findNextTime } = await scheduleSheet();
  const path = `/api/sheets/${sheet}/schedule`;
  expect((await ask('administrator', 'DELETE', path)).status).toBe(204);
  expect(await findNextTime()).toBeUndefined();
});

test('a round stays due while the database is unavailable', async () => {
  const { clock, beginRounds, nextAt, started, planned, findRun, findNextTime } =
    await scheduleSheet();
  clock.now = nextAt;
  planned.next = new DatabaseError('The connection is gone.', { isLost: true });
  await expect(beginRounds()).rejects.toThrow('The connection is gone.');
  expect([await findRun(), await findNextTime()]).toEqual([undefined, nextAt]);
  planned.next = {};
  await beginRounds();
  expect(started).toHaveLength(1);
});
