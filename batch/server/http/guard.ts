import type { MiddlewareHandler } from 'hono';
import { RefusalError } from '../refusalError.js';
import { readBearerToken, readBrowserLanguage } from '../access/caller.js';
import type { PublicAddress } from '../access/publicAddress.js';
import { refusalStatus } from './refusalStatus.js';
import { securityHeaders } from './securityHeaders.js';

/** Another site may point its name to this server, so requests to a host that is not ours are refused. */
export function guard(publicAddress: PublicAddress): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    try {
      checkHost(req.raw, publicAddress);
      checkOrigin(req.raw, req.path, publicAddress);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      const { code, reason } = error;
      const message = reason[readBrowserLanguage(req.raw)];
      context.res = context.json({ error: { code, message } }, refusalStatus[code]);
      addHeaders(context.res.headers, req.path);
      return;
    }
    await next();
    addHeaders(context.res.headers, req.path);
  };
}

function addHeaders(headers: Headers, path: string): void {
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
  if (isUncacheable(path)) headers.set('Cache-Control', 'no-store');
}

/** The answers of these paths contain people's data. */
function isUncacheable(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/auth/');
}

function checkHost(request: Request, publicAddress: PublicAddress): void {
  if (publicAddress.isOwnHost(readHost(request))) return;
  throw new RefusalError('misdirected', (t) =>
    t(($) => $.http.otherHost, { origin: publicAddress.origin }),
  );
}

/**
 * Browsers send `Origin` or `Sec-Fetch-Site` with every write. Any other write must use a token, which pages of other
 * sites do not have.
 */
function checkOrigin(request: Request, path: string, publicAddress: PublicAddress): void {
  // With a bearer token, the cookie does not count. With any other kind of authorization, it would.
  if (readBearerToken(request) !== undefined) return;
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  if (!isWrite && !path.startsWith('/api/')) return;
  const origin = request.headers.get('Origin');
  const site = request.headers.get('Sec-Fetch-Site');
  const ownOrigin = `${publicAddress.isSecure ? 'https' : 'http'}://${readHost(request)}`;
  if (origin !== null && origin !== ownOrigin) throw createOtherSiteError();
  if (isWrite) {
    if (site !== null && site !== 'same-origin') throw createOtherSiteError();
    if (site === null && origin === null) throw createMissingOriginError();
    return;
  }
  // A link in an email may open a download. An image or a script in a page of another site may not load it.
  const isOpened = request.headers.get('Sec-Fetch-Mode') === 'navigate';
  const isForeign = site === 'cross-site' || site === 'same-site';
  if (isForeign && (!isOpened || path === '/api/events')) throw createOtherSiteError();
}

function readHost(request: Request): string {
  // Requests in tests have no Host header.
  return request.headers.get('Host') ?? new URL(request.url).host;
}

function createOtherSiteError(): RefusalError {
  return new RefusalError('forbidden', (t) => t(($) => $.http.otherSite));
}

function createMissingOriginError(): RefusalError {
  return new RefusalError('forbidden', (t) => t(($) => $.http.noOrigin));
}
