import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import type { Identify } from '../../../../batch/server/access/accounts.js';
import { createProxiedAddress } from '../../../../batch/server/access/publicAddress.js';
import { RefusalError } from '../../../../batch/server/refusalError.js';
import { AttemptLimiter } from '../../../../batch/server/access/attemptLimiter.js';
import type { Role } from '../../../../batch/server/contract/shapes.js';
import { testFolder } from '../../testFolder.js';
import { PASSWORD, type TestServer, testServer } from './testServer.js';

const rounds = 25;

/** Starts two servers on one database, each with its own connections. */
async function startTwoServers(publicAddress?: ReturnType<typeof createProxiedAddress>) {
  const folder = testFolder();
  const first = await testServer(publicAddress, undefined, folder);
  return { first, second: await testServer(publicAddress, undefined, folder) };
}

/** Adds a member without hashing a password, which is slow. */
async function addMember({ access, beginSession }: TestServer, role: Role) {
  const id = await access.members.add({ name: role, email: '', role });
  return { id, cookie: await beginSession(id) };
}

async function readStatuses(answers: readonly Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);
}

/** Signs in as a route does, and returns the status of the answer. */
async function signIn({ access }: TestServer, identify: Identify): Promise<number> {
  const app = new Hono();
  app.get('/', async (context: Context) => {
    await access.begin(context, identify, { code: 'signedInWithLink' });
    return context.body(null, 204);
  });
  app.onError((error, context) => {
    const isRefused = error instanceof RefusalError && error.code === 'not_signed_in';
    return context.body(null, isRefused ? 401 : 500);
  });
  return (await app.request('/')).status;
}

async function listSessions({ db }: TestServer, member: string) {
  return db.selectFrom('session').selectAll().where('member', '=', member).execute();
}

describe('two administrators', () => {
  test.for([
    ['remove each other', 'DELETE', undefined],
    ['make each other viewers', 'PATCH', { role: 'viewer' }],
  ] as const)('who %s at the same time do not both succeed', async ([, method, body]) => {
    const { first, second } = await startTwoServers();
    for (let round = 0; round < rounds; round++) {
      const [ada, bo] = [
        await addMember(first, 'administrator'),
        await addMember(second, 'administrator'),
      ];
      const answers = await readStatuses([
        first.ask(method, `/api/members/${bo.id}`, { cookie: ada.cookie, body }),
        second.ask(method, `/api/members/${ada.id}`, { cookie: bo.cookie, body }),
      ]);
      // One request is refused: its member was signed out (401), or it concerns the last administrator (409).
      expect([
        [204, 401],
        [204, 409],
      ]).toContainEqual(answers);
      const members = await first.access.members.list();
      expect(members.filter(({ role }) => role === 'administrator')).toHaveLength(1);
      await first.db.deleteFrom('member').execute();
    }
  });

  test('do not both succeed if one makes the other a viewer and the other removes the first', async () => {
    const { first, second } = await startTwoServers();
    await addMember(first, 'administrator');
    for (let round = 0; round < rounds; round++) {
      const [ada, bo] = [
        await addMember(first, 'administrator'),
        await addMember(second, 'administrator'),
      ];
      const answers = await readStatuses([
        first.ask('PATCH', `/api/members/${bo.id}`, {
          cookie: ada.cookie,
          body: { role: 'viewer' },
        }),
        second.ask('DELETE', `/api/members/${ada.id}`, { cookie: bo.cookie }),
      ]);
      expect(answers).toEqual([204, 401]);
    }
  });
});

