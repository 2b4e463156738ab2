import { expect, test } from 'vitest';
import { openAccess } from '../../../../batch/server/access/openAccess.js';
import { createProxiedAddress } from '../../../../batch/server/access/publicAddress.js';
import { readCookie, PASSWORD, testServer } from './testServer.js';

const MINUTE_MS = 60 * 1000;
const createProxyHeaders = (address: string) => ({ 'X-Forwarded-For': `1.2.3.4, ${address}` });

test('attempts to sign in to one account are limited, even from many addresses at once', async () => {
  const { ask, clock, member } = await testServer(createProxiedAddress('https://rwa.example.com'));
  await member('viewer', 'ada');
  const trySignIn = (password: string, from: number) =>
    ask('POST', '/api/session', {
      body: { email: 'ADA@example.com', password },
      headers: createProxyHeaders(`10.0.0.${from}`),
    });

  const atOnce = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7].map((from) => trySignIn(`wrong ${from}`, from)),
  );
  const statuses = atOnce.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);

  const paused = await trySignIn(PASSWORD, 8);
  expect(paused.status).toBe(429);
  expect(Number(paused.headers.get('Retry-After'))).toBeGreaterThan(0);
  // Each further failure makes the pause longer.
  clock.nowMs += Number(paused.headers.get('Retry-After')) * 1000;
  expect((await trySignIn('wrong again', 9)).status).toBe(401);
  const longer = await trySignIn('wrong again', 10);
  expect(Number(longer.headers.get('Retry-After'))).toBeGreaterThan(
    Number(paused.headers.get('Retry-After')),
  );
  // After the pause, the member can sign in. This clears the failures.
  clock.nowMs += 5 * MINUTE_MS;
  expect((await trySignIn(PASSWORD, 11)).status).toBe(200);
  expect((await trySignIn('wrong', 12)).status).toBe(401);
  expect((await trySignIn(PASSWORD, 13)).status).toBe(200);
});

test('attempts from one address are limited across accounts', async () => {
  const { ask } = await testServer(createProxiedAddress('https://rwa.example.com'));
  const trySignIn = async (account: number, from: string) => {
    const body = { email: `nobody${account}@example.com`, password: PASSWORD };
    return (await ask('POST', '/api/session', { body, headers: createProxyHeaders(from) })).status;
  };
  const statuses: number[] = [];
  for (let account = 0; account < 25; account += 1)
    statuses.push(await trySignIn(account, '10.0.0.1'));

  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(statuses.slice(20)).toEqual(Array(5).fill(429));
  expect(await trySignIn(99, '10.0.0.2')).toBe(401);
});

test('attempts to guess a link are limited, and a valid link does not count as an attempt', async () => {
  const { access, ask } = await testServer();
  const code = (await access.links.createFirst()) ?? '';
  for (let time = 0; time < 40; time += 1) {
    expect((await ask('POST', '/api/links/state', { body: { code } })).status).toBe(200);
  }
  const statuses: number[] = [];
  for (let guess = 0; guess < 25; guess += 1) {
    statuses.push((await ask('POST', '/api/links/state', { body: { code: `${guess}` } })).status);
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(404));
  expect(statuses.slice(20)).toEqual(Array(5).fill(429));
});

test('a sign-in with an unknown email takes as long as one with a wrong password, and gets the same answer', async () => {
  const { ask, clock, member } = await testServer();
  await member('viewer', 'ada');
  const measureAnswer = async (email: string) => {
    const beganMs = performance.now();
    const answer = await ask('POST', '/api/session', { body: { email, password: 'wrong wrong' } });
    clock.nowMs += 60 * MINUTE_MS;
    return { ms: performance.now() - beganMs, text: await answer.text(), status: answer.status };
  };
  const known = [];
  const unknown = [];
  for (let time = 0; time < 4; time += 1) {
    known.push(await measureAnswer('ada@example.com'));
    unknown.push(await measureAnswer(`nobody${time}@example.com`));
  }

  const findFastest = (attempts: { ms: number }[]) => Math.min(...attempts.map(({ ms }) => ms));
  // Without hashing a password, an answer would take far less time.
  expect(findFastest(unknown)).toBeGreaterThan(findFastest(known) / 4);
  const answers = [...known, ...unknown].map(({ text, status }) => `${status} ${text}`);
  expect(new Set(answers).size).toBe(1);
});

