import { expect, test } from 'vitest';
import type { Session } from '../../../../batch/server/contract/shapes.js';
import { PASSWORD, readCookie, testServer } from './testServer.js';

const DAY_MS = 24 * 60 * 60 * 1000;

test('the first link adds an administrator, and works only once', async () => {
  const { access, ask } = await testServer();
  const code = (await access.links.createFirst()) ?? '';
  expect(await (await ask('POST', '/api/links/state', { body: { code } })).json()).toEqual({
    name: 'Administrator',
    role: 'administrator',
    needsPassword: false,
  });

  const answers = await Promise.all(
    [1, 2, 3].map(() => ask('POST', '/api/links', { body: { code } })),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  expect(await access.members.list()).toMatchObject([{ role: 'administrator', signsInBy: 'link' }]);
});

test('the link of a later start signs in the same administrator and invalidates earlier links', async () => {
  const { access, ask } = await testServer();
  await ask('POST', '/api/links', { body: { code: await access.links.createFirst() } });
  const second = await access.links.createFirst();
  const third = await access.links.createFirst();

  expect((await ask('POST', '/api/links', { body: { code: second } })).status).toBe(404);
  expect((await ask('POST', '/api/links', { body: { code: third } })).status).toBe(200);
  expect(await access.members.list()).toHaveLength(1);
});

test('an invitation ends after 7 days, or when it is withdrawn', async () => {
  const { access, ask, clock, member } = await testServer();
  const { cookie } = await member('administrator');
  const createInvitation = async () => {
    const body = { name: 'Bo', role: 'editor' };
    const answer = await ask('POST', '/api/members/invitations', { cookie, body });
    const { link, invite } = (await answer.json()) as { link: string; invite: { id: string } };
    return { code: link.split('/join#')[1], id: invite.id };
  };
  const expired = await createInvitation();
  const withdrawn = await createInvitation();
  const valid = await createInvitation();

  const path = `/api/members/invitations/${withdrawn.id}`;
  expect((await ask('DELETE', path, { cookie })).status).toBe(204);
  expect((await ask('POST', '/api/links', { body: { code: withdrawn.code } })).status).toBe(404);
  clock.nowMs += 7 * DAY_MS - 1;
  expect((await ask('POST', '/api/links', { body: { code: valid.code } })).status).toBe(200);
  clock.nowMs += 1;
  expect((await ask('POST', '/api/links', { body: { code: expired.code } })).status).toBe(404);
  expect(await access.links.listInvitations()).toEqual([]);
});

test('a session ends after 7 days without use, and after 30 days in any case', async () => {
  const { ask, clock, member } = await testServer();
  const idle = await member('viewer', 'idle');
  const rare = await member('viewer', 'rare');
  const busy = await member('viewer', 'busy');
  const readStatus = async (cookie: string) =>
    (await ask('GET', '/api/members', { cookie })).status;

  for (let day = 1; day < 30; day += 1) {
    clock.nowMs += DAY_MS;
    expect(await readStatus(busy.cookie)).toBe(200);
    if (day % 6 === 0) expect(await readStatus(rare.cookie)).toBe(200);
    if (day === 7) expect(await readStatus(idle.cookie)).toBe(401);
  }
  clock.nowMs += DAY_MS;
  expect(await readStatus(busy.cookie)).toBe(401);
});

test('the database contains no password, and no secret of a session, link or token', async () => {
  const { access, ask, db, member } = await testServer();
  const first = (await access.links.createFirst()) ?? '';
  const { cookie } = await member('administrator');
  const body = { name: 'n8n', role: 'viewer' };
  const made = await ask('POST', '/api/tokens', { cookie, body });
  const { secret } = (await made.json()) as { secret: string };

  const stored: unknown[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const table = name as 'member' | 'session' | 'link' | 'token' | 'log';
    stored.push(await db.selectFrom(table).selectAll().execute());
  }
  const text = JSON.stringify(stored);
  expect(text).toContain('argon2id$v=19$m=19456,t=2,p=1');
  for (const hidden of [first, cookie.split('=')[1] ?? '', secret, PASSWORD]) {
    expect(hidden.length).toBeGreaterThan(12);
    expect(text).not.toContain(hidden);
  }
});

test('every sign-in begins a new session and ends the session whose cookie the browser sent', async () => {
  const { ask, member } = await testServer();
  const { cookie: before } = await member('viewer', 'ada');
  const plantedCookie = before.replace(/=.*/, '=planted-by-somebody-else-0000000000000000');
  const body = { email: 'ada@example.com', password: PASSWORD };

  const afterPlanted = readCookie(
    await ask('POST', '/api/session', { cookie: plantedCookie, body }),
  );
  const again = readCookie(await ask('POST', '/api/session', { cookie: before, body }));

  expect(new Set([before, plantedCookie, afterPlanted, again]).size).toBe(4);
  const readStatus = async (cookie: string) =>
    (await ask('GET', '/api/members', { cookie })).status;
  expect(await readStatus(plantedCookie)).toBe(401);
  expect(await readStatus(before)).toBe(401);
  expect(await readStatus(afterPlanted)).toBe(200);
  expect(await readStatus(again)).toBe(200);
});

test('a browser stays signed in to two servers on one host', async () => {
  const [one, other] = [await testServer(), await testServer()];
  const [first, second] = [await one.member('viewer'), await other.member('editor')];
  const cookie = `${first.cookie}; ${second.cookie}`;
  const readRole = async ({ ask }: typeof one) => {
    const { member } = (await (await ask('GET', '/api/session', { cookie })).json()) as Session;
    return member?.role;
  };
  expect(await readRole(one)).toBe('viewer');
  expect(await readRole(other)).toBe('editor');
  const names = [first, second].map(({ cookie: one }) => one.split('=')[0]);
  expect(new Set(names).size).toBe(2);
});

test('signing out ends the session, not only the cookie', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('viewer');
  expect((await ask('GET', '/api/members', { cookie })).status).toBe(200);

  const answer = await ask('DELETE', '/api/session', { cookie });

  expect(answer.headers.getSetCookie()[0]).toMatch(/^rwa-session-[\w-]{8}=; Max-Age=0/);
  expect((await ask('GET', '/api/members', { cookie })).status).toBe(401);
});