describe('a link', () => {
  test('adds one member when it is used on two servers at the same time', async () => {
    const { first, second } = await startTwoServers();
    for (let round = 1; round <= rounds; round++) {
      const { code } = await first.access.links.invite('', `Bo ${round}`, 'editor');
      const body = { code };
      const answers = await readStatuses(
        [first, second, first].map(({ ask }) => ask('POST', '/api/links', { body })),
      );
      expect(answers).toEqual([200, 404, 404]);
      // The two refused requests count as guesses from this address.
      await first.db.deleteFrom('sign_in_try').execute();
      expect(await first.access.members.list()).toHaveLength(round);
      expect(await first.db.selectFrom('session').selectAll().execute()).toHaveLength(round);
    }
  });

  test('cannot be both accepted and withdrawn', async () => {
    const { first, second } = await startTwoServers();
    const { cookie } = await addMember(first, 'administrator');
    for (let round = 0; round < rounds; round++) {
      const { code, invite } = await first.access.links.invite('', `Bo ${round}`, 'editor');
      const before = (await first.access.members.list()).length;
      const [accepted, withdrawn] = await Promise.all([
        first.ask('POST', '/api/links', { body: { code } }),
        second.ask('DELETE', `/api/members/invitations/${invite.id}`, { cookie }),
      ]);
      expect([
        [200, 404],
        [404, 204],
      ]).toContainEqual([accepted.status, withdrawn.status]);
      const isAdded = (await first.access.members.list()).length > before;
      expect(isAdded).toBe(accepted.status === 200);
      // The use of a withdrawn link counts as a guess from this address.
      await first.db.deleteFrom('sign_in_try').execute();
    }
  });

  test('cannot set an email that another link sets at the same time', async () => {
    const { first, second } = await startTwoServers();
    for (let round = 0; round < 5; round++) {
      const accept = async ({ access, ask }: TestServer, name: string) => {
        const { code } = await access.links.invite('', name, 'viewer');
        const body = { code, email: `same${round}@example.com`, password: PASSWORD };
        return ask('POST', '/api/links', { body });
      };
      const accepted = [accept(first, `Ada ${round}`), accept(second, `Bo ${round}`)];
      expect(await readStatuses(accepted)).toEqual([200, 409]);
    }
  });

  test('that is printed at the start is valid from only one of two servers that start at the same time', async () => {
    const { first, second } = await startTwoServers();
    for (let round = 0; round < rounds; round++) {
      const codes = await Promise.all(
        [first, second].map(({ access }) => access.links.createFirst()),
      );
      const found = await Promise.all(codes.map((code = '') => first.access.links.find(code)));
      expect(found.filter((state) => state !== undefined)).toHaveLength(1);
    }
  });
});

describe('a change of the password', () => {
  test('ends a session that begins with the old password at the same time', async () => {
    const { first, second } = await startTwoServers();
    const { id } = await first.member('viewer', 'ada');
    const { password: stored } = await first.access.members.get(id);
    for (let round = 0; round < rounds; round++) {
      const identify = await second.access.signIn.identifyByPassword(
        'ada@example.com',
        PASSWORD,
        '',
      );
      const [status] = await Promise.all([
        signIn(second, identify),
        first.access.members.setPassword(id, 'ada@example.com', 'another hash'),
      ]);
      expect([204, 401]).toContain(status);
      expect(await listSessions(first, id)).toEqual([]);
      await first.access.members.setPassword(id, 'ada@example.com', stored ?? '');
    }
  });

  test('leaves no session if an administrator signs the member out at the same time', async () => {
    const { first, second } = await startTwoServers();
    const { cookie: administrator } = await addMember(first, 'administrator');
    for (let round = 0; round < 15; round++) {
      const { id, cookie } = await addMember(first, 'viewer');
      const body = { password: '', newPassword: PASSWORD, email: `ada${round}@example.com` };
      const signOut = async () => {
        // Hashing the new password takes up to about this long.
        await sleep(Math.random() * 80);
        return second.ask('DELETE', `/api/members/${id}/sessions`, { cookie: administrator });
      };
      const [changed, ended] = await Promise.all([
        first.ask('PUT', '/api/password', { cookie, body }),
        signOut(),
      ]);
      expect(ended.status).toBe(204);
      expect([204, 401]).toContain(changed.status);
      expect(await listSessions(first, id)).toEqual([]);
      const { password } = await first.access.members.get(id);
      expect(password === null).toBe(changed.status === 401);
    }
  });
});

