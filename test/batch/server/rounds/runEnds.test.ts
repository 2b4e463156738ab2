import { expect, onTestFinished, test } from 'vitest';
import { reportRunEnds } from '../../../../batch/server/runs/runEnds.js';
import { startTimers } from '../../../../batch/server/timers.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { endRun } from '../../../../batch/server/runs/runStore.js';
import { storeSettings } from '../../../../batch/server/settings/settingStore.js';
import { reportFailure } from '../../../../batch/server/runs/endWords.js';
import { wordsIn } from '../../../../batch/server/words/wording.js';
import { runFailures } from '../../../../batch/server/words/runFailures.js';
import { sentence, value } from '../../../../batch/wording/sentence.js';
import { startScriptedService, type Reaction } from '../../../http/scriptedService.js';
import { testLog } from '../testLog.js';
import { testRounds } from './testRounds.js';

const at = '2026-11-24T10:00:00.000Z';

const { signal } = new AbortController();

async function startServerWithWebhook(...reactions: Reaction[]) {
  const receiver = await startScriptedService(reactions);
  onTestFinished(() => receiver.close());
  const server = await testRounds();
  const webhookUrl = `${receiver.url}/hook?sig=secret`;
  await storeSettings(server.services.store, { webhookUrl, retentionDays: null });
  return { ...server, receiver };
}

test('the webhook receives the end of a run once, without names of people and values of the sheet', async () => {
  const { services, receiver, addSheet, addRun } = await startServerWithWebhook({ body: 'ok' });
  const sheet = await addSheet();
  const counts = { Scored: 14, Pending: 2, Invalid: 0 };
  await services.store.db
    .updateTable('sheet')
    .set({ counts: JSON.stringify(counts) })
    .execute();
  const run = await addRun(sheet, {
    state: 'stopped',
    startedBy: 'Ana Member',
    messages: ['The service refused a row.'],
    startedAt: '2026-12-01T07:59:52.000Z',
    endedAt: '2026-12-01T08:00:00.000Z',
  });
  await addRun(sheet, { state: 'running', endedAt: null });
  await reportRunEnds(services, signal);
  await reportRunEnds(services, signal);
  expect(receiver.requests).toEqual([
    {
      operation: 'hook?sig=secret',
      authorization: undefined,
      body: {
        type: 'summary',
        command: 'assess',
        file: 'hires.csv',
        sheet,
        run,
        service: 'the embedded sandbox',
        sandboxRun: true,
        state: 'stopped',
        bySchedule: false,
        counts,
        rows: 1,
        done: 0,
        tookMs: 8000,
        notes: ['The service refused a row.'],
        finishedAt: '2026-12-01T08:00:00.000Z',
        text: 'hires.csv (sandbox run): the assessment was stopped after 8 s: 14 scored, 2 pending. The service refused a row.',
      },
    },
  ]);
});

test('the end of a run by a machine whose clock is ahead is reported once', async () => {
  const { services, receiver, addSheet, addRun } = await startServerWithWebhook({ body: 'ok' });
  const endedAt = new Date(services.now() + 60_000).toISOString();
  await addRun(await addSheet(), { state: 'ended', endedAt });
  await reportRunEnds(services, signal);
  await reportRunEnds(services, signal);
  expect(receiver.requests).toHaveLength(1);
});

test('a failure of the webhook is logged without its secret, and the webhook is not called again', async () => {
  const { services, receiver, addSheet, addRun } = await startServerWithWebhook({
    status: 404,
    body: '',
  });
  const lines = testLog();
  await addRun(await addSheet(), { state: 'failed' });
  await reportRunEnds(services, signal);
  await reportRunEnds(services, signal);
  expect(receiver.requests).toHaveLength(1);
  const [entry] = (await services.access.logPage(undefined, 'en')).entries;
  expect(entry?.action).toMatch(/^The webhook http:.* answered HTTP 404\. The run itself/);
  expect(lines).toMatchObject([{ level: 'error', reason: 'answered HTTP 404' }]);
  expect(`${entry?.action} ${JSON.stringify(lines)}`).not.toMatch(/secret|hook\?/);
});

test('a value that an error may quote from a cell is shown to members, and is not sent to the webhook', async () => {
  const message = sentence`3 rows of the sheet "Hires" have failed. The last error: ${value('No Atlantis.')}`;
  const { services, receiver, addSheet, addRun } = await startServerWithWebhook({ body: 'ok' });
  const { store } = services;
  const sheet = await addSheet();
  await endRun(store, await addRun(sheet, { state: 'running', endedAt: null }), 'failed', {
    at,
    messages: [message],
  });
  expect((await findLatestRun(store, sheet))?.messages).toEqual([String(message)]);
  await reportRunEnds(services, signal);
  const notes = ['3 rows of the sheet "Hires" have failed. The last error: …'];
  expect(receiver.requests).toMatchObject([{ body: { notes } }]);
});

test('the text of an unexpected error, which may quote a cell, is written only to the log', () => {
  const lines = testLog();
  const error = new TypeError('Ada Lovelace is no date');
  expect(reportFailure(error, { run: 'run-1' }, wordsIn('en'))).toBe(runFailures.unexpected);
  expect(lines).toMatchObject([{ level: 'error', run: 'run-1', err: { type: 'TypeError' } }]);
});

test('if the database fails, the message of the run mentions the database, and the log contains the error', () => {
  const lines = testLog();
  const diskFullError = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  expect(reportFailure(diskFullError, { run: 'run-1' }, wordsIn('en'))).toBe(
    runFailures.databaseFailed,
  );
  expect(lines).toMatchObject([{ level: 'warn', run: 'run-1', err: { errcode: 13 } }]);
});

test('after a restart, the webhook receives the end of a run that was not delivered before', async () => {
  const { services, receiver, addSheet, addRun } = await startServerWithWebhook('hang', {
    body: 'ok',
  });
  await addRun(await addSheet(), {});
  const stop = startTimers(services);
  await expect.poll(() => receiver.requests).toHaveLength(1);
  await stop();
  const stopAgain = startTimers(services);
  await expect.poll(() => receiver.requests).toHaveLength(2);
  await stopAgain();
});

test('a new webhook is notified only of runs that end after it was set', async () => {
  const { services, receiver, addSheet, addRun, clock } = await startServerWithWebhook({
    body: 'ok',
  });
  await storeSettings(services.store, { webhookUrl: null, retentionDays: null });
  await addRun(await addSheet(), {});
  await reportRunEnds(services, signal);
  await storeSettings(services.store, { webhookUrl: receiver.url, retentionDays: null });
  await reportRunEnds(services, signal);
  expect(receiver.requests).toHaveLength(0);
  clock.now = '2026-12-02T08:00:00.000Z';
  await services.store.db.updateTable('run').set({ ended_at: clock.now }).execute();
  await reportRunEnds(services, signal);
  expect(receiver.requests).toHaveLength(1);
});

test('the webhook receives the end of a run as soon as a change of its sheet is published, before the next timer', async () => {
  const { services, receiver, addSheet, addRun } = await startServerWithWebhook({ body: 'ok' });
  const stop = startTimers(services);
  onTestFinished(stop);
  const sheet = await addSheet();
  await addRun(sheet, {});
  services.changes.publish({ type: 'sheet', sheet });
  await expect.poll(() => receiver.requests).toHaveLength(1);
});
