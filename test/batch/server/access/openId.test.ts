import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readOpenIdSettings } from '../../../../batch/server/access/openIdSettings.js';
import { loopbackAddress } from '../../../../batch/server/access/publicAddress.js';
import { logOfTest } from '../logOfTest.js';
import { followTo, providerOfTest } from './providerOfTest.js';
import { PASSWORD, type ServerOfTest, serverOfTest } from './serverOfTest.js';

const ORIGIN = 'http://127.0.0.1:4020';
const CALLBACK = `${ORIGIN}/auth/openid/callback`;

// Errors are logged for the operator; the provider prints a lot itself.
beforeEach(() => {
  logOfTest();
  for (const method of ['error', 'warn', 'info'] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function serverWithProvider() {
  const provider = await providerOfTest(CALLBACK);
  const settings = await readOpenIdSettings(
    {
      issuer: provider.issuer,
      clientId: 'rwa',
      roles: 'hr-admins=administrator, hr=editor',
    },
    { RWA_OPENID_CLIENT_SECRET: 'secret-of-rwa' },
  );
  const server = await serverOfTest(loopbackAddress('127.0.0.1')(4020), settings);
  return { provider, server };
}

/** Begins in a browser: its cookie, and the address at which the provider sends it back. */
async function begun({ ask }: ServerOfTest) {
  const begin = await ask('GET', '/auth/openid', { headers: { Origin: '' } });
  const [cookie = ''] = (begin.headers.getSetCookie()[0] ?? '').split(';');
  const back = await followTo(begin.headers.get('Location') ?? '', CALLBACK);
  return { cookie, back: back.slice(ORIGIN.length) };
}

/** The session after a whole sign-in; undefined when it was refused. */
async function signedIn(server: ServerOfTest) {
  const { cookie, back } = await begun(server);
  const answer = await server.ask('GET', back, { cookie, headers: { Origin: '' } });
  const session = answer.headers
    .getSetCookie()
    .find((set) => set.startsWith('rwa-session-'))
    ?.split(';')[0];
  return { status: answer.status, text: await answer.text(), session };
}

test('a member signs in with the provider; a group there is a role here', async () => {
  const { provider, server } = await serverWithProvider();
  provider.signsInNext({ sub: '1', name: 'Ada', email: 'ada@example.com', groups: ['x', 'hr'] });

  const { status, session } = await signedIn(server);

  expect(status).toBe(302);
  const who = await (await server.ask('GET', '/api/session', { cookie: session })).json();
  expect(who).toMatchObject({
    member: { name: 'Ada', email: 'ada@example.com', role: 'editor' },
    rights: ['look', 'edit'],
  });
  expect(await server.access.members.list()).toMatchObject([{ signsInBy: 'openid' }]);
});

test('it is the same member at the next sign-in, with the role of then; the sessions of the old role end', async () => {
  const { provider, server } = await serverWithProvider();
  provider.signsInNext({ sub: '1', name: 'Ada', groups: ['hr-admins'] });
  const first = await signedIn(server);
  provider.signsInNext({ sub: '1', name: 'Ada Byron', groups: ['hr'] });
  await signedIn(server);

  expect(await server.access.members.list()).toMatchObject([{ name: 'Ada Byron', role: 'editor' }]);
  expect((await server.ask('GET', '/api/members', { cookie: first.session })).status).toBe(401);
});

test('without a group that has a role nobody gets in, and who was in is out', async () => {
  const { provider, server } = await serverWithProvider();
  provider.signsInNext({ sub: '1', name: 'Ada', groups: ['hr'] });
  const first = await signedIn(server);
  const asked = { name: 'n8n', role: 'editor', days: 30 };
  const made = await server.ask('POST', '/api/tokens', { cookie: first.session, body: asked });
  const { secret: token } = (await made.json()) as { secret: string };
  expect((await server.ask('GET', '/api/members', { token })).status).toBe(200);
  provider.signsInNext({ sub: '1', name: 'Ada', groups: ['sales'] });
  const second = await signedIn(server);
  provider.signsInNext({ sub: '2', name: 'Eve' });
  const stranger = await signedIn(server);

  expect([second.status, second.session]).toEqual([403, undefined]);
  expect(second.text).toContain('none of your groups there has a role here');
  expect(second.text).toContain('sign out there, then sign in here with that.');
  expect([stranger.status, stranger.session]).toEqual([403, undefined]);
  expect((await server.ask('GET', '/api/members', { cookie: first.session })).status).toBe(401);
  expect((await server.ask('GET', '/api/members', { token })).status).toBe(401);
  const [said] = (await server.access.logPage(undefined)).entries;
  expect(said).toMatchObject({ who: 'Ada', action: expect.stringContaining('no role') as string });
});

test('somebody who is signed in there as another person gets in with their own account', async () => {
  const { provider, server } = await serverWithProvider();
  provider.signsInNext({ sub: '2', name: 'Guest', email: 'guest@example.com' });
  expect((await signedIn(server)).text).toContain('knows you as guest@example.com, but none');
  provider.signsInNext({ sub: '1', name: 'Ada', email: 'ada@example.com', groups: ['hr'] });
  expect((await signedIn(server)).status).toBe(302);
  const members = await server.access.members.list();
  expect(members.map(({ email }) => email)).toEqual(['ada@example.com']);
});

test('where the provider refuses somebody, the session of that browser ends, too', async () => {
  const { provider, server } = await serverWithProvider();
  provider.signsInNext({ sub: '1', name: 'Ada', groups: ['hr'] });
  const { session } = await signedIn(server);
  const { cookie, back } = await begun(server);
  const state = new URL(back, ORIGIN).searchParams.get('state');
  const refused = `/auth/openid/callback?error=access_denied&state=${state}`;
  const both = `${cookie}; ${session}`;
  const foreign = await server.ask('GET', `${refused}x`, { cookie: both, headers: { Origin: '' } });
  expect(foreign.status).toBe(403);
  expect((await server.ask('GET', '/api/members', { cookie: session })).status).toBe(200);

  const answer = await server.ask('GET', refused, { cookie: both, headers: { Origin: '' } });
  expect(answer.status).toBe(502);
  expect((await server.ask('GET', '/api/members', { cookie: session })).status).toBe(401);
});

test('the email or name of a member at the provider is not that member', async () => {
  const { provider, server } = await serverWithProvider();
  const ada = await server.member('administrator', 'ada');
  provider.signsInNext({ sub: '7', name: 'ada', email: 'ada@example.com', groups: ['hr'] });

  const { session } = await signedIn(server);

  const who = await (await server.ask('GET', '/api/session', { cookie: session })).json();
  expect(who).toMatchObject({ member: { role: 'editor' } });
  expect(await server.access.members.list()).toHaveLength(2);
  expect((await server.access.members.get(ada.id)).role).toBe('administrator');
  const body = { email: 'ada@example.com', password: PASSWORD };
  expect((await server.ask('POST', '/api/session', { body })).status).toBe(200);
});

test('an answer of the provider counts once, and only in the browser that asked', async () => {
  const { provider, server } = await serverWithProvider();
  provider.signsInNext({ sub: '1', name: 'Ada', groups: ['hr-admins'] });
  const mine = await begun(server);
  const other = await begun(server);
  const finish = async (cookie: string | undefined, back: string) => {
    const answer = await server.ask('GET', back, { cookie, headers: { Origin: '' } });
    const cookies = answer.headers.getSetCookie().join();
    return { status: answer.status, isSignedIn: cookies.includes('rwa-session-') };
  };

  const refused = { status: 403, isSignedIn: false };
  expect(await finish(undefined, mine.back)).toEqual(refused);
  expect(await finish(other.cookie, mine.back)).toEqual(refused);
  // The state is right, but the code belongs to another sign-in: PKCE and nonce tell.
  const [, code = ''] = /code=([^&]+)/.exec(other.back) ?? [];
  const mixed = mine.back.replace(/code=[^&]+/, `code=${code}`);
  expect(await finish(mine.cookie, mixed)).toEqual({ status: 502, isSignedIn: false });
  expect(await finish(mine.cookie, mine.back)).toEqual({ status: 302, isSignedIn: true });
  expect(await finish(mine.cookie, mine.back)).toEqual({ status: 502, isSignedIn: false });
  // "Sign in again."
  expect((await signedIn(server)).status).toBe(302);
});

test('the role of such a member is the provider’s, and they have no password here', async () => {
  const { provider, server } = await serverWithProvider();
  provider.signsInNext({ sub: '1', name: 'Ada', groups: ['hr-admins'] });
  const { session: cookie } = await signedIn(server);
  const [{ id } = { id: '' }] = await server.access.members.list();

  const change = { cookie, body: { role: 'viewer' } };
  expect((await server.ask('PATCH', `/api/members/${id}`, change)).status).toBe(409);
  const password = { password: '', newPassword: PASSWORD, email: 'a@example.com' };
  expect((await server.ask('PUT', '/api/password', { cookie, body: password })).status).toBe(409);
});

test.each([
  ['http://id.example.com', 'rwa', 's', 'is not an https address'],
  ['https://id.example.com', '', 's', '--openid-client-id'],
  ['https://id.example.com', 'rwa', '', 'RWA_OPENID_CLIENT_SECRET'],
])('the provider %s with the client "%s" and the secret "%s" is refused', async (...given) => {
  const [issuer, clientId, secret, said] = given;
  const environment = { RWA_OPENID_CLIENT_SECRET: secret, RWA_OPENID_ROLES: 'a=viewer' };
  await expect(readOpenIdSettings({ issuer, clientId }, environment)).rejects.toThrow(said);
});

test.each([
  ['', 'Say which group'],
  ['hr', 'is not a group and a role'],
  ['hr=boss', 'is not a group and a role'],
])('roles "%s" are refused', async (roles, said) => {
  const options = { issuer: 'https://id.example.com', clientId: 'rwa', roles };
  const environment = { RWA_OPENID_CLIENT_SECRET: 's' };
  await expect(readOpenIdSettings(options, environment)).rejects.toThrow(said);
});
