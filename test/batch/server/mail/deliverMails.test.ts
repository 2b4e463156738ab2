import { expect, test } from 'vitest';
import { openAccess } from '../../../../batch/server/access/openAccess.js';
import { deliverMails } from '../../../../batch/server/mail/deliverMails.js';
import { storeMailServer } from '../../../../batch/server/mail/mailSettings.js';
import { endRun } from '../../../../batch/server/runs/runStore.js';
import { reportRunEnds } from '../../../../batch/server/runs/runEnds.js';
import type { NoticeChoice, Role } from '../../../../batch/server/contract/shapes.js';
import { setSchedule } from '../../../../batch/server/rounds/scheduleStore.js';
import { deleteSheet } from '../../../../batch/server/sheets/deleteSheet.js';
import { sentence, value } from '../../../../batch/wording/sentence.js';
import { findFreePort } from '../../../freePort.js';
import { openTestStore } from '../openTestStore.js';
import { testRounds, type TestRounds } from '../rounds/testRounds.js';
import { testLog } from '../testLog.js';
import type { MailServer } from '../../../mailServer.js';
import { testMailServer } from './testMailServer.js';

const { signal } = new AbortController();
const createdAt = '2026-12-01T08:00:00.000Z';

interface MemberOptions {
  readonly email?: string;
  readonly role?: Role;
  readonly ends?: NoticeChoice;
  readonly review?: NoticeChoice;
}

/** Starts a server with a sheet whose counts are 240 scored rows, 12 rejected ones and an unconfirmed one. */
async function startServer(mail?: MailServer) {
  const server = await testRounds();
  const { services, addSheet } = server;
  const { store, access } = services;
  if (mail !== undefined) await storeMailServer(store, mail.settings, createdAt);
  const sheet = await addSheet([
    { employeeId: 'E-SECRET', context: { name: 'Ada Lovelace', department: '' } },
  ]);
  const counts = { Scored: 240, Rejected: 12, Unconfirmed: 1, Pending: 0 };
  await store.db
    .updateTable('sheet')
    .set({ name: 'Q3 hires.xlsx', counts: JSON.stringify(counts), unconfirmed: 1 })
    .execute();
  const addMember = async (name: string, options: MemberOptions = {}) => {
    const { email = `${name}@example.com`, role = 'editor', ends, review } = options;
    const id = await access.members.add({ name, email, role });
    const { ends_notice, review_notice } = await access.members.get(id);
    await access.members.setNotices(id, {
      email,
      ends_notice: ends ?? ends_notice,
      review_notice: review ?? review_notice,
    });
    return id;
  };
  const reportAndDeliver = async () => {
    await reportRunEnds(services, signal);
    await deliverMails(services, signal);
  };
  return { ...server, sheet, addMember, reportAndDeliver };
}

const listRecipients = ({ received }: MailServer) => received.map(({ to }) => to.join()).toSorted();

async function readLog({ services }: TestRounds): Promise<string> {
  const { entries } = await services.access.logPage(undefined, 'en');
  return entries.map(({ action }) => action).join('\n');
}

test('the person who began a run gets one email about its end, without values from its rows', async () => {
  const mail = await testMailServer();
  const { sheet, addMember, addRun, reportAndDeliver, services } = await startServer(mail);
  const startedBy = await addMember('ana');
  await addMember('ben');
  const startedAt = '2026-12-01T07:48:00.000Z';
  await addRun(sheet, { startedBy, startedAt, endedAt: createdAt });
  await reportAndDeliver();
  await reportAndDeliver();
  expect(mail.received).toHaveLength(1);
  const [{ to, subject, text } = { to: [], subject: '', text: '' }] = mail.received;
  expect(to).toEqual(['ana@example.com']);
  expect(subject).toBe('Q3 hires: 240 assessed, 12 rows rejected, 1 row needs review');
  expect(text).toContain('The assessment of Q3 hires.xlsx finished after 12 minutes.');
  expect(text).toContain('12 rows were rejected. 1 row needs review.');
  expect(text).toContain(`Open the sheet: http://127.0.0.1:4020/sheets/${sheet}`);
  expect(text).toContain(`<a href="http://127.0.0.1:4020/sheets/${sheet}">Open the sheet</a>`);
  expect(text).toContain('You received this email because you started this run.');
  expect(text).toContain('Auto-Submitted: auto-generated');
  expect(text).not.toMatch(/E-SECRET|Lovelace|Portugal|mail-password/);
  expect(await services.store.db.selectFrom('mail').selectAll().execute()).toEqual([]);
});

