import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readOpenIdSettings } from '../../../../batch/server/access/openIdSettings.js';
import { createLoopbackAddress } from '../../../../batch/server/access/publicAddress.js';
import { testLog } from '../testLog.js';
import { followTo, testProvider } from './testProvider.js';
import { PASSWORD, type TestServer, testServer } from './testServer.js';

const ORIGIN = 'http://127.0.0.1:4020';
const CALLBACK = `${ORIGIN}/auth/openid/callback`;

// Hide the logged errors and the output of the provider.
beforeEach(() => {
  testLog();
  for (const method of ['error', 'warn', 'info'] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function startServerWithProvider() {
  const provider = await testProvider(CALLBACK);
  const settings = await readOpenIdSettings(
    {
      issuer: provider.issuer,
      clientId: 'rwa',
      roles: 'hr-admins=administrator, hr=editor',
    },
    { RWA_OPENID_CLIENT_SECRET: 'secret-of-rwa' },
  );
  const server = await testServer(createLoopbackAddress('127.0.0.1')(4020), settings);
  return { provider, server };
}

/** Begins a sign-in. Returns the browser's cookie, and the path to which the provider redirects the browser. */
async function beginSignIn({ ask }: TestServer) {
  const begin = await ask('GET', '/auth/openid', { headers: { Origin: '' } });
  const [cookie = ''] = (begin.headers.getSetCookie()[0] ?? '').split(';');
  const callback = await followTo(begin.headers.get('Location') ?? '', CALLBACK);
  return { cookie, callbackPath: callback.slice(ORIGIN.length) };
}

/** Signs in with the provider. The returned session is undefined if the sign-in was refused. */
async function signIn(server: TestServer) {
  const { cookie, callbackPath } = await beginSignIn(server);
  const answer = await server.ask('GET', callbackPath, { cookie, headers: { Origin: '' } });
  const session = answer.headers
    .getSetCookie()
    .find((set) => set.startsWith('rwa-session-'))
    ?.split(';')[0];
  return { status: answer.status, text: await answer.text(), session };
}

test('a member signs in with the provider, and has the role of their group there', async () => {
  const { provider, server } = await startServerWithProvider();
  provider.setNextPerson({ sub: '1', name: 'Ada', email: 'ada@example.com', groups: ['x', 'hr'] });

  const { status, session } = await signIn(server);

  expect(status).toBe(302);
  const who = await (await server.ask('GET', '/api/session', { cookie: session })).json();
  expect(who).toMatchObject({
    member: { name: 'Ada', email: 'ada@example.com', role: 'editor' },
    rights: ['look', 'edit'],
  });
  expect(await server.access.members.list()).toMatchObject([{ signsInBy: 'openid' }]);
});

test('a later sign-in with another name and group updates the member, and ends the sessions with the old role', async () => {
  const { provider, server } = await startServerWithProvider();
  provider.setNextPerson({ sub: '1', name: 'Ada', groups: ['hr-admins'] });
  const first = await signIn(server);
  provider.setNextPerson({ sub: '1', name: 'Ada Byron', groups: ['hr'] });
  await signIn(server);

  expect(await server.access.members.list()).toMatchObject([{ name: 'Ada Byron', role: 'editor' }]);
  expect((await server.ask('GET', '/api/members', { cookie: first.session })).status).toBe(401);
});

test('a person without a group that has a role is refused, and loses earlier sessions, tokens and notices by email', async () => {
  const { provider, server } = await startServerWithProvider();
  const ada = { sub: '1', name: 'Ada', email: 'ada@example.com' };
  provider.setNextPerson({ ...ada, groups: ['hr'] });
  const first = await signIn(server);
  const newToken = { name: 'n8n', role: 'editor', days: 30 };
  const tokenAnswer = await server.ask('POST', '/api/tokens', {
    cookie: first.session,
    body: newToken,
  });
  const { secret: token } = (await tokenAnswer.json()) as { secret: string };
  expect((await server.ask('GET', '/api/members', { token })).status).toBe(200);
  provider.setNextPerson({ ...ada, groups: ['sales'] });
  const second = await signIn(server);
  provider.setNextPerson({ sub: '2', name: 'Eve' });
  const stranger = await signIn(server);

  expect([second.status, second.session]).toEqual([403, undefined]);
  expect(second.text).toContain('none of your groups there has a role here');
  expect(second.text).toContain('sign out there, then sign in here with that account.');
  expect([stranger.status, stranger.session]).toEqual([403, undefined]);
  expect((await server.ask('GET', '/api/members', { cookie: first.session })).status).toBe(401);
  expect((await server.ask('GET', '/api/members', { token })).status).toBe(401);
  expect((await server.access.members.list()).map(({ email }) => email)).toEqual(['']);
  const [entry] = (await server.access.logPage(undefined, 'en')).entries;
  expect(entry).toMatchObject({
    who: 'Ada',
    action: expect.stringContaining('no role') as string,
  });
});

test('a person who signed in to the provider with a wrong account can sign in with the right one', async () => {
  const { provider, server } = await startServerWithProvider();
  provider.setNextPerson({ sub: '2', name: 'Guest', email: 'guest@example.com' });
  expect((await signIn(server)).text).toContain('as guest@example.com, but none');
  provider.setNextPerson({ sub: '1', name: 'Ada', email: 'ada@example.com', groups: ['hr'] });
  expect((await signIn(server)).status).toBe(302);
  const members = await server.access.members.list();
  expect(members.map(({ email }) => email)).toEqual(['ada@example.com']);
});

test('a refusal by the provider ends the session of the browser, but a forged refusal does not', async () => {
  const { provider, server } = await startServerWithProvider();
  provider.setNextPerson({ sub: '1', name: 'Ada', groups: ['hr'] });
  const { session } = await signIn(server);
  const { cookie, callbackPath } = await beginSignIn(server);
  const state = new URL(callbackPath, ORIGIN).searchParams.get('state');
  const refused = `/auth/openid/callback?error=access_denied&state=${state}`;
  const bothCookies = `${cookie}; ${session}`;
  const forged = await server.ask('GET', `${refused}x`, {
    cookie: bothCookies,
    headers: { Origin: '' },
  });
  expect(forged.status).toBe(403);
  expect((await server.ask('GET', '/api/members', { cookie: session })).status).toBe(200);

  const answer = await server.ask('GET', refused, { cookie: bothCookies, headers: { Origin: '' } });
  expect(answer.status).toBe(502);
  expect((await server.ask('GET', '/api/members', { cookie: session })).status).toBe(401);
});

test('a person at the provider with the email and name of a member does not become that member', async () => {
  const { provider, server } = await startServerWithProvider();
  const ada = await server.member('administrator', 'ada');
  provider.setNextPerson({ sub: '7', name: 'ada', email: 'ada@example.com', groups: ['hr'] });

  const { session } = await signIn(server);

  const who = await (await server.ask('GET', '/api/session', { cookie: session })).json();
  expect(who).toMatchObject({ member: { role: 'editor' } });
  expect(await server.access.members.list()).toHaveLength(2);
  expect((await server.access.members.get(ada.id)).role).toBe('administrator');
  const body = { email: 'ada@example.com', password: PASSWORD };
  expect((await server.ask('POST', '/api/session', { body })).status).toBe(200);
});

test('a person at the provider whose name is the ID of a member is refused', async () => {
  const { provider, server } = await startServerWithProvider();
  const ada = await server.member('administrator', 'ada');
  provider.setNextPerson({ sub: '7', name: ada.id, groups: ['hr'] });
  expect((await signIn(server)).session).toBeUndefined();
  expect(await server.access.members.list()).toHaveLength(1);
});

test('an answer of the provider is accepted once, and only in the browser that began the sign-in', async () => {
  const { provider, server } = await startServerWithProvider();
  provider.setNextPerson({ sub: '1', name: 'Ada', groups: ['hr-admins'] });
  const mine = await beginSignIn(server);
  const other = await beginSignIn(server);
  const finish = async (cookie: string | undefined, path: string) => {
    const answer = await server.ask('GET', path, { cookie, headers: { Origin: '' } });
    const cookies = answer.headers.getSetCookie().join();
    return { status: answer.status, isSignedIn: cookies.includes('rwa-session-') };
  };

  const refused = { status: 403, isSignedIn: false };
  expect(await finish(undefined, mine.callbackPath)).toEqual(refused);
  expect(await finish(other.cookie, mine.callbackPath)).toEqual(refused);
  // The state is right, but PKCE and the nonce show that the code belongs to another sign-in.
  const [, code = ''] = /code=([^&]+)/.exec(other.callbackPath) ?? [];
  const mixedPath = mine.callbackPath.replace(/code=[^&]+/, `code=${code}`);
  expect(await finish(mine.cookie, mixedPath)).toEqual({ status: 502, isSignedIn: false });
  expect(await finish(mine.cookie, mine.callbackPath)).toEqual({ status: 302, isSignedIn: true });
  expect(await finish(mine.cookie, mine.callbackPath)).toEqual({ status: 502, isSignedIn: false });
  // As the refusal advises, the person can sign in again.
  expect((await signIn(server)).status).toBe(302);
});

test('a member who signs in with the provider can be given neither another role nor a password', async () => {
  const { provider, server } = await startServerWithProvider();
  provider.setNextPerson({ sub: '1', name: 'Ada', groups: ['hr-admins'] });
  const { session: cookie } = await signIn(server);
  const [{ id } = { id: '' }] = await server.access.members.list();

  const change = { cookie, body: { role: 'viewer' } };
  expect((await server.ask('PATCH', `/api/members/${id}`, change)).status).toBe(409);
  const password = { password: '', newPassword: PASSWORD, email: 'a@example.com' };
  expect((await server.ask('PUT', '/api/password', { cookie, body: password })).status).toBe(409);
});

test('a provider on this machine needs no https', async () => {
  const environment = { RWA_OPENID_CLIENT_SECRET: 's', RWA_OPENID_ROLES: 'a=viewer' };
  for (const issuer of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
    const settings = await readOpenIdSettings({ issuer, clientId: 'rwa' }, environment);
    expect(settings?.issuer.href).toBe(`${issuer}/`);
  }
});

test.each([
  ['http://id.example.com', 'rwa', 's', 'is not an https address'],
  ['https://id.example.com', '', 's', '--openid-client-id'],
  ['https://id.example.com', 'rwa', '', 'RWA_OPENID_CLIENT_SECRET'],
])('the provider %s with the client "%s" and the secret "%s" is refused', async (...given) => {
  const [issuer, clientId, secret, message] = given;
  const environment = { RWA_OPENID_CLIENT_SECRET: secret, RWA_OPENID_ROLES: 'a=viewer' };
  await expect(readOpenIdSettings({ issuer, clientId }, environment)).rejects.toThrow(message);
});

test.each([
  ['', 'Map groups'],
  ['hr', 'is not a group and a role'],
  ['hr=boss', 'is not a group and a role'],
])('--openid-roles "%s" is refused', async (roles, message) => {
  const options = { issuer: 'https://id.example.com', clientId: 'rwa', roles };
  const environment = { RWA_OPENID_CLIENT_SECRET: 's' };
  await expect(readOpenIdSettings(options, environment)).rejects.toThrow(message);
});
