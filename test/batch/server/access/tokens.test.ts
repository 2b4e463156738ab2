import { expect, test } from 'vitest';
import { type TestServer, testServer } from './testServer.js';

async function createToken({ ask }: TestServer, cookie: string, role: string, days = 1) {
  const answer = await ask('POST', '/api/tokens', { cookie, body: { name: 'n8n', role, days } });
  const { secret, token } = (await answer.json()) as { secret: string; token?: { id: string } };
  return { status: answer.status, secret, id: token?.id ?? '' };
}

test('a token has the rights of its role that its member still has', async () => {
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

test.each([
  ['viewer', 'editor'],
  ['editor', 'approver'],
  ['approver', 'editor'],
  ['editor', 'administrator'],
] as const)('a member with the role %s cannot make a token with the role %s', async (own, role) => {
  const server = await testServer();
  const { cookie } = await server.member(own);
  expect((await createToken(server, cookie, role)).status).toBe(403);
  expect((await createToken(server, cookie, own)).status).toBe(200);
});

test('a token ends after its days or when its own member deletes it', async () => {
  const server = await testServer();
  const { ask, clock, member } = server;
  const ada = await member('viewer', 'ada');
  const bo = await member('administrator', 'bo');
  const short = await createToken(server, ada.cookie, 'viewer', 1);
  const long = await createToken(server, ada.cookie, 'viewer', 3);
  const status = async (token: string) => (await ask('GET', '/api/members', { token })).status;

  const remove = async (cookie: string) =>
    (await ask('DELETE', `/api/tokens/${long.id}`, { cookie })).status;
  expect(await remove(bo.cookie)).toBe(404);
  expect(await (await ask('GET', '/api/tokens', { cookie: bo.cookie })).json()).toEqual({
    tokens: [],
  });
  clock.nowMs += 24 * 60 * 60 * 1000;
  expect(await status(short.secret)).toBe(401);
  expect(await status(long.secret)).toBe(200);
  expect(await remove(ada.cookie)).toBe(204);
  expect(await status(long.secret)).toBe(401);
});

test('a stolen token cannot extend its access: it changes neither tokens nor passwords', async () => {
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

test('the cookie of a session is not a token, and a wrong token does not fall back to the cookie', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('administrator');
  const secret = cookie.split('=')[1] ?? '';

  expect((await ask('GET', '/api/members', { token: secret })).status).toBe(401);
  expect((await ask('GET', '/api/members', { token: `rwa_${secret}`, cookie })).status).toBe(401);
});