test('behind a proxy, a link is accepted only with an email and a good password, and stays valid until then', async () => {
  const { access, ask } = await testServer(createProxiedAddress('https://rwa.example.com'));
  const code = (await access.links.createFirst()) ?? '';
  const accept = async (account: object) =>
    (await ask('POST', '/api/links', { body: { code, ...account } })).status;

  expect(await (await ask('POST', '/api/links/state', { body: { code } })).json()).toMatchObject({
    needsPassword: true,
  });
  expect(await accept({})).toBe(422);
  expect(await accept({ email: 'ada@example.com' })).toBe(422);
  expect(await accept({ email: 'ada@example.com', password: 'short' })).toBe(422);
  expect(await accept({ email: 'ada@example.com', password: 'ada@example.com' })).toBe(422);
  expect(await accept({ email: 'ada@example.com', password: PASSWORD })).toBe(200);
  // Once an administrator can sign in, a start without --new-link prints no link.
  expect(await access.links.createFirst()).toBeUndefined();
});

test('an administrator who has lost the password sets a new one with the link from --new-link', async () => {
  const { access, ask } = await testServer(createProxiedAddress('https://rwa.example.com'));
  const email = 'ada@example.com';
  const accept = (code: string | undefined, password: string) =>
    ask('POST', '/api/links', { body: { code, email, password } });
  const earlier = readCookie(await accept(await access.links.createFirst(), PASSWORD));

  expect((await ask('GET', '/api/members', { cookie: earlier })).status).toBe(200);

  const code = await access.links.createFirst({ isWanted: true });
  expect((await accept(code, 'another good password')).status).toBe(200);

  const signIn = async (password: string) =>
    (await ask('POST', '/api/session', { body: { email, password } })).status;
  expect(await signIn(PASSWORD)).toBe(401);
  expect(await signIn('another good password')).toBe(200);
  expect((await ask('GET', '/api/members', { cookie: earlier })).status).toBe(401);
  expect(await access.members.list()).toHaveLength(1);
});

test('an invitation cannot be accepted with the email of another member', async () => {
  const { access, ask, member } = await testServer();
  const ada = await member('administrator', 'ada');
  const { code } = await access.links.invite(ada.id, 'Eve', 'viewer');
  const body = { code, email: 'Ada@Example.com', password: 'a password of eve' };

  expect((await ask('POST', '/api/links', { body })).status).toBe(409);
  const signIn = { email: 'ada@example.com', password: PASSWORD };
  expect((await ask('POST', '/api/session', { body: signIn })).status).toBe(200);
});

test('a member who used a link on loopback can set an email and a password, and sign in with them', async () => {
  const { access, ask } = await testServer();
  const answer = await ask('POST', '/api/links', {
    body: { code: await access.links.createFirst() },
  });
  const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0];
  const change = { password: '', newPassword: PASSWORD };

  expect((await ask('PUT', '/api/password', { cookie, body: change })).status).toBe(422);
  const body = { ...change, email: 'ada@example.com' };
  expect((await ask('PUT', '/api/password', { cookie, body })).status).toBe(204);
  const signIn = { email: 'ada@example.com', password: PASSWORD };
  expect((await ask('POST', '/api/session', { body: signIn })).status).toBe(200);
});

test('failed attempts still count after a restart, and are stored without the email in plain text', async () => {
  const publicAddress = createProxiedAddress('https://rwa.example.com');
  const { ask, clock, db, member, store } = await testServer(publicAddress);
  await member('viewer', 'ada');
  const body = { email: 'ada@example.com', password: 'wrong wrong' };
  for (let time = 0; time < 5; time += 1) await ask('POST', '/api/session', { body });
  const { signIn: restarted } = await openAccess(store, () => clock.nowMs, publicAddress);

  const signingIn = restarted.identifyByPassword('ada@example.com', PASSWORD, '10.0.0.9');
  await expect(signingIn).rejects.toMatchObject({ code: 'too_many' });
  const stored = await db.selectFrom('sign_in_try').selectAll().execute();
  expect(stored).not.toEqual([]);
  // A hash may contain "ada" by chance.
  expect(JSON.stringify(stored)).not.toMatch(/ada@|example/i);
  clock.nowMs += 24 * 60 * MINUTE_MS + 1;
  await restarted.identifyByPassword('ada@example.com', PASSWORD, '10.0.0.9');
  // The next attempt has deleted those that are older than a day.
  expect(await db.selectFrom('sign_in_try').selectAll().execute()).toEqual([]);
});
