import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Access } from './access.js';
import type { Identity, OpenId } from './openId.js';
import { Refused } from '../refused.js';
import { refusalStatus } from '../http/refusalStatus.js';
import { type Route, route } from '../http/route.js';

const topic = 'Signing in';
/** The provider is asked again each day, so that people who have left there lose their access here. */
const SESSION_MS = 24 * 60 * 60 * 1000;

/** Signing in with an OpenID provider: for browsers, which are sent there and back. */
export const openIdRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/auth/openid',
    needs: 'none',
    topic,
    answersWith: 'text/html',
    summary: 'Go to the OpenID provider to sign in',
    handle: ({ context }, { access }) =>
      orPage(context, async () => {
        const url = await requireProvider(access).begin(context);
        return context.redirect(url.href);
      }),
  }),
  route({
    method: 'GET',
    path: '/auth/openid/callback',
    needs: 'none',
    topic,
    summary: 'Come back from the OpenID provider',
    answersWith: 'text/html',
    handle: ({ context }, { access }) =>
      orPage(context, async () => {
        const openId = requireProvider(access);
        const address = access.addressOf(context);
        const identity = await access.signIn
          .limited(address, () => openId.finish(context))
          .catch(async (error: unknown) => {
            // The provider lets this person in no longer. A 403 is the answer to a request of another site.
            const isRefused = context.req.query('error') === 'access_denied';
            const isForeign = error instanceof Refused && error.code === 'forbidden';
            if (isRefused && !isForeign) await access.end(context);
            throw error;
          });
        const { role } = identity;
        if (role === undefined) throw await lockedOut(identity, access, openId);
        await access.begin(
          context,
          ({ members }) => members.fromProvider(identity, role),
          `signed in with ${openId.name}`,
          SESSION_MS,
        );
        return context.redirect('/');
      }),
  }),
];

/** Ends what a person without a role had here, and returns why they are refused. */
async function lockedOut(identity: Identity, access: Access, { name }: OpenId): Promise<Refused> {
  await access.inTransaction(async (accounts) => {
    const member = await accounts.members.lockOut(identity);
    if (member === undefined) return;
    const action = `has no role here any more, as ${name} says; all sessions and tokens were ended`;
    await accounts.log(member, action);
  });
  const known = identity.email === '' ? 'knows you' : `knows you as ${identity.email}`;
  return new Refused(
    'forbidden',
    `${name} ${known}, but none of your groups there has a role here. If you have another account there, sign out there, then sign in here with that. Otherwise, ask the person who runs this server.`,
  );
}

function requireProvider(access: Access): OpenId {
  if (access.openId !== undefined) return access.openId;
  throw new Refused('not_found', 'This server has no OpenID provider.');
}

/** Answers a Refused with HTML for a person, because no script of the page reads it. */
async function orPage(context: Context, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.retryAfterSeconds !== undefined) {
      context.header('Retry-After', String(error.retryAfterSeconds));
    }
    return context.html(
      html`<!doctype html>
        <html lang="en">
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>Not signed in</title>
          <h1>Not signed in</h1>
          <p>${error.message}</p>
          <p><a href="/">Back to the page</a></p>
        </html>`,
      refusalStatus[error.code],
    );
  }
}