describe('attempts to sign in', () => {
  test('are limited across two servers', async () => {
    const publicAddress = createProxiedAddress('https://rwa.example.com');
    const { first, second } = await startTwoServers(publicAddress);
    await first.member('viewer', 'ada');
    const trySignIn = ({ ask }: TestServer, from: number) =>
      ask('POST', '/api/session', {
        body: { email: 'ada@example.com', password: 'wrong wrong' },
        headers: { 'X-Forwarded-For': `10.0.0.${from}` },
      });
    const answers = await readStatuses(
      [1, 2, 3, 4, 5, 6, 7, 8].flatMap((from) => [trySignIn(first, from), trySignIn(second, from)]),
    );
    expect(answers).toEqual([...Array<number>(5).fill(401), ...Array<number>(11).fill(429)]);
  });

  test('are all counted, and can all be taken back, on two servers at once', async () => {
    const { first, second } = await startTwoServers();
    const limits = { free: 10, maxPauseMs: 60_000 };
    const [firstLimiter, secondLimiter] = [first, second].map(
      ({ store, clock }) => new AttemptLimiter(store, limits, () => clock.nowMs),
    ) as [AttemptLimiter, AttemptLimiter];
    for (let round = 0; round < 5; round++) {
      const key = `account ${round}`;
      const begun = await Promise.allSettled(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 === 0 ? firstLimiter : secondLimiter).begin(key),
        ),
      );
      expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 === 0 ? firstLimiter : secondLimiter).takeBack(key),
        ),
      );
      const stored = await first.db.selectFrom('sign_in_try').select('failures').execute();
      expect(stored.every(({ failures }) => failures === 0)).toBe(true);
    }
  });
});

describe('a token', () => {
  test('that is revoked while it is used is refused by both servers afterwards', async () => {
    const { first, second } = await startTwoServers();
    const { cookie } = await addMember(first, 'viewer');
    for (let round = 0; round < rounds; round++) {
      const created = await first.ask('POST', '/api/tokens', {
        cookie,
        body: { name: 'n8n', role: 'viewer', days: 1 },
      });
      const { secret, token } = (await created.json()) as { secret: string; token: { id: string } };
      const use = async ({ ask }: TestServer) =>
        (await ask('GET', '/api/session', { token: secret })).json() as Promise<{
          member: object | null;
        }>;
      const [revoked] = await Promise.all([
        first.ask('DELETE', `/api/tokens/${token.id}`, { cookie }),
        ...[first, second, first, second].map(use),
      ]);
      expect(revoked.status).toBe(204);
      for (const server of [first, second]) expect((await use(server)).member).toBeNull();
      expect(await first.db.selectFrom('token').selectAll().execute()).toEqual([]);
    }
  });

  test('does not remain if its member is removed while it is created', async () => {
    const { first, second } = await startTwoServers();
    const administrator = await addMember(first, 'administrator');
    for (let round = 0; round < rounds; round++) {
      const { id, cookie } = await addMember(first, 'viewer');
      const body = { name: 'n8n', role: 'viewer', days: 1 };
      const [removed, created] = await Promise.all([
        first.ask('DELETE', `/api/members/${id}`, { cookie: administrator.cookie }),
        second.ask('POST', '/api/tokens', { cookie, body }),
      ]);
      expect(removed.status).toBe(204);
      expect([200, 401]).toContain(created.status);
      expect(await first.db.selectFrom('token').selectAll().execute()).toEqual([]);
    }
  });
});

test('simultaneous first sign-ins of a person with the OpenID provider add one member', async () => {
  const { first, second } = await startTwoServers();
  for (let round = 1; round <= rounds; round++) {
    const identity = {
      issuer: 'https://id.example.com',
      subject: `${round}`,
      name: 'Ada',
      email: '',
    };
    const identify: Identify = ({ members }) => members.syncFromProvider(identity, 'editor');
    const answers = await Promise.all(
      [first, second, first].map((server) => signIn(server, identify)),
    );
    expect(answers).toEqual([204, 204, 204]);
    expect(await first.access.members.list()).toHaveLength(round);
  }
});

test('a person who loses the role at the OpenID provider keeps no session, and no token that is created at the same time', async () => {
  const { first, second } = await startTwoServers();
  for (let round = 0; round < rounds; round++) {
    const identity = {
      issuer: 'https://id.example.com',
      subject: `${round}`,
      name: 'Bo',
      email: '',
    };
    const id = await first.access.members.syncFromProvider(identity, 'editor');
    const cookie = await first.beginSession(id);
    const body = { name: 'n8n', role: 'editor', days: 1 };
    const [created] = await Promise.all([
      first.ask('POST', '/api/tokens', { cookie, body }),
      second.access.members.revokeAccess(identity),
    ]);
    expect([200, 401]).toContain(created.status);
    expect(await listSessions(first, id)).toEqual([]);
    expect(await first.db.selectFrom('token').selectAll().execute()).toEqual([]);
  }
});
