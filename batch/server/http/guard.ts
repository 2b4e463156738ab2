import type { MiddlewareHandler } from 'hono';
import { Refused } from '../refused.js';
import { bearerToken } from '../access/caller.js';
import type { PublicAddress } from '../access/publicAddress.js';
import { refusalStatus } from './refusalStatus.js';
import { securityHeaders } from './securityHeaders.js';

/**
 * Stands before everything: refuses requests by another name than ours (somebody else's page that points its name
 * here), and those that pages of other origins send; and puts the security headers on every answer. It knows no
 * members.
 */
export function guard(publicAddress: PublicAddress): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    try {
      checkHost(req.raw, publicAddress);
      checkOrigin(req.raw, req.path, publicAddress);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, message } = error;
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
  if (isOfApi(path)) headers.set('Cache-Control', 'no-store');
}

/** Answers that are about somebody, and requests that do something. */
function isOfApi(path: string): boolean {
  return path.startsWith('/api/') || path.startsWith('/auth/');
}

function checkHost(request: Request, publicAddress: PublicAddress): void {
  if (publicAddress.isOwnHost(readHost(request))) return;
  throw new Refused(
    'misdirected',
    `This server answers only as ${publicAddress.origin}. Open that.`,
  );
}

/**
 * Browsers name the origin of the page in every write, and say how it relates to us. A request without either does
 * not come from a browser, and cannot use the cookie: it needs a token, which pages of other sites do not have.
 */
function checkOrigin(request: Request, path: string, publicAddress: PublicAddress): void {
  // Read as its caller is: another kind of authorization must not let a cookie through.
  if (bearerToken(request) !== undefined) return;
  const isWrite = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  if (!isWrite && !path.startsWith('/api/')) return;
  const origin = request.headers.get('Origin');
  const site = request.headers.get('Sec-Fetch-Site');
  const ownOrigin = `${publicAddress.isSecure ? 'https' : 'http'}://${readHost(request)}`;
  if (origin !== null && origin !== ownOrigin) throw foreign();
  if (isWrite) {
    if (site !== null && site !== 'same-origin') throw foreign();
    if (site === null && origin === null) throw withoutOrigin();
    return;
  }
  // A link in an e-mail may lead to a download; a picture or a script of another site may not.
  const isOpened = request.headers.get('Sec-Fetch-Mode') === 'navigate';
  const isForeign = site === 'cross-site' || site === 'same-site';
  if (isForeign && (!isOpened || path === '/api/events')) throw foreign();
}

function readHost(request: Request): string {
  // Requests of tests have no header of that name.
  return request.headers.get('Host') ?? new URL(request.url).host;
}

function foreign(): Refused {
  return new Refused('forbidden', 'This request came from the page of another site.');
}

function withoutOrigin(): Refused {
  return new Refused(
    'forbidden',
    'This request names no origin. Programs use a personal access token instead of a session.',
  );
}
