import { z } from 'zod/v4';
import { EventStream } from './eventStream.js';
import { type Route, route } from './route.js';
import { requiredSheet } from './shownSheet.js';

/** Changes as they happen. */
export const eventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/events',
    needs: 'look',
    topic: 'Events',
    summary:
      'Follow all sheets, or one and its rows: server-sent events, the whole state first and on every connect',
    query: z.object({ sheet: z.string().optional() }),
    answersWith: 'text/event-stream',
    handle({ query: { sheet }, context }, services) {
      if (sheet !== undefined) requiredSheet(services, sheet);
      const stream = new EventStream(services, sheet, context.req.raw);
      return new Response(stream.body, {
        headers: {
          'Content-Type': 'text/event-stream',
          'Cache-Control': 'no-store',
          // Proxies would collect events.
          'X-Accel-Buffering': 'no',
        },
      });
    },
  }),
];
