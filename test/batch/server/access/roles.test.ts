import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { routes } from '../../../../batch/server/http/routes.js';
import { roles } from '../../../../batch/server/contract/fieldBounds.js';
import type { Role } from '../../../../batch/server/contract/shapes.js';
import { addPersonActions, endPersonActions } from '../../../../batch/server/people/personStore.js';
import { testLog } from '../testLog.js';
import { testServer } from './testServer.js';

const everybody = ['viewer', 'editor', 'approver', 'administrator'] as const;
const editors = ['editor', 'administrator'] as const;
const approvers = ['approver', 'administrator'] as const;
const administrators = ['administrator'] as const;

const allowedRoles: Readonly<Record<string, readonly Role[] | 'public'>> = {
  'GET /api/session': 'public',
  'POST /api/session': 'public',
  'DELETE /api/session': 'public',
  'POST /api/links/state': 'public',
  'POST /api/links': 'public',
  'GET /auth/openid': 'public',
  'GET /auth/openid/callback': 'public',
  'GET /api/openapi.json': 'public',
  'PUT /api/profile': everybody,
  'PUT /api/password': everybody,
  'GET /api/members': everybody,
  'POST /api/members/invitations': administrators,
  'DELETE /api/members/invitations/:id': administrators,
  'PATCH /api/members/:id': administrators,
  'DELETE /api/members/:id': administrators,
  'DELETE /api/members/:id/sessions': administrators,
  'GET /api/tokens': everybody,
  'POST /api/tokens': everybody,
  'DELETE /api/tokens/:id': everybody,
  'GET /api/views': everybody,
  'POST /api/views': everybody,
  'PATCH /api/views/:id': everybody,
  'DELETE /api/views/:id': everybody,
  'GET /api/log': administrators,
  'GET /api/settings': everybody,
  'PUT /api/settings': administrators,
  'GET /api/settings/check': administrators,
  'GET /api/settings/mail': administrators,
  'PUT /api/settings/mail': administrators,
  'DELETE /api/settings/mail': administrators,
  'POST /api/settings/mail/test': administrators,
  'GET /api/operations': administrators,
  'POST /api/operations/pause': administrators,
  'POST /api/operations/resume': administrators,
  'POST /api/operations/retries': administrators,
  'PUT /api/operations/limits': administrators,
  'PUT /api/operations/workers/:id': administrators,
  'GET /api/notices': everybody,
  'PUT /api/notices': everybody,
  'GET /api/sheets': everybody,
  'PUT /api/sheets': editors,
  'GET /api/sheets/:id': everybody,
  'DELETE /api/sheets/:id': editors,
  'GET /api/template': everybody,
  'GET /api/sheets/:id/match': everybody,
  'POST /api/sheets/:id/match/preview': editors,
  'PUT /api/sheets/:id/match': editors,
  'GET /api/sheets/:id/problems': everybody,
  'POST /api/sheets/:id/corrections': editors,
  'DELETE /api/sheets/:id/corrections/:correction': editors,
  'POST /api/sheets/:id/ignored-rows': editors,
  'DELETE /api/sheets/:id/ignored-rows/:row': editors,
  'GET /api/sheets/:id/plan': everybody,
  'POST /api/sheets/:id/runs': editors,
  'POST /api/sheets/:id/run/pause': editors,
  'POST /api/sheets/:id/run/resume': editors,
  'POST /api/sheets/:id/run/stop': editors,
  'POST /api/sheets/:id/restore-check': editors,
  'GET /api/sheets/:id/rows': everybody,
  'GET /api/sheets/:id/rows/:row': everybody,
  'GET /api/sheets/:id/rows/:row/cells': everybody,
  'POST /api/sheets/:id/rows/:row/new-row': editors,
  'POST /api/sheets/:id/rows/:row/not-its-assessment': editors,
  'GET /api/sheets/:id/risks': everybody,
  'GET /api/sheets/:id/unconfirmed': everybody,
  'POST /api/sheets/:id/settlements': editors,
  'POST /api/sheets/:id/decisions': approvers,
  'GET /api/sheets/:id/approvers': everybody,
  'GET /api/sheets/:id/downloads/workbook': everybody,
  'GET /api/sheets/:id/downloads/results.csv': everybody,
  'GET /api/sheets/:id/downloads/report': everybody,
  'GET /api/sheets/:id/downloads/problems': everybody,
  'GET /api/sheets/:id/rounds': everybody,
  'PUT /api/sheets/:id/schedule': administrators,
  'DELETE /api/sheets/:id/schedule': administrators,
  'POST /api/sheets/:id/new-sheets-check': administrators,
  'GET /api/people': everybody,
  'GET /api/people/restore-check': everybody,
  'POST /api/people/restore-check': administrators,
  'POST /api/people/invitations': administrators,
  'POST /api/people/removals': administrators,
  'POST /api/people/:id/settlement': administrators,
  'GET /api/events': everybody,
};

