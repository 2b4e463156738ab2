import { expect, test } from 'vitest';
import { createProxiedAddress } from '../../../../batch/server/access/publicAddress.js';
import { readCookie, testServer } from './testServer.js';

test.each([
  ['evil.example', 'http://evil.example'],
  ['127.0.0.1:4021', 'http://127.0.0.1:4021'],
  ['127.0.0.1', 'http://127.0.0.1'],
  ['localhost.evil.example:4020', 'http://localhost.evil.example:4020'],
])('a request to the host %s is refused, even with a session or token', async (host, origin) => {
  const { ask, member } = await testServer();
  const { cookie } = await member('administrator');
  const body = { name: 'n', role: 'viewer' };
  const answer = await ask('POST', '/api/tokens', { cookie, body });
  const { secret } = (await answer.json()) as { secret: string };

  for (const path of ['/api/session', '/', '/api/members']) {
    const headers = { Host: host, Origin: origin };
    expect((await ask('GET', path, { cookie, headers })).status).toBe(421);
    expect((await ask('GET', path, { token: secret, headers })).status).toBe(421);
  }
});

const writes = [
  ['POST', '/api/members/invitations', { name: 'Eve', role: 'administrator' }],
  ['PUT', '/api/password', { password: '', newPassword: 'a password of eve' }],
  ['DELETE', '/api/session', undefined],
] as const;
test.each<[string, Record<string, string>]>([
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['another site that hides its origin', { Origin: 'null' }],
  ['another port of this machine', { Origin: 'http://127.0.0.1:3000' }],
  ['the same host over https', { Origin: 'https://127.0.0.1:4020' }],
  ['localhost instead of 127.0.0.1', { Origin: 'http://localhost:4020' }],
  [
    'another origin of the same site',
    { Origin: 'http://127.0.0.1:4020', 'Sec-Fetch-Site': 'same-site' },
  ],
  ['the address bar', { Origin: 'http://127.0.0.1:4020', 'Sec-Fetch-Site': 'none' }],
])('writes from %s are refused', async (_, headers) => {
  const { access, ask, member } = await testServer();
  const { cookie } = await member('administrator');

  for (const [method, path, body] of writes) {
    expect((await ask(method, path, { cookie, body, headers })).status).toBe(403);
  }
  expect((await ask('GET', '/api/members', { cookie })).status).toBe(200);
  expect(await access.links.listInvitations()).toEqual([]);
});

test('a write that does not name the server’s origin passes the guard only with a bearer token', async () => {
  const { access, ask, member } = await testServer();
  const { id, cookie } = await member('administrator');
  const request = new Request('http://x', { headers: { Cookie: cookie } });
  const rights = (await access.findCaller(request))?.rights ?? new Set<never>();
  const newToken = { name: 'n', role: 'viewer', days: 1 } as const;
  const { secret } = await access.tokens.add({ memberId: id, rights }, newToken);
  const signInWith = (headers: Record<string, string>) =>
    ask('POST', '/api/session', { headers, body: { email: 'x', password: 'y' } });

  const withoutOrigin = await ask('DELETE', '/api/session', {
    cookie,
    headers: { Origin: '' },
  });
  expect(withoutOrigin.status).toBe(403);
  expect(await withoutOrigin.text()).toContain('personal access token');
  // A request with another scheme is authenticated by its cookie, so the guard checks its origin.
  expect((await signInWith({ Authorization: 'Basic eDp5', Origin: 'null' })).status).toBe(403);
  expect((await signInWith({ Authorization: `Bearer ${secret}`, Origin: 'null' })).status).toBe(
    401,
  );
});

test('other sites can neither read the API nor open an event stream, but may link to a GET route', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('viewer');
  const requestFrom = (site: string, mode: string) => ({
    cookie,
    headers: { Origin: 'http://127.0.0.1:4020', 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode },
  });

  expect((await ask('GET', '/api/members', requestFrom('cross-site', 'no-cors'))).status).toBe(403);
  expect((await ask('GET', '/api/members', requestFrom('same-site', 'cors'))).status).toBe(403);
  expect((await ask('GET', '/api/events', requestFrom('cross-site', 'navigate'))).status).toBe(403);
  expect((await ask('GET', '/api/members', requestFrom('cross-site', 'navigate'))).status).toBe(
    200,
  );
  expect((await ask('GET', '/api/members', requestFrom('same-origin', 'cors'))).status).toBe(200);
  const foreign = { cookie, headers: { Origin: 'https://evil.example' } };
  expect((await ask('GET', '/api/events', foreign)).status).toBe(403);
});

test('every answer has the security headers, including refusals and answers about missing pages', async () => {
  const { ask } = await testServer();
  const answers = await Promise.all([
    ask('GET', '/'),
    ask('GET', '/api/session'),
    ask('GET', '/api/members'),
    ask('GET', '/api/nothing'),
    ask('GET', '/', { headers: { Host: 'evil.example' } }),
    ask('POST', '/api/session', { body: { email: 1 } }),
  ]);
  for (const { headers } of answers) {
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'self';/,
    );
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
  }
  for (const { headers } of answers.slice(1, 4)) {
    expect(headers.get('Cache-Control')).toBe('no-store');
  }
});

test('the session cookie is HttpOnly and SameSite, and over https it has the prefix __Host-', async () => {
  const plain = await testServer();
  const secure = await testServer(createProxiedAddress('https://rwa.example.com'));
  const accept = async ({ access, ask }: typeof plain, account: object) =>
    ask('POST', '/api/links', { body: { code: await access.links.createFirst(), ...account } });

  const onLoopback = await accept(plain, {});
  const onHttps = await accept(secure, { email: 'a@example.com', password: 'a long password' });

  expect(onLoopback.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^rwa-session-[\w-]{8}=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  expect(onHttps.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-rwa-session-[\w-]{8}=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  // A cookie that an attacker has set over plain http does not sign in over https.
  const cookie = readCookie(onHttps).replace('__Host-', '');
  expect((await secure.ask('GET', '/api/members', { cookie })).status).toBe(401);
});

test('a JSON body that is too large is refused', async () => {
  const { ask } = await testServer();
  const body = { email: 'x'.repeat(3 * 1024 * 1024), password: '' };
  expect((await ask('POST', '/api/session', { body })).status).toBe(413);
});
