import { Hono } from 'hono';
import { notSignedIn, withoutRight } from '../access/accounts.js';
import { guard } from './guard.js';
import { AtOnce } from './atOnce.js';
import { readJson } from './jsonBody.js';
import type { Refusal } from '../contract/shapes.js';
import { type Asked, Refused, type Route } from './route.js';
import { routes } from './routes.js';
import type { Services } from '../services.js';
import { isAway, isTransient, isUnknown } from '../db/errors.js';
import { requestTimeoutMs } from '../db/open.js';
import { limitWaits } from '../db/waitLimit.js';
import type { Readiness } from '../cluster/readiness.js';
import { healthAnswer, healthPaths } from '../cluster/healthAnswers.js';
import { addPage } from '../page/serve.js';

/** The whole server as one function from requests to answers: the API, and the page for all else. */
export function createApp(services: Services, readiness: Readiness): Hono {
  const app = new Hono();
  // Before the guard: a supervisor of many machines asks each by its address. The answers contain nothing else.
  for (const path of healthPaths) {
    app.get(path, async (context) => {
      const { status, text } = await healthAnswer(path, readiness);
      return context.text(text, status, { 'Cache-Control': 'no-store' });
    });
  }
  app.use(guard(services.access.reach));
  const uploads = new AtOnce(MAX_UPLOADS);
  for (const route of routes) {
    app.on(route.method, route.path, (context) =>
      limitWaits(requestTimeoutMs, () => answer(route, context, services, uploads)),
    );
  }
  app.all('/api/*', () => {
    throw new Refused(404, 'not_found', 'There is no such address in the API.');
  });
  addPage(app);
  app.onError((error, { req }) => toRefusal(error, { isRead: req.method === 'GET' }));
  return app;
}

type Context = Asked<never, never>['context'];

/** Checks a request against its route, and answers it. */
async function answer(
  route: Route,
  context: Context,
  services: Services,
  uploads: AtOnce,
): Promise<Response> {
  const caller = await services.access.callerOf(context.req.raw);
  if (route.needs !== 'none') {
    if (caller === undefined) throw notSignedIn();
    if (!caller.rights.has(route.needs)) throw withoutRight();
  }
  const query = route.query?.safeParse(context.req.query());
  if (query?.success === false) throw invalid(query.error.issues[0]);
  const given = route.body === undefined ? undefined : await readJson(context.req.raw);
  const body = route.body?.safeParse(given);
  if (body?.success === false) throw invalid(body.error.issues[0]);
  const asked = {
    caller: caller ?? nobody,
    params: context.req.param(),
    query: query?.data ?? {},
    body: body?.data,
    context,
  };
  const handle = () => route.handle(asked as unknown as Asked<never, never>, services);
  const answered = await (route.takesFile === true ? uploads.run(handle) : handle());
  if (answered instanceof Response) return answered;
  if (answered === undefined) return context.body(null, 204);
  return context.json(answered);
}

/** Uploads at once; each holds a file that grows. */
const MAX_UPLOADS = 16;

/** The caller of routes that need nobody. */
const nobody = { memberId: '', name: '', rights: new Set<never>() };

function invalid(issue: { path: readonly PropertyKey[]; message: string } | undefined): Refused {
  const field = issue?.path.join('.') ?? '';
  const what = issue?.message ?? 'invalid';
  return new Refused(422, 'invalid', field === '' ? what : `${field}: ${what}`, field);
}

/** Every error as the API answers it; of a bug, the page shows only that there was one. */
function toRefusal(error: Error, asked: { readonly isRead: boolean }): Response {
  if (error instanceof Refused) {
    const { status, code, message, field, retryAfterSeconds } = error;
    return refused(
      status,
      { error: { code, message, ...(field === undefined ? {} : { field }) } },
      retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
    );
  }
  const unavailable = databaseRefusal(error, asked);
  if (unavailable !== undefined) return unavailable;
  // The only place where a bug of the server shows. It names no person: messages of the engine do.
  console.error(error.stack ?? error);
  return refused(500, {
    error: { code: 'failed', message: 'Something went wrong in the server. Its output says more.' },
  });
}

/**
 * The answer while the database is away, busy or full; undefined for other errors. If the outcome of a change is
 * unknown, there is no Retry-After: a program would repeat the change without looking.
 */
function databaseRefusal(
  error: Error,
  { isRead }: { readonly isRead: boolean },
): Response | undefined {
  const body = (message: string): Refusal => ({ error: { code: 'away', message } });
  if (isUnknown(error) && !isRead) {
    console.error(`The outcome of a change is unknown: ${error.message}`);
    return refused(
      503,
      body(
        'The database failed during this change, so it was stored, in part, or not at all. Load the page again before you repeat it.',
      ),
    );
  }
  if (!isTransient(error)) return undefined;
  // Outages are reported once, by the timers.
  if (!isAway(error)) console.error(`The database refused a request: ${error.message}`);
  const message = isAway(error)
    ? 'The database does not answer. What is under way goes on when it is back.'
    : 'The database cannot do this now: it is busy, or its disk is full. Nothing was changed. Try again in a moment; if it fails again, tell the person who runs this server.';
  return refused(503, body(message), { 'Retry-After': '5' });
}

function refused(status: number, body: Refusal, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}
