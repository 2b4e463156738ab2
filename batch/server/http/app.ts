import { Hono } from 'hono';
import { createNotSignedInError, createMissingRightError } from '../access/accounts.js';
import type { Caller } from '../access/caller.js';
import { guard } from './guard.js';
import { checkInput } from './checkInput.js';
import { ConcurrencyLimit } from './concurrencyLimit.js';
import { toErrorAnswer } from './errorAnswer.js';
import { readJson } from './jsonBody.js';
import { type RouteRequest, type Route } from './route.js';
import { RefusalError } from '../refusalError.js';
import { routes } from './routes.js';
import type { Services } from '../services.js';
import { requestTimeoutMs } from '../db/open.js';
import { limitWaits } from '../db/waitLimit.js';
import { getLanguage, noteLanguage } from './requestLanguage.js';
import { logRequests, noteCaller } from './requestLog.js';
import type { Readiness } from '../cluster/readiness.js';
import { answerHealth, healthPaths } from '../cluster/healthAnswers.js';
import { addPage } from '../page/serve.js';

export function createApp(services: Services, readiness: Readiness): Hono {
  const app = new Hono();
  app.use(logRequests);
  // The guard below would refuse a supervisor that uses the address of a machine. The answers contain no data.
  for (const path of healthPaths) {
    app.get(path, async (context) => {
      const { status, text } = await answerHealth(path, readiness);
      return context.text(text, status, { 'Cache-Control': 'no-store' });
    });
  }
  app.use(guard(services.access.publicAddress));
  const uploads = new ConcurrencyLimit(maxUploads);
  for (const route of routes) {
    app.on(route.method, route.path, (context) =>
      limitWaits(requestTimeoutMs, () => answer(route, context, services, uploads)),
    );
  }
  app.all('/api/*', () => {
    throw new RefusalError('not_found', (t) => t(($) => $.http.unknownAddress));
  });
  addPage(app, async (context) => {
    // Without the database, the help is in the language of the browser.
    await limitWaits(requestTimeoutMs, () => identifyCaller(context, services)).catch(
      () => undefined,
    );
    return getLanguage(context);
  });
  app.onError((error, context) =>
    toErrorAnswer(error, { isRead: context.req.method === 'GET', language: getLanguage(context) }),
  );
  return app;
}

type Context = RouteRequest<never, never>['context'];

async function answer(
  route: Route,
  context: Context,
  services: Services,
  uploads: ConcurrencyLimit,
): Promise<Response> {
  const caller = await identifyCaller(context, services);
  if (route.requires !== 'none') {
    if (caller === undefined) throw createNotSignedInError();
    if (!caller.rights.has(route.requires)) throw createMissingRightError();
  }
  const query = route.query && checkInput(route.query, context.req.query());
  const body = route.body && checkInput(route.body, await readJson(context.req.raw));
  const request = {
    caller: caller ?? nobody,
    params: context.req.param(),
    query: query ?? {},
    body,
    context,
  };
  const handle = () => route.handle(request as unknown as RouteRequest<never, never>, services);
  const response = await (route.takesFile === true
    ? uploads.run(request.caller.memberId, handle)
    : handle());
  if (response instanceof Response) return response;
  if (response === undefined) return context.body(null, 204);
  return context.json(response);
}

async function identifyCaller(context: Context, services: Services): Promise<Caller | undefined> {
  const caller = await services.access.findCaller(context.req.raw);
  if (caller !== undefined) {
    noteCaller(context, caller);
    noteLanguage(context, caller);
  }
  return caller;
}

/** The limit for each member leaves room for other members. */
const maxUploads = { total: 16, perMember: 4 };

/** The caller of a route that needs no right. */
const nobody = { memberId: '', name: '', rights: new Set<never>(), language: null };
