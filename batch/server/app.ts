import { Hono } from 'hono';
import { guard } from './access/guard.js';
import { AtOnce } from './api/atOnce.js';
import { jsonOf } from './api/jsonBody.js';
import type { Refusal } from './api/shapes.js';
import { type Asked, Refused, type Route } from './api/route.js';
import { routes } from './api/routes.js';
import type { Services } from './api/services.js';
import { healthAnswer, healthPaths } from './machines/healthAnswers.js';
import { addPage } from './page/serve.js';
import { isAway } from './store/databaseError.js';

/** The whole server as one function from requests to answers: the API, and the page for all else. */
export function createApp(services: Services): Hono {
  const app = new Hono();
  // Before the guard: who watches over many machines asks each by its address. It says nothing else.
  for (const path of healthPaths) {
    app.get(path, async (context) => {
      const { status, text } = await healthAnswer(path, services.readiness);
      return context.text(text, status, { 'Cache-Control': 'no-store' });
    });
  }
  app.use(guard(services.access.reach));
  const uploads = new AtOnce(MAX_UPLOADS);
  for (const route of routes) {
    app.on(route.method, route.path, (context) => answer(route, context, services, uploads));
  }
  app.all('/api/*', () => {
    throw new Refused(404, 'not_found', 'There is no such address in the API.');
  });
  addPage(app);
  app.onError((error) => refusalOf(error));
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
  const caller = services.access.callerOf(context.req.raw);
  if (route.needs !== 'none') {
    if (caller === undefined) throw new Refused(401, 'not_signed_in', 'Sign in first.');
    if (!caller.rights.has(route.needs)) {
      throw new Refused(403, 'forbidden', 'Your role does not allow this. Ask an administrator.');
    }
  }
  const query = route.query?.safeParse(context.req.query());
  if (query?.success === false) throw invalid(query.error.issues[0]);
  const given = route.body === undefined ? undefined : await jsonOf(context.req.raw);
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
function refusalOf(error: Error): Response {
  if (error instanceof Refused) {
    const { status, code, message, field, retryAfterSeconds } = error;
    return refused(
      status,
      { error: { code, message, ...(field === undefined ? {} : { field }) } },
      retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
    );
  }
  if (isAway(error)) {
    const said = 'The database does not answer. What is under way goes on when it is back.';
    return refused(503, { error: { code: 'away', message: said } }, { 'Retry-After': '5' });
  }
  // The only place where a bug of the server shows. It names no person: messages of the engine do.
  console.error(error.stack ?? error);
  return refused(500, {
    error: { code: 'failed', message: 'Something went wrong in the server. Its output says more.' },
  });
}

function refused(status: number, body: Refusal, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}
