import { expect, test } from 'vitest';
import { type TestServer, testServer } from './testServer.js';

async function createToken({ ask }: TestServer, cookie: string, role: string, days = 1) {
  const answer = await ask('POST', '/api/tokens', { cookie, body: { name: 'n8n', role, days } });
  const { secret, token } = (await answer.json()) as { secret: string; token?: { id: string } };
  return { status: answer.status, secret, id: token?.id ?? '' };
}

test('a token has only those rights of its role that its member still has', async () => {
  const server = await testServer();
  const { ask, member } = server;
  const root = await member('administrator', 'root');
  const { id, cookie } = await member('administrator', 'ada');
  const viewer = await createToken(server, cookie, 'viewer');
  const administrator = await createToken(server, cookie, 'administrator');
  const readLog = async (token: string) => (await ask('GET', '/api/log', { token })).status;

  expect(viewer.secret).toMatch(/^rwa_[\w-]{43}$/);
  expect(await readLog(viewer.secret)).toBe(403);
  expect(await readLog(administrator.secret)).toBe(200);
  await ask('PATCH', `/api/members/${id}`, { cookie: root.cookie, body: { role: 'editor' } });
  expect(await readLog(administrator.secret)).toBe(403);
  const readMembers = (token: string) => ask('GET', '/api/members', { token });
  expect((await readMembers(administrator.secret)).status).toBe(200);
  await ask('DELETE', `/api/members/${id}`, { cookie: root.cookie });
  expect((await readMembers(administrator.secret)).status).toBe(401);
});

test('the log names the member and the token of a program', async () => {
  const server = await testServer();
  const { ask, member } = server;
  const { cookie } = await member('administrator', 'ada');
  const { secret } = await createToken(server, cookie, 'administrator');
  const invite = { name: 'Bo', role: 'viewer' };
  expect(
    (await ask('POST', '/api/members/invitations', { token: secret, body: invite })).status,
  ).toBe(200);
  const answer = await ask('GET', '/api/log', { cookie });
  const { entries } = (await answer.json()) as { entries: { who: string }[] };
  expect(entries[0]).toMatchObject({ who: 'ada (API: n8n)' });
});

test.each([
  ['viewer', 'editor'],
  ['editor', 'approver'],
  ['approver', 'editor'],
  ['editor', 'administrator'],
] as const)(
  'a member with the role %s cannot create a token with the role %s',
  async (own, role) => {
    const server = await testServer();
    const { cookie } = await server.member(own);
    expect((await createToken(server, cookie, role)).status).toBe(403);
    expect((await createToken(server, cookie, own)).status).toBe(200);
  },
);

test('a token ends after the chosen number of days, and only its own member can delete it', async () => {
  const server = await testServer();
  const { ask, clock, member } = server;
  const ada = await member('viewer', 'ada');
  const bo = await member('administrator', 'bo');
  const short = await createToken(server, ada.cookie, 'viewer', 1);
  const long = await createToken(server, ada.cookie, 'viewer', 3);
  const readStatus = async (token: string) => (await ask('GET', '/api/members', { token })).status;

  const remove = async (cookie: string) =>
    (await ask('DELETE', `/api/tokens/${long.id}`, { cookie })).status;
  expect(await remove(bo.cookie)).toBe(404);
  expect(await (await ask('GET', '/api/tokens', { cookie: bo.cookie })).json()).toEqual({
    tokens: [],
  });
  clock.nowMs += 24 * 60 * 60 * 1000;
  expect(await readStatus(short.secret)).toBe(401);
  expect(await readStatus(long.secret)).toBe(200);
  expect(await remove(ada.cookie)).toBe(204);
  expect(await readStatus(long.secret)).toBe(401);
});

test('a stolen token can neither create or delete tokens nor change a password', async () => {
  const server = await testServer();
  const { ask, member } = server;
  const { cookie } = await member('administrator', 'ada');
  const { secret: token, id } = await createToken(server, cookie, 'administrator');

  const creation = await ask('POST', '/api/tokens', { token, body: { name: 'x', role: 'viewer' } });
  const change = { password: '', newPassword: 'a password of eve' };
  const passwordChange = await ask('PUT', '/api/password', { token, body: change });
  const deleted = await ask('DELETE', `/api/tokens/${id}`, { token });

  expect([creation.status, passwordChange.status, deleted.status]).toEqual([403, 403, 403]);
});

test('the secret of a session is not accepted as a token, and a wrong token is refused even with a valid cookie', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('administrator');
  const secret = cookie.split('=')[1] ?? '';

  expect((await ask('GET', '/api/members', { token: secret })).status).toBe(401);
  expect((await ask('GET', '/api/members', { token: `rwa_${secret}`, cookie })).status).toBe(401);
});