test('each member gets the notices that they have chosen, in at most one email for each run', async () => {
  const mail = await testMailServer();
  const { sheet, addMember, addRun, reportAndDeliver, services } = await startServer(mail);
  const startedBy = await addMember('ana', { ends: 'none', review: 'own' });
  await addMember('both', { ends: 'all', review: 'all' });
  await addMember('review', { ends: 'none', review: 'all' });
  await addMember('others', { review: 'own' });
  await addMember('nowhere', { email: '', ends: 'all' });
  const leaver = await addMember('leaver', { ends: 'all' });
  await services.access.members.remove(leaver);
  await addRun(sheet, { startedBy });
  await reportAndDeliver();
  expect(listRecipients(mail)).toEqual([
    'ana@example.com',
    'both@example.com',
    'review@example.com',
  ]);
  await services.store.db
    .updateTable('sheet')
    .set({ counts: '{"Scored":2}', unconfirmed: 0 })
    .execute();
  const run = await addRun(sheet, { startedBy, state: 'running', endedAt: null });
  const messages = [sentence`The service refused ${value('Atlantis')}.`];
  await endRun(services.store, run, 'failed', { at: createdAt, messages });
  await reportAndDeliver();
  expect(mail.received).toHaveLength(4);
  expect(mail.received[3]).toMatchObject({
    to: ['both@example.com'],
    subject: 'Q3 hires: the run failed',
  });
  expect(mail.received[3]?.text).toContain('The service refused …');
  expect(mail.received[3]?.text).not.toContain('Atlantis');
});

test('the person who set the schedule of a round gets the email about its end', async () => {
  const mail = await testMailServer();
  const { sheet, addMember, addRun, reportAndDeliver, services } = await startServer(mail);
  const by = await addMember('ana');
  const schedule = { every: 'month', from: '2027-01-01', olderThanDays: 0, maxNew: null } as const;
  await setSchedule(services.store, sheet, schedule, { nextAt: createdAt, by });
  await addRun(sheet, { startedBy: 'the schedule', operation: 'reassess' });
  await reportAndDeliver();
  expect(mail.received).toMatchObject([
    {
      to: ['ana@example.com'],
      subject: 'Q3 hires: reassessment finished, 12 rows rejected, 1 row needs review',
    },
  ]);
});

test('each member gets the email in their own language', async () => {
  const mail = await testMailServer();
  const { sheet, addMember, addRun, reportAndDeliver, services } = await startServer(mail);
  const startedBy = await addMember('ana');
  const languages = { ben: 'de', cleo: 'fr' } as const;
  for (const [name, language] of Object.entries(languages)) {
    await services.access.members.setLanguage(await addMember(name, { ends: 'all' }), language);
  }
  await addRun(sheet, { startedBy });
  await reportAndDeliver();
  const languagesShown = mail.received.map(({ to, text }) => [
    to.join(),
    /<html lang="(\w+)">/.exec(text)?.[1],
  ]);
  expect(languagesShown).toEqual([
    ['ana@example.com', 'en'],
    ['ben@example.com', 'de'],
    ['cleo@example.com', 'fr'],
  ]);
});

test('an email counts rows with a wrong ID as rows to review, and Invalid rows with a choice as rows to decide', async () => {
  const mail = await testMailServer();
  const { addSheet, addMember, addRun, reportAndDeliver } = await startServer(mail);
  const sheet = await addSheet([
    { status: 'Invalid', choices: ['newRow'] },
    { status: 'Invalid' },
    { status: 'Pending', choices: ['correctId'] },
    { status: 'Scored', choices: ['notItsAssessment'] },
  ]);
  await addRun(sheet, { startedBy: await addMember('ana') });
  await reportAndDeliver();
  expect(mail.received[0]?.subject).toBe(
    'hires: no rows assessed, 1 row needs review, 1 row needs an answer',
  );
});

