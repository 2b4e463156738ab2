import { type Route, route } from './route.js';
import { madeInvite, memberChange, memberList, newInvite } from './shapes.js';

const topic = 'Members';

/** The members of this server, invitations to it, and their roles. */
export const memberRoutes: readonly Route[] = [
  route({
    ...{ method: 'GET', path: '/api/members', needs: 'look', topic },
    summary: 'List members, and for administrators also invitations',
    answer: memberList,
    handle: ({ caller }, { access }) => ({
      members: access.members.list(),
      invitations: caller.rights.has('administer') ? access.links.invitations() : [],
    }),
  }),
  route({
    ...{ method: 'POST', path: '/api/members/invitations', needs: 'administer', topic },
    summary: 'Create an invitation link',
    body: newInvite,
    answer: madeInvite,
    handle: ({ caller, body }, { access }) => {
      const { code, invite } = access.links.invite(caller.memberId, body.name, body.role);
      access.log(caller.name, `invited ${body.name} as ${body.role}`);
      return { link: linkTo(access.reach.origin, code), invite };
    },
  }),
  route({
    ...{ method: 'DELETE', path: '/api/members/invitations/:id', needs: 'administer', topic },
    summary: 'Withdraw an invitation',
    handle: ({ caller, params }, { access }) => {
      access.links.withdraw(params.id ?? '');
      access.log(caller.name, 'withdrew an invitation');
      return undefined;
    },
  }),
  route({
    ...{ method: 'PATCH', path: '/api/members/:id', needs: 'administer', topic },
    summary: 'Change the role of a member; their sessions end',
    body: memberChange,
    handle: ({ caller, params, body }, { access, changes }) => {
      const { name, role } = access.members.changeRole(params.id ?? '', body.role);
      changes.tell({ type: 'sessionsEnded' });
      access.log(caller.name, `changed the role of ${name} from ${role} to ${body.role}`);
      return undefined;
    },
  }),
  route({
    ...{ method: 'DELETE', path: '/api/members/:id', needs: 'administer', topic },
    summary: 'Remove a member; their sessions and tokens end',
    handle: ({ caller, params }, { access, changes }) => {
      const { name } = access.members.remove(params.id ?? '');
      changes.tell({ type: 'sessionsEnded' });
      access.log(caller.name, `removed ${name}`);
      return undefined;
    },
  }),
  route({
    ...{ method: 'DELETE', path: '/api/members/:id/sessions', needs: 'administer', topic },
    summary: 'Sign a member out everywhere',
    handle: ({ caller, params }, { access, changes }) => {
      const { id, name } = access.members.get(params.id ?? '');
      access.sessions.endAllOf(id);
      changes.tell({ type: 'sessionsEnded' });
      access.log(caller.name, `signed ${name} out everywhere`);
      return undefined;
    },
  }),
];

/** The address of a link: its code stands behind the #, which browsers never send. */
export function linkTo(origin: string, code: string): string {
  return `${origin}/join#${code}`;
}