test.each([
  ['a change of role', 'PATCH', '', { role: 'editor' }],
  ['a sign-out by an administrator', 'DELETE', '/sessions', undefined],
  ['the removal of the member', 'DELETE', '', undefined],
])('the sessions of a member end with %s', async (_, method, path, body) => {
  const { ask, member } = await testServer();
  const administrator = await member('administrator');
  const { id, cookie } = await member('approver');
  expect((await ask('GET', '/api/members', { cookie })).status).toBe(200);

  const answer = await ask(method, `/api/members/${id}${path}`, {
    cookie: administrator.cookie,
    body,
  });

  expect(answer.status).toBe(204);
  expect((await ask('GET', '/api/members', { cookie })).status).toBe(401);
});

test('a new password ends all sessions of the member and begins one in the browser that set it', async () => {
  const { ask, member } = await testServer();
  const { cookie } = await member('viewer', 'ada');
  const signIn = { email: 'ada@example.com', password: PASSWORD };
  const other = readCookie(await ask('POST', '/api/session', { body: signIn }));
  const change = { password: PASSWORD, newPassword: 'another long password' };
  const readStatus = async (session: string) =>
    (await ask('GET', '/api/members', { cookie: session })).status;
  expect(await readStatus(other)).toBe(200);

  const wrong = { ...change, password: 'not the password' };
  expect((await ask('PUT', '/api/password', { cookie, body: wrong })).status).toBe(403);
  const weak = { ...change, newPassword: 'short' };
  expect((await ask('PUT', '/api/password', { cookie, body: weak })).status).toBe(422);
  const answer = await ask('PUT', '/api/password', { cookie, body: change });

  expect(answer.status).toBe(204);
  expect(await readStatus(other)).toBe(401);
  expect(await readStatus(cookie)).toBe(401);
  expect(await readStatus(readCookie(answer))).toBe(200);
  expect((await ask('POST', '/api/session', { body: signIn })).status).toBe(401);
});

test('the last administrator can neither be removed nor lose the role', async () => {
  const { ask, member } = await testServer();
  const { id, cookie } = await member('administrator', 'ada');

  const change = { cookie, body: { role: 'viewer' } };
  expect((await ask('PATCH', `/api/members/${id}`, change)).status).toBe(409);
  expect((await ask('DELETE', `/api/members/${id}`, { cookie })).status).toBe(409);
  const second = await member('administrator', 'bo');
  expect((await ask('PATCH', `/api/members/${id}`, change)).status).toBe(204);
  expect((await ask('DELETE', `/api/members/${second.id}`, { cookie: second.cookie })).status).toBe(
    409,
  );
});

test('members can change their name, but cannot use the name of another member or of the server', async () => {
  const { access, ask, member } = await testServer();
  const code = (await access.links.createFirst()) ?? '';
  const body = { code, name: 'Anna Weber' };
  const cookie = readCookie(await ask('POST', '/api/links', { body }));
  const rename = (name: string) => ask('PUT', '/api/profile', { cookie, body: { name } });
  const listNames = async () => (await access.members.list()).map(({ name }) => name);
  await member('viewer', 'Bo');
  expect(await listNames()).toEqual(['Anna Weber', 'Bo']);

  const answer = await rename(' Anna Koch ');
  expect((await answer.json()) as Session).toMatchObject({ member: { name: 'Anna Koch' } });
  expect(await listNames()).toEqual(['Anna Koch', 'Bo']);
  const { entries } = await access.logPage(undefined, 'en');
  expect(entries[0]).toMatchObject({
    who: 'Anna Weber',
    action: 'changed their name to Anna Koch',
  });

  // In the log, a name that is the ID of a member would be shown as that member's name.
  const [other] = (await access.members.list()).filter(({ name }) => name === 'Bo');
  for (const name of ['bö', 'The server', 'Der Server', other?.id ?? ''])
    expect((await rename(name)).status).toBe(409);
  expect((await rename(' ')).status).toBe(422);
  // A link cannot be accepted with the name of another member either.
  const invited = await access.links.invite('', 'Cy', 'viewer');
  const withTakenName = { code: invited.code, name: 'Bo' };
  expect((await ask('POST', '/api/links', { body: withTakenName })).status).toBe(409);
  for (const name of ['Bo', 'the schedule']) {
    const invitation = { cookie, body: { name, role: 'viewer' } };
    expect((await ask('POST', '/api/members/invitations', invitation)).status).toBe(409);
  }
  const withOwnName = { code: invited.code, name: 'Cyrus' };
  expect((await ask('POST', '/api/links', { body: withOwnName })).status).toBe(200);
  expect(await listNames()).toEqual(['Anna Koch', 'Bo', 'Cyrus']);
});
