import type { Identify } from './accounts.js';
import type { Caller } from './caller.js';
import { checkNewPassword, hashPassword } from './secrets.js';
import { RefusalError } from '../refusalError.js';
import { type Route, route } from '../http/route.js';
import type { Services } from '../services.js';
import {
  acceptLink,
  linkCode,
  linkState,
  madeToken,
  newToken,
  passwordChange,
  profile,
  type Session,
  session,
  signIn,
  tokenList,
} from '../contract/shapes.js';

import manifest from '../../package.json' with { type: 'json' };

const topic = 'Signing in';

export const sessionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/session',
    requires: 'none',
    topic,
    summary: 'Show who is signed in, and how to sign in',
    response: session,
    handle: ({ caller }, services) => describeSession(caller, services),
  }),
  route({
    method: 'POST',
    path: '/api/session',
    requires: 'none',
    topic,
    summary: 'Sign in with email and password',
    body: signIn,
    response: session,
    handle: async ({ body, context }, services) => {
      const { access } = services;
      const address = access.clientAddress(context);
      const identify = await access.signIn.identifyByPassword(body.email, body.password, address);
      const caller = await access.begin(context, identify, { code: 'signedInWithPassword' });
      return describeSession(caller, services);
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/session',
    requires: 'none',
    topic,
    summary: 'Sign out',
    handle: async ({ context }, { access, changes }) => {
      await access.end(context);
      changes.publish({ type: 'sessionsEnded' });
      return undefined;
    },
  }),
  route({
    method: 'POST',
    path: '/api/links/state',
    requires: 'none',
    topic,
    summary: 'Show who a link is for; its code is in the body, because URLs are logged',
    body: linkCode,
    response: linkState,
    handle: ({ body, context }, { access }) =>
      access.signIn.lookAtLink(body.code, access.clientAddress(context)),
  }),
  route({
    method: 'POST',
    path: '/api/links',
    requires: 'none',
    topic,
    summary: 'Sign in with a link, which works only once; an invitation also creates the member',
    body: acceptLink,
    response: session,
    handle: async ({ body, context }, services) => {
      const { access } = services;
      const identify = await access.signIn.identifyByLink(body, access.clientAddress(context));
      const caller = await access.begin(context, identify, { code: 'signedInWithLink' });
      return describeSession(caller, services);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/profile',
    requires: 'look',
    topic,
    summary: 'Change your own name or language',
    body: profile,
    response: session,
    handle: async ({ caller, body: { name, language } }, services) => {
      assertInBrowser(caller);
      await services.access.change(caller, 'look', async (accounts) => {
        if (language !== undefined) {
          await accounts.members.setLanguage(caller.memberId, language);
        }
        if (name === undefined) return;
        await accounts.members.rename(caller.memberId, name);
        await accounts.log(caller.name, { code: 'renamed', name });
      });
      return describeSession(caller, services);
    },
  }),
  route({
    method: 'PUT',
    path: '/api/password',
    requires: 'look',
    topic,
    summary: 'Set or change your password; all your other sessions end',
    body: passwordChange,
    handle: async ({ caller, body, context }, { access, changes }) => {
      assertInBrowser(caller);
      const member = await access.members.get(caller.memberId);
      if (member.issuer !== null) {
        throw new RefusalError('conflict', (t) => t(($) => $.access.passwordOfProvider));
      }
      const email = body.email ?? member.email;
      if (email === '') {
        throw new RefusalError('invalid', (t) => t(($) => $.access.noEmail), { field: 'email' });
      }
      checkNewPassword(body.newPassword, email, 'newPassword');
      await access.members.checkEmail(email, member.id);
      if (member.password !== null) await access.signIn.confirmPassword(member.id, body.password);
      const passwordHash = await hashPassword(body.newPassword);
      const identify: Identify = async (accounts) => {
        await accounts.assertStillAllowed(caller, 'look');
        await accounts.members.setPassword(member.id, email, passwordHash);
        return member.id;
      };
      await access.begin(context, identify, { code: 'passwordChanged' });
      changes.publish({ type: 'sessionsEnded' });
      return undefined;
    },
  }),
];

/** A person who finds a token must not be able to create other tokens or change the account. */
export function assertInBrowser({ sessionId }: Caller): void {
  if (sessionId !== undefined) return;
  throw new RefusalError('forbidden', (t) => t(($) => $.access.notWithToken));
}

async function describeSession(caller: Caller, { access, service }: Services): Promise<Session> {
  const member = await access.members.find(caller.memberId);
  const { isLoopback } = access.publicAddress;
  return {
    member:
      member === undefined
        ? null
        : {
            id: member.id,
            name: member.name,
            email: member.email,
            role: member.role,
            language: member.language ?? 'en',
          },
    rights: [...caller.rights],
    service: { name: service.name, isSandbox: service.isSandbox, isTest: service.isTest },
    signIn: {
      password: !isLoopback || (await access.members.hasMemberWithPassword()),
      openId: access.openId?.name ?? null,
    },
    version: manifest.version,
  };
}

const tokenTopic = 'Personal access tokens';

export const tokenRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/tokens',
    requires: 'look',
    topic: tokenTopic,
    summary: 'List your tokens',
    response: tokenList,
    handle: async ({ caller }, { access }) => ({
      tokens: await access.tokens.list(caller.memberId),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/tokens',
    requires: 'look',
    topic: tokenTopic,
    summary: 'Create a token, with at most your own rights',
    body: newToken,
    response: madeToken,
    handle: async ({ caller, body }, { access }) => {
      assertInBrowser(caller);
      await access.tokens.deleteExpired();
      return access.change(caller, 'look', async (accounts) => {
        const created = await accounts.tokens.add(caller, body);
        const { name: token, role } = body;
        await accounts.log(caller.name, { code: 'tokenCreated', token, role });
        return created;
      });
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/tokens/:id',
    requires: 'look',
    topic: tokenTopic,
    summary: 'Revoke one of your tokens',
    handle: async ({ caller, params }, { access }) => {
      assertInBrowser(caller);
      await access.inTransaction(async (accounts) => {
        await accounts.tokens.delete(params.id ?? '', caller.memberId);
        await accounts.log(caller.name, { code: 'tokenRevoked' });
      });
      return undefined;
    },
  }),
];
