import { expect, test } from 'vitest';
import { setSchedule } from '../../../../batch/server/rounds/scheduleStore.js';
import { testRounds } from './testRounds.js';

const path = '/api/settings';
const webhookUrl = 'https://hooks.example.com/services/secret';

test('the address of the webhook is shown only to administrators, and is never logged', async () => {
  const { ask, services } = await testRounds();
  const settings = { webhookUrl, retentionDays: 90 };
  expect((await ask('administrator', 'PUT', path, settings)).status).toBe(200);
  expect(await (await ask('administrator', 'GET', path)).json()).toEqual(settings);
  expect(await (await ask('approver', 'GET', path)).json()).toEqual({
    webhookUrl: null,
    retentionDays: 90,
  });
  const { entries } = await services.access.logPage(undefined, 'en');
  const log = entries.map(({ action }) => action);
  expect(log).toContain('set the webhook');
  expect(log).toContain(
    'set that files and inputs are deleted 90 days after the last run or upload',
  );
  expect(log.join()).not.toContain('hooks.example.com');
});

test.each([
  'http://hooks.example.com/secret',
  'hooks.example.com/secret',
  'https://a:b@x.example/',
])(
  'the webhook %s is refused, the refusal does not repeat it, and no setting changes',
  async (unusable) => {
    const { ask } = await testRounds();
    const answer = await ask('administrator', 'PUT', path, {
      webhookUrl: unusable,
      retentionDays: 1,
    });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain('"field":"webhookUrl"');
    expect(text).not.toContain(unusable);
    expect(await (await ask('viewer', 'GET', path)).json()).toMatchObject({ retentionDays: null });
  },
);

test('settings that would delete the file of a schedule before its next round are refused', async () => {
  const { ask, services } = await testRounds();
  const schedule = {
    every: 'quarter',
    from: '2027-01-01',
    olderThanDays: 0,
    maxNew: null,
  } as const;
  const due = { nextAt: '2027-01-01T06:00:00Z', by: 'ana' };
  await setSchedule(services.store, 'sheet', schedule, due);
  const put = (retentionDays: number) =>
    ask('administrator', 'PUT', path, { webhookUrl: null, retentionDays });
  const refused = await put(30);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('Keep files for more than 92 days');
  expect(await (await ask('viewer', 'GET', path)).json()).toMatchObject({ retentionDays: null });
  expect((await put(93)).status).toBe(200);
});
