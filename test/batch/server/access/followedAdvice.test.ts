import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Refusal } from '../../../../batch/server/contract/shapes.js';
import { createProxiedAddress } from '../../../../batch/server/access/publicAddress.js';
import { toEnv } from '../../cli/rwaUnderTest.js';
import { employees } from '../../run/testRun.js';
import { hires, Page } from '../advice/pageOfAdvice.js';
import { dataFolder, serve } from '../serveUnderTest.js';
import { PASSWORD, readCookie, type TestServer, testServer } from './testServer.js';

// These tests do exactly what the messages about signing in and about roles advise.

const DAY_MS = 24 * 60 * 60 * 1000;

async function readMessage(answer: Response): Promise<string> {
  return ((await answer.json()) as Refusal).error.message;
}

const useLink = ({ ask }: TestServer, code: string | undefined, account: object = {}) =>
  ask('POST', '/api/links', { body: { code, ...account } });

const usedLinkText =
  'This link was used, or has expired. If you have set a password with this link, sign in with the password.';

test.each([
  ['that only this machine can reach', undefined],
  ['behind a proxy', createProxiedAddress('https://rwa.example.com')],
])(
  'on a server %s, a link from --new-link signs the administrator in after the first link was used',
  async (_, address) => {
    const server = await testServer(address);
    const account = address && { email: 'ada@example.com', password: PASSWORD };
    const code = await server.access.links.createFirst();
    expect((await useLink(server, code, account)).status).toBe(200);

    const message = await readMessage(await useLink(server, code, account));
    expect(message).toContain(usedLinkText);
    expect(message).toContain(
      'If it is the link that the first start printed, start the server again with --new-link.',
    );
    if (account !== undefined)
      expect((await server.ask('POST', '/api/session', { body: account })).status).toBe(200);
    const next = await server.access.links.createFirst({ isWanted: true });
    expect((await useLink(server, next, account)).status).toBe(200);
    expect(await server.access.members.list()).toHaveLength(1);
  },
);

test('after an invitation has expired, the person can join with a new one from an administrator', async () => {
  const server = await testServer();
  const ada = await server.member('administrator', 'ada');
  const createInvitation = async (cookie: string) => {
    const body = { name: 'Bo', role: 'editor' };
    const answer = await server.ask('POST', '/api/members/invitations', { cookie, body });
    const { link } = (await answer.json()) as { link: string };
    return new URL(link).hash.slice(1);
  };
  const expired = await createInvitation(ada.cookie);
  server.clock.nowMs += 7 * DAY_MS;
  expect(await readMessage(await useLink(server, expired))).toContain(
    'Otherwise, ask an administrator for a new link.',
  );
  // The administrator’s session has expired, too.
  const path = '/api/members/invitations';
  const refused = await server.ask('POST', path, { cookie: ada.cookie, body: {} });
  expect(await readMessage(refused)).toBe('Sign in first.');
  const account = { email: 'ada@example.com', password: PASSWORD };
  const cookie = readCookie(await server.ask('POST', '/api/session', { body: account }));
  const next = await createInvitation(cookie);
  expect((await useLink(server, next)).status).toBe(200);
  expect(await server.access.members.list()).toHaveLength(2);
});

test('a viewer who is made an administrator may invite members after signing in again', async () => {
  const { ask, member } = await testServer();
  const [ada, bo] = [await member('administrator', 'ada'), await member('viewer', 'bo')];
  const invite = (cookie: string) =>
    ask('POST', '/api/members/invitations', { cookie, body: { name: 'Cy', role: 'viewer' } });
  expect(await readMessage(await invite(bo.cookie))).toBe(
    'Your role does not allow this. Ask an administrator.',
  );
  const promotion = { cookie: ada.cookie, body: { role: 'administrator' } };
  expect((await ask('PATCH', `/api/members/${bo.id}`, promotion)).status).toBe(204);
  expect(await readMessage(await invite(bo.cookie))).toBe('Sign in first.');
  const account = { email: 'bo@example.com', password: PASSWORD };
  const cookie = readCookie(await ask('POST', '/api/session', { body: account }));
  expect((await invite(cookie)).status).toBe(200);
});

test('after too many attempts, the right password is accepted once the pause in the message has passed', async () => {
  const { ask, clock, member } = await testServer();
  await member('viewer', 'ada');
  const signIn = (password: string) =>
    ask('POST', '/api/session', { body: { email: 'ada@example.com', password } });
  for (let attempt = 0; attempt < 6; attempt += 1) await signIn('wrong wrong wrong');
  const message = await readMessage(await signIn(PASSWORD));
  const [, wait = '', unit = ''] = /Wait (\d+) (s|min)\w*, then try again/.exec(message) ?? [];
  expect(message).toContain('There were too many attempts.');
  clock.nowMs += Number(wait) * (unit === 's' ? 1_000 : 60_000);
  expect((await signIn(PASSWORD)).status).toBe(200);
});

test('a run sends each row once, even if the session of the member who started it expires and the server is restarted', async () => {
  const page = await Page.open({ latencyMs: 200 });
  const rows = employees(20);
  const sheet = await page.upload(hires(...rows));
  await page.server.start(sheet);
  const listSent = async () => (await page.sandbox.readLedger()).assessments;
  await expect.poll(async () => (await listSent()).length).toBeGreaterThan(0);
  const db = new DatabaseSync(join(dataFolder(page.folder), 'rwa.sqlite'), { timeout: 5_000 });
  db.exec("UPDATE session SET expires_at = '2026-01-01T00:00:00.000Z'");
  db.close();
  const body = { operation: 'assess' };
  const refused = await page.server.ask('POST', `/api/sheets/${sheet}/runs`, body);
  expect(refused.text).toContain('Sign in first.');
  // The sign-in page advises the person to use the link that the server prints when it starts.
  await page.server.stop();
  const restarted = await serve(page.folder, toEnv(page.sandbox));
  expect((await restarted.ended(sheet)).counts).toEqual({ Scored: rows.length });
  const people = (await listSent()).map(({ employeeId }) => employeeId as string);
  expect(people.toSorted()).toEqual(rows.toSorted());
}, 60_000);
