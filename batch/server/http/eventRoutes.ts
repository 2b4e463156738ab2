import { z } from 'zod/v4';
import type { Changes } from '../changes.js';
import { EventStream } from './eventStream.js';
import { OpenStreams } from './openStreams.js';
import { type Route, route } from './route.js';
import { requireStoredSheet } from '../sheets/requireSheet.js';

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
    async handle({ query: { sheet }, caller: { memberId }, context }, services) {
      if (sheet !== undefined) await requireStoredSheet(services, sheet);
      const open = findOpenStreams(services.changes);
      const stream: EventStream = new EventStream(services, sheet, context.req.raw, () => {
        open.delete(memberId, stream);
      });
      open.add(memberId, stream);
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

/** More than anybody has pages open. */
const mostOfMember = 50;
const ofServers = new WeakMap<Changes, OpenStreams>();

function findOpenStreams(changes: Changes): OpenStreams {
  const open = ofServers.get(changes) ?? new OpenStreams(mostOfMember);
  ofServers.set(changes, open);
  return open;
}
