import { getLanguage } from '../http/requestLanguage.js';
import { type Route, route } from '../http/route.js';
import { log, madeInvite, memberChange, memberList, newInvite } from '../contract/shapes.js';
import { z } from 'zod/v4';

const topic = 'Members';

export const memberRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/members',
    requires: 'look',
    topic,
    summary: 'List members, and for administrators also invitations',
    response: memberList,
    handle: async ({ caller }, { access }) => ({
      members: await access.members.list(),
      invitations: caller.rights.has('administer') ? await access.links.listInvitations() : [],
    }),
  }),
  route({
    method: 'POST',
    path: '/api/members/invitations',
    requires: 'administer',
    topic,
    summary: 'Create an invitation link',
    body: newInvite,
    response: madeInvite,
    handle: ({ caller, body }, { access }) =>
      access.change(caller, 'administer', async (accounts) => {
        const { name, role } = body;
        const { code, invite } = await accounts.links.invite(caller.memberId, name, role);
        await accounts.log(caller.name, { code: 'memberInvited', name, role });
        return { link: toJoinLink(access.publicAddress.origin, code), invite };
      }),
  }),
  route({
    method: 'DELETE',
    path: '/api/members/invitations/:id',
    requires: 'administer',
    topic,
    summary: 'Withdraw an invitation',
    handle: async ({ caller, params }, { access }) => {
      await access.change(caller, 'administer', async (accounts) => {
        await accounts.links.withdraw(params.id ?? '');
        await accounts.log(caller.name, { code: 'invitationWithdrawn' });
      });
      return undefined;
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/members/:id',
    requires: 'administer',
    topic,
    summary: 'Change the role of a member; their sessions end',
    body: memberChange,
    handle: async ({ caller, params, body }, { access, changes }) => {
      await access.change(caller, 'administer', async (accounts) => {
        const { name, role } = await accounts.members.changeRole(params.id ?? '', body.role);
        await accounts.log(caller.name, {
          code: 'roleChanged',
          name,
          from: role,
          to: body.role,
        });
      });
      changes.publish({ type: 'sessionsEnded' });
      return undefined;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/members/:id',
    requires: 'administer',
    topic,
    summary: 'Remove a member; their sessions and tokens end',
    handle: async ({ caller, params }, { access, changes }) => {
      await access.change(caller, 'administer', async (accounts) => {
        const { name } = await accounts.members.remove(params.id ?? '');
        await accounts.log(caller.name, { code: 'memberRemoved', name });
      });
      changes.publish({ type: 'sessionsEnded' });
      return undefined;
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/members/:id/sessions',
    requires: 'administer',
    topic,
    summary: 'Sign a member out everywhere',
    handle: async ({ caller, params }, { access, changes }) => {
      await access.change(caller, 'administer', async (accounts) => {
        const { id, name } = await accounts.members.get(params.id ?? '');
        await accounts.sessions.endAll(id);
        await accounts.log(caller.name, { code: 'memberSignedOut', name });
      });
      changes.publish({ type: 'sessionsEnded' });
      return undefined;
    },
  }),
];

/** The code is after the #, because browsers never send that part. */
export function toJoinLink(origin: string, code: string): string {
  return `${origin}/join#${code}`;
}

export const logRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/log',
    requires: 'administer',
    topic: 'Log',
    summary: 'Show who did what, the latest first',
    query: z.object({
      after: z.coerce.number().int().nonnegative().optional().describe('`next` of the page before'),
    }),
    response: log,
    handle: ({ query, context }, { access }) => access.logPage(query.after, getLanguage(context)),
  }),
];