// Hides the errors of allowed requests that fail because these tests have no engine.
beforeEach(testLog);
afterEach(() => {
  vi.restoreAllMocks();
});

test('allowedRoles lists every route, and nothing else', () => {
  expect(Object.keys(allowedRoles).toSorted()).toEqual(
    routes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

const callers: readonly (readonly [who: string, role: Role | undefined])[] = [
  ['a stranger', undefined],
  ...roles.map((role) => [`a member with the role ${role}`, role] as const),
];

test.each(callers)(
  '%s can reach the routes that allowedRoles allows, and no others',
  async (who, role) => {
    const server = await testServer();
    const member = role === undefined ? undefined : await server.member(role);
    // A request may end the session that it uses.
    const createCookie = async () => member && server.beginSession(member.id);
    const before = readdirSync('.');

    for (const { method, path } of routes) {
      const right = allowedRoles[`${method} ${path}`] ?? [];
      const isAllowed = right === 'public' || (role !== undefined && right.includes(role));
      const answer = await server.ask(method, path.replaceAll(/:\w+/g, '1'), {
        cookie: await createCookie(),
        ...(method === 'GET' ? {} : { body: {} }),
      });
      await answer.body?.cancel();
      const message = `${who}: ${method} ${path}`;
      if (isAllowed) expect([401, 403], message).not.toContain(answer.status);
      else expect(answer.status, message).toBe(role === undefined ? 401 : 403);
    }
    // The upload has left no file in the current folder of this process.
    expect(readdirSync('.')).toEqual(before);
  },
);

test('a token with the role viewer is refused by each route that requires more than the right "look", even if its member has more rights', async () => {
  const server = await testServer();
  const { id } = await server.member('administrator');
  const allRights = new Set(['look', 'edit', 'decide', 'administer'] as const);
  const newToken = { name: 'n', role: 'viewer', days: 1 } as const;
  const { secret } = await server.access.tokens.add({ memberId: id, rights: allRights }, newToken);

  for (const { method, path, requires } of routes) {
    if (requires === 'none' || requires === 'look') continue;
    const request = { token: secret, body: method === 'GET' ? undefined : {} };
    const answer = await server.ask(method, path.replaceAll(/:\w+/g, '1'), request);
    expect(answer.status, `${method} ${path}`).toBe(403);
  }
});

test('only administrators see the emails of invited people', async () => {
  const server = await testServer();
  const { member, store } = server;
  const action = { action: 'invite', by: 'Ada', at: '2026-12-01T08:00:00Z' } as const;
  const request = { first_name: 'Nia', last_name: 'New', email: 'nia@acme.test', staff_id: 'C-1' };
  await addPersonActions(store, [
    { ...action, id: 'invited', person: 'C-1' },
    { ...action, id: 'waiting', person: 'C-2' },
  ]);
  const waiting = { waitsFor: 'settle', key: 'k', sent: { ...request, staff_id: 'C-2' } } as const;
  await endPersonActions(store, [
    { id: 'invited', status: 'Invited', message: '', request },
    { id: 'waiting', status: 'Unconfirmed', message: '', request: waiting.sent, waiting },
  ]);

  for (const role of roles) {
    const { id, cookie } = await member(role);
    const allRights = new Set(['look', 'edit', 'decide', 'administer'] as const);
    const newToken = { name: 'n', role: 'viewer', days: 1 } as const;
    const { secret } = await server.access.tokens.add(
      { memberId: id, rights: allRights },
      newToken,
    );
    const [byMember, byToken] = await Promise.all(
      [{ cookie }, { token: secret }].map(async (caller) => {
        const answer = await server.ask('GET', '/api/people', caller);
        return JSON.stringify(await answer.json());
      }),
    );
    expect([role, byMember?.split('nia@acme.test').length]).toEqual([
      role,
      role === 'administrator' ? 3 : 1,
    ]);
    expect(byMember).toContain('"name":"Nia New"');
    expect(byMember).toContain('"waitsFor":"settle"');
    expect(byToken).not.toContain('nia@acme.test');
  }
});