test('no email is queued while no mail server is set', async () => {
  const mail = await testMailServer();
  const { sheet, addMember, addRun, reportAndDeliver, services } = await startServer();
  await addRun(sheet, { startedBy: await addMember('ana') });
  await reportAndDeliver();
  await storeMailServer(services.store, mail.settings, createdAt);
  await reportAndDeliver();
  expect(mail.received).toEqual([]);
});

test('emails wait while the mail server is down, and each email is delivered once afterwards', async () => {
  const port = await findFreePort();
  const down = await testMailServer({ port });
  await down.stop();
  const server = await startServer(down);
  const { sheet, addMember, addRun, reportAndDeliver, clock } = server;
  const lines = testLog();
  await addMember('ben', { ends: 'all' });
  await addRun(sheet, { startedBy: await addMember('ana') });
  await reportAndDeliver();
  await reportAndDeliver();
  clock.now = '2026-12-01T08:01:01.000Z';
  await reportAndDeliver();
  const log = await readLog(server);
  expect(log.match(/It will be retried for a day\./g)).toHaveLength(1);
  expect(log).toContain(
    'was not sent: the mail server 127.0.0.1 was not reached: connection refused.',
  );
  expect(lines).toMatchObject([
    { level: 'warn', msg: 'An email was not sent yet', host: '127.0.0.1', sheet },
  ]);
  const mail = await testMailServer({ port });
  clock.now = '2026-12-01T08:02:00.000Z';
  await reportAndDeliver();
  expect(mail.received).toEqual([]);
  clock.now = '2026-12-01T08:03:02.000Z';
  await reportAndDeliver();
  await reportAndDeliver();
  expect(listRecipients(mail)).toEqual(['ana@example.com', 'ben@example.com']);
});

