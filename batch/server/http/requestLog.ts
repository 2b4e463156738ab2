import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Caller } from '../access/caller.js';
import { type CallerKind, log, withRequest } from '../log.js';

/** Another text could contain personal data. */
const harmlessId = /^[\w-]{1,64}$/;

/** Successful reads are logged at the level debug, because they change nothing, and each open page sends many. */
export const logRequests: MiddlewareHandler = async (context, next) => {
  const givenId = context.req.header('X-Request-Id') ?? '';
  const request = harmlessId.test(givenId) ? givenId : randomUUID();
  const beganMs = performance.now();
  await withRequest(request, next);
  const { status, headers } = context.res;
  headers.set('X-Request-Id', request);
  const { method } = context.req;
  const route = routePath(context);
  const caller = context.get('caller') as CallerKind | undefined;
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  const level = isRead && status < 400 ? 'debug' : 'info';
  const { outgoing } = (context.env ?? {}) as { readonly outgoing?: ServerResponse };
  const logEnd = () => {
    const ms = Math.round(performance.now() - beganMs);
    const isAborted = outgoing?.writableFinished === false ? true : undefined;
    log[level]({ request, method, route, status, ms, caller, isAborted }, 'Answered a request');
  };
  if (outgoing === undefined || outgoing.closed) logEnd();
  else outgoing.once('close', logEnd);
};

export function noteCaller(context: Context, { tokenHash }: Caller): void {
  context.set('caller', (tokenHash === undefined ? 'session' : 'token') satisfies CallerKind);
}
