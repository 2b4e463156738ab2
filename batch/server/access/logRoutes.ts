import { z } from 'zod/v4';
import { type Route, route } from '../http/route.js';
import { log } from '../contract/shapes.js';

/** Who did what. */
export const logRoutes: readonly Route[] = [
  route({
    ...{ method: 'GET', path: '/api/log', needs: 'administer', topic: 'Log' },
    summary: 'Show who did what, the latest first',
    query: z.object({
      after: z.string().regex(/^\d+$/).optional().describe('`next` of the page before'),
    }),
    answer: log,
    handle: ({ query }, { access }) => access.logPage(query.after),
  }),
];