test('an email that could not be sent for a day is dropped, and the log has an entry about it', async () => {
  const down = await testMailServer();
  await down.stop();
  const server = await startServer(down);
  const { sheet, addMember, addRun, reportAndDeliver, clock, services } = server;
  testLog();
  await addRun(sheet, { startedBy: await addMember('ana') });
  await reportAndDeliver();
  clock.now = '2026-12-02T08:30:00.000Z';
  await reportAndDeliver();
  expect(await services.store.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  expect(await readLog(server)).toContain(
    'It will not be retried. The run itself is not affected.',
  );
});

test('emails wait until an administrator has corrected a wrong password, and no log contains the password', async () => {
  const mail = await testMailServer();
  const server = await startServer(mail);
  const { sheet, addMember, addRun, reportAndDeliver, services } = server;
  const lines = testLog();
  const wrong = { ...mail.settings, password: 'wrong-secret' };
  await storeMailServer(services.store, wrong, createdAt);
  await addRun(sheet, { startedBy: await addMember('ana') });
  await reportAndDeliver();
  await reportAndDeliver();
  expect(mail.received).toEqual([]);
  expect(mail.countConnections()).toBe(1);
  expect(lines).toMatchObject([{ reason: 'refused the user or the password (535)' }]);
  expect(`${await readLog(server)} ${JSON.stringify(lines)}`).not.toMatch(/wrong-secret/);
  await storeMailServer(services.store, mail.settings, createdAt);
  await reportAndDeliver();
  expect(listRecipients(mail)).toEqual(['ana@example.com']);
});

test('an email to a refused recipient is not retried, and does not delay other emails', async () => {
  const mail = await testMailServer({
    refuse: (address) => (address.startsWith('ana') ? 550 : undefined),
  });
  const server = await startServer(mail);
  const { sheet, addMember, addRun, reportAndDeliver, services } = server;
  const lines = testLog();
  await addRun(sheet, { startedBy: await addMember('ana') });
  await addMember('ben', { ends: 'all' });
  await reportAndDeliver();
  await reportAndDeliver();
  expect(listRecipients(mail)).toEqual(['ben@example.com']);
  expect(mail.countConnections()).toBe(2);
  expect(await services.store.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  expect(await readLog(server)).toContain(
    'The email to ana was not sent: the mail server 127.0.0.1 refused the recipient (550). It will not be retried.',
  );
  expect(JSON.stringify(lines)).not.toContain('ana@');
});

test('an email to an invalid address is not retried, and does not delay other emails', async () => {
  const mail = await testMailServer();
  const server = await startServer(mail);
  const { sheet, addMember, addRun, reportAndDeliver, services } = server;
  testLog();
  await addRun(sheet, { startedBy: await addMember('ana', { email: 'nobody' }) });
  await addMember('ben', { ends: 'all' });
  await addMember('eve', { ends: 'all', email: 'eve@example.com\r\nRCPT TO:<x@example.com>' });
  await reportAndDeliver();
  expect(listRecipients(mail)).toEqual(['ben@example.com']);
  expect(await services.store.db.selectFrom('mail').selectAll().execute()).toEqual([]);
  expect((await readLog(server)).match(/It will not be retried\./g)).toHaveLength(2);
});

test('an email to a temporarily refused recipient is retried, and does not delay other emails', async () => {
  let refusals = 1;
  const mail = await testMailServer({
    refuse: () => (refusals-- > 0 ? 451 : undefined),
  });
  const { sheet, addMember, addRun, reportAndDeliver, clock } = await startServer(mail);
  testLog();
  await addRun(sheet, { startedBy: await addMember('ana') });
  await addMember('ben', { ends: 'all' });
  await reportAndDeliver();
  expect(listRecipients(mail)).toEqual(['ben@example.com']);
  clock.now = '2026-12-01T08:01:00.000Z';
  await reportAndDeliver();
  expect(listRecipients(mail)).toEqual(['ana@example.com', 'ben@example.com']);
});

test('two servers with one store send each email about the end of a run once', async () => {
  const accepted = Promise.withResolvers<undefined>();
  const mail = await testMailServer({ beforeAccept: () => accepted.promise });
  const { services, folder, sheet, addMember, addRun, reportAndDeliver } = await startServer(mail);
  const store = await openTestStore(folder);
  const access = await openAccess(store, services.now, services.access.publicAddress);
  const otherServer = { ...services, store, access };
  await addMember('ben', { ends: 'all' });
  await addRun(sheet, { startedBy: await addMember('ana') });
  await Promise.all([reportRunEnds(services, signal), reportRunEnds(otherServer, signal)]);
  const first = reportAndDeliver();
  const second = deliverMails(otherServer, signal);
  await expect.poll(mail.countConnections).toBe(2);
  accepted.resolve(undefined);
  await Promise.all([first, second]);
  await deliverMails(otherServer, signal);
  await store.close();
  expect(listRecipients(mail)).toEqual(['ana@example.com', 'ben@example.com']);
});

test('an email whose delivery a stopping server has interrupted is sent again with the same message ID', async () => {
  const accepted = Promise.withResolvers<undefined>();
  let arrivals = 0;
  const beforeAccept = () => {
    arrivals += 1;
    return accepted.promise;
  };
  const mail = await testMailServer({ beforeAccept });
  const { services, sheet, addMember, addRun, reportAndDeliver } = await startServer(mail);
  await addRun(sheet, { startedBy: await addMember('ana') });
  await reportRunEnds(services, signal);
  const stop = new AbortController();
  const delivery = deliverMails(services, stop.signal);
  await expect.poll(() => arrivals).toBe(1);
  stop.abort();
  await delivery;
  accepted.resolve(undefined);
  await reportAndDeliver();
  expect(mail.received).toHaveLength(2);
  const [first, second] = mail.received.map(({ messageId }) => messageId);
  expect(first).toMatch(/^<[\w-]{36}@example\.com>$/);
  expect(second).toBe(first);
});

test('emails to a removed member and emails about a deleted sheet are deleted', async () => {
  const down = await testMailServer();
  await down.stop();
  const { services, sheet, addMember, addRun, reportAndDeliver } = await startServer(down);
  const { store } = services;
  testLog();
  const ana = await addMember('ana');
  await addMember('ben', { ends: 'all' });
  await addRun(sheet, { startedBy: ana });
  await reportAndDeliver();
  await services.access.members.remove(ana);
  await reportAndDeliver();
  const waiting = await store.db.selectFrom('mail').selectAll().execute();
  expect(waiting).toHaveLength(1);
  expect(JSON.stringify(waiting)).not.toContain('@');
  await deleteSheet(store, sheet, createdAt);
  expect(await store.db.selectFrom('mail').selectAll().execute()).toEqual([]);
});
