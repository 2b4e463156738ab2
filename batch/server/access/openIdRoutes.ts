import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Access } from './access.js';
import type { Identity, OpenId } from './openId.js';
import { RefusalError } from '../refusalError.js';
import { getLanguage } from '../http/requestLanguage.js';
import { translateRefusals } from '../words/language/language.js';
import { refusalStatus } from '../http/refusalStatus.js';
import { type Route, route } from '../http/route.js';

const topic = 'Signing in';
/** A session lasts a day, because only a sign-in asks the provider whether the person still has access. */
const SESSION_MS = 24 * 60 * 60 * 1000;

export const openIdRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/auth/openid',
    requires: 'none',
    topic,
    answersWith: 'text/html',
    summary: 'Go to the OpenID provider to sign in',
    handle: ({ context }, { access }) =>
      withErrorPage(context, async () => {
        const url = await requireProvider(access).begin(context);
        return context.redirect(url.href);
      }),
  }),
  route({
    method: 'GET',
    path: '/auth/openid/callback',
    requires: 'none',
    topic,
    summary: 'Return from the OpenID provider',
    answersWith: 'text/html',
    handle: ({ context }, { access }) =>
      withErrorPage(context, async () => {
        const openId = requireProvider(access);
        const address = access.clientAddress(context);
        const identity = await access.signIn
          .limitAttempts(address, () => openId.finish(context))
          .catch(async (error: unknown) => {
            // Sign the browser out if the provider refused this person, but not for a sign-in that began in another
            // browser: another site may have sent this request.
            const isRefused = context.req.query('error') === 'access_denied';
            const isForeign = error instanceof RefusalError && error.code === 'forbidden';
            if (isRefused && !isForeign) await access.end(context);
            throw error;
          });
        const { role } = identity;
        if (role === undefined) {
          await endRole(identity, access, openId);
          throw createNoRoleError(identity, openId);
        }
        await access.begin(
          context,
          ({ members }) => members.syncFromProvider(identity, role),
          { code: 'signedInWithProvider', provider: openId.name },
          SESSION_MS,
        );
        return context.redirect('/');
      }),
  }),
];

async function endRole(identity: Identity, access: Access, { name }: OpenId): Promise<void> {
  await access.inTransaction(async (accounts) => {
    const member = await accounts.members.revokeAccess(identity);
    if (member === undefined) return;
    await accounts.log(member, { code: 'roleEndedByProvider', provider: name });
  });
}

function createNoRoleError({ email }: Identity, { name }: OpenId): RefusalError {
  return new RefusalError('forbidden', (t) =>
    email === ''
      ? t(($) => $.access.noRole, { provider: name })
      : t(($) => $.access.noRoleAs, { provider: name, email }),
  );
}

function requireProvider(access: Access): OpenId {
  if (access.openId !== undefined) return access.openId;
  throw new RefusalError('not_found', (t) => t(($) => $.access.noProvider));
}

/** Answers with HTML, because the browser shows the response itself. */
async function withErrorPage(
  context: Context,
  respond: () => Promise<Response>,
): Promise<Response> {
  try {
    return await respond();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    if (error.retryAfterSeconds !== undefined) {
      context.header('Retry-After', String(error.retryAfterSeconds));
    }
    const language = getLanguage(context);
    const t = translateRefusals(language);
    const title = t(($) => $.access.errorPage.title);
    return context.html(
      html`<!doctype html>
        <html lang="${language}">
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${title}</title>
          <h1>${title}</h1>
          <p>${error.reason[language]}</p>
          <p><a href="/">${t(($) => $.access.errorPage.back)}</a></p>
        </html>`,
      refusalStatus[error.code],
    );
  }
}
