import type { Readiness } from './readiness.js';

export interface HealthAnswer {
  readonly status: 200 | 503;
  /** Contains no names of people and no addresses. */
  readonly text: string;
}

/** These paths need no login: their answers contain nothing confidential. */
export const healthPaths = ['/healthz', '/readyz'] as const;

/** `/healthz` does not query the database: otherwise, a supervisor would restart all processes during an outage. */
export async function answerHealth(
  path: (typeof healthPaths)[number],
  readiness: Readiness,
): Promise<HealthAnswer> {
  if (path === '/healthz') return { status: 200, text: 'alive\n' };
  const why = await readiness.findReason();
  return why === undefined ? { status: 200, text: 'ready\n' } : { status: 503, text: `${why}\n` };
}
